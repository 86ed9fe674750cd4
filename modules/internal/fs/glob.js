'use strict';

// `fs.glob`, `fs.globSync` and `fs.promises.glob`: the files that match patterns.
//
// Loads: at the first call of one of them. Not part of the startup image.
//
// The walk asks nothing of the file system: it has a list of what it wants to know, and goes on with each answer, so that it
// does not matter whether that comes at once or later.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypePop,
  ArrayPrototypePush,
  PromisePrototypeThen,
  RegExpPrototypeExec,
  SafeMap,
  SafeSet,
  StringPrototypeSplit,
  StringPrototypeStartsWith,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
  validateString,
  validateStringArray,
} = require('internal/validators');
const { compileGlob, matchesCompiled } = require('internal/path/glob');
const path = require('path');

// What the walk wants: the entries of a directory, one entry itself or what it leads to, the path without links.
const kList = 0;
const kLook = 1;
const kFollow = 2;
const kReal = 3;

const isWindows = process.platform === 'win32';

// Where `exclude` is a list, the function that it stands for.
function excluderOf(exclude, root) {
  if (exclude === undefined || exclude === null) return undefined;
  if (typeof exclude === 'function') return exclude;
  if (!ArrayIsArray(exclude)) throw new ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
  validateStringArray(exclude, 'options.exclude');
  const patterns = [];
  for (let i = 0; i < exclude.length; i++) {
    ArrayPrototypePush(patterns, compileGlob(path.resolve(root, exclude[i]), isWindows));
  }
  return (whole) => {
    for (let i = 0; i < patterns.length; i++) {
      // `a/**` leaves out `a` as well.
      if (matchesCompiled(whole, patterns[i]) || matchesCompiled(`${whole}/x`, patterns[i])) return true;
    }
    return false;
  };
}

class Walk {
  constructor(pattern, options = kEmptyObject) {
    validateObject(options, 'options');
    const { cwd, exclude, followSymlinks, maxDepth, withFileTypes } = options;
    this.root = path.resolve(require('internal/url/paths').toPathIfFileURL(cwd) ?? '.');
    if (followSymlinks !== undefined && followSymlinks !== null) {
      validateBoolean(followSymlinks, 'options.followSymlinks');
    }
    if (maxDepth !== undefined && maxDepth !== null) validateInteger(maxDepth, 'options.maxDepth', 0);
    this.follow = followSymlinks === true;
    this.maxDepth = maxDepth ?? Infinity;
    this.withFileTypes = !!withFileTypes;
    this.byName = typeof exclude === 'function';
    this.exclude = excluderOf(exclude, this.root);
    let patterns = pattern;
    if (typeof pattern === 'object') {
      validateStringArray(pattern, 'patterns');
    } else {
      validateString(pattern, 'patterns');
      patterns = [pattern];
    }
    this.alternatives = [];
    for (let i = 0; i < patterns.length; i++) {
      if (patterns[i] === '') continue;
      const compiled = compileGlob(patterns[i], isWindows);
      for (let j = 0; j < compiled.length; j++) ArrayPrototypePush(this.alternatives, compiled[j]);
    }
    this.found = new SafeSet();
    this.results = []; // what was found and not taken yet
    this.wishes = [];
    this.visited = new SafeSet();
    this.listed = new SafeMap();
  }

  whole(place) {
    return path.resolve(this.root, place);
  }

  // How many names lie between the root and a place.
  depth(place) {
    const relative = path.relative(this.root, this.whole(place));
    return relative === '' ? 0 : StringPrototypeSplit(relative, path.sep).length;
  }

  isExcluded(place, entry) {
    if (this.exclude === undefined) return false;
    if (!this.byName) return this.exclude(this.whole(place));
    if (this.withFileTypes) return this.exclude(entry);
    return this.exclude(entry.name) || (entry.name !== place && this.exclude(place));
  }

  start() {
    for (let i = 0; i < this.alternatives.length; i++) {
      const parts = this.alternatives[i];
      if (parts[0] === '') this.visit({ __proto__: null, place: '/', parts, at: 1, named: true, id: i, chain: [] });
      else this.visit({ __proto__: null, place: '.', parts, at: 0, named: true, id: i, chain: [] });
    }
    return this;
  }

  ask(kind, place, then) {
    ArrayPrototypePush(this.wishes, { __proto__: null, kind, path: this.whole(place), then });
  }

  // What is to be answered next, undefined at the end.
  next() {
    return ArrayPrototypePop(this.wishes);
  }

  // Goes on in a directory with the part of the pattern at `at`. Links are gone through only as far as the pattern names all
  // that leads to them, which is `named`; or if they shall be followed, with what was gone through already in `chain`.
  visit(step) {
    const { at, named, parts, place } = step;
    const key = `${step.id}:${at}:${named}:${place}`;
    if (at === parts.length || this.visited.has(key)) return;
    this.visited.add(key);
    const part = parts[at];
    const last = at === parts.length - 1;
    if (part === '**') {
      if (!last) this.visit({ ...step, __proto__: null, at: at + 1, named: false });
      else if (place !== '.' || at === 0 || parts[0] === '.') this.report(place);
      this.visitAll(step, (name) => name[0] !== '.', at);
    } else if (typeof part !== 'string') {
      this.visitAll(step, (name) => RegExpPrototypeExec(part, name) !== null, at + 1);
    } else if (part === '') {
      // A slash at the end: what is here is a directory.
      if (at !== 0) this.report(place);
    } else if (part === '.' || part === '..') {
      if (!last) this.visit({ ...step, __proto__: null, place: path.join(place, part), at: at + 1 });
    } else {
      const next = path.join(place, part);
      this.ask(kLook, next, (entry) => {
        if (entry === undefined || this.isExcluded(next, entry)) return;
        if (last) this.report(next, entry);
        else this.enter({ ...step, __proto__: null, place: next, at: at + 1 }, entry);
      });
    }
  }

