'use strict';

// The callback API: readFile, stat and so on.
//
// Loads: when one of these functions is first read from `fs`. Not part of the
// startup image.
//
// Arguments are checked at once, throwing; the work of `requests` is done in a
// task of its own, in the order of the calls, and its errors go to the
// callback. Which argument is looked at first follows Node, since it decides
// which error a wrong call gets.

const {
  ObjectDefineProperty,
  Promise,
  ReflectApply,
} = primordials;

const { AbortError } = require('internal/errors');
const { customPromisifyArgs, kEmptyObject, promisify } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const {
  kValidateObjectAllowNullable,
  parseFileMode,
  validateBuffer,
  validateFunction,
  validateInteger,
  validateObject,
} = require('internal/validators');
const {
  getValidatedFd,
  getValidatedPath,
  toUnixTimestamp,
  validateOwner,
} = require('internal/fs/arguments');
const { scheduleTask } = require('internal/fs/task');
const {
  getAppendFileOptions,
  getReadFileOptions,
  getWriteFileOptions,
  requests: file,
  warnAboutTruncate,
} = require('internal/fs/file');
const { requests: entry } = require('internal/fs/entry');
const { requests: tree } = require('internal/fs/tree');
const { requests: paths } = require('internal/fs/realpath');

const kReadBufferLength = 16 * 1024;

function checkCallback(callback) {
  validateFunction(callback, 'cb');
  return callback;
}

// Gives the answer of `run` to the callback: `(error)`, `(null)` where there is
// nothing to say, or `(null, value)`.
function answer(run, callback) {
  scheduleTask(run, (error, value) => {
    if (error !== null) ReflectApply(callback, undefined, [error]);
    else if (value === undefined) ReflectApply(callback, undefined, [null]);
    else ReflectApply(callback, undefined, [null, value]);
  });
}

// The callbacks of reads and writes also get what was read into or written.
function answerWith(run, subject, callback) {
  scheduleTask(run, (error, count) => {
    if (error !== null) ReflectApply(callback, undefined, [error, 0, subject]);
    else ReflectApply(callback, undefined, [null, count, subject]);
  });
}

// Metadata.

function access(path, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = undefined;
  }
  const run = entry.access(path, mode);
  answer(run, checkCallback(callback));
}

function exists(path, callback) {
  checkCallback(callback);
  try {
    path = getValidatedPath(path);
  } catch {
    // At once, as in Node.
    ReflectApply(callback, undefined, [false]);
    return;
  }
  scheduleTask(entry.exists(path), (error, found) => ReflectApply(callback, undefined, [found]));
}

// `util.promisify(fs.exists)` answers a boolean and never rejects.
ObjectDefineProperty(exists, promisify.custom, {
  __proto__: null,
  value: (path) => new Promise((resolve) => exists(path, resolve)),
});

function stat(path, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  checkCallback(callback);
  answer(entry.stat(path, { __proto__: null, bigint: options.bigint }), callback);
}

function lstat(path, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  checkCallback(callback);
  answer(entry.lstat(path, { __proto__: null, bigint: options.bigint }), callback);
}

function fstat(fd, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  checkCallback(callback);
  answer(entry.fstat(fd, options), callback);
}

function statfs(path, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  checkCallback(callback);
  answer(entry.statfs(path, options), callback);
}

function chmod(path, mode, callback) {
  path = getValidatedPath(path);
  mode = parseFileMode(mode, 'mode');
  checkCallback(callback);
  answer(entry.chmod(path, mode), callback);
}

function fchmod(fd, mode, callback) {
  fd = getValidatedFd(fd);
  mode = parseFileMode(mode, 'mode');
  checkCallback(callback);
  answer(entry.fchmod(fd, mode), callback);
}

function chown(path, uid, gid, callback) {
  checkCallback(callback);
  answer(entry.chown(path, uid, gid), callback);
}

function lchown(path, uid, gid, callback) {
  checkCallback(callback);
  answer(entry.lchown(path, uid, gid), callback);
}

function fchown(fd, uid, gid, callback) {
  fd = getValidatedFd(fd);
  validateOwner(uid, gid);
  checkCallback(callback);
  answer(entry.fchown(fd, uid, gid), callback);
}

function utimes(path, atime, mtime, callback) {
  checkCallback(callback);
  answer(entry.utimes(path, atime, mtime), callback);
}

function lutimes(path, atime, mtime, callback) {
  checkCallback(callback);
  answer(entry.lutimes(path, atime, mtime), callback);
}

