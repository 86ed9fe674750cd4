'use strict';

// Small tools that many builtins share.
//
// Phase: realm, on every thread, in the startup image. It requires `internal/errors` and nothing else at load; what is rarely
// used is required inside the functions.

const {
  ArrayPrototypePush,
  ArrayPrototypeSort,
  Error,
  ErrorCaptureStackTrace,
  ErrorPrototype,
  FunctionPrototypeCall,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectFreeze,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypeIsPrototypeOf,
  ObjectSetPrototypeOf,
  Promise,
  ReflectApply,
  ReflectConstruct,
  RegExpPrototypeExec,
  SafeMap,
  SafeSet,
  StringPrototypeToLowerCase,
  StringPrototypeToUpperCase,
  StringPrototypeToWellFormed,
  Symbol,
  SymbolAsyncDispose,
  SymbolDispose,
  SymbolFor,
  SymbolPrototypeGetDescription,
} = primordials;

const {
  codes: {
    ERR_NO_CRYPTO,
    ERR_UNKNOWN_SIGNAL,
  },
  isErrorStackTraceLimitWritable,
  uvErrmapGet,
} = require('internal/errors');

const binding = internalBinding('util');
const { defineLazyProperties } = binding;

const kEmptyObject = ObjectFreeze({ __proto__: null });
const kEnumerableProperty = ObjectFreeze({ __proto__: null, enumerable: true });
const kIsEncodingSymbol = Symbol('kIsEncodingSymbol');
const kVmBreakFirstLineSymbol = Symbol('kVmBreakFirstLineSymbol');
const customInspectSymbol = SymbolFor('nodejs.util.inspect.custom');
const customPromisifyArgs = Symbol('customPromisifyArgs');

// ---- laziness --------------------------------------------------------------------------------------------------------------

// A function that calls `initializer` once and then returns what it got.
function getLazy(initializer) {
  let done = false;
  let value;
  return function () {
    if (!done) {
      value = initializer();
      done = true;
    }
    return value;
  };
}

function cachedResult(fn) {
  let done = false;
  let value;
  return () => {
    if (!done) {
      value = fn();
      done = true;
    }
    return value;
  };
}

// `callback`, which runs at its first call only.
function once(callback, options = kEmptyObject) {
  const { preserveReturnValue = false } = options;
  let called = false;
  let value;
  return function (...args) {
    if (called) return preserveReturnValue ? value : undefined;
    called = true;
    const result = ReflectApply(callback, this, args);
    if (preserveReturnValue) value = result;
    return result;
  };
}

// ---- properties of globals and classes, as Web IDL has them ------------------------------------------------------------------

function define(target, name, value, enumerable) {
  ObjectDefineProperty(target, name, { __proto__: null, writable: true, enumerable, configurable: true, value });
}

function defineOperation(target, name, method) {
  define(target, name, method, true);
}

function exposeInterface(target, name, interfaceObject) {
  define(target, name, interfaceObject, false);
}

function exposeNamespace(target, name, namespaceObject) {
  define(target, name, namespaceObject, false);
}

function exposeLazyInterfaces(target, id, keys) {
  defineLazyProperties(target, id, keys, false);
}

function exposeGetterAndSetter(target, name, getter, setter = undefined) {
  ObjectDefineProperty(target, name, { __proto__: null, enumerable: false, configurable: true, get: getter, set: setter });
}

function setOwnProperty(target, key, value) {
  define(target, key, value, true);
}

// A `[Replaceable]` attribute: an accessor; a value that is written becomes a plain property of the receiver.
function defineReplaceableLazyAttribute(target, id, keys, writable = true, check = undefined) {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const get = getLazy(() => require(id)[key]);
    const accessor = {
      get() {
        if (check !== undefined) FunctionPrototypeCall(check, this);
        return get();
      },
      set(value) {
        setOwnProperty(this ?? target, key, value);
      },
    };
    ObjectDefineProperty(accessor.get, 'name', { __proto__: null, value: `get ${key}` });
    ObjectDefineProperty(accessor.set, 'name', { __proto__: null, value: `set ${key}` });
    ObjectDefineProperty(target, key, {
      __proto__: null,
      enumerable: true,
      configurable: true,
      get: accessor.get,
      set: writable ? accessor.set : undefined,
    });
  }
}

