'use strict';

// The class Domain, and what it changes when it loads: emitters belong to the domain they are made in, `process.domain` is the active one,
// and errors that nobody caught go to it.
//
// Phase: run time, with `domain`; any thread; not in the startup image. What is called later runs in the domain it was asked for in, by the
// asynchronous context (`internal/domain/stack`).

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSome,
  ArrayPrototypeSplice,
  Error,
  FunctionPrototypeSymbolHasInstance,
  ObjectDefineProperty,
  ReflectApply,
  ReflectDefineProperty,
  ReflectSet,
} = primordials;

const { codes: { ERR_UNHANDLED_ERROR } } = require('internal/errors');
const { call, current, installHooks } = require('internal/async_context');
const { createHook } = require('internal/async_resource');
const { setUncaughtExceptionTaker } = require('internal/process/execution');
const { setRejectionEmitter } = require('internal/process/promises');
const stack = require('internal/domain/stack');
const EventEmitter = require('events');

// Not enumerable: a domain leads to everything in it, which nobody wants printed.
function setDomain(object, domain) {
  return ReflectDefineProperty(object, 'domain', {
    __proto__: null,
    configurable: true,
    enumerable: false,
    value: domain,
    writable: true,
  });
}

// Tells an error where it came from. One that is frozen stays as it is.
function mark(error, domain, thrown, key, value) {
  if ((typeof error !== 'object' && typeof error !== 'function') || error === null) return;
  if (key !== undefined) ReflectSet(error, key, value);
  setDomain(error, domain);
  ReflectSet(error, 'domainThrown', thrown);
}

class Domain extends EventEmitter {
  constructor() {
    super();
    // One domain is in another only when added to it.
    setDomain(this, null);
    this.members = [];
  }

  enter() {
    stack.enter(this);
  }

  exit() {
    stack.leave(this);
  }

  add(member) {
    if (member.domain === this) return;
    if (member.domain) member.domain.remove(member);
    // A domain in itself would pass an error round and round.
    if (FunctionPrototypeSymbolHasInstance(Domain, member)) {
      for (let domain = this.domain; domain; domain = domain.domain) {
        if (domain === member) return;
      }
    }
    setDomain(member, this);
    ArrayPrototypePush(this.members, member);
  }

  remove(member) {
    setDomain(member, null);
    const index = ArrayPrototypeIndexOf(this.members, member);
    if (index !== -1) ArrayPrototypeSplice(this.members, index, 1);
  }

  // When the function throws, the domain is not left: the error is to find it.
  run(fn, ...args) {
    stack.enter(this);
    const result = ReflectApply(fn, this, args);
    stack.leave(this);
    return result;
  }

  bind(callback) {
    const domain = this;
    function runBound(...args) {
      stack.enter(domain);
      const result = ReflectApply(callback, this, args);
      stack.leave(domain);
      return result;
    }
    setDomain(runBound, this);
    return runBound;
  }

  intercept(callback) {
    const domain = this;
    return function runIntercepted(error, ...args) {
      if (FunctionPrototypeSymbolHasInstance(Error, error)) {
        mark(error, domain, false, 'domainBound', callback);
        domain.emit('error', error);
        return undefined;
      }
      stack.enter(domain);
      const result = ReflectApply(callback, this, args);
      stack.leave(domain);
      return result;
    };
  }
}

// ---- Emitters --------------------------------------------------------------------------------------------------

const { init } = EventEmitter;
const { emit: emitAnywhere } = EventEmitter.prototype;

function emit(type) {
  const { domain } = this;
  if (domain === null || domain === undefined || this === process || (type === 'error' && this.listenerCount(type) > 0)) {
    return ReflectApply(emitAnywhere, this, arguments);
  }
  if (type !== 'error') {
    domain.enter();
    const result = ReflectApply(emitAnywhere, this, arguments);
    domain.exit();
    return result;
  }
  const error = arguments[1] || new ERR_UNHANDLED_ERROR(arguments[1]);
  mark(error, domain, false, 'domainEmitter', this);
  return stack.callOutside(emitError, domain, error);
}

function emitError(domain, error) {
  return domain.emit('error', error);
}

// ---- Errors that nobody caught ---------------------------------------------------------------------------------

// `process.domain` may have been set to anything.
function isListening(domain) {
  return FunctionPrototypeSymbolHasInstance(Domain, domain) && domain.listenerCount('error') > 0;
}

/**
 * @param {any} error
 * @returns {boolean} whether a domain took it
 */
function takeUncaught(error) {
  stack.recover();
  try {
    return ArrayPrototypeSome(stack.list(), isListening) && giveToInnermost(error, error);
  } finally {
    stack.clear();
  }
}

// What a listener throws goes to the next domain.
function giveToInnermost(error, first) {
  const domain = stack.pop();
  mark(error, domain, true);
  if (stack.list().length === 0) {
    if (isListening(domain)) return domain.emit('error', error);
    // It is the program's turn; but not with what a listener threw.
    if (error === first) return false;
    throw error;
  }
  try {
    return domain.emit('error', error);
  } catch (next) {
    return giveToInnermost(next, first);
  }
}

// A rejection that nobody handled is an error of its domain, and no event of the program.
function emitRejection(reason, promise) {
  const domain = stack.getActive();
  if (domain === null || domain === undefined) return process.emit('unhandledRejection', reason, promise);
  return stack.callOutside(emitError, domain, reason);
}

// ---- What changes when this loads ------------------------------------------------------------------------------

installHooks({
  __proto__: null,
  call(frame, fn, thisArg, args) {
    stack.beginTurn();
    return call(frame, fn, thisArg, args);
  },
  current,
});
setUncaughtExceptionTaker(takeUncaught);
setRejectionEmitter(emitRejection);
createHook({
  __proto__: null,
  init(asyncId, type, triggerAsyncId, resource) {
    const domain = stack.getActive();
    if (domain !== null && domain !== undefined) setDomain(resource, domain);
  },
}).enable();
ObjectDefineProperty(process, 'domain', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: stack.getActive,
  set: stack.setActive,
});
EventEmitter.usingDomains = true;
EventEmitter.init = function(options) {
  setDomain(this, stack.getActive() ?? null);
  return ReflectApply(init, this, [options]);
};
EventEmitter.prototype.emit = emit;

module.exports = { Domain };
