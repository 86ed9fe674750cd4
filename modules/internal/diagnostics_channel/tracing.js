'use strict';

// TracingChannel: the five channels of something that begins and ends, at once or later.
//
// Phase: run time, when `diagnostics_channel.tracingChannel` is first read; any thread; not in the startup image.

const {
  ArrayPrototypeAt,
  ArrayPrototypeSplice,
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  ReflectApply,
} = primordials;

const { validateFunction } = require('internal/validators');
const { defineChannels, hasSubscribers, subscribe, unsubscribe } = require('internal/diagnostics_channel/group');

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

class TracingChannel {
  constructor(nameOrChannels) {
    defineChannels(this, nameOrChannels, events, 'TracingChannel');
  }

  get hasSubscribers() {
    return hasSubscribers(this, events);
  }

  subscribe(handlers) {
    subscribe(this, events, handlers);
  }

  unsubscribe(handlers) {
    return unsubscribe(this, events, handlers);
  }

  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    return trace(this, context, () => {
      const result = ReflectApply(fn, thisArg, args);
      context.result = result;
      return result;
    });
  }

  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const { asyncStart, asyncEnd, error } = this;
    const settled = () => {
      asyncStart.publish(context);
      asyncEnd.publish(context);
    };
    return trace(this, context, () => {
      let promise = ReflectApply(fn, thisArg, args);
      // Anything that can be awaited.
      if (!(promise instanceof Promise)) promise = PromiseResolve(promise);
      return PromisePrototypeThen(promise, (result) => {
        context.result = result;
        settled();
        return result;
      }, (reason) => {
        context.error = reason;
        error.publish(context);
        settled();
        return PromiseReject(reason);
      });
    });
  }

  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const { asyncStart, asyncEnd, error } = this;
    const callback = ArrayPrototypeAt(args, position);
    validateFunction(callback, 'callback');
    const wrapped = function (failure, result) {
      if (failure) {
        context.error = failure;
        error.publish(context);
      } else {
        context.result = result;
      }
      // The stores of the caller are there for the callback, too.
      return asyncStart.runStores(context, () => {
        try {
          return ReflectApply(callback, this, arguments);
        } finally {
          asyncEnd.publish(context);
        }
      });
    };
    ArrayPrototypeSplice(args, position, 1, wrapped);
    return trace(this, context, () => ReflectApply(fn, thisArg, args));
  }
}

// Runs what is traced, and tells of its begin, of its end, and of what it throws.
function trace({ start, end, error }, context, run) {
  return start.runStores(context, () => {
    try {
      return run();
    } catch (thrown) {
      context.error = thrown;
      error.publish(context);
      throw thrown;
    } finally {
      end.publish(context);
    }
  });
}

function tracingChannel(nameOrChannels) {
  return new TracingChannel(nameOrChannels);
}

module.exports = { tracingChannel };
