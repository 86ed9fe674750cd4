'use strict';

// Words for the texts of errors: what a value is, lists, long numbers.
//
// Phase: run time, when the first coded error is made; any thread; not in the startup image. `internal/util/inspect` is
// loaded only for values that need it.

const {
  ArrayPrototypeJoin,
  ArrayPrototypeSlice,
  JSONStringify,
  ObjectIs,
  RegExpPrototypeExec,
  String,
  StringPrototypeIncludes,
  StringPrototypeSlice,
  SymbolPrototypeToString,
} = primordials;

// A string that `inspect` would only put between single quotes.
const plainString = /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/;

function inspect(value, options) {
  if (options === undefined) {
    const simple = inspectPrimitive(value);
    if (simple !== undefined) return simple;
  }
  return require('internal/util/inspect').inspect(value, options);
}

function inspectPrimitive(value) {
  switch (typeof value) {
    case 'string':
      return RegExpPrototypeExec(plainString, value) !== null ? `'${value}'` : undefined;
    case 'number':
      return ObjectIs(value, -0) ? '-0' : `${value}`;
    case 'bigint':
      return `${value}n`;
    case 'boolean':
    case 'undefined':
      return `${value}`;
    case 'symbol':
      return SymbolPrototypeToString(value);
    default:
      return value === null ? 'null' : undefined;
  }
}

// The text of a value whose own `inspect` method may throw.
function inspectWithNoCustomRetry(value, options) {
  const inspector = require('internal/util/inspect');
  try {
    return inspector.inspect(value, options);
  } catch {
    return inspector.inspect(value, { ...options, customInspect: false });
  }
}

function determineSpecificType(value) {
  if (value === null || value === undefined) return `${value}`;
  switch (typeof value) {
    case 'function':
      return `function ${String(value.name)}`;
    case 'object': {
      const name = value.constructor?.name;
      return name ? `an instance of ${String(name)}` : inspect(value, { __proto__: null, depth: -1 });
    }
    case 'string': {
      const text = value.length > 28 ? `${StringPrototypeSlice(value, 0, 25)}...` : value;
      return `type string (${StringPrototypeIncludes(text, "'") ? JSONStringify(text) : `'${text}'`})`;
    }
    default:
      return `type ${typeof value} (${inspect(value)})`;
  }
}

function formatList(list, type = 'and') {
  const { length } = list;
  if (length < 2) return length === 0 ? '' : `${list[0]}`;
  if (length === 2) return `${list[0]} ${type} ${list[1]}`;
  return `${ArrayPrototypeJoin(ArrayPrototypeSlice(list, 0, -1), ', ')}, ${type} ${list[length - 1]}`;
}

// `1234567` as `1_234_567`.
function addNumericalSeparator(digits) {
  const start = digits[0] === '-' ? 1 : 0;
  let result = '';
  let end = digits.length;
  for (; end >= start + 4; end -= 3) result = `_${StringPrototypeSlice(digits, end - 3, end)}${result}`;
  return StringPrototypeSlice(digits, 0, end) + result;
}

// A number for the text of ERR_OUT_OF_RANGE.
function receivedNumber(value) {
  if (typeof value === 'number' && value % 1 === 0 && (value > 2 ** 32 || value < -(2 ** 32))) {
    return addNumericalSeparator(String(value));
  }
  if (typeof value === 'bigint') {
    const digits = String(value);
    return `${value > 2n ** 32n || value < -(2n ** 32n) ? addNumericalSeparator(digits) : digits}n`;
  }
  return inspect(value);
}

module.exports = {
  addNumericalSeparator,
  determineSpecificType,
  formatList,
  inspect,
  inspectWithNoCustomRetry,
  receivedNumber,
};
