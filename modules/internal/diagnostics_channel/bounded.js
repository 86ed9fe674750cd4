'use strict';

// BoundedChannel: the two channels of something that begins and ends at once.
//
// Phase: run time, when first read from `diagnostics_channel`; any thread; not in the startup image.

const {
  ReflectApply,
  SymbolDispose,
} = primordials;

const { defineChannels, hasSubscribers, subscribe, unsubscribe } = require('internal/diagnostics_channel/group');

const events = ['start', 'end'];

class BoundedChannel {
  constructor(nameOrChannels) {
    defineChannels(this, nameOrChannels, events, 'BoundedChannel');
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

  withScope(context = {}) {
    return new BoundedChannelScope(this, context);
  }

  run(context, fn, thisArg, ...args) {
    const scope = this.withScope(context ?? {});
    try {
      return ReflectApply(fn, thisArg, args);
    } finally {
      scope[SymbolDispose]();
    }
  }
}

// Tells of the begin, and when disposed of, of the end. Nothing is told of what nobody listened to when it began.
class BoundedChannelScope {
  #context;
  #end;
  #stores;

  constructor(channels, context) {
    if (!channels.hasSubscribers) return;
    this.#context = context;
    this.#end = channels.end;
    this.#stores = channels.start.withStoreScope(context);
  }

  [SymbolDispose]() {
    const stores = this.#stores;
    if (stores === undefined) return;
    this.#stores = undefined;
    this.#end.publish(this.#context);
    stores[SymbolDispose]();
  }
}

function boundedChannel(nameOrChannels) {
  return new BoundedChannel(nameOrChannels);
}

module.exports = { BoundedChannel, boundedChannel };