function futimes(fd, atime, mtime, callback) {
  atime = toUnixTimestamp(atime, 'atime');
  mtime = toUnixTimestamp(mtime, 'mtime');
  checkCallback(callback);
  answer(entry.futimes(fd, atime, mtime), callback);
}

// Descriptors.

function open(path, flags, mode, callback) {
  path = getValidatedPath(path);
  if (arguments.length < 3) {
    callback = flags;
    flags = 'r';
    mode = 0o666;
  } else if (typeof mode === 'function') {
    callback = mode;
    mode = 0o666;
  } else {
    mode = parseFileMode(mode, 'mode', 0o666);
  }
  const run = file.open(path, flags, mode);
  answer(run, checkCallback(callback));
}

function defaultCloseCallback(error) {
  if (error !== null) throw error;
}

function close(fd, callback = defaultCloseCallback) {
  fd = getValidatedFd(fd);
  if (callback !== defaultCloseCallback) checkCallback(callback);
  answer(file.close(fd), callback);
}

// Where the arguments of a read or write stand in for an options object.
function readWindow(buffer, params) {
  if (params !== undefined && params !== null) {
    validateObject(params, 'options', kValidateObjectAllowNullable);
  }
  const {
    offset = 0,
    length = buffer?.byteLength - offset,
    position = null,
  } = params ?? kEmptyObject;
  return { __proto__: null, offset, length, position };
}

function read(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = getValidatedFd(fd);
  let offset = offsetOrOptions;
  let params;
  if (arguments.length <= 4) {
    if (arguments.length === 4) {
      // read(fd, buffer, options, callback)
      validateObject(offsetOrOptions, 'options', kValidateObjectAllowNullable);
      callback = length;
      params = offsetOrOptions;
    } else if (arguments.length === 3) {
      // read(fd, bufferOrOptions, callback)
      if (!isArrayBufferView(buffer)) {
        params = buffer;
        validateObject(params, 'options', kValidateObjectAllowNullable);
        ({ buffer = require('buffer').Buffer.alloc(kReadBufferLength) } = params ?? kEmptyObject);
      }
      callback = offsetOrOptions;
    } else {
      // read(fd, callback)
      callback = buffer;
      buffer = require('buffer').Buffer.alloc(kReadBufferLength);
    }
    const window = readWindow(buffer, params);
    offset = window.offset;
    length = window.length;
    position = window.position;
  }
  validateBuffer(buffer);
  checkCallback(callback);
  if (offset === null) offset = 0;
  answerWith(file.read(fd, buffer, offset, length, position), buffer, callback);
}

ObjectDefineProperty(read, customPromisifyArgs, {
  __proto__: null,
  value: ['bytesRead', 'buffer'],
  enumerable: false,
});

function readv(fd, buffers, position, callback) {
  if (typeof position === 'function') {
    callback = position;
    position = null;
  }
  const run = file.readv(fd, buffers, position);
  answerWith(run, buffers, checkCallback(callback));
}

ObjectDefineProperty(readv, customPromisifyArgs, {
  __proto__: null,
  value: ['bytesRead', 'buffers'],
  enumerable: false,
});

function write(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = getValidatedFd(fd);
  let offset = offsetOrOptions;
  if (isArrayBufferView(buffer)) {
    callback = typeof callback === 'function' ? callback :
      typeof position === 'function' ? position :
        typeof length === 'function' ? length : offset;
    checkCallback(callback);
    if (typeof offset === 'function') offset = undefined;
    if (offset !== null && typeof offset === 'object') {
      ({
        offset = 0,
        length = buffer.byteLength - offset,
        position = null,
      } = offsetOrOptions);
    }
    answerWith(file.writeBytes(fd, buffer, offset, length, position), buffer, callback);
    return;
  }
  // write(fd, string[, position[, encoding]], callback)
  if (typeof position !== 'function') {
    if (typeof offset === 'function') {
      position = offset;
      offset = null;
    } else {
      position = length;
    }
    length = 'utf8';
  }
  const run = file.writeString(fd, buffer, offset, length);
  answerWith(run, buffer, checkCallback(position));
}

ObjectDefineProperty(write, customPromisifyArgs, {
  __proto__: null,
  value: ['bytesWritten', 'buffer'],
  enumerable: false,
});

function writev(fd, buffers, position, callback) {
  if (typeof position === 'function') {
    callback = position;
    position = null;
  }
  const run = file.writev(fd, buffers, position);
  answerWith(run, buffers, checkCallback(callback));
}

ObjectDefineProperty(writev, customPromisifyArgs, {
  __proto__: null,
  value: ['bytesWritten', 'buffers'],
  enumerable: false,
});

