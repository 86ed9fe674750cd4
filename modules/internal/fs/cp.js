'use strict';

// cp: copies files and whole trees.
//
// Loads: when `fs.cp`, `fs.cpSync` or `fsPromises.cp` is first read. Not part
// of the startup image.
//
// A copy is a stack of steps, so that one walk serves both APIs: the filter is
// the only thing they ask differently, and it is asked between two steps.

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  Number,
  Promise,
  PromisePrototypeThen,
  StringPrototypeStartsWith,
} = primordials;

const {
  codes: {
    ERR_FS_CP_DIR_TO_NON_DIR,
    ERR_FS_CP_EEXIST,
    ERR_FS_CP_EINVAL,
    ERR_FS_CP_FIFO_PIPE,
    ERR_FS_CP_NON_DIR_TO_DIR,
    ERR_FS_CP_SOCKET,
    ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY,
    ERR_FS_CP_UNKNOWN,
    ERR_FS_EISDIR,
    ERR_INCOMPATIBLE_OPTION_PAIR,
    ERR_INVALID_RETURN_VALUE,
  },
} = require('internal/errors');
const { isPromise } = require('internal/util/types');
const { validateBoolean, validateFunction, validateObject } = require('internal/validators');
const { constants, getCopyMode, getValidatedPath } = require('internal/fs/arguments');
const { scheduleTask } = require('internal/fs/task');
const { dirname, isAbsolute, join, resolve } = require('path');

const binding = internalBinding('fs');
const { os: { errno } } = internalBinding('constants');

// Where the fields of a stat stand in the binding's list.
const kDev = 0;
const kMode = 1;
const kIno = 7;
const kAtime = 10;
const kMtime = 12;

const kindOf = (fields) => Number(fields[kMode]) & constants.S_IFMT;
const isDirectory = (fields) => kindOf(fields) === constants.S_IFDIR;
const isSame = (a, b) => a[kIno] === b[kIno] && a[kDev] === b[kDev];

const booleans = ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks'];
const defaults = {
  __proto__: null,
  dereference: false,
  errorOnExist: false,
  filter: undefined,
  force: true,
  preserveTimestamps: false,
  recursive: false,
  verbatimSymlinks: false,
};

