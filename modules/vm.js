'use strict';

// `vm`: scripts, and contexts beside the program's own.
//
// Phase: run time, any thread; not in the startup image. Options are checked here; compiling and running is native.

const {
  ArrayPrototypeForEach,
  ObjectFreeze,
  SafeWeakMap,
  Symbol,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const {
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  validateArray,
  validateBoolean,
  validateFunction,
  validateInt32,
  validateObject,
  validateOneOf,
  validateString,
  validateStringArray,
  validateUint32,
} = require('internal/validators');

const binding = internalBinding('contextify');

// The global object of each context, by the object it was made over.
const contexts = new SafeWeakMap();

const constants = ObjectFreeze({
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});

// ---- contexts --------------------------------------------------------------------------------------------------------------

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowObjects);
  return contexts.has(object);
}

function validateContext(object) {
  if (!isContext(object)) throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', object);
}

function createContext(contextObject = {}, options = kEmptyObject) {
  const isPlain = contextObject === constants.DONT_CONTEXTIFY;
  if (!isPlain && isContext(contextObject)) return contextObject;
  validateObject(options, 'options');
  const { name = '', origin, codeGeneration, microtaskMode } = options;
  validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  if (codeGeneration !== undefined) validateObject(codeGeneration, 'options.codeGeneration');
  const { strings = true, wasm = true } = codeGeneration ?? kEmptyObject;
  validateBoolean(strings, 'options.codeGeneration.strings');
  validateBoolean(wasm, 'options.codeGeneration.wasm');
  validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  const global = binding.makeContext(isPlain ? undefined : contextObject, strings);
  if (isPlain) contextObject = global;
  contexts.set(contextObject, global);
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

// ---- scripts ---------------------------------------------------------------------------------------------------------------

// The timeout of a run in milliseconds; -1 for none.
function timeoutOf(options) {
  validateObject(options, 'options');
  const { timeout, displayErrors = true, breakOnSigint = false } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  validateBoolean(displayErrors, 'options.displayErrors');
  validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return timeout ?? -1;
}

class Script {
  #id;

  constructor(code, options = kEmptyObject) {
    code = `${code}`;
    if (typeof options === 'string') {
      options = { filename: options };
    } else {
      validateObject(options, 'options');
    }
    const {
      filename = 'evalmachine.<anonymous>',
      lineOffset = 0,
      columnOffset = 0,
      cachedData,
      produceCachedData = false,
    } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined && !isArrayBufferView(cachedData)) {
      throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
    }
    validateBoolean(produceCachedData, 'options.produceCachedData');
    const { importModuleDynamically } = options;
    if (importModuleDynamically !== undefined && typeof importModuleDynamically !== 'symbol') {
      validateFunction(importModuleDynamically, 'options.importModuleDynamically');
    }
    const facts = binding.compileScript(this, code, filename, lineOffset, columnOffset, cachedData, true);
    this.#id = facts[0];
    this.sourceURL = facts[3];
    this.sourceMapURL = facts[1];
    if (cachedData !== undefined) this.cachedDataRejected = facts[2] ?? false;
    if (produceCachedData) {
      const data = this.createCachedData();
      this.cachedDataProduced = data.length > 0;
      if (this.cachedDataProduced) this.cachedData = data;
    }
  }

  createCachedData() {
    return asBuffer(binding.createCachedData(this.#id));
  }

  runInThisContext(options = kEmptyObject) {
    return binding.runScript(this.#id, undefined, timeoutOf(options), options.displayErrors ?? true);
  }

  runInContext(contextifiedObject, options = kEmptyObject) {
    validateContext(contextifiedObject);
    return binding.runScript(
      this.#id, contexts.get(contextifiedObject), timeoutOf(options), options.displayErrors ?? true);
  }

  runInNewContext(contextObject = undefined, options = kEmptyObject) {
    return this.runInContext(createContext(contextObject, contextOptionsOf(options)), options);
  }
}

function asBuffer(bytes) {
  const { Buffer } = require('buffer');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function withFilename(options) {
  return typeof options === 'string' ? { filename: options } : options;
}

function createScript(code, options = undefined) {
  return new Script(code, options);
}

function runInContext(code, contextifiedObject, options = undefined) {
  validateContext(contextifiedObject);
  options = withFilename(options);
  return createScript(code, options).runInContext(contextifiedObject, options);
}

function runInNewContext(code, contextObject = undefined, options = undefined) {
  options = withFilename(options);
  const context = createContext(contextObject, contextOptionsOf(options));
  return createScript(code, options).runInContext(context, options);
}

function runInThisContext(code, options = undefined) {
  options = withFilename(options);
  return createScript(code, options).runInThisContext(options);
}

function compileFunction(code, params = undefined, options = kEmptyObject) {
  validateString(code, 'code');
  validateObject(options, 'options');
  if (params !== undefined) validateStringArray(params, 'params');
  const {
    filename = '',
    columnOffset = 0,
    lineOffset = 0,
    cachedData,
    produceCachedData = false,
    parsingContext,
    contextExtensions = [],
  } = options;
  validateString(filename, 'options.filename');
  validateInt32(columnOffset, 'options.columnOffset');
  validateInt32(lineOffset, 'options.lineOffset');
  if (cachedData !== undefined && !isArrayBufferView(cachedData)) {
    throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
  validateBoolean(produceCachedData, 'options.produceCachedData');
  if (parsingContext !== undefined &&
      (typeof parsingContext !== 'object' || parsingContext === null || !isContext(parsingContext))) {
    throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  ArrayPrototypeForEach(contextExtensions, (extension, i) => {
    validateObject(extension, `options.contextExtensions[${i}]`, kValidateObjectAllowObjectsAndNull);
  });
  const facts = binding.compileFunction(
    code, filename, lineOffset, columnOffset, cachedData, produceCachedData,
    parsingContext === undefined ? undefined : contexts.get(parsingContext), contextExtensions, params);
  const { 0: fn, 1: sourceMapURL, 2: cachedDataRejected, 3: data } = facts;
  if (produceCachedData) {
    fn.cachedDataProduced = data.length > 0;
    if (fn.cachedDataProduced) fn.cachedData = asBuffer(data);
  }
  if (cachedData !== undefined) fn.cachedDataRejected = cachedDataRejected ?? false;
  if (sourceMapURL !== undefined) fn.sourceMapURL = sourceMapURL;
  return fn;
}

module.exports = {
  Script,
  createContext,
  createScript,
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  constants,
};
