'use strict';

// Assertions about lazuli itself; the public `assert` is another module.
//
// Phase: any, any thread; loads nothing.

function fail(message) {
  throw new (require('internal/errors').codes.ERR_INTERNAL_ASSERTION)(message);
}

function assert(value, message) {
  if (!value) fail(message);
}

assert.fail = fail;

module.exports = assert;
