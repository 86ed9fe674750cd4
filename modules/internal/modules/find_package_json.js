'use strict';

// `module.findPackageJSON`, and what `module` says of the compile cache, which there is none of.
//
// Loads on demand, on any thread, and is not in the startup image.

const { StringPrototypeStartsWith } = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_MISSING_ARGS,
    ERR_MODULE_NOT_FOUND,
  },
} = require('internal/errors');
const { isRelative } = require('internal/modules/cjs/resolve');
const { getNearestParentPackage, packageName, read } = require('internal/modules/package_json_reader');
const { statSync } = require('internal/fs/entry');
const { isURL } = require('internal/url');
const path = require('path');

function toPath(value) {
  if (!isURL(value) && !StringPrototypeStartsWith(value, 'file:')) return value;
  return require('internal/url/paths').fileURLToPath(value);
}

// The nearest file of a place, which may be a directory.
function nearest(place) {
  const stats = statSync(place, { __proto__: null, throwIfNoEntry: false });
  return getNearestParentPackage(stats?.isDirectory() ? path.join(place, 'x') : place)?.path;
}

function rootOf(name, base) {
  for (let directory = path.dirname(base); ; directory = path.dirname(directory)) {
    const jsonPath = path.join(directory, 'node_modules', name, 'package.json');
    if (read(jsonPath).exists) return jsonPath;
    if (directory === path.dirname(directory)) break;
  }
  throw new ERR_MODULE_NOT_FOUND(name, base);
}

/**
 * The `package.json` at the root of a package that is named, and else the nearest one.
 * @param {string | URL} specifier
 * @param {string | URL} [base] where the specifier stands: a path or a `file:` URL
 * @returns {string | undefined}
 */
function findPackageJSON(specifier, base) {
  if (specifier === undefined) throw new ERR_MISSING_ARGS('specifier');
  if (typeof specifier !== 'string' && !isURL(specifier)) {
    throw new ERR_INVALID_ARG_TYPE('specifier', ['string', 'URL'], specifier);
  }
  if (base !== undefined && typeof base !== 'string' && !isURL(base)) {
    throw new ERR_INVALID_ARG_TYPE('base', ['string', 'URL'], base);
  }
  const request = toPath(specifier);
  if (path.isAbsolute(request)) return nearest(request);
  if (base === undefined) throw new ERR_MISSING_ARGS('base');
  const from = toPath(base);
  return isRelative(request) ? nearest(path.resolve(path.dirname(from), request)) : rootOf(packageName(request), from);
}

// ---- the compile cache ---------------------------------------------------------------------------------------------------------

const constants = {
  __proto__: null,
  compileCacheStatus: { __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 },
};

function enableCompileCache() {
  return { status: constants.compileCacheStatus.FAILED, message: 'lazuli keeps no compile cache of programs' };
}

// There is nothing to write.
function flushCompileCache() {}

function getCompileCacheDir() {
  return undefined;
}

module.exports = { constants, enableCompileCache, findPackageJSON, flushCompileCache, getCompileCacheDir };
