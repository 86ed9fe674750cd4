'use strict';

// `util`.
//
// Phase: run time, any thread; not in the startup image. A front: each part is loaded when it is first read, and nothing else
// is required here but what every start has loaded.

const {
  ArrayIsArray,
  NumberIsSafeInteger,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  ReflectConstruct,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateNumber, validateString } = require('internal/validators');
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

function getSystemErrorName(err) {
  validateNumber(err, 'err');
  if (err >= 0 || !NumberIsSafeInteger(err)) throw new ERR_OUT_OF_RANGE('err', 'a negative integer', err);
  return systemErrorName(err);
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
  deprecate,
  getSystemErrorMap,
  getSystemErrorName,
  inherits,
  isArray: ArrayIsArray,
  isError,
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
  debug: 'internal/util/debuglog#debuglog',
  debuglog: 'internal/util/debuglog',
  format: 'internal/util/inspect',
  formatWithOptions: 'internal/util/inspect',
  getCallSites: 'internal/util/call_sites',
  inspect: 'internal/util/inspect',
  isDeepStrictEqual: 'internal/util/comparisons',
  parseArgs: 'internal/util/parse_args/parse_args',
  stripVTControlCharacters: 'internal/util/inspect',
  styleText: 'internal/util/style_text',
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
