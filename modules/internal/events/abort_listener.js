'use strict';

// `events.addAbortListener`: a listener for the end of a signal, that `stopImmediatePropagation` does not keep from running.
//
// Phase: run time, when the first signal is listened to; any thread; not in the startup image.

const { SymbolDispose } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');

function addAbortListener(signal, listener) {
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');

  let remove;
  if (signal.aborted) {
    require('internal/process/task_queues').queueMicrotask(() => listener());
  } else {
    const { kResistStopPropagation } = require('internal/event_target');
    signal.addEventListener('abort', listener, { __proto__: null, once: true, [kResistStopPropagation]: true });
    remove = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [SymbolDispose]() {
      remove?.();
    },
  };
}

module.exports = { addAbortListener };
