'use strict';

// realpath: the path without symbolic links.
//
// Loads: when `fs.realpathSync` or `fs.realpath` is first read. Not part of the
// startup image.
//
// The kernel's answer is taken where there is one. Only a failure is walked
// through step by step, since its error names the step that failed: `lstat`
// or `stat` with the path reached so far, and not `realpath` with the whole.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

const { fs: { S_IFLNK, S_IFMT } } = internalBinding('constants');
const { buffers, getOptions, getValidatedPath, toPathIfFileURL, validatePath } = require('internal/fs/arguments');

const binding = internalBinding('fs');
const kSlash = 47;

function encodePath(path, encoding) {
  if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return path;
  const { fromString, sliceToString } = buffers();
  const bytes = fromString(path, 'utf8');
  return encoding === 'buffer' ? bytes : sliceToString(bytes, encoding, 0, bytes.length);
}

const isLink = (fields) => (fields[1] & S_IFMT) === S_IFLNK;

// Walks `path`, absolute and normalized, one component at a time.
function walk(path) {
  const { resolve } = require('path');
  const known = { __proto__: null };
  let position = 1;
  let resolved = '';
  while (position <= path.length) {
    let end = StringPrototypeIndexOf(path, '/', position);
    if (end === -1) end = path.length;
    if (end === position) break;
    const base = `${resolved}/${StringPrototypeSlice(path, position, end)}`;
    position = end + 1;
    if (known[base] === true || !isLink(binding.lstat(base, false, true))) {
      known[base] = true;
      resolved = base;
      continue;
    }
    // Follows the link all the way once: a dangling or a circular one ends here.
    binding.stat(base, false, true);
    const target = resolve(resolved === '' ? '/' : resolved, binding.readlink(base));
    path = end >= path.length ? target : resolve(target, StringPrototypeSlice(path, position));
    position = 1;
    resolved = '';
  }
  return resolved === '' ? '/' : resolved;
}

function realpath(path) {
  try {
    return binding.realpath(path);
  } catch {
    return walk(path);
  }
}

// The path of a Buffer is taken as text, as Node's walk does.
function request(path, options) {
  options = getOptions(options);
  path = toPathIfFileURL(path);
  if (typeof path !== 'string') path += '';
  validatePath(path);
  const { encoding } = options;
  // `resolve` reads the working directory of now, as the call means it.
  const absolute = path.length > 0 && StringPrototypeCharCodeAt(path, 0) === kSlash &&
    isNormalized(path) ? path : require('path').resolve(path);
  return () => encodePath(realpath(absolute), encoding);
}

// Spares the common absolute path the walk through `path.resolve`.
function isNormalized(path) {
  return StringPrototypeIndexOf(path, '//') === -1 && StringPrototypeIndexOf(path, '/.') === -1 &&
    (path.length === 1 || StringPrototypeCharCodeAt(path, path.length - 1) !== kSlash);
}

function nativeRequest(path, options) {
  options = getOptions(options);
  path = getValidatedPath(path);
  const { encoding } = options;
  return () => {
    if (encoding === 'buffer') return buffers().asBuffer(binding.realpath(path, true));
    return encodePath(binding.realpath(path), encoding);
  };
}

const requests = { __proto__: null, realpath: request, realpathNative: nativeRequest };

function realpathSync(p, options) {
  return request(p, options)();
}

realpathSync.native = (path, options) => nativeRequest(path, options)();

module.exports = { encodePath, realpathSync, requests };
