'use strict';

// AbortController and AbortSignal.
//
// Phase: run time, when one of the globals is read or a builtin makes a signal; any thread; not in the startup image. Timers are
// loaded by `AbortSignal.timeout`.

const {
  ArrayPrototypePush,
  ObjectAssign,
  ObjectDefineProperties,
  SafeFinalizationRegistry,
  SafeSet,
  SafeWeakRef,
  Symbol,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
  },
} = require('internal/errors');
const {
  Event,
  EventTarget,
  defineEventHandler,
  kHybridDispatch,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  kTrustEvent,
  kWeakHandler,
} = require('internal/event_target');
const { createDeferredPromise, customInspectSymbol, kEnumerableProperty, lazyDOMException } = require('internal/util');
const {
  kValidateObjectAllowObjects,
  validateAbortSignal,
  validateAbortSignalArray,
  validateObject,
  validateUint32,
} = require('internal/validators');

const kCreate = Symbol('kCreate');

// Signals that will abort by themselves and that somebody listens to: they stay although nobody holds them.
let awaited;
// Clears the timers of signals that are gone.
let timers;

let abortSignal;
let isAbortSignal;

function inspectAs(self, shown, depth, options) {
  const { name } = self.constructor;
  if (depth < 0) return name;
  const inner = ObjectAssign({ __proto__: null }, options, { depth: options.depth == null ? null : options.depth - 1 });
  return `${name} ${require('internal/util/inspect').inspect(shown, inner)}`;
}

function defaultReason() {
  return lazyDOMException('This operation was aborted', 'AbortError');
}

function checkSignal(value) {
  if (!isAbortSignal(value)) throw new ERR_INVALID_THIS('AbortSignal');
}

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason = undefined;
  // Whether it may abort without anybody who holds it.
  #selfAborting = false;
  // Both of SafeWeakRef: the signals that this one follows, and those that follow it.
  #sources = undefined;
  #dependents = undefined;
  // Those of the sources that nobody else may hold and that abort all the same.
  #clocks = undefined;

  static {
    isAbortSignal = (value) => typeof value === 'object' && value !== null && #aborted in value;

    abortSignal = (signal, reason) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason;
      // Those that follow are aborted before any listener runs.
      const followers = [];
      signal.#dependents?.forEach((ref) => {
        const follower = ref.deref();
        if (follower === undefined || follower.#aborted) return;
        follower.#aborted = true;
        follower.#reason = reason;
        ArrayPrototypePush(followers, follower);
      });
      signal.#dependents = undefined;
      AbortSignal.#notify(signal);
      for (let i = 0; i < followers.length; i++) AbortSignal.#notify(followers[i]);
    };
  }

  static #notify(signal) {
    const event = new Event('abort', { __proto__: null, [kTrustEvent]: true });
    signal[kHybridDispatch](event, 'abort', event);
    awaited?.delete(signal);
  }

  constructor(token = undefined) {
    if (token !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  get aborted() {
    checkSignal(this);
    return this.#aborted;
  }

  get reason() {
    checkSignal(this);
    return this.#reason;
  }

  throwIfAborted() {
    checkSignal(this);
    if (this.#aborted) throw this.#reason;
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, { aborted: this.aborted }, depth, options);
  }

  static abort(reason = defaultReason()) {
    const signal = new AbortSignal(kCreate);
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kCreate);
    signal.#selfAborting = true;
    timers ??= new SafeFinalizationRegistry((timer) => require('timers').clearTimeout(timer));
    const ref = new SafeWeakRef(signal);
    const timer = require('timers').setTimeout(() => {
      const alive = ref.deref();
      if (alive === undefined) return;
      timers.unregister(alive);
      abortSignal(alive, lazyDOMException('The operation was aborted due to timeout', 'TimeoutError'));
    }, delay);
    timer.unref();
    timers.register(signal, timer, signal);
    return signal;
  }

  static any(signals) {
    validateAbortSignalArray(signals, 'signals');
    const result = new AbortSignal(kCreate);
    for (let i = 0; i < signals.length; i++) {
      if (signals[i].aborted) {
        result.#aborted = true;
        result.#reason = signals[i].reason;
        return result;
      }
    }
    result.#selfAborting = true;
    result.#sources = new SafeSet();
    const ref = new SafeWeakRef(result);
    for (let i = 0; i < signals.length; i++) result.#follow(signals[i], ref);
    return result;
  }

  // Follows `source`, or, if that follows others itself, those.
  #follow(source, ref) {
    if (!isAbortSignal(source)) {
      source.addEventListener('abort', () => {
        const alive = ref.deref();
        if (alive !== undefined) abortSignal(alive, source.reason);
      }, { __proto__: null, once: true, [kResistStopPropagation]: true });
      return;
    }
    if (source.#sources !== undefined) {
      source.#sources.forEach((inner) => {
        const alive = inner.deref();
        if (alive !== undefined && !this.#sources.has(inner)) this.#link(alive, inner, ref);
      });
      return;
    }
    this.#link(source, source.#weak(), ref);
  }

  #link(source, sourceRef, ref) {
    this.#sources.add(sourceRef);
    if (source.#selfAborting) ArrayPrototypePush(this.#clocks ??= [], source);
    source.#dependents ??= new SafeSet();
    source.#dependents.add(ref);
  }

  // One reference for each signal, so that sets of references are sets of signals.
  #ref = undefined;
  #weak() {
    return this.#ref ??= new SafeWeakRef(this);
  }

  [kNewListener](size, type, listener, once, capture, passive, weak) {
    super[kNewListener](size, type, listener, once, capture, passive, weak);
    if (this.#selfAborting && type === 'abort' && !this.#aborted && !weak && size === 1) {
      awaited ??= new SafeSet();
      awaited.add(this);
    }
  }

  [kRemoveListener](size, type, listener, capture) {
    super[kRemoveListener](size, type, listener, capture);
    if (this.#selfAborting && type === 'abort' && size === 0) awaited?.delete(this);
  }
}

