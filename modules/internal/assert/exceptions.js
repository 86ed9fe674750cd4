'use strict';

// What was thrown, and whether it is what was expected: the rules behind `assert.throws`, `assert.rejects` and their opposites.
//
// Phase: run time, any thread, with the first call of one of them; not in the startup image.

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
    ERR_AMBIGUOUS_ARGUMENT,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_RETURN_VALUE,
  },
} = require('internal/errors');
const { isError } = require('internal/util');
const { isPromise, isRegExp } = internalBinding('types');
const { validateFunction } = require('internal/validators');

// Stands for "nothing was thrown", which `undefined` cannot.
const kNoException = {};

function getActual(fn) {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return kNoException;
}

// Native promises, and thenables that can also be caught.
function isPromiseLike(value) {
  return isPromise(value) || (value !== null && typeof value === 'object' &&
    typeof value.then === 'function' && typeof value.catch === 'function');
}

async function waitForActual(promiseFn) {
  let promise = promiseFn;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isPromiseLike(promise)) throw new ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
  } else if (!isPromiseLike(promiseFn)) {
    throw new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return kNoException;
}

function kindOf(fn) {
  return fn.name === 'rejects' || fn.name === 'doesNotReject' ? 'rejection' : 'exception';
}

function inspect(value, options) {
  return require('internal/util/inspect').inspect(value, options);
}

// ---- what must be thrown ---------------------------------------------------------------------------------------------

// One expectation of one assertion. `fn` is the assertion, whose frames are left out of the stack.
class Expectation {
  constructor(fn, actual, expected, message, diff) {
    this.fn = fn;
    this.actual = actual;
    this.expected = expected;
    this.message = message;
    this.diff = diff;
  }

  // What the caller says, else what `text` makes up.
  fail(text) {
    const AssertionError = require('internal/assert/assertion_error');
    const error = new AssertionError({
      actual: this.actual,
      expected: this.expected,
      message: this.message || text(),
      operator: this.fn.name,
      stackStartFn: this.fn,
      diff: this.diff,
    });
    error.generatedMessage = !this.message;
    throw error;
  }

  failAsDifference(actual, expected, message) {
    const AssertionError = require('internal/assert/assertion_error');
    const error = new AssertionError({
      actual, expected, message, operator: 'deepStrictEqual', stackStartFn: this.fn, diff: this.diff,
    });
    error.actual = this.actual;
    error.expected = this.expected;
    error.operator = this.fn.name;
    throw error;
  }

  failKeys(keys) {
    const { actual, expected, fn, message, diff } = this;
    if (message) {
      require('internal/assert/fail').fail({ actual, expected, operator: fn.name, stackStartFn: fn, diff }, [message]);
    }
    this.failAsDifference(new Comparison(actual, keys), new Comparison(expected, keys, actual));
  }

  check() {
    const { expected } = this;
    if (isRegExp(expected)) this.checkText();
    else if (typeof expected === 'function') this.checkFunction();
    else this.checkObject();
  }

  checkText() {
    const text = String(this.actual);
    if (RegExpPrototypeExec(this.expected, text) !== null) return;
    this.fail(() => `The input did not match the regular expression ${inspect(this.expected)}. Input:\n\n${inspect(text)}\n`);
  }

  // A class, or a function that tells.
  checkFunction() {
    const { actual, expected } = this;
    // Arrow functions have no prototype.
    if (expected.prototype !== undefined && actual instanceof expected) return;
    if (ObjectPrototypeIsPrototypeOf(Error, expected)) this.fail(() => classMessage(actual, expected));
    const result = ReflectApply(expected, {}, [actual]);
    if (result !== true) this.fail(() => validationMessage(actual, expected, result));
  }

  checkObject() {
    const { actual, expected } = this;
    if (typeof actual !== 'object' || actual === null) this.failAsDifference(actual, expected, this.message);
    const keys = ObjectKeys(expected);
    // These are not enumerable in an error.
    if (FunctionPrototypeSymbolHasInstance(Error, expected)) ArrayPrototypePush(keys, 'name', 'message');
    else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
    const { isDeepStrictEqual } = require('internal/util/comparisons');
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (matches(expected[key], actual[key])) continue;
      if (!(key in actual) || !isDeepStrictEqual(actual[key], expected[key])) this.failKeys(keys);
    }
  }
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

function classMessage(actual, expected) {
  const text = `The error is expected to be an instance of "${expected.name}". Received `;
  if (!isError(actual)) return `${text}"${inspect(actual, { depth: -1 })}"`;
  const name = actual.constructor?.name || actual.name;
  const what = name === expected.name ? 'an error with identical name but a different prototype.' : `"${name}"`;
  return `${text}${what}${actual.message ? `\n\nError message:\n\n${actual.message}` : ''}`;
}

function validationMessage(actual, expected, result) {
  const name = expected.name ? `"${expected.name}" ` : '';
  const text = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
  return isError(actual) ? `${text}\n\nCaught error:\n\n${actual}` : text;
}

function refuseExpectation(error) {
  throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
}

// A message that equals that of the error was surely meant as the expectation.
function refuseAmbiguous(actual, message) {
  if (typeof actual === 'object' && actual !== null) {
    if (actual.message === message) {
      throw new ERR_AMBIGUOUS_ARGUMENT(
        'error/message', `The error message "${actual.message}" is identical to the message.`);
    }
  } else if (actual === message) {
    throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error "${actual}" is identical to the message.`);
  }
}

function expectsError(fn, actual, args, diff) {
  let error = args[0];
  let message = args[1];
  if (typeof error === 'string') {
    if (args.length === 2) refuseExpectation(error);
    refuseAmbiguous(actual, error);
    message = error;
    error = undefined;
  } else if (error !== null && error !== undefined && typeof error !== 'object' && typeof error !== 'function') {
    refuseExpectation(error);
  }
  if (actual === kNoException) {
    const name = error?.name ? ` (${error.name})` : '';
    const text = `Missing expected ${kindOf(fn)}${name}${message ? `: ${message}` : '.'}`;
    require('internal/assert/fail').fail(
      { actual: undefined, expected: error, operator: fn.name, stackStartFn: fn, diff }, [text]);
  }
  if (error) new Expectation(fn, actual, error, message, diff).check();
}

// ---- what must not be thrown -----------------------------------------------------------------------------------------

function hasMatchingError(actual, expected) {
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && actual instanceof expected) return true;
    if (ObjectPrototypeIsPrototypeOf(Error, expected)) return false;
    return ReflectApply(expected, {}, [actual]) === true;
  }
  if (isRegExp(expected)) return RegExpPrototypeExec(expected, String(actual)) !== null;
  throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
}

function expectsNoError(fn, actual, args, diff) {
  if (actual === kNoException) return;
  let error = args[0];
  let message = args[1];
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  if (error && !hasMatchingError(actual, error)) throw actual;
  const text = `Got unwanted ${kindOf(fn)}${message ? `: ${message}` : '.'}\nActual message: "${actual?.message}"`;
  require('internal/assert/fail').fail({ actual, expected: error, operator: fn.name, stackStartFn: fn, diff }, [text]);
}

module.exports = { expectsError, expectsNoError, getActual, waitForActual };
