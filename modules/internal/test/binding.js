'use strict';

// Bindings, handed to the tests of builtins.
//
// Phase: run time, any thread; not in the startup image; users reach it under `--expose-internals` only. Whoever loads it is warned: what
// bindings have may change at any time.

process.emitWarning('These APIs are for internal testing only. Do not use them.', 'internal/test/binding');

module.exports = { internalBinding };
