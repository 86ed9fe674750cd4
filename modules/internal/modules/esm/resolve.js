'use strict';

// From a specifier to the URL of a module, by Node's rules for `import`.
//
// Loads with the first `import` of something, on any thread; not in the startup image. Packages are the business of the host's
// resolver. URLs are parsed only where a specifier is more than a plain path.

const {
  RegExpPrototypeExec,
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const { internalModuleStat, realpath } = internalBinding('fs');

const {
  codes: {
    ERR_INVALID_MODULE_SPECIFIER,
    ERR_UNKNOWN_BUILTIN_MODULE,
    ERR_UNSUPPORTED_RESOLVE_REQUEST,
  },
} = require('internal/errors');

const { BuiltinModule } = require('internal/bootstrap/realm');
const { getOptions } = require('internal/options');

const {
  builtinPrefix,
  isPlain,
  urlOfPath,
} = require('internal/modules/esm/module_map');

const path = require('path');

const kFile = 0;
const kSlash = 0x2f;

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;
const packagePattern = /^(?:@[^/\\%]+\/)?[^./\\%@][^/\\%]*(?:\/|$)/;
const encodedSlashPattern = /%2f|%5c/i;

// `/x`, `./x`, `../x`, `.` and `..`.
function isPathLike(specifier) {
  return StringPrototypeCharCodeAt(specifier, 0) === kSlash || StringPrototypeStartsWith(specifier, './') ||
    StringPrototypeStartsWith(specifier, '../') || specifier === '.' || specifier === '..';
}

function baseOf(parent) {
  return parent.path ?? parent.url;
}

/**
 * The URL of a file that was found. There must be one; links are followed, so that one file is one module.
 * @param {string} file
 * @param {string} suffix query and fragment
 * @param {{ url: string, path?: string }} parent who asks
 * @param {string} specifier
 * @param {string} [href] the URL as it was asked for
 */
function finish(file, suffix, parent, specifier, href = undefined) {
  if (internalModuleStat(file) !== kFile || StringPrototypeEndsWith(file, '/'))
    throw require('internal/modules/esm/find_package').notFound(file, href ?? urlOfPath(file) + suffix, parent, specifier);
  const real = getOptions().preserveSymlinks ? file : realpath(file);
  return urlOfPath(real) + suffix;
}

function parseURL(text, base) {
  const { URL } = require('internal/url');
  return URL.parse(text, base);
}

function resolvePath(specifier, parent) {
  const last = StringPrototypeSlice(specifier, -1);
  const isFile = last !== '/' && last !== '.' && !StringPrototypeStartsWith(specifier, '//');
  if (parent.path !== undefined && isFile && isPlain(specifier))
    return finish(path.resolve(path.dirname(parent.path), specifier), '', parent, specifier);
  const url = parent.path === undefined && specifier[0] !== '/' ? null : parseURL(specifier, parent.url);
  if (url === null || parent.path === undefined)
    throw new ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, parent.url);
  return resolveFileURL(url, parent, specifier);
}

function resolveFileURL(url, parent, specifier) {
  if (RegExpPrototypeExec(encodedSlashPattern, url.pathname) !== null)
    throw new ERR_INVALID_MODULE_SPECIFIER(url.pathname, 'must not include encoded "/" or "\\" characters', baseOf(parent));
  const file = require('internal/url/paths').fileURLToPath(url);
  return finish(file, url.search + url.hash, parent, specifier, url.href);
}

// A specifier with a scheme. Undefined if it is none after all.
function resolveURL(specifier, parent) {
  const url = parseURL(specifier);
  if (url === null)
    return undefined;
  switch (url.protocol) {
    case 'file:':
      return resolveFileURL(url, parent, specifier);
    case builtinPrefix:
      throw new ERR_UNKNOWN_BUILTIN_MODULE(specifier);
    default:
      // Whether there is a way to load it, is for the loader to say.
      return url.href;
  }
}

function resolvePackage(specifier, parent) {
  const isInternal = specifier[0] === '#';
  if (!isInternal && RegExpPrototypeExec(packagePattern, specifier) === null)
    throw new ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid package name', baseOf(parent));
  const isDirectory = StringPrototypeEndsWith(specifier, '/');
  if (isInternal && (specifier === '#' || isDirectory))
    throw new ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid internal imports specifier name', baseOf(parent));
  if (parent.path === undefined)
    throw new ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, parent.url);

  // A query or a fragment is not for the host.
  const end = isInternal ? -1 : indexOfSuffix(specifier);
  const request = end === -1 ? specifier : StringPrototypeSlice(specifier, 0, end);
  const suffix = end === -1 ? '' : StringPrototypeSlice(specifier, end);
  const { conditions, preserveSymlinks } = getOptions();
  let found;
  try {
    found = internalBinding('resolver').resolve(request, path.dirname(parent.path), 'import', conditions, preserveSymlinks);
  } catch (error) {
    const other = require('internal/modules/esm/find_package').find(request, parent, error);
    return StringPrototypeStartsWith(other, builtinPrefix) ? other : finish(other, suffix, parent, specifier);
  }
  return finish(isDirectory ? `${found}/` : found, suffix, parent, specifier);
}

function indexOfSuffix(specifier) {
  const query = StringPrototypeIndexOf(specifier, '?');
  return query === -1 ? StringPrototypeIndexOf(specifier, '#', 1) : query;
}

/**
 * @param {string} specifier
 * @param {{ url: string, path?: string }} parent who asks; the path is that of its file
 * @returns {string} URL
 */
function resolve(specifier, parent) {
  const id = BuiltinModule.normalizeRequirableId(specifier);
  if (id !== undefined)
    return builtinPrefix + id;
  if (isPathLike(specifier))
    return resolvePath(specifier, parent);
  if (RegExpPrototypeExec(schemePattern, specifier) !== null) {
    const url = resolveURL(specifier, parent);
    if (url !== undefined)
      return url;
  }
  return resolvePackage(specifier, parent);
}

module.exports = {
  baseOf,
  isPathLike,
  resolve,
};