function assignFunctionName(name, fn, descriptor = kEmptyObject) {
  if (typeof name === 'symbol') {
    const description = SymbolPrototypeGetDescription(name);
    name = description === undefined ? '' : `[${description}]`;
  }
  return ObjectDefineProperty(fn, 'name', {
    __proto__: null,
    writable: false,
    enumerable: false,
    configurable: true,
    ...ObjectGetOwnPropertyDescriptor(fn, 'name'),
    ...descriptor,
    value: `${name}`,
  });
}

// A function that makes instances of `type` also without `new`.
function createClassWrapper(type) {
  function wrapper(...args) {
    return ReflectConstruct(type, args, new.target || type);
  }
  ObjectDefineProperties(wrapper, {
    __proto__: null,
    name: { __proto__: null, value: type.name, configurable: true },
    length: { __proto__: null, value: type.length, configurable: true },
  });
  ObjectSetPrototypeOf(wrapper, type);
  wrapper.prototype = type.prototype;
  return wrapper;
}

function getConstructorOf(object) {
  while (object) {
    const descriptor = ObjectGetOwnPropertyDescriptor(object, 'constructor');
    if (typeof descriptor?.value === 'function' && descriptor.value.name !== '') return descriptor.value;
    object = ObjectGetPrototypeOf(object);
  }
  return undefined;
}

function filterOwnProperties(source, keys) {
  const result = { __proto__: null };
  for (let i = 0; i < keys.length; i++) {
    if (ObjectPrototypeHasOwnProperty(source, keys[i])) result[keys[i]] = source[keys[i]];
  }
  return result;
}

// ---- strings and arrays ------------------------------------------------------------------------------------------------------

// The numbers by which native code knows the encodings.
const encodingsMap = {
  __proto__: null,
  ascii: 0,
  utf8: 1,
  base64: 2,
  utf16le: 3,
  latin1: 4,
  hex: 5,
  buffer: 6,
  base64url: 7,
};

function knownEncoding(name) {
  switch (name) {
    case '':
    case 'utf8':
    case 'utf-8':
      return 'utf8';
    case 'ucs2':
    case 'ucs-2':
    case 'utf16le':
    case 'utf-16le':
      return 'utf16le';
    case 'binary':
    case 'latin1':
      return 'latin1';
    case 'ascii':
    case 'base64':
    case 'base64url':
    case 'hex':
      return name;
    default:
      return undefined;
  }
}

// The canonical name of an encoding of Buffer, or undefined.
function normalizeEncoding(encoding) {
  if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return 'utf8';
  if (typeof encoding !== 'string') return undefined;
  return knownEncoding(encoding) ?? knownEncoding(StringPrototypeToLowerCase(encoding));
}

function toUSVString(input) {
  return StringPrototypeToWellFormed(`${input}`);
}

function join(list, separator) {
  let text = '';
  for (let i = 0; i < list.length; i++) text += i === 0 ? list[i] : separator + list[i];
  return text;
}

// Removes one element; faster than `splice`, which makes an array.
function spliceOne(list, index) {
  for (; index + 1 < list.length; index++) list[index] = list[index + 1];
  list.length -= 1;
}

// The sorted strings of a list, each once. With `low`, those that begin with a lower-case letter come first.
function filterDuplicateStrings(items, low) {
  const seen = new SafeSet();
  const list = [];
  for (let i = 0; i < items.length; i++) {
    if (seen.has(items[i])) continue;
    seen.add(items[i]);
    ArrayPrototypePush(list, items[i]);
  }
  ArrayPrototypeSort(list);
  if (!low) return list;
  const lower = [];
  const others = [];
  for (let i = 0; i < list.length; i++) {
    ArrayPrototypePush(list[i] >= 'a' && list[i] < '{' ? lower : others, list[i]);
  }
  for (let i = 0; i < others.length; i++) ArrayPrototypePush(lower, others[i]);
  return lower;
}

const nodeModules = /^(?:.*)[\\/]node_modules[\\/]/;

