'use strict';

// `events`: the EventEmitter.
//
// Phase: node, on every thread, in the startup image: `process` is an emitter. What concerns EventTarget, promises and async
// iterators is under `internal/events` and `internal/event_target`, loaded when it is called.

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeUnshift,
  Error,
  ErrorCaptureStackTrace,
  FunctionPrototypeBind,
  FunctionPrototypeCall,
  FunctionPrototypeSymbolHasInstance,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectGetPrototypeOf,
  ReflectApply,
  ReflectOwnKeys,
  SafeArrayIterator,
  String,
  Symbol,
  SymbolFor,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_UNHANDLED_ERROR,
  },
  genericNodeError,
  kEnhanceStackBeforeInspector,
} = require('internal/errors');
const { defineLazyProperties, kEmptyObject, spliceOne } = require('internal/util');
const { validateBoolean, validateFunction, validateNumber } = require('internal/validators');

const kCapture = Symbol('kCapture');
const kErrorMonitor = Symbol('events.errorMonitor');
// Set on an emitter whose class brought its `_events`: keys of removed events then stay, with the value undefined, so that all
// emitters of that class keep one shape.
const kShapeMode = Symbol('shapeMode');
const kRejection = SymbolFor('nodejs.rejection');

let defaultMaxListeners = 10;

