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
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  SafePromiseAllReturnVoid,
  SafeSet,
  SafeWeakMap,
  Symbol,
  TypeError,
} = primordials;

const {
  createCachedData,
  evaluate,
  getError,
  getNamespace,
  getRequests,
  getStatus,
  hasTopLevelAwait,
  instantiate,
  isGraphAsync,
  kErrored,
  kEvaluated,
  kInstantiated,
  link,
  pinSourceTextModule,
  pinSyntheticModule,
  setExport,
} = internalBinding('module_wrap');

const {
  constants: { kFulfilled, kPending },
  getPromiseDetails,
} = internalBinding('util');

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_THIS,
    ERR_MODULE_LINK_MISMATCH,
    ERR_VM_MODULE_ALREADY_LINKED,
    ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA,
    ERR_VM_MODULE_DIFFERENT_CONTEXT,
    ERR_VM_MODULE_LINK_FAILURE,
    ERR_VM_MODULE_NOT_MODULE,
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
const { asBuffer, globalOf, importIdFor, isContext, runsOwnMicrotasks, setImporter } = require('internal/vm');

// In the order of V8's numbers.
const STATUSES = ['unlinked', 'linking', 'linked', 'evaluating', 'evaluated', 'errored'];

// ---- What is known of a module ---------------------------------------------------------------------------------------------

// By module: its `pin`, which native code knows it by; `context` and `identifier`; `requests` and `isLinked`; `isLinking` while a linker
// is being asked; and a `failure`, `{ error }`, that V8 does not know of: the linker's, or that the evaluation was stopped.
const states = new SafeWeakMap();

function isModule(value) {
  return states.has(value);
}

function stateOf(module, className) {
  const state = states.get(module);
  if (state === undefined || (className !== 'Module' && state.className !== className)) throw new ERR_INVALID_THIS(className);
  return state;
}

function statusOf(state) {
  if (state.failure !== undefined) return 'errored';
  return state.isLinking ? 'linking' : STATUSES[getStatus(state.pin)];
}

let nextNumber = 0;
const nextNumbers = new SafeWeakMap();

function identifierFor(identifier, context) {
  if (identifier !== undefined) {
    validateString(identifier, 'options.identifier');
    return identifier;
  }
  let number;
  if (context === undefined) {
    number = nextNumber++;
  } else {
    number = nextNumbers.get(context) ?? 0;
    nextNumbers.set(context, number + 1);
  }
  return `vm:module(${number})`;
}

// Makes a module of an object. `make` gives the pin.
function setUp(module, className, { context, identifier }, make) {
  if (context !== undefined) {
    validateObject(context, 'context');
    if (!isContext(context)) throw new ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', context);
  }
  identifier = identifierFor(identifier, context);
  const state = {
    __proto__: null,
    className,
    context,
    failure: undefined,
    identifier,
    isLinked: false,
    isLinking: false,
    module,
    pin: make(identifier, globalOf(context)),
    requests: undefined,
    specifiers: undefined,
  };
  states.set(module, state);
  return state;
}

// ---- Linking ---------------------------------------------------------------------------------------------------------------

function targetFor(state, module) {
  const target = states.get(module);
  if (target === undefined) throw new ERR_VM_MODULE_NOT_MODULE();
  if (target.context !== state.context) throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
  return target;
}

function setLinks(state, pins) {
  link(state.pin, pins);
  state.isLinked = true;
}

// What one request leads to, once that is linked itself or is being linked.
function linkOne(state, request, linker) {
  const { attributes, specifier } = request;
  const answer = linker(specifier, state.module, { attributes, assert: attributes });
  return new Promise((resolve, reject) => {
    PromisePrototypeThen(
      PromiseResolve(answer),
      (module) => {
        try {
          const target = targetFor(state, module);
          const status = statusOf(target);
          if (status === 'errored') {
            throw new ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' resolved to an errored module`, errorOf(target));
          }
          request.pin = target.pin;
          if (status !== 'unlinked') return resolve();
          PromisePrototypeThen(linkAll(target, linker), resolve, reject);
        } catch (error) {
          reject(error);
        }
      },
      reject);
  });
}

function linkAll(state, linker) {
  return new Promise((resolve, reject) => {
    const settle = (failure) => {
      state.isLinking = false;
      state.failure = failure;
    };
    const fail = (error) => {
      settle({ __proto__: null, error });
      reject(error);
    };
    state.isLinking = true;
    const requests = ArrayPrototypeMap(state.requests, ({ attributes, specifier }) => (
      { __proto__: null, attributes, pin: undefined, specifier }));
    const answers = [];
    try {
      for (let i = 0; i < requests.length; i++) ArrayPrototypePush(answers, linkOne(state, requests[i], linker));
    } catch (error) {
      // It asks no further; what was answered so far is listened to all the same.
      ArrayPrototypePush(answers, PromiseReject(error));
    }
    PromisePrototypeThen(
      SafePromiseAllReturnVoid(answers),
      () => {
        setLinks(state, ArrayPrototypeMap(requests, ({ pin }) => pin));
        settle(undefined);
        resolve();
      },
      fail);
  });
}

// ---- Evaluation ------------------------------------------------------------------------------------------------------------

function errorOf(state) {
  if (state.failure !== undefined) return state.failure.error;
  if (getStatus(state.pin) !== kErrored) throw new ERR_VM_MODULE_STATUS('must be errored');
  return getError(state.pin);
}

function noop() {}

// The promise of an evaluation as one of the program. Who waits for a promise of a context that runs its own jobs waits for such a job, and
// none runs before the next evaluation.
function brought(promise) {
  const { 0: status, 1: result } = getPromiseDetails(promise);
  if (status === kPending) {
    return new Promise((resolve, reject) => PromisePrototypeThen(promise, () => resolve(), reject));
  }
  PromisePrototypeThen(promise, undefined, noop);
  return status === kFulfilled ? PromiseResolve() : PromiseReject(result);
}

function evaluateState(state, timeout, breakOnSigint) {
  const status = getStatus(state.pin);
  if (status !== kInstantiated && status !== kEvaluated && status !== kErrored) {
    throw new ERR_VM_MODULE_STATUS('must be one of linked, evaluated, or errored');
  }
  // It was stopped before; V8's promise of it never settles.
  if (state.failure !== undefined) throw state.failure.error;
  let promise;
  try {
    promise = evaluate(state.pin, timeout, breakOnSigint);
  } catch (error) {
    if (status === kInstantiated && getStatus(state.pin) === kErrored) state.failure = { __proto__: null, error };
    throw error;
  }
  return runsOwnMicrotasks(state.context) ? brought(promise) : promise;
}

/**
 * For `import()`.
 * @param {Module} module
 * @param {'evaluation' | 'defer'} phase
 * @returns {object}
 */
function importedNamespace(module, phase) {
  const state = states.get(module);
  if (statusOf(state) === 'errored') throw errorOf(state);
  return namespaceOf(state, phase === 'defer');
}

function namespaceOf(state, isDeferred) {
  if (getStatus(state.pin) < kInstantiated) throw new ERR_VM_MODULE_STATUS('must not be unlinked or linking');
  return getNamespace(state.pin, isDeferred);
}

// ---- The classes -----------------------------------------------------------------------------------------------------------

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
      return evaluateState(state, timeout ?? -1, breakOnSigint);
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
  importedNamespace,
  isModule,
};
