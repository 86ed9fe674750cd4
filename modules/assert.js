'use strict';

// `assert`.
//
// Phase: run time, any thread; not in the startup image. An assertion that holds loads nothing but, for some, what it compares
// with; messages, errors and the inspection of values come with the first that fails.

const {
  NumberIsNaN,
  ObjectAssign,
  ObjectDefineProperty,
  ObjectIs,
  ObjectKeys,
  RegExpPrototypeExec,
  Symbol,
} = primordials;

const {
  codes: {
    ERR_CONSTRUCT_CALL_REQUIRED,
    ERR_INVALID_ARG_TYPE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { defineLazyProperties, isError } = require('internal/util');
const { isRegExp } = internalBinding('types');

const kOptions = Symbol('options');

function isDeepEqual(actual, expected) {
  return require('internal/util/comparisons').isDeepEqual(actual, expected);
}

// The assertions are methods, and also work without their object: its options are the default ones then.
function isDeepStrictEqual(self, actual, expected) {
  return require('internal/util/comparisons').isDeepStrictEqual(actual, expected, self?.[kOptions]?.skipPrototype);
}

function diffOf(self) {
  return self?.[kOptions]?.diff;
}

function failComparison(self, fn, actual, expected, operator, message) {
  require('internal/assert/fail').fail({ actual, expected, operator, stackStartFn: fn, diff: diffOf(self) }, message);
}

function checkCount(count) {
  if (count < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
}

/**
 * Assertions with options of their own.
 * @param {{ diff?: 'simple' | 'full', strict?: boolean, skipPrototype?: boolean }} [options]
 */
function Assert(options) {
  if (!new.target) throw new ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  options = ObjectAssign({ __proto__: null, strict: true, skipPrototype: false }, options);
  if (options.diff !== undefined) {
    require('internal/validators').validateOneOf(options.diff, 'options.diff', ['simple', 'full']);
  }
  this.AssertionError = require('internal/assert/assertion_error');
  ObjectDefineProperty(this, kOptions, { __proto__: null, value: options });
  if (options.strict) makeStrict(this);
}

function makeStrict(target) {
  target.equal = target.strictEqual;
  target.deepEqual = target.deepStrictEqual;
  target.notEqual = target.notStrictEqual;
  target.notDeepEqual = target.notDeepStrictEqual;
}

// ---- truth ----------------------------------------------------------------------------------------------------

let warnedOfFail = false;

// What follows the first argument is kept for old programs: (actual, expected, message, operator, stackStartFn).
Assert.prototype.fail = function fail(message, ...others) {
  if (others.length !== 0) failWithValues(fail, message, others);
  if (isError(message)) throw message;
  const AssertionError = require('internal/assert/assertion_error');
  const error = new AssertionError({
    message: message === undefined ? 'Failed' : message,
    operator: 'fail',
    stackStartFn: fail,
    diff: diffOf(this),
  });
  if (message === undefined) error.generatedMessage = true;
  throw error;
};

function failWithValues(fn, actual, others) {
  if (!warnedOfFail) {
    warnedOfFail = true;
    process.emitWarning(
      'assert.fail() with more than one argument is deprecated. ' +
      'Please use assert.strictEqual() instead or only pass a message.',
      'DeprecationWarning',
      'DEP0094');
  }
  const { 0: expected, 1: message, 2: operator = others.length === 1 ? '!=' : 'fail', 3: stackStartFn } = others;
  if (isError(message)) throw message;
  const options = { actual, expected, operator, stackStartFn: stackStartFn || fn };
  if (message !== undefined) options.message = message;
  const AssertionError = require('internal/assert/assertion_error');
  throw new AssertionError(options);
}

function assert(...args) {
  if (!args[0]) require('internal/assert/fail').failOk(assert, args);
}

Assert.prototype.ok = function ok(...args) {
  if (!args[0]) require('internal/assert/fail').failOk(ok, args, diffOf(this));
};

// ---- equality ----------------------------------------------------------------------------------------------------

Assert.prototype.equal = function equal(actual, expected, ...message) {
  checkCount(arguments.length);
  // eslint-disable-next-line eqeqeq -- loose is what was asked for
  if (actual != expected && (!NumberIsNaN(actual) || !NumberIsNaN(expected))) {
    failComparison(this, equal, actual, expected, '==', message);
  }
};

Assert.prototype.notEqual = function notEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  // eslint-disable-next-line eqeqeq
  if (actual == expected || (NumberIsNaN(actual) && NumberIsNaN(expected))) {
    failComparison(this, notEqual, actual, expected, '!=', message);
  }
};

Assert.prototype.deepEqual = function deepEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (!isDeepEqual(actual, expected)) failComparison(this, deepEqual, actual, expected, 'deepEqual', message);
};

Assert.prototype.notDeepEqual = function notDeepEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (isDeepEqual(actual, expected)) failComparison(this, notDeepEqual, actual, expected, 'notDeepEqual', message);
};

