'use strict';

// `process.nextTick`, `queueMicrotask`, and the draining of both between two turns of the event loop.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must not queue anything while it loads.
//
// The rule: all ticks, then all microtasks, again while there are ticks, then the rejections nobody handled. The host
// calls `runNextTicks` after each macrotask; timers and immediates call it between two callbacks of the same turn.

const {
  ReflectApply,
} = primordials;

const {
  enqueueMicrotask,
  runMicrotasks,
  setTickCallback,
} = internalBinding('task_queue');

const {
  triggerUncaughtException,
} = internalBinding('errors');

const {
  hasRejectionToWarn,
  listenForRejections,
  processPromiseRejections,
  setHasRejectionToWarn,
} = require('internal/process/promises');

const {
  exitState,
} = require('internal/process/execution');

const {
  validateFunction,
} = require('internal/validators');

const FixedQueue = require('internal/fixed_queue');

const queue = new FixedQueue();

// True from the first tick queued to the end of the draining, so also while the last tick runs, and after a throw.
let tickScheduled = false;

function runNextTicks() {
  if (!tickScheduled && !hasRejectionToWarn()) {
    // The common case: only microtasks, which may queue ticks.
    runMicrotasks();
    if (!tickScheduled && !hasRejectionToWarn())
      return;
  }
  processTicksAndRejections();
}

function processTicksAndRejections() {
  do {
    let tick;
    while ((tick = queue.shift()) !== null)
      runTick(tick);
    runMicrotasks();
  } while (!queue.isEmpty() || processPromiseRejections());
  tickScheduled = false;
  setHasRejectionToWarn(false);
}

function runTick(tick) {
  const { args, callback } = tick;
  if (contextHooks !== undefined)
    contextHooks.call(tick.context, callback, undefined, args ?? []);
  else if (args === undefined)
    callback();
  else
    ReflectApply(callback, undefined, args);
}

class Tick {
  constructor(callback, args) {
    this.callback = callback;
    this.args = args;
    this.context = contextHooks === undefined ? undefined : contextHooks.current();
  }
}

// How to take the asynchronous context along: undefined until somebody uses it (`internal/async_context`).
let contextHooks;

function setContextHooks(hooks) {
  contextHooks = hooks;
}

/**
 * @param {Function} callback called with the remaining arguments before anything else of the event loop goes on
 */
function nextTick(callback) {
  validateFunction(callback, 'callback');

  if (exitState.exiting)
    return;

  let args;
  const { length } = arguments;
  if (length > 1) {
    args = [arguments[1]];
    for (let i = 2; i < length; i++)
      args[i - 1] = arguments[i];
  }

  tickScheduled = true;
  queue.push(new Tick(callback, args));
}

function runMicrotask(callback) {
  try {
    callback();
  } catch (error) {
    triggerUncaughtException(error, false /* fromPromise */);
  }
}

/**
 * @param {Function} callback
 */
function queueMicrotask(callback) {
  validateFunction(callback, 'callback');
  const context = contextHooks?.current();
  enqueueMicrotask(() => {
    if (context === undefined)
      runMicrotask(callback);
    else
      contextHooks.call(context, runMicrotask, undefined, [callback]);
  });
}

/**
 * Connects the queues with the host. The rest of the bootstrap puts the functions where users find them.
 */
function setupTaskQueue() {
  listenForRejections();
  setTickCallback(runNextTicks);
  return {
    __proto__: null,
    nextTick,
    processTicksAndRejections,
    runNextTicks,
  };
}

module.exports = {
  nextTick,
  queueMicrotask,
  runNextTicks,
  setContextHooks,
  setupTaskQueue,
};
