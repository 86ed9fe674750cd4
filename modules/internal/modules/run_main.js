'use strict';

// Runs the program named on the command line.
//
// Loads during bootstrap, on every thread, and is in the startup image.

const {
  StringPrototypeEndsWith,
} = primordials;

/**
 * Whether the program is an ES module, by its name and package. A file that says neither may still turn out to be one.
 * @param {string} filename
 * @returns {boolean}
 */
function isModule(filename) {
  if (StringPrototypeEndsWith(filename, '.mjs'))
    return true;
  if (StringPrototypeEndsWith(filename, '.cjs'))
    return false;
  return require('internal/modules/cjs/resolve').packageType(filename) === 'module';
}

/**
 * @param {string} filename
 */
function runAsModule(filename) {
  require('internal/modules/esm/loader').runFile(filename);
}

/**
 * @param {string} [main] full path
 */
function executeUserEntryPoint(main = process.argv[1]) {
  const { Module } = require('internal/modules/cjs/loader');
  Module._load(main, null, true);
}

module.exports = {
  executeUserEntryPoint,
  isModule,
  runAsModule,
};