function EventEmitter(options) {
  FunctionPrototypeCall(EventEmitter.init, this, options);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;

ObjectDefineProperties(EventEmitter.prototype, {
  __proto__: null,
  [kCapture]: { __proto__: null, value: false, writable: true, enumerable: false },
  [kShapeMode]: { __proto__: null, value: false, writable: true, enumerable: false },
});

// Makes an object into an emitter; also called on objects whose class does not derive from EventEmitter.
function init(options) {
  if (this._events === undefined || this._events === ObjectGetPrototypeOf(this)._events) {
    this._events = { __proto__: null };
    this._eventsCount = 0;
  } else {
    this[kShapeMode] = true;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (options?.captureRejections) {
    validateBoolean(options.captureRejections, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
}

// ---- emitting --------------------------------------------------------------------------------------------------------------

// A listener returned something: if it is a promise that rejects, the emitter hears of it.
function addCatch(emitter, promise, type, args) {
  if (!emitter[kCapture]) return;
  try {
    const { then } = promise;
    if (typeof then !== 'function') return;
    ReflectApply(then, promise, [undefined, (error) => {
      // In a tick of its own: what is thrown while the error is reported must not land in the promise.
      process.nextTick(reportRejection, emitter, error, type, args);
    }]);
  } catch (error) {
    emitter.emit('error', error);
  }
}

function reportRejection(emitter, error, type, args) {
  const handler = emitter[kRejection];
  if (typeof handler === 'function') {
    const all = [error, type];
    for (let i = 0; i < args.length; i++) ArrayPrototypePush(all, args[i]);
    ReflectApply(handler, emitter, all);
    return;
  }
  // The listener for 'error' may return a rejecting promise too; that one is not caught.
  const capture = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit('error', error);
  } finally {
    emitter[kCapture] = capture;
  }
}

// Nobody listens for an 'error': throw it.
function throwUnhandled(emitter, error) {
  if (FunctionPrototypeSymbolHasInstance(Error, error)) {
    try {
      const place = {};
      ErrorCaptureStackTrace(place, EventEmitter.prototype.emit);
      ObjectDefineProperty(error, kEnhanceStackBeforeInspector, {
        __proto__: null,
        value: () => require('internal/events/unhandled').enhanceStack(emitter, error, place),
        configurable: true,
      });
    } catch {
      // A frozen error is thrown as it is.
    }
    throw error;
  }
  let text;
  try {
    text = require('internal/util/inspect').inspect(error);
  } catch {
    try {
      text = String(error);
    } catch {
      text = typeof error;
    }
  }
  const unhandled = new ERR_UNHANDLED_ERROR(text);
  unhandled.context = error;
  throw unhandled;
}

EventEmitter.prototype.emit = function emit(type, ...args) {
  const events = this._events;
  if (type === 'error') {
    if (events !== undefined && events[kErrorMonitor] !== undefined) {
      ReflectApply(this.emit, this, [kErrorMonitor, ...new SafeArrayIterator(args)]);
    }
    if (events === undefined || events.error === undefined) throwUnhandled(this, args.length > 0 ? args[0] : undefined);
  } else if (events === undefined) {
    return false;
  }

  const handler = events[type];
  if (handler === undefined) return false;

  if (typeof handler === 'function') {
    const result = ReflectApply(handler, this, args);
    if (result !== undefined && result !== null) addCatch(this, result, type, args);
    return true;
  }
  // A copy: listeners may come and go while they run.
  const listeners = ArrayPrototypeSlice(handler);
  for (let i = 0; i < listeners.length; i++) {
    const result = ReflectApply(listeners[i], this, args);
    if (result !== undefined && result !== null) addCatch(this, result, type, args);
  }
  return true;
};

// ---- adding ----------------------------------------------------------------------------------------------------------------

function maxListenersOf(emitter) {
  return emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners;
}

function warnOfLeak(emitter, type, list, limit) {
  list.warned = true;
  const { inspect } = require('internal/util/inspect');
  const { length } = list;
  process.emitWarning(genericNodeError(
    `Possible EventEmitter memory leak detected. ${length} ${String(type)} listeners added to ` +
    `${inspect(emitter, { depth: -1 })}. MaxListeners is ${limit}. Use emitter.setMaxListeners() to increase limit`,
    { __proto__: null, name: 'MaxListenersExceededWarning', emitter, type, count: length },
  ));
}

function insertListener(emitter, type, listener, prepend) {
  validateFunction(listener, 'listener');

  let events = emitter._events;
  let existing;
  if (events === undefined) {
    events = emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  } else {
    if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      // A listener of 'newListener' may have replaced the table.
      events = emitter._events;
    }
    existing = events[type];
  }

  if (existing === undefined) {
    events[type] = listener;
    ++emitter._eventsCount;
    return emitter;
  }
  if (typeof existing === 'function') {
    existing = events[type] = prepend ? [listener, existing] : [existing, listener];
  } else if (prepend) {
    ArrayPrototypeUnshift(existing, listener);
  } else {
    ArrayPrototypePush(existing, listener);
  }
  const limit = maxListenersOf(emitter);
  if (limit > 0 && existing.length > limit && !existing.warned) warnOfLeak(emitter, type, existing, limit);
  return emitter;
}

function runOnce() {
  if (this.fired) return undefined;
  this.target.removeListener(this.type, this.wrapped);
  this.fired = true;
  return ReflectApply(this.listener, this.target, arguments);
}

function wrapOnce(target, type, listener) {
  const state = { fired: false, wrapped: undefined, target, type, listener };
  const wrapped = FunctionPrototypeBind(runOnce, state);
  wrapped.listener = listener;
  state.wrapped = wrapped;
  return wrapped;
}

EventEmitter.prototype.addListener = function addListener(type, listener) {
  return insertListener(this, type, listener, false);
};

EventEmitter.prototype.on = EventEmitter.prototype.addListener;

EventEmitter.prototype.prependListener = function prependListener(type, listener) {
  return insertListener(this, type, listener, true);
};

EventEmitter.prototype.once = function once(type, listener) {
  validateFunction(listener, 'listener');
  this.on(type, wrapOnce(this, type, listener));
  return this;
};

EventEmitter.prototype.prependOnceListener = function prependOnceListener(type, listener) {
  validateFunction(listener, 'listener');
  this.prependListener(type, wrapOnce(this, type, listener));
  return this;
};

EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
  validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
  return maxListenersOf(this);
};

// ---- removing --------------------------------------------------------------------------------------------------------------

function forgetAll(emitter) {
  emitter._events = { __proto__: null };
  emitter._eventsCount = 0;
  emitter[kShapeMode] = false;
}

function forgetEvent(emitter, events, type) {
  emitter._eventsCount -= 1;
  if (emitter[kShapeMode]) {
    events[type] = undefined;
  } else if (emitter._eventsCount === 0) {
    emitter._events = { __proto__: null };
  } else {
    delete events[type];
  }
}

EventEmitter.prototype.removeListener = function removeListener(type, listener) {
  validateFunction(listener, 'listener');

  const events = this._events;
  const list = events?.[type];
  if (list === undefined) return this;

  if (typeof list === 'function') {
    if (list !== listener && list.listener !== listener) return this;
    forgetEvent(this, events, type);
    if (this._events.removeListener !== undefined) this.emit('removeListener', type, list.listener ?? listener);
    return this;
  }

  let index = list.length - 1;
  while (index >= 0 && list[index] !== listener && list[index].listener !== listener) index--;
  if (index < 0) return this;
  if (index === 0) {
    ArrayPrototypeShift(list);
  } else {
    spliceOne(list, index);
  }
  if (list.length === 1) events[type] = list[0];
  if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

EventEmitter.prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  const all = arguments.length === 0;

  if (events.removeListener === undefined) {
    if (all) {
      forgetAll(this);
    } else if (events[type] !== undefined) {
      forgetEvent(this, events, type);
    }
    return this;
  }

  // Somebody wants to hear of each one.
  if (all) {
    const keys = ReflectOwnKeys(events);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== 'removeListener') this.removeAllListeners(keys[i]);
    }
    this.removeAllListeners('removeListener');
    forgetAll(this);
    return this;
  }
  const list = events[type];
  if (typeof list === 'function') {
    this.removeListener(type, list);
  } else if (list !== undefined) {
    for (let i = list.length - 1; i >= 0; i--) this.removeListener(type, list[i]);
  }
  return this;
};

// ---- asking ----------------------------------------------------------------------------------------------------------------

