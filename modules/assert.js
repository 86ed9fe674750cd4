'use strict';

// `assert`.
//
// Phase: run time, any thread; not in the startup image. An assertion that holds loads nothing but, for the deep ones, the
// comparison; messages, errors and the inspection of values come with the first that fails.

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypeJoin,
  ArrayPrototypeSlice,
  NumberIsNaN,
  ObjectIs,
  ObjectKeys,
  RegExpPrototypeExec,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

const {
  codes: {
    ERR_AMBIGUOUS_ARGUMENT,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_RETURN_VALUE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { defineLazyProperties, isError } = require('internal/util');
const { validateFunction } = require('internal/validators');
const { isPromise, isRegExp } = internalBinding('types');

function isDeepEqual(actual, expected) {
  return require('internal/util/comparisons').isDeepEqual(actual, expected);
}

function isDeepStrictEqual(actual, expected) {
  return require('internal/util/comparisons').isDeepStrictEqual(actual, expected);
}

function inspect(value) {
  return require('internal/util/inspect').inspect(value);
}

function newAssertionError(options) {
  const AssertionError = require('internal/assert/assertion_error');
  return new AssertionError(options);
}

// A message that is an error is thrown in place of ours.
function innerFail(options) {
  if (isError(options.message)) throw options.message;
  throw newAssertionError(options);
}

const assert = module.exports = ok;

// ---- truth ----------------------------------------------------------------------------------------------------

let warnedOfFail = false;

function fail(actual, expected, message, operator, stackStartFn) {
  const count = arguments.length;
  let generated = false;
  if ((actual === null || actual === undefined) && count <= 1) {
    generated = true;
    message = 'Failed';
  } else if (count === 1) {
    message = actual;
    actual = undefined;
  } else {
    if (!warnedOfFail) {
      warnedOfFail = true;
      process.emitWarning(
        'assert.fail() with more than one argument is deprecated. ' +
        'Please use assert.strictEqual() instead or only pass a message.',
        'DeprecationWarning',
        'DEP0094');
    }
    if (count === 2) operator = '!=';
  }
  if (isError(message)) throw message;
  const options = {
    actual,
    expected,
    operator: operator === undefined ? 'fail' : operator,
    stackStartFn: stackStartFn || fail,
  };
  if (message !== undefined) options.message = message;
  const error = newAssertionError(options);
  if (generated) error.generatedMessage = true;
  throw error;
}
assert.fail = fail;

defineLazyProperties(assert, { AssertionError: 'internal/assert/assertion_error#*' });

// Quotes the call of `assert.ok`, if its source can be found.
function quotedCall() {
  const sites = internalBinding('util').getCallSites(8);
  let i = 1;
  while (i < sites.length && sites[i].scriptName === sites[0].scriptName) i++;
  return i < sites.length ? require('internal/assert/source').messageFor(sites[i]) : undefined;
}

function innerOk(fn, count, value, message) {
  if (value) return;
  let generated = false;
  if (count === 0) {
    generated = true;
    message = 'No value argument passed to `assert.ok()`';
  } else if (message === null || message === undefined) {
    generated = true;
    message = quotedCall();
  } else if (isError(message)) {
    throw message;
  }
  const error = newAssertionError({ actual: value, expected: true, message, operator: '==', stackStartFn: fn });
  error.generatedMessage = generated;
  throw error;
}

function ok(...args) {
  innerOk(ok, args.length, args[0], args[1]);
}
assert.ok = ok;

// ---- equality ----------------------------------------------------------------------------------------------------

function checkCount(count) {
  if (count < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
}

assert.equal = function equal(actual, expected, message) {
  checkCount(arguments.length);
  // eslint-disable-next-line eqeqeq -- loose is what was asked for
  if (actual != expected && (!NumberIsNaN(actual) || !NumberIsNaN(expected))) {
    innerFail({ actual, expected, message, operator: '==', stackStartFn: equal });
  }
};

assert.notEqual = function notEqual(actual, expected, message) {
  checkCount(arguments.length);
  // eslint-disable-next-line eqeqeq
  if (actual == expected || (NumberIsNaN(actual) && NumberIsNaN(expected))) {
    innerFail({ actual, expected, message, operator: '!=', stackStartFn: notEqual });
  }
};

assert.deepEqual = function deepEqual(actual, expected, message) {
  checkCount(arguments.length);
  if (!isDeepEqual(actual, expected)) {
    innerFail({ actual, expected, message, operator: 'deepEqual', stackStartFn: deepEqual });
  }
};

assert.notDeepEqual = function notDeepEqual(actual, expected, message) {
  checkCount(arguments.length);
  if (isDeepEqual(actual, expected)) {
    innerFail({ actual, expected, message, operator: 'notDeepEqual', stackStartFn: notDeepEqual });
  }
};

assert.deepStrictEqual = function deepStrictEqual(actual, expected, message) {
  checkCount(arguments.length);
  if (!isDeepStrictEqual(actual, expected)) {
    innerFail({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: deepStrictEqual });
  }
};

assert.notDeepStrictEqual = notDeepStrictEqual;
function notDeepStrictEqual(actual, expected, message) {
  checkCount(arguments.length);
  if (isDeepStrictEqual(actual, expected)) {
    innerFail({ actual, expected, message, operator: 'notDeepStrictEqual', stackStartFn: notDeepStrictEqual });
  }
}

assert.strictEqual = function strictEqual(actual, expected, message) {
  checkCount(arguments.length);
  if (!ObjectIs(actual, expected)) {
    innerFail({ actual, expected, message, operator: 'strictEqual', stackStartFn: strictEqual });
  }
};

assert.notStrictEqual = function notStrictEqual(actual, expected, message) {
  checkCount(arguments.length);
  if (ObjectIs(actual, expected)) {
    innerFail({ actual, expected, message, operator: 'notStrictEqual', stackStartFn: notStrictEqual });
  }
};

// ---- exceptions ----------------------------------------------------------------------------------------------------

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
  return fn === assert.rejects || fn === assert.doesNotReject ? 'rejection' : 'exception';
}

function expectsError(fn, actual, args) {
  let error = args[0];
  let message = args[1];
  if (typeof error === 'string') {
    if (args.length === 2) {
      throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
    }
    // A message that equals that of the error was surely meant as the expectation.
    if (typeof actual === 'object' && actual !== null) {
      if (actual.message === error) {
        throw new ERR_AMBIGUOUS_ARGUMENT(
          'error/message', `The error message "${actual.message}" is identical to the message.`);
      }
    } else if (actual === error) {
      throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error "${actual}" is identical to the message.`);
    }
    message = error;
    error = undefined;
  } else if (error !== null && error !== undefined && typeof error !== 'object' && typeof error !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
  }

  if (actual === kNoException) {
    const name = error?.name ? ` (${error.name})` : '';
    innerFail({
      actual: undefined,
      expected: error,
      operator: fn.name,
      message: `Missing expected ${kindOf(fn)}${name}${message ? `: ${message}` : '.'}`,
      stackStartFn: fn,
    });
  }
  if (error) require('internal/assert/exceptions').expectedException(actual, error, message, fn);
}

function expectsNoError(fn, actual, args) {
  if (actual === kNoException) return;
  let error = args[0];
  let message = args[1];
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  if (error && !require('internal/assert/exceptions').hasMatchingError(actual, error)) throw actual;
  innerFail({
    actual,
    expected: error,
    operator: fn.name,
    message: `Got unwanted ${kindOf(fn)}${message ? `: ${message}` : '.'}\nActual message: "${actual && actual.message}"`,
    stackStartFn: fn,
  });
}

assert.throws = function throws(fn, ...args) {
  expectsError(throws, getActual(fn), args);
};

assert.rejects = async function rejects(promiseFn, ...args) {
  expectsError(rejects, await waitForActual(promiseFn), args);
};

assert.doesNotThrow = function doesNotThrow(fn, ...args) {
  expectsNoError(doesNotThrow, getActual(fn), args);
};

assert.doesNotReject = async function doesNotReject(fn, ...args) {
  expectsNoError(doesNotReject, await waitForActual(fn), args);
};

assert.ifError = function ifError(err) {
  if (err === null || err === undefined) return;
  let message = 'ifError got unwanted exception: ';
  if (typeof err === 'object' && typeof err.message === 'string') {
    message += err.message.length === 0 && err.constructor ? err.constructor.name : err.message;
  } else {
    message += inspect(err);
  }
  const error = newAssertionError({ actual: err, expected: null, operator: 'ifError', message, stackStartFn: ifError });
  error.generatedMessage = false;
  error.stack = joinStacks(error.stack, err.stack);
  throw error;
};

// Where the assertion was, down to the first frame both have in common, then where the error came from.
function joinStacks(stack, origin) {
  if (typeof origin !== 'string') return stack;
  const start = StringPrototypeIndexOf(origin, '\n    at');
  if (start === -1) return stack;
  const { splitLines } = require('internal/util/inspect/text');
  const originFrames = splitLines(StringPrototypeSlice(origin, start + 1));
  let frames = splitLines(stack);
  for (let i = 0; i < originFrames.length; i++) {
    const position = ArrayPrototypeIndexOf(frames, originFrames[i]);
    if (position !== -1) {
      frames = ArrayPrototypeSlice(frames, 0, position);
      break;
    }
  }
  return `${ArrayPrototypeJoin(frames, '\n')}\n${ArrayPrototypeJoin(originFrames, '\n')}`;
}

// ---- patterns ----------------------------------------------------------------------------------------------------

function innerMatch(string, regexp, message, fn) {
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  const wanted = fn === match;
  if (typeof string === 'string' && (RegExpPrototypeExec(regexp, string) !== null) === wanted) return;
  if (isError(message)) throw message;
  const generated = !message;
  if (generated) {
    message = typeof string === 'string' ?
      `The input ${wanted ? 'did not match' : 'was expected to not match'} the regular expression ${
        inspect(regexp)}. Input:\n\n${inspect(string)}\n` :
      `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})`;
  }
  const error = newAssertionError({ actual: string, expected: regexp, message, operator: fn.name, stackStartFn: fn });
  error.generatedMessage = generated;
  throw error;
}

function match(string, regexp, message) {
  innerMatch(string, regexp, message, match);
}
assert.match = match;

assert.doesNotMatch = function doesNotMatch(string, regexp, message) {
  innerMatch(string, regexp, message, doesNotMatch);
};

defineLazyProperties(assert, { CallTracker: 'internal/assert/calltracker#*' });

// ---- strict ----------------------------------------------------------------------------------------------------

function strict(...args) {
  innerOk(strict, args.length, args[0], args[1]);
}

// What is lazy in `assert` is lazy here too, and not read for copying it.
const names = ObjectKeys(assert);
for (let i = 0; i < names.length; i++) {
  switch (names[i]) {
    case 'AssertionError':
      defineLazyProperties(strict, { AssertionError: 'internal/assert/assertion_error#*' });
      break;
    case 'CallTracker':
      defineLazyProperties(strict, { CallTracker: 'internal/assert/calltracker#*' });
      break;
    default:
      strict[names[i]] = assert[names[i]];
  }
}
strict.equal = assert.strictEqual;
strict.deepEqual = assert.deepStrictEqual;
strict.notEqual = assert.notStrictEqual;
strict.notDeepEqual = assert.notDeepStrictEqual;
strict.strict = strict;
assert.strict = strict;
