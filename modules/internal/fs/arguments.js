'use strict';

// What the file system API accepts: paths, descriptors, flags, modes, times,
// options, and the windows into a buffer that a read or a write touches.
//
// Loads: with the first use of any function of `fs`, on every thread, after
// pre-execution. Not part of the startup image by itself, but safe in it: it
// keeps nothing but constants.
// Must not: touch the file system, or call anything but the user's getters.

const {
  ArrayIsArray,
  BigInt,
  Boolean,
  DateNow,
  DatePrototypeGetTime,
  NumberIsFinite,
  ObjectIs,
  StringPrototypeIncludes,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_OUT_OF_RANGE,
  },
  hideStackFrames,
} = require('internal/errors');
const {
  validateAbortSignal,
  validateBoolean,
  validateInt32,
  validateInteger,
  validateObject,
  validateUint32,
} = require('internal/validators');
const { isArrayBufferView, isDate, isUint8Array } = require('internal/util/types');
const { kEmptyObject, normalizeEncoding } = require('internal/util');
const { fs: constants } = internalBinding('constants');

const {
  O_APPEND,
  O_CREAT,
  O_EXCL,
  O_RDONLY,
  O_RDWR,
  O_SYNC,
  O_TRUNC,
  O_WRONLY,
} = constants;

const kMaxUserId = 2 ** 32 - 1;

// Paths.

const hasNullByte = (path) => {
  if (typeof path === 'string') return StringPrototypeIncludes(path, '\u0000');
  for (let i = 0; i < path.length; i++) {
    if (path[i] === 0) return true;
  }
  return false;
};

const validatePath = hideStackFrames((path, name = 'path') => {
  if (typeof path !== 'string' && !isUint8Array(path)) {
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  }
  if (hasNullByte(path)) {
    throw new ERR_INVALID_ARG_VALUE(
      name, path, 'must be a string, Uint8Array, or URL without null bytes');
  }
});

// A WHATWG URL is told by its shape, since it may be another realm's. The
// legacy `url.parse()` result has `auth` and `path` and is no path argument.
function isURLShaped(value) {
  return Boolean(value?.href && value.protocol &&
                 value.auth === undefined && value.path === undefined);
}

function toPathIfFileURL(value) {
  if (typeof value === 'string' || value === null || typeof value !== 'object' || !isURLShaped(value)) {
    return value;
  }
  // Here and not at the top: few programs hand a URL to fs.
  return require('internal/url').fileURLToPath(value);
}

const getValidatedPath = hideStackFrames((value, name = 'path') => {
  const path = toPathIfFileURL(value);
  validatePath(path, name);
  return path;
});

// The tools for bytes, on first use: most of `fs` does without. A buffer that
// goes out needs its prototype, so the class is loaded, too.
function buffers() {
  require('internal/buffer/class');
  return require('internal/buffer');
}

// Descriptors.

const getValidatedFd = hideStackFrames((fd, name = 'fd') => {
  if (ObjectIs(fd, -0)) return 0;
  validateInt32(fd, name, 0);
  return fd;
});

const isUserFd = (value) => typeof value === 'number' && (value | 0) === value && value >= 0;

// Flags, modes, owners, times.

const flagTable = {
  '__proto__': null,
  'r': O_RDONLY,
  'rs': O_RDONLY | O_SYNC,
  'sr': O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  'w': O_TRUNC | O_CREAT | O_WRONLY,
  'wx': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'xw': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'xw+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'a': O_APPEND | O_CREAT | O_WRONLY,
  'ax': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'xa': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'as': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'sa': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'xa+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
  'sa+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
};

function stringToFlags(flags, name = 'flags') {
  if (typeof flags === 'number') {
    validateInt32(flags, name);
    return flags;
  }
  if (flags === null || flags === undefined) return O_RDONLY;
  const found = typeof flags === 'string' ? flagTable[flags] : undefined;
  if (found === undefined) throw new ERR_INVALID_ARG_VALUE(name, flags);
  return found;
}

function getAccessMode(mode) {
  if (mode === null || mode === undefined) return constants.F_OK;
  validateInteger(mode, 'mode', 0, 7);
  return mode;
}