function truncate(path, len, callback) {
  if (typeof path === 'number') {
    warnAboutTruncate();
    ftruncate(path, len, callback);
    return;
  }
  if (typeof len === 'function') {
    callback = len;
    len = 0;
  } else if (len === undefined) {
    len = 0;
  }
  validateInteger(len, 'len');
  checkCallback(callback);
  answer(file.truncate(path, len), callback);
}

function ftruncate(fd, len = 0, callback) {
  if (typeof len === 'function') {
    callback = len;
    len = 0;
  }
  fd = getValidatedFd(fd);
  validateInteger(len, 'len');
  checkCallback(callback);
  answer(file.ftruncate(fd, len), callback);
}

function fsync(fd, callback) {
  checkCallback(callback);
  answer(file.fsync(fd), callback);
}

function fdatasync(fd, callback) {
  checkCallback(callback);
  answer(file.fdatasync(fd), callback);
}

// Whole files. A signal is looked at when the call is made (then, as in Node,
// the callback is called at once) and when its turn comes; what has begun is
// done to its end.

const abortError = (signal) => new AbortError(undefined, { __proto__: null, cause: signal.reason });

function answerUnlessAborted(run, signal, callback) {
  if (signal === undefined || signal === null) {
    answer(run, callback);
  } else if (signal.aborted) {
    ReflectApply(callback, undefined, [abortError(signal)]);
  } else {
    answer(() => {
      if (signal.aborted) throw abortError(signal);
      return run();
    }, callback);
  }
}

function readFile(path, options, callback) {
  callback ||= options;
  checkCallback(callback);
  options = getReadFileOptions(options);
  const run = file.readFile(path, options);
  answerUnlessAborted(run, options.signal, callback);
}

function writeFile(path, data, options, callback) {
  callback ||= options;
  checkCallback(callback);
  options = getWriteFileOptions(options);
  const run = file.writeFile(path, data, options);
  answerUnlessAborted(run, options.signal, callback);
}

function appendFile(path, data, options, callback) {
  callback ||= options;
  checkCallback(callback);
  options = getAppendFileOptions(path, options);
  const run = file.writeFile(path, data, options, 'a');
  answerUnlessAborted(run, options.signal, callback);
}

// The tree.

function readdir(path, options, callback) {
  callback = checkCallback(typeof options === 'function' ? options : callback);
  answer(tree.readdir(path, options), callback);
}

function mkdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  checkCallback(callback);
  answer(tree.mkdir(path, options), callback);
}

function mkdtemp(prefix, options, callback) {
  callback = checkCallback(typeof options === 'function' ? options : callback);
  answer(tree.mkdtemp(prefix, options), callback);
}

function rm(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  const run = tree.rm(path, options);
  answer(run, checkCallback(callback));
}

function rmdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  checkCallback(callback);
  answer(tree.rmdir(path, options), callback);
}

function unlink(path, callback) {
  checkCallback(callback);
  answer(tree.unlink(path), callback);
}

function rename(oldPath, newPath, callback) {
  checkCallback(callback);
  answer(tree.rename(oldPath, newPath), callback);
}

function copyFile(src, dest, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = 0;
  }
  const run = tree.copyFile(src, dest, mode);
  answer(run, checkCallback(callback));
}

function symlink(target, path, type, callback) {
  if (callback === undefined) {
    callback = type;
    type = undefined;
  }
  checkCallback(callback);
  answer(tree.symlink(target, path, type), callback);
}

function link(existingPath, newPath, callback) {
  checkCallback(callback);
  answer(tree.link(existingPath, newPath), callback);
}

function readlink(path, options, callback) {
  callback = checkCallback(typeof options === 'function' ? options : callback);
  answer(tree.readlink(path, options), callback);
}

function realpath(path, options, callback) {
  callback = checkCallback(typeof options === 'function' ? options : callback);
  answer(paths.realpath(path, options), callback);
}

realpath.native = (path, options, callback) => {
  callback = checkCallback(callback || options);
  answer(paths.realpathNative(path, options), callback);
};

module.exports = {
  access,
  appendFile,
  chmod,
  chown,
  close,
  copyFile,
  exists,
  fchmod,
  fchown,
  fdatasync,
  fstat,
  fsync,
  ftruncate,
  futimes,
  lchown,
  link,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  open,
  read,
  readFile,
  readdir,
  readlink,
  readv,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
  truncate,
  unlink,
  utimes,
  write,
  writeFile,
  writev,
};
