'use strict';

// What Node's tests find in Node's bindings under names of Node's own, told by what lazuli has: the tests mean the behaviour, not the place.

const more = {
  // Node fills natively, and checks the range there again.
  buffer: () => ({ fill: (buffer, value, start, end, encoding) => buffer.fill(value, start, end, encoding) }),
  timers: ({ getNow }) => ({ getLibuvNow: getNow }),
};

/**
 * Adds Node's names to what `internal/test/binding` hands out.
 * @param {{ internalBinding: (name: string) => object }} exports
 */
module.exports = function addNodeNames(exports) {
  const { internalBinding } = exports;
  exports.internalBinding = (name) => {
    const binding = internalBinding(name);
    // Tests replace functions of a binding and mean the binding itself.
    for (const [key, value] of Object.entries(more[name]?.(binding) ?? {})) binding[key] ??= value;
    return binding;
  };
};
