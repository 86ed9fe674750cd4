'use strict';

// `fs.mkdtempDisposableSync` and its promise: a temporary directory that goes when it is disposed of.
//
// Loads: at the first call of one of them. Not part of the startup image.

const {
  SymbolAsyncDispose,
  SymbolDispose,
} = primordials;

const { mkdtempSync, rmSync } = require('internal/fs/tree');

const removal = { __proto__: null, force: true, recursive: true };

// The program may change its working directory meanwhile.
function absolute(path) {
  return require('path').resolve(typeof path === 'string' ? path : `${path}`);
}

function mkdtempDisposableSync(prefix, options) {
  const path = mkdtempSync(prefix, options);
  const whole = absolute(path);
  const remove = () => rmSync(whole, removal);
  return {
    path,
    remove,
    [SymbolDispose]() {
      remove();
    },
  };
}

async function mkdtempDisposable(prefix, options) {
  const { mkdtemp, rm } = require('internal/fs/promises').exports;
  const path = await mkdtemp(prefix, options);
  const whole = absolute(path);
  const remove = async () => {
    await rm(whole, removal);
  };
  return {
    __proto__: null,
    path,
    remove,
    async [SymbolAsyncDispose]() {
      await remove();
    },
  };
}

module.exports = { mkdtempDisposable, mkdtempDisposableSync };
