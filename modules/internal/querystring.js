'use strict';

// Percent-encoding, for `querystring` and URLs.
//
// Phase: run time; any thread; not in the startup image.

const {
  ArrayPrototypePush,
  NumberPrototypeToString,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeToUpperCase,
} = primordials;

const { codes: { ERR_INVALID_URI } } = require('internal/errors');

// `%00` to `%FF`.
const hexTable = [];
for (let i = 0; i < 256; i++) {
  ArrayPrototypePush(hexTable, `%${i < 16 ? '0' : ''}${StringPrototypeToUpperCase(NumberPrototypeToString(i, 16))}`);
}

// A table of the 128 characters of ASCII: 1 for letters, digits and those in `others`, 0 for the rest.
function makeTable(others) {
  const table = [];
  for (let i = 0; i < 128; i++) {
    const alphanumeric = (i >= 48 && i <= 57) || (i >= 65 && i <= 90) || (i >= 97 && i <= 122);
    ArrayPrototypePush(table, alphanumeric ? 1 : 0);
  }
  for (let i = 0; i < others.length; i++) table[StringPrototypeCharCodeAt(others, i)] = 1;
  return table;
}

// 0 to 15, or -1 for what is no hexadecimal digit.
function hexValue(code) {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

// `text` in UTF-8, percent-encoded but for the characters that `unescaped` has.
function encodeStr(text, unescaped, hex = hexTable) {
  const { length } = text;
  let out = '';
  // Where what has not been copied yet begins.
  let start = 0;
  for (let i = 0; i < length; i++) {
    let code = StringPrototypeCharCodeAt(text, i);
    if (code < 0x80 && unescaped[code] === 1) continue;
    if (start < i) out += StringPrototypeSlice(text, start, i);
    if (code < 0x80) {
      out += hex[code];
    } else if (code < 0x800) {
      out += hex[0xC0 | (code >> 6)] + hex[0x80 | (code & 0x3F)];
    } else if (code < 0xD800 || code >= 0xE000) {
      out += hex[0xE0 | (code >> 12)] + hex[0x80 | ((code >> 6) & 0x3F)] + hex[0x80 | (code & 0x3F)];
    } else {
      i++;
      if (i >= length) throw new ERR_INVALID_URI();
      code = 0x10000 + (((code & 0x3FF) << 10) | (StringPrototypeCharCodeAt(text, i) & 0x3FF));
      out += hex[0xF0 | (code >> 18)] + hex[0x80 | ((code >> 12) & 0x3F)] + hex[0x80 | ((code >> 6) & 0x3F)] +
        hex[0x80 | (code & 0x3F)];
    }
    start = i + 1;
  }
  if (start === 0) return text;
  return start < length ? out + StringPrototypeSlice(text, start) : out;
}

module.exports = { encodeStr, hexTable, hexValue, makeTable };
