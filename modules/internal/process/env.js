'use strict';

// `process.env`: a view of the environment variables of this thread, which are kept by the host.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must read no variable while it loads: the
// proxy holds none, each operation asks the host.

const {
  ObjectCreate,
  ObjectDefineProperty,
  ObjectPrototype,
  Proxy,
  ReflectDefineProperty,
  ReflectGet,
  ReflectGetPrototypeOf,
  ReflectHas,
  ReflectSet,
  SymbolFor,
  TypeError,
} = primordials;

const {
  deleteEnv,
  envKeys,
  getEnv,
  setEnv,
} = internalBinding('process_methods');

const {
  codes: {
    ERR_INVALID_OBJECT_DEFINE_PROPERTY,
  },
} = require('internal/errors');

const customInspectSymbol = SymbolFor('nodejs.util.inspect.custom');

let warnAboutTypes = false;

/**
 * For pre-execution under `--pending-deprecation`: tell, once, of values that are not text, numbers or booleans.
 */
function enableTypeDeprecation() {
  warnAboutTypes = true;
}

function warnAboutType(value) {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return;
  warnAboutTypes = false;
  process.emitWarning(
    'Assigning any value other than a string, number, or boolean to a process.env property is deprecated. Please ' +
    'make sure to convert the value to a string before setting process.env with it.',
    'DeprecationWarning',
    'DEP0104');
}

function store(key, value) {
  // A raw error: it is the one that any conversion of a symbol gives.
  if (typeof key === 'symbol' || typeof value === 'symbol')
    throw new TypeError('Cannot convert a Symbol value to a string');
  if (warnAboutTypes)
    warnAboutType(value);
  setEnv(key, `${value}`);
}

// What an assignment on an object that inherits from the proxy falls back to: there is nothing of that name above it.
const nothing = { __proto__: null };

const handler = {
  __proto__: null,

  get(target, key, receiver) {
    if (typeof key === 'string') {
      const value = getEnv(key);
      if (value !== undefined)
        return value;
    }
    const proto = ReflectGetPrototypeOf(target);
    return proto === null ? undefined : ReflectGet(proto, key, receiver);
  },

  set(target, key, value, receiver) {
    if (receiver !== env)
      return ReflectSet(nothing, key, value, receiver);
    store(key, value);
    return true;
  },

  has(target, key) {
    if (typeof key === 'string' && getEnv(key) !== undefined)
      return true;
    const proto = ReflectGetPrototypeOf(target);
    return proto !== null && ReflectHas(proto, key);
  },

  deleteProperty(target, key) {
    if (typeof key === 'string')
      deleteEnv(key);
    return true;
  },

  ownKeys() {
    return envKeys();
  },

  getOwnPropertyDescriptor(target, key) {
    const value = typeof key === 'string' ? getEnv(key) : undefined;
    if (value === undefined)
      return undefined;
    return { value, writable: true, enumerable: true, configurable: true };
  },

  defineProperty(target, key, descriptor) {
    if ('value' in descriptor) {
      if (!descriptor.configurable || !descriptor.enumerable || !descriptor.writable)
        refuseDescriptor();
      store(key, descriptor.value);
      return true;
    }
    if ('get' in descriptor || 'set' in descriptor) {
      throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
        '\'process.env\' does not accept an accessor(getter/setter) descriptor');
    }
    return refuseDescriptor();
  },

  // A frozen environment could not be told from one that others change.
  preventExtensions() {
    throw new TypeError('Cannot prevent extensions');
  },
};

function refuseDescriptor() {
  throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
    '\'process.env\' only accepts a configurable, writable, and enumerable data descriptor');
}

// The target is empty but for this: printing a proxy prints its target, so the target says what to print instead.
const target = ObjectDefineProperty({}, customInspectSymbol, {
  __proto__: null,
  configurable: true,
  value: snapshotOf,
});

function snapshotOf() {
  const copy = ObjectCreate(ObjectPrototype);
  const keys = envKeys();
  for (let i = 0; i < keys.length; i++) {
    ReflectDefineProperty(copy, keys[i], {
      __proto__: null,
      configurable: true,
      enumerable: true,
      value: getEnv(keys[i]),
      writable: true,
    });
  }
  return copy;
}

const env = new Proxy(target, handler);

module.exports = {
  enableTypeDeprecation,
  env,
};
