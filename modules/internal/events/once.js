'use strict';

// `events.once`: the arguments of the next event, as a promise.
//
// Phase: run time, at the first call; any thread; not in the startup image.

const { Promise } = primordials;

const { AbortError } = require('internal/errors');
const { addAgnosticListener, removeAgnosticListener } = require('internal/events/agnostic');
const { kValidateObjectAllowNullable, validateAbortSignal, validateObject } = require('internal/validators');

function once(emitter, name, options) {
  validateObject(options, 'options', kValidateObjectAllowNullable);
  const signal = options?.signal;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });

  return new Promise((resolve, reject) => {
    let abortListener;
    const release = () => {
      if (abortListener !== undefined) removeAgnosticListener(signal, 'abort', abortListener);
    };

    const onEvent = (...args) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', onError);
      release();
      resolve(args);
    };
    const onError = (error) => {
      emitter.removeListener(name, onEvent);
      release();
      reject(error);
    };

    const onceOnly = { __proto__: null, once: true };
    if (typeof emitter?.on !== 'function' || signal !== undefined) {
      onceOnly[require('internal/event_target').kResistStopPropagation] = true;
    }
    addAgnosticListener(emitter, name, onEvent, onceOnly);
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', onError);

    if (signal !== undefined) {
      abortListener = () => {
        removeAgnosticListener(emitter, name, onEvent);
        removeAgnosticListener(emitter, 'error', onError);
        reject(new AbortError(undefined, { cause: signal.reason }));
      };
      addAgnosticListener(signal, 'abort', abortListener, onceOnly);
    }
  });
}

module.exports = { once };
