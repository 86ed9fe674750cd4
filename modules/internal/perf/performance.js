'use strict';

// `performance`.
//
// Phase: run time, when the global or `perf_hooks` is first read; any thread; not in the startup image. The clock is native; it starts
// with each runtime.

const {
  ObjectDefineProperties,
  SafeMap,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_THIS,
    ERR_MISSING_ARGS,
    ERR_PERFORMANCE_INVALID_TIMESTAMP,
    ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS,
  },
} = require('internal/errors');
const { customInspectSymbol, defineLazyProperties, kEnumerableProperty, lazyDOMException } = require('internal/util');
const { validateString } = require('internal/validators');
const { EventTarget } = require('internal/event_target');
const {
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  kCreate,
  milestones,
} = require('internal/perf/entry');
const { clearEntries, enqueue, filterEntries } = require('internal/perf/observe');

const binding = internalBinding('performance');

// Where the marks are that a measure may name: the latest of each name.
const marks = new SafeMap();

let timeOrigin;
let brand;

// What a native milestone tells about the start of the program itself.
const readers = {
  __proto__: null,
  // A runtime starts its clock when all of these are behind it.
  nodeStart: () => 0,
  v8Start: () => 0,
  environment: () => 0,
  bootstrapComplete: binding.bootstrapComplete,
  loopStart: binding.loopStart,
  loopExit: binding.loopExit,
};

class PerformanceNodeTiming extends PerformanceEntry {
  constructor() {
    super(kCreate, 'node', 'node', 0, 0);
    ObjectDefineProperties(this, {
      __proto__: null,
      // The attributes of a plain entry, as own ones: `duration` goes on.
      duration: { __proto__: null, enumerable: true, configurable: true, get: binding.now },
      nodeStart: { __proto__: null, enumerable: true, configurable: true, get: readers.nodeStart },
      v8Start: { __proto__: null, enumerable: true, configurable: true, get: readers.v8Start },
      bootstrapComplete: { __proto__: null, enumerable: true, configurable: true, get: readers.bootstrapComplete },
      environment: { __proto__: null, enumerable: true, configurable: true, get: readers.environment },
      loopStart: { __proto__: null, enumerable: true, configurable: true, get: readers.loopStart },
      loopExit: { __proto__: null, enumerable: true, configurable: true, get: readers.loopExit },
      idleTime: { __proto__: null, enumerable: true, configurable: true, get: binding.loopIdleTime },
    });
  }

  toJSON() {
    const { duration, nodeStart, v8Start, bootstrapComplete, environment, loopStart, loopExit, idleTime } = this;
    return {
      name: 'node',
      entryType: 'node',
      startTime: 0,
      duration,
      nodeStart,
      v8Start,
      bootstrapComplete,
      environment,
      loopStart,
      loopExit,
      idleTime,
    };
  }
}

// ---- measures --------------------------------------------------------------------------------------------------------------

// The time that a number, a mark's name or a milestone's stands for.
function timeOf(mark) {
  if (typeof mark === 'number') {
    if (mark < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(mark);
    return mark;
  }
  const name = `${mark}`;
  if (milestones[name]) return readers[name]();
  const time = marks.get(name);
  if (time === undefined) throw lazyDOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
  return time;
}

function measureOf(name, startOrOptions, endMark) {
  const options = startOrOptions !== null && typeof startOrOptions === 'object' ? startOrOptions : undefined;
  if (options === undefined) {
    const end = endMark === undefined ? binding.now() : timeOf(endMark);
    const start = startOrOptions === undefined || startOrOptions === null ? 0 : timeOf(startOrOptions);
    return new PerformanceMeasure(kCreate, name, start, end - start, null);
  }
  const { start, end, duration, detail } = options;
  const hasAny = start !== undefined || end !== undefined || duration !== undefined || detail !== undefined;
  if (hasAny) {
    if (endMark !== undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('An end mark and options cannot be given together');
    }
    if (start === undefined && end === undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('One of options.start and options.end must be given');
    }
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
        'Not all of options.start, options.end and options.duration can be given');
    }
  }
  const length = duration === undefined ? undefined : timeOf(duration);
  let endTime;
  if (endMark !== undefined) {
    endTime = timeOf(endMark);
  } else if (end !== undefined) {
    endTime = timeOf(end);
  } else if (start !== undefined && length !== undefined) {
    endTime = timeOf(start) + length;
  } else {
    endTime = binding.now();
  }
  let startTime;
  if (start !== undefined) {
    startTime = timeOf(start);
  } else if (length !== undefined) {
    startTime = endTime - length;
  } else {
    startTime = 0;
  }
  // A given duration is not to suffer from the sum above.
  return new PerformanceMeasure(kCreate, name, startTime, length ?? endTime - startTime, detail);
}

