'use strict';

// The web's EventTarget, and Event with it.
//
// Phase: run time, when one of the globals is read or a signal is made; any thread; not in the startup image. The emitter-like
// NodeEventTarget is in `internal/event_target/node`.

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  Boolean,
  FunctionPrototypeCall,
  ObjectAssign,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ReflectApply,
  SafeFinalizationRegistry,
  SafeMap,
  SafeSet,
  SafeWeakMap,
  SafeWeakRef,
  String,
  Symbol,
  SymbolFor,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_EVENT_RECURSION,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
    ERR_MISSING_ARGS,
  },
  genericNodeError,
} = require('internal/errors');
const {
  CustomEvent,
  Event,
  beginDispatch,
  endDispatch,
  isDispatching,
  isEvent,
  isStopped,
  kTrustEvent,
  setInPassiveListener,
} = require('internal/event_target/event');
const { customInspectSymbol, defineLazyProperties, kEmptyObject, kEnumerableProperty, spliceOne } = require('internal/util');
const { kValidateObjectAllowObjectsAndNull, validateAbortSignal, validateObject } = require('internal/validators');
const { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = require('events');

const kIsEventTarget = SymbolFor('nodejs.event_target');
const kCreateEvent = Symbol('kCreateEvent');
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');
const kHybridDispatch = SymbolFor('nodejs.internal.kHybridDispatch');
const kIsNodeStyleListener = Symbol('kIsNodeStyleListener');
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
// Listener options: an object that keeps the listener alive; run although propagation was stopped.
const kResistStopPropagation = Symbol('kResistStopPropagation');
const kWeakHandler = Symbol('kWeak');

// ---- listeners -------------------------------------------------------------------------------------------------------------

// object -> the listeners that live as long as it does
let keptAlive;
let collected;

class Listener {
  constructor(target, type, callback, options) {
    this.once = options.once;
    this.capture = options.capture;
    this.passive = options.passive;
    this.nodeStyle = options.nodeStyle;
    this.resists = options.resists;
    this.weak = options.weak !== undefined;
    this.removed = false;
    if (!this.weak) {
      this.callback = callback;
      return;
    }
    this.callback = new SafeWeakRef(callback);
    keptAlive ??= new SafeWeakMap();
    collected ??= new SafeFinalizationRegistry(({ listener, owner, type }) => {
      const gone = owner.deref();
      if (gone !== undefined) removeCollected(gone, type, listener);
    });
    let kept = keptAlive.get(options.weak);
    if (kept === undefined) keptAlive.set(options.weak, kept = new SafeSet());
    kept.add(callback);
    this.keeper = new SafeWeakRef(options.weak);
    collected.register(callback, { __proto__: null, listener: this, owner: new SafeWeakRef(target), type }, this);
  }

  // The function or object that was given, undefined once it is collected.
  get given() {
    return this.weak ? this.callback.deref() : this.callback;
  }

  // It was removed: nothing needs to stay alive for it.
  release() {
    if (!this.weak) return;
    const callback = this.callback.deref();
    const keeper = this.keeper.deref();
    if (callback !== undefined && keeper !== undefined) keptAlive.get(keeper)?.delete(callback);
    collected.unregister(this);
  }

  is(callback, capture) {
    return this.capture === capture && this.given === callback;
  }
}

function detach(listener) {
  listener.removed = true;
  listener.release();
}

// A listener that is held weakly is gone.
function removeCollected(target, type, listener) {
  const list = target[kEvents]?.get(type);
  const index = list === undefined ? -1 : ArrayPrototypeIndexOf(list, listener);
  if (index === -1) return;
  listener.removed = true;
  removeAt(target, type, list, index);
  target[kRemoveListener](list.length, type, undefined, listener.capture);
}

function removeAt(target, type, list, index) {
  if (list.length === 1) {
    target[kEvents].delete(type);
    list.length = 0;
  } else {
    spliceOne(list, index);
  }
}

// A listener that is to run once is gone when it runs.
function removeBeforeCall(target, type, listener) {
  const callback = listener.given;
  const list = target[kEvents].get(type);
  detach(listener);
  // A weak callback stays alive in `kept` no longer, so hold on to it for the call.
  listener.weak = false;
  listener.callback = callback;
  removeAt(target, type, list, ArrayPrototypeIndexOf(list, listener));
  target[kRemoveListener](list.length, type, callback, listener.capture);
}

function readListenerOptions(options) {
  if (typeof options === 'boolean') options = { __proto__: null, capture: options };
  if (options === null || options === undefined) return kEmptyObject;
  validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
  return options;
}

// Whether there is a listener to add or remove; what can be none throws.
function isListener(listener) {
  if (typeof listener === 'function' || (typeof listener === 'object' && listener !== null)) return true;
  if (listener === null || listener === undefined) return false;
  throw new ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

// What a listener throws ends the process in a tick of its own, and the other listeners run.
function reportError(error) {
  process.nextTick(() => {
    throw error;
  });
}

function watchResult(promise) {
  const { then } = promise;
  if (typeof then === 'function') FunctionPrototypeCall(then, promise, undefined, reportError);
}

function callListener(listener, target, argument) {
  const callback = listener.given;
  if (callback === undefined) return;
  try {
    let result;
    if (typeof callback === 'function') {
      result = FunctionPrototypeCall(callback, target, argument);
    } else if (callback.handleEvent) {
      result = callback.handleEvent(argument);
    }
    if (result !== undefined && result !== null) watchResult(result);
  } catch (error) {
    reportError(error);
  }
}

// ---- targets ---------------------------------------------------------------------------------------------------------------

function isEventTarget(value) {
  return value !== null && value !== undefined && value[kEvents] !== undefined;
}

function checkThis(value) {
  if (!isEventTarget(value)) throw new ERR_INVALID_THIS('EventTarget');
}

// Gives an object what the methods of EventTarget need; they also serve objects that native code makes.
function initEventTarget(self) {
  // type -> listeners; made for the first one
  self[kEvents] = null;
  self[kMaxEventTargetListeners] = undefined;
  self[kMaxEventTargetListenersWarned] = false;
  self[kHandlers] = undefined;
}

class EventTarget {
  static [kIsEventTarget] = true;

  constructor() {
    initEventTarget(this);
  }

  // Called after a listener was added, `size` of its type being there now.
  [kNewListener](size, type, listener, once, capture, passive, weak) {
    const limit = this[kMaxEventTargetListeners] ?? require('events').defaultMaxListeners;
    if (!(limit > 0) || size <= limit || this[kMaxEventTargetListenersWarned]) return;
    this[kMaxEventTargetListenersWarned] = true;
    const { inspect } = require('internal/util/inspect');
    process.emitWarning(genericNodeError(
      `Possible EventTarget memory leak detected. ${size} ${type} listeners added to ${inspect(this, { depth: -1 })}. ` +
      `MaxListeners is ${limit}. Use events.setMaxListeners() to increase limit`,
      { __proto__: null, name: 'MaxListenersExceededWarning', target: this, type, count: size },
    ));
  }

  // Called after a listener was removed.
  [kRemoveListener](size, type, listener, capture) {}

  addEventListener(type, listener, options = kEmptyObject) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    options = readListenerOptions(options);
    const { signal } = options;
    const once = Boolean(options.once);
    const capture = Boolean(options.capture);
    const passive = Boolean(options.passive);
    const weak = options[kWeakHandler] ?? undefined;
    validateAbortSignal(signal, 'options.signal');

    if (!isListener(listener)) {
      process.emitWarning(genericNodeError(`addEventListener called with ${listener} which has no effect.`, {
        __proto__: null, name: 'AddEventListenerArgumentTypeWarning', target: this, type,
      }));
      return;
    }
    type = `${type}`;
    if (signal) {
      if (signal.aborted) return;
      signal.addEventListener('abort', () => this.removeEventListener(type, listener, options), {
        __proto__: null, once: true, [kWeakHandler]: this, [kResistStopPropagation]: true,
      });
    }

    const events = this[kEvents] ??= new SafeMap();
    let list = events.get(type);
    if (list === undefined) {
      events.set(type, list = []);
    } else {
      for (let i = 0; i < list.length; i++) if (list[i].is(listener, capture)) return;
    }
    ArrayPrototypePush(list, new Listener(this, type, listener, {
      __proto__: null,
      once,
      capture,
      passive,
      weak,
      nodeStyle: Boolean(options[kIsNodeStyleListener]),
      resists: Boolean(options[kResistStopPropagation]),
    }));
    this[kNewListener](list.length, type, listener, once, capture, passive, weak);
  }

  removeEventListener(type, listener, options = kEmptyObject) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    if (!isListener(listener)) return;
    type = `${type}`;
    const capture = options === true || (typeof options !== 'boolean' && Boolean(options?.capture));
    const list = this[kEvents]?.get(type);
    for (let i = 0; i < list?.length; i++) {
      if (!list[i].is(listener, capture)) continue;
      detach(list[i]);
      removeAt(this, type, list, i);
      this[kRemoveListener](list.length, type, listener, capture);
      return;
    }
  }

  dispatchEvent(event) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('event');
    if (!isEvent(event)) throw new ERR_INVALID_ARG_TYPE('event', 'Event', event);
    if (isDispatching(event)) throw new ERR_EVENT_RECURSION(event.type);
    this[kHybridDispatch](event, event.type, event);
    return !event.defaultPrevented;
  }

  // Runs the listeners. Without an event, one is made of `value` when a listener of the web's kind is reached.
  [kHybridDispatch](value, type, event) {
    const create = () => {
      if (event === undefined) {
        event = this[kCreateEvent](value, type);
        beginDispatch(event, this);
      }
      return event;
    };
    if (event !== undefined) beginDispatch(event, this);

    const list = this[kEvents]?.get(type);
    if (list !== undefined) {
      // Listeners that are added meanwhile do not run.
      const listeners = list.length === 1 ? [list[0]] : ArrayPrototypeSlice(list);
      for (let i = 0; i < listeners.length; i++) {
        const listener = listeners[i];
        if (listener.removed) continue;
        if (event !== undefined && isStopped(event) && !listener.resists) continue;
        if (listener.once) removeBeforeCall(this, type, listener);
        const argument = listener.nodeStyle ? value : create();
        if (listener.passive && event !== undefined) setInPassiveListener(event, true);
        callListener(listener, this, argument);
        if (listener.passive && event !== undefined) setInPassiveListener(event, false);
      }
    }
    if (event !== undefined) endDispatch(event);
  }

  [kCreateEvent](value, type) {
    return new CustomEvent(type, { __proto__: null, detail: value });
  }

  [customInspectSymbol](depth, options) {
    checkThis(this);
    const { name } = this.constructor;
    if (depth < 0) return name;
    const inner = ObjectAssign({ __proto__: null }, options, { depth: options.depth == null ? null : options.depth - 1 });
    return `${name} ${require('internal/util/inspect').inspect({}, inner)}`;
  }
}

