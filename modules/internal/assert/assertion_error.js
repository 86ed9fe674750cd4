'use strict';

// `AssertionError`.
//
// Phase: run time, any thread, with the first failed assertion; not in the startup image.

const {
  ArrayPrototypeJoin,
  Error,
  ErrorCaptureStackTrace,
  ObjectCreate,
  ObjectDefineProperty,
  ObjectGetPrototypeOf,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  String,
  StringPrototypeSlice,
} = primordials;

const { isErrorStackTraceLimitWritable } = require('internal/errors');
const { customInspectSymbol, isError } = require('internal/util');
const { validateObject } = require('internal/validators');

// An error is compared without its stack, which never is the same.
function withoutStack(error) {
  const keys = ObjectKeys(error);
  const copy = ObjectCreate(ObjectGetPrototypeOf(error));
  for (let i = 0; i < keys.length; i++) copy[keys[i]] = error[keys[i]];
  ObjectDefineProperty(copy, 'message', { __proto__: null, value: error.message });
  if (ObjectPrototypeHasOwnProperty(error, 'cause')) {
    const { cause } = error;
    ObjectDefineProperty(copy, 'cause', { __proto__: null, value: isError(cause) ? withoutStack(cause) : cause });
  }
  return copy;
}

// The strict comparisons show the difference even below a message that was given.
function messageOf(actual, expected, message, operator, diff) {
  const given = message !== undefined && message !== null;
  if (given && operator !== 'strictEqual' && operator !== 'deepStrictEqual' && operator !== 'partialDeepStrictEqual') {
    return String(message);
  }
  if (!given) require('internal/util/colors').refresh();
  const { createMessage } = require('internal/assert/diff');
  return createMessage(actual, expected, operator, given ? String(message) : '', diff === 'full');
}

// Text that an inspected assertion does not show in full.
function shorten(value) {
  if (typeof value !== 'string') return value;
  const { splitLines } = require('internal/util/inspect/text');
  const lines = splitLines(value);
  if (lines.length > 10) {
    lines.length = 10;
    return `${ArrayPrototypeJoin(lines, '\n')}\n...`;
  }
  // Of one long line the end is kept, as in Node.js.
  return value.length > 512 ? `${StringPrototypeSlice(value, 512)}...` : value;
}

class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const { details, diff = 'simple', message, operator, stackStartFn, stackStartFunction } = options;
    let { actual, expected } = options;
    const given = message !== undefined && message !== null;
    if (!given && isError(actual) && isError(expected) && 'stack' in actual && 'stack' in expected) {
      actual = withoutStack(actual);
      expected = withoutStack(expected);
    }

    // The stack is taken below, once the name is right.
    const limit = Error.stackTraceLimit;
    const writable = isErrorStackTraceLimitWritable();
    if (writable) Error.stackTraceLimit = 0;
    try {
      super(messageOf(actual, expected, message, operator, diff));
    } finally {
      if (writable) Error.stackTraceLimit = limit;
    }

    this.generatedMessage = !message;
    ObjectDefineProperty(this, 'name', {
      __proto__: null,
      value: 'AssertionError [ERR_ASSERTION]',
      enumerable: false,
      writable: true,
      configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    if (details) {
      this.actual = undefined;
      this.expected = undefined;
      this.operator = undefined;
      for (let i = 0; i < details.length; i++) {
        this[`message ${i}`] = details[i].message;
        this[`actual ${i}`] = details[i].actual;
        this[`expected ${i}`] = details[i].expected;
        this[`operator ${i}`] = details[i].operator;
        this[`stack trace ${i}`] = details[i].stack;
      }
    } else {
      this.actual = actual;
      this.expected = expected;
      this.operator = operator;
    }
    ErrorCaptureStackTrace(this, stackStartFn || stackStartFunction);
    // Makes the first line, with the code in it.
    this.stack; // eslint-disable-line no-unused-expressions
    this.name = 'AssertionError';
    this.diff = diff;
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [customInspectSymbol](recurseTimes, ctx) {
    const { actual, expected } = this;
    this.actual = shorten(actual);
    this.expected = shorten(expected);
    try {
      // The message says it all: the values are not gone into.
      return require('internal/util/inspect').inspect(this, { ...ctx, customInspect: false, depth: 0 });
    } finally {
      this.actual = actual;
      this.expected = expected;
    }
  }
}

module.exports = AssertionError;
