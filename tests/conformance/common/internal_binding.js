'use strict';

// Lazuli's stand-in for `internal/test/binding`: what Node's tests find in Node's bindings under names of Node's own, told by what lazuli
// has. The tests mean the behaviour, not the place.

const { internalBinding } = require('internal/test/binding');

const more = {
  // Node fills natively, and checks the range there again.
  buffer: () => ({ fill: (buffer, value, start, end, encoding) => buffer.fill(value, start, end, encoding) }),
  timers: ({ getNow }) => ({ getLibuvNow: getNow }),
};

module.exports = {
  internalBinding(name) {
    const binding = internalBinding(name);
    // Tests replace functions of a binding and mean the binding itself.
    for (const [key, value] of Object.entries(more[name]?.(binding) ?? {})) binding[key] ??= value;
    return binding;
  },
};