function getCopyMode(mode) {
  if (mode === null || mode === undefined) return 0;
  validateInteger(mode, 'mode', 0, 7);
  return mode;
}

function validateOwner(uid, gid) {
  validateInteger(uid, 'uid', -1, kMaxUserId);
  validateInteger(gid, 'gid', -1, kMaxUserId);
}

function toUnixTimestamp(time, name = 'time') {
  // A text that is a number in whatever notation counts as one; NaN is the only number that is not itself.
  if (typeof time === 'string' && +time === +time) return +time;
  if (NumberIsFinite(time)) return time < 0 ? DateNow() / 1000 : time;
  if (isDate(time)) return DatePrototypeGetTime(time) / 1000;
  throw new ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

// Options.

function assertEncoding(encoding) {
  if (encoding && encoding !== 'utf8' &&
      (typeof encoding !== 'string' || normalizeEncoding(encoding) === undefined)) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

// The user's object itself is answered, so inherited options count as in Node.
function getOptions(options, defaults = kEmptyObject) {
  if (options === null || options === undefined || typeof options === 'function') return defaults;
  if (typeof options === 'string') {
    options = { __proto__: null, ...defaults, encoding: options };
  } else if (typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
  if (options.encoding !== 'buffer') assertEncoding(options.encoding);
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  return options;
}

const validateRmdirOptions = hideStackFrames((options, defaults) => {
  if (options === undefined) return { __proto__: null, ...defaults };
  validateObject(options, 'options');
  const merged = { __proto__: null, ...defaults, ...options };
  validateBoolean(merged.recursive, 'options.recursive');
  validateInt32(merged.retryDelay, 'options.retryDelay', 0);
  validateUint32(merged.maxRetries, 'options.maxRetries');
  return merged;
});

// Windows into a buffer.

const validateOffsetLengthRead = hideStackFrames((offset, length, bufferLength) => {
  if (offset < 0) throw new ERR_OUT_OF_RANGE('offset', '>= 0', offset);
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (offset + length > bufferLength) {
    throw new ERR_OUT_OF_RANGE('length', `<= ${bufferLength - offset}`, length);
  }
});

const validateOffsetLengthWrite = hideStackFrames((offset, length, byteLength) => {
  if (offset > byteLength) throw new ERR_OUT_OF_RANGE('offset', `<= ${byteLength}`, offset);
  if (length > byteLength - offset) {
    throw new ERR_OUT_OF_RANGE('length', `<= ${byteLength - offset}`, length);
  }
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  validateInt32(length, 'length', 0);
});

const validatePosition = hideStackFrames((position, name, length) => {
  if (typeof position === 'number') {
    validateInteger(position, name, -1);
  } else if (typeof position === 'bigint') {
    const max = 2n ** 63n - 1n - BigInt(length);
    if (!(position >= -1n && position <= max)) {
      throw new ERR_OUT_OF_RANGE(name, `>= -1 && <= ${max}`, position);
    }
  } else {
    throw new ERR_INVALID_ARG_TYPE(name, ['integer', 'bigint'], position);
  }
});

const validateStringAfterArrayBufferView = hideStackFrames((value, name) => {
  if (typeof value !== 'string') {
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
  }
});

function validateBufferArray(buffers, name = 'buffers') {
  let valid = ArrayIsArray(buffers);
  for (let i = 0; valid && i < buffers.length; i++) valid = isArrayBufferView(buffers[i]);
  if (!valid) throw new ERR_INVALID_ARG_TYPE(name, 'ArrayBufferView[]', buffers);
  return buffers;
}

module.exports = {
  constants,
  assertEncoding,
  buffers,
  getAccessMode,
  getCopyMode,
  getOptions,
  getValidatedFd,
  getValidatedPath,
  isUserFd,
  stringToFlags,
  toPathIfFileURL,
  toUnixTimestamp,
  validateBufferArray,
  validateOffsetLengthRead,
  validateOffsetLengthWrite,
  validateOwner,
  validatePath,
  validatePosition,
  validateRmdirOptions,
  validateStringAfterArrayBufferView,
};
