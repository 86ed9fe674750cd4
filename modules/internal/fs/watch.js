'use strict';

// `fs.watch` and `fs.promises.watch`: changes as the system tells of them.
//
// Loads: at the first call of one of them. Not part of the startup image.
//
// internalBinding('fs_watch') gives each file or directory a number, whoever watches it; here it is known who does. A recursive
// watch is one of every directory below, also of those that come later.

const {
  ArrayIsArray,
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  RegExpPrototypeExec,
  SafeMap,
  StringPrototypeIncludes,
  SymbolDispose,
  TypedArrayPrototypeGetLength,
} = primordials;

const {
  AbortError,
  codes: {
    ERR_FS_WATCH_QUEUE_OVERFLOW,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const { createDeferredPromise, kEmptyObject, normalizeEncoding } = require('internal/util');
const {
  validateAbortSignal,
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
  validateOneOf,
} = require('internal/validators');
const { isRegExp } = internalBinding('types');
const { buffers, getOptions, getValidatedPath } = require('internal/fs/arguments');
const EventEmitter = require('events');
const path = require('path');

const binding = internalBinding('fs_watch');

// Of the masks of inotify.
const kModify = 0x2;
const kAttributes = 0x4;
const kMovedHere = 0x80;
const kCreate = 0x100;
const kOverflow = 0x4000;
const kGone = 0x8000;
const kDirectory = 0x40000000;

// ---- who watches what ----------------------------------------------------------------------------------------------------------

// Handles by the number of the watch.
const watching = new SafeMap();
let references = 0;

function addReferences(count) {
  references += count;
  binding.setWatchRefs(references);
}

binding.setupWatches((watch, mask, name) => {
  if ((mask & kOverflow) !== 0) return;
  const handles = watching.get(watch);
  if (handles === undefined) return;
  if ((mask & kGone) !== 0) {
    watching.delete(watch);
    return;
  }
  // A listener may close them.
  const all = ArrayPrototypeSlice(handles);
  for (let i = 0; i < all.length; i++) all[i].tell(watch, mask, name);
});

// What one watcher has of the system. `onChange` is called with the type of a change and the name, as text or bytes.
class Handle {
  constructor(place, options, onChange) {
    this.place = place;
    this.recursive = options.recursive;
    this.onChange = onChange;
    this.open = true;
    this.referenced = false;
    this.directories = new SafeMap(); // by the number of the watch: where it is below `place`
    this.add('');
    if (this.recursive) this.addBelow('');
    if (options.persistent) this.ref();
  }

  add(below) {
    const watch = binding.addWatch(below === '' ? this.place : path.join(this.place, below));
    this.directories.set(watch, below);
    const handles = watching.get(watch);
    if (handles === undefined) watching.set(watch, [this]);
    else if (ArrayPrototypeIndexOf(handles, this) === -1) ArrayPrototypePush(handles, this);
  }

  // Adds the directories in a directory. With `tell`, what is found there is news.
  addBelow(below, tell = false) {
    let entries;
    try {
      entries = require('internal/fs/tree').readdirSync(path.join(this.place, below), { __proto__: null, withFileTypes: true });
    } catch {
      return; // It is no directory, or gone again.
    }
    for (let i = 0; i < entries.length && this.open; i++) {
      const next = path.join(below, entries[i].name);
      if (tell) this.onChange('rename', next);
      if (entries[i].isDirectory()) this.addDirectory(next, tell);
    }
  }

  addDirectory(below, tell) {
    try {
      this.add(below);
    } catch {
      return;
    }
    this.addBelow(below, tell);
  }

  tell(watch, mask, name) {
    if (!this.open) return;
    const below = this.directories.get(watch);
    // Of a directory that lies below, the one it is in tells.
    if (name === undefined && below !== '') return;
    let changed = name === undefined ? path.basename(this.place) : name;
    if (below !== '') changed = path.join(below, toText(name));
    this.onChange((mask & ~kDirectory & ~(kModify | kAttributes)) === 0 ? 'change' : 'rename', changed);
    if (this.open && this.recursive && (mask & kDirectory) !== 0 && (mask & (kCreate | kMovedHere)) !== 0) {
      this.addDirectory(below === '' ? toText(name) : changed, true);
    }
  }

  ref() {
    if (!this.open || this.referenced) return;
    this.referenced = true;
    addReferences(1);
  }

  unref() {
    if (!this.referenced) return;
    this.referenced = false;
    addReferences(-1);
  }

  close() {
    if (!this.open) return;
    this.unref();
    this.open = false;
    this.directories.forEach((below, watch) => {
      const handles = watching.get(watch);
      const index = handles === undefined ? -1 : ArrayPrototypeIndexOf(handles, this);
      if (index === -1) return;
      ArrayPrototypeSplice(handles, index, 1);
      if (handles.length === 0) {
        watching.delete(watch);
        binding.removeWatch(watch);
      }
    });
  }
}

// ---- names ---------------------------------------------------------------------------------------------------------------------

function toText(name) {
  if (typeof name === 'string') return name;
  return buffers().sliceToString(name, 'utf8', 0, TypedArrayPrototypeGetLength(name));
}

function encode(name, encoding) {
  if (encoding === 'utf8') return toText(name);
  const { asBuffer, fromString, sliceToString } = buffers();
  const bytes = typeof name === 'string' ? fromString(name) : asBuffer(name);
  return encoding === 'buffer' ? bytes : sliceToString(bytes, encoding, 0, TypedArrayPrototypeGetLength(bytes));
}

function encodingOf(encoding) {
  if (encoding === 'buffer') return encoding;
  const normal = normalizeEncoding(encoding);
  if (normal === undefined) throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  return normal;
}

function ignoreOne(pattern) {
  if (typeof pattern === 'function') return pattern;
  if (isRegExp(pattern)) return (name) => RegExpPrototypeExec(pattern, name) !== null;
  if (typeof pattern !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('options.ignore', ['string', 'RegExp', 'Function', 'Array'], pattern);
  }
  if (pattern === '') throw new ERR_INVALID_ARG_VALUE('options.ignore', pattern, 'must be a non-empty string');
  const { matchesGlob } = require('internal/path/glob');
  // Without a slash it is about the last name.
  const whole = StringPrototypeIncludes(pattern, '/');
  return (name) => matchesGlob(whole ? name : path.basename(name), pattern, false);
}

// Tells what is not to be told of.
function ignorerOf(ignore) {
  if (ignore === undefined || ignore === null) return () => false;
  const list = ArrayIsArray(ignore) ? ignore : [ignore];
  const tests = [];
  for (let i = 0; i < list.length; i++) ArrayPrototypePush(tests, ignoreOne(list[i]));
  return (name) => {
    const text = toText(name);
    for (let i = 0; i < tests.length; i++) if (tests[i](text)) return true;
    return false;
  };
}

// ---- fs.watch --------------------------------------------------------------------------------------------------------------------

class FSWatcher extends EventEmitter {
  _handle = null;

  // For old programs: it has started already.
  start() {}

  close() {
    if (this._handle === null) return;
    this._handle.close();
    this._handle = null;
    process.nextTick(emitClose, this);
  }

  ref() {
    this._handle?.ref();
    return this;
  }

  unref() {
    this._handle?.unref();
    return this;
  }
}

function emitClose(watcher) {
  watcher.emit('close');
}

function startWatch(filename, options, onChange) {
  try {
    return new Handle(filename, options, onChange);
  } catch (error) {
    error.filename = filename;
    if (error.code === 'ENOSPC') {
      error.message = `ENOSPC: System limit for number of file watchers reached, watch '${filename}'`;
    }
    throw error;
  }
}

function toTextPath(filename) {
  return typeof filename === 'string' ? filename : toText(filename);
}

/**
 * @param {string | Buffer | URL} filename
 * @param {string | { encoding?: string, ignore?: any, persistent?: boolean, recursive?: boolean, signal?: AbortSignal }} [options]
 * @param {(eventType: 'change' | 'rename', filename: string | Buffer) => void} [listener]
 * @returns {FSWatcher}
 */
function watch(filename, options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = undefined;
  }
  const { encoding: name = 'utf8', ignore, persistent = true, recursive = false, signal } = getOptions(options, kEmptyObject);
  const place = toTextPath(getValidatedPath(filename));
  const encoding = encodingOf(name ?? 'utf8');
  const isIgnored = ignorerOf(ignore);
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');

  const watcher = new FSWatcher();
  watcher._handle = startWatch(place, { __proto__: null, persistent, recursive }, (eventType, changed) => {
    if (!isIgnored(changed)) watcher.emit('change', eventType, encode(changed, encoding));
  });
  if (listener !== undefined) {
    validateFunction(listener, 'listener');
    watcher.addListener('change', listener);
  }
  if (signal?.aborted) {
    process.nextTick(() => watcher.close());
  } else if (signal !== undefined) {
    const { addAbortListener } = require('internal/events/abort_listener');
    const disposable = addAbortListener(signal, () => watcher.close());
    watcher.once('close', () => disposable[SymbolDispose]());
  }
  return watcher;
}

// ---- fs.promises.watch -----------------------------------------------------------------------------------------------------------

async function* watchPromise(filename, options = kEmptyObject) {
  const place = toTextPath(getValidatedPath(filename));
  validateObject(options, 'options');
  const {
    encoding: name = 'utf8',
    ignore,
    maxQueue = 2048,
    overflow = 'ignore',
    persistent = true,
    recursive = false,
    signal,
  } = options;
  validateBoolean(persistent, 'options.persistent');
  validateBoolean(recursive, 'options.recursive');
  validateInteger(maxQueue, 'options.maxQueue');
  validateOneOf(overflow, 'options.overflow', ['ignore', 'error']);
  validateAbortSignal(signal, 'options.signal');
  const encoding = encodingOf(name ?? 'utf8');
  const isIgnored = ignorerOf(ignore);
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });

  let queue = [];
  let failure;
  let news = createDeferredPromise();
  const handle = startWatch(place, { __proto__: null, persistent, recursive }, (eventType, changed) => {
    if (isIgnored(changed)) return;
    if (queue.length < maxQueue) {
      ArrayPrototypePush(queue, { __proto__: null, eventType, filename: encode(changed, encoding) });
    } else if (overflow === 'error') {
      queue = [];
      failure = new ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue);
    } else {
      process.emitWarning('fs.watch maxQueue exceeded');
    }
    news.resolve();
  });
  const onAbort = () => {
    failure = new AbortError(undefined, { __proto__: null, cause: signal.reason });
    news.resolve();
  };
  let listening;
  if (signal !== undefined) listening = require('internal/events/abort_listener').addAbortListener(signal, onAbort);
  try {
    for (;;) {
      if (failure === undefined && queue.length === 0) await news.promise;
      news = createDeferredPromise();
      if (failure !== undefined) throw failure;
      if (queue.length !== 0) yield ArrayPrototypeShift(queue);
    }
  } finally {
    handle.close();
    listening?.[SymbolDispose]();
  }
}

module.exports = { FSWatcher, watch, watchPromise };
