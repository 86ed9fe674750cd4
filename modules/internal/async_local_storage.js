'use strict';

// AsyncLocalStorage.
//
// Phase: run time, when first read from `async_hooks`; any thread; not in the startup image.

const {
  ObjectIs,
  ReflectApply,
  SymbolDispose,
} = primordials;

const { kEmptyObject } = require('internal/util');
const { validateFunction, validateObject } = require('internal/validators');
const { current, enter, run, withValue, without } = require('internal/async_context');

class AsyncLocalStorage {
  // Frames hold the store under this; after `disable()` it is another one, so that what was entered before counts no more.
  #key = { __proto__: null };
  #defaultValue;
  #name = '';

  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    const { defaultValue, name } = options;
    this.#defaultValue = defaultValue;
    if (name !== undefined) this.#name = `${name}`;
  }

  get name() {
    return this.#name;
  }

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
    enter(without(current(), this.#key));
    this.#key = { __proto__: null };
  }

  enterWith(store) {
    enter(withValue(current(), this.#key, store));
  }

  run(store, callback, ...args) {
    if (ObjectIs(store, this.getStore())) return ReflectApply(callback, null, args);
    return run(withValue(current(), this.#key, store), callback, null, args);
  }

  exit(callback, ...args) {
    return run(withValue(current(), this.#key, undefined), callback, null, args);
  }

  getStore() {
    const frame = current();
    const store = frame?.get(this.#key);
    return store !== undefined || frame?.has(this.#key) ? store : this.#defaultValue;
  }

  withScope(store) {
    return new RunScope(this, store);
  }
}

// A store entered until the scope is disposed of.
class RunScope {
  #disposed = false;
  #previous;
  #storage;

  constructor(storage, store) {
    this.#storage = storage;
    this.#previous = storage.getStore();
    storage.enterWith(store);
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#storage.enterWith(this.#previous);
  }

  [SymbolDispose]() {
    this.dispose();
  }
}

module.exports = { AsyncLocalStorage };
