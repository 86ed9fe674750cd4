'use strict';

// The encodings of Buffer: how many bytes a text takes, writing it, reading it.
//
// Loads: with `internal/buffer`. May be part of the startup image.
// Must not: keep a typed array.
//
// A table of operations has `encoding`, `byteLength(string)`,
// `write(view, string, offset, length)` -> bytes written, and
// `slice(view, start, end)`. Ranges are checked by the callers.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeToLowerCase,
} = primordials;

const {
  asciiSlice,
  base64Slice,
  base64Write,
  base64urlSlice,
  byteLengthUtf8,
  hexSlice,
  hexWrite,
  latin1Slice,
  latin1Write,
  ucs2Slice,
  ucs2Write,
  utf8Slice,
  utf8Write,
} = internalBinding('buffer');

const kPad = 61; // '='

// An upper bound: what is no digit is counted, too. The write tells the truth.
function base64ByteLength(string) {
  let length = string.length;
  if (length > 0 && StringPrototypeCharCodeAt(string, length - 1) === kPad) length--;
  if (length > 1 && StringPrototypeCharCodeAt(string, length - 1) === kPad) length--;
  // Without >>>, since a text may have more than 2 ** 30 characters one day.
  return (length - length % 4) / 4 * 3 + (length % 4 * 3 >>> 2);
}

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
  write: base64Write,
  slice: base64Slice,
};

const base64url = {
  __proto__: null,
  encoding: 'base64url',
  byteLength: base64ByteLength,
  write: base64Write,
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
