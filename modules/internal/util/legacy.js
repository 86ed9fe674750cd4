'use strict';

// What `util` still offers although the language has it.
//
// Phase: run time, any thread, at the first read of one of them; not in the startup image.

const {
  Date,
  DatePrototypeGetDate,
  DatePrototypeGetHours,
  DatePrototypeGetMinutes,
  DatePrototypeGetMonth,
  DatePrototypeGetSeconds,
  ObjectKeys,
  ReflectApply,
  StringPrototypePadStart,
} = primordials;

const { isDate, isRegExp } = internalBinding('types');

function isBoolean(arg) {
  return typeof arg === 'boolean';
}

function isBuffer(object) {
  return require('buffer').Buffer.isBuffer(object);
}

function isFunction(arg) {
  return typeof arg === 'function';
}

function isNull(arg) {
  return arg === null;
}

function isNullOrUndefined(arg) {
  return arg === null || arg === undefined;
}

function isNumber(arg) {
  return typeof arg === 'number';
}

function isObject(arg) {
  return arg !== null && typeof arg === 'object';
}

function isPrimitive(arg) {
  return arg === null || (typeof arg !== 'object' && typeof arg !== 'function');
}

function isString(arg) {
  return typeof arg === 'string';
}

function isSymbol(arg) {
  return typeof arg === 'symbol';
}

function isUndefined(arg) {
  return arg === undefined;
}

function _extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  const keys = ObjectKeys(source);
  for (let i = keys.length - 1; i >= 0; i--) target[keys[i]] = source[keys[i]];
  return target;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function twoDigits(number) {
  return StringPrototypePadStart(`${number}`, 2, '0');
}

// 26 Feb 16:19:34
function timestamp() {
  const now = new Date();
  const time = `${twoDigits(DatePrototypeGetHours(now))}:${twoDigits(DatePrototypeGetMinutes(now))}:${
    twoDigits(DatePrototypeGetSeconds(now))}`;
  return `${DatePrototypeGetDate(now)} ${months[DatePrototypeGetMonth(now)]} ${time}`;
}

function log(...args) {
  const { format } = require('internal/util/inspect');
  require('internal/console/global').log('%s - %s', timestamp(), ReflectApply(format, undefined, args));
}

module.exports = {
  _extend,
  isBoolean,
  isBuffer,
  isDate,
  isFunction,
  isNull,
  isNullOrUndefined,
  isNumber,
  isObject,
  isPrimitive,
  isRegExp,
  isString,
  isSymbol,
  isUndefined,
  log,
};
