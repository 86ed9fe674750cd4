'use strict';

// FileHandle: an open file of the promise API.
//
// Loads: with `internal/fs/promises`. Not part of the startup image.
//
// A handle that is closed while requests are on their way waits for them. The
// streams of a handle (createReadStream and so on) come with
// `internal/fs/streams`.

const {
  ArrayPrototypePush,
  Error,
  Promise,
  PromisePrototypeThen,
  PromiseResolve,
  SafeFinalizationRegistry,
  Symbol,
} = primordials;

const { AbortError } = require('internal/errors');
const { SymbolAsyncDispose, kEmptyObject } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const { kValidateObjectAllowNullable, validateBuffer, validateObject } = require('internal/validators');
const { scheduleTask } = require('internal/fs/task');
const {
  getAppendFileOptions,
  getReadFileOptions,
  getWriteFileOptions,
  requests: file,
} = require('internal/fs/file');
const { requests: entry } = require('internal/fs/entry');
const EventEmitter = require('events');

const kFd = Symbol('kFd');
const kPending = Symbol('kRefs');
const kClosePromise = Symbol('kClosePromise');
const kWhenIdle = Symbol('kCloseResolve');
const kReadBufferLength = 16 * 1024;

// Closes what a program forgot to close, and says so.
let forgotten;
let warnedAboutCollection = false;

function closeForgotten(fd) {
  try {
    file.close(fd)();
  } catch {
    // Somebody closed it by its number.
    return;
  }
  process.emitWarning(`Closing file descriptor ${fd} on garbage collection`);
  if (warnedAboutCollection) return;
  warnedAboutCollection = true;
  process.emitWarning(
    'Closing a FileHandle object on garbage collection is deprecated. Please close FileHandle objects explicitly ' +
    'using FileHandle.prototype.close(). In the future, an error will be thrown if a file descriptor is closed during ' +
    'garbage collection.',
    'DeprecationWarning', 'DEP0137');
}

class FileHandle extends EventEmitter {
  constructor(fd) {
    super();
    this[kFd] = fd ?? -1;
    this[kPending] = 0;
    this[kClosePromise] = null;
    this[kWhenIdle] = [];
    if (this[kFd] !== -1) {
      forgotten ??= new SafeFinalizationRegistry(closeForgotten);
      forgotten.register(this, fd, this);
    }
  }

  getAsyncId() {
    return -1;
  }

  get fd() {
    return this[kFd];
  }

  async appendFile(data, options) {
    return await this.writeFile(data, getAppendFileOptions(this[kFd], options));
  }

  async chmod(mode) {
    return await call(this, 'fchmod', (fd) => entry.fchmod(fd, mode));
  }

  async chown(uid, gid) {
    return await call(this, 'fchown', (fd) => entry.fchown(fd, uid, gid));
  }

  async datasync() {
    return await call(this, 'fdatasync', (fd) => file.fdatasync(fd));
  }

  async sync() {
    return await call(this, 'fsync', (fd) => file.fsync(fd));
  }

  async read(buffer, offset, length, position) {
    if (!isArrayBufferView(buffer)) {
      // read([options])
      if (buffer !== undefined) validateObject(buffer, 'options', kValidateObjectAllowNullable);
      const options = buffer ?? kEmptyObject;
      ({ buffer = require('buffer').Buffer.alloc(kReadBufferLength) } = options);
      validateBuffer(buffer);
      ({ offset = 0, length = buffer.byteLength - offset, position = null } = options);
    } else if (offset !== null && typeof offset === 'object') {
      // read(buffer, options)
      const options = offset;
      ({ offset = 0, length = buffer.byteLength - offset, position = null } = options);
    }
    if (offset === undefined || offset === null) offset = 0;
    if (length === undefined) length = buffer.byteLength - offset;
    // Anything else means where the file stands.
    if (typeof position !== 'number' && typeof position !== 'bigint') position = null;
    const bytesRead = await call(this, 'read', (fd) => file.read(fd, buffer, offset, length, position));
    return { __proto__: null, bytesRead, buffer };
  }

