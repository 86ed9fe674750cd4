'use strict';

// The numbers of `Buffer.prototype`: readUInt8 to writeDoubleBE.
//
// Loads: when one of these methods is first read from the prototype. Not part
// of the startup image. Each size is written out, since these are the hot
// functions of protocol code and V8 optimizes each on its own.
// Must not: keep a typed array while an image is being made.

const {
  BigInt,
  Float32Array,
  Float64Array,
  MathFloor,
  Number,
  TypedArrayPrototypeGetBuffer,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');

// Errors. `last` is the greatest offset at which the number still fits.

function boundsError(value, last, name) {
  if (MathFloor(value) !== value) {
    validateNumber(value, name ?? 'offset');
    throw new ERR_OUT_OF_RANGE(name ?? 'offset', 'an integer', value);
  }
  if (last < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE(name ?? 'offset', `>= ${name === undefined ? 0 : 1} and <= ${last}`, value);
}

function checkBounds(buffer, offset, size) {
  validateNumber(offset, 'offset');
  if (buffer[offset] === undefined || buffer[offset + size - 1] === undefined) {
    boundsError(offset, buffer.length - size);
  }
}

function checkByteLength(byteLength) {
  if (byteLength === undefined) throw new ERR_INVALID_ARG_TYPE('byteLength', 'number', byteLength);
  if (!(byteLength >= 1 && byteLength <= 6) || MathFloor(byteLength) !== byteLength) {
    boundsError(byteLength, 6, 'byteLength');
  }
}

function valueError(value, min, max, size) {
  const n = typeof min === 'bigint' ? 'n' : '';
  let range = `>= ${min}${n} and <= ${max}${n}`;
  if (size > 4) {
    range = min === 0 || min === 0n ?
      `>= 0${n} and < 2${n} ** ${size * 8}${n}` :
      `>= -(2${n} ** ${size * 8 - 1}${n}) and < 2${n} ** ${size * 8 - 1}${n}`;
  }
  throw new ERR_OUT_OF_RANGE('value', range, value);
}

function checkInt(value, min, max, buffer, offset, size) {
  if (value > max || value < min) valueError(value, min, max, size);
  checkBounds(buffer, offset, size);
}

// Whole numbers of a fixed size.

function readUInt8(offset = 0) {
  checkBounds(this, offset, 1);
  return this[offset];
}

function readInt8(offset = 0) {
  checkBounds(this, offset, 1);
  return this[offset] << 24 >> 24;
}

function readUInt16LE(offset = 0) {
  checkBounds(this, offset, 2);
  return this[offset + 1] << 8 | this[offset];
}

function readUInt16BE(offset = 0) {
  checkBounds(this, offset, 2);
  return this[offset] << 8 | this[offset + 1];
}

function readInt16LE(offset = 0) {
  checkBounds(this, offset, 2);
  return (this[offset + 1] << 8 | this[offset]) << 16 >> 16;
}

function readInt16BE(offset = 0) {
  checkBounds(this, offset, 2);
  return (this[offset] << 8 | this[offset + 1]) << 16 >> 16;
}

function readUInt32LE(offset = 0) {
  checkBounds(this, offset, 4);
  return (this[offset + 3] << 24 | this[offset + 2] << 16 | this[offset + 1] << 8 | this[offset]) >>> 0;
}

function readUInt32BE(offset = 0) {
  checkBounds(this, offset, 4);
  return (this[offset] << 24 | this[offset + 1] << 16 | this[offset + 2] << 8 | this[offset + 3]) >>> 0;
}

function readInt32LE(offset = 0) {
  checkBounds(this, offset, 4);
  return this[offset + 3] << 24 | this[offset + 2] << 16 | this[offset + 1] << 8 | this[offset];
}

function readInt32BE(offset = 0) {
  checkBounds(this, offset, 4);
  return this[offset] << 24 | this[offset + 1] << 16 | this[offset + 2] << 8 | this[offset + 3];
}

function writeUInt8(value, offset = 0) {
  value = +value;
  checkInt(value, 0, 0xff, this, offset, 1);
  this[offset] = value;
  return offset + 1;
}

function writeInt8(value, offset = 0) {
  value = +value;
  checkInt(value, -0x80, 0x7f, this, offset, 1);
  this[offset] = value;
  return offset + 1;
}

function writeUInt16LE(value, offset = 0) {
  value = +value;
  checkInt(value, 0, 0xffff, this, offset, 2);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  return offset + 2;
}

function writeUInt16BE(value, offset = 0) {
  value = +value;
  checkInt(value, 0, 0xffff, this, offset, 2);
  this[offset + 1] = value;
  this[offset] = value >>> 8;
  return offset + 2;
}

function writeInt16LE(value, offset = 0) {
  value = +value;
  checkInt(value, -0x8000, 0x7fff, this, offset, 2);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  return offset + 2;
}

function writeInt16BE(value, offset = 0) {
  value = +value;
  checkInt(value, -0x8000, 0x7fff, this, offset, 2);
  this[offset + 1] = value;
  this[offset] = value >>> 8;
  return offset + 2;
}

function writeUInt32LE(value, offset = 0) {
  value = +value;
  checkInt(value, 0, 0xffffffff, this, offset, 4);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  this[offset + 2] = value >>> 16;
  this[offset + 3] = value >>> 24;
  return offset + 4;
}

function writeUInt32BE(value, offset = 0) {
  value = +value;
  checkInt(value, 0, 0xffffffff, this, offset, 4);
  this[offset + 3] = value;
  this[offset + 2] = value >>> 8;
  this[offset + 1] = value >>> 16;
  this[offset] = value >>> 24;
  return offset + 4;
}

function writeInt32LE(value, offset = 0) {
  value = +value;
  checkInt(value, -0x80000000, 0x7fffffff, this, offset, 4);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  this[offset + 2] = value >>> 16;
  this[offset + 3] = value >>> 24;
  return offset + 4;
}

function writeInt32BE(value, offset = 0) {
  value = +value;
  checkInt(value, -0x80000000, 0x7fffffff, this, offset, 4);
  this[offset + 3] = value;
  this[offset + 2] = value >>> 8;
  this[offset + 1] = value >>> 16;
  this[offset] = value >>> 24;
  return offset + 4;
}

// Whole numbers of one to six bytes. Products and not shifts: 48 bits are more
// than a shift can move.

function readUIntLE(offset, byteLength) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkByteLength(byteLength);
  checkBounds(this, offset, byteLength);
  let value = 0;
  for (let i = byteLength - 1; i >= 0; i--) value = value * 0x100 + this[offset + i];
  return value;
}

function readUIntBE(offset, byteLength) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkByteLength(byteLength);
  checkBounds(this, offset, byteLength);
  let value = 0;
  for (let i = 0; i < byteLength; i++) value = value * 0x100 + this[offset + i];
  return value;
}

