'use strict';

// The loader of CommonJS modules: class `Module`, the cache, what to do with each kind of file.
//
// Loads during bootstrap, on every thread, and is in the startup image. It reads no file, option or directory while it loads.
// How a request becomes a file name is in `internal/modules/cjs/resolve`; what happens only on cycles, at failures and
// under patched methods is outside the image.
//
// Users may replace nearly every method here; so the methods call each other through `Module`, and never keep a copy,
// except where the comment says so.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  JSONParse,
  ObjectDefineProperty,
  ReflectApply,
  SafeWeakMap,
  StringPrototypeEndsWith,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const {
  compileFunctionForCJS,
} = internalBinding('builtins');

const {
  readFileUtf8,
} = internalBinding('fs');

const {
  codes: {
    ERR_INVALID_ARG_VALUE,
    ERR_UNKNOWN_BUILTIN_MODULE,
  },
} = require('internal/errors');

const {
  validateString,
} = require('internal/validators');

const {
  defineLazyProperties,
  setOwnProperty,
} = require('internal/util');

const {
  BuiltinModule,
  requireBuiltin,
} = require('internal/bootstrap/realm');

const {
  makeRequireFunction,
  stripBOM,
} = require('internal/modules/helpers');

const {
  executeUserEntryPoint,
  isModule,
  runAsModule,
} = require('internal/modules/run_main');

const resolution = require('internal/modules/cjs/resolve');
const path = require('path');

const O_RDONLY = 0;

// Who required a module first. Not a property: it is shown by an accessor of the prototype.
const parentOf = new SafeWeakMap();

// `${directory of the parent}\x00${request}` to file name, for modules in the cache.
const relativeResolveCache = { __proto__: null };

let isPreloading = false;

// Loaded by the first cycle.
let hasCircular = false;
let circular;

// Set with the first ES module that is required: throws for one that is being evaluated, which has nothing to show before its end.
let refuseCycle;
function setCycleCheck(check) {
  refuseCycle = check;
}

function updateChildren(parent, child, scan) {
  const children = parent?.children;
  if (children && !(scan && ArrayPrototypeIncludes(children, child)))
    ArrayPrototypePush(children, child);
}

/**
 * @param {string} [id] the full file name
 * @param {Module | null} [parent]
 */
function Module(id = '', parent) {
  this.id = id;
  setOwnProperty(this, 'path', path.dirname(id));
  setOwnProperty(this, 'exports', {});
  parentOf.set(this, parent);
  updateChildren(parent, this, false);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };

// Reads the environment, so only when asked for.
defineLazyProperties(Module, 'internal/modules/cjs/global_paths', ['globalPaths']);

resolution.install(Module, parentOf);

// ---- Loading ---------------------------------------------------------------------------------------------------

/**
 * The exports for a request: from the cache, a builtin, or a file that is now run.
 * @param {string} request
 * @param {Module | null | undefined} parent who asks
 * @param {boolean} [isMain]
 * @returns {any}
 */
Module._load = function(request, parent, isMain) {
  let cacheKey;
  if (parent) {
    cacheKey = `${parent.path}\x00${request}`;
    const filename = relativeResolveCache[cacheKey];
    if (filename !== undefined) {
      const cached = Module._cache[filename];
      if (cached !== undefined)
        return exportsOfCached(cached, parent);
      delete relativeResolveCache[cacheKey];
    }
  }

  if (StringPrototypeStartsWith(request, 'node:'))
    return loadByScheme(request, parent);

  const filename = Module._resolveFilename(request, parent, isMain);
  const cached = Module._cache[filename];
  if (cached !== undefined)
    return exportsOfCached(cached, parent);

  if (BuiltinModule.canBeRequiredByUsersWithoutScheme(filename))
    return requireBuiltin(filename, parent?.filename);
  // A method replaced by the user may answer this for another request.
  if (StringPrototypeStartsWith(filename, 'node:'))
    return loadByScheme(filename, parent);

  if (isMain && isModule(filename))
    return runAsModule(filename);

  const module = new Module(filename, parent);
  if (isMain)
    becomeMain(module);

  Module._cache[filename] = module;
  if (cacheKey !== undefined)
    relativeResolveCache[cacheKey] = filename;

  let failed = true;
  try {
    module.load(filename);
    failed = false;
  } finally {
    if (failed)
      forget(module, filename, parent, cacheKey);
    else if (hasCircular)
      circular.unmark(module.exports);
  }
  return module.exports;
};

