'use strict';

// AsyncLocalStorage.
//
// Phase: run time, when first read from `async_hooks`; any thread; not in the startup image.

const {
  ObjectIs,
  ReflectApply,
} = primordials;

const { validateFunction } = require('internal/validators');
const { current, enter, run, withValue, without } = require('internal/async_context');

class AsyncLocalStorage {
  // Values that were put into frames before `disable()` do not count, until the next one is put into one.
  #enabled = false;

  static bind(fn) {
    return require('internal/async_resource').AsyncResource.bind(fn);
  }

  static snapshot() {
    const frame = current();
    return (fn, ...args) => {
      validateFunction(fn, 'fn');
      return run(frame, fn, undefined, args);
    };
  }

  disable() {
    if (!this.#enabled) return;
    this.#enabled = false;
    enter(without(current(), this));
  }

  enterWith(store) {
    this.#enabled = true;
    enter(withValue(current(), this, store));
  }

  run(store, callback, ...args) {
    if (this.#enabled && ObjectIs(store, this.getStore())) return ReflectApply(callback, null, args);
    this.#enabled = true;
    return run(withValue(current(), this, store), callback, null, args);
  }

  exit(callback, ...args) {
    if (!this.#enabled) return ReflectApply(callback, null, args);
    return run(without(current(), this), callback, null, args);
  }

  getStore() {
    return this.#enabled ? current()?.get(this) : undefined;
  }
}

module.exports = { AsyncLocalStorage };
