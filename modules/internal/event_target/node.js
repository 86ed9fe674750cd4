'use strict';

// An EventTarget with the methods of an emitter, and the reverse: emitters on top of another class.
//
// Phase: run time, for MessagePort and the like; any thread; not in the startup image.

const {
  FunctionPrototypeCall,
  ObjectAssign,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  SafeArrayIterator,
} = primordials;

const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const EventEmitter = require('events');
const {
  EventTarget,
  eventNames,
  getMaxEventTargetListeners,
  initEventTarget,
  isEventTarget,
  kHybridDispatch,
  kIsNodeStyleListener,
  listenerCount,
  removeAllEventTargetListeners,
  setMaxEventTargetListeners,
} = require('internal/event_target');
const { kEnumerableProperty } = require('internal/util');
const { validateNumber, validateString } = require('internal/validators');

function initNodeEventTarget(self) {
  initEventTarget(self);
}

function checkThis(value) {
  if (!isEventTarget(value)) throw new ERR_INVALID_THIS('NodeEventTarget');
}

const on = { __proto__: null, [kIsNodeStyleListener]: true };
const once = { __proto__: null, once: true, [kIsNodeStyleListener]: true };

class NodeEventTarget extends EventTarget {
  static defaultMaxListeners = 10;

  setMaxListeners(n) {
    checkThis(this);
    validateNumber(n, 'setMaxListeners', 0);
    setMaxEventTargetListeners(this, n);
  }

  getMaxListeners() {
    checkThis(this);
    return getMaxEventTargetListeners(this);
  }

  eventNames() {
    checkThis(this);
    return eventNames(this);
  }

  listenerCount(type) {
    checkThis(this);
    return listenerCount(this, `${type}`);
  }

  off(type, listener, options) {
    checkThis(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    checkThis(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  on(type, listener) {
    checkThis(this);
    this.addEventListener(type, listener, on);
    return this;
  }

  addListener(type, listener) {
    checkThis(this);
    this.addEventListener(type, listener, on);
    return this;
  }

  once(type, listener) {
    checkThis(this);
    this.addEventListener(type, listener, once);
    return this;
  }

  emit(type, value) {
    checkThis(this);
    validateString(type, 'type');
    const heard = listenerCount(this, type) > 0;
    this[kHybridDispatch](value, type);
    return heard;
  }

  removeAllListeners(type) {
    checkThis(this);
    removeAllEventTargetListeners(this, type);
    return this;
  }
}

ObjectDefineProperties(NodeEventTarget.prototype, {
  __proto__: null,
  setMaxListeners: kEnumerableProperty,
  getMaxListeners: kEnumerableProperty,
  eventNames: kEnumerableProperty,
  listenerCount: kEnumerableProperty,
  off: kEnumerableProperty,
  removeListener: kEnumerableProperty,
  on: kEnumerableProperty,
  addListener: kEnumerableProperty,
  once: kEnumerableProperty,
  emit: kEnumerableProperty,
  removeAllListeners: kEnumerableProperty,
});

// A class that is `Superclass` and an emitter.
function EventEmitterMixin(Superclass) {
  class MixedEventEmitter extends Superclass {
    constructor(...args) {
      super(...new SafeArrayIterator(args));
      FunctionPrototypeCall(EventEmitter, this);
    }
  }
  const keys = ReflectOwnKeys(EventEmitter.prototype);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] === 'constructor') continue;
    ObjectDefineProperty(
      MixedEventEmitter.prototype,
      keys[i],
      ObjectAssign({ __proto__: null }, ObjectGetOwnPropertyDescriptor(EventEmitter.prototype, keys[i])),
    );
  }
  return MixedEventEmitter;
}

module.exports = { EventEmitterMixin, NodeEventTarget, initNodeEventTarget };
