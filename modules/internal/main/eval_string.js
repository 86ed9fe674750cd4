'use strict';

// Entry: runs the program given as text on the command line (`-e`, `-p`).
//
// Main phase, main thread. Nothing asynchronous is left behind by this file itself.

const {
  prepareMainThreadExecution,
} = require('internal/process/pre_execution');

prepareMainThreadExecution();

const { evalSource, print } = require('internal/options').getOptions();
require('internal/modules/global_builtins').defineGlobalBuiltins();
require('internal/process/eval').evalProgram('[eval]', evalSource, print);