function getCpOptions(options) {
  if (options === undefined) return { ...defaults, __proto__: null, mode: 0 };
  validateObject(options, 'options');
  const merged = { ...defaults, ...options, __proto__: null };
  for (let i = 0; i < booleans.length; i++) {
    validateBoolean(merged[booleans[i]], `options.${booleans[i]}`);
  }
  merged.mode = getCopyMode(merged.mode);
  if (merged.dereference && merged.verbatimSymlinks) {
    throw new ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (merged.filter !== undefined) validateFunction(merged.filter, 'options.filter');
  return merged;
}

// The user sees the object as `error.info`: it is an ordinary one.
const info = (message, path, code) => ({ message, path, syscall: 'cp', errno: errno[code], code });

// Whether `inner` is `outer` or lies in it.
function isWithin(outer, inner) {
  outer = resolve(outer);
  inner = resolve(inner);
  return inner === outer || StringPrototypeStartsWith(inner, outer === '/' ? '/' : `${outer}/`);
}

class Copy {
  constructor(src, dest, options) {
    this.src = src;
    this.dest = dest;
    this.options = options;
    this.steps = [{ __proto__: null, src, dest, first: true, finish: undefined }];
  }

  // The next step, or undefined at the end. A step that only finishes a
  // directory is done here and never shown.
  next() {
    while (this.steps.length > 0) {
      const step = ArrayPrototypePop(this.steps);
      if (step.finish === undefined) return step;
      binding.chmod(step.dest, step.finish);
    }
    return undefined;
  }

  run(step) {
    const { src, dest } = step;
    const { dereference, recursive } = this.options;
    const read = dereference ? binding.stat : binding.lstat;
    const from = read(src, true, true);
    const to = read(dest, true, false);
    this.check(src, from, dest, to);
    if (step.first) this.prepareParent(src, from, dest);
    switch (kindOf(from)) {
      case constants.S_IFDIR:
        if (!recursive) throw new ERR_FS_EISDIR(info(`${src} is a directory (not copied)`, src, 'EISDIR'));
        this.copyDirectory(src, from, dest, to);
        break;
      case constants.S_IFREG:
      case constants.S_IFCHR:
      case constants.S_IFBLK:
        this.copyFile(src, from, dest, to);
        break;
      case constants.S_IFLNK:
        this.copyLink(src, dest, to);
        break;
      case constants.S_IFSOCK:
        throw new ERR_FS_CP_SOCKET(info(`cannot copy a socket file: ${dest}`, dest, 'EINVAL'));
      case constants.S_IFIFO:
        throw new ERR_FS_CP_FIFO_PIPE(info(`cannot copy a FIFO pipe: ${dest}`, dest, 'EINVAL'));
      default:
        throw new ERR_FS_CP_UNKNOWN(info(`cannot copy an unknown file type: ${dest}`, dest, 'EINVAL'));
    }
  }

  check(src, from, dest, to) {
    if (to !== undefined) {
      if (isSame(from, to)) throw new ERR_FS_CP_EINVAL(info('src and dest cannot be the same', dest, 'EINVAL'));
      if (isDirectory(from) && !isDirectory(to)) {
        throw new ERR_FS_CP_DIR_TO_NON_DIR(
          info(`cannot overwrite non-directory ${dest} with directory ${src}`, dest, 'EISDIR'));
      }
      if (!isDirectory(from) && isDirectory(to)) {
        throw new ERR_FS_CP_NON_DIR_TO_DIR(
          info(`cannot overwrite directory ${dest} with non-directory ${src}`, dest, 'ENOTDIR'));
      }
    }
    if (isDirectory(from) && isWithin(src, dest)) {
      throw new ERR_FS_CP_EINVAL(info(`cannot copy ${src} to a subdirectory of self ${dest}`, dest, 'EINVAL'));
    }
  }

  // The destination must not lie in the source by way of a link, either.
  prepareParent(src, from, dest) {
    const stop = resolve(dirname(src));
    let parent = resolve(dirname(dest));
    while (parent !== stop && parent !== '/') {
      const fields = binding.stat(parent, true, false);
      if (fields === undefined) break;
      if (isSame(from, fields)) {
        throw new ERR_FS_CP_EINVAL(info(`cannot copy ${src} to a subdirectory of self ${dest}`, dest, 'EINVAL'));
      }
      parent = dirname(parent);
    }
    const directory = dirname(dest);
    if (!binding.existsSync(directory)) binding.mkdir(directory, 0o777, true);
  }

  copyFile(src, from, dest, to) {
    const { errorOnExist, force, mode, preserveTimestamps } = this.options;
    if (to !== undefined) {
      if (!force) {
        if (errorOnExist) throw new ERR_FS_CP_EEXIST(info(`${dest} already exists`, dest, 'EEXIST'));
        return;
      }
      binding.unlink(dest);
    }
    binding.copyFile(src, dest, mode);
    const permissions = Number(from[kMode]);
    if (preserveTimestamps) {
      // Setting times needs a file that may be written.
      if ((permissions & 0o200) === 0) binding.chmod(dest, (permissions & 0o7777) | 0o200);
      const fields = binding.stat(src, false, true);
      binding.utimes(
        dest, fields[kAtime] + fields[kAtime + 1] / 1e9, fields[kMtime] + fields[kMtime + 1] / 1e9);
    }
    binding.chmod(dest, permissions & 0o7777);
  }

  copyDirectory(src, from, dest, to) {
    if (to === undefined) {
      binding.mkdir(dest, 0o777, false);
      // Last of all, since a directory without the right to write takes no file.
      ArrayPrototypePush(this.steps, { __proto__: null, dest, finish: Number(from[kMode]) & 0o7777 });
    }
    const names = binding.readdir(src, false, false);
    for (let i = names.length - 1; i >= 0; i--) {
      ArrayPrototypePush(this.steps, {
        __proto__: null,
        src: join(src, names[i]),
        dest: join(dest, names[i]),
        first: false,
        finish: undefined,
      });
    }
  }

  copyLink(src, dest, to) {
    let from = binding.readlink(src);
    if (!this.options.verbatimSymlinks && !isAbsolute(from)) from = resolve(dirname(src), from);
    if (to === undefined) {
      binding.symlink(from, dest, 0);
      return;
    }
    let target;
    try {
      target = binding.readlink(dest);
    } catch (error) {
      // No link stands there: the system is to say what does.
      if (error.code === 'EINVAL' || error.code === 'UNKNOWN') {
        binding.symlink(from, dest, 0);
        return;
      }
      throw error;
    }
    if (!isAbsolute(target)) target = resolve(dirname(dest), target);
    const pointed = binding.stat(src, false, false);
    if (pointed !== undefined && isDirectory(pointed) && isWithin(from, target)) {
      throw new ERR_FS_CP_EINVAL(
        info(`cannot copy ${from} to a subdirectory of self ${target}`, dest, 'EINVAL'));
    }
    const there = binding.stat(dest, false, false);
    if (there !== undefined && isDirectory(there) && isWithin(target, from)) {
      throw new ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY(
        info(`cannot overwrite ${target} with ${from}`, dest, 'EINVAL'));
    }
    binding.unlink(dest);
    binding.symlink(from, dest, 0);
  }
}

function prepare(src, dest, options) {
  options = getCpOptions(options);
  src = getValidatedPath(src, 'src');
  dest = getValidatedPath(dest, 'dest');
  return new Copy(src, dest, options);
}

function cpSync(src, dest, options) {
  const copy = prepare(src, dest, options);
  const { filter } = copy.options;
  for (let step = copy.next(); step !== undefined; step = copy.next()) {
    if (filter !== undefined) {
      const wanted = filter(step.src, step.dest);
      if (isPromise(wanted)) throw new ERR_INVALID_RETURN_VALUE('boolean', 'filter', wanted);
      if (!wanted) continue;
    }
    copy.run(step);
  }
}

// Each step in a task of its own: a large tree does not hold up the program.
async function cpAsync(copy) {
  const { filter } = copy.options;
  const task = (run) => new Promise((fulfil, reject) => {
    scheduleTask(run, (error, value) => (error === null ? fulfil(value) : reject(error)));
  });
  for (let step = await task(() => copy.next()); step !== undefined; step = await task(() => copy.next())) {
    if (filter !== undefined && !(await filter(step.src, step.dest))) continue;
    await task(() => copy.run(step));
  }
}

function cp(src, dest, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  const copy = prepare(src, dest, options);
  // Out of the promise's reach, so that what the callback throws is uncaught.
  PromisePrototypeThen(
    cpAsync(copy),
    () => process.nextTick(callback, null, undefined),
    (error) => process.nextTick(callback, error));
}

module.exports = {
  cp,
  cpSync,
  cpPromise: async (src, dest, options) => cpAsync(prepare(src, dest, options)),
};
