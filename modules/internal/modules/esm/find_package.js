'use strict';

// What remains when the host's resolver has found nothing for `import`: packages of old, whose main file is searched for;
// imports of a package that stand for a builtin; and the words in which it is told that there is no such module.
//
// Loads on demand, on any thread; not in the startup image.

const {
  JSONStringify,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeLastIndexOf,
  StringPrototypeReplace,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const { internalModuleStat } = internalBinding('fs');

const {
  codes: {
    ERR_MODULE_NOT_FOUND,
    ERR_PACKAGE_IMPORT_NOT_DEFINED,
    ERR_UNSUPPORTED_DIR_IMPORT,
  },
} = require('internal/errors');

const { BuiltinModule } = require('internal/bootstrap/realm');
const { baseOf, isPathLike } = require('internal/modules/esm/resolve');
const { builtinPrefix } = require('internal/modules/esm/module_map');
const packageJsonReader = require('internal/modules/package_json_reader');
const { exportedFile, targetOf } = require('internal/modules/package_target');
const path = require('path');

const kFile = 0;
const kDirectory = 1;

// Tried for a package without `exports`, each after the name in `main` (the first six), then alone.
const afterMain = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node'];
const alone = ['index.js', 'index.json', 'index.node'];

function mainOf(directory, main) {
  if (main !== undefined) {
    for (let i = 0; i < afterMain.length; i++) {
      const file = path.resolve(directory, `${main}${afterMain[i]}`);
      if (internalModuleStat(file) === kFile)
        return file;
    }
  }
  for (let i = 0; i < alone.length; i++) {
    const file = path.resolve(directory, alone[i]);
    if (internalModuleStat(file) === kFile)
      return file;
  }
  return undefined;
}

function directoryOfPackage(name, from) {
  for (let directory = from; ; directory = path.dirname(directory)) {
    if (!StringPrototypeEndsWith(directory, '/node_modules')) {
      const candidate = path.join(directory, 'node_modules', name);
      if (internalModuleStat(candidate) === kDirectory)
        return candidate;
    }
    if (path.dirname(directory) === directory)
      return undefined;
  }
}

// ---- Imports of the package itself ---------------------------------------------------------------------------------

// `#name`: where it stands for a builtin, the host does not know that.
function findImport(specifier, parent) {
  const own = packageJsonReader.getNearestParentPackage(parent.path);
  const imports = own?.data.imports;
  if (imports === undefined)
    throw new ERR_PACKAGE_IMPORT_NOT_DEFINED(specifier, own && `${path.dirname(own.path)}/`, baseOf(parent));
  const target = targetOf(imports, specifier, 'import');
  const id = target === undefined ? undefined : BuiltinModule.normalizeRequirableId(target);
  if (id !== undefined)
    return builtinPrefix + id;
  if (target !== undefined && isPathLike(target))
    return path.join(path.dirname(own.path), target);
  throw new ERR_MODULE_NOT_FOUND(target ?? specifier, baseOf(parent));
}

// ---- The search ----------------------------------------------------------------------------------------------------

/**
 * @param {string} request
 * @param {{ url: string, path: string }} parent
 * @param {Error} refusal what the host said
 * @returns {string} a path, or the URL of a builtin
 */
function find(request, parent, refusal) {
  const base = baseOf(parent);
  const { code } = refusal;
  if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND')
    throw nameAsker(refusal, parent);

  if (request[0] === '#')
    return findImport(request, parent);
  const name = packageJsonReader.packageName(request);
  const subpath = StringPrototypeSlice(request, name.length);
  const own = packageJsonReader.getNearestParentPackage(parent.path);
  const isOwn = own !== undefined && own.data.name === name && own.data.exports !== undefined;
  const directory = isOwn ? path.dirname(own.path) : directoryOfPackage(name, path.dirname(parent.path));
  if (directory === undefined)
    throw new ERR_MODULE_NOT_FOUND(name, base);
  const { exports, main } = packageJsonReader.read(path.join(directory, 'package.json'));
  if (exports !== undefined) {
    const file = exportedFile(directory, exports, `.${subpath}`, 'import');
    if (file === undefined)
      throw new ERR_MODULE_NOT_FOUND(request, base);
    return file;
  }
  if (subpath !== '')
    return directory + subpath;
  const file = mainOf(directory, main);
  if (file === undefined)
    throw new ERR_MODULE_NOT_FOUND(path.join(directory, main ?? 'index.js'), base);
  return file;
}

// ---- The words -----------------------------------------------------------------------------------------------------

/**
 * Changes the message of an error, in its stack too.
 * @param {Error} error
 * @param {string} message
 */
function amend(error, message) {
  const { message: before, stack } = error;
  error.message = message;
  if (typeof stack === 'string')
    error.stack = StringPrototypeReplace(stack, before, () => message);
}

/**
 * Says who asked for what there is trouble with, unless the error says so already or is one of the language.
 * @param {any} error
 * @param {{ url: string, path?: string }} parent
 * @returns {any} the error
 */
function nameAsker(error, parent) {
  const { code, message } = error;
  if (typeof code === 'string' && typeof message === 'string' && !StringPrototypeIncludes(message, ' imported from ') &&
      code !== 'ERR_UNSUPPORTED_RESOLVE_REQUEST')
    amend(error, `${message} imported from ${baseOf(parent)}`);
  return error;
}

// What `require` would have found, as it must be written for `import`.
function suggestion(specifier, parent) {
  if (parent.path === undefined)
    return undefined;
  const { Module } = require('internal/modules/cjs/loader');
  const asker = new Module(parent.path);
  asker.filename = parent.path;
  asker.paths = Module._nodeModulePaths(asker.path);
  let file;
  try {
    file = Module._resolveFilename(specifier, asker, false);
  } catch {
    return undefined;
  }
  if (!path.isAbsolute(file))
    return undefined;
  if (!isPathLike(specifier)) {
    const start = StringPrototypeLastIndexOf(file, '/node_modules/');
    return start === -1 ? undefined : StringPrototypeSlice(file, start + 14);
  }
  const relative = path.relative(path.dirname(parent.path), file);
  return StringPrototypeStartsWith(relative, '../') ? relative : `./${relative}`;
}

/**
 * @param {string} file
 * @param {string} url
 * @param {{ url: string, path?: string }} parent
 * @param {string} specifier
 * @returns {Error}
 */
function notFound(file, url, parent, specifier) {
  const isDirectory = internalModuleStat(file) === kDirectory || StringPrototypeEndsWith(file, '/');
  const error = isDirectory ?
    new ERR_UNSUPPORTED_DIR_IMPORT(file, baseOf(parent), url) :
    new ERR_MODULE_NOT_FOUND(file, baseOf(parent), url);
  const instead = suggestion(specifier, parent);
  if (instead !== undefined)
    amend(error, `${error.message}\nDid you mean to import ${JSONStringify(instead)}?`);
  return error;
}

module.exports = {
  amend,
  find,
  nameAsker,
  notFound,
};
