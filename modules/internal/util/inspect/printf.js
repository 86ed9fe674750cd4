'use strict';

// `util.format`: a first string with %-placeholders, then everything else with spaces between.
//
// Phase: run time, on every thread, loaded by the first text that needs it; not in the startup image.

const {
  JSONStringify,
  Number,
  NumberParseFloat,
  NumberParseInt,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectPrototypeHasOwnProperty,
  String,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  SymbolToPrimitive,
} = primordials;

const { getProxyDetails } = internalBinding('util');
const { isBuiltInName } = require('internal/util/inspect/names');
const { formatBigInt, formatNumber } = require('internal/util/inspect/text');
const { inspectDefaultOptions, stylizeNoColor } = require('internal/util/inspect/value');

function numberOf(value, separator) {
  return formatNumber(stylizeNoColor, value, separator);
}

// '%j' of something circular says so; any other error is the user's.
let circularMessage;
function circularErrorLine() {
  if (circularMessage === undefined) {
    const circular = {};
    circular.circular = circular;
    try {
      JSONStringify(circular);
    } catch (error) {
      circularMessage = firstLine(error);
    }
  }
  return circularMessage;
}

function firstLine(error) {
  const { message } = error;
  let end = 0;
  while (end < message.length && StringPrototypeCharCodeAt(message, end) !== 0x0A) end++;
  return StringPrototypeSlice(message, 0, end);
}

function jsonOf(value) {
  try {
    return JSONStringify(value);
  } catch (error) {
    if (error.name === 'TypeError' && firstLine(error) === circularErrorLine()) return '[Circular]';
    throw error;
  }
}

// Whether `String(value)` would run nothing but what the language defines.
function hasBuiltInToString(value) {
  const target = getProxyDetails(value, false);
  if (target !== undefined) {
    if (target === null) return true;
    value = target;
  }
  if (typeof value[SymbolToPrimitive] === 'function' && !isBuiltInMember(value, SymbolToPrimitive)) return false;
  return typeof value.toString !== 'function' || isBuiltInMember(value, 'toString');
}

// Whether a member comes from a prototype that the language or the host defines.
function isBuiltInMember(value, key) {
  if (ObjectPrototypeHasOwnProperty(value, key)) return false;
  let holder = value;
  do {
    holder = ObjectGetPrototypeOf(holder);
  } while (!ObjectPrototypeHasOwnProperty(holder, key));
  const descriptor = ObjectGetOwnPropertyDescriptor(holder, 'constructor');
  return descriptor !== undefined && typeof descriptor.value === 'function' && isBuiltInName(descriptor.value.name);
}

function stringOf(inspect, value, options, separator) {
  if (typeof value === 'number') return numberOf(value, separator);
  if (typeof value === 'bigint') return formatBigInt(stylizeNoColor, value, separator);
  if (typeof value !== 'object' || value === null || !hasBuiltInToString(value)) return String(value);
  return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
}

// The text for one placeholder.
function placeholder(inspect, letter, value, options) {
  const separator = options?.numericSeparator ?? inspectDefaultOptions.numericSeparator;
  switch (letter) {
    case 115: // s
      return stringOf(inspect, value, options, separator);
    case 106: // j
      return jsonOf(value);
    case 100: // d
      if (typeof value === 'bigint') return formatBigInt(stylizeNoColor, value, separator);
      return numberOf(typeof value === 'symbol' ? NaN : Number(value), separator);
    case 79: // O
      return inspect(value, options);
    case 111: // o
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 105: // i
      if (typeof value === 'bigint') return formatBigInt(stylizeNoColor, value, separator);
      return numberOf(typeof value === 'symbol' ? NaN : NumberParseInt(value), separator);
    case 102: // f
      return numberOf(typeof value === 'symbol' ? NaN : NumberParseFloat(value), separator);
    default: // c: a style, which is dropped
      return '';
  }
}

function formatArguments(inspect, options, args) {
  const first = args[0];
  let next = 0;
  let text = '';
  let separator = '';
  if (typeof first === 'string') {
    if (args.length === 1) return first;
    let copied = 0;
    for (let i = 0; i < first.length - 1; i++) {
      if (StringPrototypeCharCodeAt(first, i) !== 37) continue;
      const letter = StringPrototypeCharCodeAt(first, ++i);
      if (next + 1 !== args.length) {
        if (letter === 37) {
          text += StringPrototypeSlice(first, copied, i);
          copied = i + 1;
          continue;
        }
        if (!isPlaceholder(letter)) continue;
        const piece = placeholder(inspect, letter, args[++next], options);
        if (copied !== i - 1) text += StringPrototypeSlice(first, copied, i - 1);
        text += piece;
        copied = i + 1;
      } else if (letter === 37) {
        text += StringPrototypeSlice(first, copied, i);
        copied = i + 1;
      }
    }
    if (copied !== 0) {
      next++;
      separator = ' ';
      if (copied < first.length) text += StringPrototypeSlice(first, copied);
    }
  }
  for (; next < args.length; next++) {
    const value = args[next];
    text += separator;
    text += typeof value === 'string' ? value : inspect(value, options);
    separator = ' ';
  }
  return text;
}

function isPlaceholder(letter) {
  return letter === 115 || letter === 106 || letter === 100 || letter === 79 || letter === 111 || letter === 105 ||
    letter === 102 || letter === 99;
}

module.exports = { formatArguments };
