'use strict';

// `events.on`: the events of one name, as an async iterator.
//
// Phase: run time, at the first call; any thread; not in the startup image.

const {
  ArrayPrototypePush,
  AsyncIteratorPrototype,
  NumberMAX_SAFE_INTEGER,
  ObjectSetPrototypeOf,
  Promise,
  PromiseReject,
  PromiseResolve,
  SymbolAsyncIterator,
  SymbolDispose,
} = primordials;

const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { addAgnosticListener, removeAgnosticListener } = require('internal/events/agnostic');
const { kFirstEventParam, kWatermarkData } = require('internal/events/symbols');
const FixedQueue = require('internal/fixed_queue');
const { validateAbortSignal, validateArray, validateInteger, validateObject } = require('internal/validators');

function isError(value) {
  return internalBinding('types').isNativeError(value);
}

function on(emitter, event, options) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  const highWaterMark = options.highWaterMark ?? options.highWatermark ?? NumberMAX_SAFE_INTEGER;
  validateInteger(highWaterMark, 'options.highWaterMark', 1);
  const lowWaterMark = options.lowWaterMark ?? options.lowWatermark ?? 1;
  validateInteger(lowWaterMark, 'options.lowWaterMark', 1);
  const closeEvents = options.close;
  if (closeEvents !== undefined && closeEvents !== null) validateArray(closeEvents, 'options.close');

  // Events that nobody has asked for, and `next()` calls that no event has answered. One of the two is empty.
  const events = new FixedQueue();
  const waiting = new FixedQueue();
  // Every listener, as emitter, name, function in a row.
  const listeners = [];
  let size = 0;
  let paused = false;
  let finished = false;
  let error;
  let failed = false;
  let abortHandle;

  function listen(target, name, listener) {
    addAgnosticListener(target, name, listener);
    ArrayPrototypePush(listeners, target, name, listener);
  }

  function onEvent(value) {
    if (waiting.isEmpty()) {
      size++;
      if (!paused && size > highWaterMark) {
        paused = true;
        emitter.pause?.();
      }
      events.push(value);
    } else {
      waiting.shift().resolve({ value, done: false });
    }
  }

  function onError(reason) {
    if (waiting.isEmpty()) {
      error = reason;
      failed = true;
    } else {
      waiting.shift().reject(reason);
    }
    close();
  }

  function close() {
    abortHandle?.[SymbolDispose]();
    for (let i = 0; i < listeners.length; i += 3) {
      removeAgnosticListener(listeners[i], listeners[i + 1], listeners[i + 2]);
    }
    listeners.length = 0;
    finished = true;
    while (!waiting.isEmpty()) waiting.shift().resolve({ value: undefined, done: true });
    return PromiseResolve({ value: undefined, done: true });
  }

  const iterator = {
    next() {
      if (size > 0) {
        const value = events.shift();
        size--;
        if (paused && size < lowWaterMark) {
          paused = false;
          emitter.resume?.();
        }
        return PromiseResolve({ value, done: false });
      }
      if (failed) {
        const reason = error;
        error = undefined;
        failed = false;
        return PromiseReject(reason);
      }
      if (finished) return close();
      return new Promise((resolve, reject) => waiting.push({ __proto__: null, resolve, reject }));
    },

    return() {
      return close();
    },

    throw(reason) {
      if (!reason || !isError(reason)) {
        throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', reason);
      }
      onError(reason);
    },

    [SymbolAsyncIterator]() {
      return this;
    },

    // For tests: how full it is.
    [kWatermarkData]: {
      get size() {
        return size;
      },
      get low() {
        return lowWaterMark;
      },
      get high() {
        return highWaterMark;
      },
      get isPaused() {
        return paused;
      },
    },
  };
  ObjectSetPrototypeOf(iterator, AsyncIteratorPrototype);

  listen(emitter, event, options[kFirstEventParam] ? onEvent : (...args) => onEvent(args));
  if (event !== 'error' && typeof emitter.on === 'function') listen(emitter, 'error', onError);
  for (let i = 0; i < closeEvents?.length; i++) listen(emitter, closeEvents[i], close);

  if (signal !== undefined && signal !== null) {
    abortHandle = require('internal/events/abort_listener').addAbortListener(signal, () => {
      onError(new AbortError(undefined, { cause: signal.reason }));
    });
  }
  return iterator;
}

module.exports = { on };
