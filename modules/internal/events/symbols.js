'use strict';

// Keys of options and iterators of `events.on` that only builtins use.
//
// Phase: run time; any thread; not in the startup image.

const { Symbol, SymbolFor } = primordials;

module.exports = {
  // In the options: iterate over first arguments, not over arrays of arguments.
  kFirstEventParam: Symbol('nodejs.kFirstEventParam'),
  kWatermarkData: SymbolFor('nodejs.watermarkData'),
};
