'use strict';

// The public module `string_decoder`: bytes to text, piece by piece, where a
// character may be split between two pieces.
//
// Loads: on demand, on every thread. May be part of the startup image; a
// decoder's state is a typed array, made with the decoder.
//
// The state is seven bytes, as in Node, since `lastChar`, `lastNeed` and
// `lastTotal` show it: the bytes of the unfinished character, how many are
// missing, how many are there, and the number of the encoding.

const {
  MathMin,
  ObjectDefineProperties,
  Symbol,
  TypedArrayPrototypeGetByteLength,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
    ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { normalizeEncoding } = require('internal/util');
const { isArrayBufferView, isUint8Array } = require('internal/util/types');
const { FastBuffer, asBuffer, sliceToString, view } = require('internal/buffer');

// `lastChar` is a Buffer, with all that a Buffer can do.
require('internal/buffer/class');

const kState = Symbol('kNativeDecoder');
const kMissing = 4;
const kBuffered = 5;
const kEncoding = 6;

const kAscii = 0;
const kUtf8 = 1;
const kBase64 = 2;
const kUcs2 = 3;
const kLatin1 = 4;
const kHex = 5;
const kBase64Url = 7;

const numbers = {
  __proto__: null,
  ascii: kAscii,
  utf8: kUtf8,
  base64: kBase64,
  utf16le: kUcs2,
  latin1: kLatin1,
  hex: kHex,
  base64url: kBase64Url,
};
const names = ['ascii', 'utf8', 'base64', 'utf16le', 'latin1', 'hex', 'buffer', 'base64url'];

function StringDecoder(encoding) {
  this.encoding = normalizeEncoding(encoding);
  if (this.encoding === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  const state = new FastBuffer(7);
  state[kEncoding] = numbers[this.encoding];
  this[kState] = state;
}

StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string') return buf;
  if (!isArrayBufferView(buf)) {
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  }
  const state = this[kState];
  if (!state) throw new ERR_INVALID_THIS('StringDecoder');
  return decode(state, toBytes(buf));
};

StringDecoder.prototype.end = function end(buf) {
  const text = buf === undefined ? '' : this.write(buf);
  const state = this[kState];
  return state[kBuffered] > 0 ? text + flush(state) : text;
};

StringDecoder.prototype.text = function text(buf, offset) {
  const state = this[kState];
  state[kMissing] = 0;
  state[kBuffered] = 0;
  return this.write(buf.slice(offset));
};

const getter = (read) => ({ __proto__: null, configurable: true, enumerable: true, get: read });

ObjectDefineProperties(StringDecoder.prototype, {
  lastChar: getter(function lastChar() {
    return view(this[kState], 0, 4);
  }),
  lastNeed: getter(function lastNeed() {
    return this[kState][kMissing];
  }),
  lastTotal: getter(function lastTotal() {
    return this[kState][kBuffered] + this[kState][kMissing];
  }),
});

function toBytes(buf) {
  return isUint8Array(buf) ? asBuffer(buf) : new FastBuffer(buf.buffer, buf.byteOffset, buf.byteLength);
}

const toText = (state, bytes, start, end) => sliceToString(bytes, names[state[kEncoding]], start, end);

// Moves `count` bytes of the piece behind those of the unfinished character.
function keep(state, bytes, start, count) {
  let at = state[kBuffered];
  for (let i = 0; i < count; i++) state[at++] = bytes[start + i];
  state[kBuffered] = at;
}

function decode(state, bytes) {
  const encoding = state[kEncoding];
  let end = TypedArrayPrototypeGetByteLength(bytes);
  if (encoding === kAscii || encoding === kLatin1 || encoding === kHex) return toText(state, bytes, 0, end);
  let start = 0;
  let head = '';
  if (state[kMissing] > 0 && end > 0) {
    start = complete(state, encoding, bytes, start, end);
    if (state[kMissing] > 0) return head;
    // As in Node, the first half of a pair does not wait here if it was itself
    // split: the two halves come out one after the other, and in order.
    head = toText(state, state, 0, state[kBuffered]);
    state[kBuffered] = 0;
  }
  if (start === end) return head;
  setAside(state, encoding, bytes, start, end);
  end -= state[kBuffered];
  for (let i = 0; i < state[kBuffered]; i++) state[i] = bytes[end + i];
  return start < end ? head + toText(state, bytes, start, end) : head;
}

// Takes what the unfinished character misses; the answer is where the rest of
// the piece starts. In UTF-8 a byte that continues nothing ends it as it is.
function complete(state, encoding, bytes, start, end) {
  let count = MathMin(state[kMissing], end - start);
  if (encoding === kUtf8) {
    for (let i = 0; i < count; i++) {
      if ((bytes[start + i] & 0xc0) === 0x80) continue;
      state[kMissing] = i;
      count = i;
    }
  }
  keep(state, bytes, start, count);
  state[kMissing] -= count;
  return start + count;
}

// Says in the state how many bytes at the end wait for the next piece.
function setAside(state, encoding, bytes, start, end) {
  const length = end - start;
  if (encoding === kUtf8) {
    setAsideUtf8(state, bytes, start, end);
  } else if (encoding === kUcs2) {
    if (length % 2 === 1) {
      state[kBuffered] = 1;
      state[kMissing] = 1;
    } else if ((bytes[end - 1] & 0xfc) === 0xd8) {
      state[kBuffered] = 2;
      state[kMissing] = 2;
    }
  } else {
    state[kBuffered] = length % 3;
    if (state[kBuffered] > 0) state[kMissing] = 3 - state[kBuffered];
  }
}

function setAsideUtf8(state, bytes, start, end) {
  for (let i = end - 1, count = 1; i >= start && count <= 4; i--, count++) {
    const byte = bytes[i];
    if ((byte & 0xc0) === 0x80) continue;
    const size = (byte & 0xe0) === 0xc0 ? 2 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xf8) === 0xf0 ? 4 : 0;
    if (count < size) {
      state[kBuffered] = count;
      state[kMissing] = size - count;
    }
    return;
  }
}

function flush(state) {
  // Half a unit of UTF-16 is nothing.
  if (state[kEncoding] === kUcs2 && state[kBuffered] % 2 === 1) {
    state[kMissing]--;
    state[kBuffered]--;
  }
  const length = state[kBuffered];
  const text = length === 0 ? '' : toText(state, state, 0, length);
  state[kBuffered] = 0;
  state[kMissing] = 0;
  return text;
}

module.exports = { StringDecoder };
