'use strict';

// Whether what was thrown is what was expected: the rules behind `assert.throws` and `assert.rejects`.
//
// Phase: run time, any thread, with the first exception that has to be checked; not in the startup image.

const {
  ArrayPrototypePush,
  Error,
  FunctionPrototypeSymbolHasInstance,
  ObjectKeys,
  ObjectPrototypeIsPrototypeOf,
  ReflectApply,
  RegExpPrototypeExec,
  String,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const { isError } = require('internal/util');
const { isRegExp } = internalBinding('types');
const { isDeepStrictEqual } = require('internal/util/comparisons');
const AssertionError = require('internal/assert/assertion_error');

function inspect(value, options) {
  return require('internal/util/inspect').inspect(value, options);
}

function matches(pattern, text) {
  return isRegExp(pattern) && typeof text === 'string' && RegExpPrototypeExec(pattern, text) !== null;
}

// What is compared, under a name that reads well in the message. A pattern that matches counts as what it matched.
class Comparison {
  constructor(object, keys, actual) {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (!(key in object)) continue;
      this[key] = actual !== undefined && matches(object[key], actual[key]) ? actual[key] : object[key];
    }
  }
}

function fail(actual, expected, message, generated, fn) {
  const error = new AssertionError({ actual, expected, message, operator: fn.name, stackStartFn: fn });
  error.generatedMessage = generated;
  throw error;
}

function compareKey(actual, expected, key, message, keys, fn) {
  if (key in actual && isDeepStrictEqual(actual[key], expected[key])) return;
  if (message) {
    if (isError(message)) throw message;
    throw new AssertionError({ actual, expected, message, operator: fn.name, stackStartFn: fn });
  }
  const error = new AssertionError({
    actual: new Comparison(actual, keys),
    expected: new Comparison(expected, keys, actual),
    operator: 'deepStrictEqual',
    stackStartFn: fn,
  });
  error.actual = actual;
  error.expected = expected;
  error.operator = fn.name;
  throw error;
}

function compareObject(actual, expected, message, fn) {
  if (typeof actual !== 'object' || actual === null) {
    const error = new AssertionError({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: fn });
    error.operator = fn.name;
    throw error;
  }
  const keys = ObjectKeys(expected);
  // These are not enumerable in an error.
  if (FunctionPrototypeSymbolHasInstance(Error, expected)) ArrayPrototypePush(keys, 'name', 'message');
  else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (!matches(expected[key], actual[key])) compareKey(actual, expected, key, message, keys, fn);
  }
}

function expectedException(actual, expected, message, fn) {
  if (isRegExp(expected)) {
    const text = String(actual);
    if (RegExpPrototypeExec(expected, text) !== null) return;
    fail(
      actual, expected,
      message || `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`,
      !message, fn);
  }
  if (typeof expected !== 'function') {
    compareObject(actual, expected, message, fn);
    return;
  }
  // Arrow functions have no prototype.
  if (expected.prototype !== undefined && actual instanceof expected) return;
  if (ObjectPrototypeIsPrototypeOf(Error, expected)) {
    let text = message;
    if (!message) {
      text = `The error is expected to be an instance of "${expected.name}". Received `;
      if (isError(actual)) {
        const name = actual.constructor?.name || actual.name;
        text += name === expected.name ? 'an error with identical name but a different prototype.' : `"${name}"`;
        text += `\n\nError message:\n\n${actual.message}`;
      } else {
        text += `"${inspect(actual, { depth: -1 })}"`;
      }
    }
    fail(actual, expected, text, !message, fn);
  }
  const result = ReflectApply(expected, {}, [actual]);
  if (result === true) return;
  let text = message;
  if (!message) {
    const name = expected.name ? `"${expected.name}" ` : '';
    text = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
    if (isError(actual)) text += `\n\nCaught error:\n\n${actual}`;
  }
  fail(actual, expected, text, !message, fn);
}

// For `doesNotThrow`: whether the exception is of the kind that must not come.
function hasMatchingError(actual, expected) {
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && actual instanceof expected) return true;
    if (ObjectPrototypeIsPrototypeOf(Error, expected)) return false;
    return ReflectApply(expected, {}, [actual]) === true;
  }
  if (isRegExp(expected)) return RegExpPrototypeExec(expected, String(actual)) !== null;
  throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
}

module.exports = { expectedException, hasMatchingError };
