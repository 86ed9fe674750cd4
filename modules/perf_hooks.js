'use strict';

// `perf_hooks`.
//
// Phase: run time, any thread; not in the startup image. A front: each part is loaded when first read.

const {
  ObjectDefineProperty,
  ObjectFreeze,
} = primordials;

const { defineLazyProperties } = require('internal/util');

defineLazyProperties(module.exports, {
  Performance: 'internal/perf/performance',
  PerformanceEntry: 'internal/perf/entry',
  PerformanceMark: 'internal/perf/entry',
  PerformanceMeasure: 'internal/perf/entry',
  PerformanceObserver: 'internal/perf/observe',
  PerformanceObserverEntryList: 'internal/perf/observe',
  monitorEventLoopDelay: 'internal/perf/histogram',
  eventLoopUtilization: 'internal/perf/utilization',
  timerify: 'internal/perf/timerify',
  createHistogram: 'internal/perf/histogram',
  performance: 'internal/perf/performance',
});

// The kinds and flags of entries of type 'gc', which are not observed here.
ObjectDefineProperty(module.exports, 'constants', {
  __proto__: null,
  enumerable: true,
  value: ObjectFreeze({
    __proto__: null,
    NODE_PERFORMANCE_GC_MAJOR: 4,
    NODE_PERFORMANCE_GC_MINOR: 1,
    NODE_PERFORMANCE_GC_INCREMENTAL: 8,
    NODE_PERFORMANCE_GC_WEAKCB: 16,
    NODE_PERFORMANCE_GC_FLAGS_NO: 0,
    NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
    NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
    NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
    NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
    NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
    NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
  }),
});
