'use strict';

// What the loader shares with those who make a `require` of their own.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must not read files or options while it loads.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
} = primordials;

const { setOwnProperty } = require('internal/util');
const { realpath } = internalBinding('fs');

const {
  validateString,
} = require('internal/validators');

/**
 * The `require` function of one module.
 * @param {Module} mod
 * @returns {Function}
 */
function makeRequireFunction(mod) {
  const Module = mod.constructor;

  // By the method, which tools replace on the prototype.
  function require(path) {
    return mod.require(path);
  }

  function resolve(request, options) {
    validateString(request, 'request');
    return Module._resolveFilename(request, mod, false, options);
  }

  function paths(request) {
    validateString(request, 'request');
    return Module._resolveLookupPaths(request, mod);
  }

  require.resolve = resolve;
  resolve.paths = paths;
  setOwnProperty(require, 'main', process.mainModule);
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

/**
 * @param {string} content
 * @returns {string} without the byte order mark
 */
function stripBOM(content) {
  return StringPrototypeCharCodeAt(content, 0) === 0xfeff ? StringPrototypeSlice(content, 1) : content;
}

/**
 * Links are followed, so that one file is one module.
 * @param {string} path
 * @returns {string}
 */
function toRealPath(path) {
  try {
    return realpath(path);
  } catch {
    // A pipe (`<(command)` of a shell) can be read by a name that leads nowhere.
    return path;
  }
}

module.exports = {
  makeRequireFunction,
  stripBOM,
  toRealPath,
};
