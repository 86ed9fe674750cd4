'use strict';

// Listening to what may be an emitter or an event target.
//
// Phase: run time, with `events.once` and `events.on`; any thread; not in the startup image.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');

function addAgnosticListener(emitter, name, listener, options) {
  if (typeof emitter?.on === 'function') {
    if (options?.once) {
      emitter.once(name, listener);
    } else {
      emitter.on(name, listener);
    }
  } else if (typeof emitter?.addEventListener === 'function') {
    emitter.addEventListener(name, listener, options);
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

function removeAgnosticListener(emitter, name, listener, options) {
  if (typeof emitter?.removeListener === 'function') {
    emitter.removeListener(name, listener);
  } else if (typeof emitter?.removeEventListener === 'function') {
    emitter.removeEventListener(name, listener, options);
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

module.exports = { addAgnosticListener, removeAgnosticListener };
