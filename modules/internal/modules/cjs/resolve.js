'use strict';

// From a request to a file name: the methods `_resolveFilename`, `_resolveLookupPaths`, `_nodeModulePaths` and
// `_findPath` of `Module`.
//
// Loads during bootstrap, on every thread, and is in the startup image. It reads no file or option while it loads.
//
// Ordinarily one call of the host's resolver answers. As soon as a program uses one of the old ways to influence the
// search (other extensions, changed `module.paths`, replaced methods, `NODE_PATH`, `options.paths`), the search is done
// step by step in `internal/modules/cjs/find_path`, which is not in the image.

const {
  ArrayPrototypeConcat,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  Error,
  ObjectKeys,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const {
  internalModuleStat,
} = internalBinding('fs');

const {
  BuiltinModule,
} = require('internal/bootstrap/realm');

const {
  toRealPath,
} = require('internal/modules/helpers');

const { getOptions } = require('internal/options');

const path = require('path');

const kSlash = 0x2f;

// What `install` was given, and what it put there.
let Module;
let parentOf;
let original;

function resolver() {
  return internalBinding('resolver');
}

// The last answer: the program itself is asked about twice.
let lastFile;
let lastType;

/**
 * The `type` of the package a file belongs to.
 * @param {string} filename
 * @returns {'module' | 'commonjs' | 'none'}
 */
function packageType(filename) {
  if (filename !== lastFile) {
    lastType = resolver().packageType(filename);
    lastFile = filename;
  }
  return lastType;
}

/**
 * Whether a request names a place relative to the asker.
 * @param {string} request
 * @returns {boolean}
 */
function isRelative(request) {
  return StringPrototypeStartsWith(request, './') || StringPrototypeStartsWith(request, '../') ||
    request === '.' || request === '..';
}

/**
 * The `node_modules` directories a bare request from directory `from` is looked for in, nearest first.
 * @param {string} from
 * @returns {string[]}
 */
function nodeModulePaths(from) {
  from = path.resolve(from);
  if (from === '/')
    return ['/node_modules'];

  const paths = [];
  let end = from.length;
  for (let i = end - 1; i >= 0; i--) {
    if (StringPrototypeCharCodeAt(from, i) !== kSlash)
      continue;
    // There is no node_modules/node_modules.
    if (StringPrototypeSlice(from, i + 1, end) !== 'node_modules')
      ArrayPrototypePush(paths, `${StringPrototypeSlice(from, 0, end)}/node_modules`);
    end = i;
  }
  ArrayPrototypePush(paths, '/node_modules');
  return paths;
}

/**
 * Where a request is looked for: null for builtins.
 * @param {string} request
 * @param {Module | null | undefined} parent
 * @returns {string[] | null}
 */
function resolveLookupPaths(request, parent) {
  if (BuiltinModule.normalizeRequirableId(request))
    return null;

  if (!isRelative(request)) {
    const { modulePaths } = require('internal/modules/cjs/global_paths');
    const paths = parent?.paths?.length ? ArrayPrototypeConcat(parent.paths, modulePaths()) : modulePaths();
    return paths.length > 0 ? paths : null;
  }

  // Programs typed on a command line have no file: they ask from the current directory.
  if (!parent?.id || !parent.filename)
    return ['.'];
  return [path.dirname(parent.filename)];
}

/**
 * @param {string} request
 * @param {Module | null | undefined} parent
 * @param {boolean} [isMain]
 * @param {{ paths?: string[] }} [options]
 * @returns {string} a full file name, or the name of a builtin as asked for
 */
function resolveFilename(request, parent, isMain, options) {
  if (BuiltinModule.normalizeRequirableId(request))
    return request;

  const filename = isMain ? findMain(request) : find(request, parent, options);
  if (filename !== undefined)
    return filename;
  throw notFound(request, parent);
}

// Nearly always a full path to a file.
function findMain(request) {
  if (StringPrototypeCharCodeAt(request, 0) === kSlash && internalModuleStat(request) === 0 && isUntouched())
    return getOptions().preserveSymlinksMain ? request : toRealPath(request);
  return find(request, null, undefined);
}

function find(request, parent, options) {
  if (options?.paths !== undefined || !isUntouched() || !hasOrdinaryPaths(request, parent))
    return require('internal/modules/cjs/find_path').find(Module, request, parent, options);

  // What the host does not find is looked for once more, step by step: in the directories for all programs, and to tell
  // of a package whose main file is missing.
  // A full path needs no place to start from, and there may be none.
  const isFull = StringPrototypeCharCodeAt(request, 0) === kSlash;
  return tryResolver(request, isFull ? '/' : directoryOf(parent)) ??
    require('internal/modules/cjs/find_path').find(Module, request, parent, undefined);
}

// One question to the host. Undefined when there is nothing of that name; a package that refuses is an error.
function tryResolver(request, directory) {
  const { conditions, preserveSymlinks } = getOptions();
  try {
    return resolver().resolve(request, directory, 'require', conditions, preserveSymlinks);
  } catch (error) {
    const code = error?.code;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND')
      return undefined;
    throw error;
  }
}

function directoryOf(parent) {
  return parent?.filename ? path.dirname(parent.filename) : process.cwd();
}

function isBare(request) {
  return !isRelative(request) && StringPrototypeCharCodeAt(request, 0) !== kSlash;
}

// Whether the methods and extensions are those of the beginning.
function isUntouched() {
  return Module._findPath === original.findPath &&
    Module._nodeModulePaths === original.nodeModulePaths &&
    Module._resolveLookupPaths === original.resolveLookupPaths &&
    ObjectKeys(Module._extensions).length === 3;
}

// Whether `parent.paths` is still what the host's resolver goes by.
function hasOrdinaryPaths(request, parent) {
  if (!parent || !isBare(request))
    return true;
  const { paths } = parent;
  if (!paths)
    return false;
  const expected = nodeModulePaths(directoryOf(parent));
  if (paths.length !== expected.length)
    return false;
  for (let i = 0; i < expected.length; i++) {
    if (paths[i] !== expected[i])
      return false;
  }
  return true;
}

// The raw error that Node.js throws: its code has no prefix.
function notFound(request, parent) {
  const requireStack = [];
  for (let cursor = parent; cursor; cursor = parentOf.get(cursor))
    ArrayPrototypePush(requireStack, cursor.filename || cursor.id);

  let message = `Cannot find module '${request}'`;
  if (requireStack.length > 0)
    message += `\nRequire stack:\n- ${ArrayPrototypeJoin(requireStack, '\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = requireStack;
  return error;
}

/**
 * Defines the methods.
 * @param {Function} moduleClass
 * @param {SafeWeakMap} parents who required a module first
 */
function install(moduleClass, parents) {
  Module = moduleClass;
  parentOf = parents;

  Module._findPath = function(request, paths, isMain) {
    return require('internal/modules/cjs/find_path').findPath(Module, request, paths, isMain);
  };
  Module._nodeModulePaths = function(from) {
    return nodeModulePaths(from);
  };
  Module._resolveLookupPaths = function(request, parent) {
    return resolveLookupPaths(request, parent);
  };
  Module._resolveFilename = function(request, parent, isMain, options) {
    return resolveFilename(request, parent, isMain, options);
  };

  original = {
    __proto__: null,
    findPath: Module._findPath,
    nodeModulePaths: Module._nodeModulePaths,
    resolveLookupPaths: Module._resolveLookupPaths,
  };
}

module.exports = {
  install,
  isBare,
  isRelative,
  packageType,
  tryResolver,
};
