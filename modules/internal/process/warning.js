'use strict';

// `process.emitWarning`, and the listener that prints warnings to stderr.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must not create `process.stderr` (that brings
// in streams): unless a script has, the text goes to the file descriptor.

const {
  ArrayIsArray,
  Error,
  ErrorCaptureStackTrace,
  ErrorPrototypeToString,
  FunctionPrototypeSymbolHasInstance,
  String,
  StringPrototypeEndsWith,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
  },
  isErrorStackTraceLimitWritable,
} = require('internal/errors');

const {
  validateString,
} = require('internal/validators');

let hintShown = false;

// Whether the user has told it to go away by code or by name.
function isDisabled(warning) {
  const { disableWarning: disabled } = require('internal/options').getOptions();
  if (!ArrayIsArray(disabled))
    return false;
  for (let i = 0; i < disabled.length; i++) {
    if (disabled[i] === warning.name || (warning.code && disabled[i] === warning.code))
      return true;
  }
  return false;
}

// `lazuli` when started under its own name.
function programName() {
  const { argv0 } = process;
  if (typeof argv0 !== 'string' || argv0 === '')
    return 'lazuli';
  const name = StringPrototypeSlice(argv0, StringPrototypeLastIndexOf(argv0, '/') + 1);
  return StringPrototypeEndsWith(name, '.exe') ? StringPrototypeSlice(name, 0, -4) : name;
}

/**
 * The default listener of the `warning` event.
 * @param {Error} warning
 */
function onWarning(warning) {
  if (!FunctionPrototypeSymbolHasInstance(Error, warning) || isDisabled(warning))
    return;

  const isDeprecation = warning.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation)
    return;

  const trace = process.traceProcessWarnings || (isDeprecation && process.traceDeprecation);
  let message = `(lazuli:${process.pid}) `;
  if (warning.code)
    message += `[${warning.code}] `;
  if (trace && warning.stack) {
    message += `${warning.stack}`;
  } else {
    message += typeof warning.toString === 'function' ?
      `${warning.toString()}` :
      ErrorPrototypeToString(warning);
  }
  if (typeof warning.detail === 'string')
    message += `\n${warning.detail}`;
  if (!trace && !hintShown) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    message += `\n(Use \`${programName()} ${flag} ...\` to show where the warning was created)`;
    hintShown = true;
  }

  require('internal/process/stdio').writeToStderr(`${message}\n`);
}

/**
 * @param {string | Error} warning
 * @param {string | Function | { type?: string, code?: string, detail?: string, ctor?: Function }} [type]
 * @param {string | Function} [code]
 * @param {Function} [ctor] the stack of the warning begins below it
 */
function emitWarning(warning, type, code, ctor) {
  let detail;
  if (type !== null && typeof type === 'object' && !ArrayIsArray(type)) {
    ({ code, ctor } = type);
    if (typeof type.detail === 'string')
      detail = type.detail;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = '';
    type = 'Warning';
  }
  if (type !== undefined)
    validateString(type, 'type');

  if (typeof code === 'function') {
    ctor = code;
    code = '';
  } else if (code !== undefined) {
    validateString(code, 'code');
  }

  if (typeof warning === 'string')
    warning = createWarning(warning, type, code, ctor, detail);
  else if (!FunctionPrototypeSymbolHasInstance(Error, warning))
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);

  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation)
      return;
    if (process.throwDeprecation) {
      // Later, so that the warnings before it are printed first.
      process.nextTick(() => {
        throw warning;
      });
      return;
    }
  }
  process.nextTick(tell, warning);
}

// For the few callers that may not wait for a tick, because the process is about to block or to end.
function emitWarningSync(warning, type, code, ctor) {
  process.emit('warning', createWarning(warning, type, code, ctor));
}

function tell(warning) {
  process.emit('warning', warning);
}

function createWarning(text, type, code, ctor, detail) {
  // The stack is captured below, once, from the right frame on.
  const canChange = isErrorStackTraceLimitWritable();
  const limit = Error.stackTraceLimit;
  if (canChange)
    Error.stackTraceLimit = 0;
  const warning = new Error(text);
  if (canChange)
    Error.stackTraceLimit = limit;

  warning.name = String(type || 'Warning');
  if (code)
    warning.code = code;
  if (detail !== undefined)
    warning.detail = detail;
  ErrorCaptureStackTrace(warning, ctor || process.emitWarning);
  return warning;
}

module.exports = {
  emitWarning,
  emitWarningSync,
  onWarning,
};
