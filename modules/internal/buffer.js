'use strict';

// What a Buffer is made of, for the public module and for other builtins that
// need bytes: the class, the pool, and the way from text to bytes and back.
//
// Loads: with `buffer`, or before it when a builtin wants bytes. May be part of
// the startup image: it keeps no typed array alive until a first small buffer
// is asked for, and none at all while an image is being made, so that no byte
// written at build time shows in a buffer of a later start.
// Must not: require `buffer`.
//
// ## internalBinding('buffer')
//
// Views are any ArrayBufferView; offsets and lengths are bytes, already
// checked here, whole numbers within the view.
//
//   kMaxLength, kStringMaxLength
//   byteLengthUtf8(string) -> bytes; a lone surrogate counts as U+FFFD
//   utf8Write(view, string, offset, length) -> bytes; writes whole characters only
//   latin1Write(view, string, offset, length) -> bytes; the low byte of each unit
//   ucs2Write(view, string, offset, length) -> bytes; little-endian, whole units
//   hexWrite(view, string, offset, length) -> bytes; pairs up to the first that is none
//   base64Write(view, string, offset, length) -> bytes; both alphabets, up to the
//     first '=', whatever lies between the digits
//   utf8Slice, latin1Slice, asciiSlice, ucs2Slice, hexSlice, base64Slice,
//   base64urlSlice(view, start, end) -> string
//     utf8: maximal subparts become U+FFFD; ascii: the high bit is dropped;
//     ucs2: an odd last byte is dropped. Throws ERR_STRING_TOO_LONG.
//   compare(a, b) -> -1, 0, 1, as memcmp and then the shorter first
//   indexOf(view, needle, start, forward, wide) -> byte index or -1; `start` is
//     where the first (backwards: the last) match may begin; `wide` looks at
//     16-bit units of both
//   isUtf8(view), isAscii(view), isLatin1(string) -> boolean
//   stringLengthUtf8(view) -> length of what utf8Slice makes of the whole view
//
// V8's own toHex(), setFromBase64() and so on cannot be used: V8 adds them to a
// context only when an image is restored, so the primordials of an image do
// not have them.

const {
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;

const { codes: { ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { getEncodingOps, utf8 } = require('internal/buffer/encodings');

// Its prototype becomes `Buffer.prototype`; `buffer` sets its constructor.
class FastBuffer extends Uint8Array {
  // Without it, `super(...args)` would run through a user's Array iterator.
  constructor(bufferOrLength, byteOffset, length) {
    super(bufferOrLength, byteOffset, length);
  }
}

// The pool. Small buffers of unknown content are cut from it one after the
// other, at offsets that are multiples of eight.

// Whose `poolSize` counts: `Buffer`, once it is there.
let owner = { __proto__: null, poolSize: 8 * 1024 };
let pool;
let poolLength = 0;
let poolOffset = 0;
const isBuildingSnapshot = () => internalBinding('util').isBuildingSnapshot();

function createPool() {
  poolLength = owner.poolSize;
  pool = TypedArrayPrototypeGetBuffer(new FastBuffer(poolLength));
  poolOffset = 0;
}

const isPoolable = (length) => length > 0 && length < (owner.poolSize >>> 1);

// `length` fresh bytes for a poolable length; claim() says how many were used.
function cut(length) {
  if (length > poolLength - poolOffset) {
    // While an image is made there is no pool; claim() then finds it empty.
    if (isBuildingSnapshot()) return new FastBuffer(length);
    createPool();
  }
  return new FastBuffer(pool, poolOffset, length);
}

function claim(length) {
  if (poolLength === 0) return;
  poolOffset += length;
  if (poolOffset & 7) poolOffset = (poolOffset | 7) + 1;
}

function allocate(size) {
  if (size <= 0) return new FastBuffer();
  if (!isPoolable(size)) return new FastBuffer(size);
  const buffer = cut(size);
  claim(size);
  return buffer;
}

function setPoolOwner(object) {
  owner = object;
}

// Between text and bytes.

function fromStringWithOps(string, ops) {
  const length = ops.byteLength(string);
  if (!isPoolable(length)) {
    const buffer = new FastBuffer(length);
    const written = length === 0 ? 0 : ops.write(buffer, string, 0, length);
    return written === length ? buffer : view(buffer, 0, written);
  }
  let buffer = cut(length);
  const written = ops.write(buffer, string, 0, length);
  if (written !== length) buffer = view(buffer, 0, written);
  claim(written);
  return buffer;
}

// `encoding` as the user gave it; undefined means UTF-8.
function fromString(string, encoding) {
  let ops = utf8;
  if (typeof encoding === 'string' && encoding.length !== 0) {
    ops = getEncodingOps(encoding);
    if (ops === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  return string.length === 0 ? new FastBuffer() : fromStringWithOps(string, ops);
}

function sliceToString(buffer, encoding, start, end) {
  const ops = encoding === undefined ? utf8 : getEncodingOps(encoding);
  if (ops === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  return end <= start ? '' : ops.slice(buffer, start, end);
}

// Views.

// A part of a Uint8Array, as a Buffer on the same memory.
function view(bytes, offset, length) {
  return new FastBuffer(
    TypedArrayPrototypeGetBuffer(bytes), TypedArrayPrototypeGetByteOffset(bytes) + offset, length);
}

const asBuffer = (bytes) => view(bytes, 0, TypedArrayPrototypeGetByteLength(bytes));

function concatBytes(...parts) {
  let length = 0;
  for (let i = 0; i < parts.length; i++) length += TypedArrayPrototypeGetByteLength(parts[i]);
  const result = new FastBuffer(length);
  let position = 0;
  for (let i = 0; i < parts.length; i++) {
    TypedArrayPrototypeSet(result, parts[i], position);
    position += TypedArrayPrototypeGetByteLength(parts[i]);
  }
  return result;
}

// A builtin may keep a user's code from moving a buffer's memory away.
function markAsUntransferable(object) {
  if (object === null || (typeof object !== 'object' && typeof object !== 'function')) return;
  const { untransferable_object_private_symbol: symbol } = internalBinding('util').privateSymbols;
  object[symbol] = true;
}

function isMarkedAsUntransferable(object) {
  if (object === null || object === undefined) return false;
  const { untransferable_object_private_symbol: symbol } = internalBinding('util').privateSymbols;
  return object[symbol] !== undefined;
}

module.exports = {
  FastBuffer,
  allocate,
  asBuffer,
  claim,
  concatBytes,
  cut,
  fromString,
  fromStringWithOps,
  isMarkedAsUntransferable,
  isPoolable,
  markAsUntransferable,
  setPoolOwner,
  sliceToString,
  view,
};