function exportsOfCached(module, parent) {
  updateChildren(parent, module, true);
  if (module.loaded)
    return module.exports;
  refuseCycle?.(module, parent);
  // It is being loaded further up: a cycle. The asker gets what there is, and from now on reading a name that is not
  // there (yet) is worth a warning.
  circular = require('internal/modules/cjs/circular');
  hasCircular = true;
  circular.mark(module.exports);
  return module.exports;
}

function loadByScheme(request, parent) {
  const id = StringPrototypeSlice(request, 5);
  if (!BuiltinModule.canBeRequiredByUsers(id))
    throw new ERR_UNKNOWN_BUILTIN_MODULE(request);
  return requireBuiltin(id, parent?.filename);
}

function becomeMain(module) {
  setOwnProperty(process, 'mainModule', module);
  module.id = '.';
}

// A module that failed to load is as if it had never been asked for.
function forget(module, filename, parent, cacheKey) {
  delete Module._cache[filename];
  if (cacheKey === undefined)
    return;
  delete relativeResolveCache[cacheKey];
  const children = parent.children;
  if (ArrayIsArray(children)) {
    const index = ArrayPrototypeIndexOf(children, module);
    if (index !== -1)
      ArrayPrototypeSplice(children, index, 1);
  }
}

/**
 * Reads and runs the file.
 * @param {string} filename
 */
Module.prototype.load = function(filename) {
  this.filename = filename;
  this.paths = Module._nodeModulePaths(path.dirname(filename));

  const extension = findExtension(filename);
  Module._extensions[extension](this, filename);
  this.loaded = true;
};

// The longest registered one: `.b.js` goes before `.js`. A name without any is a script.
function findExtension(filename) {
  const name = path.basename(filename);
  let dot = 0;
  while ((dot = StringPrototypeIndexOf(name, '.', dot)) !== -1) {
    // A leading dot begins a name, not an extension.
    if (dot !== 0) {
      const extension = StringPrototypeSlice(name, dot);
      if (Module._extensions[extension])
        return extension;
    }
    dot++;
  }
  return '.js';
}

/**
 * @param {string} id
 * @returns {any}
 */
Module.prototype.require = function(id) {
  validateString(id, 'id');
  if (id === '')
    throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  return Module._load(id, this, false);
};

/**
 * Runs `content` as the body of this module.
 * @param {string} content
 * @param {string} filename
 * @returns {any} what the body returns
 */
Module.prototype._compile = function(content, filename) {
  const body = wrapped.replaced ?
    require('internal/modules/cjs/compat').compileWrapped(wrapped, content, filename) :
    compileBody(this, content, filename);
  if (body === undefined)
    return undefined;
  const { exports } = this;
  return ReflectApply(body, exports, [
    exports, makeRequireFunction(this), this, filename, path.dirname(filename),
  ]);
};

// Undefined if the text turned out to be that of an ES module, which has been run.
function compileBody(module, content, filename) {
  try {
    return compileFunctionForCJS(content, filename);
  } catch {
    // Told below, from where V8 knows the place.
  }
  if (require('internal/modules/esm/required').loadIfModule(module, filename, content))
    return undefined;
  return compileFunctionForCJS(content, filename);
}

// ---- Kinds of files --------------------------------------------------------------------------------------------

