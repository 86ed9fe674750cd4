'use strict';

// The methods of `Buffer.prototype` but for the numbers: text, parts, search,
// comparison, filling, copying.
//
// Loads: with `buffer`. May be part of the startup image.
// Must not: reach bytes through a method that a script could have replaced.

const {
  Array,
  MathFloor,
  MathMin,
  MathTrunc,
  NumberIsInteger,
  NumberIsNaN,
  NumberMAX_SAFE_INTEGER,
  NumberMIN_SAFE_INTEGER,
  ObjectPrototypeHasOwnProperty,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  TypedArrayPrototypeCopyWithin,
  TypedArrayPrototypeFill,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeIndexOf,
  TypedArrayPrototypeLastIndexOf,
  TypedArrayPrototypeSet,
} = primordials;

const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_BUFFER_SIZE,
    ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_ENCODING,
  },
  hideStackFrames,
} = require('internal/errors');
const { isArrayBufferView, isUint8Array } = require('internal/util/types');
const { validateBuffer, validateInteger, validateNumber, validateString } = require('internal/validators');
const encodings = require('internal/buffer/encodings');
const { FastBuffer, fromStringWithOps, sliceToString, view } = require('internal/buffer');

const binding = internalBinding('buffer');
const { getEncodingOps, utf8, utf16le } = encodings;

const validateOffset = hideStackFrames((value, name, min = 0, max = binding.kMaxLength) => {
  validateInteger(value, name, min, max);
});

// Comparison.

function compareBytes(a, b) {
  const lengthA = TypedArrayPrototypeGetByteLength(a);
  const lengthB = TypedArrayPrototypeGetByteLength(b);
  const length = MathMin(lengthA, lengthB);
  // A short common part is compared faster here than a call out takes.
  if (length > 64) return binding.compare(a, b);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return lengthA === lengthB ? 0 : lengthA < lengthB ? -1 : 1;
}

function equals(otherBuffer) {
  if (!isUint8Array(otherBuffer)) {
    throw new ERR_INVALID_ARG_TYPE('otherBuffer', ['Buffer', 'Uint8Array'], otherBuffer);
  }
  if (this === otherBuffer) return true;
  const length = TypedArrayPrototypeGetByteLength(this);
  if (length !== TypedArrayPrototypeGetByteLength(otherBuffer)) return false;
  return length === 0 || compareBytes(this, otherBuffer) === 0;
}

function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  if (!isUint8Array(target)) {
    throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
  }
  if (arguments.length === 1) return compareBytes(this, target);
  const targetLength = target.length;
  if (targetStart === undefined) targetStart = 0;
  else validateOffset(targetStart, 'targetStart');
  if (targetEnd === undefined) targetEnd = targetLength;
  else validateOffset(targetEnd, 'targetEnd', 0, targetLength);
  if (sourceStart === undefined) sourceStart = 0;
  else validateOffset(sourceStart, 'sourceStart');
  if (sourceEnd === undefined) sourceEnd = this.length;
  else validateOffset(sourceEnd, 'sourceEnd', 0, this.length);
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return compareBytes(
    view(this, sourceStart, sourceEnd - sourceStart), view(target, targetStart, targetEnd - targetStart));
}

// Search.

// Where the search may begin; -1 where there is nothing to find. A negative
// offset counts from the end, as in Array.
function searchStart(length, offset, needleLength, forward) {
  if (offset < 0) {
    if (offset + length >= 0) return offset + length;
    return forward || needleLength === 0 ? 0 : -1;
  }
  if (offset + needleLength <= length) return offset;
  if (needleLength === 0) return length;
  return forward ? -1 : length - 1;
}

function indexOfNumber(buffer, number, byteOffset, forward) {
  const length = TypedArrayPrototypeGetByteLength(buffer);
  const start = searchStart(length, byteOffset, 1, forward);
  if (start < 0 || length === 0) return -1;
  const byte = number & 255;
  return forward ?
    TypedArrayPrototypeIndexOf(buffer, byte, start) :
    TypedArrayPrototypeLastIndexOf(buffer, byte, start);
}

