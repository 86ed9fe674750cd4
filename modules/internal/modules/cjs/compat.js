'use strict';

// Parts of the loader that few programs use: replaced wrappers, `createRequire`, preloading, addons.
//
// Loads on demand, on any thread, and is not in the startup image.

const {
  FunctionPrototypeCall,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  Proxy,
  ReflectDefineProperty,
  ReflectSet,
  StringPrototypeEndsWith,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_VALUE,
  },
  genericNodeError,
} = require('internal/errors');

const { makeRequireFunction } = require('internal/modules/helpers');
const { deprecate } = require('internal/util');
const { Module } = require('internal/modules/cjs/loader');
const path = require('path');

/**
 * The body of a module, wrapped as the program wants it.
 */
function compileWrapped(wrapped, content, filename) {
  const { runScriptInThisContext } = internalBinding('builtins');
  return runScriptInThisContext(FunctionPrototypeCall(wrapped.wrap, Module, content), filename);
}

let observed;

// The array, as something that tells when it is changed.
function observedWrapper(wrapped) {
  if (wrapped.replaced)
    return wrapped.wrapper;
  observed ??= new Proxy(wrapped.wrapper, {
    __proto__: null,

    set(target, property, value, receiver) {
      wrapped.replaced = true;
      return ReflectSet(target, property, value);
    },

    defineProperty(target, property, descriptor) {
      wrapped.replaced = true;
      return ReflectDefineProperty(target, property, descriptor);
    },
  });
  return observed;
}

function isURL(value) {
  return value !== null && typeof value === 'object' && typeof value.href === 'string' &&
    typeof value.protocol === 'string' && value.auth === undefined && value.path === undefined;
}

const expected = 'must be a file URL object, file URL string, or absolute path string';

function pathOf(filename) {
  if (typeof filename === 'string' && path.isAbsolute(filename))
    return filename;
  if (typeof filename !== 'string' && !isURL(filename))
    throw new ERR_INVALID_ARG_VALUE('filename', filename, expected);
  try {
    return require('internal/url').fileURLToPath(filename);
  } catch {
    throw new ERR_INVALID_ARG_VALUE('filename', filename, expected);
  }
}

/**
 * @param {string | URL} filename of a file, or of a directory with a slash at the end
 * @returns {Function}
 */
function createRequire(filename) {
  const file = pathOf(filename);
  const name = StringPrototypeEndsWith(file, '/') ? path.join(file, 'noop.js') : file;
  const module = new Module(name);
  module.filename = name;
  module.paths = Module._nodeModulePaths(module.path);
  return makeRequireFunction(module);
}

function preload(requests) {
  const parent = new Module('internal/preload', null);
  try {
    parent.paths = Module._nodeModulePaths(process.cwd());
  } catch (error) {
    // The current directory is gone: full paths still work.
    if (error.code !== 'ENOENT')
      throw error;
  }
  for (let i = 0; i < requests.length; i++)
    parent.require(requests[i]);
}

// `module.parent` is the first of those who required it, which says little.
function deprecateParent(moduleClass) {
  const { prototype } = moduleClass;
  const { get, set } = ObjectGetOwnPropertyDescriptor(prototype, 'parent');
  const text = 'module.parent is deprecated due to accuracy issues. Please use ' +
    'require.main to find program entry point instead.';
  ObjectDefineProperty(prototype, 'parent', {
    __proto__: null,
    configurable: true,
    get: deprecate(get, text, 'DEP0144'),
    set: deprecate(set, text, 'DEP0144'),
  });
}

function refuseAddon(filename) {
  throw genericNodeError(
    `native addons are not supported: found '${filename}', expected a script or JSON file`,
    { __proto__: null, code: 'ERR_DLOPEN_FAILED' });
}

module.exports = {
  compileWrapped,
  createRequire,
  deprecateParent,
  observedWrapper,
  preload,
  refuseAddon,
};
