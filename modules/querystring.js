'use strict';

// `querystring`.
//
// Phase: run time; any thread; not in the startup image. `buffer` is loaded for strings with broken escapes only.

const {
  ArrayIsArray,
  NumberIsFinite,
  ObjectKeys,
  String,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  decodeURIComponent,
} = primordials;

const { encodeStr, hexValue, makeTable } = require('internal/querystring');

const PLUS = 43;
const PERCENT = 37;

// The characters that `encodeURIComponent` leaves alone.
const unescaped = makeTable("!'()*-._~");

// The bytes of `text`, escapes decoded; what is no escape stands for itself.
function unescapeBuffer(text, decodeSpaces) {
  const { length } = text;
  const out = require('buffer').Buffer.allocUnsafe(length);
  let size = 0;
  for (let i = 0; i < length; i++) {
    let code = StringPrototypeCharCodeAt(text, i);
    if (code === PLUS && decodeSpaces) {
      code = 32;
    } else if (code === PERCENT && i + 2 < length) {
      const high = hexValue(StringPrototypeCharCodeAt(text, i + 1));
      const low = hexValue(StringPrototypeCharCodeAt(text, i + 2));
      if (high >= 0 && low >= 0) {
        code = high * 16 + low;
        i += 2;
      }
    }
    out[size++] = code;
  }
  return size === length ? out : out.slice(0, size);
}

function unescape(text, decodeSpaces) {
  try {
    return decodeURIComponent(text);
  } catch {
    return querystring.unescapeBuffer(text, decodeSpaces).toString();
  }
}

function escape(text) {
  if (typeof text !== 'string') text = typeof text === 'object' ? String(text) : text + '';
  return encodeStr(text, unescaped);
}

function primitiveText(value) {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return NumberIsFinite(value) ? `${value}` : '';
    case 'bigint':
      return `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return '';
  }
}

function stringify(object, separator, equals, options) {
  separator ||= '&';
  equals ||= '=';
  let encode = querystring.escape;
  if (typeof options?.encodeURIComponent === 'function') encode = options.encodeURIComponent;
  if (object === null || typeof object !== 'object') return '';

  let text = '';
  const add = (prefix, value) => {
    text += (text.length > 0 ? separator : '') + prefix + encode(primitiveText(value));
  };
  const keys = ObjectKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i]];
    const prefix = encode(primitiveText(keys[i])) + equals;
    if (ArrayIsArray(value)) {
      for (let j = 0; j < value.length; j++) add(prefix, value[j]);
    } else {
      add(prefix, value);
    }
  }
  return text;
}

function hasEscape(text) {
  for (let i = StringPrototypeIndexOf(text, '%'); i !== -1; i = StringPrototypeIndexOf(text, '%', i + 1)) {
    if (hexValue(StringPrototypeCharCodeAt(text, i + 1)) < 0) continue;
    if (hexValue(StringPrototypeCharCodeAt(text, i + 2)) >= 0) return true;
  }
  return false;
}

function decodeWith(decode, text) {
  try {
    return decode(text);
  } catch {
    return querystring.unescape(text, true);
  }
}

function parse(text, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof text !== 'string' || text.length === 0) return result;
  separator = separator ? `${separator}` : '&';
  equals = equals ? `${equals}` : '=';

  // -1: as many as there are.
  let left = 1000;
  if (options && typeof options.maxKeys === 'number') left = options.maxKeys > 0 ? options.maxKeys : -1;
  let decode = querystring.unescape;
  if (typeof options?.decodeURIComponent === 'function') decode = options.decodeURIComponent;
  const isCustom = decode !== unescape;
  const space = isCustom ? '%20' : ' ';

  const part = (raw) => {
    if (raw.length === 0) return '';
    const spaced = StringPrototypeIndexOf(raw, '+') === -1 ? raw : StringPrototypeReplaceAll(raw, '+', space);
    return isCustom || hasEscape(spaced) ? decodeWith(decode, spaced) : spaced;
  };

  let start = 0;
  while (start <= text.length) {
    // An empty separator, as of `[]`, separates nothing.
    let end = separator === '' ? -1 : StringPrototypeIndexOf(text, separator, start);
    if (end === -1) end = text.length;
    if (end > start) {
      let middle = StringPrototypeIndexOf(text, equals, start);
      if (middle === -1 || middle + equals.length > end) middle = end;
      const key = part(StringPrototypeSlice(text, start, middle));
      const value = middle === end ? '' : part(StringPrototypeSlice(text, middle + equals.length, end));
      const existing = result[key];
      if (existing === undefined) {
        result[key] = value;
      } else if (typeof existing === 'string') {
        result[key] = [existing, value];
      } else {
        existing[existing.length] = value;
      }
    }
    if (--left === 0) break;
    start = end + (separator.length || 1);
  }
  return result;
}

const querystring = module.exports = {
  unescapeBuffer,
  unescape,
  escape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
