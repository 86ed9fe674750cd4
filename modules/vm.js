'use strict';

// `vm`: scripts and functions compiled from text, contexts beside the program's own, and modules that a program makes itself.
//
// Phase: run time, any thread; not in the startup image. Options are checked here; compiling and running is native. The classes of modules
// load when they are first read.

const {
  ArrayPrototypeForEach,
  Symbol,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { defineLazyProperties, kEmptyObject } = require('internal/util');
const {
  kValidateObjectAllowObjectsAndNull,
  validateArray,
  validateBoolean,
  validateBuffer,
  validateInt32,
  validateObject,
  validateString,
  validateStringArray,
  validateUint32,
} = require('internal/validators');
const {
  asBuffer,
  constants,
  contextOptionsOf,
  createContext,
  globalOf,
  importIdFor,
  isContext,
  setImporter,
  validateContext,
} = require('internal/vm');

const binding = internalBinding('contextify');

// ---- scripts ---------------------------------------------------------------------------------------------------------------

function run(pin, contextifiedObject, options) {
  validateObject(options, 'options');
  const { timeout, displayErrors = true, breakOnSigint = false } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  validateBoolean(displayErrors, 'options.displayErrors');
  validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return binding.runScript(pin, globalOf(contextifiedObject), timeout ?? -1, breakOnSigint, displayErrors);
}

// Among options, the context whose errors a text has.
const kParsingContext = Symbol('parsing context');

class Script {
  #pin;

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
      importModuleDynamically,
      [kParsingContext]: parsingContext,
    } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined) validateBuffer(cachedData, 'options.cachedData');
    validateBoolean(produceCachedData, 'options.produceCachedData');
    const importId = importIdFor(importModuleDynamically, filename);
    const facts = binding.compileScript(
      code, filename, lineOffset, columnOffset, cachedData, importId, globalOf(parsingContext));
    this.#pin = facts[0];
    setImporter(importId, importModuleDynamically, this);
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
    return asBuffer(binding.createCachedData(this.#pin));
  }

  runInThisContext(options = kEmptyObject) {
    return run(this.#pin, undefined, options);
  }

  runInContext(contextifiedObject, options = kEmptyObject) {
    validateContext(contextifiedObject);
    return run(this.#pin, contextifiedObject, options);
  }

  runInNewContext(contextObject = undefined, options = kEmptyObject) {
    return this.runInContext(createContext(contextObject, contextOptionsOf(options)), options);
  }
}

function createScript(code, options = undefined) {
  return new Script(code, options);
}

function runInContext(code, contextifiedObject, options = undefined) {
  validateContext(contextifiedObject);
  if (typeof options === 'string') options = { filename: options };
  const script = new Script(code, { ...options, [kParsingContext]: contextifiedObject });
  return script.runInContext(contextifiedObject, options);
}

function runInNewContext(code, contextObject = undefined, options = undefined) {
  if (typeof options === 'string') options = { filename: options };
  return runInContext(code, createContext(contextObject, contextOptionsOf(options)), options);
}

function runInThisContext(code, options = undefined) {
  if (typeof options === 'string') options = { filename: options };
  return new Script(code, options).runInThisContext(options);
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
    importModuleDynamically,
  } = options;
  validateString(filename, 'options.filename');
  validateInt32(columnOffset, 'options.columnOffset');
  validateInt32(lineOffset, 'options.lineOffset');
  if (cachedData !== undefined) validateBuffer(cachedData, 'options.cachedData');
  validateBoolean(produceCachedData, 'options.produceCachedData');
  if (parsingContext !== undefined &&
      (typeof parsingContext !== 'object' || parsingContext === null || !isContext(parsingContext))) {
    throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  ArrayPrototypeForEach(contextExtensions, (extension, i) => {
    validateObject(extension, `options.contextExtensions[${i}]`, kValidateObjectAllowObjectsAndNull);
  });
  const importId = importIdFor(importModuleDynamically, filename);
  const facts = binding.compileFunction(
    code, filename, lineOffset, columnOffset, cachedData, importId, produceCachedData, globalOf(parsingContext),
    contextExtensions, params);
  const { 0: fn, 1: sourceMapURL, 2: cachedDataRejected, 3: data } = facts;
  setImporter(importId, importModuleDynamically, fn);
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

defineLazyProperties(module.exports, 'internal/vm/module', ['Module', 'SourceTextModule', 'SyntheticModule']);
