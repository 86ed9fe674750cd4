'use strict';

// The function `Buffer` and what hangs on it: alloc, from, concat and so on.
//
// Loads: with `buffer`. May be part of the startup image.
// Must not: reach bytes through a method that a script could have replaced.

const {
  ArrayIsArray,
  ArrayPrototypePush,
  NumberIsNaN,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  SymbolSpecies,
  SymbolToPrimitive,
  TypedArrayPrototypeFill,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSlice,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const {
  customInspectSymbol,
  defineLazyProperties,
  kIsEncodingSymbol,
  normalizeEncoding,
} = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView, isTypedArray, isUint8Array } = require('internal/util/types');
const { validateArray, validateInteger, validateNumber } = require('internal/validators');
const {
  FastBuffer,
  allocate,
  claim,
  cut,
  fromString,
  isPoolable,
  setPoolOwner,
} = require('internal/buffer');
const { getEncodingOps, utf8 } = require('internal/buffer/encodings');
const { compareBytes, copyBytes, fillBuffer, methods, text, validateOffset } = require('internal/buffer/methods');

const { kMaxLength } = internalBinding('buffer');

let warnedAboutConstructor = false;
function warnAboutConstructor() {
  if (warnedAboutConstructor) return;
  if (internalBinding('util').isInsideNodeModules()) return;
  warnedAboutConstructor = true;
  process.emitWarning(
    'Buffer() is deprecated due to security and usability issues. Please use the ' +
    'Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.',
    'DeprecationWarning', 'DEP0005', Buffer);
}

function Buffer(arg, encodingOrOffset, length) {
  warnAboutConstructor();
  if (typeof arg === 'number') {
    if (typeof encodingOrOffset === 'string') throw new ERR_INVALID_ARG_TYPE('string', 'string', arg);
    return alloc(arg);
  }
  return from(arg, encodingOrOffset, length);
}

// From what there is.

function fromArrayLike(object) {
  const { length } = object;
  if (length <= 0) return new FastBuffer();
  if (!isPoolable(length)) return new FastBuffer(object);
  const buffer = cut(length);
  TypedArrayPrototypeSet(buffer, object, 0);
  claim(TypedArrayPrototypeGetLength(buffer));
  return buffer;
}

function fromArrayBuffer(object, byteOffset, length) {
  byteOffset = byteOffset === undefined ? 0 : +byteOffset;
  if (NumberIsNaN(byteOffset)) byteOffset = 0;
  const maxLength = object.byteLength - byteOffset;
  if (maxLength < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (length === undefined) {
    length = maxLength;
  } else {
    length = +length;
    if (length > 0) {
      if (length > maxLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    } else {
      length = 0;
    }
  }
  return new FastBuffer(object, byteOffset, length);
}

function fromObject(object) {
  if (object.length !== undefined || isAnyArrayBuffer(object.buffer)) {
    return typeof object.length === 'number' ? fromArrayLike(object) : new FastBuffer();
  }
  if (object.type === 'Buffer' && ArrayIsArray(object.data)) return fromArrayLike(object.data);
}

function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const valueOf = value.valueOf && value.valueOf();
    if (valueOf !== null && valueOf !== undefined && valueOf !== value &&
        (typeof valueOf === 'string' || typeof valueOf === 'object')) {
      return from(valueOf, encodingOrOffset, length);
    }
    const buffer = fromObject(value);
    if (buffer !== undefined) return buffer;
    const toPrimitive = value[SymbolToPrimitive];
    if (typeof toPrimitive === 'function') {
      const primitive = value[SymbolToPrimitive]('string');
      if (typeof primitive === 'string') return fromString(primitive, encodingOrOffset);
    }
  }
  throw new ERR_INVALID_ARG_TYPE(
    'first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
}

function copyBytesFrom(view, offset, length) {
  if (!isTypedArray(view)) throw new ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
  const viewLength = TypedArrayPrototypeGetLength(view);
  if (viewLength === 0) return new FastBuffer();
  if (offset !== undefined || length !== undefined) {
    if (offset === undefined) {
      offset = 0;
    } else {
      validateInteger(offset, 'offset', 0);
      if (offset >= viewLength) return new FastBuffer();
    }
    let end = viewLength;
    if (length !== undefined) {
      validateInteger(length, 'length', 0);
      end = offset + length;
    }
    view = TypedArrayPrototypeSlice(view, offset, end);
  }
  return fromArrayLike(new Uint8Array(
    TypedArrayPrototypeGetBuffer(view),
    TypedArrayPrototypeGetByteOffset(view),
    TypedArrayPrototypeGetByteLength(view)));
}

function of(...items) {
  const buffer = new FastBuffer(items.length);
  for (let i = 0; i < items.length; i++) buffer[i] = items[i];
  return buffer;
}

// Of a size.

function alloc(size, fill, encoding) {
  validateNumber(size, 'size', 0, kMaxLength);
  const buffer = new FastBuffer(size);
  return fill !== undefined && fill !== 0 && size > 0 ?
    fillBuffer(buffer, fill, 0, buffer.length, encoding) : buffer;
}

function allocUnsafe(size) {
  validateNumber(size, 'size', 0, kMaxLength);
  return allocate(size);
}

function allocUnsafeSlow(size) {
  validateNumber(size, 'size', 0, kMaxLength);
  return new FastBuffer(size);
}

// Kept for old programs, with the error they know.
function SlowBuffer(size) {
  validateNumber(size, 'size');
  if (!(size >= 0 && size <= kMaxLength)) throw new ERR_INVALID_ARG_VALUE.RangeError('size', size);
  return new FastBuffer(size);
}

// Questions.

function isBuffer(value) {
  return value instanceof Buffer;
}

function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 && normalizeEncoding(encoding) !== undefined;
}

