'use strict';

// The forms an argument may have, and what the description of an option says.
//
// Phase: run time, any thread, with `parse_args`; not in the startup image.

const {
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  StringPrototypeCharAt,
  StringPrototypeIncludes,
  StringPrototypeStartsWith,
} = primordials;

const { validateObject } = require('internal/validators');

function objectGetOwn(object, key) {
  return ObjectPrototypeHasOwnProperty(object, key) ? object[key] : undefined;
}

// One setting of the option `longOption`, if it is described.
function optionsGetOwn(options, longOption, key) {
  return ObjectPrototypeHasOwnProperty(options, longOption) ? objectGetOwn(options[longOption], key) : undefined;
}

function isOptionValue(value) {
  return value !== undefined && value !== null;
}

// A value that may be a forgotten value and the next option.
function isOptionLikeValue(value) {
  return isOptionValue(value) && value.length > 1 && StringPrototypeCharAt(value, 0) === '-';
}

// -f
function isLoneShortOption(arg) {
  return arg.length === 2 && StringPrototypeCharAt(arg, 0) === '-' && StringPrototypeCharAt(arg, 1) !== '-';
}

// --foo
function isLoneLongOption(arg) {
  return arg.length > 2 && StringPrototypeStartsWith(arg, '--') && !StringPrototypeIncludes(arg, '=', 3);
}

// --foo=bar
function isLongOptionAndValue(arg) {
  return arg.length > 2 && StringPrototypeStartsWith(arg, '--') && StringPrototypeIncludes(arg, '=', 3);
}

function hasSeveralShort(arg) {
  return arg.length > 2 && StringPrototypeCharAt(arg, 0) === '-' && StringPrototypeCharAt(arg, 1) !== '-';
}

function firstShortType(arg, options) {
  return optionsGetOwn(options, findLongOptionForShort(StringPrototypeCharAt(arg, 1), options), 'type');
}

// -abc, where `a` takes no value
function isShortOptionGroup(arg, options) {
  return hasSeveralShort(arg) && firstShortType(arg, options) !== 'string';
}

// -fbar, where `f` takes one
function isShortOptionAndValue(arg, options) {
  validateObject(options, 'options');
  return hasSeveralShort(arg) && firstShortType(arg, options) === 'string';
}

// The name `shortOption` is short for; itself, if it is not described.
function findLongOptionForShort(shortOption, options) {
  validateObject(options, 'options');
  const names = ObjectKeys(options);
  for (let i = 0; i < names.length; i++) {
    if (objectGetOwn(options[names[i]], 'short') === shortOption) return names[i];
  }
  return shortOption;
}

function useDefaultValueOption(longOption, optionConfig, values) {
  return objectGetOwn(optionConfig, 'default') !== undefined && values[longOption] === undefined;
}

module.exports = {
  findLongOptionForShort,
  isLoneLongOption,
  isLoneShortOption,
  isLongOptionAndValue,
  isOptionLikeValue,
  isOptionValue,
  isShortOptionAndValue,
  isShortOptionGroup,
  objectGetOwn,
  optionsGetOwn,
  useDefaultValueOption,
};
