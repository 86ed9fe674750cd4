'use strict';

// What `util.debounce` and `util.throttle` have in common: the function they return, and calls that end with a signal.
//
// Phase: run time, any thread, with the first of them; not in the startup image. The timer is left to those who wait.

const {
  ObjectDefineProperties,
  ObjectDefineProperty,
} = primordials;

const { AbortError } = require('internal/errors');

function abortError(reason) {
  return reason === undefined ? new AbortError() : new AbortError(undefined, { __proto__: null, cause: reason });
}

// A signal that has aborted already lets nothing begin.
function checkNotAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });
}

// The one timer a limited function waits with. Whether it keeps the program alive outlasts it.
class Wait {
  #kept = true;
  #timeout;

  get active() {
    return this.#timeout !== undefined;
  }

  start(callback, ms) {
    this.#timeout = require('timers').setTimeout(() => {
      this.#timeout = undefined;
      callback();
    }, ms);
    if (!this.#kept) this.#timeout.unref();
  }

  restart() {
    this.#timeout.refresh();
  }

  stop() {
    if (this.#timeout !== undefined) require('timers').clearTimeout(this.#timeout);
    this.#timeout = undefined;
  }

  keepAlive(kept) {
    this.#kept = kept;
    if (kept) this.#timeout?.ref();
    else this.#timeout?.unref();
  }
}

// Gives `limited`, which stands for `fn`, its methods and its read-only properties.
function dress(limited, fn, wait, methods, getters) {
  methods.ref = function ref() {
    wait.keepAlive(true);
    return limited;
  };
  methods.unref = function unref() {
    wait.keepAlive(false);
    return limited;
  };
  for (const name in methods) {
    ObjectDefineProperty(limited, name, {
      __proto__: null, configurable: true, enumerable: true, writable: true, value: methods[name],
    });
  }
  for (const name in getters) {
    ObjectDefineProperty(limited, name, { __proto__: null, enumerable: false, get: getters[name] });
  }
  return ObjectDefineProperties(limited, {
    __proto__: null,
    length: { __proto__: null, configurable: true, value: fn.length },
    name: { __proto__: null, configurable: true, value: fn.name },
  });
}

module.exports = { Wait, abortError, checkNotAborted, dress };
