'use strict';

// `util.deprecate`.
//
// Phase: run time, at the first call; any thread; not in the startup image.

const {
  ObjectSetPrototypeOf,
  ReflectApply,
  ReflectConstruct,
  SafeSet,
} = primordials;

const { validateString } = require('internal/validators');

// Each code is reported once in a process.
const reported = new SafeSet();

function report(message, code, deprecated, synchronously) {
  if (code !== undefined) {
    if (reported.has(code)) return;
    reported.add(code);
  }
  if (synchronously) {
    require('internal/process/warning').emitWarningSync(message, 'DeprecationWarning', code, deprecated);
  } else if (code === undefined) {
    process.emitWarning(message, 'DeprecationWarning', deprecated);
  } else {
    process.emitWarning(message, 'DeprecationWarning', code, deprecated);
  }
}

// A function that does what `fn` does and warns at its first use.
function deprecate(fn, message, code, useEmitSync) {
  if (code !== undefined) validateString(code, 'code');
  let warned = false;

  function deprecated(...args) {
    if (!warned && !process.noDeprecation) {
      warned = true;
      report(message, code, deprecated, useEmitSync);
    }
    return new.target === undefined ? ReflectApply(fn, this, args) : ReflectConstruct(fn, args, new.target);
  }

  ObjectSetPrototypeOf(deprecated, fn);
  // So that what `fn` makes is also an instance of the wrapper.
  if (fn.prototype) deprecated.prototype = fn.prototype;
  return deprecated;
}

module.exports = { deprecate };