Assert.prototype.deepStrictEqual = function deepStrictEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (!isDeepStrictEqual(this, actual, expected)) {
    failComparison(this, deepStrictEqual, actual, expected, 'deepStrictEqual', message);
  }
};

Assert.prototype.notDeepStrictEqual = function notDeepStrictEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (isDeepStrictEqual(this, actual, expected)) {
    failComparison(this, notDeepStrictEqual, actual, expected, 'notDeepStrictEqual', message);
  }
};

Assert.prototype.strictEqual = function strictEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (!ObjectIs(actual, expected)) failComparison(this, strictEqual, actual, expected, 'strictEqual', message);
};

Assert.prototype.notStrictEqual = function notStrictEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (ObjectIs(actual, expected)) failComparison(this, notStrictEqual, actual, expected, 'notStrictEqual', message);
};

Assert.prototype.partialDeepStrictEqual = function partialDeepStrictEqual(actual, expected, ...message) {
  checkCount(arguments.length);
  if (!require('internal/util/partial').isPartialDeepStrictEqual(actual, expected)) {
    failComparison(this, partialDeepStrictEqual, actual, expected, 'partialDeepStrictEqual', message);
  }
};

// ---- exceptions ----------------------------------------------------------------------------------------------------

Assert.prototype.throws = function throws(promiseFn, ...args) {
  const { expectsError, getActual } = require('internal/assert/exceptions');
  expectsError(throws, getActual(promiseFn), args, diffOf(this));
};

Assert.prototype.rejects = async function rejects(promiseFn, ...args) {
  const { expectsError, waitForActual } = require('internal/assert/exceptions');
  expectsError(rejects, await waitForActual(promiseFn), args, diffOf(this));
};

Assert.prototype.doesNotThrow = function doesNotThrow(fn, ...args) {
  const { expectsNoError, getActual } = require('internal/assert/exceptions');
  expectsNoError(doesNotThrow, getActual(fn), args, diffOf(this));
};

Assert.prototype.doesNotReject = async function doesNotReject(fn, ...args) {
  const { expectsNoError, waitForActual } = require('internal/assert/exceptions');
  expectsNoError(doesNotReject, await waitForActual(fn), args, diffOf(this));
};

Assert.prototype.ifError = function ifError(err) {
  if (err !== null && err !== undefined) require('internal/assert/fail').failIfError(ifError, err, diffOf(this));
};

// ---- patterns ----------------------------------------------------------------------------------------------------

function checkMatch(self, fn, string, regexp, wanted, message) {
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  if (typeof string === 'string' && (RegExpPrototypeExec(regexp, string) !== null) === wanted) return;
  require('internal/assert/fail').failMatch(fn, string, regexp, wanted, message, diffOf(self));
}

Assert.prototype.match = function match(string, regexp, ...message) {
  checkMatch(this, match, string, regexp, true, message);
};

Assert.prototype.doesNotMatch = function doesNotMatch(string, regexp, ...message) {
  checkMatch(this, doesNotMatch, string, regexp, false, message);
};

// ---- the exports ----------------------------------------------------------------------------------------------------

function strict(...args) {
  if (!args[0]) require('internal/assert/fail').failOk(strict, args);
}

function fill(target) {
  const names = ObjectKeys(Assert.prototype);
  for (let i = 0; i < names.length; i++) target[names[i]] = Assert.prototype[names[i]];
  defineLazyProperties(target, {
    AssertionError: 'internal/assert/assertion_error#*',
    // Kept for old programs.
    CallTracker: 'internal/assert/calltracker#*',
  });
  target.Assert = Assert;
  target.strict = strict;
}

module.exports = assert;
fill(assert);
fill(strict);
makeStrict(strict);
