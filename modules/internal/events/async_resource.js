'use strict';

// EventEmitterAsyncResource: an emitter whose listeners run in the asynchronous context it was made in.
//
// Phase: run time, when first read from `events`; any thread; not in the startup image.

const {
  ReflectApply,
  SafeArrayIterator,
} = primordials;

const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateString } = require('internal/validators');
const { AsyncResource } = require('internal/async_resource');
const EventEmitter = require('events');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  #eventEmitter;

  constructor(eventEmitter, type, options) {
    super(type, options);
    this.#eventEmitter = eventEmitter;
  }

  get eventEmitter() {
    if (!(#eventEmitter in this)) throw new ERR_INVALID_THIS('EventEmitterReferencingAsyncResource');
    return this.#eventEmitter;
  }
}

class EventEmitterAsyncResource extends EventEmitter {
  #asyncResource;

  constructor(options = undefined) {
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      // A class of its own gives its name.
      if (new.target === EventEmitterAsyncResource) validateString(options?.name, 'options.name');
      name = options?.name || new.target.name;
    }
    super(options);
    this.#asyncResource = new EventEmitterReferencingAsyncResource(this, name, options ?? kEmptyObject);
  }

  static #resourceOf(value) {
    if (value === null || typeof value !== 'object' || !(#asyncResource in value)) {
      throw new ERR_INVALID_THIS('EventEmitterAsyncResource');
    }
    return value.#asyncResource;
  }

  emit(event, ...args) {
    const resource = EventEmitterAsyncResource.#resourceOf(this);
    return ReflectApply(resource.runInAsyncScope, resource, [super.emit, this, event, ...new SafeArrayIterator(args)]);
  }

  emitDestroy() {
    EventEmitterAsyncResource.#resourceOf(this).emitDestroy();
  }

  get asyncId() {
    return EventEmitterAsyncResource.#resourceOf(this).asyncId();
  }

  get triggerAsyncId() {
    return EventEmitterAsyncResource.#resourceOf(this).triggerAsyncId();
  }

  get asyncResource() {
    return EventEmitterAsyncResource.#resourceOf(this);
  }
}

module.exports = { EventEmitterAsyncResource };
