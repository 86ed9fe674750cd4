'use strict';

// `Console`: the class, its small methods, and the way a text takes to its stream.
//
// Phase: realm, on every thread, in the startup image (the global console is made of it). At load it requires errors and
// validators only, and no stream is touched. As long as `process.stdout` is untouched, the global console writes to the
// descriptor itself, and a text of primitives needs no other module; everything else is loaded when it is first needed:
// `internal/util/inspect` for objects and placeholders, `internal/console/table` and `timing` by their methods.

const {
  BigIntPrototypeToString,
  ErrorCaptureStackTrace,
  FunctionPrototypeBind,
  Map,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeHas,
  MapPrototypeSet,
  ObjectDefineProperty,
  ObjectKeys,
  ReflectApply,
  ReflectConstruct,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  Symbol,
  SymbolHasInstance,
  SymbolPrototypeToString,
} = primordials;

const {
  codes: {
    ERR_CONSOLE_WRITABLE_STREAM,
    ERR_INCOMPATIBLE_OPTION_PAIR,
  },
  isStackOverflowError,
} = require('internal/errors');
const { validateInteger, validateObject, validateOneOf } = require('internal/validators');
const { isatty, writeString } = internalBinding('stdio');

const kState = Symbol('kConsoleState');
const kMaxGroupIndentation = 1000;

const kUseStdout = 1;
const kUseStderr = 2;

function nop() {}

// What a console knows besides its methods. `origin` is where the streams of the global console come from: nothing is read
// from it before it is needed.
class State {
  constructor() {
    this.origin = undefined;
    this.stdout = undefined;
    this.stderr = undefined;
    this.stdoutErrorHandler = undefined;
    this.stderrErrorHandler = undefined;
    this.colorMode = 'auto';
    this.inspectOptions = undefined;
    this.groupIndent = '';
    this.groupIndentWidth = 2;
    this.counts = undefined;
    this.times = undefined;
  }
}

// ---- construction ---------------------------------------------------------------------------------------------------

