'use strict';

// `async_hooks`.
//
// Phase: run time, any thread; not in the startup image. A front: contexts and resources are loaded each when first read.

const { ObjectFreeze } = primordials;

const { defineLazyProperties } = require('internal/util');

defineLazyProperties(module.exports, {
  AsyncLocalStorage: 'internal/async_local_storage',
  createHook: 'internal/async_resource',
  executionAsyncId: 'internal/async_resource',
  triggerAsyncId: 'internal/async_resource',
  executionAsyncResource: 'internal/async_resource',
});

// Native resources tell no hooks of themselves here.
module.exports.asyncWrapProviders = ObjectFreeze({ __proto__: null, NONE: 0 });

defineLazyProperties(module.exports, 'internal/async_resource', ['AsyncResource']);
