'use strict';

// Dir: a directory being listed, and opendir.
//
// Loads: when `fs.Dir`, `fs.opendir` or `fs.opendirSync` is first read. Not
// part of the startup image.
//
// The names are read when the directory is opened, so no handle of the system
// stays open; closing is still required, as in Node, and still checked.

const {
  ArrayPrototypePush,
  ObjectDefineProperties,
  Promise,
  Symbol,
  SymbolAsyncDispose,
  SymbolAsyncIterator,
  SymbolDispose,
} = primordials;

const {
  codes: {
    ERR_DIR_CLOSED,
    ERR_DIR_CONCURRENT_OPERATION,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateFunction, validateUint32 } = require('internal/validators');
const { getOptions, getValidatedPath } = require('internal/fs/arguments');
const { scheduleTask } = require('internal/fs/task');

const binding = internalBinding('fs');

const kPath = Symbol('kDirPath');
const kEntries = Symbol('kDirBufferedEntries');
const kPosition = Symbol('kDirPosition');
const kClosed = Symbol('kDirClosed');
const kPending = Symbol('kDirOperationQueue');
const kOptions = Symbol('kDirOptions');

class Dir {
  constructor(listing, path, options) {
    if (listing === null || listing === undefined) throw new ERR_MISSING_ARGS('handle');
    options = getOptions(options, { __proto__: null, encoding: 'utf8' });
    this[kPath] = path;
    this[kEntries] = listing;
    this[kPosition] = 0;
    this[kClosed] = false;
    // The reads and closes asked for and not yet answered.
    this[kPending] = 0;
    this[kOptions] = options;
  }

  get path() {
    return this[kPath];
  }

  read(callback) {
    return answer(this, callback, () => {
      if (this[kClosed]) throw new ERR_DIR_CLOSED();
      return () => next(this);
    });
  }

  readSync() {
    if (this[kClosed]) throw new ERR_DIR_CLOSED();
    if (this[kPending] > 0) throw new ERR_DIR_CONCURRENT_OPERATION();
    return next(this);
  }

  close(callback) {
    return answer(this, callback, () => {
      if (this[kClosed]) throw new ERR_DIR_CLOSED();
      // Reads that are still to be answered come first: tasks keep their order.
      return () => {
        if (this[kClosed]) throw new ERR_DIR_CLOSED();
        this[kClosed] = true;
        this[kEntries] = undefined;
      };
    });
  }

  closeSync() {
    if (this[kClosed]) throw new ERR_DIR_CLOSED();
    if (this[kPending] > 0) throw new ERR_DIR_CONCURRENT_OPERATION();
    this[kClosed] = true;
    this[kEntries] = undefined;
  }

  async [SymbolAsyncDispose]() {
    if (!this[kClosed]) await this.close();
  }

  [SymbolDispose]() {
    if (!this[kClosed]) this.closeSync();
  }

  async* entries() {
    try {
      while (true) {
        const entry = await this.read();
        if (entry === null) break;
        yield entry;
      }
    } finally {
      await this.close();
    }
  }
}

ObjectDefineProperties(Dir.prototype, {
  [SymbolAsyncIterator]: {
    __proto__: null,
    configurable: true,
    enumerable: false,
    value: Dir.prototype.entries,
    writable: true,
  },
});

// Runs what `prepare` answers in a task; what `prepare` throws goes the way of
// the answer for a promise, and to the caller for a callback.
function answer(dir, callback, prepare) {
  if (callback === undefined) {
    return new Promise((resolve, reject) => {
      let run;
      try {
        run = prepare();
      } catch (error) {
        reject(error);
        return;
      }
      dir[kPending]++;
      scheduleTask(run, (error, value) => {
        dir[kPending]--;
        if (error) reject(error);
        else resolve(value);
      });
    });
  }
  validateFunction(callback, 'callback');
  let run;
  try {
    run = prepare();
  } catch (error) {
    process.nextTick(callback, error);
    return;
  }
  dir[kPending]++;
  scheduleTask(run, (error, value) => {
    dir[kPending]--;
    if (error) callback(error);
    else if (value === undefined) callback(null);
    else callback(null, value);
  });
}

// The next entry, or null. A recursive listing takes in a directory when it
// comes to it.
function next(dir) {
  const listing = dir[kEntries];
  const position = dir[kPosition];
  if (position >= listing.length) return null;
  dir[kPosition] = position + 1;
  const entry = listing[position];
  listing[position] = undefined;
  if (dir[kOptions].recursive && entry.isDirectory()) {
    const { join } = require('path');
    append(listing, join(entry.parentPath, entry.name), dir[kOptions].encoding);
  }
  return entry;
}

function append(listing, path, encoding) {
  const { toEntries, wantsBytes } = require('internal/fs/tree');
  const found = toEntries(path, encoding, binding.opendir(path, wantsBytes(encoding)));
  for (let i = 0; i < found.length; i++) ArrayPrototypePush(listing, found[i]);
  return listing;
}

function request(path, options) {
  path = getValidatedPath(path);
  options = getOptions(options, { __proto__: null, encoding: 'utf8' });
  const { bufferSize, recursive } = options;
  if (bufferSize !== undefined) validateUint32(bufferSize, 'options.bufferSize', true);
  if (recursive !== undefined && recursive !== null) validateBoolean(recursive, 'options.recursive');
  return () => new Dir(append([], path, options.encoding), path, options);
}

function opendir(path, options, callback) {
  callback = typeof options === 'function' ? options : callback;
  validateFunction(callback, 'callback');
  if (typeof options === 'function') options = kEmptyObject;
  scheduleTask(request(path, options), (error, dir) => {
    if (error) callback(error);
    else callback(null, dir);
  });
}

function opendirSync(path, options) {
  return request(path, options)();
}

module.exports = { Dir, opendir, opendirSync, requests: { __proto__: null, opendir: request } };
