'use strict';

// JSON as an ES module: its value is the default export, and the same as that of `require`.
//
// Loads on demand, on any thread; not in the startup image.

const {
  JSONParse,
  RegExpPrototypeExec,
} = primordials;

const { createSyntheticModule, instantiate, setExport } = internalBinding('module_wrap');

const { Module } = require('internal/modules/cjs/loader');
const { makeJob } = require('internal/modules/esm/module_map');

function parse(name, source) {
  try {
    return JSONParse(source);
  } catch (error) {
    require('internal/modules/esm/find_package').amend(error, `${name}: ${error.message}`);
    throw error;
  }
}

function valueOf(url, file, source) {
  // As a module with a query is another one, so is its value.
  if (file === undefined || RegExpPrototypeExec(/[?#]/, url) !== null)
    return parse(file ?? url, source);
  const known = Module._cache[file];
  if (known?.loaded)
    return known.exports;
  const module = new Module(file);
  module.filename = file;
  module.exports = parse(file, source);
  module.loaded = true;
  Module._cache[file] = module;
  return module.exports;
}

/**
 * @param {string} url
 * @param {string | undefined} file
 * @param {string} source
 */
function createJSON(url, file, source) {
  const value = valueOf(url, file, source);
  const number = createSyntheticModule(url, ['default']);
  instantiate(number);
  setExport(number, 'default', value);
  const job = makeJob(number, url, file, 'json');
  job.links = [];
  job.complete = true;
  return job;
}

module.exports = {
  createJSON,
};
