'use strict';

// The paths of POSIX systems, and what the flavour of Windows shares with them.
//
// Phase: node, with `path`; any thread; in the startup image. The other flavour, and what matches globs, are lazy.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
} = primordials;

const { defineLazyProperties } = require('internal/util');
const { validateObject, validateString } = require('internal/validators');

// ---- both flavours: a path is a string that separators cut into segments; what separates, is asked of a function -----------

const DOT = 46;
const SLASH = 47;
const COLON = 58;
const BACKSLASH = 92;

// Takes `.` and `..` and empty segments out of `path`. Leading `..` stay if `allowAboveRoot`. The result neither begins nor
// ends with a separator.
function normalizeSegments(path, allowAboveRoot, separator, isSeparator) {
  let result = '';
  // How many segments of `result` a `..` may take away.
  let depth = 0;
  let start = 0;
  const { length } = path;
  for (let i = 0; i <= length; i++) {
    if (i < length && !isSeparator(StringPrototypeCharCodeAt(path, i))) continue;
    const segment = i - start;
    if (segment === 2 && StringPrototypeCharCodeAt(path, start) === DOT && StringPrototypeCharCodeAt(path, start + 1) === DOT) {
      if (depth > 0) {
        const last = StringPrototypeLastIndexOf(result, separator);
        result = last === -1 ? '' : StringPrototypeSlice(result, 0, last);
        depth--;
      } else if (allowAboveRoot) {
        result += result.length > 0 ? `${separator}..` : '..';
      }
    } else if (segment > 0 && !(segment === 1 && StringPrototypeCharCodeAt(path, start) === DOT)) {
      const name = StringPrototypeSlice(path, start, i);
      result = result.length > 0 ? result + separator + name : name;
      depth++;
    }
    start = i + 1;
  }
  return result;
}

// Where the last segment of `path` begins and ends, separators after it left off; nothing before `from` is looked at.
function lastSegment(path, from, isSeparator) {
  let end = path.length;
  while (end > from && isSeparator(StringPrototypeCharCodeAt(path, end - 1))) end--;
  let start = end;
  while (start > from && !isSeparator(StringPrototypeCharCodeAt(path, start - 1))) start--;
  return { start, end };
}

// The base name that begins at `from` at the earliest, without `suffix` unless that is all of it.
function basename(path, suffix, from, isSeparator) {
  const { start, end } = lastSegment(path, from, isSeparator);
  const name = StringPrototypeSlice(path, start, end);
  if (suffix === undefined || suffix.length === 0 || suffix.length > path.length) return name;
  if (suffix === path) return '';
  if (name === suffix) return name;
  // A name that is itself the end of the suffix keeps the separators after it, as in Node.
  if (StringPrototypeEndsWith(suffix, name)) return StringPrototypeSlice(path, start === end ? from : start);
  return StringPrototypeEndsWith(name, suffix) ? StringPrototypeSlice(name, 0, name.length - suffix.length) : name;
}

// The index in `path` of the dot that begins the extension of the last segment, -1 if that has none. `first` is where `..` is
// taken for what it is.
function extensionStart(path, start, end, first = start) {
  let dot = end - 1;
  while (dot >= start && StringPrototypeCharCodeAt(path, dot) !== DOT) dot--;
  // `.name` has none, nor has `..`.
  if (dot <= start) return -1;
  if (dot === first + 1 && end === first + 2 && StringPrototypeCharCodeAt(path, first) === DOT) return -1;
  return dot;
}

function extname(path, from, isSeparator) {
  validateString(path, 'path');
  const { start, end } = lastSegment(path, from, isSeparator);
  const dot = extensionStart(path, start, end);
  return dot === -1 ? '' : StringPrototypeSlice(path, dot, end);
}

// Fills `base`, `name` and `ext` of a parsed path.
function parseBase(result, path, start, end, first = start) {
  const dot = extensionStart(path, start, end, first);
  result.base = StringPrototypeSlice(path, start, end);
  result.name = dot === -1 ? result.base : StringPrototypeSlice(path, start, dot);
  result.ext = dot === -1 ? '' : StringPrototypeSlice(path, dot, end);
  return result;
}

function format(separator, parts) {
  validateObject(parts, 'pathObject');
  const directory = parts.dir || parts.root;
  const { ext } = parts;
  const base = parts.base || `${parts.name || ''}${ext ? `${ext[0] === '.' ? '' : '.'}${ext}` : ''}`;
  if (!directory) return base;
  return directory === parts.root ? directory + base : directory + separator + base;
}

// ---- POSIX -----------------------------------------------------------------------------------------------------------------

function isSlash(code) {
  return code === SLASH;
}

function isRooted(path) {
  return path.length > 0 && StringPrototypeCharCodeAt(path, 0) === SLASH;
}

// The working directory, as a path of this flavour also on Windows.
function cwd() {
  const directory = process.cwd();
  return process.platform === 'win32' ? require('internal/path/win32').toPosix(directory) : directory;
}

