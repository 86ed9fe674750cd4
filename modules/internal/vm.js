'use strict';

// What the parts of `vm` share: the contexts beside the program's own, and who answers an `import()` of what `vm` compiled.
//
// Loads with `vm`, at run time, on any thread; not in the startup image. It compiles and runs nothing.
//
// Code that `vm` compiles carries a symbol. One of `constants` or `kNoImporter` speaks for itself; any other leads to its importer, which
// lives as long as the code does.

const {
  ObjectFreeze,
  SafeWeakMap,
  Symbol,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
  kValidateObjectAllowObjects,
  validateBoolean,
  validateFunction,
  validateObject,
  validateOneOf,
  validateString,
} = require('internal/validators');

const { makeContext } = internalBinding('contextify');

const constants = ObjectFreeze({
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});

// ---- contexts --------------------------------------------------------------------------------------------------------------

// By the object that a context was made over: its global object, and whether evaluations run its promise jobs.
const contexts = new SafeWeakMap();

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowObjects);
  return contexts.has(object);
}

function validateContext(object) {
  if (!isContext(object)) throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', object);
}

/**
 * @param {object | undefined} object
 * @returns {object | undefined} undefined for the program's own context
 */
function globalOf(object) {
  return object === undefined ? undefined : contexts.get(object).global;
}

/**
 * @param {object | undefined} object
 * @returns {boolean}
 */
function runsOwnMicrotasks(object) {
  return object !== undefined && contexts.get(object).runsOwnMicrotasks;
}

function createContext(contextObject = {}, options = kEmptyObject) {
  const isPlain = contextObject === constants.DONT_CONTEXTIFY;
  if (!isPlain && isContext(contextObject)) return contextObject;
  validateObject(options, 'options');
  const { name = 'VM Context', origin, codeGeneration, microtaskMode, importModuleDynamically } = options;
  validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  if (codeGeneration !== undefined) validateObject(codeGeneration, 'options.codeGeneration');
  const { strings = true, wasm = true } = codeGeneration ?? kEmptyObject;
  validateBoolean(strings, 'options.codeGeneration.strings');
  validateBoolean(wasm, 'options.codeGeneration.wasm');
  validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  const importId = importIdFor(importModuleDynamically, name);
  const runsOwnMicrotasks = microtaskMode === 'afterEvaluate';
  const global = makeContext(isPlain ? undefined : contextObject, strings, wasm, runsOwnMicrotasks, importId);
  if (isPlain) contextObject = global;
  contexts.set(contextObject, { __proto__: null, global, runsOwnMicrotasks });
  setImporter(importId, importModuleDynamically, contextObject);
  return contextObject;
}

// The options of a context as they stand among those of a run.
function contextOptionsOf(options) {
  if (!options) return {};
  const { contextName, contextOrigin, contextCodeGeneration, microtaskMode } = options;
  if (contextName !== undefined) validateString(contextName, 'options.contextName');
  if (contextOrigin !== undefined) validateString(contextOrigin, 'options.contextOrigin');
  if (microtaskMode !== undefined) validateString(microtaskMode, 'options.microtaskMode');
  let codeGeneration;
  if (contextCodeGeneration !== undefined) {
    validateObject(contextCodeGeneration, 'options.contextCodeGeneration');
    const { strings, wasm } = contextCodeGeneration;
    if (strings !== undefined) validateBoolean(strings, 'options.contextCodeGeneration.strings');
    if (wasm !== undefined) validateBoolean(wasm, 'options.contextCodeGeneration.wasm');
    codeGeneration = { strings, wasm };
  }
  return { name: contextName, origin: contextOrigin, codeGeneration, microtaskMode };
}

// ---- importers -------------------------------------------------------------------------------------------------------------

// Of code whose author named nobody.
const kNoImporter = Symbol('vm_dynamic_import_no_callback');

// By the symbol of the code. The symbol is all that keeps an entry: the code has it, and nothing else has.
const importers = new SafeWeakMap();

/**
 * The symbol that code is to be compiled with.
 * @param {Function | symbol | undefined} importModuleDynamically
 * @param {string} hint to tell symbols apart
 * @returns {symbol}
 */
function importIdFor(importModuleDynamically, hint) {
  if (importModuleDynamically === undefined) return kNoImporter;
  if (importModuleDynamically === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) return importModuleDynamically;
  validateFunction(importModuleDynamically, 'options.importModuleDynamically');
  return Symbol(hint);
}

/**
 * What was compiled with a symbol of its own lives as long as its code from now on.
 * @param {symbol} importId
 * @param {Function | symbol | undefined} importModuleDynamically
 * @param {object} referrer what was compiled
 */
function setImporter(importId, importModuleDynamically, referrer) {
  if (importId !== kNoImporter && importId !== constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    importers.set(importId, { __proto__: null, importModuleDynamically, referrer });
  }
}

/**
 * @param {symbol} importId
 * @returns {{ importModuleDynamically: Function | undefined, referrer: object } | undefined}
 */
function importerOf(importId) {
  return importers.get(importId);
}

// ---- code caches -----------------------------------------------------------------------------------------------------------

function asBuffer(bytes) {
  const { Buffer } = require('buffer');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

module.exports = {
  asBuffer,
  constants,
  contextOptionsOf,
  createContext,
  globalOf,
  importIdFor,
  importerOf,
  isContext,
  runsOwnMicrotasks,
  setImporter,
  validateContext,
};
