'use strict';

// The search for a file, step by step: for programs that change one of its parts.
//
// Loads on demand, on any thread, and is not in the startup image.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  Error,
  ObjectKeys,
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const { internalModuleStat } = internalBinding('fs');

const {
  codes: {
    ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');

const {
  isBare,
  isRelative,
  tryResolver,
} = require('internal/modules/cjs/resolve');

const { BuiltinModule } = require('internal/bootstrap/realm');
const { toRealPath } = require('internal/modules/helpers');
const packageJsonReader = require('internal/modules/package_json_reader');
const { exportedFile, targetOf } = require('internal/modules/package_target');
const path = require('path');

const kFile = 0;
const kDirectory = 1;

function realPath(file, isMain) {
  const options = require('internal/options').getOptions();
  if (isMain ? options.preserveSymlinksMain : options.preserveSymlinks)
    return path.resolve(file);
  return toRealPath(file);
}

function tryFile(file, isMain) {
  return internalModuleStat(file) === kFile ? realPath(file, isMain) : undefined;
}

function tryExtensions(base, extensions, isMain) {
  for (let i = 0; i < extensions.length; i++) {
    const found = tryFile(base + extensions[i], isMain);
    if (found !== undefined)
      return found;
  }
  return undefined;
}

// A directory: its package's main file, else its index.
function tryDirectory(directory, extensions, isMain, request) {
  const jsonPath = path.resolve(directory, 'package.json');
  const index = path.resolve(directory, 'index');
  const { main } = packageJsonReader.read(jsonPath);
  if (!main)
    return tryExtensions(index, extensions, isMain);

  const base = path.resolve(directory, main);
  const found = tryFile(base, isMain) ??
    tryExtensions(base, extensions, isMain) ??
    tryExtensions(path.resolve(base, 'index'), extensions, isMain);
  if (found !== undefined)
    return found;

  const instead = tryExtensions(index, extensions, isMain);
  if (instead === undefined)
    throw missing(base, jsonPath, request, '. Please verify that the package.json has a valid "main" entry');
  process.emitWarning(
    `Invalid 'main' field in '${jsonPath}' of '${main}'. Please either fix that or report it to the module author`,
    'DeprecationWarning',
    'DEP0128');
  return instead;
}

// What a package promises and does not have is looked for nowhere else. The raw error that Node.js throws: its code has no prefix.
function missing(file, jsonPath, request, advice = '') {
  const error = new Error(`Cannot find module '${file}'${advice}`);
  error.code = 'MODULE_NOT_FOUND';
  error.path = jsonPath;
  error.requestPath = request;
  return error;
}

function namesDirectory(request) {
  const slash = StringPrototypeLastIndexOf(request, '/');
  const last = StringPrototypeSlice(request, slash + 1);
  return last === '' || last === '.' || last === '..';
}

function tryPath(base, mustBeDirectory, extensions, isMain, request) {
  const kind = internalModuleStat(base);
  if (!mustBeDirectory) {
    if (kind === kFile)
      return realPath(base, isMain);
    const found = tryExtensions(base, extensions, isMain);
    if (found !== undefined)
      return found;
  }
  return kind === kDirectory ? tryDirectory(base, extensions, isMain, request) : undefined;
}

// A package with `exports` in this very directory: only the host's resolver reads those. False where there is none.
function tryExports(directory, request) {
  if (!StringPrototypeEndsWith(directory, '/node_modules'))
    return false;
  const name = packageJsonReader.packageName(request);
  const packageRoot = path.resolve(directory, name);
  const { exports } = packageJsonReader.read(path.join(packageRoot, 'package.json'));
  if (exports === undefined)
    return false;
  const found = tryResolver(request, path.dirname(directory));
  const file = found ?? exportedFile(packageRoot, exports, `.${StringPrototypeSlice(request, name.length)}`, 'require');
  if (found === undefined && file !== undefined)
    throw missing(file, path.join(packageRoot, 'package.json'), request);
  return found;
}

/**
 * `Module._findPath`.
 * @returns {string | false}
 */
function findPath(Module, request, paths, isMain = false) {
  if (path.isAbsolute(request))
    paths = [''];
  else if (!paths || paths.length === 0)
    return false;

  const cacheKey = `${request}\x00${ArrayPrototypeJoin(paths, '\x00')}`;
  const cached = Module._pathCache[cacheKey];
  if (cached)
    return cached;

  const extensions = ObjectKeys(Module._extensions);
  const mustBeDirectory = namesDirectory(request);
  const bare = isBare(request);
  for (let i = 0; i < paths.length; i++) {
    const directory = paths[i];
    if (typeof directory !== 'string' || (directory !== '' && internalModuleStat(directory) < 1))
      continue;
    let found = bare && tryExports(directory, request);
    if (found === false)
      found = tryPath(path.resolve(directory, request), mustBeDirectory, extensions, isMain, request);
    if (found !== undefined) {
      Module._pathCache[cacheKey] = found;
      return found;
    }
  }
  return false;
}

function lookupPathsFor(Module, request, parent, options) {
  const given = options?.paths;
  if (given === undefined)
    return Module._resolveLookupPaths(request, parent);
  if (!ArrayIsArray(given))
    throw new ERR_INVALID_ARG_VALUE('options.paths', given);
  if (isRelative(request))
    return given;

  const result = [];
  const from = new Module('', null);
  for (let i = 0; i < given.length; i++) {
    from.paths = Module._nodeModulePaths(given[i]);
    const paths = Module._resolveLookupPaths(request, from) ?? [];
    for (let j = 0; j < paths.length; j++) {
      if (!ArrayPrototypeIncludes(result, paths[j]))
        ArrayPrototypePush(result, paths[j]);
    }
  }
  return result;
}

// `#name` and a package's own name depend on the package of the asker alone.
function findInOwnPackage(request, parent) {
  const filename = parent?.filename;
  if (!filename || !isBare(request))
    return undefined;
  const own = packageJsonReader.getNearestParentPackage(filename);
  if (own === undefined)
    return undefined;
  const { exports, imports, name } = own.data;
  const isImport = StringPrototypeCharCodeAt(request, 0) === 0x23 /* # */;
  const table = isImport ? imports : exports;
  if (table === undefined)
    return undefined;
  if (!isImport && (name === undefined || (request !== name && !StringPrototypeStartsWith(request, `${name}/`))))
    return undefined;

  const found = tryResolver(request, path.dirname(filename));
  if (found !== undefined)
    return found;
  const directory = path.dirname(own.path);
  const target = isImport ?
    targetOf(table, request, 'require') :
    exportedFile(directory, table, `.${StringPrototypeSlice(request, name.length)}`, 'require');
  if (target === undefined || BuiltinModule.normalizeRequirableId(target) !== undefined)
    return target;
  if (isImport && !isRelative(target))
    return undefined;
  throw missing(path.resolve(directory, target), own.path, request);
}

/**
 * The whole search, through the methods users may have replaced.
 * @returns {string | undefined}
 */
function find(Module, request, parent, options) {
  const paths = lookupPathsFor(Module, request, parent, options);
  const own = findInOwnPackage(request, parent);
  if (own !== undefined)
    return own;
  return Module._findPath(request, paths, false) || undefined;
}

module.exports = {
  find,
  findPath,
};