function isUnderNodeModules(filename) {
  return filename && RegExpPrototypeExec(nodeModules, filename) !== null;
}

function removeColors(text) {
  return require('internal/util/inspect').stripVTControlCharacters(text);
}

// ---- functions and promises --------------------------------------------------------------------------------------------------

function createDeferredPromise() {
  let resolve;
  let reject;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function promisify(original) {
  return require('internal/util/promisify').promisify(original);
}
promisify.custom = SymbolFor('nodejs.util.promisify.custom');

function deprecate(fn, message, code, useEmitSync) {
  return require('internal/util/deprecate').deprecate(fn, message, code, useEmitSync);
}

let experimentalWarnings;

function emitExperimentalWarning(feature, messagePrefix = '') {
  experimentalWarnings ??= new SafeSet();
  if (experimentalWarnings.has(feature)) return;
  experimentalWarnings.add(feature);
  process.emitWarning(
    `${messagePrefix}${feature} is an experimental feature and might change at any time`,
    'ExperimentalWarning',
  );
}

// ---- errors ----------------------------------------------------------------------------------------------------------------

function isError(value) {
  return internalBinding('types').isNativeError(value) || ObjectPrototypeIsPrototypeOf(ErrorPrototype, value);
}

function lazyDOMExceptionClass() {
  return require('internal/domexception').DOMException;
}

function lazyDOMException(message, name) {
  const DOMException = lazyDOMExceptionClass();
  if (!isErrorStackTraceLimitWritable()) return new DOMException(message, name);
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  let exception;
  try {
    exception = new DOMException(message, name);
  } finally {
    Error.stackTraceLimit = limit;
  }
  ErrorCaptureStackTrace(exception, lazyDOMException);
  return exception;
}

function assertCrypto() {
  throw new ERR_NO_CRYPTO();
}

function getSystemErrorName(errno) {
  const entry = uvErrmapGet(errno);
  return entry === undefined ? `Unknown system error ${errno}` : entry[0];
}

function getSystemErrorMap() {
  return internalBinding('uv').getErrorMap();
}

// ---- the system ------------------------------------------------------------------------------------------------------------

let signalNumbers;

// The number of a signal given by number or name.
function convertToValidSignal(signal) {
  const { signals } = internalBinding('constants').os;
  if (typeof signal === 'number') {
    if (signalNumbers === undefined) {
      signalNumbers = new SafeMap();
      for (const name in signals) signalNumbers.set(signals[name], name);
    }
    if (signalNumbers.has(signal)) return signal;
  } else if (typeof signal === 'string') {
    const number = signals[StringPrototypeToUpperCase(signal)];
    if (number) return number;
  }
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

function sleep(ms) {
  require('internal/validators').validateUint32(ms, 'msec');
  binding.sleep(ms);
}

function guessHandleType(fd) {
  return binding.guessHandleType(fd);
}

function isInsideNodeModules() {
  return binding.isInsideNodeModules();
}

module.exports = {
  SymbolAsyncDispose,
  SymbolDispose,
  assertCrypto,
  assignFunctionName,
  cachedResult,
  convertToValidSignal,
  createClassWrapper,
  createDeferredPromise,
  customInspectSymbol,
  customPromisifyArgs,
  defineLazyProperties,
  defineOperation,
  defineReplaceableLazyAttribute,
  deprecate,
  emitExperimentalWarning,
  encodingsMap,
  exposeGetterAndSetter,
  exposeInterface,
  exposeLazyInterfaces,
  exposeNamespace,
  filterDuplicateStrings,
  filterOwnProperties,
  getConstructorOf,
  getLazy,
  getSystemErrorMap,
  getSystemErrorName,
  guessHandleType,
  isError,
  isInsideNodeModules,
  isUnderNodeModules,
  join,
  kEmptyObject,
  kEnumerableProperty,
  kIsEncodingSymbol,
  kVmBreakFirstLineSymbol,
  lazyDOMException,
  lazyDOMExceptionClass,
  normalizeEncoding,
  once,
  promisify,
  removeColors,
  setOwnProperty,
  sleep,
  spliceOne,
  toUSVString,
};