Module._extensions['.js'] = function(module, filename) {
  const content = readFileUtf8(filename, O_RDONLY);
  if (StringPrototypeEndsWith(filename, '.mjs') ||
      (StringPrototypeEndsWith(filename, '.js') && resolution.packageType(filename) === 'module'))
    return require('internal/modules/esm/required').load(module, filename, content);
  module._compile(content, filename);
};

Module._extensions['.json'] = function(module, filename) {
  const content = readFileUtf8(filename, O_RDONLY);
  try {
    setOwnProperty(module, 'exports', JSONParse(stripBOM(content)));
  } catch (err) {
    err.message = `${filename}: ${err.message}`;
    throw err;
  }
};

Module._extensions['.node'] = function(module, filename) {
  return require('internal/modules/cjs/compat').refuseAddon(filename);
};

// ---- The wrapper of old, in case somebody replaces it ----------------------------------------------------------

const wrapped = {
  __proto__: null,
  replaced: false,
  wrap(script) {
    return wrapped.wrapper[0] + script + wrapped.wrapper[1];
  },
  wrapper: [
    '(function (exports, require, module, __filename, __dirname) { ',
    '\n});',
  ],
};

ObjectDefineProperty(Module, 'wrap', {
  __proto__: null,
  get() {
    return wrapped.wrap;
  },
  set(value) {
    wrapped.replaced = true;
    wrapped.wrap = value;
  },
});

ObjectDefineProperty(Module, 'wrapper', {
  __proto__: null,
  get() {
    return require('internal/modules/cjs/compat').observedWrapper(wrapped);
  },
  set(value) {
    wrapped.replaced = true;
    wrapped.wrapper = value;
  },
});

// ---- The rest of the interface ---------------------------------------------------------------------------------

ObjectDefineProperty(Module.prototype, 'isPreloading', {
  __proto__: null,
  get() {
    return isPreloading;
  },
});

ObjectDefineProperty(Module.prototype, 'parent', {
  __proto__: null,
  configurable: true,
  get() {
    return parentOf.get(this);
  },
  set(value) {
    parentOf.set(this, value);
  },
});

/**
 * For pre-execution under `--pending-deprecation`.
 */
function deprecateParent() {
  require('internal/modules/cjs/compat').deprecateParent(Module);
}

/**
 * @param {string} id
 * @returns {boolean}
 */
Module.isBuiltin = function isBuiltin(id) {
  if (typeof id !== 'string')
    return false;
  return BuiltinModule.canBeRequiredByUsersWithoutScheme(id) ||
    (StringPrototypeStartsWith(id, 'node:') && BuiltinModule.canBeRequiredByUsers(StringPrototypeSlice(id, 5)));
};

/**
 * @param {string | URL} filename
 * @returns {Function}
 */
Module.createRequire = function createRequire(filename) {
  return require('internal/modules/cjs/compat').createRequire(filename);
};

Module._initPaths = function() {
  return require('internal/modules/cjs/global_paths').initPaths();
};

/**
 * Runs modules before the program, as if required from the current directory.
 * @param {string[]} requests
 */
Module._preloadModules = function(requests) {
  if (!ArrayIsArray(requests))
    return;
  isPreloading = true;
  require('internal/modules/cjs/compat').preload(requests);
  isPreloading = false;
};

Module.syncBuiltinESMExports = function syncBuiltinESMExports() {
  require('internal/modules/esm/facade').syncExports();
};

// No source map is read.
Module.findSourceMap = function findSourceMap(sourceURL) {
  return undefined;
};

defineLazyProperties(Module, 'internal/modules/find_package_json', [
  'constants', 'enableCompileCache', 'findPackageJSON', 'flushCompileCache', 'getCompileCacheDir',
]);

Module.Module = Module;
Module.builtinModules = ArrayPrototypeSlice(BuiltinModule.publicIds);
Module.runMain = executeUserEntryPoint;

module.exports = {
  deprecateParent,
  Module,
  setCycleCheck,
};
