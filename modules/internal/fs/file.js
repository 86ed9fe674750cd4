'use strict';

// Files by descriptor and as a whole: open, close, read, write, truncate,
// sync, readFile, writeFile, appendFile.
//
// Loads: when one of these functions is first read from `fs`, or with the
// callback or the promise API. Not part of the startup image.
//
// Each function of `requests` checks its arguments at once, throwing, and
// answers a function that does the work; see `internal/fs/entry`.

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { kEmptyObject, normalizeEncoding } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const {
  kValidateObjectAllowNullable,
  parseFileMode,
  validateBoolean,
  validateBuffer,
  validateEncoding,
  validateInteger,
  validateObject,
} = require('internal/validators');
const {
  buffers,
  getOptions,
  getValidatedFd,
  getValidatedPath,
  isUserFd,
  stringToFlags,
  validateBufferArray,
  validateOffsetLengthRead,
  validateOffsetLengthWrite,
  validatePosition,
  validateStringAfterArrayBufferView,
} = require('internal/fs/arguments');

const binding = internalBinding('fs');

const fromString = (string, encoding) => buffers().fromString(string, encoding);

function toBuffer(bytes, encoding) {
  const { asBuffer, sliceToString } = buffers();
  const buffer = asBuffer(bytes);
  return encoding ? sliceToString(buffer, encoding, 0, buffer.length) : buffer;
}

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';
const isInt32 = (value) => typeof value === 'number' && value === (value | 0);

const writeFileDefaults = { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'w', flush: false };
const appendFileDefaults = { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'a', flush: false };

const kNothing = () => 0;

const requests = {
  __proto__: null,

  open(path, flags, mode) {
    path = getValidatedPath(path);
    flags = stringToFlags(flags);
    mode = parseFileMode(mode, 'mode', 0o666);
    return () => binding.open(path, flags, mode);
  },

  close(fd) {
    fd = getValidatedFd(fd);
    return () => binding.close(fd);
  },

  // `offset` may be undefined; the callers tell whether null is as good.
  read(fd, buffer, offset, length, position) {
    fd = getValidatedFd(fd);
    validateBuffer(buffer);
    if (offset === undefined) {
      offset = 0;
    } else {
      validateInteger(offset, 'offset', 0);
    }
    length |= 0;
    if (length === 0) return kNothing;
    if (buffer.byteLength === 0) {
      throw new ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
    }
    validateOffsetLengthRead(offset, length, buffer.byteLength);
    if (position === undefined || position === null) {
      position = -1;
    } else {
      validatePosition(position, 'position', length);
    }
    return () => binding.read(fd, buffer, offset, length, position);
  },

  readv(fd, views, position) {
    fd = getValidatedFd(fd);
    validateBufferArray(views);
    if (typeof position !== 'number') position = null;
    return () => binding.readBuffers(fd, views, position);
  },

  writeBytes(fd, buffer, offset, length, position) {
    fd = getValidatedFd(fd);
    if (position === undefined) position = null;
    if (offset === undefined || offset === null) {
      offset = 0;
    } else {
      validateInteger(offset, 'offset', 0);
    }
    if (typeof length !== 'number') length = buffer.byteLength - offset;
    validateOffsetLengthWrite(offset, length, buffer.byteLength);
    if (typeof position !== 'number') position = null;
    return () => binding.writeBuffer(fd, buffer, offset, length, position);
  },

  writeString(fd, string, position, encoding) {
    fd = getValidatedFd(fd);
    validateStringAfterArrayBufferView(string, 'buffer');
    validateEncoding(string, encoding);
    if (typeof position !== 'number') position = null;
    // Here, and only here, an unknown encoding means UTF-8.
    encoding = typeof encoding === 'string' ? normalizeEncoding(encoding) ?? 'utf8' : 'utf8';
    if (encoding === 'utf8') return () => binding.writeString(fd, string, position, encoding);
    const bytes = fromString(string, encoding);
    return () => binding.writeBuffer(fd, bytes, 0, bytes.length, position);
  },

  writev(fd, views, position) {
    fd = getValidatedFd(fd);
    validateBufferArray(views);
    if (typeof position !== 'number') position = null;
    return () => (views.length === 0 ? 0 : binding.writeBuffers(fd, views, position));
  },

  truncate(path, length = 0) {
    validateInteger(length, 'len');
    path = getValidatedPath(path);
    if (length < 0) length = 0;
    return () => {
      const fd = binding.open(path, stringToFlags('r+'), 0o666);
      try {
        binding.ftruncate(fd, length);
      } finally {
        binding.close(fd);
      }
    };
  },

  ftruncate(fd, length = 0) {
    fd = getValidatedFd(fd);
    validateInteger(length, 'len');
    if (length < 0) length = 0;
    return () => binding.ftruncate(fd, length);
  },

  fsync(fd) {
    fd = getValidatedFd(fd);
    return () => binding.fsync(fd);
  },

  fdatasync(fd) {
    fd = getValidatedFd(fd);
    return () => binding.fdatasync(fd);
  },

  // `options` have been through getOptions().
  readFile(path, options) {
    const { encoding } = options;
    if (!isInt32(path)) {
      path = getValidatedPath(path);
    } else if (!isUtf8(encoding)) {
      path = getValidatedFd(path);
    }
    const flags = stringToFlags(options.flag);
    if (isUtf8(encoding)) return () => binding.readFileUtf8(path, flags);
    return () => toBuffer(binding.readFileBytes(path, flags), encoding);
  },

  // `options` have been through getOptions().
  writeFile(path, data, options, defaultFlag = 'w') {
    const flush = options.flush ?? false;
    validateBoolean(flush, 'options.flush');
    const encoding = options.encoding || 'utf8';
    if (!isArrayBufferView(data)) {
      validateStringAfterArrayBufferView(data, 'data');
      if (!isUtf8(encoding)) data = fromString(data, encoding);
    }
    if (typeof data === 'string' && !flush ? !isInt32(path) : !isUserFd(path)) path = getValidatedPath(path);
    const flags = stringToFlags(options.flag || defaultFlag);
    const mode = parseFileMode(options.mode, 'mode', 0o666);
    return flush ?
      () => writeAndFlush(path, data, flags, mode) :
      () => writeWhole(path, data, flags, mode);
  },
};