// `.` and `..` and doubled slashes are gone from `path`, a slash at its end stays.
function normalized(path) {
  if (path.length === 0) return '.';
  const rooted = isRooted(path);
  const trailing = StringPrototypeCharCodeAt(path, path.length - 1) === SLASH;
  path = normalizeSegments(path, !rooted, '/', isSlash);
  if (path.length === 0) {
    if (rooted) return '/';
    return trailing ? './' : '.';
  }
  if (trailing) path += '/';
  return rooted ? `/${path}` : path;
}

const posix = {
  resolve(...paths) {
    let resolved = '';
    let rooted = false;
    for (let i = paths.length - 1; i >= 0 && !rooted; i--) {
      const path = paths[i];
      validateString(path, `paths[${i}]`);
      if (path.length === 0) continue;
      resolved = `${path}/${resolved}`;
      rooted = isRooted(path);
    }
    if (!rooted) {
      const path = cwd();
      resolved = `${path}/${resolved}`;
      rooted = isRooted(path);
    }
    resolved = normalizeSegments(resolved, !rooted, '/', isSlash);
    if (rooted) return `/${resolved}`;
    return resolved.length > 0 ? resolved : '.';
  },

  normalize(path) {
    validateString(path, 'path');
    return normalized(path);
  },

  isAbsolute(path) {
    validateString(path, 'path');
    return isRooted(path);
  },

  join(...paths) {
    let joined;
    for (let i = 0; i < paths.length; i++) {
      const path = paths[i];
      validateString(path, 'path');
      if (path.length > 0) joined = joined === undefined ? path : `${joined}/${path}`;
    }
    return joined === undefined ? '.' : normalized(joined);
  },

  relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to) return '';
    from = posix.resolve(from);
    to = posix.resolve(to);
    if (from === to) return '';

    // Both begin with a slash and end without one; find where the segments they share end.
    const limit = from.length < to.length ? from.length : to.length;
    let shared = 0;
    let i = 0;
    while (i < limit && StringPrototypeCharCodeAt(from, i) === StringPrototypeCharCodeAt(to, i)) {
      if (StringPrototypeCharCodeAt(from, i) === SLASH) shared = i;
      i++;
    }
    if (i === from.length && StringPrototypeCharCodeAt(to, i) === SLASH) shared = i;
    if (i === to.length && StringPrototypeCharCodeAt(from, i) === SLASH) shared = i;

    let up = '';
    for (i = from.length === 1 ? from.length : shared; i < from.length; i++) {
      if (StringPrototypeCharCodeAt(from, i) === SLASH) up += up.length === 0 ? '..' : '/..';
    }
    const down = StringPrototypeSlice(to, shared + 1);
    if (up.length === 0) return down;
    return down.length === 0 ? up : `${up}/${down}`;
  },

  toNamespacedPath(path) {
    return path;
  },

  dirname(path) {
    validateString(path, 'path');
    if (path.length === 0) return '.';
    // The first slash, if the path begins with one, belongs to the root and ends no segment.
    let end = path.length - 1;
    while (end > 0 && StringPrototypeCharCodeAt(path, end) === SLASH) end--;
    while (end > 0 && StringPrototypeCharCodeAt(path, end) !== SLASH) end--;
    if (end === 0) return isRooted(path) ? '/' : '.';
    if (end === 1 && isRooted(path)) return '//';
    return StringPrototypeSlice(path, 0, end);
  },

  basename(path, suffix) {
    if (suffix !== undefined) validateString(suffix, 'suffix');
    validateString(path, 'path');
    return basename(path, suffix, 0, isSlash);
  },

  extname(path) {
    return extname(path, 0, isSlash);
  },

  format(pathObject) {
    return format('/', pathObject);
  },

  parse(path) {
    validateString(path, 'path');
    const result = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0) return result;
    const rooted = isRooted(path);
    if (rooted) result.root = '/';
    const { start, end } = lastSegment(path, rooted ? 1 : 0, isSlash);
    // `/..` has the extension `.`, as in Node.
    parseBase(result, path, start, end, rooted && start === 1 ? 0 : start);
    if (start > (rooted ? 1 : 0)) {
      result.dir = StringPrototypeSlice(path, 0, start - 1);
    } else if (rooted) {
      result.dir = '/';
    }
    return result;
  },

  matchesGlob(path, pattern) {
    return require('internal/path/glob').matchesGlob(path, pattern, false);
  },

  sep: '/',
  delimiter: ':',
};

defineLazyProperties(posix, { __proto__: null, win32: 'internal/path/win32#win32' });
posix.posix = posix;
// What `toNamespacedPath` was called before.
posix._makeLong = posix.toNamespacedPath;

module.exports = {
  BACKSLASH,
  COLON,
  DOT,
  SLASH,
  basename,
  extname,
  format,
  lastSegment,
  normalizeSegments,
  parseBase,
  posix,
};
