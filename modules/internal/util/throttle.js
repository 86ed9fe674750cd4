'use strict';

// `util.throttle`: a function that runs another one at most so often within an interval, and so often at a time.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  ReflectApply,
} = primordials;

const { codes: { ERR_THROTTLED } } = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');
const FixedQueue = require('internal/fixed_queue');
const { TIMEOUT_MAX } = require('internal/timers');
const { createDeferredPromise, kEmptyObject } = require('internal/util');
const { Wait, abortError, checkNotAborted, dress } = require('internal/util/limited_call');
const {
  validateAbortSignal,
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
  validateOneOf,
} = require('internal/validators');
const { getNow } = internalBinding('timers');
const { markPromiseAsHandled } = internalBinding('util');

// Counts the runs of one interval after another.
class Window {
  #count = 0;
  #start;

  constructor(limit, interval) {
    this.limit = limit;
    this.interval = interval;
  }

  #over(now) {
    return this.#start === undefined || now - this.#start >= this.interval;
  }

  hasRoom(now) {
    return this.#over(now) || this.#count < this.limit;
  }

  enter(now) {
    if (this.#over(now)) {
      this.#count = 0;
      this.#start = now;
    }
    this.#count++;
  }

  // Milliseconds until there is room.
  delay(now) {
    return this.#start + this.interval - now;
  }

  reset() {
    this.#count = 0;
    this.#start = undefined;
  }
}

// Knows the times of the latest runs: in no span as long as the interval are there more than the limit.
class SlidingWindow {
  #times = [];

  constructor(limit, interval) {
    this.limit = limit;
    this.interval = interval;
  }

  hasRoom(now) {
    const times = this.#times;
    while (times.length !== 0 && now - times[0] >= this.interval) ArrayPrototypeShift(times);
    return times.length < this.limit;
  }

  enter(now) {
    ArrayPrototypePush(this.#times, now);
  }

  delay(now) {
    return this.#times[0] + this.interval - now;
  }

  reset() {
    this.#times = [];
  }
}

/**
 * @param {Function} fn
 * @param {number} limit runs within an interval
 * @param {number} interval milliseconds
 * @param {{ concurrency?: number, maxPending?: number, overflow?: 'queue' | 'drop', signal?: AbortSignal, strict?: boolean }}
 *   [options]
 * @returns {Function}
 */
function throttle(fn, limit, interval, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateInteger(limit, 'limit', 1);
  validateInteger(interval, 'interval', 0, TIMEOUT_MAX);
  validateObject(options, 'options');
  const { concurrency = Infinity, maxPending = Infinity, overflow = 'queue', signal, strict = false } = options;
  if (concurrency !== Infinity) validateInteger(concurrency, 'options.concurrency', 1);
  if (maxPending !== Infinity) validateInteger(maxPending, 'options.maxPending', 0);
  validateOneOf(overflow, 'options.overflow', ['queue', 'drop']);
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(strict, 'options.strict');
  checkNotAborted(signal);

  const timer = new Wait();
  const window = strict ? new SlidingWindow(limit, interval) : new Window(limit, interval);
  let active = 0; // runs whose results have not settled
  let failure; // of every call, once the signal has aborted
  let latest; // the last call that was queued
  let queue = new FixedQueue();
  let queued = 0;

  function cancelWith(error) {
    timer.stop();
    window.reset();
    const calls = queue;
    queue = new FixedQueue();
    queued = 0;
    while (!calls.isEmpty()) calls.shift().reject(error);
  }

  function abort() {
    failure ??= abortError(signal.reason);
    cancelWith(failure);
  }

  function onSettled() {
    active--;
    drain();
  }

  function run(call, now) {
    window.enter(now);
    active++;
    let result;
    try {
      result = PromiseResolve(ReflectApply(fn, throttled, call.args));
    } catch (error) {
      result = PromiseReject(error);
    }
    call.resolve(result);
    PromisePrototypeThen(result, onSettled, onSettled);
  }

  function drain() {
    if (signal?.aborted) {
      abort();
      return;
    }
    while (queued !== 0 && active < concurrency) {
      const now = getNow();
      if (!window.hasRoom(now)) {
        if (!timer.active) timer.start(drain, window.delay(now));
        return;
      }
      queued--;
      run(queue.shift(), now);
    }
  }

  function isFree(now) {
    return queued === 0 && active < concurrency && window.hasRoom(now);
  }

  function throttled(...args) {
    if (signal?.aborted) abort();
    if (failure !== undefined) return PromiseReject(failure);
    const now = getNow();
    const free = isFree(now);
    if (!free && (overflow === 'drop' || queued >= maxPending)) {
      const dropped = PromiseReject(new ERR_THROTTLED());
      markPromiseAsHandled(dropped);
      return dropped;
    }
    const call = createDeferredPromise();
    call.args = args;
    if (free) {
      run(call, now);
    } else {
      queue.push(call);
      queued++;
      latest = call.promise;
      drain();
    }
    return call.promise;
  }

  const methods = {
    __proto__: null,
    cancel(reason) {
      cancelWith(abortError(reason));
    },
    hasImmediateCapacity() {
      return !signal?.aborted && isFree(getNow());
    },
  };
  const getters = {
    __proto__: null,
    pending: () => (queued === 0 ? null : latest),
    pendingCount: () => queued,
    activeCount: () => active,
  };
  if (signal !== undefined) addAbortListener(signal, abort);
  return dress(throttled, fn, timer, methods, getters);
}

module.exports = { throttle };
