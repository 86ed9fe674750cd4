'use strict';

// `fs.promises`: the promise API on paths.
//
// Loads: when `fs.promises` or `fs/promises` is first asked for. Not part of
// the startup image.
//
// Every function is async: a wrong argument rejects, too. The work of
// `requests` is done in a task of its own, in the order of the calls.

const {
  Promise,
  SymbolAsyncIterator,
  SymbolIterator,
} = primordials;

const {
  codes: {
    ERR_METHOD_NOT_IMPLEMENTED,
  },
  AbortError,
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const { buffers, constants } = require('internal/fs/arguments');
const { scheduleTask } = require('internal/fs/task');
const {
  getAppendFileOptions,
  getReadFileOptions,
  getWriteFileOptions,
  requests: file,
} = require('internal/fs/file');
const { requests: entry } = require('internal/fs/entry');
const { requests: tree } = require('internal/fs/tree');
const { requests: paths } = require('internal/fs/realpath');
const { requests: directories } = require('internal/fs/dir');
const { FileHandle, isFileHandle } = require('internal/fs/file_handle');

// Fulfils or rejects with what `run` answers in its task.
function answer(run) {
  return new Promise((resolve, reject) => {
    scheduleTask(run, (error, value) => {
      if (error === null) resolve(value);
      else reject(error);
    });
  });
}

function checkAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });
}

async function access(path, mode = constants.F_OK) {
  return await answer(entry.access(path, mode));
}

async function copyFile(src, dest, mode) {
  return await answer(tree.copyFile(src, dest, mode));
}

async function cp(src, dest, options) {
  return await require('internal/fs/cp').cpPromise(src, dest, options);
}

async function open(path, flags, mode) {
  return new FileHandle(await answer(file.open(path, flags, mode)));
}

async function opendir(path, options) {
  return await answer(directories.opendir(path, options));
}

async function rename(oldPath, newPath) {
  return await answer(tree.rename(oldPath, newPath));
}

async function truncate(path, len = 0) {
  return await answer(file.truncate(path, len));
}

async function rm(path, options) {
  return await answer(tree.rm(path, options));
}

async function rmdir(path, options) {
  return await answer(tree.rmdir(path, options));
}

async function mkdir(path, options) {
  return await answer(tree.mkdir(path, options));
}

async function readdir(path, options) {
  return await answer(tree.readdir(path, options));
}

async function readlink(path, options) {
  return await answer(tree.readlink(path, options));
}

async function symlink(target, path, type) {
  return await answer(tree.symlink(target, path, type));
}

async function lstat(path, options = kEmptyObject) {
  return await answer(entry.lstat(path, { __proto__: null, bigint: options.bigint }));
}

async function stat(path, options = kEmptyObject) {
  return await answer(entry.stat(path, { __proto__: null, bigint: options.bigint }));
}

async function statfs(path, options = kEmptyObject) {
  return await answer(entry.statfs(path, options));
}

async function link(existingPath, newPath) {
  return await answer(tree.link(existingPath, newPath));
}

async function unlink(path) {
  return await answer(tree.unlink(path));
}

async function chmod(path, mode) {
  return await answer(entry.chmod(path, mode));
}

// macOS only, as in Node.
async function lchmod(path, mode) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
}

async function lchown(path, uid, gid) {
  return await answer(entry.lchown(path, uid, gid));
}

async function chown(path, uid, gid) {
  return await answer(entry.chown(path, uid, gid));
}

async function utimes(path, atime, mtime) {
  return await answer(entry.utimes(path, atime, mtime));
}

async function lutimes(path, atime, mtime) {
  return await answer(entry.lutimes(path, atime, mtime));
}

async function realpath(path, options) {
  return await answer(paths.realpathNative(path, options));
}

async function mkdtemp(prefix, options) {
  return await answer(tree.mkdtemp(prefix, options));
}

async function mkdtempDisposable(prefix, options) {
  return await require('internal/fs/disposable').mkdtempDisposable(prefix, options);
}

function watch(filename, options) {
  return require('internal/fs/watch').watchPromise(filename, options);
}

function glob(pattern, options) {
  return require('internal/fs/glob').globPromise(pattern, options);
}

// Whole files. A handle is read and written from where it stands.

const isIterable = (data) => data !== null && typeof data === 'object' && !isArrayBufferView(data) &&
  (typeof data[SymbolAsyncIterator] === 'function' || typeof data[SymbolIterator] === 'function');

// What a user's iterator yields goes out piece by piece, in its own time.
async function writeIterable(target, data, options) {
  const fd = isFileHandle(target) ? target.fd : undefined;
  const handle = fd === undefined ? await open(target, options.flag || 'w', options.mode) : target;
  try {
    for await (const chunk of data) {
      checkAborted(options.signal);
      const bytes = isArrayBufferView(chunk) ?
        chunk : buffers().fromString(checkChunk(chunk), options.encoding || 'utf8');
      await answer(file.writeFile(handle.fd, bytes, options));
    }
  } finally {
    if (fd === undefined) await handle.close();
  }
}

function checkChunk(chunk) {
  if (typeof chunk === 'string') return chunk;
  const { validateStringAfterArrayBufferView } = require('internal/fs/arguments');
  validateStringAfterArrayBufferView(chunk, 'data');
}

async function writeFile(path, data, options) {
  options = getWriteFileOptions(options);
  checkAborted(options.signal);
  if (isIterable(data)) return await writeIterable(path, data, options);
  const run = file.writeFile(isFileHandle(path) ? path.fd : path, data, options);
  return await answer(() => {
    checkAborted(options.signal);
    return run();
  });
}

async function appendFile(path, data, options) {
  options = getAppendFileOptions(path, options);
  return await writeFile(path, data, options);
}

async function readFile(path, options) {
  options = getReadFileOptions(options);
  checkAborted(options.signal);
  const run = file.readFile(isFileHandle(path) ? path.fd : path, options);
  return await answer(() => {
    checkAborted(options.signal);
    return run();
  });
}

module.exports = {
  // In Node's order.
  exports: {
    access,
    copyFile,
    cp,
    open,
    opendir,
    rename,
    truncate,
    rm,
    rmdir,
    mkdir,
    readdir,
    readlink,
    symlink,
    lstat,
    stat,
    statfs,
    link,
    unlink,
    chmod,
    lchmod,
    lchown,
    chown,
    utimes,
    lutimes,
    realpath,
    mkdtemp,
    mkdtempDisposable,
    writeFile,
    appendFile,
    readFile,
    glob,
    watch,
    constants,
  },
  FileHandle,
};
