'use strict';

// `util.getCallSites`.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const { ArrayPrototypeSlice } = primordials;

const { getCallSites: nativeCallSites } = internalBinding('util');
const { validateInteger, validateObject } = require('internal/validators');

// The frames of the caller, innermost first.
function getCallSites(frameCount = 8, options) {
  if (options === undefined && typeof frameCount === 'object') {
    options = frameCount;
    frameCount = 8;
  }
  if (options !== undefined) validateObject(options, 'options');
  validateInteger(frameCount, 'frameCount', 1, 200);
  // This function is the first of them.
  return ArrayPrototypeSlice(nativeCallSites(frameCount + 1), 1);
}

module.exports = { getCallSites };
