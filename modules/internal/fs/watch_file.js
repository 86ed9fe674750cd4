'use strict';

// `fs.watchFile` and `fs.unwatchFile`: a file is looked at from time to time.
//
// Loads: at the first call of one of them. Not part of the startup image.

const {
  SafeMap,
} = primordials;

const { kEmptyObject } = require('internal/util');
const { validateFunction, validateUint32 } = require('internal/validators');
const { getValidatedPath } = require('internal/fs/arguments');
const EventEmitter = require('events');
const path = require('path');
const timers = require('timers');

// Milliseconds between two looks.
const kInterval = 5007;

// What a file that is not there is like.
function nothing(bigint) {
  const { BigIntStats, Stats } = require('internal/fs/stats');
  return bigint ?
    new BigIntStats(0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n) :
    new Stats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

const compared = ['ctimeMs', 'mtimeMs', 'birthtimeMs', 'size', 'mode', 'uid', 'gid', 'ino', 'dev'];

function differ(a, b) {
  for (let i = 0; i < compared.length; i++) if (a[compared[i]] !== b[compared[i]]) return true;
  return false;
}

class StatWatcher extends EventEmitter {
  #filename;
  #bigint;
  #interval;
  #timer;
  // What was there last; undefined before the first look.
  #previous;
  #missing = false;
  // Listeners, and how many of them keep the program alive.
  #users = 1;
  #refs = 1;

  constructor(filename, options) {
    super();
    const { bigint = false, interval = kInterval, persistent = true } = options;
    validateUint32(interval, 'interval');
    this.#filename = filename;
    this.#bigint = bigint === true;
    this.#interval = interval;
    this.#timer = timers.setTimeout(() => this.#look(), 0);
    if (!persistent) this.unref();
  }

  #look() {
    this.#timer = timers.setTimeout(() => this.#look(), this.#interval);
    if (this.#refs === 0) this.#timer.unref();
    const options = { __proto__: null, bigint: this.#bigint };
    let current;
    try {
      current = require('internal/fs/entry').statSync(this.#filename, options);
    } catch {
      // Whatever the reason, there is nothing to see.
    }
    const previous = this.#previous;
    const wasMissing = this.#missing;
    this.#missing = current === undefined;
    // What a file was before it went is what it is compared with when it comes back.
    if (current !== undefined) this.#previous = current;
    if (previous === undefined) {
      if (current !== undefined) return;
      // The first look tells only of what is not there.
      this.#previous = nothing(this.#bigint);
      this.emit('change', nothing(this.#bigint), this.#previous);
    } else if (wasMissing !== this.#missing || (current !== undefined && differ(previous, current))) {
      this.emit('change', current ?? nothing(this.#bigint), previous);
    }
  }

  // For old programs: it has started already.
  start() {}

  stop() {
    if (this.#timer === undefined) return;
    timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    process.nextTick(emitStop, this);
  }

  ref() {
    if (this.#refs < this.#users && this.#refs++ === 0) this.#timer?.ref();
    return this;
  }

  unref() {
    if (this.#refs > 0 && --this.#refs === 0) this.#timer?.unref();
    return this;
  }

  static addUser(watcher) {
    watcher.#users++;
    watcher.ref();
  }

  static removeUser(watcher) {
    watcher.#users--;
    watcher.unref();
  }
}

function emitStop(watcher) {
  watcher.emit('stop');
}

const watchers = new SafeMap();

function placeOf(filename) {
  const validated = getValidatedPath(filename);
  return path.resolve(typeof validated === 'string' ? validated : `${validated}`);
}

/**
 * @param {string | Buffer | URL} filename
 * @param {{ bigint?: boolean, interval?: number, persistent?: boolean }} [options]
 * @param {(current: Stats, previous: Stats) => void} listener
 * @returns {StatWatcher}
 */
function watchFile(filename, options, listener) {
  const place = placeOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = kEmptyObject;
  }
  validateFunction(listener, 'listener');
  let watcher = watchers.get(place);
  if (watcher === undefined) {
    watcher = new StatWatcher(place, options);
    watchers.set(place, watcher);
  } else {
    StatWatcher.addUser(watcher);
  }
  watcher.addListener('change', listener);
  return watcher;
}

function unwatchFile(filename, listener) {
  const place = placeOf(filename);
  const watcher = watchers.get(place);
  if (watcher === undefined) return;
  if (typeof listener === 'function') {
    const before = watcher.listenerCount('change');
    watcher.removeListener('change', listener);
    if (watcher.listenerCount('change') < before) StatWatcher.removeUser(watcher);
  } else {
    watcher.removeAllListeners('change');
  }
  if (watcher.listenerCount('change') === 0) {
    watcher.stop();
    watchers.delete(place);
  }
}

module.exports = { StatWatcher, unwatchFile, watchFile };
