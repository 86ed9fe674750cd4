'use strict';

// `util`.
//
// Phase: run time, any thread; not in the startup image. A front: each part is loaded when it is first read, and nothing else
// is required here but what every start has loaded.

const {
  ArrayIsArray,
  NumberIsSafeInteger,
  ObjectDefineProperty,
  ObjectKeys,
  ObjectSetPrototypeOf,
  ReflectConstruct,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateNumber, validateOneOf, validateString } = require('internal/validators');
const {
  defineLazyProperties,
  deprecate,
  getSystemErrorMap,
  getSystemErrorName: systemErrorName,
  isError,
  promisify,
  toUSVString,
} = require('internal/util');

// Makes instances of `ctor` inherit from `superCtor`, as classes do with `extends`.
function inherits(ctor, superCtor) {
  if (ctor === undefined || ctor === null) throw new ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null) throw new ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  if (superCtor.prototype === undefined) {
    throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  }
  ObjectDefineProperty(ctor, 'super_', { __proto__: null, value: superCtor, writable: true, configurable: true });
  ObjectSetPrototypeOf(ctor.prototype, superCtor.prototype);
}

function validateErrno(err) {
  validateNumber(err, 'err');
  if (err >= 0 || !NumberIsSafeInteger(err)) throw new ERR_OUT_OF_RANGE('err', 'a negative integer', err);
}

function getSystemErrorName(err) {
  validateErrno(err);
  return systemErrorName(err);
}

function getSystemErrorMessage(err) {
  validateErrno(err);
  const entry = require('internal/errors').uvErrmapGet(err);
  return entry === undefined ? `Unknown system error ${err}` : entry[1];
}

// The exit code of a program that a signal ended, as shells have it.
function convertProcessSignalToExitCode(signalCode) {
  const { signals } = internalBinding('constants').os;
  validateOneOf(signalCode, 'signalCode', ObjectKeys(signals));
  return 128 + signals[signalCode];
}

function markPromiseAsHandled(promise) {
  if (!internalBinding('types').isPromise(promise)) throw new ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
  internalBinding('util').markPromiseAsHandled(promise);
}

function _errnoException(...args) {
  return newError('ErrnoException', args);
}

function _exceptionWithHostPort(...args) {
  return newError('ExceptionWithHostPort', args);
}

function newError(name, args) {
  return ReflectConstruct(require('internal/errors')[name], args);
}

function parseEnv(content) {
  validateString(content, 'content');
  return require('internal/util/parse_env').parseEnv(content);
}

module.exports = {
  _errnoException,
  _exceptionWithHostPort,
  convertProcessSignalToExitCode,
  deprecate,
  getSystemErrorMap,
  getSystemErrorMessage,
  getSystemErrorName,
  inherits,
  isArray: ArrayIsArray,
  isError,
  markPromiseAsHandled,
  parseEnv,
  promisify,
  toUSVString,
};

defineLazyProperties(module.exports, {
  TextDecoder: 'internal/encoding',
  TextEncoder: 'internal/encoding',
  MIMEParams: 'internal/mime',
  MIMEType: 'internal/mime',
  aborted: 'internal/abort_controller',
  callbackify: 'internal/util/callbackify',
  debounce: 'internal/util/debounce',
  debug: 'internal/util/debuglog#debuglog',
  debuglog: 'internal/util/debuglog',
  diff: 'internal/util/diff',
  format: 'internal/util/inspect',
  formatWithOptions: 'internal/util/inspect',
  getCallSites: 'internal/util/call_sites',
  inspect: 'internal/util/inspect',
  isDeepStrictEqual: 'internal/util/comparisons',
  isPartialDeepStrictEqual: 'internal/util/partial',
  parseArgs: 'internal/util/parse_args/parse_args',
  stripVTControlCharacters: 'internal/util/inspect',
  styleText: 'internal/util/style_text',
  throttle: 'internal/util/throttle',
  transferableAbortController: 'internal/abort_controller',
  transferableAbortSignal: 'internal/abort_controller',
  types: 'internal/util/types#*',
  // Kept for old programs.
  _extend: 'internal/util/legacy',
  isBoolean: 'internal/util/legacy',
  isBuffer: 'internal/util/legacy',
  isDate: 'internal/util/legacy',
  isFunction: 'internal/util/legacy',
  isNull: 'internal/util/legacy',
  isNullOrUndefined: 'internal/util/legacy',
  isNumber: 'internal/util/legacy',
  isObject: 'internal/util/legacy',
  isPrimitive: 'internal/util/legacy',
  isRegExp: 'internal/util/legacy',
  isString: 'internal/util/legacy',
  isSymbol: 'internal/util/legacy',
  isUndefined: 'internal/util/legacy',
  log: 'internal/util/legacy',
});
