'use strict';

// Calls back when it was counted down to nothing, which must happen.

const assert = require('assert');
const { mustCall } = require('./index');

module.exports = class Countdown {
  #left;
  #callback;

  constructor(left, callback) {
    assert.strictEqual(typeof left, 'number');
    assert.strictEqual(typeof callback, 'function');
    this.#left = left;
    this.#callback = mustCall(callback);
  }

  dec() {
    assert(this.#left > 0, 'counted down too often');
    this.#left--;
    if (this.#left === 0) this.#callback();
    return this.#left;
  }

  get remaining() {
    return this.#left;
  }
};
