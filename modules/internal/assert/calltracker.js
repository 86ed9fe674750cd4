'use strict';

// `assert.CallTracker`.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const {
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  Error,
  ObjectFreeze,
  Proxy,
  ReflectApply,
  SafeSet,
  SafeWeakMap,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_VALUE,
    ERR_UNAVAILABLE_DURING_EXIT,
  },
} = require('internal/errors');
const { deprecate } = require('internal/util');
const { validateUint32 } = require('internal/validators');

function nop() {}

class TrackedCalls {
  #expected;
  #calls = [];
  #name;
  #stack;

  constructor(name, expected, stack) {
    this.#name = name;
    this.#expected = expected;
    this.#stack = stack;
  }

  add(thisArg, args) {
    const copy = ObjectFreeze(ArrayPrototypeSlice(args));
    ArrayPrototypePush(this.#calls, ObjectFreeze({ thisArg, arguments: copy }));
  }

  list() {
    return ObjectFreeze(ArrayPrototypeSlice(this.#calls));
  }

  reset() {
    this.#calls = [];
  }

  // What is wrong, if anything.
  report() {
    const actual = this.#calls.length;
    if (actual === this.#expected) return undefined;
    return {
      message: `Expected the ${this.#name} function to be executed ${this.#expected} time(s) but was executed ${
        actual} time(s).`,
      actual,
      expected: this.#expected,
      operator: this.#name,
      stack: this.#stack,
    };
  }
}

class CallTracker {
  #all = new SafeSet();
  #byFunction = new SafeWeakMap();

  #find(tracked) {
    if (!this.#byFunction.has(tracked)) throw new ERR_INVALID_ARG_VALUE('tracked', tracked, 'is not a tracked function');
    return this.#byFunction.get(tracked);
  }

  reset(tracked) {
    if (tracked === undefined) {
      this.#all.forEach((calls) => calls.reset());
      return;
    }
    this.#find(tracked).reset();
  }

  getCalls(tracked) {
    return this.#find(tracked).list();
  }

  calls(fn, expected = 1) {
    if (process._exiting) throw new ERR_UNAVAILABLE_DURING_EXIT();
    if (typeof fn === 'number') {
      expected = fn;
      fn = nop;
    } else if (fn === undefined) {
      fn = nop;
    }
    validateUint32(expected, 'expected', true);

    const calls = new TrackedCalls(fn === nop ? 'calls' : fn.name || 'calls', expected, new Error());
    const tracked = new Proxy(fn, {
      __proto__: null,
      apply(target, thisArg, args) {
        calls.add(thisArg, args);
        return ReflectApply(target, thisArg, args);
      },
    });
    this.#all.add(calls);
    this.#byFunction.set(tracked, calls);
    return tracked;
  }

  report() {
    const reports = [];
    this.#all.forEach((calls) => {
      const report = calls.report();
      if (report !== undefined) ArrayPrototypePush(reports, report);
    });
    return reports;
  }

  verify() {
    const reports = this.report();
    if (reports.length === 0) return;
    const message = reports.length === 1 ?
      reports[0].message : 'Functions were not called the expected number of times';
    const AssertionError = require('internal/assert/assertion_error');
    throw new AssertionError({ message, details: reports });
  }
}

module.exports = deprecate(CallTracker, 'assert.CallTracker is deprecated.', 'DEP0173');
