'use strict';

// The web's Event and CustomEvent.
//
// Phase: run time, with `internal/event_target`; any thread; not in the startup image.

const {
  ObjectAssign,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  Symbol,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_INVALID_THIS,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { kValidateObjectAllowObjectsAndNull, validateObject } = require('internal/validators');

// Event option: the event is one of the runtime's own.
const kTrustEvent = Symbol('kTrustEvent');

const BUBBLES = 1 << 0;
const CANCELABLE = 1 << 1;
const COMPOSED = 1 << 2;
const TRUSTED = 1 << 3;
const DEFAULT_PREVENTED = 1 << 4;
const PROPAGATION_STOPPED = 1 << 5;
const IMMEDIATELY_STOPPED = 1 << 6;
const DISPATCHING = 1 << 7;
const IN_PASSIVE_LISTENER = 1 << 8;

// Milliseconds since the process began.
function now() {
  return internalBinding('process_methods').uptime() * 1000;
}

// What dispatching does with an event; an event has no methods for that.
let beginDispatch;
let endDispatch;
let isDispatching;
let isEvent;
let isStopped;
let setInPassiveListener;

// The flags of `event`; throws for what is no event.
let flagsOf;

// Each event has it, unforgeable, with one getter for all.
const isTrusted = {
  __proto__: null,
  configurable: false,
  enumerable: true,
  get: ObjectGetOwnPropertyDescriptor({
    get isTrusted() {
      return (flagsOf(this) & TRUSTED) !== 0;
    },
  }, 'isTrusted').get,
};

class Event {
  #type;
  #flags = 0;
  #target = null;
  #timeStamp = now();

  static {
    isEvent = (value) => typeof value === 'object' && value !== null && #type in value;
    flagsOf = (event) => {
      if (!isEvent(event)) throw new ERR_INVALID_THIS('Event');
      return event.#flags;
    };
    isDispatching = (event) => (event.#flags & DISPATCHING) !== 0;
    isStopped = (event) => (event.#flags & IMMEDIATELY_STOPPED) !== 0;
    setInPassiveListener = (event, on) => {
      event.#flags = on ? event.#flags | IN_PASSIVE_LISTENER : event.#flags & ~IN_PASSIVE_LISTENER;
    };
    beginDispatch = (event, target) => {
      event.#target = target;
      event.#flags |= DISPATCHING;
    };
    endDispatch = (event) => {
      event.#flags &= ~DISPATCHING;
    };
  }

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if (options !== undefined) {
      validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
      if (options !== null) {
        this.#flags = (options.bubbles ? BUBBLES : 0) | (options.cancelable ? CANCELABLE : 0) |
          (options.composed ? COMPOSED : 0) | (options[kTrustEvent] ? TRUSTED : 0);
      }
    }
    this.#type = `${type}`;
    ObjectDefineProperty(this, 'isTrusted', isTrusted);
  }

  initEvent(type, bubbles = false, cancelable = false) {
    const flags = flagsOf(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if ((flags & DISPATCHING) !== 0) return;
    this.#type = `${type}`;
    this.#flags = (flags & (COMPOSED | TRUSTED)) | (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0);
  }

  [customInspectSymbol](depth, options) {
    flagsOf(this);
    const { name } = this.constructor;
    if (depth < 0) return name;
    const inner = ObjectAssign({ __proto__: null }, options, { depth: options.depth == null ? null : options.depth - 1 });
    return `${name} ${require('internal/util/inspect').inspect({
      type: this.#type,
      defaultPrevented: this.defaultPrevented,
      cancelable: this.cancelable,
      timeStamp: this.#timeStamp,
    }, inner)}`;
  }

  get type() {
    flagsOf(this);
    return this.#type;
  }

  get target() {
    flagsOf(this);
    return this.#target;
  }

  get srcElement() {
    flagsOf(this);
    return this.#target;
  }

  get currentTarget() {
    return (flagsOf(this) & DISPATCHING) !== 0 ? this.#target : null;
  }

  get eventPhase() {
    return (flagsOf(this) & DISPATCHING) !== 0 ? Event.AT_TARGET : Event.NONE;
  }

  composedPath() {
    return (flagsOf(this) & DISPATCHING) !== 0 ? [this.#target] : [];
  }

  get bubbles() {
    return (flagsOf(this) & BUBBLES) !== 0;
  }

  get cancelable() {
    return (flagsOf(this) & CANCELABLE) !== 0;
  }

  get composed() {
    return (flagsOf(this) & COMPOSED) !== 0;
  }

  get timeStamp() {
    flagsOf(this);
    return this.#timeStamp;
  }

  get defaultPrevented() {
    return (flagsOf(this) & (CANCELABLE | DEFAULT_PREVENTED)) === (CANCELABLE | DEFAULT_PREVENTED);
  }

  preventDefault() {
    if ((flagsOf(this) & IN_PASSIVE_LISTENER) === 0) this.#flags |= DEFAULT_PREVENTED;
  }

  get returnValue() {
    return (flagsOf(this) & (CANCELABLE | DEFAULT_PREVENTED)) !== (CANCELABLE | DEFAULT_PREVENTED);
  }

  set returnValue(value) {
    flagsOf(this);
    if (!value) this.preventDefault();
  }

  get cancelBubble() {
    return (flagsOf(this) & PROPAGATION_STOPPED) !== 0;
  }

  set cancelBubble(value) {
    flagsOf(this);
    if (value) this.#flags |= PROPAGATION_STOPPED;
  }

  stopPropagation() {
    flagsOf(this);
    this.#flags |= PROPAGATION_STOPPED;
  }

  stopImmediatePropagation() {
    flagsOf(this);
    this.#flags |= PROPAGATION_STOPPED | IMMEDIATELY_STOPPED;
  }

  static NONE = 0;
  static CAPTURING_PHASE = 1;
  static AT_TARGET = 2;
  static BUBBLING_PHASE = 3;
}

ObjectDefineProperties(Event.prototype, {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, writable: false, enumerable: false, configurable: true, value: 'Event' },
  initEvent: kEnumerableProperty,
  type: kEnumerableProperty,
  target: kEnumerableProperty,
  srcElement: kEnumerableProperty,
  currentTarget: kEnumerableProperty,
  eventPhase: kEnumerableProperty,
  composedPath: kEnumerableProperty,
  bubbles: kEnumerableProperty,
  cancelable: kEnumerableProperty,
  composed: kEnumerableProperty,
  timeStamp: kEnumerableProperty,
  defaultPrevented: kEnumerableProperty,
  preventDefault: kEnumerableProperty,
  returnValue: kEnumerableProperty,
  cancelBubble: kEnumerableProperty,
  stopPropagation: kEnumerableProperty,
  stopImmediatePropagation: kEnumerableProperty,
});

const constant = { __proto__: null, writable: false, enumerable: true, configurable: false };
ObjectDefineProperties(Event, {
  __proto__: null,
  NONE: constant,
  CAPTURING_PHASE: constant,
  AT_TARGET: constant,
  BUBBLING_PHASE: constant,
});

class CustomEvent extends Event {
  #detail;

  constructor(type, options = kEmptyObject) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (!isEvent(this) || !(#detail in this)) throw new ERR_INVALID_THIS('CustomEvent');
    return this.#detail;
  }
}

ObjectDefineProperties(CustomEvent.prototype, {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, writable: false, enumerable: false, configurable: true, value: 'CustomEvent' },
  detail: kEnumerableProperty,
});

module.exports = {
  CustomEvent,
  Event,
  beginDispatch,
  endDispatch,
  isDispatching,
  isEvent,
  isStopped,
  kTrustEvent,
  setInPassiveListener,
};
