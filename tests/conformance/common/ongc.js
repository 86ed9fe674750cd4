'use strict';

// Tells when an object was collected.

const { FinalizationRegistry } = globalThis;
const kept = new Set();

module.exports = function onGC(object, { ongc }) {
  const registry = new FinalizationRegistry(() => {
    kept.delete(registry);
    ongc();
  });
  kept.add(registry);
  registry.register(object, undefined);
};
