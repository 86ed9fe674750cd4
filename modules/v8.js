'use strict';

// `v8`.
//
// Phase: run time, any thread; not in the startup image. A front: each part is loaded when first read. What Node has beside these needs
// streams (`getHeapSnapshot`), a start that records coverage (`takeCoverage`), or what V8's interface for Rust does not offer.

const { defineLazyProperties } = require('internal/util');

defineLazyProperties(module.exports, {
  cachedDataVersionTag: 'internal/v8/flags',
  getHeapStatistics: 'internal/v8/heap',
  getHeapSpaceStatistics: 'internal/v8/heap',
  getHeapCodeStatistics: 'internal/v8/heap',
  setFlagsFromString: 'internal/v8/flags',
  Serializer: 'internal/v8/serdes',
  Deserializer: 'internal/v8/serdes',
  DefaultSerializer: 'internal/v8/serdes',
  DefaultDeserializer: 'internal/v8/serdes',
  deserialize: 'internal/v8/serdes',
  serialize: 'internal/v8/serdes',
  writeHeapSnapshot: 'internal/v8/heap_snapshot',
  promiseHooks: 'internal/v8/promise_hooks',
  startupSnapshot: 'internal/v8/startup_snapshot',
  GCProfiler: 'internal/v8/gc_profiler',
  isStringOneByteRepresentation: 'internal/v8/heap',
});
