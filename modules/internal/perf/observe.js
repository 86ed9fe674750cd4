'use strict';

// The timeline: entries that are kept, observers and what they are told.
//
// Phase: run time, with `performance`; any thread; not in the startup image. Observers are called from an immediate, all entries of a
// turn at once.

const {
  ArrayIsArray,
  ArrayPrototypeFilter,
  ArrayPrototypeIncludes,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSort,
  Error,
  FunctionPrototypeCall,
  ObjectDefineProperties,
  ObjectFreeze,
  SafeSet,
  Symbol,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty, lazyDOMException } = require('internal/util');
const { validateFunction, validateObject } = require('internal/validators');
const { kCreate } = require('internal/perf/entry');

// The types that are told; sorted. Marks and measures are also kept.
const supportedEntryTypes = ObjectFreeze(['function', 'mark', 'measure']);
const kept = { __proto__: null, mark: [], measure: [] };
const kManyKept = 1e6;
let warned = false;

// What only this module calls on an observer.
const kObserves = Symbol('kObserves');
const kOffer = Symbol('kOffer');
const kTell = Symbol('kTell');

// How an observer was told what to observe.
const kNone = 0;
const kSingle = 1;
const kMultiple = 2;

// Observers that observe, and those of them that have something to be told.
const observers = new SafeSet();
const pending = new SafeSet();
let isScheduled = false;

function byTime(entries) {
  return ArrayPrototypeSort(entries, (a, b) => a.startTime - b.startTime);
}

// ---- entries ---------------------------------------------------------------------------------------------------------------

// Puts an entry on the timeline and tells the observers of its type.
function enqueue(entry) {
  const { entryType } = entry;
  const buffer = kept[entryType];
  if (buffer !== undefined) {
    ArrayPrototypePush(buffer, entry);
    if (buffer.length > kManyKept && !warned) {
      warned = true;
      warnOfMany(entryType, buffer.length);
    }
  }
  observers.forEach((observer) => observer[kOffer](entry));
}

function warnOfMany(entryType, count) {
  const clear = entryType === 'mark' ? 'clearMarks' : 'clearMeasures';
  const warning = new Error(`${count} entries of type ${entryType} are kept; performance.${clear}() forgets them`);
  warning.name = 'MaxPerformanceEntryBufferExceededWarning';
  warning.entryType = entryType;
  warning.count = count;
  process.emitWarning(warning);
}

function isObserved(entryType) {
  let found = false;
  observers.forEach((observer) => {
    found ||= observer[kObserves](entryType);
  });
  return found;
}

function clearEntries(entryType, name) {
  kept[entryType] = name === undefined ? [] : ArrayPrototypeFilter(kept[entryType], (entry) => entry.name !== name);
}

// The entries that are kept, of a type, a name, or all, by time.
function filterEntries(name, entryType) {
  let entries = [];
  if (entryType !== undefined) {
    entries = ArrayPrototypeSlice(kept[entryType] ?? []);
  } else {
    for (const type in kept) for (let i = 0; i < kept[type].length; i++) ArrayPrototypePush(entries, kept[type][i]);
  }
  if (name !== undefined) entries = ArrayPrototypeFilter(entries, (entry) => entry.name === name);
  return byTime(entries);
}

// ---- observers -------------------------------------------------------------------------------------------------------------

class PerformanceObserverEntryList {
  #entries;

  constructor(token = undefined, entries = undefined) {
    if (token !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = byTime(entries);
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#entries in value)) {
      throw new ERR_INVALID_ARG_TYPE('this', 'PerformanceObserverEntryList', value);
    }
  }

