'use strict';

// How an assertion fails: the message it was given or is made for it, and the error.
//
// Phase: run time, any thread, with the first assertion that fails; not in the startup image.

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypeJoin,
  ArrayPrototypeSlice,
  ErrorPrototypeToString,
  ReflectApply,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

const {
  codes: {
    ERR_AMBIGUOUS_ARGUMENT,
    ERR_INVALID_ARG_TYPE,
  },
} = require('internal/errors');
const { isError } = require('internal/util');
const AssertionError = require('internal/assert/assertion_error');

function inspect(value) {
  return require('internal/util/inspect').inspect(value);
}

function refuseTrailing(args, what) {
  if (args.length > 1) {
    throw new ERR_AMBIGUOUS_ARGUMENT('message', `The error message ${what} has trailing arguments that would be ignored.`);
  }
}

// The text that the arguments of an assertion from the message on stand for; undefined where the assertion makes its own.
// An error among them is thrown as it is.
function messageFrom(args, actual, expected) {
  if (args.length === 0) return undefined;
  const { 0: message } = args;
  if (typeof message === 'string') {
    return args.length === 1 ? message : ReflectApply(require('internal/util/inspect').format, undefined, args);
  }
  if (isError(message)) {
    refuseTrailing(args, `was passed as error object "${ErrorPrototypeToString(message)}"`);
    throw message;
  }
  if (typeof message !== 'function') throw new ERR_INVALID_ARG_TYPE('message', ['string', 'function'], message);
  refuseTrailing(args, `with function "${message.name || 'anonymous'}"`);
  try {
    const text = message(actual, expected);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {{ actual: any, expected: any, operator: string, stackStartFn: Function, diff?: 'simple' | 'full' }} options
 * @param {any[]} args the message and what follows it
 * @param {boolean} [generated] whether the message is not the caller's, where that cannot be seen
 */
function fail(options, args, generated) {
  options.message = messageFrom(args, options.actual, options.expected);
  const error = new AssertionError(options);
  if (generated !== undefined) error.generatedMessage = generated;
  throw error;
}

// Quotes the call of `assert.ok`, if its source can be found.
function quotedCall() {
  const sites = internalBinding('util').getCallSites(8);
  let i = 0;
  while (i < sites.length && (sites[i].scriptName === sites[0].scriptName || sites[i].scriptName === 'node:assert')) i++;
  return i < sites.length ? require('internal/assert/source').messageFor(sites[i]) : undefined;
}

function failOk(fn, args, diff) {
  let rest = ArrayPrototypeSlice(args, 1);
  const generated = args.length === 0 || args[1] === undefined || args[1] === null;
  if (generated) {
    const text = args.length === 0 ? 'No value argument passed to `assert.ok()`' : quotedCall();
    rest = text === undefined ? [] : [text];
  }
  fail({ actual: args[0], expected: true, operator: '==', stackStartFn: fn, diff }, rest, generated);
}

function failMatch(fn, string, regexp, wanted, args, diff) {
  const generated = args.length === 0;
  let rest = args;
  if (!args[0]) {
    const text = typeof string === 'string' ?
      `The input ${wanted ? 'did not match' : 'was expected to not match'} the regular expression ${
        inspect(regexp)}. Input:\n\n${inspect(string)}\n` :
      `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})`;
    rest = [text];
  }
  fail({ actual: string, expected: regexp, operator: fn.name, stackStartFn: fn, diff }, rest, generated);
}

function failIfError(fn, error, diff) {
  let message = 'ifError got unwanted exception: ';
  if (typeof error === 'object' && typeof error.message === 'string') {
    message += error.message.length === 0 && error.constructor ? error.constructor.name : error.message;
  } else {
    message += inspect(error);
  }
  const failure = new AssertionError({
    actual: error, expected: null, operator: 'ifError', message, stackStartFn: fn, diff,
  });
  failure.generatedMessage = false;
  failure.stack = joinStacks(failure.stack, error.stack);
  throw failure;
}

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

module.exports = { fail, failIfError, failMatch, failOk };
