'use strict';

// What is known of each `vm.Module`, and its evaluation.
//
// Loads with the classes, on any thread; not in the startup image. It knows nothing of the classes.

const {
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  SafeWeakMap,
} = primordials;

const {
  evaluate,
  getError,
  getNamespace,
  getStatus,
  kErrored,
  kEvaluated,
  kInstantiated,
} = internalBinding('module_wrap');

const {
  constants: { kFulfilled, kPending },
  getPromiseDetails,
} = internalBinding('util');

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
    ERR_VM_MODULE_STATUS,
  },
} = require('internal/errors');

const { validateObject, validateString } = require('internal/validators');
const { globalOf, isContext, runsOwnMicrotasks } = require('internal/vm');

// In the order of V8's numbers.
const STATUSES = ['unlinked', 'linking', 'linked', 'evaluating', 'evaluated', 'errored'];

// By module: its `pin`, which native code knows it by; `context` and `identifier`; `requests` and `isLinked`; `isLinking` while a linker
// is being asked; and a `failure`, `{ error }`, that V8 does not know of: the linker's, or that the evaluation was stopped.
const states = new SafeWeakMap();

/**
 * @param {any} value
 * @returns {object | undefined} undefined for what is no module
 */
function findState(value) {
  return states.get(value);
}

/**
 * Of the receiver of a method.
 * @param {any} module
 * @param {'Module' | 'SourceTextModule' | 'SyntheticModule'} className
 * @returns {object}
 */
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

/**
 * Makes a module of an object.
 * @param {object} module
 * @param {'SourceTextModule' | 'SyntheticModule'} className
 * @param {{ context?: object, identifier?: string }} options
 * @param {(identifier: string, global: object | undefined) => object} make gives the pin
 * @returns {object}
 */
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

/**
 * @param {object} state
 * @param {number} timeout in milliseconds, below 0 for none
 * @param {boolean} breakOnSigint
 * @returns {Promise<undefined>}
 */
function evaluateModule(state, timeout, breakOnSigint) {
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
 * @param {object} state
 * @param {boolean} isDeferred whether its first reading evaluates the module
 * @returns {object}
 */
function namespaceOf(state, isDeferred) {
  if (getStatus(state.pin) < kInstantiated) throw new ERR_VM_MODULE_STATUS('must not be unlinked or linking');
  return getNamespace(state.pin, isDeferred);
}

module.exports = {
  errorOf,
  evaluateModule,
  findState,
  namespaceOf,
  setUp,
  stateOf,
  statusOf,
};