function indexOfBytes(buffer, needle, byteOffset, ops, forward) {
  const wide = ops === utf16le;
  let length = TypedArrayPrototypeGetByteLength(buffer);
  // An odd last byte is no unit.
  if (wide) length -= length & 1;
  const needleLength = TypedArrayPrototypeGetByteLength(needle);
  const start = searchStart(length, byteOffset, needleLength, forward);
  if (needleLength === 0) return start;
  if (length === 0 || start < 0 || needleLength > length) return -1;
  if (forward && needleLength + start > length) return -1;
  if (wide && (length < 2 || needleLength < 2)) return -1;
  return binding.indexOf(buffer, needle, start, forward, wide);
}

// The bytes a search may look at: those before `end`.
function before(buffer, length, end) {
  end = MathTrunc(+end);
  if (!(end > 0)) end = 0;
  return end < length ? view(buffer, 0, end) : buffer;
}

function bidirectionalIndexOf(buffer, value, byteOffset, end, encoding, forward) {
  validateBuffer(buffer);
  if (typeof end === 'string') {
    encoding = end;
    end = undefined;
  }
  if (typeof byteOffset === 'string') {
    encoding = byteOffset;
    byteOffset = undefined;
  } else if (byteOffset > 0x7fffffff) {
    byteOffset = 0x7fffffff;
  } else if (byteOffset < -0x80000000) {
    byteOffset = -0x80000000;
  }
  byteOffset = +byteOffset;
  const length = TypedArrayPrototypeGetByteLength(buffer);
  if (NumberIsNaN(byteOffset)) byteOffset = forward ? 0 : length;
  byteOffset = MathTrunc(byteOffset);
  if (end !== undefined) {
    // The offset counts from the end of all bytes.
    if (byteOffset < 0 && byteOffset + length >= 0) byteOffset += length;
    buffer = before(buffer, length, end);
  }
  if (typeof value === 'number') return indexOfNumber(buffer, value >>> 0, byteOffset, forward);
  const ops = encoding === undefined ? utf8 : getEncodingOps(encoding);
  if (typeof value === 'string') {
    if (ops === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    return indexOfBytes(buffer, fromStringWithOps(value, ops), byteOffset, ops, forward);
  }
  if (isUint8Array(value)) return indexOfBytes(buffer, value, byteOffset, ops, forward);
  throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

function indexOf(value, byteOffset, end, encoding) {
  return bidirectionalIndexOf(this, value, byteOffset, end, encoding, true);
}

function lastIndexOf(value, byteOffset, end, encoding) {
  return bidirectionalIndexOf(this, value, byteOffset, end, encoding, false);
}

function includes(value, byteOffset, end, encoding) {
  return bidirectionalIndexOf(this, value, byteOffset, end, encoding, true) !== -1;
}

// Filling and copying.

// Repeats the first `known` bytes of buffer[start, end) to its end.
function repeat(buffer, start, end, known) {
  let filled = known;
  while (start + filled < end) {
    const part = MathMin(filled, end - start - filled);
    TypedArrayPrototypeCopyWithin(buffer, start + filled, start, start + part);
    filled += part;
  }
}

function fillBuffer(buffer, value, offset, end, encoding) {
  let ops;
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = undefined;
    } else if (typeof end === 'string') {
      encoding = end;
      end = undefined;
    }
    ops = utf8;
    if (encoding !== undefined && encoding !== null && encoding !== '') {
      validateString(encoding, 'encoding');
      ops = getEncodingOps(encoding);
      if (ops === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    if (value.length === 0) {
      value = 0;
    } else if (value.length === 1) {
      const code = StringPrototypeCharCodeAt(value, 0);
      if ((ops === utf8 && code < 128) || (ops === encodings.latin1 && code < 256)) value = code;
    }
  }
  if (offset === undefined) {
    offset = 0;
    end = buffer.length;
  } else {
    validateInteger(offset, 'offset', 0, binding.kMaxLength);
    if (end === undefined) end = buffer.length;
    else validateInteger(end, 'end', 0, buffer.length);
    if (offset >= end) return buffer;
  }
  // What `length` says may be anything.
  if (end > TypedArrayPrototypeGetByteLength(buffer)) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  if (typeof value === 'number') {
    TypedArrayPrototypeFill(buffer, value, offset, end);
    return buffer;
  }
  if (typeof value !== 'string' && !isArrayBufferView(value)) {
    TypedArrayPrototypeFill(buffer, value & 255, offset, end);
    return buffer;
  }
  // In a copy, since a value may lie in what is being filled.
  const pattern = typeof value === 'string' ? fromStringWithOps(value, ops) : bytesOfView(value);
  const patternLength = TypedArrayPrototypeGetByteLength(pattern);
  if (patternLength === 0) {
    if (end === offset) return buffer;
    throw new ERR_INVALID_ARG_VALUE('value', value);
  }
  const first = MathMin(patternLength, end - offset);
  TypedArrayPrototypeSet(buffer, first === patternLength ? pattern : view(pattern, 0, first), offset);
  repeat(buffer, offset, end, first);
  return buffer;
}

function bytesOfView(value) {
  return isUint8Array(value) ? value : new FastBuffer(value.buffer, value.byteOffset, value.byteLength);
}

function fill(value, offset, end, encoding) {
  return fillBuffer(this, value, offset, end, encoding);
}

function toInteger(number, otherwise) {
  number = +number;
  if (!NumberIsNaN(number) && number >= NumberMIN_SAFE_INTEGER && number <= NumberMAX_SAFE_INTEGER) {
    return number % 1 === 0 ? number : MathFloor(number);
  }
  return otherwise;
}

// Copies what fits; the ranges have been checked. Overlaps are right.
function copyBytes(source, target, targetStart, sourceStart, sourceEnd) {
  const sourceLength = TypedArrayPrototypeGetByteLength(source);
  const targetLength = TypedArrayPrototypeGetByteLength(target);
  let count = MathMin(sourceEnd - sourceStart, targetLength - targetStart);
  count = MathMin(count, sourceLength - sourceStart);
  if (count <= 0) return 0;
  if (count !== sourceLength) source = view(source, sourceStart, count);
  TypedArrayPrototypeSet(target, source, targetStart);
  return count;
}

function copy(target, targetStart, sourceStart, sourceEnd) {
  if (!isUint8Array(this)) throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], this);
  if (!isUint8Array(target)) {
    if (!isArrayBufferView(target)) throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
    target = bytesOfView(target);
  }
  if (targetStart === undefined) {
    targetStart = 0;
  } else {
    targetStart = NumberIsInteger(targetStart) ? targetStart : toInteger(targetStart, 0);
    if (targetStart < 0) throw new ERR_OUT_OF_RANGE('targetStart', '>= 0', targetStart);
  }
  const length = TypedArrayPrototypeGetLength(this);
  if (sourceStart === undefined) {
    sourceStart = 0;
  } else {
    sourceStart = NumberIsInteger(sourceStart) ? sourceStart : toInteger(sourceStart, 0);
    if (sourceStart < 0 || sourceStart > length) {
      throw new ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${length}`, sourceStart);
    }
  }
  if (sourceEnd === undefined) {
    sourceEnd = length;
  } else {
    sourceEnd = NumberIsInteger(sourceEnd) ? sourceEnd : toInteger(sourceEnd, 0);
    if (sourceEnd < 0) throw new ERR_OUT_OF_RANGE('sourceEnd', '>= 0', sourceEnd);
  }
  if (targetStart >= TypedArrayPrototypeGetLength(target)) return 0;
  if (sourceStart >= sourceEnd) return 0;
  return copyBytes(this, target, targetStart, sourceStart, sourceEnd);
}

// Text.

function toString(encoding, start, end) {
  const length = this.length;
  if (arguments.length === 0) return utf8.slice(this, 0, length);
  if (start <= 0) start = 0;
  else if (start >= length) return '';
  else start = MathTrunc(start) || 0;
  if (end === undefined || end > length) end = length;
  else end = MathTrunc(end) || 0;
  return end <= start ? '' : sliceToString(this, encoding, start, end);
}

function write(string, offset, length, encoding) {
  const size = this.length;
  if (offset === undefined) {
    if (typeof string !== 'string') throw new ERR_INVALID_ARG_TYPE('argument', 'string', string);
    return utf8.write(this, string, 0, size);
  }
  if (length === undefined && typeof offset === 'string') {
    encoding = offset;
    length = size;
    offset = 0;
  } else {
    validateOffset(offset, 'offset', 0, size);
    const remaining = size - offset;
    if (length === undefined) {
      length = remaining;
    } else if (typeof length === 'string') {
      encoding = length;
      length = remaining;
    } else {
      validateOffset(length, 'length', 0, size);
      if (length > remaining) length = remaining;
    }
  }
  const ops = encoding ? getEncodingOps(encoding) : utf8;
  if (ops === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  if (typeof string !== 'string') throw new ERR_INVALID_ARG_TYPE('argument', 'string', string);
  return ops.write(this, string, offset, length);
}

// `buf.utf8Slice(start, end)` and its like: undocumented, and widely used.

function toIndex(value, otherwise) {
  if (value === undefined) return otherwise;
  const index = MathTrunc(+value) || 0;
  if (index < 0) throw new ERR_OUT_OF_RANGE('index', '>= 0', value);
  return index;
}

function sliceWith(ops, buffer, start, end) {
  if (!isArrayBufferView(buffer)) throw new ERR_INVALID_ARG_TYPE('this', ['Buffer', 'Uint8Array'], buffer);
  const length = buffer.byteLength;
  if (length === 0) return '';
  start = toIndex(start, 0);
  end = toIndex(end, length);
  if (end < start) end = start;
  if (end > length) throw new ERR_OUT_OF_RANGE('end', `<= ${length}`, end);
  return start === end ? '' : ops.slice(buffer, start, end);
}

function writeWith(ops, buffer, string, offset, length) {
  if (!isArrayBufferView(buffer)) throw new ERR_INVALID_ARG_TYPE('this', ['Buffer', 'Uint8Array'], buffer);
  if (typeof string !== 'string') throw new ERR_INVALID_ARG_TYPE('argument', 'string', string);
  const size = buffer.byteLength;
  offset = toIndex(offset, 0);
  if (offset > size) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  length = MathMin(toIndex(length, size - offset), size - offset);
  return length === 0 ? 0 : ops.write(buffer, string, offset, length);
}

const { ascii, base64, base64url, hex, latin1 } = encodings;

// Methods of a literal, so that none is a constructor, as in Node.
const text = {
  __proto__: null,
  asciiSlice() { return sliceWith(ascii, this, arguments[0], arguments[1]); },
  base64Slice() { return sliceWith(base64, this, arguments[0], arguments[1]); },
  base64urlSlice() { return sliceWith(base64url, this, arguments[0], arguments[1]); },
  latin1Slice() { return sliceWith(latin1, this, arguments[0], arguments[1]); },
  hexSlice() { return sliceWith(hex, this, arguments[0], arguments[1]); },
  ucs2Slice() { return sliceWith(utf16le, this, arguments[0], arguments[1]); },
  utf8Slice() { return sliceWith(utf8, this, arguments[0], arguments[1]); },
  asciiWrite() { return writeWith(ascii, this, arguments[0], arguments[1], arguments[2]); },
  base64Write() { return writeWith(base64, this, arguments[0], arguments[1], arguments[2]); },
  base64urlWrite() { return writeWith(base64url, this, arguments[0], arguments[1], arguments[2]); },
  latin1Write() { return writeWith(latin1, this, arguments[0], arguments[1], arguments[2]); },
  hexWrite() { return writeWith(hex, this, arguments[0], arguments[1], arguments[2]); },
  ucs2Write() { return writeWith(utf16le, this, arguments[0], arguments[1], arguments[2]); },
  utf8Write() { return writeWith(utf8, this, arguments[0], arguments[1], arguments[2]); },
};

// Parts and the rest.

function clampIndex(index, length) {
  index = MathTrunc(index);
  if (index === 0 || NumberIsNaN(index)) return 0;
  if (index < 0) {
    index += length;
    return index > 0 ? index : 0;
  }
  return index < length ? index : length;
}

function subarray(start, end) {
  return subarrayOf(this, start, end);
}

// Not through `this.subarray`: a script may have its own there.
function slice(start, end) {
  return subarrayOf(this, start, end);
}

function subarrayOf(buffer, start, end) {
  const length = buffer.length;
  start = clampIndex(start, length);
  end = end === undefined ? length : clampIndex(end, length);
  return view(buffer, start, end > start ? end - start : 0);
}

function toJSON() {
  const length = this.length;
  const data = new Array(length);
  for (let i = 0; i < length; i++) data[i] = this[i];
  return { type: 'Buffer', data };
}

function swapUnits(buffer, size, bits) {
  const length = buffer.length;
  if (length % size !== 0) throw new ERR_INVALID_BUFFER_SIZE(bits);
  for (let unit = 0; unit < length; unit += size) {
    for (let low = unit, high = unit + size - 1; low < high; low++, high--) {
      const byte = buffer[low];
      buffer[low] = buffer[high];
      buffer[high] = byte;
    }
  }
  return buffer;
}

function swap16() {
  return swapUnits(this, 2, '16-bits');
}

function swap32() {
  return swapUnits(this, 4, '32-bits');
}

function swap64() {
  return swapUnits(this, 8, '64-bits');
}

let inspectMaxBytes = 50;

const inspectLimit = {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: { get() { return inspectMaxBytes; } }.get,
  set: {
    set(value) {
      validateNumber(value, 'INSPECT_MAX_BYTES', 0);
      inspectMaxBytes = value;
    },
  }.set,
};

function nameOfConstructor(buffer) {
  try {
    const { constructor } = buffer;
    if (typeof constructor === 'function' && ObjectPrototypeHasOwnProperty(constructor, 'name')) {
      return constructor.name;
    }
  } catch {
    // A getter of the user threw; the name is not worth an exception.
  }
  return 'Buffer';
}

function inspect(recurseTimes, ctx) {
  const max = inspectMaxBytes;
  const shown = MathMin(max, this.length);
  const remaining = this.length - max;
  const digits = shown === 0 ? '' : hex.slice(this, 0, MathTrunc(shown));
  let string = '';
  for (let i = 0; i < digits.length; i += 2) {
    string += i === 0 ? StringPrototypeSlice(digits, 0, 2) : ` ${StringPrototypeSlice(digits, i, i + 2)}`;
  }
  if (remaining > 0) string += ` ... ${remaining} more byte${remaining > 1 ? 's' : ''}`;
  if (ctx) {
    const {
      constants: { ALL_PROPERTIES, ONLY_ENUMERABLE },
      getOwnNonIndexProperties,
    } = internalBinding('util');
    const keys = getOwnNonIndexProperties(this, ctx.showHidden ? ALL_PROPERTIES : ONLY_ENUMERABLE);
    if (keys.length > 0) {
      const extras = { __proto__: null };
      for (let i = 0; i < keys.length; i++) extras[keys[i]] = this[keys[i]];
      if (this.length !== 0) string += ', ';
      const inspected = require('internal/util/inspect').inspect(
        extras, { __proto__: null, ...ctx, breakLength: Infinity, compact: true });
      // Without the `[Object: null prototype] { ` in front and the ` }` behind.
      string += StringPrototypeSlice(inspected, 27, -2);
    }
  }
  return `<${nameOfConstructor(this)} ${string}>`;
}

module.exports = {
  compareBytes,
  copyBytes,
  fillBuffer,
  inspectLimit,
  text,
  methods: {
    __proto__: null,
    copy,
    toString,
    equals,
    inspect,
    compare,
    indexOf,
    lastIndexOf,
    includes,
    fill,
    write,
    toJSON,
    subarray,
    slice,
    swap16,
    swap32,
    swap64,
    toLocaleString: toString,
  },
  validateOffset,
};