function listenersOf(emitter, type, unwrap) {
  const list = emitter._events?.[type];
  if (list === undefined) return [];
  if (typeof list === 'function') return [unwrap ? list.listener ?? list : list];
  const result = ArrayPrototypeSlice(list);
  if (unwrap) {
    for (let i = 0; i < result.length; i++) result[i] = result[i].listener ?? result[i];
  }
  return result;
}

EventEmitter.prototype.listeners = function listeners(type) {
  return listenersOf(this, type, true);
};

EventEmitter.prototype.rawListeners = function rawListeners(type) {
  return listenersOf(this, type, false);
};

EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
  const list = this._events?.[type];
  if (list === undefined) return 0;
  const given = listener !== undefined && listener !== null;
  if (typeof list === 'function') return !given || list === listener || list.listener === listener ? 1 : 0;
  if (!given) return list.length;
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === listener || list[i].listener === listener) count++;
  }
  return count;
};

const ownListenerCount = EventEmitter.prototype.listenerCount;

EventEmitter.prototype.eventNames = function eventNames() {
  if (!(this._eventsCount > 0)) return [];
  const keys = ReflectOwnKeys(this._events);
  if (!this[kShapeMode]) return keys;
  const names = [];
  for (let i = 0; i < keys.length; i++) {
    if (this._events[keys[i]] !== undefined) ArrayPrototypePush(names, keys[i]);
  }
  return names;
};

// ---- statics: emitters and event targets alike ---------------------------------------------------------------------------------

function notEmitter(name, value) {
  return new ERR_INVALID_ARG_TYPE(name, ['EventEmitter', 'EventTarget'], value);
}

function setMaxListeners(n = defaultMaxListeners, ...targets) {
  validateNumber(n, 'setMaxListeners', 0);
  if (targets.length === 0) {
    defaultMaxListeners = n;
    return;
  }
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i];
    if (typeof target?.setMaxListeners === 'function') {
      target.setMaxListeners(n);
    } else if (!require('internal/event_target').setMaxEventTargetListeners(target, n)) {
      throw notEmitter('eventTargets', target);
    }
  }
}

function getMaxListeners(target) {
  if (typeof target?.getMaxListeners === 'function') return maxListenersOf(target);
  const n = require('internal/event_target').getMaxEventTargetListeners(target);
  if (n === undefined) throw notEmitter('emitter', target);
  return n;
}

function getEventListeners(target, type) {
  if (typeof target?.listeners === 'function') return target.listeners(type);
  const listeners = require('internal/event_target').getEventTargetListeners(target, type);
  if (listeners === undefined) throw notEmitter('emitter', target);
  return listeners;
}

function listenerCount(emitter, type) {
  if ((typeof emitter !== 'object' && typeof emitter !== 'function') || emitter === null) throw notEmitter('emitter', emitter);
  if (typeof emitter.listenerCount === 'function') return emitter.listenerCount(type);
  return ReflectApply(ownListenerCount, emitter, [type]);
}

function addAbortListener(signal, listener) {
  return require('internal/events/abort_listener').addAbortListener(signal, listener);
}

async function once(emitter, name, options = kEmptyObject) {
  // `await`: to return the promise would look up its `then`, which a script may have replaced.
  return await require('internal/events/once').once(emitter, name, options);
}

function on(emitter, event, options = kEmptyObject) {
  return require('internal/events/on').on(emitter, event, options);
}

module.exports = EventEmitter;
EventEmitter.addAbortListener = addAbortListener;
EventEmitter.once = once;
EventEmitter.on = on;
EventEmitter.getEventListeners = getEventListeners;
EventEmitter.getMaxListeners = getMaxListeners;
// The name under which it is known to `import { EventEmitter }`.
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
ObjectDefineProperty(EventEmitter, 'captureRejections', {
  __proto__: null,
  get() {
    return EventEmitter.prototype[kCapture];
  },
  set(value) {
    validateBoolean(value, 'EventEmitter.captureRejections');
    EventEmitter.prototype[kCapture] = value;
  },
  enumerable: true,
});
ObjectDefineProperties(EventEmitter, {
  __proto__: null,
  // Where an EventTarget keeps its limit, and whether it has warned.
  kMaxEventTargetListeners: { __proto__: null, value: Symbol('events.maxEventTargetListeners') },
  kMaxEventTargetListenersWarned: { __proto__: null, value: Symbol('events.maxEventTargetListenersWarned') },
});
EventEmitter.errorMonitor = kErrorMonitor;
ObjectDefineProperty(EventEmitter, 'defaultMaxListeners', {
  __proto__: null,
  get() {
    return defaultMaxListeners;
  },
  set(n) {
    validateNumber(n, 'defaultMaxListeners', 0);
    defaultMaxListeners = n;
  },
  enumerable: true,
});
EventEmitter.setMaxListeners = setMaxListeners;
EventEmitter.init = init;
EventEmitter.listenerCount = listenerCount;
defineLazyProperties(EventEmitter, 'internal/events/async_resource', ['EventEmitterAsyncResource']);
