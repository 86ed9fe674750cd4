'use strict';

// The histograms of `perf_hooks`: the one that a program fills, and the one of the delays of the event loop.
//
// Phase: run time, when first read from `perf_hooks`; any thread; not in the startup image. What is recorded is kept by
// `internal/perf/recorder`.

const {
  BigInt,
  Map,
  MapPrototypeSet,
  MathMin,
  Number,
  NumberMAX_SAFE_INTEGER,
  SymbolDispose,
} = primordials;

const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
    ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { customInspectSymbol, kEmptyObject } = require('internal/util');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { Recorder } = require('internal/perf/recorder');

const binding = internalBinding('process_methods');

const kMaxBigInt = 2n ** 63n - 1n;
// What only this file can make histograms with.
const kCreate = { __proto__: null };

let isRecordable;
let recorderOf;

class Histogram {
  #recorder;

  constructor(token = undefined, recorder = undefined) {
    if (token !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#recorder = recorder;
  }

  static {
    recorderOf = (value, kind = 'Histogram') => {
      if (value === null || typeof value !== 'object' || !(#recorder in value)) throw new ERR_INVALID_THIS(kind);
      return value.#recorder;
    };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return isRecordable(this) ? '[RecordableHistogram]' : '[ELDHistogram]';
    const { min, max, mean, exceeds, stddev, count, percentiles } = this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Histogram ${require('internal/util/inspect').inspect({ min, max, mean, exceeds, stddev, count, percentiles }, inner)}`;
  }

  get count() {
    return recorderOf(this).count;
  }

  get countBigInt() {
    return BigInt(recorderOf(this).count);
  }

  get min() {
    return Number(recorderOf(this).min());
  }

  get minBigInt() {
    return recorderOf(this).min();
  }

  get max() {
    return Number(recorderOf(this).max());
  }

  get maxBigInt() {
    return recorderOf(this).max();
  }

  get mean() {
    return recorderOf(this).mean();
  }

  get exceeds() {
    return recorderOf(this).exceeds;
  }

  get exceedsBigInt() {
    return BigInt(recorderOf(this).exceeds);
  }

  get stddev() {
    return recorderOf(this).stddev();
  }

  percentile(percentile) {
    return Number(valueAt(recorderOf(this), percentile));
  }

  percentileBigInt(percentile) {
    return valueAt(recorderOf(this), percentile);
  }

  get percentiles() {
    const all = new Map();
    recorderOf(this).eachPercentile((percentile, value) => MapPrototypeSet(all, percentile, Number(value)));
    return all;
  }

  get percentilesBigInt() {
    const all = new Map();
    recorderOf(this).eachPercentile((percentile, value) => MapPrototypeSet(all, percentile, value));
    return all;
  }

  reset() {
    recorderOf(this).reset();
  }

  toJSON() {
    const { count, min, max, mean, exceeds, stddev } = this;
    const percentiles = {};
    recorderOf(this).eachPercentile((percentile, value) => {
      percentiles[percentile] = Number(value);
    });
    return { count, min, max, mean, exceeds, stddev, percentiles };
  }
}

function valueAt(recorder, percentile) {
  validateNumber(percentile, 'percentile');
  if (!(percentile > 0 && percentile <= 100)) throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
  return recorder.percentile(percentile);
}

// ---- what a program records ------------------------------------------------------------------------------------------------

class RecordableHistogram extends Histogram {
  #recordable = true;

  static {
    isRecordable = (value) => value !== null && typeof value === 'object' && #recordable in value;
  }

  record(val) {
    const recorder = checkRecordable(this);
    if (typeof val === 'bigint') {
      if (val < 0n || val > kMaxBigInt) throw new ERR_OUT_OF_RANGE('val', `>= 0n && <= ${kMaxBigInt}n`, val);
    } else {
      validateInteger(val, 'val', 0);
    }
    recorder.record(val);
  }

  recordDelta() {
    checkRecordable(this).recordDelta(binding.hrtimeBigInt());
  }

  add(other) {
    const recorder = checkRecordable(this);
    if (!isRecordable(other)) throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    recorder.merge(recorderOf(other));
  }
}

function checkRecordable(value) {
  if (!isRecordable(value)) throw new ERR_INVALID_THIS('RecordableHistogram');
  return recorderOf(value);
}

function validateBound(value, name) {
  if (typeof value !== 'bigint') {
    validateInteger(value, name, 1);
  } else if (value < 1n || value > kMaxBigInt) {
    throw new ERR_OUT_OF_RANGE(name, `>= 1n && <= ${kMaxBigInt}n`, value);
  }
}

function createHistogram(options = kEmptyObject) {
  validateObject(options, 'options');
  const { lowest = 1, highest = NumberMAX_SAFE_INTEGER, figures = 3 } = options;
  validateBound(lowest, 'options.lowest');
  validateBound(highest, 'options.highest');
  const least = 2n * BigInt(lowest);
  if (highest < least) throw new ERR_OUT_OF_RANGE('options.highest', `>= 2 * options.lowest (${least}n)`, highest);
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(kCreate, new Recorder(Number(lowest), highest, figures));
}

// ---- the delays of the event loop ------------------------------------------------------------------------------------------

// Nanoseconds between two turns of a timer.
class ELDHistogram extends Histogram {
  #resolution;
  #timer;

  constructor(token, recorder, resolution) {
    super(token, recorder);
    this.#resolution = resolution;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#resolution in value)) throw new ERR_INVALID_THIS('ELDHistogram');
  }

  enable() {
    ELDHistogram.#check(this);
    if (this.#timer !== undefined) return false;
    const recorder = recorderOf(this);
    const delay = MathMin(this.#resolution, require('internal/timers').TIMEOUT_MAX);
    this.#timer = require('timers').setInterval(() => recorder.recordDelta(binding.hrtimeBigInt()), delay);
    this.#timer.unref();
    return true;
  }

  disable() {
    ELDHistogram.#check(this);
    if (this.#timer === undefined) return false;
    require('timers').clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  [SymbolDispose]() {
    this.disable();
  }
}

function monitorEventLoopDelay(options = kEmptyObject) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(kCreate, new Recorder(1, 3600e9, 3), resolution);
}

module.exports = { createHistogram, isRecordable, monitorEventLoopDelay };