ObjectDefineProperties(AbortSignal.prototype, {
  __proto__: null,
  aborted: kEnumerableProperty,
  reason: kEnumerableProperty,
  throwIfAborted: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, writable: false, enumerable: false, configurable: true, value: 'AbortSignal' },
});
ObjectDefineProperties(AbortSignal, {
  __proto__: null,
  abort: kEnumerableProperty,
  any: kEnumerableProperty,
  timeout: kEnumerableProperty,
});
defineEventHandler(AbortSignal.prototype, 'abort');

class AbortController {
  // Made when first asked for.
  #signal = undefined;

  get signal() {
    return this.#signal ??= new AbortSignal(kCreate);
  }

  abort(reason = defaultReason()) {
    abortSignal(this.#signal ??= new AbortSignal(kCreate), reason);
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, { signal: this.signal }, depth, options);
  }
}

ObjectDefineProperties(AbortController.prototype, {
  __proto__: null,
  signal: kEnumerableProperty,
  abort: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, writable: false, enumerable: false, configurable: true, value: 'AbortController' },
});

// `util.aborted`: resolves when `signal` aborts; the promise waits for ever once `resource` is gone.
async function aborted(signal, resource) {
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted) return undefined;
  const { promise, resolve } = createDeferredPromise();
  signal.addEventListener('abort', resolve, {
    __proto__: null, once: true, [kResistStopPropagation]: true, [kWeakHandler]: resource,
  });
  return await promise;
}

// Signals do not travel to other threads yet: these are what they are without that.
function transferableAbortSignal(signal) {
  if (!isAbortSignal(signal)) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  return signal;
}

function transferableAbortController() {
  return new AbortController();
}

module.exports = { AbortController, AbortSignal, aborted, transferableAbortController, transferableAbortSignal };