function readIntLE(offset, byteLength) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkByteLength(byteLength);
  checkBounds(this, offset, byteLength);
  let value = this[offset + byteLength - 1] << 24 >> 24;
  for (let i = byteLength - 2; i >= 0; i--) value = value * 0x100 + this[offset + i];
  return value;
}

function readIntBE(offset, byteLength) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkByteLength(byteLength);
  checkBounds(this, offset, byteLength);
  let value = this[offset] << 24 >> 24;
  for (let i = 1; i < byteLength; i++) value = value * 0x100 + this[offset + i];
  return value;
}

// A quotient rounded down is the same bytes for a negative number.
function putLE(buffer, value, offset, byteLength) {
  for (let i = 0; i < byteLength; i++) {
    buffer[offset + i] = value;
    value = MathFloor(value / 0x100);
  }
  return offset + byteLength;
}

function putBE(buffer, value, offset, byteLength) {
  for (let i = byteLength - 1; i >= 0; i--) {
    buffer[offset + i] = value;
    value = MathFloor(value / 0x100);
  }
  return offset + byteLength;
}

function checkUnsigned(value, buffer, offset, byteLength) {
  checkByteLength(byteLength);
  value = +value;
  checkInt(value, 0, 2 ** (byteLength * 8) - 1, buffer, offset, byteLength);
  return MathFloor(value);
}

function checkSigned(value, buffer, offset, byteLength) {
  checkByteLength(byteLength);
  value = +value;
  const limit = 2 ** (byteLength * 8 - 1);
  checkInt(value, -limit, limit - 1, buffer, offset, byteLength);
  return value < 0 ? -MathFloor(-value) : MathFloor(value);
}

function writeUIntLE(value, offset, byteLength) {
  return putLE(this, checkUnsigned(value, this, offset, byteLength), offset, byteLength);
}

function writeUIntBE(value, offset, byteLength) {
  return putBE(this, checkUnsigned(value, this, offset, byteLength), offset, byteLength);
}

function writeIntLE(value, offset, byteLength) {
  return putLE(this, checkSigned(value, this, offset, byteLength), offset, byteLength);
}

function writeIntBE(value, offset, byteLength) {
  return putBE(this, checkSigned(value, this, offset, byteLength), offset, byteLength);
}

// BigInts of 64 bits, as two halves of 32.

