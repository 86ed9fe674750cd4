'use strict';

// AsyncResource, and the hooks that are told of them.
//
// Phase: run time, when first read from `async_hooks`; any thread; not in the startup image. Only resources that JavaScript makes have
// numbers of their own and tell the hooks; timers, promises and native requests do not. The context goes its own way
// (`internal/async_context`).

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  Boolean,
  FunctionPrototypeBind,
  FunctionPrototypeCall,
  NumberIsSafeInteger,
  ObjectDefineProperties,
  ReflectApply,
  SafeArrayIterator,
  SafeFinalizationRegistry,
  Symbol,
} = primordials;

const {
  codes: {
    ERR_ASYNC_CALLBACK,
    ERR_ASYNC_TYPE,
    ERR_INVALID_ASYNC_ID,
  },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateFunction, validateString } = require('internal/validators');
const { current, run } = require('internal/async_context');

// The numbers of the main script: itself, and what it was started by.
const kMain = 1;
const kRoot = 0;

let lastId = kMain;

// Resources whose functions run, the innermost last.
const running = [];
let mainResource;

function top() {
  return running.length === 0 ? undefined : running[running.length - 1];
}

function executionAsyncId() {
  return top()?.asyncId() ?? kMain;
}

function triggerAsyncId() {
  return top()?.triggerAsyncId() ?? kRoot;
}

function executionAsyncResource() {
  return top() ?? (mainResource ??= {});
}

// ---- hooks -----------------------------------------------------------------------------------------------------------------

// The hooks that are on; replaced, not changed.
let hooks = [];

const init = Symbol('init');
const before = Symbol('before');
const after = Symbol('after');
const destroy = Symbol('destroy');
const promiseResolve = Symbol('promiseResolve');

class AsyncHook {
  constructor(callbacks) {
    this[init] = callbacks.init;
    this[before] = callbacks.before;
    this[after] = callbacks.after;
    this[destroy] = callbacks.destroy;
    this[promiseResolve] = callbacks.promiseResolve;
  }

  enable() {
    if (ArrayPrototypeIndexOf(hooks, this) === -1) {
      hooks = ArrayPrototypeSlice(hooks);
      ArrayPrototypePush(hooks, this);
    }
    return this;
  }

  disable() {
    const index = ArrayPrototypeIndexOf(hooks, this);
    if (index !== -1) {
      hooks = ArrayPrototypeSlice(hooks);
      ArrayPrototypeSplice(hooks, index, 1);
    }
    return this;
  }
}

function createHook(callbacks) {
  const names = ['init', 'before', 'after', 'destroy', 'promiseResolve'];
  for (let i = 0; i < names.length; i++) {
    const callback = callbacks[names[i]];
    if (callback !== undefined && typeof callback !== 'function') throw new ERR_ASYNC_CALLBACK(`hook.${names[i]}`);
  }
  return new AsyncHook(callbacks);
}

function tell(event, a, b, c, d) {
  const list = hooks;
  for (let i = 0; i < list.length; i++) {
    if (list[i][event] !== undefined) FunctionPrototypeCall(list[i][event], list[i], a, b, c, d);
  }
}

// The end of a resource is told a turn later, and keeps no program alive.
function tellDestroyed(asyncId) {
  if (hooks.length > 0) require('timers').setImmediate(tell, destroy, asyncId).unref();
}

// ---- resources ---------------------------------------------------------------------------------------------------------------

let registry;

// Tells of resources that nobody destroyed before they went.
function watch(resource, state) {
  registry ??= new SafeFinalizationRegistry((gone) => {
    if (!gone.destroyed) tellDestroyed(gone.asyncId);
  });
  registry.register(resource, state);
}

class AsyncResource {
  #state;
  #triggerAsyncId;
  #frame;

  constructor(type, options = kEmptyObject) {
    validateString(type, 'type');
    let trigger = options;
    let requireManualDestroy = false;
    if (typeof options !== 'number') {
      trigger = options.triggerAsyncId === undefined ? executionAsyncId() : options.triggerAsyncId;
      requireManualDestroy = Boolean(options.requireManualDestroy);
    }
    if (!NumberIsSafeInteger(trigger) || trigger < -1) throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', trigger);
    this.#frame = current();
    this.#triggerAsyncId = trigger;
    this.#state = { __proto__: null, asyncId: ++lastId, destroyed: false };
    if (hooks.length > 0) {
      if (type.length === 0) throw new ERR_ASYNC_TYPE(type);
      if (!requireManualDestroy) watch(this, this.#state);
      tell(init, this.#state.asyncId, type, trigger, this);
    }
  }

  runInAsyncScope(fn, thisArg, ...args) {
    const { asyncId } = this.#state;
    ArrayPrototypePush(running, this);
    try {
      tell(before, asyncId);
      const result = run(this.#frame, fn, thisArg, args);
      tell(after, asyncId);
      return result;
    } finally {
      ArrayPrototypePop(running);
    }
  }

  emitDestroy() {
    this.#state.destroyed = true;
    tellDestroyed(this.#state.asyncId);
    return this;
  }

  asyncId() {
    return this.#state.asyncId;
  }

  triggerAsyncId() {
    return this.#triggerAsyncId;
  }

  bind(fn, thisArg = undefined) {
    validateFunction(fn, 'fn');
    let bound;
    if (thisArg === undefined) {
      const resource = this;
      bound = function (...args) {
        return ReflectApply(resource.runInAsyncScope, resource, [fn, this, ...new SafeArrayIterator(args)]);
      };
    } else {
      bound = FunctionPrototypeBind(this.runInAsyncScope, this, fn, thisArg);
    }
    let self = this;
    ObjectDefineProperties(bound, {
      __proto__: null,
      length: { __proto__: null, configurable: true, enumerable: false, value: fn.length, writable: false },
      asyncResource: {
        __proto__: null,
        configurable: true,
        enumerable: true,
        get: () => self,
        set(value) {
          self = value;
        },
      },
    });
    return bound;
  }

  static bind(fn, type = undefined, thisArg = undefined) {
    validateFunction(fn, 'fn');
    return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

module.exports = {
  AsyncResource,
  createHook,
  executionAsyncId,
  executionAsyncResource,
  triggerAsyncId,
};
