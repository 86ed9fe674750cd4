'use strict';

// PerformanceEntry and what inherits from it.
//
// Phase: run time, with `performance`; any thread; not in the startup image. Entries are plain facts; where they are kept and who is
// told of them is in `internal/perf/observe`.

const {
  ObjectDefineProperties,
  Symbol,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_MISSING_ARGS,
    ERR_PERFORMANCE_INVALID_TIMESTAMP,
  },
} = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { validateNumber, validateObject } = require('internal/validators');

const binding = internalBinding('performance');

// What no script can hand to a constructor.
const kCreate = Symbol('kCreate');

// Attributes of `performance.nodeTiming` that a measure may name, and a mark may not.
const milestones = {
  __proto__: null,
  nodeStart: true,
  v8Start: true,
  environment: true,
  loopStart: true,
  loopExit: true,
  bootstrapComplete: true,
};

function cloneDetail(detail) {
  return detail === undefined || detail === null ? null : require('internal/structured_clone').structuredClone(detail);
}

class PerformanceEntry {
  #name;
  #entryType;
  #startTime;
  #duration;

  constructor(token = undefined, name = undefined, entryType = undefined, startTime = 0, duration = 0) {
    if (token !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#name in value)) {
      throw new ERR_INVALID_ARG_TYPE('this', 'PerformanceEntry', value);
    }
  }

  get name() {
    PerformanceEntry.#check(this);
    return this.#name;
  }

  get entryType() {
    PerformanceEntry.#check(this);
    return this.#entryType;
  }

  get startTime() {
    PerformanceEntry.#check(this);
    return this.#startTime;
  }

  get duration() {
    PerformanceEntry.#check(this);
    return this.#duration;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `${this.constructor.name} ${require('internal/util/inspect').inspect(this.toJSON(), inner)}`;
  }

  toJSON() {
    PerformanceEntry.#check(this);
    return { name: this.#name, entryType: this.#entryType, startTime: this.#startTime, duration: this.#duration };
  }
}

class PerformanceMark extends PerformanceEntry {
  #detail;

  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    if (milestones[name]) throw new ERR_INVALID_ARG_VALUE('name', name);
    options ??= kEmptyObject;
    validateObject(options, 'options');
    const startTime = options.startTime ?? binding.now();
    validateNumber(startTime, 'startTime');
    if (startTime < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(startTime);
    super(kCreate, name, 'mark', startTime, 0);
    this.#detail = cloneDetail(options.detail);
  }

  get detail() {
    if (!(#detail in this)) throw new ERR_INVALID_ARG_TYPE('this', 'PerformanceMark', this);
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}

class PerformanceMeasure extends PerformanceEntry {
  #detail;

  constructor(token = undefined, name = undefined, startTime = undefined, duration = undefined, detail = undefined) {
    super(token, name, 'measure', startTime, duration);
    this.#detail = cloneDetail(detail);
  }

  get detail() {
    if (!(#detail in this)) throw new ERR_INVALID_ARG_TYPE('this', 'PerformanceMeasure', this);
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}

// An entry of a type that the web does not have.
class PerformanceNodeEntry extends PerformanceEntry {
  #detail;

  constructor(token, name, entryType, startTime, duration, detail) {
    super(token, name, entryType, startTime, duration);
    this.#detail = detail;
  }

  get detail() {
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}

ObjectDefineProperties(PerformanceEntry.prototype, {
  __proto__: null,
  name: kEnumerableProperty,
  entryType: kEnumerableProperty,
  startTime: kEnumerableProperty,
  duration: kEnumerableProperty,
  toJSON: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'PerformanceEntry' },
});
ObjectDefineProperties(PerformanceMark.prototype, {
  __proto__: null,
  detail: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'PerformanceMark' },
});
ObjectDefineProperties(PerformanceMeasure.prototype, {
  __proto__: null,
  detail: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'PerformanceMeasure' },
});

module.exports = {
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceNodeEntry,
  kCreate,
  milestones,
};