const lowLE = (buffer, offset) =>
  (buffer[offset + 3] << 24 | buffer[offset + 2] << 16 | buffer[offset + 1] << 8 | buffer[offset]) >>> 0;
const highLE = (buffer, offset) =>
  (buffer[offset + 7] << 24 | buffer[offset + 6] << 16 | buffer[offset + 5] << 8 | buffer[offset + 4]);
const lowBE = (buffer, offset) =>
  (buffer[offset + 4] << 24 | buffer[offset + 5] << 16 | buffer[offset + 6] << 8 | buffer[offset + 7]) >>> 0;
const highBE = (buffer, offset) =>
  (buffer[offset] << 24 | buffer[offset + 1] << 16 | buffer[offset + 2] << 8 | buffer[offset + 3]);

function readBigUInt64LE(offset = 0) {
  checkBounds(this, offset, 8);
  return (BigInt(highLE(this, offset) >>> 0) << 32n) + BigInt(lowLE(this, offset));
}

function readBigInt64LE(offset = 0) {
  checkBounds(this, offset, 8);
  return (BigInt(highLE(this, offset)) << 32n) + BigInt(lowLE(this, offset));
}

function readBigUInt64BE(offset = 0) {
  checkBounds(this, offset, 8);
  return (BigInt(highBE(this, offset) >>> 0) << 32n) + BigInt(lowBE(this, offset));
}

function readBigInt64BE(offset = 0) {
  checkBounds(this, offset, 8);
  return (BigInt(highBE(this, offset)) << 32n) + BigInt(lowBE(this, offset));
}

function putBig(buffer, value, offset, min, max, first, step) {
  if (value > max || value < min) valueError(value, min, max, 8);
  checkBounds(buffer, offset, 8);
  let half = Number(value & 0xffffffffn);
  let at = offset + first;
  for (let i = 0; i < 8; i++, at += step) {
    if (i === 4) half = Number(value >> 32n & 0xffffffffn);
    buffer[at] = half;
    half >>>= 8;
  }
  return offset + 8;
}

function writeBigUInt64LE(value, offset = 0) {
  return putBig(this, value, offset, 0n, 0xffffffffffffffffn, 0, 1);
}

function writeBigInt64LE(value, offset = 0) {
  return putBig(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn, 0, 1);
}

function writeBigUInt64BE(value, offset = 0) {
  return putBig(this, value, offset, 0n, 0xffffffffffffffffn, 7, -1);
}

function writeBigInt64BE(value, offset = 0) {
  return putBig(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn, 7, -1);
}

// Floats, by way of a number and its bytes on the same memory. The memory is
// made on first use, and anew each time while an image is being made.

// V8 has more than one NaN; the bytes are to show the ordinary one.
const plain = (value) => (value === value ? value : NaN);

let scratch;
let scratchMade = false;

function getScratch() {
  if (scratchMade) return scratch;
  const float = new Float32Array(1);
  const double = new Float64Array(1);
  const made = {
    __proto__: null,
    float,
    floatBytes: new Uint8Array(TypedArrayPrototypeGetBuffer(float)),
    double,
    doubleBytes: new Uint8Array(TypedArrayPrototypeGetBuffer(double)),
  };
  if (!internalBinding('util').isBuildingSnapshot()) {
    scratch = made;
    scratchMade = true;
  }
  return made;
}

function readFloatForwards(offset = 0) {
  checkBounds(this, offset, 4);
  const { float, floatBytes } = getScratch();
  floatBytes[0] = this[offset];
  floatBytes[1] = this[offset + 1];
  floatBytes[2] = this[offset + 2];
  floatBytes[3] = this[offset + 3];
  return float[0];
}

function readFloatBackwards(offset = 0) {
  checkBounds(this, offset, 4);
  const { float, floatBytes } = getScratch();
  floatBytes[3] = this[offset];
  floatBytes[2] = this[offset + 1];
  floatBytes[1] = this[offset + 2];
  floatBytes[0] = this[offset + 3];
  return float[0];
}

function writeFloatForwards(value, offset = 0) {
  value = +value;
  checkBounds(this, offset, 4);
  const { float, floatBytes } = getScratch();
  float[0] = plain(value);
  this[offset] = floatBytes[0];
  this[offset + 1] = floatBytes[1];
  this[offset + 2] = floatBytes[2];
  this[offset + 3] = floatBytes[3];
  return offset + 4;
}

function writeFloatBackwards(value, offset = 0) {
  value = +value;
  checkBounds(this, offset, 4);
  const { float, floatBytes } = getScratch();
  float[0] = plain(value);
  this[offset] = floatBytes[3];
  this[offset + 1] = floatBytes[2];
  this[offset + 2] = floatBytes[1];
  this[offset + 3] = floatBytes[0];
  return offset + 4;
}

