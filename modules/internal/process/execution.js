'use strict';

// How a program ends (exit code, `exit` and `beforeExit`, uncaught errors), and how a source string is run.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must read no option and no working directory
// while it loads. Running strings is in `internal/process/eval`, outside the image.

const {
  ArrayPrototypeUnshift,
  NumberIsInteger,
  ObjectDefineProperty,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET,
  },
} = require('internal/errors');

const {
  validateFunction,
  validateInteger,
} = require('internal/validators');

const kNoFailure = 0;
const kGenericUserError = 1;
const kUnsettledTopLevelAwait = 13;

// What `process._exiting` and `process.exitCode` show.
const exitState = {
  __proto__: null,
  exitCode: undefined,
  exiting: false,
  // The URL of the program, as long as it is an ES module that has not run to its end.
  unsettledEntry: undefined,
};

/**
 * Throws unless `code` is a valid exit code: an integer, the text of one, or none.
 * @param {any} code
 */
function validateExitCode(code) {
  if (code === null || code === undefined)
    return;
  if (typeof code === 'string' && code !== '' && NumberIsInteger(+code))
    return;
  validateInteger(code, 'code');
}

/**
 * Defines the two accessors on `process`.
 * @param {object} process
 */
function defineExitProperties(process) {
  ObjectDefineProperty(process, '_exiting', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      return exitState.exiting;
    },
    set(value) {
      exitState.exiting = !!value;
    },
  });

  ObjectDefineProperty(process, 'exitCode', {
    __proto__: null,
    configurable: false,
    enumerable: true,
    get() {
      return exitState.exitCode;
    },
    set(code) {
      validateExitCode(code);
      exitState.exitCode = code;
    },
  });
}

/**
 * The code for the host to exit with. The system keeps its low eight bits.
 * @param {number} [unset] when the program has set none; after an uncaught error that is 1
 * @returns {number}
 */
function getExitCode(unset = kNoFailure) {
  return +(exitState.exitCode ?? unset) | 0;
}

/**
 * For the host, when the loop has nothing left to do. The caller goes on with the loop if there is work again.
 */
function emitBeforeExit() {
  process.emit('beforeExit', exitState.exitCode || kNoFailure);
}

/**
 * For the host, at a normal end: tells the program, once, and answers the code to exit with.
 * @returns {number}
 */
function emitExit() {
  if (!exitState.exiting) {
    exitState.exiting = true;
    const { unsettledEntry } = exitState;
    if (unsettledEntry !== undefined)
      exitState.exitCode ??= kUnsettledTopLevelAwait;
    process.emit('exit', exitState.exitCode || kNoFailure);
    if (unsettledEntry !== undefined && getExitCode() === kUnsettledTopLevelAwait)
      require('internal/modules/esm/unsettled').warn(unsettledEntry);
  }
  return getExitCode();
}

// ---- Uncaught errors -------------------------------------------------------------------------------------------

let captureFn = null;

/**
 * @param {Function | null} fn called instead of the event, until null is set
 */
function setUncaughtExceptionCaptureCallback(fn) {
  if (fn === null) {
    captureFn = null;
    return;
  }
  if (typeof fn !== 'function')
    throw new ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], fn);
  if (captureFn !== null)
    throw new ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
  captureFn = fn;
}

function hasUncaughtExceptionCaptureCallback() {
  return captureFn !== null;
}

// The latest first.
const capturers = [];

/**
 * @param {(error: any) => boolean} fn asked before the event; true if that is all that is to happen
 */
function addUncaughtExceptionCaptureCallback(fn) {
  validateFunction(fn, 'fn');
  ArrayPrototypeUnshift(capturers, fn);
}

function isCaptured(error) {
  for (let i = 0; i < capturers.length; i++) {
    const capture = capturers[i];
    if (capture(error) === true)
      return true;
  }
  return false;
}

// Who is asked before the program: undefined until `domain` is loaded.
let takeUncaught;

/**
 * @param {(error: any) => boolean} taker
 */
function setUncaughtExceptionTaker(taker) {
  takeUncaught = taker;
}

function noop() {}

// The last words of a program that nobody saved. The host prints the error and exits after this.
function announceFailure() {
  try {
    if (!exitState.exiting) {
      exitState.exiting = true;
      exitState.exitCode = kGenericUserError;
      process.emit('exit', kGenericUserError);
    }
  } catch {
    // The error to be told is the first one.
  }
}

/**
 * @returns {(error: any, fromPromise: boolean) => boolean} whether the program goes on; when not, the host prints the
 *   error and exits with `getExitCode(1)`. An error thrown by a listener escapes: the host prints it and exits with 7.
 */
function createOnGlobalUncaughtException() {
  return function onGlobalUncaughtException(error, fromPromise) {
    const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
    process.emit('uncaughtExceptionMonitor', error, origin);

    if (takeUncaught?.(error)) {
      // A domain has it.
    } else if (captureFn !== null) {
      captureFn(error);
    } else if (!isCaptured(error) && !process.emit('uncaughtException', error, origin)) {
      announceFailure();
      return false;
    }

    // The turn that failed did not drain its ticks: make sure that there is a next one.
    require('timers').setImmediate(noop);
    return true;
  };
}

module.exports = {
  addUncaughtExceptionCaptureCallback,
  createOnGlobalUncaughtException,
  defineExitProperties,
  emitBeforeExit,
  emitExit,
  exitState,
  getExitCode,
  hasUncaughtExceptionCaptureCallback,
  kGenericUserError,
  kNoFailure,
  setUncaughtExceptionCaptureCallback,
  setUncaughtExceptionTaker,
};

ObjectDefineProperty(module.exports, 'evalScript', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() {
    return require('internal/process/eval').evalScript;
  },
});
