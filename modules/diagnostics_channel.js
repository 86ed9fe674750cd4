'use strict';

// `diagnostics_channel`: named channels, from those who know something to those who asked to be told. Groups of channels are under
// `internal/diagnostics_channel`, loaded when first asked for.
//
// Phase: run time, when first required; any thread; not in the startup image. A channel nobody listens to costs its publisher one
// read of a property; nobody but its users keeps it alive.

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  ReflectApply,
  SafeFinalizationRegistry,
  SafeMap,
  SafeSet,
  SafeWeakRef,
  SymbolDispose,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { defineLazyProperties } = require('internal/util');
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

// Calls `enter` with what a store is to hold while a message is about, or `skip` where that cannot be told.
function withValueOf({ store, transform }, message, enter, skip) {
  let value = message;
  if (transform !== undefined) {
    try {
      value = transform(message);
    } catch (error) {
      throwLater(error);
      return skip();
    }
  }
  return enter(store, value);
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
      const inner = run;
      run = () => withValueOf(list[i], message, (store, value) => store.run(value, inner), inner);
    }
    return run();
  }

  // The stores hold their values until the scope is disposed of; its subscribers are told at once.
  withStoreScope(message) {
    const scopes = [];
    const list = this.#stores;
    for (let i = 0; i < list.length; i++) {
      withValueOf(list[i], message, (store, value) => ArrayPrototypePush(scopes, store.withScope(value)), () => {});
    }
    this.publish(message);
    return new StoreScope(scopes);
  }
}

class StoreScope {
  #scopes;

  constructor(scopes) {
    this.#scopes = scopes;
  }

  [SymbolDispose]() {
    for (let i = this.#scopes.length - 1; i >= 0; i--) this.#scopes[i][SymbolDispose]();
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

module.exports = {
  channel,
  hasSubscribers,
  subscribe,
  unsubscribe,
  Channel,
};

defineLazyProperties(module.exports, {
  tracingChannel: 'internal/diagnostics_channel/tracing',
  boundedChannel: 'internal/diagnostics_channel/bounded',
  BoundedChannel: 'internal/diagnostics_channel/bounded',
});
