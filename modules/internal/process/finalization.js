'use strict';

// `process.finalization`: callbacks for objects that are still there when the program ends.
//
// Loads on demand, on any thread, and is not in the startup image. It keeps no object alive: one that was collected is forgotten.

const {
  SafeFinalizationRegistry,
  SafeSet,
  SafeWeakRef,
} = primordials;

const {
  kValidateObjectAllowObjects,
  validateObject,
} = require('internal/validators');

// What is to be called at an event of `process`; there is a listener only while there is something.
class Waiting {
  #event;
  #entries = new SafeSet();
  #listener = () => this.#callAll();

  constructor(event) {
    this.#event = event;
  }

  add(object, callback) {
    if (this.#entries.size === 0)
      process.on(this.#event, this.#listener);
    const entry = { __proto__: null, callback, waiting: this, weak: new SafeWeakRef(object) };
    this.#entries.add(entry);
    return entry;
  }

  remove(entry) {
    if (this.#entries.delete(entry) && this.#entries.size === 0)
      process.removeListener(this.#event, this.#listener);
  }

  removeAllOf(object) {
    this.#entries.forEach((entry) => {
      if (entry.weak.deref() === object)
        this.remove(entry);
    });
  }

  #callAll() {
    this.#entries.forEach((entry) => {
      this.remove(entry);
      const object = entry.weak.deref();
      const { callback } = entry;
      if (object !== undefined)
        callback(object, this.#event);
    });
  }
}

function makeFinalization() {
  const exit = new Waiting('exit');
  const beforeExit = new Waiting('beforeExit');
  const registry = new SafeFinalizationRegistry((entry) => entry.waiting.remove(entry));

  function add(waiting, obj, callback) {
    validateObject(obj, 'obj', kValidateObjectAllowObjects);
    registry.register(obj, waiting.add(obj, callback), obj);
  }

  return {
    register(obj, callback) {
      add(exit, obj, callback);
    },
    registerBeforeExit(obj, callback) {
      add(beforeExit, obj, callback);
    },
    unregister(obj) {
      registry.unregister(obj);
      exit.removeAllOf(obj);
      beforeExit.removeAllOf(obj);
    },
  };
}

module.exports = { makeFinalization };
