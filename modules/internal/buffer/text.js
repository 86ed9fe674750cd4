'use strict';

// atob, btoa, transcode, isUtf8, isAscii, isLatin1: what `buffer` exports beside
// Buffer for text; and Buffer.stringLength.
//
// Loads: when one of these is first read from `buffer`, or as a global. Not
// part of the startup image.

const {
  ArrayBufferPrototypeGetDetached,
  MathCeil,
  MathFloor,
  StringPrototypeCharCodeAt,
  StringPrototypeIsWellFormed,
  TypedArrayPrototypeGetByteLength,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_STATE,
    ERR_MISSING_ARGS,
    ERR_UNKNOWN_ENCODING,
  },
  genericNodeError,
} = require('internal/errors');
const { lazyDOMException, normalizeEncoding } = require('internal/util');
const {
  isAnyArrayBuffer,
  isSharedArrayBuffer,
  isTypedArray,
  isUint8Array,
} = require('internal/util/types');
const { validateString } = require('internal/validators');
const { FastBuffer, fromStringWithOps } = require('internal/buffer');
const { ascii, base64, base64url, getEncodingOps, hex, latin1, utf16le, utf8 } = require('internal/buffer/encodings');

const binding = internalBinding('buffer');

function btoa(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  const text = `${input}`;
  for (let i = 0; i < text.length; i++) {
    if (StringPrototypeCharCodeAt(text, i) > 255) {
      throw lazyDOMException('Invalid character', 'InvalidCharacterError');
    }
  }
  if (text.length === 0) return '';
  const bytes = fromStringWithOps(text, latin1);
  return base64.slice(bytes, 0, bytes.length);
}

const isSpace = (code) => code === 32 || code === 9 || code === 10 || code === 12 || code === 13;

const isDigit = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) || code === 43;

// Decodes as the Infra standard forgives: white space anywhere, and padding
// where it makes groups of four, or none.
function atob(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  const text = `${input}`;
  let length = 0;
  let padding = 0;
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (isSpace(code)) continue;
    if (code === 61 /* = */) {
      padding++;
    } else if (!isDigit(code) || padding > 0) {
      throw lazyDOMException('Invalid character', 'InvalidCharacterError');
    }
    length++;
  }
  if (padding > 2 || (padding > 0 && length % 4 !== 0)) {
    throw lazyDOMException('Invalid character', 'InvalidCharacterError');
  }
  const digits = length - padding;
  if (digits % 4 === 1) {
    throw lazyDOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  }
  if (digits === 0) return '';
  const bytes = fromStringWithOps(text, base64);
  return latin1.slice(bytes, 0, TypedArrayPrototypeGetByteLength(bytes));
}

// transcode

function replaceBeyond(text, limit, mark) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (code <= limit) {
      result += text[i];
      continue;
    }
    // One mark for a character, also where it takes two units.
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < text.length) {
      const low = StringPrototypeCharCodeAt(text, i + 1);
      if (low >= 0xdc00 && low <= 0xdfff) i++;
    }
    result += mark;
  }
  return result;
}

const transcodeError = (code, errno) => genericNodeError(
  `Unable to transcode Buffer [${code}]`, { __proto__: null, code, errno });

const isTranscodable = (ops) => ops === ascii || ops === latin1 || ops === utf16le || ops === utf8;

function transcode(source, fromEncoding, toEncoding) {
  if (!isUint8Array(source)) {
    throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  }
  const length = TypedArrayPrototypeGetByteLength(source);
  if (length === 0) return new FastBuffer();
  const decoder = getEncodingOps(normalizeEncoding(fromEncoding) ?? 'buffer');
  const encoder = getEncodingOps(normalizeEncoding(toEncoding) ?? 'buffer');
  if (!isTranscodable(decoder) || !isTranscodable(encoder)) {
    throw transcodeError('U_ILLEGAL_ARGUMENT_ERROR', 1);
  }
  // A byte beyond ASCII is no character there.
  let text = decoder === ascii ?
    replaceBeyond(latin1.slice(source, 0, length), 0x7f, '\ufffd') : decoder.slice(source, 0, length);
  if (encoder === ascii) {
    text = replaceBeyond(text, 0x7f, '?');
  } else if (encoder === latin1) {
    text = replaceBeyond(text, 0xff, '?');
  } else if ((decoder === utf8 && encoder === utf16le && !binding.isUtf8(source)) ||
             (decoder === utf16le && encoder === utf8 && !StringPrototypeIsWellFormed(text))) {
    throw transcodeError('U_INVALID_CHAR_FOUND', 10);
  }
  return fromStringWithOps(text, encoder);
}

// isUtf8, isAscii

function askOfBytes(input, question) {
  let bytes = input;
  if (isAnyArrayBuffer(input)) {
    if (!isSharedArrayBuffer(input) && ArrayBufferPrototypeGetDetached(input)) {
      throw new ERR_INVALID_STATE('Cannot validate on a detached buffer');
    }
    bytes = new Uint8Array(input);
  } else if (!isTypedArray(input)) {
    throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
  }
  return question(bytes);
}

function isUtf8(input) {
  return askOfBytes(input, binding.isUtf8);
}

function isAscii(input) {
  return askOfBytes(input, binding.isAscii);
}

// Whether the string can be written as Latin-1 without loss.
function isLatin1(input) {
  validateString(input, 'input');
  return binding.isLatin1(input);
}

// `Buffer.stringLength`: how long the string would be that the bytes are decoded to.
function stringLength(input, encoding = 'utf8') {
  if (!isTypedArray(input) && !isAnyArrayBuffer(input)) {
    throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
  }
  validateString(encoding, 'encoding');
  const ops = getEncodingOps(encoding);
  if (ops === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  const { byteLength: length } = input;
  switch (ops) {
    case utf8:
      return length === 0 ? 0 : binding.stringLengthUtf8(isTypedArray(input) ? input : new Uint8Array(input));
    case utf16le:
      return MathFloor(length / 2);
    case hex:
      return length * 2;
    case base64:
      return MathCeil(length / 3) * 4;
    case base64url:
      return MathCeil(length * 4 / 3);
    default:
      return length;
  }
}

module.exports = { atob, btoa, isAscii, isLatin1, isUtf8, stringLength, transcode };