ObjectDefineProperties(EventTarget.prototype, {
  __proto__: null,
  addEventListener: kEnumerableProperty,
  removeEventListener: kEnumerableProperty,
  dispatchEvent: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, writable: false, enumerable: false, configurable: true, value: 'EventTarget' },
});

// ---- event handler attributes ------------------------------------------------------------------------------------------------

// Calls whatever the attribute holds at the time.
function makeEventHandler(handler) {
  function eventHandler(...args) {
    return typeof eventHandler.handler === 'function' ? ReflectApply(eventHandler.handler, this, args) : undefined;
  }
  eventHandler.handler = handler;
  return eventHandler;
}

// Defines `onNAME` on a prototype.
function defineEventHandler(prototype, name, event = name) {
  const property = `on${name}`;
  const accessor = {
    get() {
      checkThis(this);
      return this[kHandlers]?.get(event)?.handler ?? null;
    },
    set(value) {
      checkThis(this);
      const handlers = this[kHandlers] ??= new SafeMap();
      const wrapped = handlers.get(event);
      if (wrapped === undefined) {
        const handler = makeEventHandler(value);
        handlers.set(event, handler);
        this.addEventListener(event, handler);
        if (typeof value !== 'function') this[kRemoveListener](effectiveCount(this, event), event, handler, false);
        return;
      }
      const was = typeof wrapped.handler === 'function';
      const is = typeof value === 'function';
      wrapped.handler = value;
      if (was && !is) {
        this[kRemoveListener](effectiveCount(this, event), event, wrapped, false);
      } else if (is && !was) {
        this[kNewListener](effectiveCount(this, event), event, wrapped, false, false, false, undefined);
      }
    },
  };
  ObjectDefineProperty(accessor.get, 'name', { __proto__: null, value: `get ${property}` });
  ObjectDefineProperty(accessor.set, 'name', { __proto__: null, value: `set ${property}` });
  ObjectDefineProperty(prototype, property, {
    __proto__: null, get: accessor.get, set: accessor.set, configurable: true, enumerable: true,
  });
}