// ---- the object ------------------------------------------------------------------------------------------------------------

function checkThis(value) {
  if (!brand(value)) throw new ERR_INVALID_THIS('Performance');
}

class Performance extends EventTarget {
  #nodeTiming;

  constructor(token = undefined) {
    if (token !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this.#nodeTiming = undefined;
  }

  static {
    brand = (value) => value !== null && typeof value === 'object' && #nodeTiming in value;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    const { nodeTiming } = this;
    return `Performance ${require('internal/util/inspect').inspect({ nodeTiming, timeOrigin: this.timeOrigin }, inner)}`;
  }

  clearMarks(name = undefined) {
    checkThis(this);
    if (name !== undefined) {
      name = `${name}`;
      marks.delete(name);
    } else {
      marks.clear();
    }
    clearEntries('mark', name);
  }

  clearMeasures(name = undefined) {
    checkThis(this);
    clearEntries('measure', name === undefined ? undefined : `${name}`);
  }

  // There are no resources on this timeline.
  clearResourceTimings() {
    checkThis(this);
  }

  getEntries() {
    checkThis(this);
    return filterEntries();
  }

  getEntriesByName(name, type = undefined) {
    checkThis(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return filterEntries(`${name}`, type === undefined ? undefined : `${type}`);
  }

  getEntriesByType(type) {
    checkThis(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    return filterEntries(undefined, `${type}`);
  }

  mark(name, options = undefined) {
    checkThis(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    const mark = new PerformanceMark(name, options);
    marks.set(mark.name, mark.startTime);
    enqueue(mark);
    return mark;
  }

  measure(name, startOrMeasureOptions = undefined, endMark = undefined) {
    checkThis(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    validateString(name, 'name');
    const measure = measureOf(name, startOrMeasureOptions, endMark);
    enqueue(measure);
    return measure;
  }

  now() {
    checkThis(this);
    return binding.now();
  }

  setResourceTimingBufferSize(maxSize) {
    checkThis(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('maxSize');
  }

  get timeOrigin() {
    checkThis(this);
    return timeOrigin ??= binding.timeOrigin();
  }

  toJSON() {
    checkThis(this);
    return {
      nodeTiming: this.nodeTiming.toJSON(),
      timeOrigin: this.timeOrigin,
      eventLoopUtilization: this.eventLoopUtilization(),
    };
  }

  get nodeTiming() {
    checkThis(this);
    return this.#nodeTiming ??= new PerformanceNodeTiming();
  }
}

ObjectDefineProperties(Performance.prototype, {
  __proto__: null,
  clearMarks: kEnumerableProperty,
  clearMeasures: kEnumerableProperty,
  clearResourceTimings: kEnumerableProperty,
  getEntries: kEnumerableProperty,
  getEntriesByName: kEnumerableProperty,
  getEntriesByType: kEnumerableProperty,
  mark: kEnumerableProperty,
  measure: kEnumerableProperty,
  now: kEnumerableProperty,
  setResourceTimingBufferSize: kEnumerableProperty,
  timeOrigin: kEnumerableProperty,
  toJSON: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'Performance' },
});

// The same functions as those of `perf_hooks`.
defineLazyProperties(Performance.prototype, 'internal/perf/utilization', ['eventLoopUtilization'], false);
defineLazyProperties(Performance.prototype, 'internal/perf/timerify', ['timerify'], false);

module.exports = { Performance, performance: new Performance(kCreate) };
