'use strict';

// `util.promisify`.
//
// Phase: run time, at the first call; any thread; not in the startup image.

const {
  ArrayPrototypePush,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectSetPrototypeOf,
  Promise,
  ReflectApply,
  ReflectOwnKeys,
} = primordials;

const { customPromisifyArgs, defineLazyProperties, promisify: { custom } } = require('internal/util');
const { lazyPropertyState } = internalBinding('util');
const { validateFunction } = require('internal/validators');

function markPromisified(fn) {
  return ObjectDefineProperty(fn, custom, {
    __proto__: null, value: fn, enumerable: false, writable: false, configurable: true,
  });
}

// Own properties go over as they are; what is lazy stays lazy.
function copyProperties(from, to) {
  const keys = ReflectOwnKeys(from);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const reference = lazyPropertyState?.(from, key);
    if (reference !== undefined) {
      defineLazyProperties(to, { __proto__: null, [key]: reference });
    } else {
      ObjectDefineProperty(to, key, { __proto__: null, ...ObjectGetOwnPropertyDescriptor(from, key) });
    }
  }
}

function promisify(original) {
  validateFunction(original, 'original');

  const own = original[custom];
  if (own) {
    validateFunction(own, 'util.promisify.custom');
    return markPromisified(own);
  }

  // Functions that call back with several values name them here, and the promise gets an object.
  const names = original[customPromisifyArgs];

  function promisified(...args) {
    return new Promise((resolve, reject) => {
      ArrayPrototypePush(args, (error, ...values) => {
        if (error) {
          reject(error);
        } else if (names === undefined || values.length < 2) {
          resolve(values[0]);
        } else {
          const result = {};
          for (let i = 0; i < names.length; i++) result[names[i]] = values[i];
          resolve(result);
        }
      });
      ReflectApply(original, this, args);
    });
  }

  ObjectSetPrototypeOf(promisified, ObjectGetPrototypeOf(original));
  markPromisified(promisified);
  copyProperties(original, promisified);
  return promisified;
}

module.exports = { promisify };