// How many listeners there are, an attribute without a function not among them.
function effectiveCount(target, type) {
  const count = listenerCount(target, type);
  const attribute = target[kHandlers]?.get(type);
  return attribute !== undefined && typeof attribute.handler !== 'function' ? count - 1 : count;
}

// ---- for `events` and others -------------------------------------------------------------------------------------------------

function listenerCount(target, type) {
  return target[kEvents]?.get(type)?.length ?? 0;
}

function eventNames(target) {
  const names = [];
  target[kEvents]?.forEach((list, type) => ArrayPrototypePush(names, type));
  return names;
}

// The listeners as they were given, or undefined if that is no event target.
function getEventTargetListeners(target, type) {
  if (!isEventTarget(target)) return undefined;
  const list = target[kEvents]?.get(type) ?? [];
  const result = [];
  for (let i = 0; i < list.length; i++) {
    const { given } = list[i];
    if (given !== undefined) ArrayPrototypePush(result, given);
  }
  return result;
}

function removeAllEventTargetListeners(target, type) {
  const events = target[kEvents];
  if (!events) return;
  const types = type === undefined ? eventNames(target) : [String(type)];
  for (let i = 0; i < types.length; i++) {
    const list = events.get(types[i]);
    for (let j = 0; j < list?.length; j++) detach(list[j]);
    events.delete(types[i]);
  }
}

function getMaxEventTargetListeners(target) {
  if (!isEventTarget(target)) return undefined;
  return target[kMaxEventTargetListeners] ?? require('events').defaultMaxListeners;
}

// False if that is no event target.
function setMaxEventTargetListeners(target, n) {
  if (!isEventTarget(target)) return false;
  target[kMaxEventTargetListeners] = n;
  target[kMaxEventTargetListenersWarned] = false;
  return true;
}

module.exports = {
  CustomEvent,
  Event,
  EventTarget,
  defineEventHandler,
  eventNames,
  getEventTargetListeners,
  getMaxEventTargetListeners,
  initEventTarget,
  isEventTarget,
  kCreateEvent,
  kEvents,
  kHybridDispatch,
  kIsNodeStyleListener,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  kTrustEvent,
  kWeakHandler,
  listenerCount,
  removeAllEventTargetListeners,
  setMaxEventTargetListeners,
};
defineLazyProperties(module.exports, 'internal/event_target/node', [
  'EventEmitterMixin',
  'NodeEventTarget',
  'initNodeEventTarget',
]);
