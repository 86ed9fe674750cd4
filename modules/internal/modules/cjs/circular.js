'use strict';

// Warns of names that are read from exports that are not finished, because modules require each other in a circle.
//
// Loads at the first cycle, on any thread, and is not in the startup image.
//
// While such exports wait, their prototype is a proxy. It is taken away when their module has loaded.

const {
  ObjectGetPrototypeOf,
  ObjectPrototype,
  ObjectPrototypeHasOwnProperty,
  ObjectSetPrototypeOf,
  Proxy,
  String,
} = primordials;

const { isProxy } = internalBinding('types');

function warn(property) {
  process.emitWarning(
    `Accessing non-existent property '${String(property)}' of module exports inside circular dependency`);
}

const warningPrototype = new Proxy({}, {
  __proto__: null,

  get(target, property) {
    if (property in target || property === '__esModule')
      return target[property];
    warn(property);
    return undefined;
  },

  getOwnPropertyDescriptor(target, property) {
    if (property !== '__esModule' && !ObjectPrototypeHasOwnProperty(target, property))
      warn(property);
    return undefined;
  },
});

/**
 * @param {any} exports
 */
function mark(exports) {
  // Compiled ES modules look each other's names up in ways of their own.
  if (isPlain(exports, ObjectPrototype) && !exports.__esModule)
    ObjectSetPrototypeOf(exports, warningPrototype);
}

/**
 * @param {any} exports
 */
function unmark(exports) {
  if (isPlain(exports, warningPrototype))
    ObjectSetPrototypeOf(exports, ObjectPrototype);
}

function isPlain(exports, prototype) {
  return exports !== null && typeof exports === 'object' && !isProxy(exports) &&
    ObjectGetPrototypeOf(exports) === prototype;
}

module.exports = {
  mark,
  unmark,
};