function readDoubleForwards(offset = 0) {
  checkBounds(this, offset, 8);
  const { double, doubleBytes } = getScratch();
  doubleBytes[0] = this[offset];
  doubleBytes[1] = this[offset + 1];
  doubleBytes[2] = this[offset + 2];
  doubleBytes[3] = this[offset + 3];
  doubleBytes[4] = this[offset + 4];
  doubleBytes[5] = this[offset + 5];
  doubleBytes[6] = this[offset + 6];
  doubleBytes[7] = this[offset + 7];
  return double[0];
}

function readDoubleBackwards(offset = 0) {
  checkBounds(this, offset, 8);
  const { double, doubleBytes } = getScratch();
  doubleBytes[7] = this[offset];
  doubleBytes[6] = this[offset + 1];
  doubleBytes[5] = this[offset + 2];
  doubleBytes[4] = this[offset + 3];
  doubleBytes[3] = this[offset + 4];
  doubleBytes[2] = this[offset + 5];
  doubleBytes[1] = this[offset + 6];
  doubleBytes[0] = this[offset + 7];
  return double[0];
}

function writeDoubleForwards(value, offset = 0) {
  value = +value;
  checkBounds(this, offset, 8);
  const { double, doubleBytes } = getScratch();
  double[0] = plain(value);
  this[offset] = doubleBytes[0];
  this[offset + 1] = doubleBytes[1];
  this[offset + 2] = doubleBytes[2];
  this[offset + 3] = doubleBytes[3];
  this[offset + 4] = doubleBytes[4];
  this[offset + 5] = doubleBytes[5];
  this[offset + 6] = doubleBytes[6];
  this[offset + 7] = doubleBytes[7];
  return offset + 8;
}

function writeDoubleBackwards(value, offset = 0) {
  value = +value;
  checkBounds(this, offset, 8);
  const { double, doubleBytes } = getScratch();
  double[0] = plain(value);
  this[offset] = doubleBytes[7];
  this[offset + 1] = doubleBytes[6];
  this[offset + 2] = doubleBytes[5];
  this[offset + 3] = doubleBytes[4];
  this[offset + 4] = doubleBytes[3];
  this[offset + 5] = doubleBytes[2];
  this[offset + 6] = doubleBytes[1];
  this[offset + 7] = doubleBytes[0];
  return offset + 8;
}

// lazuli runs on little-endian machines only: forwards is LE.
// `buffer` lists the same names.
module.exports = {
  readBigUInt64LE,
  readBigUint64LE: readBigUInt64LE,
  readBigUInt64BE,
  readBigUint64BE: readBigUInt64BE,
  readBigInt64LE,
  readBigInt64BE,
  readUIntLE,
  readUInt32LE,
  readUInt16LE,
  readUInt8,
  readUIntBE,
  readUInt32BE,
  readUInt16BE,
  readUintLE: readUIntLE,
  readUint32LE: readUInt32LE,
  readUint16LE: readUInt16LE,
  readUint8: readUInt8,
  readUintBE: readUIntBE,
  readUint32BE: readUInt32BE,
  readUint16BE: readUInt16BE,
  readIntLE,
  readInt32LE,
  readInt16LE,
  readInt8,
  readIntBE,
  readInt32BE,
  readInt16BE,
  readFloatLE: readFloatForwards,
  readFloatBE: readFloatBackwards,
  readDoubleLE: readDoubleForwards,
  readDoubleBE: readDoubleBackwards,
  writeBigUInt64LE,
  writeBigUint64LE: writeBigUInt64LE,
  writeBigUInt64BE,
  writeBigUint64BE: writeBigUInt64BE,
  writeBigInt64LE,
  writeBigInt64BE,
  writeUIntLE,
  writeUInt32LE,
  writeUInt16LE,
  writeUInt8,
  writeUIntBE,
  writeUInt32BE,
  writeUInt16BE,
  writeUintLE: writeUIntLE,
  writeUint32LE: writeUInt32LE,
  writeUint16LE: writeUInt16LE,
  writeUint8: writeUInt8,
  writeUintBE: writeUIntBE,
  writeUint32BE: writeUInt32BE,
  writeUint16BE: writeUInt16BE,
  writeIntLE,
  writeInt32LE,
  writeInt16LE,
  writeInt8,
  writeIntBE,
  writeInt32BE,
  writeInt16BE,
  writeFloatLE: writeFloatForwards,
  writeFloatBE: writeFloatBackwards,
  writeDoubleLE: writeDoubleForwards,
  writeDoubleBE: writeDoubleBackwards,
};
