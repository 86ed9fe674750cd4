'use strict';

// `diagnostics_channel`: named channels, from those who know something to those who asked to be told.
//
// Phase: run time, when first required; any thread; not in the startup image. A channel nobody listens to costs its publisher one
// read of a property; nobody but its users keeps it alive.

const {
  ArrayPrototypeAt,
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  ObjectDefineProperty,
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  ReflectApply,
  SafeFinalizationRegistry,
  SafeMap,
  SafeSet,
  SafeWeakRef,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { nextTick } = require('internal/process/task_queues');

// Channels by name, held weakly; and those that must stay because somebody listens.
const channels = new SafeMap();
const held = new SafeSet();
let registry;

function throwLater(error) {
  nextTick(() => {
    internalBinding('errors').triggerUncaughtException(error, false);
  });
}

class Channel {
  // Lists are replaced, not changed: a subscriber may come or go while a message is being published.
  #subscribers = [];
  // Pairs of a store and what makes its value of a message.
  #stores = [];

  constructor(name) {
    this.name = name;
  }

  #changed() {
    if (this.hasSubscribers) {
      held.add(this);
    } else {
      held.delete(this);
    }
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    const list = ArrayPrototypeSlice(this.#subscribers);
    ArrayPrototypePush(list, subscription);
    this.#subscribers = list;
    this.#changed();
  }

  unsubscribe(subscription) {
    const index = ArrayPrototypeIndexOf(this.#subscribers, subscription);
    if (index === -1) return false;
    const list = ArrayPrototypeSlice(this.#subscribers);
    ArrayPrototypeSplice(list, index, 1);
    this.#subscribers = list;
    this.#changed();
    return true;
  }

  #indexOfStore(store) {
    for (let i = 0; i < this.#stores.length; i++) if (this.#stores[i].store === store) return i;
    return -1;
  }

  bindStore(store, transform = undefined) {
    const list = ArrayPrototypeSlice(this.#stores);
    const index = this.#indexOfStore(store);
    if (index !== -1) ArrayPrototypeSplice(list, index, 1);
    ArrayPrototypePush(list, { __proto__: null, store, transform });
    this.#stores = list;
    this.#changed();
  }

  unbindStore(store) {
    const index = this.#indexOfStore(store);
    if (index === -1) return false;
    const list = ArrayPrototypeSlice(this.#stores);
    ArrayPrototypeSplice(list, index, 1);
    this.#stores = list;
    this.#changed();
    return true;
  }

  get hasSubscribers() {
    return this.#subscribers.length > 0 || this.#stores.length > 0;
  }

  publish(message) {
    const list = this.#subscribers;
    for (let i = 0; i < list.length; i++) {
      try {
        const onMessage = list[i];
        onMessage(message, this.name);
      } catch (error) {
        // The publisher has no part in it.
        throwLater(error);
      }
    }
  }

  runStores(message, fn, thisArg, ...args) {
    let run = () => {
      this.publish(message);
      return ReflectApply(fn, thisArg, args);
    };
    const list = this.#stores;
    for (let i = 0; i < list.length; i++) {
      const { store, transform } = list[i];
      const inner = run;
      run = () => {
        let value = message;
        if (transform !== undefined) {
          try {
            value = transform(message);
          } catch (error) {
            throwLater(error);
            return inner();
          }
        }
        return store.run(value, inner);
      };
    }
    return run();
  }
}

function channel(name) {
  const known = channels.get(name)?.deref();
  if (known !== undefined) return known;
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  }
  const made = new Channel(name);
  registry ??= new SafeFinalizationRegistry((gone) => {
    // There may be a new one of that name.
    if (channels.get(gone)?.deref() === undefined) channels.delete(gone);
  });
  registry.register(made, name);
  channels.set(name, new SafeWeakRef(made));
  return made;
}

function subscribe(name, subscription) {
  channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
  return channel(name).unsubscribe(subscription);
}

function hasSubscribers(name) {
  const known = channels.get(name)?.deref();
  return known !== undefined && known.hasSubscribers;
}

// ---- the five channels of something that begins and ends ---------------------------------------------------------------------

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

function channelOf(nameOrChannels, event) {
  if (typeof nameOrChannels === 'string') return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const given = nameOrChannels[event];
    if (!(given instanceof Channel)) throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
    return given;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'object', 'TracingChannel'], nameOrChannels);
}

class TracingChannel {
  constructor(nameOrChannels) {
    for (let i = 0; i < events.length; i++) {
      ObjectDefineProperty(this, events[i], { __proto__: null, value: channelOf(nameOrChannels, events[i]) });
    }
  }

  get hasSubscribers() {
    for (let i = 0; i < events.length; i++) if (this[events[i]].hasSubscribers) return true;
    return false;
  }

  subscribe(handlers) {
    for (let i = 0; i < events.length; i++) {
      if (handlers[events[i]]) this[events[i]].subscribe(handlers[events[i]]);
    }
  }

  unsubscribe(handlers) {
    let done = true;
    for (let i = 0; i < events.length; i++) {
      if (handlers[events[i]] && !this[events[i]].unsubscribe(handlers[events[i]])) done = false;
    }
    return done;
  }

  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const { start, end, error } = this;
    return start.runStores(context, () => {
      try {
        const result = ReflectApply(fn, thisArg, args);
        context.result = result;
        return result;
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }

  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const { start, end, asyncStart, asyncEnd, error } = this;
    const settled = () => {
      asyncStart.publish(context);
      asyncEnd.publish(context);
    };
    return start.runStores(context, () => {
      try {
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
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }

  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const { start, end, asyncStart, asyncEnd, error } = this;
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
    return start.runStores(context, () => {
      try {
        return ReflectApply(fn, thisArg, args);
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }
}

function tracingChannel(nameOrChannels) {
  return new TracingChannel(nameOrChannels);
}

module.exports = {
  channel,
  hasSubscribers,
  subscribe,
  tracingChannel,
  unsubscribe,
  Channel,
};
