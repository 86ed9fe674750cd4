'use strict';

// GCProfiler: every garbage collection between two calls.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image. Watching is native, and ends with the profiler.

const { SymbolDispose } = primordials;

const { startGCProfile, stopGCProfile } = internalBinding('heap');

class GCProfiler {
  // Owns the native profile while there is one.
  #running = null;

  start() {
    if (this.#running !== null) return;
    this.#running = {};
    startGCProfile(this.#running);
  }

  /**
   * @returns {object | undefined} undefined if it was not started
   */
  stop() {
    if (this.#running === null) return undefined;
    const report = stopGCProfile(this.#running);
    this.#running = null;
    return report;
  }

  [SymbolDispose]() {
    this.stop();
  }
}

module.exports = { GCProfiler };