function Console(options /* or: stdout, stderr, ignoreErrors = true */) {
  if (new.target === undefined) return ReflectConstruct(Console, arguments);
  if (!options || typeof options.write === 'function') {
    options = { __proto__: null, stdout: options, stderr: arguments[1], ignoreErrors: arguments[2] };
  }
  const {
    stdout,
    stderr = stdout,
    ignoreErrors = true,
    colorMode = 'auto',
    inspectOptions,
    groupIndentation,
  } = options;
  if (!stdout || typeof stdout.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM('stdout');
  if (!stderr || typeof stderr.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM('stderr');
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  if (groupIndentation !== undefined) validateInteger(groupIndentation, 'groupIndentation', 0, kMaxGroupIndentation);
  if (inspectOptions !== undefined) {
    validateObject(inspectOptions, 'options.inspectOptions');
    if (inspectOptions.colors !== undefined && options.colorMode !== undefined) {
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
  }

  // A subclass may have methods of its own.
  const keys = ObjectKeys(Console.prototype);
  for (let i = 0; i < keys.length; i++) this[keys[i]] = bindMethod(this, keys[i], this[keys[i]]);

  defineHidden(this, '_stdout', stdout);
  defineHidden(this, '_stderr', stderr);
  const state = initialize(this, ignoreErrors);
  state.colorMode = colorMode;
  state.inspectOptions = inspectOptions;
  if (groupIndentation !== undefined) state.groupIndentWidth = groupIndentation;
}

ObjectDefineProperty(Console, SymbolHasInstance, {
  __proto__: null,
  value(instance) {
    return instance?.[kState] !== undefined;
  },
});

// Every console has methods of its own, which work without it: `const { log } = console`.
function bindMethod(console, key, method) {
  const bound = FunctionPrototypeBind(method, console);
  ObjectDefineProperty(bound, 'name', { __proto__: null, value: key, configurable: true });
  return bound;
}

function defineHidden(console, key, value) {
  ObjectDefineProperty(console, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

function initialize(console, ignoreErrors) {
  const state = new State();
  ObjectDefineProperty(console, kState, { __proto__: null, value: state });
  state.stdoutErrorHandler = createWriteErrorHandler(console, kUseStdout);
  state.stderrErrorHandler = createWriteErrorHandler(console, kUseStderr);
  defineHidden(console, '_stdoutErrorHandler', state.stdoutErrorHandler);
  defineHidden(console, '_stderrErrorHandler', state.stderrErrorHandler);
  defineHidden(console, '_ignoreErrors', !!ignoreErrors);
  ObjectDefineProperty(console, '_times', {
    __proto__: null,
    get: () => timesOf(state),
    enumerable: false,
    configurable: true,
  });
  return state;
}

// Makes `console` the console of `origin`, an object with `stdout` and `stderr`. They are read at the first use.
function initializeLazily(console, origin) {
  const state = initialize(console, true);
  state.origin = origin;
  const define = (key, name) => ObjectDefineProperty(console, key, {
    __proto__: null,
    get() {
      state[name] ??= origin[name];
      return state[name];
    },
    set(value) {
      state[name] = value;
    },
    enumerable: false,
    configurable: true,
  });
  define('_stdout', 'stdout');
  define('_stderr', 'stderr');
}

// An error that comes with the callback of a write is swallowed when it is emitted.
function createWriteErrorHandler(console, which) {
  return (error) => {
    if (error === null || error === undefined) return;
    const stream = which === kUseStdout ? console._stdout : console._stderr;
    if (stream._writableState?.errorEmitted) return;
    if (stream.listenerCount('error') === 0) stream.once('error', nop);
  };
}

function timesOf(state) {
  state.times ??= new Map();
  return state.times;
}

// ---- output ----------------------------------------------------------------------------------------------------

// The descriptor to write to natively, or 0 if the stream has to be used.
function nativeDescriptor(console, state, which) {
  if (state.origin === undefined || console._ignoreErrors === false) return 0;
  if (which === kUseStdout) {
    return state.stdout === undefined && stdioModule().isUntouched('stdout') ? 1 : 0;
  }
  return state.stderr === undefined && stdioModule().isUntouched('stderr') ? 2 : 0;
}

let stdio;
function stdioModule() {
  stdio ??= require('internal/process/stdio');
  return stdio;
}

// Set by `internal/util/inspect` once a script has had access to the default options.
let inspectDefaults;
function noteInspectDefaults(defaults) {
  inspectDefaults = defaults;
}

// The text of primitives without styles, as `util.format` would make it; undefined if it takes more than that.
function plainText(state, args, descriptor) {
  if (args.length === 0) return '';
  const first = args[0];
  if (typeof first === 'string') {
    if (args.length === 1) return first;
    if (StringPrototypeIncludes(first, '%')) return undefined;
  }
  let text = '';
  let styled; // not known before it matters
  for (let i = 0; i < args.length; i++) {
    const value = args[i];
    const type = typeof value;
    if (i > 0) text += ' ';
    if (type === 'string') {
      text += value;
      continue;
    }
    if (type === 'function' || (type === 'object' && value !== null)) return undefined;
    styled ??= state.colorMode !== 'auto' || state.inspectOptions !== undefined ||
      (inspectDefaults !== undefined && (inspectDefaults.colors || inspectDefaults.numericSeparator)) ||
      isatty(descriptor);
    if (styled) return undefined;
    if (type === 'symbol') text += SymbolPrototypeToString(value);
    else if (type === 'bigint') text += `${BigIntPrototypeToString(value)}n`;
    else text += value === 0 && 1 / value < 0 ? '-0' : `${value}`;
  }
  return text;
}

function formatArguments(console, which, args) {
  return require('internal/util/inspect').formatArguments(
    require('internal/util/inspect').inspect,
    getInspectOptions(console, which),
    args,
  );
}

const kColorInspectOptions = { __proto__: null, colors: true };
const kNoColorInspectOptions = { __proto__: null };

function getInspectOptions(console, which) {
  const state = console[kState];
  let color = state.colorMode;
  if (color === 'auto') color = hasColors(console, state, which);
  const options = state.inspectOptions;
  if (options !== undefined) {
    if (options.colors === undefined) options.colors = color;
    return options;
  }
  return color ? kColorInspectOptions : kNoColorInspectOptions;
}

function hasColors(console, state, which) {
  const descriptor = nativeDescriptor(console, state, which);
  if (descriptor !== 0) {
    return isatty(descriptor) && require('internal/tty').getColorDepth() > 2;
  }
  const stream = which === kUseStdout ? console._stdout : console._stderr;
  return !!stream.isTTY && (typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : true);
}

function indent(text, indentation) {
  let result = indentation;
  let start = 0;
  for (;;) {
    const end = StringPrototypeIndexOf(text, '\n', start);
    if (end === -1) return result + StringPrototypeSlice(text, start);
    result += StringPrototypeSlice(text, start, end + 1) + indentation;
    start = end + 1;
  }
}

function print(console, which, args) {
  const state = console[kState];
  const descriptor = nativeDescriptor(console, state, which);
  if (descriptor !== 0) {
    const text = plainText(state, args, descriptor);
    if (text !== undefined) {
      writeNatively(state, descriptor, text);
      return;
    }
  }
  write(console, which, formatArguments(console, which, args));
}

// An error of the descriptor is ignored, as one of the stream would be.
function writeNatively(state, descriptor, text) {
  if (state.groupIndent !== '') text = indent(text, state.groupIndent);
  writeString(descriptor, `${text}\n`);
}

function write(console, which, text) {
  const state = console[kState];
  const descriptor = nativeDescriptor(console, state, which);
  if (descriptor !== 0) {
    writeNatively(state, descriptor, text);
    return;
  }
  const stream = which === kUseStdout ? console._stdout : console._stderr;
  if (state.groupIndent !== '') text = indent(text, state.groupIndent);
  text += '\n';
  if (console._ignoreErrors === false) {
    stream.write(text);
    return;
  }

  // Some streams fail at once, some emit the error later.
  try {
    if (stream.listenerCount('error') === 0) stream.once('error', nop);
    stream.write(text, which === kUseStdout ? console._stdoutErrorHandler : console._stderrErrorHandler);
  } catch (error) {
    // A debugger, or a test, wants to know of a program that runs out of stack.
    if (isStackOverflowError(error)) throw error;
  } finally {
    stream.removeListener('error', nop);
  }
}

// ---- methods ----------------------------------------------------------------------------------------------------

const consoleMethods = {
  log(...args) {
    print(this, kUseStdout, args);
  },

  warn(...args) {
    print(this, kUseStderr, args);
  },

  dir(object, options) {
    write(this, kUseStdout, require('internal/util/inspect').inspect(object, {
      customInspect: false,
      ...getInspectOptions(this, kUseStdout),
      ...options,
    }));
  },

  time(label = 'default') {
    require('internal/console/timing').start(timesOf(this[kState]), `${label}`);
  },

  timeEnd(label = 'default') {
    require('internal/console/timing').end(this, timesOf(this[kState]), `${label}`);
  },

  timeLog(label = 'default', ...data) {
    require('internal/console/timing').log(this, timesOf(this[kState]), `${label}`, data);
  },

  trace: function trace(...args) {
    const error = { name: 'Trace', message: formatArguments(this, kUseStderr, args) };
    ErrorCaptureStackTrace(error, trace);
    this.error(error.stack);
  },

  assert(expression, ...args) {
    if (expression) return;
    args[0] = `Assertion failed${args.length === 0 ? '' : `: ${args[0]}`}`;
    ReflectApply(this.warn, this, args);
  },

  clear() {
    // Only a terminal is cleared, and only one that can do it.
    if (this._stdout.isTTY && process.env.TERM !== 'dumb') this._stdout.write('\x1b[1;1H\x1b[0J');
  },

  count(label = 'default') {
    label = `${label}`;
    const state = this[kState];
    state.counts ??= new Map();
    const count = (MapPrototypeGet(state.counts, label) ?? 0) + 1;
    MapPrototypeSet(state.counts, label, count);
    this.log(`${label}: ${count}`);
  },

  countReset(label = 'default') {
    label = `${label}`;
    const { counts } = this[kState];
    if (counts === undefined || !MapPrototypeHas(counts, label)) {
      process.emitWarning(`Count for '${label}' does not exist`);
      return;
    }
    MapPrototypeDelete(counts, label);
  },

  group(...data) {
    if (data.length > 0) ReflectApply(this.log, this, data);
    const state = this[kState];
    state.groupIndent += StringPrototypeRepeat(' ', state.groupIndentWidth);
  },

  groupEnd() {
    const state = this[kState];
    state.groupIndent = StringPrototypeSlice(state.groupIndent, 0, state.groupIndent.length - state.groupIndentWidth);
  },

  table(tabularData, properties) {
    if (tabularData === null || typeof tabularData !== 'object') return this.log(tabularData);
    const options = getInspectOptions(this, kUseStdout);
    return this.log(require('internal/console/table').format(tabularData, properties, options));
  },
};

const methodNames = ObjectKeys(consoleMethods);
for (let i = 0; i < methodNames.length; i++) Console.prototype[methodNames[i]] = consoleMethods[methodNames[i]];
Console.prototype.debug = Console.prototype.log;
Console.prototype.info = Console.prototype.log;
Console.prototype.dirxml = Console.prototype.log;
Console.prototype.error = Console.prototype.warn;
Console.prototype.groupCollapsed = Console.prototype.group;

module.exports = {
  Console,
  bindMethod,
  initializeLazily,
  noteInspectDefaults,
};
require('internal/util').defineLazyProperties(module.exports, 'internal/console/timing', ['formatTime']);
