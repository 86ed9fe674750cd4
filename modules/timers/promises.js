'use strict';

// The public `timers/promises` module: timers that resolve a promise, and an interval as an async iterator.
//
// Loads on demand, on any thread, and is not in the startup image.

const {
  Promise,
  PromiseReject,
  ReflectConstruct,
  SafePromisePrototypeFinally,
  Symbol,
} = primordials;

const {
  Immediate,
  Timeout,
  insert,
} = require('internal/timers');

const {
  clearImmediate,
  clearInterval,
  clearTimeout,
} = require('timers');

const {
  AbortError,
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_THIS,
  },
} = require('internal/errors');

const {
  validateAbortSignal,
  validateBoolean,
  validateNumber,
  validateObject,
} = require('internal/validators');

const {
  kEmptyObject,
} = require('internal/util');

const kScheduler = Symbol('kScheduler');

/**
 * @param {any} options
 * @returns {{ ref: boolean, signal?: AbortSignal }}
 */
function readOptions(options) {
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  return { __proto__: null, ref, signal };
}

function abortError(signal) {
  return new AbortError(undefined, { __proto__: null, cause: signal?.reason });
}

function listenForAbort(signal, listener) {
  const { kResistStopPropagation } = require('internal/event_target');
  signal.addEventListener('abort', listener, { __proto__: null, [kResistStopPropagation]: true });
}

/**
 * A promise that `start` fulfils later, or that `signal` rejects first.
 * @param {AbortSignal | undefined} signal
 * @param {(resolve: Function) => any} start begins the waiting
 * @param {(handle: any) => void} stop
 */
function waitFor(signal, start, stop) {
  if (signal?.aborted)
    return PromiseReject(abortError(signal));

  let onAbort;
  const promise = new Promise((resolve, reject) => {
    const handle = start(resolve);
    if (signal) {
      onAbort = () => {
        if (handle._destroyed)
          return;
        stop(handle);
        reject(abortError(signal));
      };
      listenForAbort(signal, onAbort);
    }
  });
  return onAbort === undefined ?
    promise :
    SafePromisePrototypeFinally(promise, () => signal.removeEventListener('abort', onAbort));
}

function setTimeout(after, value, options = kEmptyObject) {
  let signal;
  let ref;
  try {
    if (after !== undefined)
      validateNumber(after, 'delay');
    ({ signal, ref } = readOptions(options));
  } catch (error) {
    return PromiseReject(error);
  }

  return waitFor(signal, (resolve) => {
    const timeout = new Timeout(resolve, after, [value], false, ref);
    insert(timeout, timeout._idleTimeout);
    return timeout;
  }, clearTimeout);
}

function setImmediate(value, options = kEmptyObject) {
  let signal;
  let ref;
  try {
    ({ signal, ref } = readOptions(options));
  } catch (error) {
    return PromiseReject(error);
  }

  return waitFor(signal, (resolve) => {
    const immediate = new Immediate(resolve, [value]);
    if (!ref)
      immediate.unref();
    return immediate;
  }, clearImmediate);
}

async function* setInterval(after, value, options = kEmptyObject) {
  if (after !== undefined)
    validateNumber(after, 'delay');
  const { signal, ref } = readOptions(options);
  if (signal?.aborted)
    throw abortError(signal);

  // Beats that nobody has taken yet, and the reader that waits for one.
  let beats = 0;
  let wake;
  const settle = (outcome) => {
    const resolve = wake;
    wake = undefined;
    resolve(outcome);
  };

  const interval = new Timeout(() => {
    beats++;
    if (wake !== undefined)
      settle();
  }, after, undefined, true, ref);
  insert(interval, interval._idleTimeout);

  let onAbort;
  try {
    if (signal) {
      onAbort = () => {
        clearInterval(interval);
        if (wake !== undefined)
          settle(PromiseReject(abortError(signal)));
      };
      listenForAbort(signal, onAbort);
    }

    while (!signal?.aborted) {
      if (beats === 0) {
        await new Promise((resolve) => {
          wake = resolve;
        });
      }
      for (; beats > 0; beats--)
        yield value;
    }
    throw abortError(signal);
  } finally {
    clearInterval(interval);
    if (onAbort !== undefined)
      signal.removeEventListener('abort', onAbort);
  }
}

class Scheduler {
  constructor() {
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  /** Lets the event loop go on, and resumes at once. */
  yield() {
    if (!this?.[kScheduler])
      throw new ERR_INVALID_THIS('Scheduler');
    return setImmediate();
  }

  /**
   * @param {number} delay milliseconds
   * @param {{ signal?: AbortSignal }} [options]
   */
  wait(delay, options) {
    if (!this?.[kScheduler])
      throw new ERR_INVALID_THIS('Scheduler');
    return setTimeout(delay, undefined, { signal: options?.signal });
  }
}

// The one instance: the constructor is for show.
const scheduler = ReflectConstruct(function() {
  this[kScheduler] = true;
}, [], Scheduler);

module.exports = {
  setTimeout,
  setImmediate,
  setInterval,
  scheduler,
};
