'use strict';

// writeHeapSnapshot: everything on the heap, in a file that the developer tools of browsers read.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image.

const {
  Date,
  DatePrototypeGetDate,
  DatePrototypeGetFullYear,
  DatePrototypeGetHours,
  DatePrototypeGetMinutes,
  DatePrototypeGetMonth,
  DatePrototypeGetSeconds,
  String,
  StringPrototypePadStart,
} = primordials;

const {
  codes: {
    ERR_FEATURE_UNAVAILABLE_ON_PLATFORM,
    ERR_OPERATION_FAILED,
  },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateObject } = require('internal/validators');
const { getValidatedPath } = require('internal/fs/arguments');
const { closeSync, openSync } = require('internal/fs/file');

const { writeSnapshot } = internalBinding('heap');

let written = 0;

function padded(number, length) {
  return StringPrototypePadStart(String(number), length, '0');
}

// `Heap.date.time.process.thread.number.heapsnapshot`
function nextName() {
  const now = new Date();
  const date = padded(DatePrototypeGetFullYear(now), 4) + padded(DatePrototypeGetMonth(now) + 1, 2) +
    padded(DatePrototypeGetDate(now), 2);
  const time = padded(DatePrototypeGetHours(now), 2) + padded(DatePrototypeGetMinutes(now), 2) +
    padded(DatePrototypeGetSeconds(now), 2);
  return `Heap.${date}.${time}.${process.pid}.0.${padded(++written, 3)}.heapsnapshot`;
}

// V8's interface for Rust takes snapshots without internals and without numbers, which is the default.
function validateOptions(options) {
  validateObject(options, 'options');
  const { exposeInternals = false, exposeNumericValues = false } = options;
  validateBoolean(exposeInternals, 'options.exposeInternals');
  validateBoolean(exposeNumericValues, 'options.exposeNumericValues');
  if (exposeInternals) throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('writeHeapSnapshot({ exposeInternals: true })');
  if (exposeNumericValues) {
    throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('writeHeapSnapshot({ exposeNumericValues: true })');
  }
}

/**
 * @param {string | Buffer | URL} [filename] by default a name in the working directory that no other has
 * @param {object} [options]
 * @returns {string | Buffer} the name of the file
 */
function writeHeapSnapshot(filename = undefined, options = kEmptyObject) {
  const path = filename === undefined ? nextName() : getValidatedPath(filename);
  validateOptions(options);
  // What is on the heap is nobody else's to read.
  const fd = openSync(path, 'w', 0o600);
  let isWhole;
  try {
    isWhole = writeSnapshot(fd);
  } finally {
    closeSync(fd);
  }
  if (!isWhole) throw new ERR_OPERATION_FAILED('V8 could not take a snapshot of the heap');
  return path;
}

module.exports = { writeHeapSnapshot };
