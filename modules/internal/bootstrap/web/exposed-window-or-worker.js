'use strict';

// The globals of windows and workers (`[Exposed=(Window,Worker)]`): timers, microtasks, base64.
//
// Web phase, on every thread, in the startup image.

const {
  globalThis,
} = primordials;

const {
  defineLazyProperties,
  defineOperation,
  defineReplaceableLazyAttribute,
} = require('internal/util');

const timers = require('timers');
const { queueMicrotask } = require('internal/process/task_queues');

defineOperation(globalThis, 'clearImmediate', timers.clearImmediate);
defineOperation(globalThis, 'setImmediate', timers.setImmediate);
defineOperation(globalThis, 'clearInterval', timers.clearInterval);
defineOperation(globalThis, 'clearTimeout', timers.clearTimeout);
defineOperation(globalThis, 'setInterval', timers.setInterval);
defineOperation(globalThis, 'setTimeout', timers.setTimeout);
defineOperation(globalThis, 'queueMicrotask', queueMicrotask);

defineLazyProperties(globalThis, 'buffer', ['atob', 'btoa']);
defineLazyProperties(globalThis, { __proto__: null, Blob: 'internal/blob', File: 'internal/file' }, false);
defineLazyProperties(globalThis, { __proto__: null, structuredClone: 'internal/structured_clone' });

defineLazyProperties(globalThis, 'perf_hooks', [
  'Performance',
  'PerformanceEntry',
  'PerformanceMark',
  'PerformanceMeasure',
  'PerformanceObserver',
  'PerformanceObserverEntryList',
], false);
defineReplaceableLazyAttribute(globalThis, 'perf_hooks', ['performance']);
