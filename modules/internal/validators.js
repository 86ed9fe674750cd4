'use strict';

// Checks of arguments. Each throws a coded error that names the argument, or returns.
//
// Phase: realm, on every thread, in the startup image. The frames of this file are taken off the stacks of those errors
// (see `internal/errors`), so the functions are plain: no wrapper, nothing to do at load.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypeJoin,
  ArrayPrototypeMap,
  NumberIsFinite,
  NumberIsInteger,
  NumberIsNaN,
  NumberMAX_SAFE_INTEGER,
  NumberMIN_SAFE_INTEGER,
  NumberParseInt,
  ObjectPrototypeHasOwnProperty,
  RegExpPrototypeExec,
  String,
  StringPrototypeEndsWith,
  StringPrototypeToUpperCase,
  StringPrototypeTrim,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_THIS,
    ERR_OUT_OF_RANGE,
    ERR_SOCKET_BAD_PORT,
    ERR_UNKNOWN_SIGNAL,
  },
} = require('internal/errors');

function isInt32(value) {
  return value === (value | 0);
}

function isUint32(value) {
  return value === (value >>> 0);
}

// ---- numbers ---------------------------------------------------------------------------------------------------------------

const octalDigits = /^[0-7]+$/;

// A file mode: a 32-bit unsigned number or an octal string; `def` stands for undefined and null if given.
function parseFileMode(value, name, def) {
  value ??= def;
  if (typeof value === 'string') {
    if (RegExpPrototypeExec(octalDigits, value) === null) {
      throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a 32-bit unsigned integer or an octal string');
    }
    value = NumberParseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

function checkInteger(value, name, min, max) {
  if (typeof value !== 'number') throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (!NumberIsInteger(value)) throw new ERR_OUT_OF_RANGE(name, 'an integer', value);
  if (value < min || value > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
}

function validateInteger(value, name, min = NumberMIN_SAFE_INTEGER, max = NumberMAX_SAFE_INTEGER) {
  checkInteger(value, name, min, max);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  checkInteger(value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  checkInteger(value, name, positive ? 1 : 0, 4294967295);
}

function validateNumber(value, name, min = undefined, max = undefined) {
  if (typeof value !== 'number') throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  const hasMin = min !== undefined && min !== null;
  const hasMax = max !== undefined && max !== null;
  if ((hasMin && value < min) || (hasMax && value > max) || ((hasMin || hasMax) && NumberIsNaN(value))) {
    const range = `${hasMin ? `>= ${min}` : ''}${hasMin && hasMax ? ' && ' : ''}${hasMax ? `<= ${max}` : ''}`;
    throw new ERR_OUT_OF_RANGE(name, range, value);
  }
}

// Whether there is a finite number; undefined means there is none.
function validateFiniteNumber(number, name) {
  if (number === undefined) return false;
  if (NumberIsFinite(number)) return true;
  if (NumberIsNaN(number)) return false;
  validateNumber(number, name);
  throw new ERR_OUT_OF_RANGE(name, 'a finite number', number);
}

// A finite number within the bounds, `def` where there is none.
function checkRangesOrGetDefault(number, name, lower, upper, def) {
  if (!validateFiniteNumber(number, name)) return def;
  if (number < lower || number > upper) throw new ERR_OUT_OF_RANGE(name, `>= ${lower} and <= ${upper}`, number);
  return number;
}

// ---- the other primitives ----------------------------------------------------------------------------------------------------

function validateString(value, name) {
  if (typeof value !== 'string') throw new ERR_INVALID_ARG_TYPE(name, 'string', value);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw new ERR_INVALID_ARG_TYPE(name, 'boolean', value);
}

function validateUndefined(value, name) {
  if (value !== undefined) throw new ERR_INVALID_ARG_TYPE(name, 'undefined', value);
}

function validateOneOf(value, name, oneOf) {
  if (ArrayPrototypeIncludes(oneOf, value)) return;
  const allowed = ArrayPrototypeJoin(
    ArrayPrototypeMap(oneOf, (item) => (typeof item === 'string' ? `'${item}'` : String(item))),
    ', ',
  );
  throw new ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${allowed}`);
}

function validateUnion(value, name, union) {
  if (!ArrayPrototypeIncludes(union, value)) {
    throw new ERR_INVALID_ARG_TYPE(name, `('${ArrayPrototypeJoin(union, '|')}')`, value);
  }
}

function validateEncoding(data, encoding) {
  const { normalizeEncoding } = require('internal/util');
  if (normalizeEncoding(encoding) === 'hex' && data.length % 2 !== 0) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, `is invalid for data of length ${data.length}`);
  }
}

function validatePort(port, name = 'Port', allowZero = true) {
  const isText = typeof port === 'string';
  if ((typeof port !== 'number' && !isText) || (isText && StringPrototypeTrim(port).length === 0) ||
      +port !== (+port >>> 0) || port > 0xFFFF || (port === 0 && !allowZero)) {
    throw new ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return port | 0;
}

function validateSignalName(signal, name = 'signal') {
  validateString(signal, name);
  const { signals } = internalBinding('constants').os;
  if (signals[signal] !== undefined) return;
  if (signals[StringPrototypeToUpperCase(signal)] !== undefined) {
    throw new ERR_UNKNOWN_SIGNAL(`${signal} (signals must use all capital letters)`);
  }
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

// ---- objects ---------------------------------------------------------------------------------------------------------------

const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1 << 0;
const kValidateObjectAllowArray = 1 << 1;
const kValidateObjectAllowFunction = 1 << 2;
const kValidateObjectAllowObjects = kValidateObjectAllowArray | kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects | kValidateObjectAllowNullable;

function validateObject(value, name, options = kValidateObjectNone) {
  if (value === null) {
    if ((options & kValidateObjectAllowNullable) !== 0) return;
  } else if (typeof value === 'object') {
    if (!ArrayIsArray(value) || (options & kValidateObjectAllowArray) !== 0) return;
  } else if (typeof value === 'function') {
    if ((options & kValidateObjectAllowFunction) !== 0) return;
  }
  throw new ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

// What Web IDL takes for a dictionary.
function validateDictionary(value, name) {
  if (value !== null && value !== undefined && typeof value !== 'object' && typeof value !== 'function') {
    throw new ERR_INVALID_ARG_TYPE(name, 'a dictionary', value);
  }
}

function validateFunction(value, name) {
  if (typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
}

function validatePlainFunction(value, name) {
  if (typeof value !== 'function' || internalBinding('types').isAsyncFunction(value)) {
    throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
  }
}

function validateArray(value, name, minLength = 0) {
  if (!ArrayIsArray(value)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', value);
  if (value.length < minLength) {
    throw new ERR_INVALID_ARG_VALUE(name, value, `must be longer than ${minLength}`);
  }
}

function validateEach(value, name, validate) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) validate(value[i], `${name}[${i}]`);
}

function validateStringArray(value, name) {
  validateEach(value, name, validateString);
}

function validateBooleanArray(value, name) {
  validateEach(value, name, validateBoolean);
}

function validateAbortSignalArray(value, name) {
  validateEach(value, name, (signal, item) => {
    if (signal === undefined || signal === null) throw new ERR_INVALID_ARG_TYPE(item, 'AbortSignal', signal);
    validateAbortSignal(signal, item);
  });
}

function validateAbortSignal(signal, name) {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw new ERR_INVALID_ARG_TYPE(name, 'AbortSignal', signal);
  }
}

function validateBuffer(buffer, name = 'buffer') {
  if (!require('internal/util/types').isArrayBufferView(buffer)) {
    throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], buffer);
  }
}

function validateInternalField(object, field, className) {
  if (typeof object !== 'object' || object === null || !ObjectPrototypeHasOwnProperty(object, field)) {
    throw new ERR_INVALID_ARG_TYPE('this', className, object);
  }
}

// A method of a class was called on something else.
function validateThisInternalField(object, field, className) {
  if (typeof object !== 'object' || object === null || !ObjectPrototypeHasOwnProperty(object, field)) {
    throw new ERR_INVALID_THIS(className);
  }
}

// ---- link headers ------------------------------------------------------------------------------------------------------------

const linkValue = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

function validateLinkHeaderFormat(value, name) {
  if (typeof value === 'undefined' || RegExpPrototypeExec(linkValue, value) === null) {
    throw new ERR_INVALID_ARG_VALUE(name, value, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  }
}

function validateLinkHeaderValue(hints) {
  if (typeof hints === 'string') {
    validateLinkHeaderFormat(hints, 'hints');
    return hints;
  }
  if (ArrayIsArray(hints)) {
    let result = '';
    for (let i = 0; i < hints.length; i++) {
      validateLinkHeaderFormat(hints[i], 'hints');
      result += i === 0 ? hints[i] : `${StringPrototypeEndsWith(result, ',') ? ' ' : ', '}${hints[i]}`;
    }
    return result;
  }
  throw new ERR_INVALID_ARG_VALUE('hints', hints, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');
}

module.exports = {
  checkRangesOrGetDefault,
  isInt32,
  isUint32,
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowNullable,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  kValidateObjectNone,
  parseFileMode,
  validateAbortSignal,
  validateAbortSignalArray,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateDictionary,
  validateEncoding,
  validateFiniteNumber,
  validateFunction,
  validateInt32,
  validateInteger,
  validateInternalField,
  validateLinkHeaderValue,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePlainFunction,
  validatePort,
  validateSignalName,
  validateString,
  validateStringArray,
  validateThisInternalField,
  validateUint32,
  validateUndefined,
  validateUnion,
};
