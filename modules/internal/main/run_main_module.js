'use strict';

// Entry: runs the program named on the command line.
//
// Main phase, main thread. Nothing asynchronous is left behind by this file itself.

const {
  prepareMainThreadExecution,
} = require('internal/process/pre_execution');

const mainEntry = prepareMainThreadExecution(true);

// By the property of the class: a preloaded module may have replaced it.
require('internal/modules/cjs/loader').Module.runMain(mainEntry);