  async readv(buffers, position) {
    const bytesRead = await call(this, 'read', (fd) => file.readv(fd, buffers, position));
    return { __proto__: null, bytesRead, buffers };
  }

  async readFile(options) {
    options = getReadFileOptions(options);
    checkAborted(options.signal);
    return await call(this, 'readFile', (fd) => file.readFile(fd, options), options.signal);
  }

  async stat(options = kEmptyObject) {
    return await call(this, 'fstat', (fd) => entry.fstat(fd, options));
  }

  async truncate(len = 0) {
    return await call(this, 'ftruncate', (fd) => file.ftruncate(fd, len));
  }

  async utimes(atime, mtime) {
    return await call(this, 'futimes', (fd) => entry.futimes(fd, atime, mtime));
  }

  async write(buffer, offset, length, position) {
    let bytesWritten;
    if (isArrayBufferView(buffer)) {
      if (offset !== null && typeof offset === 'object') {
        const options = offset;
        ({ offset = 0, length = buffer.byteLength - offset, position = null } = options);
      }
      bytesWritten = buffer.byteLength === 0 ? 0 : await call(
        this, 'write', (fd) => file.writeBytes(fd, buffer, offset, length, position));
    } else {
      // write(string[, position[, encoding]])
      bytesWritten = await call(this, 'write', (fd) => file.writeString(fd, buffer, offset, length));
    }
    return { __proto__: null, bytesWritten, buffer };
  }

  async writev(buffers, position) {
    const bytesWritten = await call(this, 'writev', (fd) => file.writev(fd, buffers, position));
    return { __proto__: null, bytesWritten, buffers };
  }

  async writeFile(data, options) {
    options = getWriteFileOptions(options);
    checkAborted(options.signal);
    return await call(this, 'writeFile', (fd) => file.writeFile(fd, data, options), options.signal);
  }

  close = () => {
    if (this[kFd] === -1) return PromiseResolve();
    if (this[kClosePromise] === null) {
      const clear = () => {
        this[kClosePromise] = null;
      };
      this[kClosePromise] = closeWhenIdle(this);
      PromisePrototypeThen(this[kClosePromise], clear, clear);
      this.emit('close');
    }
    return this[kClosePromise];
  };

  async [SymbolAsyncDispose]() {
    return this.close();
  }
}

function checkAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });
}

const isFileHandle = (value) => value instanceof FileHandle;

function whenIdle(handle) {
  return new Promise((resolve) => {
    if (handle[kPending] === 0) resolve();
    else ArrayPrototypePush(handle[kWhenIdle], resolve);
  });
}

async function closeWhenIdle(handle) {
  if (handle[kPending] > 0) await whenIdle(handle);
  const fd = handle[kFd];
  handle[kFd] = -1;
  forgotten.unregister(handle);
  return new Promise((resolve, reject) => {
    scheduleTask(file.close(fd), (error) => (error === null ? resolve() : reject(error)));
  });
}

function release(handle) {
  handle[kPending]--;
  if (handle[kPending] > 0) return;
  const waiting = handle[kWhenIdle];
  handle[kWhenIdle] = [];
  for (let i = 0; i < waiting.length; i++) waiting[i]();
}

// Runs what `prepare` makes of the descriptor in a task.
function call(handle, syscall, prepare, signal) {
  if (handle[kFd] === -1) {
    const error = new Error('file closed'); // As Node words it; it has a system error's code.
    error.code = 'EBADF';
    error.syscall = syscall;
    throw error;
  }
  const run = prepare(handle[kFd]);
  handle[kPending]++;
  return new Promise((resolve, reject) => {
    scheduleTask(() => {
      checkAborted(signal);
      return run();
    }, (error, value) => {
      if (error === null) resolve(value);
      else reject(error);
      release(handle);
    });
  });
}

module.exports = { FileHandle, isFileHandle };
