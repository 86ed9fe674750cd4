'use strict';

// Rejections that nobody handles, and those handled too late.
//
// Loads during bootstrap, on every thread, and is in the startup image. The mode is an option of the run: it is read in
// pre-execution (`setUnhandledRejectionsMode`), not while this loads.
//
// V8 reports a rejection without handler when it happens, and again when a handler comes later. What is still
// unhandled after ticks and microtasks are drained is told to the program.

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  Error,
  ObjectDefineProperty,
  ObjectPrototypeHasOwnProperty,
  SafeWeakMap,
} = primordials;

const {
  promiseRejectEvents: {
    kPromiseHandlerAddedAfterReject,
    kPromiseRejectWithNoHandler,
  },
  setPromiseRejectCallback,
} = internalBinding('task_queue');

const {
  noSideEffectsToString,
  triggerUncaughtException,
} = internalBinding('errors');

// Promise to { reason, uid, warned, context }, until it is handled or collected.
const maybeUnhandled = new SafeWeakMap();
const pendingUnhandled = [];
const handledLate = [];
let lastId = 0;
let rejectionToWarn = false;
let mode = modeThrow;

// How to take the asynchronous context along: undefined until somebody uses it (`internal/async_context`).
let contextHooks;

function setContextHooks(hooks) {
  contextHooks = hooks;
}

function hasRejectionToWarn() {
  return rejectionToWarn;
}

function setHasRejectionToWarn(value) {
  rejectionToWarn = value;
}

function onPromiseReject(type, promise, reason) {
  if (type === kPromiseRejectWithNoHandler)
    onUnhandled(promise, reason);
  else if (type === kPromiseHandlerAddedAfterReject)
    onHandled(promise);
}

function onUnhandled(promise, reason) {
  maybeUnhandled.set(promise, {
    __proto__: null,
    reason,
    uid: ++lastId,
    warned: false,
    context: contextHooks?.current(),
  });
  ArrayPrototypePush(pendingUnhandled, promise);
  rejectionToWarn = true;
}

function onHandled(promise) {
  const info = maybeUnhandled.get(promise);
  if (info === undefined)
    return;
  maybeUnhandled.delete(promise);
  if (!info.warned)
    return;

  // Made here, where the stack still shows who came too late.
  const warning = new Error(`Promise rejection was handled asynchronously (rejection id: ${info.uid})`);
  warning.name = 'PromiseRejectionHandledWarning';
  warning.id = info.uid;
  ArrayPrototypePush(handledLate, { __proto__: null, promise, warning });
  rejectionToWarn = true;
}

/**
 * Tells the program what has gathered.
 * @returns {boolean} whether ticks or microtasks may have been queued by that
 */
function processPromiseRejections() {
  let told = false;

  while (handledLate.length > 0) {
    const { promise, warning } = ArrayPrototypeShift(handledLate);
    told = true;
    if (!process.emit('rejectionHandled', promise))
      process.emitWarning(warning);
  }

  // Rejections made by the listeners wait for the microtasks before them.
  let { length } = pendingUnhandled;
  while (length-- > 0) {
    const promise = ArrayPrototypeShift(pendingUnhandled);
    const info = maybeUnhandled.get(promise);
    if (info === undefined)
      continue;
    info.warned = true;
    told = true;
    if (contextHooks === undefined)
      mode(promise, info.reason, info.uid);
    else
      contextHooks.call(info.context, mode, undefined, [promise, info.reason, info.uid]);
  }

  return told || pendingUnhandled.length !== 0;
}

// ---- What to do with an unhandled rejection --------------------------------------------------------------------

// Who tells the program: `domain` has its own way.
let emitRejection = (reason, promise) => process.emit('unhandledRejection', reason, promise);

function setRejectionEmitter(emitter) {
  emitRejection = emitter;
}

function tell(promise, reason) {
  return emitRejection(reason, promise);
}

function modeThrow(promise, reason) {
  if (!tell(promise, reason))
    triggerUncaughtException(asError(reason), true /* fromPromise */);
}

function modeStrict(promise, reason, uid) {
  triggerUncaughtException(asError(reason), true /* fromPromise */);
  if (!tell(promise, reason))
    warnUnhandled(reason, uid);
}

function modeWarn(promise, reason, uid) {
  tell(promise, reason);
  warnUnhandled(reason, uid);
}

function modeWarnWithErrorCodes(promise, reason, uid) {
  if (tell(promise, reason))
    return;
  warnUnhandled(reason, uid);
  process.exitCode = 1;
}

/**
 * @param {string} [name] as given to `--unhandled-rejections`
 */
function setUnhandledRejectionsMode(name) {
  switch (name) {
    case 'none':
      mode = tell;
      break;
    case 'strict':
      mode = modeStrict;
      break;
    case 'warn':
      mode = modeWarn;
      break;
    case 'warn-with-error-codes':
      mode = modeWarnWithErrorCodes;
      break;
    default:
      mode = modeThrow;
  }
}

function isErrorLike(value) {
  return typeof value === 'object' && value !== null && ObjectPrototypeHasOwnProperty(value, 'stack');
}

// What is thrown should be an error; anything else is packed into one.
function asError(reason) {
  return isErrorLike(reason) ? reason : makeUnhandledRejection(reason);
}

function makeUnhandledRejection(reason) {
  const error = new Error(
    'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
    'promise which was not handled with .catch(). The promise rejected with the reason "' +
    `${noSideEffectsToString(reason)}".`);
  ObjectDefineProperty(error, 'name', {
    __proto__: null,
    configurable: true,
    value: 'UnhandledPromiseRejection',
    writable: true,
  });
  error.code = 'ERR_UNHANDLED_REJECTION';
  return error;
}

function warnUnhandled(reason, uid) {
  const warning = new Error(
    'Unhandled promise rejection. This error originated either by throwing inside of an async function without a ' +
    'catch block, or by rejecting a promise which was not handled with .catch(). To terminate the node process on ' +
    'unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` (see ' +
    'https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ' +
    `(rejection id: ${uid})`);
  warning.name = 'UnhandledPromiseRejectionWarning';
  try {
    if (isErrorLike(reason)) {
      warning.stack = reason.stack;
      process.emitWarning(reason.stack, warning.name);
    } else {
      process.emitWarning(noSideEffectsToString(reason), warning.name);
    }
  } catch {
    // A reason with a broken `stack` is told without it.
  }
  process.emitWarning(warning);
}

function listenForRejections() {
  setPromiseRejectCallback(onPromiseReject);
}

module.exports = {
  hasRejectionToWarn,
  listenForRejections,
  processPromiseRejections,
  setContextHooks,
  setHasRejectionToWarn,
  setRejectionEmitter,
  setUnhandledRejectionsMode,
};
