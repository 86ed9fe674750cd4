'use strict';

// The encodings of Buffer: how many bytes a text takes, writing it, reading it.
//
// Loads: with `internal/buffer`. May be part of the startup image.
// Must not: keep a typed array; tables are plain arrays, made on first use.
//
// A table of operations has `encoding`, `byteLength(string)`,
// `write(view, string, offset, length)` -> bytes written, and
// `slice(view, start, end)`. Ranges are checked by the callers.

const {
  MathMin,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
  Uint8Array,
  Uint8ArrayPrototypeSetFromBase64,
  Uint8ArrayPrototypeSetFromHex,
  Uint8ArrayPrototypeToBase64,
  Uint8ArrayPrototypeToHex,
} = primordials;

const binding = internalBinding('buffer');
const {
  asciiSlice,
  byteLengthUtf8,
  kStringMaxLength,
  latin1Slice,
  latin1Write,
  ucs2Slice,
  ucs2Write,
  utf8Slice,
  utf8Write,
} = binding;

const bytesOf = (view, offset, length) => new Uint8Array(
  TypedArrayPrototypeGetBuffer(view), TypedArrayPrototypeGetByteOffset(view) + offset, length);

function checkStringLength(length) {
  if (length <= kStringMaxLength) return;
  const { codes: { ERR_STRING_TOO_LONG } } = require('internal/errors');
  throw new ERR_STRING_TOO_LONG();
}

// hex

function hexDigit(code) {
  if (code >= 48 && code <= 57) return code - 48;
  code |= 32;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

// Writes the pairs of digits up to the first that is none.
function hexWrite(view, string, offset, length) {
  const pairs = MathMin(length, string.length >>> 1);
  if (pairs === 0) return 0;
  const target = bytesOf(view, offset, pairs);
  const digits = string.length === pairs * 2 ? string : StringPrototypeSlice(string, 0, pairs * 2);
  try {
    return Uint8ArrayPrototypeSetFromHex(target, digits).written;
  } catch {
    // Not all are digits: V8 refuses the whole text, Node takes what it can.
  }
  for (let i = 0; i < pairs; i++) {
    const high = hexDigit(StringPrototypeCharCodeAt(digits, i * 2));
    const low = hexDigit(StringPrototypeCharCodeAt(digits, i * 2 + 1));
    if (high < 0 || low < 0) return i;
    target[i] = high << 4 | low;
  }
  return pairs;
}

function hexSlice(view, start, end) {
  checkStringLength((end - start) * 2);
  return Uint8ArrayPrototypeToHex(bytesOf(view, start, end - start));
}

// base64

const kPad = 61; // '='

// An upper bound: what is no digit is counted, too. The write tells the truth.
function base64ByteLength(string) {
  let length = string.length;
  if (length > 0 && StringPrototypeCharCodeAt(string, length - 1) === kPad) length--;
  if (length > 1 && StringPrototypeCharCodeAt(string, length - 1) === kPad) length--;
  // Without >>>, since a text may have more than 2 ** 30 characters one day.
  return (length - length % 4) / 4 * 3 + (length % 4 * 3 >>> 2);
}

function base64Digit(code) {
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 48 && code <= 57) return code + 4;
  if (code === 43 || code === 45) return 62; // + -
  return code === 47 || code === 95 ? 63 : -1; // / _
}

// Takes the digits of both alphabets up to the first '=' and skips all else.
function base64WriteLeniently(target, string, length) {
  let written = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < string.length && written < length; i++) {
    const code = StringPrototypeCharCodeAt(string, i);
    if (code === kPad) break;
    const digit = base64Digit(code);
    if (digit < 0) continue;
    bits = (bits << 6 | digit) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      target[written++] = bits >>> count;
    }
  }
  return written;
}

const standardAlphabet = { __proto__: null, alphabet: 'base64' };
const urlAlphabet = { __proto__: null, alphabet: 'base64url' };

function base64WriteWith(view, string, offset, length, options) {
  if (length === 0) return 0;
  const target = bytesOf(view, offset, length);
  try {
    const { read, written } = Uint8ArrayPrototypeSetFromBase64(target, string, options);
    // V8 stops before a group that does not fit as a whole, Node fills up.
    if (written === length || read === string.length) return written;
  } catch {
    // Strictly speaking no base64; Node reads on.
  }
  return base64WriteLeniently(target, string, length);
}

function base64Slice(view, start, end) {
  checkStringLength(((end - start + 2) / 3 >>> 0) * 4);
  return Uint8ArrayPrototypeToBase64(bytesOf(view, start, end - start), standardAlphabet);
}

const unpadded = { __proto__: null, alphabet: 'base64url', omitPadding: true };

function base64urlSlice(view, start, end) {
  checkStringLength(((end - start + 2) / 3 >>> 0) * 4);
  return Uint8ArrayPrototypeToBase64(bytesOf(view, start, end - start), unpadded);
}

// The tables.

const utf8 = {
  __proto__: null,
  encoding: 'utf8',
  byteLength: byteLengthUtf8,
  write: utf8Write,
  slice: utf8Slice,
};

const utf16le = {
  __proto__: null,
  encoding: 'utf16le',
  byteLength: (string) => string.length * 2,
  write: ucs2Write,
  slice: ucs2Slice,
};

const latin1 = {
  __proto__: null,
  encoding: 'latin1',
  byteLength: (string) => string.length,
  write: latin1Write,
  slice: latin1Slice,
};

const ascii = {
  __proto__: null,
  encoding: 'ascii',
  byteLength: (string) => string.length,
  write: latin1Write,
  slice: asciiSlice,
};

const hex = {
  __proto__: null,
  encoding: 'hex',
  byteLength: (string) => string.length >>> 1,
  write: hexWrite,
  slice: hexSlice,
};

const base64 = {
  __proto__: null,
  encoding: 'base64',
  byteLength: base64ByteLength,
  write: (view, string, offset, length) => base64WriteWith(view, string, offset, length, standardAlphabet),
  slice: base64Slice,
};

const base64url = {
  __proto__: null,
  encoding: 'base64url',
  byteLength: base64ByteLength,
  write: (view, string, offset, length) => base64WriteWith(view, string, offset, length, urlAlphabet),
  slice: base64urlSlice,
};

const byName = {
  '__proto__': null,
  'utf8': utf8,
  'utf-8': utf8,
  'ucs2': utf16le,
  'ucs-2': utf16le,
  'utf16le': utf16le,
  'utf-16le': utf16le,
  'latin1': latin1,
  'binary': latin1,
  'ascii': ascii,
  'hex': hex,
  'base64': base64,
  'base64url': base64url,
};

// Undefined where there is no such encoding.
function getEncodingOps(encoding) {
  const name = typeof encoding === 'string' ? encoding : `${encoding}`;
  return byName[name] ?? byName[StringPrototypeToLowerCase(name)];
}

module.exports = {
  ascii,
  base64,
  base64url,
  getEncodingOps,
  hex,
  latin1,
  utf16le,
  utf8,
};