function compare(buf1, buf2) {
  if (!isUint8Array(buf1)) throw new ERR_INVALID_ARG_TYPE('buf1', ['Buffer', 'Uint8Array'], buf1);
  if (!isUint8Array(buf2)) throw new ERR_INVALID_ARG_TYPE('buf2', ['Buffer', 'Uint8Array'], buf2);
  return buf1 === buf2 ? 0 : compareBytes(buf1, buf2);
}

function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (isArrayBufferView(string) || isAnyArrayBuffer(string)) return string.byteLength;
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  if (string.length === 0) return 0;
  const ops = encoding ? getEncodingOps(encoding) ?? utf8 : utf8;
  return ops.byteLength(string);
}

function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0) return new FastBuffer();
  if (length === undefined) {
    length = 0;
    for (let i = 0; i < list.length; i++) {
      if (list[i].length) length += list[i].length;
    }
  } else {
    validateOffset(length, 'length');
  }
  const buffer = allocUnsafe(length);
  let position = 0;
  for (let i = 0; i < list.length; i++) {
    const part = list[i];
    if (!isUint8Array(part)) {
      throw new ERR_INVALID_ARG_TYPE(`list[${i}]`, ['Buffer', 'Uint8Array'], part);
    }
    if (position < length) {
      position += copyBytes(part, buffer, position, 0, TypedArrayPrototypeGetByteLength(part));
    }
  }
  // What no part reached would show what the pool held.
  if (position < length) TypedArrayPrototypeFill(buffer, 0, position);
  return buffer;
}

// The function and its prototype.

ObjectSetPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = FastBuffer.prototype;
Buffer.poolSize = 8 * 1024;
defineLazyProperties(Buffer, 'internal/buffer/text', ['stringLength']);
setPoolOwner(Buffer);

// In Node's order.
const statics = {
  __proto__: null,
  from,
  copyBytesFrom,
  of,
  alloc,
  allocUnsafe,
  allocUnsafeSlow,
  isBuffer,
  compare,
  isEncoding,
  concat,
  byteLength,
};
for (const name in statics) Buffer[name] = statics[name];

ObjectDefineProperty(Buffer, SymbolSpecies, {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get: { get() { return FastBuffer; } }.get,
});
Buffer[kIsEncodingSymbol] = isEncoding;

ObjectDefineProperty(FastBuffer.prototype, 'constructor', {
  __proto__: null,
  configurable: true,
  enumerable: false,
  value: Buffer,
  writable: true,
});

// In Node's order. The second spelling of a method is the same function.
const numbers = [];
function addNumbers(verb, kinds) {
  for (let i = 0; i < kinds.length; i++) ArrayPrototypePush(numbers, `${verb}${kinds[i]}`);
}
const bigKinds = ['BigUInt64LE', 'BigUInt64BE', 'BigUint64LE', 'BigUint64BE', 'BigInt64LE', 'BigInt64BE'];
const intKinds = [
  'UIntLE', 'UInt32LE', 'UInt16LE', 'UInt8', 'UIntBE', 'UInt32BE', 'UInt16BE',
  'UintLE', 'Uint32LE', 'Uint16LE', 'Uint8', 'UintBE', 'Uint32BE', 'Uint16BE',
  'IntLE', 'Int32LE', 'Int16LE', 'Int8', 'IntBE', 'Int32BE', 'Int16BE',
];
const floatKinds = ['FloatLE', 'FloatBE', 'DoubleLE', 'DoubleBE'];
addNumbers('read', bigKinds);
addNumbers('write', bigKinds);
addNumbers('read', intKinds);
addNumbers('write', intKinds);
addNumbers('read', floatKinds);
addNumbers('write', floatKinds);
defineLazyProperties(FastBuffer.prototype, 'internal/buffer/numbers', numbers);

for (const name in text) FastBuffer.prototype[name] = text[name];

const onlyOfBuffers = (read) => ({
  __proto__: null,
  configurable: false,
  enumerable: true,
  get: {
    get() {
      return this instanceof Buffer ? read(this) : undefined;
    },
  }.get,
});

ObjectDefineProperties(FastBuffer.prototype, {
  parent: onlyOfBuffers((buffer) => buffer.buffer),
  offset: onlyOfBuffers((buffer) => buffer.byteOffset),
});

for (const name in methods) FastBuffer.prototype[name] = methods[name];
FastBuffer.prototype[customInspectSymbol] = methods.inspect;

ObjectSetPrototypeOf(SlowBuffer.prototype, Uint8Array.prototype);
ObjectSetPrototypeOf(SlowBuffer, Uint8Array);

module.exports = { Buffer, SlowBuffer };
