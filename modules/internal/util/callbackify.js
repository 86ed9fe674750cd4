'use strict';

// `util.callbackify`.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const {
  ArrayPrototypePop,
  ErrorCaptureStackTrace,
  FunctionPrototypeBind,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ReflectApply,
  ReflectOwnKeys,
} = primordials;

const { lazyPropertyState } = internalBinding('util');
const { codes: { ERR_FALSY_VALUE_REJECTION } } = require('internal/errors');
const { defineLazyProperties } = require('internal/util');
const { validateFunction } = require('internal/validators');

// A callback knows an error by its being true.
function callbackifyOnRejected(reason, callback) {
  if (!reason) {
    reason = new ERR_FALSY_VALUE_REJECTION(reason);
    ErrorCaptureStackTrace(reason, callbackifyOnRejected);
  }
  return callback(reason);
}

function callbackify(original) {
  validateFunction(original, 'original');

  // The callback runs in a tick of its own: what it throws is an uncaught exception and no rejection.
  function callbackified(...args) {
    const last = ArrayPrototypePop(args);
    validateFunction(last, 'last argument');
    const callback = FunctionPrototypeBind(last, this);
    ReflectApply(original, this, args).then(
      (value) => process.nextTick(callback, null, value),
      (reason) => process.nextTick(callbackifyOnRejected, reason, callback),
    );
  }

  const keys = ReflectOwnKeys(original);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const reference = lazyPropertyState?.(original, key);
    if (reference !== undefined) {
      defineLazyProperties(callbackified, { __proto__: null, [key]: reference });
      continue;
    }
    const descriptor = { __proto__: null, ...ObjectGetOwnPropertyDescriptor(original, key) };
    // It takes one argument more. Both may have been replaced by something else.
    if (key === 'length' && typeof descriptor.value === 'number') descriptor.value++;
    if (key === 'name' && typeof descriptor.value === 'string') descriptor.value += 'Callbackified';
    ObjectDefineProperty(callbackified, key, descriptor);
  }
  return callbackified;
}

module.exports = { callbackify };
