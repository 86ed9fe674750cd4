'use strict';

// Entry: runs the program that comes through standard input.
//
// Main phase, main thread. The input is read to its end before anything runs.

const {
  prepareMainThreadExecution,
} = require('internal/process/pre_execution');

prepareMainThreadExecution();

const source = internalBinding('fs').readFileUtf8(0, 0);
require('internal/process/eval').evalProgram('[stdin]', source, require('internal/options').getOptions().print);
