'use strict';

// `vm.Module` and its kinds: ES modules that a program makes, links and evaluates itself.
//
// Loads with the first use of one of the classes, on any thread; not in the startup image. Node.js wants the option
// `--experimental-vm-modules` for these classes and for functions as `importModuleDynamically`; here they need none. Nothing here keeps a
// module: it lives as long as the program has it, or its code, or what is linked to it.

const {
  ArrayIsArray,
  ArrayPrototypeMap,
  ArrayPrototypePush,
  FunctionPrototypeCall,
  ObjectFreeze,
  ObjectGetPrototypeOf,
  PromiseReject,
  SafeSet,
  Symbol,
  TypeError,
} = primordials;

const {
  createCachedData,
  getRequests,
  getStatus,
  hasTopLevelAwait,
  instantiate,
  isGraphAsync,
  kInstantiated,
  pinSourceTextModule,
  pinSyntheticModule,
  setExport,
} = internalBinding('module_wrap');

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_MODULE_LINK_MISMATCH,
    ERR_VM_MODULE_ALREADY_LINKED,
    ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA,
    ERR_VM_MODULE_LINK_FAILURE,
    ERR_VM_MODULE_STATUS,
  },
} = require('internal/errors');

const { customInspectSymbol, getConstructorOf, kEmptyObject } = require('internal/util');
const {
  validateArray,
  validateBoolean,
  validateBuffer,
  validateFunction,
  validateInt32,
  validateObject,
  validateString,
  validateUint32,
} = require('internal/validators');
const { asBuffer, importIdFor, setImporter } = require('internal/vm');
const { linkAll, setLinks, targetFor } = require('internal/vm/module_linking');
const { errorOf, evaluateModule, namespaceOf, setUp, stateOf, statusOf } = require('internal/vm/module_state');

class Module {
  constructor() {
    // As the language says it of what is no constructor.
    if (new.target === Module) throw new TypeError('Module is not a constructor');
  }

  get identifier() {
    return stateOf(this, 'Module').identifier;
  }

  get context() {
    return stateOf(this, 'Module').context;
  }

  get namespace() {
    return namespaceOf(stateOf(this, 'Module'), false);
  }

  get status() {
    return statusOf(stateOf(this, 'Module'));
  }

  get error() {
    return errorOf(stateOf(this, 'Module'));
  }

