'use strict';

// Runs the program named on the command line.
//
// Loads during bootstrap, on every thread, and is in the startup image.

/**
 * @param {string} [main] full path
 */
function executeUserEntryPoint(main = process.argv[1]) {
  const { Module } = require('internal/modules/cjs/loader');
  Module._load(main, null, true);
}

module.exports = {
  executeUserEntryPoint,
};
