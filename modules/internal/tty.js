'use strict';

// How many colours a terminal shows, told from the environment.
//
// Phase: run time, main thread, when something that may be coloured goes to a terminal; not in the startup image. It reads the
// environment it is given, or that of the process, at each call, and touches no stream.

const {
  ObjectPrototypeHasOwnProperty,
  RegExpPrototypeExec,
  StringPrototypeToLowerCase,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateInteger } = require('internal/validators');

// Bits of colour.
const kNone = 1;
const k16 = 4;
const k256 = 8;
const k16m = 24;

const terminals = {
  '__proto__': null,
  'cons25': k16,
  'console': k16,
  'cygwin': k16,
  'dtterm': k16,
  'eterm': k16,
  'gnome': k16,
  'hurd': k16,
  'jfbterm': k16,
  'konsole': k16,
  'kterm': k16,
  'mlterm': k16,
  'mosh': k16m,
  'putty': k16,
  'rxvt-unicode-24bit': k16m,
  'st': k16,
  // https://bugs.launchpad.net/terminator/+bug/1030562: it says 24 bits since 2014
  'terminator': k16m,
};

const colouredTerminal = /ansi|color|linux|^con[0-9]*x[0-9]|^rxvt|^screen|^xterm|^vt100|^vt220/;

const buildServerNames = ['APPVEYOR', 'BUILDKITE', 'CIRCLECI', 'DRONE', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TRAVIS'];

let warned = false;

function warnOnDeactivatedColors(env) {
  if (warned) return;
  let name = '';
  if (env.NODE_DISABLE_COLORS !== undefined) name = 'NODE_DISABLE_COLORS';
  if (env.NO_COLOR !== undefined) {
    if (name !== '') name += "' and '";
    name += 'NO_COLOR';
  }
  if (name !== '') {
    process.emitWarning(`The '${name}' env is ignored due to the 'FORCE_COLOR' env being set.`, 'Warning');
    warned = true;
  }
}

function getColorDepth(env = process.env) {
  const { FORCE_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined) {
    switch (FORCE_COLOR) {
      case '':
      case '1':
      case 'true':
        warnOnDeactivatedColors(env);
        return k16;
      case '2':
        warnOnDeactivatedColors(env);
        return k256;
      case '3':
        warnOnDeactivatedColors(env);
        return k16m;
      default:
        return kNone;
    }
  }
  if (env.NODE_DISABLE_COLORS !== undefined || env.NO_COLOR !== undefined || TERM === 'dumb') return kNone;
  if (env.TMUX) return k256;

  if ('CI' in env) {
    for (let i = 0; i < buildServerNames.length; i++) {
      if (buildServerNames[i] in env) return k256;
    }
    return env.CI_NAME === 'codeship' ? k256 : kNone;
  }
  if ('TEAMCITY_VERSION' in env) {
    return RegExpPrototypeExec(/^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/, env.TEAMCITY_VERSION) !== null ? k16 : kNone;
  }

  switch (env.TERM_PROGRAM) {
    case 'iTerm.app':
      return !env.TERM_PROGRAM_VERSION || RegExpPrototypeExec(/^[0-2]\./, env.TERM_PROGRAM_VERSION) !== null ? k256 : k16m;
    case 'HyperTerm':
    case 'MacTerm':
      return k16m;
    case 'Apple_Terminal':
      return k256;
    default:
      break;
  }

  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return k16m;
  if (TERM) {
    if (RegExpPrototypeExec(/^xterm-256/, TERM) !== null) return k256;
    const name = StringPrototypeToLowerCase(TERM);
    if (ObjectPrototypeHasOwnProperty(terminals, name)) return terminals[name];
    if (RegExpPrototypeExec(colouredTerminal, name) !== null) return k16;
  }
  return env.COLORTERM ? k16 : kNone;
}

function hasColors(count, env) {
  if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else {
    validateInteger(count, 'count', 2);
  }
  if (env !== undefined && (env === null || typeof env !== 'object')) throw new ERR_INVALID_ARG_TYPE('env', 'Object', env);
  return count <= 2 ** getColorDepth(env);
}

module.exports = { getColorDepth, hasColors };