  async link(linker) {
    const state = stateOf(this, 'Module');
    validateFunction(linker, 'linker');
    const status = statusOf(state);
    if (status === 'linked') throw new ERR_VM_MODULE_ALREADY_LINKED();
    if (status !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    await linkAll(state, linker);
    instantiate(state.pin);
  }

  evaluate(options = kEmptyObject) {
    try {
      const state = stateOf(this, 'Module');
      validateObject(options, 'options');
      const { timeout, breakOnSigint = false } = options;
      if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
      validateBoolean(breakOnSigint, 'options.breakOnSigint');
      return evaluateModule(state, timeout ?? -1, breakOnSigint);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  [customInspectSymbol](depth, options) {
    const state = stateOf(this, 'Module');
    if (typeof depth === 'number' && depth < 0) return `[${getConstructorOf(this)?.name || state.className}]`;
    const { context, identifier } = state;
    const shown = { __proto__: ObjectGetPrototypeOf(this), status: statusOf(state), identifier, context };
    const { inspect } = require('internal/util/inspect');
    return inspect(shown, { ...options, customInspect: false });
  }
}

class SourceTextModule extends Module {
  constructor(sourceText, options = kEmptyObject) {
    super();
    validateString(sourceText, 'sourceText');
    validateObject(options, 'options');
    const { lineOffset = 0, columnOffset = 0, initializeImportMeta, importModuleDynamically, cachedData } = options;
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (initializeImportMeta !== undefined) validateFunction(initializeImportMeta, 'options.initializeImportMeta');
    if (importModuleDynamically !== undefined) validateFunction(importModuleDynamically, 'options.importModuleDynamically');
    if (cachedData !== undefined) validateBuffer(cachedData, 'options.cachedData');
    const state = setUp(this, 'SourceTextModule', options, (identifier, global) => {
      const importId = initializeImportMeta === undefined ?
        importIdFor(importModuleDynamically, identifier) : Symbol(identifier);
      const initialize = initializeImportMeta && ((meta) => {
        FunctionPrototypeCall(initializeImportMeta, undefined, meta, this);
      });
      // It keeps this module, which both functions are given, as long as the code.
      setImporter(importId, importModuleDynamically, this);
      return pinSourceTextModule(sourceText, identifier, lineOffset, columnOffset, cachedData, importId, global, initialize);
    });
    state.requests = ObjectFreeze(ArrayPrototypeMap(getRequests(state.pin), ({ attributes, phase, specifier }) => (
      ObjectFreeze({ __proto__: null, specifier, attributes, phase }))));
    state.isLinked = state.requests.length === 0;
  }

  linkRequests(modules) {
    const state = stateOf(this, 'SourceTextModule');
    if (statusOf(state) !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    validateArray(modules, 'modules');
    const { length } = state.requests;
    if (modules.length !== length) {
      throw new ERR_MODULE_LINK_MISMATCH(`Expected ${length} modules, got ${modules.length}`);
    }
    const pins = [];
    for (let i = 0; i < length; i++) ArrayPrototypePush(pins, targetFor(state, modules[i]).pin);
    setLinks(state, pins);
  }

  instantiate() {
    const state = stateOf(this, 'SourceTextModule');
    if (statusOf(state) !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    if (!state.isLinked) throw new ERR_VM_MODULE_LINK_FAILURE('module is not linked');
    instantiate(state.pin);
  }

  get dependencySpecifiers() {
    const state = stateOf(this, 'SourceTextModule');
    state.specifiers ??= ObjectFreeze(ArrayPrototypeMap(state.requests, ({ specifier }) => specifier));
    return state.specifiers;
  }

  get moduleRequests() {
    return stateOf(this, 'SourceTextModule').requests;
  }

  hasAsyncGraph() {
    const { pin } = stateOf(this, 'SourceTextModule');
    if (getStatus(pin) < kInstantiated) throw new ERR_VM_MODULE_STATUS('must be instantiated');
    return isGraphAsync(pin);
  }

  hasTopLevelAwait() {
    return hasTopLevelAwait(stateOf(this, 'SourceTextModule').pin);
  }

  createCachedData() {
    const state = stateOf(this, 'SourceTextModule');
    const status = statusOf(state);
    if (status === 'evaluating' || status === 'evaluated' || status === 'errored') {
      throw new ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    }
    return asBuffer(createCachedData(state.pin));
  }
}

// The names that a synthetic module is to export: a copy, for the list may be anything.
function exportNamesOf(exportNames) {
  const expected = 'Array of unique strings';
  if (!ArrayIsArray(exportNames)) throw new ERR_INVALID_ARG_TYPE('exportNames', expected, exportNames);
  const names = [];
  const seen = new SafeSet();
  for (let i = 0; i < exportNames.length; i++) {
    const name = exportNames[i];
    if (typeof name !== 'string') throw new ERR_INVALID_ARG_TYPE('exportNames', expected, exportNames);
    if (seen.has(name)) throw new ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, 'is duplicated');
    seen.add(name);
    ArrayPrototypePush(names, name);
  }
  return names;
}

class SyntheticModule extends Module {
  constructor(exportNames, evaluateCallback, options = kEmptyObject) {
    super();
    const names = exportNamesOf(exportNames);
    validateFunction(evaluateCallback, 'evaluateCallback');
    validateObject(options, 'options');
    const { pin } = setUp(this, 'SyntheticModule', options, (identifier, global) => (
      pinSyntheticModule(identifier, names, global, () => {
        FunctionPrototypeCall(evaluateCallback, this);
      })));
    // It has nothing to be linked to.
    instantiate(pin);
  }

  // Of other modules this links what they import.
  link() {
    stateOf(this, 'SyntheticModule');
  }

  setExport(name, value) {
    const { pin } = stateOf(this, 'SyntheticModule');
    validateString(name, 'name');
    setExport(pin, name, value);
  }
}

module.exports = {
  Module,
  SourceTextModule,
  SyntheticModule,
};