function writeWhole(target, data, flags, mode) {
  if (typeof data === 'string') {
    binding.writeFileUtf8(target, data, flags, mode);
  } else {
    binding.writeFileBytes(target, data, flags, mode);
  }
}

function writeAndFlush(target, data, flags, mode) {
  if (typeof target === 'number') {
    writeWhole(target, data, flags, mode);
    binding.fsync(target);
    return;
  }
  const fd = binding.open(target, flags, mode);
  try {
    writeWhole(fd, data, flags, mode);
    binding.fsync(fd);
  } finally {
    binding.close(fd);
  }
}

const getReadFileOptions = (options) => getOptions(options, { __proto__: null, flag: 'r' });
const getWriteFileOptions = (options) => getOptions(options, writeFileDefaults);

// Appending to a descriptor the user opened goes by that descriptor's flags.
function getAppendFileOptions(path, options) {
  const merged = { __proto__: null, ...getOptions(options, appendFileDefaults) };
  if (!merged.flag || isUserFd(path)) merged.flag = 'a';
  return merged;
}

function openSync(path, flags, mode) {
  return requests.open(path, flags, mode)();
}

function closeSync(fd) {
  requests.close(fd)();
}

function readSync(fd, buffer, offsetOrOptions, length, position) {
  fd = getValidatedFd(fd);
  validateBuffer(buffer);
  let offset = offsetOrOptions;
  if (arguments.length <= 3 || typeof offsetOrOptions === 'object') {
    if (offsetOrOptions !== undefined) {
      validateObject(offsetOrOptions, 'options', kValidateObjectAllowNullable);
    }
    ({
      offset = 0,
      length = buffer.byteLength - offset,
      position = null,
    } = offsetOrOptions ?? kEmptyObject);
  }
  return requests.read(fd, buffer, offset, length, position)();
}

function readvSync(fd, buffers, position) {
  return requests.readv(fd, buffers, position)();
}

function writeSync(fd, buffer, offsetOrOptions, length, position) {
  fd = getValidatedFd(fd);
  if (!isArrayBufferView(buffer)) {
    return requests.writeString(fd, buffer, offsetOrOptions, length)();
  }
  let offset = offsetOrOptions;
  if (offsetOrOptions !== null && typeof offsetOrOptions === 'object') {
    ({
      offset = 0,
      length = buffer.byteLength - offset,
      position = null,
    } = offsetOrOptions);
  }
  return requests.writeBytes(fd, buffer, offset, length, position)();
}

function writevSync(fd, buffers, position) {
  return requests.writev(fd, buffers, position)();
}

let warnedAboutTruncate = false;
function warnAboutTruncate() {
  if (warnedAboutTruncate) return;
  warnedAboutTruncate = true;
  process.emitWarning(
    'Using fs.truncate with a file descriptor is deprecated.' +
    ' Please use fs.ftruncate with a file descriptor instead.',
    'DeprecationWarning', 'DEP0081');
}

function truncateSync(path, length) {
  if (typeof path === 'number') {
    warnAboutTruncate();
    return ftruncateSync(path, length);
  }
  requests.truncate(path, length)();
}

function ftruncateSync(fd, len = 0) {
  requests.ftruncate(fd, len)();
}

function fsyncSync(fd) {
  requests.fsync(fd)();
}

function fdatasyncSync(fd) {
  requests.fdatasync(fd)();
}

function readFileSync(path, options) {
  return requests.readFile(path, getReadFileOptions(options))();
}

function writeFileSync(path, data, options) {
  requests.writeFile(path, data, getWriteFileOptions(options))();
}

function appendFileSync(path, data, options) {
  requests.writeFile(path, data, getAppendFileOptions(path, options), 'a')();
}

module.exports = {
  getAppendFileOptions,
  getReadFileOptions,
  getWriteFileOptions,
  requests,
  warnAboutTruncate,
  appendFileSync,
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  readvSync,
  truncateSync,
  writeFileSync,
  writeSync,
  writevSync,
};
