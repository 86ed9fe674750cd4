'use strict';

// `util.debounce`: a function that runs another one once no call has come for a while.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const {
  ArrayPrototypePush,
  PromiseReject,
  ReflectApply,
} = primordials;

const { AbortError } = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');
const { TIMEOUT_MAX } = require('internal/timers');
const { createDeferredPromise, kEmptyObject } = require('internal/util');
const { Wait, abortError, checkNotAborted, dress } = require('internal/util/limited_call');
const {
  validateAbortSignal,
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
} = require('internal/validators');
const { markPromiseAsHandled } = internalBinding('util');

/**
 * @param {Function} fn
 * @param {number} wait milliseconds without a call
 * @param {{ leading?: boolean, rejectOnCancel?: boolean, signal?: AbortSignal }} [options]
 * @returns {Function}
 */
function debounce(fn, wait, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateInteger(wait, 'wait', 0, TIMEOUT_MAX);
  validateObject(options, 'options');
  const { leading = false, rejectOnCancel = false, signal } = options;
  validateBoolean(leading, 'options.leading');
  validateBoolean(rejectOnCancel, 'options.rejectOnCancel');
  validateAbortSignal(signal, 'options.signal');
  checkNotAborted(signal);

  const timer = new Wait();
  let args; // of the latest call
  let calls = []; // those that wait for the result
  let failure; // of every call, once the signal has aborted

  function takeCalls() {
    const taken = calls;
    calls = [];
    return taken;
  }

  function rejectAll(list, error) {
    for (let i = 0; i < list.length; i++) list[i].reject(error);
  }

  function cancelWith(error) {
    if (!timer.active) return;
    timer.stop();
    args = undefined;
    rejectAll(takeCalls(), error);
  }

  function abort() {
    failure ??= abortError(signal.reason);
    cancelWith(failure);
  }

  function run(callArgs, waiting) {
    if (signal?.aborted) {
      abort();
      rejectAll(waiting, failure);
      return;
    }
    let result;
    try {
      result = ReflectApply(fn, debounced, callArgs);
    } catch (error) {
      rejectAll(waiting, error);
      return;
    }
    for (let i = 0; i < waiting.length; i++) waiting[i].resolve(result);
  }

  function runLatest() {
    const callArgs = args;
    args = undefined;
    const waiting = takeCalls();
    if (waiting.length !== 0) run(callArgs, waiting);
  }

  // A call that another one takes the place of: its promise may be nobody's.
  function supersede() {
    if (calls.length === 0) return;
    markPromiseAsHandled(calls[calls.length - 1].promise);
    if (rejectOnCancel) rejectAll(takeCalls(), new AbortError('The debounced call was superseded'));
  }

  function debounced(...callArgs) {
    if (signal?.aborted) abort();
    if (failure !== undefined) return PromiseReject(failure);
    const atOnce = leading && !timer.active;
    if (timer.active) {
      supersede();
      timer.restart();
    } else {
      timer.start(runLatest, wait);
    }
    const call = createDeferredPromise();
    if (atOnce) {
      run(callArgs, [call]);
    } else {
      ArrayPrototypePush(calls, call);
      args = callArgs;
    }
    return call.promise;
  }

  const methods = {
    __proto__: null,
    cancel(reason) {
      if (timer.active) cancelWith(abortError(reason));
    },
    flush() {
      if (calls.length === 0) return;
      timer.stop();
      runLatest();
    },
  };
  const getters = {
    __proto__: null,
    pending: () => (calls.length === 0 ? null : calls[calls.length - 1].promise),
    pendingCount: () => calls.length,
  };
  if (signal !== undefined) addAbortListener(signal, abort);
  return dress(debounced, fn, timer, methods, getters);
}

module.exports = { debounce };
