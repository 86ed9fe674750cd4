'use strict';

// `util.debuglog`: messages that are printed if `NODE_DEBUG` names their section.
//
// Phase: any, on every thread. The environment is read at the first message or question, unless pre-execution handed it over
// before; nothing is loaded for a section that is not enabled.

const {
  ObjectDefineProperty,
  ReflectApply,
  RegExp,
  RegExpPrototypeExec,
  StringPrototypeIncludes,
  StringPrototypeToUpperCase,
} = primordials;

// Tells whether a section, in capitals, is enabled. Undefined as long as the environment was not looked at.
let testEnabled;

// `debugEnv`: names with commas between them, in which `*` stands for anything.
function initializeDebugEnv(debugEnv) {
  if (!debugEnv) {
    testEnabled = () => false;
    return;
  }
  let source = '';
  for (let i = 0; i < debugEnv.length; i++) {
    const character = debugEnv[i];
    if (character === '*') source += '.*';
    else if (character === ',') source += '$|^';
    else if (StringPrototypeIncludes('|\\{}()[]^$+?.', character)) source += `\\${character}`;
    else source += character;
  }
  const pattern = new RegExp(`^${source}$`, 'i');
  testEnabled = (section) => RegExpPrototypeExec(pattern, section) !== null;
}

function isEnabled(section) {
  if (testEnabled === undefined) initializeDebugEnv(process.env.NODE_DEBUG);
  return testEnabled(section);
}

// Says that logs of some sections may hold secrets.
function warnOfSecrets(section) {
  if (section !== 'HTTP' && section !== 'HTTP2') return;
  process.emitWarning(
    `Setting the NODE_DEBUG environment variable to '${section === 'HTTP' ? 'http' : 'http2'}' can expose sensitive data ` +
    '(such as passwords, tokens and authentication headers) in the resulting log.');
}

function print(section, args) {
  const { formatArguments, inspect } = require('internal/util/inspect');
  const options = { __proto__: null, colors: require('internal/util/colors').stdioHasColors('stderr') };
  const text = `${section} ${inspect(process.pid, options)}: ${formatArguments(inspect, options, args)}\n`;
  require('internal/process/stdio').writeToStderr(text);
}

function nop() {}

// `callback` gets the function that logs without further questions, once it is known.
function debuglog(set, callback) {
  let section;
  let enabled;

  function initialize() {
    section = StringPrototypeToUpperCase(set);
    enabled = isEnabled(section);
    if (enabled) warnOfSecrets(section);
  }

  let write = (args) => {
    if (enabled === undefined) initialize();
    const log = enabled ? (...values) => print(section, values) : nop;
    write = (values) => ReflectApply(log, undefined, values);
    if (typeof callback === 'function') callback(log);
    write(args);
  };

  const logger = (...args) => write(args);
  ObjectDefineProperty(logger, 'enabled', {
    __proto__: null,
    get() {
      if (enabled === undefined) initialize();
      return enabled;
    },
    configurable: true,
    enumerable: true,
  });
  return logger;
}

module.exports = { debuglog, initializeDebugEnv };