  getEntries() {
    PerformanceObserverEntryList.#check(this);
    return ArrayPrototypeSlice(this.#entries);
  }

  getEntriesByType(type) {
    PerformanceObserverEntryList.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    type = `${type}`;
    return ArrayPrototypeFilter(this.#entries, (entry) => entry.entryType === type);
  }

  getEntriesByName(name, type = undefined) {
    PerformanceObserverEntryList.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    if (type !== undefined) type = `${type}`;
    return ArrayPrototypeFilter(
      this.#entries, (entry) => entry.name === name && (type === undefined || entry.entryType === type));
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `PerformanceObserverEntryList ${require('internal/util/inspect').inspect(this.#entries, inner)}`;
  }
}

class PerformanceObserver {
  #callback;
  #mode = kNone;
  #types = new SafeSet();
  #buffer = [];

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  static get supportedEntryTypes() {
    return supportedEntryTypes;
  }

  observe(options = kEmptyObject) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = { ...options };
    if (entryTypes === undefined && type === undefined) throw new ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    if (entryTypes != null && type != null) {
      throw new ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes, 'cannot be given together with options.type');
    }
    const mode = entryTypes != null ? kMultiple : kSingle;
    if (this.#mode !== kNone && this.#mode !== mode) {
      throw lazyDOMException(
        'A PerformanceObserver that observes one type at a time cannot observe several, nor the other way round',
        'InvalidModificationError');
    }
    if (mode === kMultiple) {
      if (!ArrayIsArray(entryTypes)) throw new ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
      const known = ArrayPrototypeFilter(entryTypes, (item) => ArrayPrototypeIncludes(supportedEntryTypes, `${item}`));
      this.#mode = mode;
      this.#types = new SafeSet(known);
      if (known.length === 0) {
        this.disconnect();
        return;
      }
    } else {
      this.#mode = mode;
      const name = `${type}`;
      if (!ArrayPrototypeIncludes(supportedEntryTypes, name)) return;
      this.#types.add(name);
      if (buffered) {
        const entries = filterEntries(undefined, name);
        for (let i = 0; i < entries.length; i++) ArrayPrototypePush(this.#buffer, entries[i]);
        if (entries.length > 0) schedule(this);
      }
    }
    observers.add(this);
  }

  disconnect() {
    observers.delete(this);
    pending.delete(this);
    this.#buffer = [];
    this.#types = new SafeSet();
    this.#mode = kNone;
  }

  takeRecords() {
    const entries = this.#buffer;
    this.#buffer = [];
    return entries;
  }

  [kObserves](entryType) {
    return this.#types.has(entryType);
  }

  [kOffer](entry) {
    if (!this.#types.has(entry.entryType)) return;
    ArrayPrototypePush(this.#buffer, entry);
    schedule(this);
  }

  [kTell]() {
    const entries = this.takeRecords();
    if (entries.length === 0) return;
    FunctionPrototypeCall(this.#callback, this, new PerformanceObserverEntryList(kCreate, entries), this);
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    const types = [];
    this.#types.forEach((type) => ArrayPrototypePush(types, type));
    return `PerformanceObserver ${require('internal/util/inspect').inspect({
      connected: observers.has(this),
      pending: pending.has(this),
      entryTypes: types,
      buffer: this.#buffer,
    }, inner)}`;
  }
}

function schedule(observer) {
  pending.add(observer);
  if (isScheduled) return;
  isScheduled = true;
  require('timers').setImmediate(() => {
    isScheduled = false;
    const told = [];
    pending.forEach((one) => ArrayPrototypePush(told, one));
    pending.clear();
    for (let i = 0; i < told.length; i++) told[i][kTell]();
  });
}

ObjectDefineProperties(PerformanceObserverEntryList.prototype, {
  __proto__: null,
  getEntries: kEnumerableProperty,
  getEntriesByType: kEnumerableProperty,
  getEntriesByName: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'PerformanceObserverEntryList' },
});
ObjectDefineProperties(PerformanceObserver.prototype, {
  __proto__: null,
  observe: kEnumerableProperty,
  disconnect: kEnumerableProperty,
  takeRecords: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'PerformanceObserver' },
});

module.exports = {
  PerformanceObserver,
  PerformanceObserverEntryList,
  clearEntries,
  enqueue,
  filterEntries,
  isObserved,
};
