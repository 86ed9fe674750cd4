'use strict';

// `timerify`.
//
// Phase: run time, when first read from `perf_hooks` or `performance`; any thread; not in the startup image.

const {
  FunctionPrototypeCall,
  MathCeil,
  ObjectDefineProperties,
  ReflectApply,
  ReflectConstruct,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { PerformanceNodeEntry, kCreate } = require('internal/perf/entry');
const { enqueue, isObserved } = require('internal/perf/observe');

const binding = internalBinding('performance');

// A function that puts an entry on the timeline for each call of `fn`.
function timerify(fn, options = undefined) {
  validateFunction(fn, 'fn');
  const { histogram } = options ?? { __proto__: null };
  if (options !== undefined) validateObject(options, 'options');
  if (histogram !== undefined && !require('internal/perf/histogram').isRecordable(histogram)) {
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  }

  function done(start, args) {
    const duration = binding.now() - start;
    if (histogram !== undefined) {
      const nanoseconds = MathCeil(duration * 1e6);
      FunctionPrototypeCall(histogram.record, histogram, nanoseconds > 0 ? nanoseconds : 1);
    }
    if (!isObserved('function')) return;
    const entry = new PerformanceNodeEntry(kCreate, fn.name, 'function', start, duration, args);
    // The arguments are also the entry's own elements.
    for (let i = 0; i < args.length; i++) entry[i] = args[i];
    enqueue(entry);
  }

  function timerified(...args) {
    const start = binding.now();
    const result = new.target ? ReflectConstruct(fn, args, new.target === timerified ? fn : new.target) :
      ReflectApply(fn, this, args);
    if (!new.target && result !== null && typeof result === 'object' && typeof result.finally === 'function') {
      return result.finally(() => done(start, args));
    }
    done(start, args);
    return result;
  }
  const hidden = { __proto__: null, configurable: false, enumerable: true };
  ObjectDefineProperties(timerified, {
    __proto__: null,
    length: { ...hidden, value: fn.length },
    name: { ...hidden, value: `timerified ${fn.name}` },
  });
  return timerified;
}

module.exports = { timerify };