  // The entries of a directory whose names `matches` accepts. In those that are directories it goes on with `nextAt`.
  visitAll(step, matches, nextAt) {
    const { at, parts, place } = step;
    if (this.depth(place) >= this.maxDepth) return;
    const take = (entries) => {
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        if (!matches(entry.name)) continue;
        const next = path.join(place, entry.name);
        if (this.isExcluded(next, entry)) continue;
        if (at === parts.length - 1) this.report(next, entry);
        if (nextAt < parts.length) this.enter({ ...step, __proto__: null, place: next, at: nextAt, named: false }, entry);
      }
    };
    const known = this.listed.get(place);
    if (known !== undefined) {
      take(known);
      return;
    }
    this.ask(kList, place, (entries) => {
      this.listed.set(place, entries);
      take(entries);
    });
  }

  // Goes on in what may be a directory, or a link to one.
  enter(step, entry) {
    if (entry.isDirectory()) {
      this.enterDirectory(step);
    } else if (entry.isSymbolicLink() && (step.named || this.follow)) {
      this.ask(kFollow, step.place, (target) => {
        if (target?.isDirectory()) this.enterDirectory(step);
      });
    }
  }

  enterDirectory(step) {
    if (!this.follow) {
      this.visit(step);
      return;
    }
    this.ask(kReal, step.place, (real) => {
      if (real === undefined || ArrayPrototypeIncludes(step.chain, real) || isInside(this.whole(step.place), real)) return;
      const chain = [];
      for (let i = 0; i < step.chain.length; i++) ArrayPrototypePush(chain, step.chain[i]);
      ArrayPrototypePush(chain, real);
      this.visit({ ...step, __proto__: null, chain });
    });
  }

  report(place, entry = undefined) {
    if (this.found.has(place) || this.depth(place) > this.maxDepth) return;
    if (this.exclude !== undefined && !this.byName && this.exclude(this.whole(place))) return;
    this.found.add(place);
    if (!this.withFileTypes) {
      ArrayPrototypePush(this.results, place);
    } else if (entry !== undefined) {
      ArrayPrototypePush(this.results, entry);
    } else {
      this.ask(kLook, place, (self) => {
        if (self !== undefined) ArrayPrototypePush(this.results, self);
      });
    }
  }
}

// Whether a link leads to a directory that it lies in.
function isInside(place, directory) {
  return place !== directory && StringPrototypeStartsWith(place, directory === '/' ? '/' : `${directory}/`);
}

function entryOf(whole, stats) {
  if (stats === undefined) return undefined;
  const { Dirent, direntTypeFromMode } = require('internal/fs/stats');
  return new Dirent(path.basename(whole), direntTypeFromMode(stats.mode), path.dirname(whole));
}

// ---- at once ------------------------------------------------------------------------------------------------------------------

const quiet = { __proto__: null, throwIfNoEntry: false };
const withTypes = { __proto__: null, withFileTypes: true };

// What cannot be read is not there.
function answer(wish) {
  const { lstatSync, statSync } = require('internal/fs/entry');
  try {
    switch (wish.kind) {
      case kList:
        return require('internal/fs/tree').readdirSync(wish.path, withTypes);
      case kLook:
        return entryOf(wish.path, lstatSync(wish.path, quiet));
      case kFollow:
        return entryOf(wish.path, statSync(wish.path, quiet));
      default:
        return require('internal/fs/realpath').realpathSync(wish.path);
    }
  } catch {
    return wish.kind === kList ? [] : undefined;
  }
}

function globSync(pattern, options) {
  const walk = new Walk(pattern, options).start();
  for (let wish = walk.next(); wish !== undefined; wish = walk.next()) wish.then(answer(wish));
  return walk.results;
}

// ---- later --------------------------------------------------------------------------------------------------------------------

async function answerLater(wish) {
  const { lstat, readdir, realpath, stat } = require('internal/fs/promises').exports;
  try {
    switch (wish.kind) {
      case kList:
        return await readdir(wish.path, withTypes);
      case kLook:
        return entryOf(wish.path, await lstat(wish.path));
      case kFollow:
        return entryOf(wish.path, await stat(wish.path));
      default:
        return await realpath(wish.path);
    }
  } catch {
    return wish.kind === kList ? [] : undefined;
  }
}

async function* globPromise(pattern, options) {
  const walk = new Walk(pattern, options).start();
  for (;;) {
    const { results } = walk;
    walk.results = [];
    for (let i = 0; i < results.length; i++) yield results[i];
    const wish = walk.next();
    if (wish === undefined) return;
    wish.then(await answerLater(wish));
  }
}

async function collect(walk) {
  walk.start();
  for (let wish = walk.next(); wish !== undefined; wish = walk.next()) wish.then(await answerLater(wish));
  return walk.results;
}

function glob(pattern, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  PromisePrototypeThen(
    collect(new Walk(pattern, options)),
    (result) => process.nextTick(callback, null, result),
    (error) => process.nextTick(callback, error));
}

module.exports = { glob, globPromise, globSync };
