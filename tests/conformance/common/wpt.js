'use strict';

// A few functions of the web platform's test harness, for scripts of Node that were derived from its tests.

const assert = require('assert');

module.exports = {
  harness: {
    assert_array_equals: assert.deepStrictEqual,
    assert_equals: assert.strictEqual,
    assert_false: (value, message) => assert.strictEqual(value, false, message),
    assert_throws: (expected, fn, message) => assert.throws(fn, { name: expected.name }, message),
    assert_true: (value, message) => assert.strictEqual(value, true, message),
    assert_unreached: assert.fail,
    test: (fn) => fn(),
  },
};
