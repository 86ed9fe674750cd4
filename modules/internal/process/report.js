'use strict';

// The words in which an uncaught error is told.
//
// Loads when a program fails, on every thread; not in the startup image.

const {
  ObjectKeys,
} = primordials;

const { kEnhanceStackBeforeInspector } = require('internal/errors');
const { isError } = require('internal/util');

/**
 * @param {any} error
 * @returns {string}
 */
function describe(error) {
  if (!isError(error)) {
    const text = typeof error === 'string' ? error : require('internal/util/inspect').inspect(error);
    return `${text}\n(Thrown value is not an error, so there is no stack)`;
  }
  enhance(error);
  const { stack } = error;
  // Nearly always there is nothing beside the stack, and then it is told without loading the inspector.
  if (typeof stack === 'string' && ObjectKeys(error).length === 0 &&
      error.cause === undefined && error.errors === undefined)
    return stack;
  return require('internal/util/inspect').inspect(error);
}

// An error that an emitter threw tells where it was emitted, too.
function enhance(error) {
  const enhanceStack = error[kEnhanceStackBeforeInspector];
  if (typeof enhanceStack !== 'function')
    return;
  try {
    error.stack = enhanceStack();
  } catch {
    // The error is told as it is.
  }
}

module.exports = {
  describe,
};
