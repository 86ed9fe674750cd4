'use strict';

// The directories in which bare requests of all programs are looked for last: `NODE_PATH` and three of old.
//
// Loads on demand (first bare request that is found nowhere else, or first read of `Module.globalPaths`), on any thread, and
// is not in the startup image: it reads the environment.

const {
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  StringPrototypeSplit,
} = primordials;

const { getEnv } = internalBinding('process_methods');

const path = require('path');

// The list programs see. Changing it changes nothing; that is what `modulePaths` is for.
const globalPaths = [];
let current = [];

function initPaths() {
  const paths = [];

  const nodePath = getEnv('NODE_PATH');
  if (nodePath) {
    const parts = StringPrototypeSplit(nodePath, path.delimiter);
    for (let i = 0; i < parts.length; i++) {
      if (parts[i] !== '')
        ArrayPrototypePush(paths, parts[i]);
    }
  }

  const home = getEnv('HOME');
  if (home) {
    ArrayPrototypePush(paths, path.resolve(home, '.node_modules'));
    ArrayPrototypePush(paths, path.resolve(home, '.node_libraries'));
  }
  ArrayPrototypePush(paths, path.resolve(process.execPath, '..', '..', 'lib', 'node'));

  current = paths;
  return paths;
}

function modulePaths() {
  return current;
}

const initial = initPaths();
for (let i = 0; i < initial.length; i++)
  ArrayPrototypePush(globalPaths, initial[i]);

module.exports = {
  globalPaths,
  initPaths() {
    const { Module } = require('internal/modules/cjs/loader');
    Module.globalPaths = ArrayPrototypeSlice(initPaths());
  },
  modulePaths,
};
