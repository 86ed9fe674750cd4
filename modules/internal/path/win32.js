'use strict';

// The paths of Windows.
//
// Phase: run time, when first asked for on another system; any thread.

const {
  ArrayPrototypeIncludes,
  ArrayPrototypeSlice,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeSplit,
  StringPrototypeToLowerCase,
  StringPrototypeToUpperCase,
} = primordials;

const {
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
} = require('internal/path/posix');
const { validateString } = require('internal/validators');

const QUESTION_MARK = 63;

// Names that are devices in every directory, also with a colon behind them.
const reservedNames = [
  'CON', 'PRN', 'AUX', 'NUL',
  'COM1', 'COM2', 'COM3', 'COM4', 'COM5', 'COM6', 'COM7', 'COM8', 'COM9', 'COM\xb9', 'COM\xb2', 'COM\xb3',
  'LPT1', 'LPT2', 'LPT3', 'LPT4', 'LPT5', 'LPT6', 'LPT7', 'LPT8', 'LPT9', 'LPT\xb9', 'LPT\xb2', 'LPT\xb3',
];

function isSeparator(code) {
  return code === SLASH || code === BACKSLASH;
}

function separatorAt(path, index) {
  return index < path.length && isSeparator(StringPrototypeCharCodeAt(path, index));
}

function startsWithDrive(path) {
  if (path.length < 2 || StringPrototypeCharCodeAt(path, 1) !== COLON) return false;
  const code = StringPrototypeCharCodeAt(path, 0) | 32;
  return code >= 97 && code <= 122;
}

function isReservedName(path, colon) {
  return colon !== -1 && ArrayPrototypeIncludes(reservedNames, StringPrototypeToUpperCase(StringPrototypeSlice(path, 0, colon)));
}

// Whether a part, between backslashes, is such a name with a colon: going up from it would leave the device.
function hasReservedPart(path) {
  if (StringPrototypeIndexOf(path, ':') === -1) return false;
  const parts = StringPrototypeSplit(path, '\\');
  for (let i = 0; i < parts.length; i++) {
    if (isReservedName(parts[i], StringPrototypeIndexOf(parts[i], ':'))) return true;
  }
  return false;
}

function skip(path, from, separators) {
  while (from < path.length && isSeparator(StringPrototypeCharCodeAt(path, from)) === separators) from++;
  return from;
}

// What is in front of the tail of a path: `\\server\share`, `C:`, `\`, and where the tail begins.
function splitRoot(path) {
  if (separatorAt(path, 0)) {
    if (separatorAt(path, 1)) {
      const server = skip(path, 2, false);
      const gap = skip(path, server, true);
      if (server > 2 && server < path.length && gap < path.length) {
        const share = skip(path, gap, false);
        const name = StringPrototypeSlice(path, 2, server);
        if (name === '.' || name === '?') {
          // `\\.\device`, `\\?\path`
          return { device: `\\\\${name}`, end: 4, absolute: true, share: 0 };
        }
        return { device: `\\\\${name}\\${StringPrototypeSlice(path, gap, share)}`, end: share, absolute: true, share };
      }
    }
    return { device: '', end: 1, absolute: true, share: 0 };
  }
  if (startsWithDrive(path)) {
    const absolute = separatorAt(path, 2);
    return { device: StringPrototypeSlice(path, 0, 2), end: absolute ? 3 : 2, absolute, share: 0 };
  }
  return { device: '', end: 0, absolute: false, share: 0 };
}

// A segment that came to the front by normalizing must not turn a relative path into one on a drive.
function mayBecomeDrive(path, tail) {
  if (startsWithDrive(tail)) return true;
  let colon = StringPrototypeIndexOf(path, ':');
  while (colon !== -1) {
    if (colon === path.length - 1 || separatorAt(path, colon + 1)) return true;
    colon = StringPrototypeIndexOf(path, ':', colon + 1);
  }
  return false;
}

// The directory that paths on `drive` are relative to: the system keeps one for each drive.
function cwdOf(drive) {
  if (drive.length === 0) return process.cwd();
  const path = process.env[`=${drive}`] || process.cwd();
  const onOther = path !== undefined && StringPrototypeCharCodeAt(path, 2) === BACKSLASH &&
    !sameName(StringPrototypeSlice(path, 0, 2), drive);
  return path === undefined || onOther ? `${drive}\\` : path;
}

// A path of Windows as one of POSIX: other slashes, no drive.
function toPosix(path) {
  path = StringPrototypeReplaceAll(path, '\\', '/');
  return StringPrototypeSlice(path, StringPrototypeIndexOf(path, '/'));
}

// Where `path` begins without the backslashes in front, and ends without those behind.
function withoutBackslashes(path) {
  let start = 0;
  while (start < path.length && StringPrototypeCharCodeAt(path, start) === BACKSLASH) start++;
  let end = path.length;
  while (end - 1 > start && StringPrototypeCharCodeAt(path, end - 1) === BACKSLASH) end--;
  return { start, end };
}

function sameName(a, b) {
  return StringPrototypeToLowerCase(a) === StringPrototypeToLowerCase(b);
}

// `relative` where lower-casing changes the length, so that indices do not carry over.
function relativeBySegments(from, to) {
  const fromParts = StringPrototypeSplit(from, '\\');
  const toParts = StringPrototypeSplit(to, '\\');
  if (fromParts[fromParts.length - 1] === '') fromParts.length -= 1;
  if (toParts[toParts.length - 1] === '') toParts.length -= 1;
  const limit = fromParts.length < toParts.length ? fromParts.length : toParts.length;
  let shared = 0;
  while (shared < limit && sameName(fromParts[shared], toParts[shared])) shared++;
  if (shared === 0) return to;
  let result = '';
  for (let i = shared; i < fromParts.length; i++) result += result.length === 0 ? '..' : '\\..';
  const rest = ArrayPrototypeSlice(toParts, shared);
  for (let i = 0; i < rest.length; i++) result += (result.length === 0 ? '' : '\\') + rest[i];
  return result;
}

const win32 = {
  resolve(...paths) {
    let device = '';
    let tail = '';
    let absolute = false;

    for (let i = paths.length - 1; i >= -1; i--) {
      let path;
      if (i >= 0) {
        path = paths[i];
        validateString(path, `paths[${i}]`);
        if (path.length === 0) continue;
      } else {
        path = cwdOf(device);
      }
      const root = splitRoot(path);
      if (root.device.length > 0) {
        if (device.length === 0) {
          device = root.device;
        } else if (!sameName(root.device, device)) {
          // On another drive: says nothing about this one.
          continue;
        }
      }
      if (!absolute) {
        tail = `${StringPrototypeSlice(path, root.end)}\\${tail}`;
        absolute = root.absolute;
      }
      if (absolute && device.length > 0) break;
    }

    tail = normalizeSegments(tail, !absolute, '\\', isSeparator);
    return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
  },

  normalize(path) {
    validateString(path, 'path');
    const { length } = path;
    if (length === 0) return '.';
    if (length === 1) return StringPrototypeCharCodeAt(path, 0) === SLASH ? '\\' : path;
    let { device, end, absolute, share } = splitRoot(path);
    const colon = StringPrototypeIndexOf(path, ':');
    const reserved = isReservedName(path, colon);
    if (reserved) {
      end = colon + 1;
      device = StringPrototypeSlice(path, 0, end);
    }
    // Nothing but a share: `\\server\share`.
    if (share === length) return `${device}\\`;

    let tail = end < length ? normalizeSegments(StringPrototypeSlice(path, end), !absolute, '\\', isSeparator) : '';
    if (tail.length === 0 && !absolute) tail = '.';
    if (tail.length > 0 && isSeparator(StringPrototypeCharCodeAt(path, length - 1))) tail += '\\';
    if (!absolute && device.length === 0 && colon !== -1 && mayBecomeDrive(path, tail)) {
      return `.\\${tail}`;
    }
    if (reserved) return `.\\${device}${tail}`;
    return absolute ? `${device}\\${tail}` : `${device}${tail}`;
  },

  isAbsolute(path) {
    validateString(path, 'path');
    return separatorAt(path, 0) || (startsWithDrive(path) && separatorAt(path, 2));
  },

  join(...paths) {
    let joined;
    let first;
    for (let i = 0; i < paths.length; i++) {
      const path = paths[i];
      validateString(path, 'path');
      if (path.length === 0) continue;
      if (joined === undefined) {
        joined = first = path;
      } else {
        joined += `\\${path}`;
      }
    }
    if (joined === undefined) return '.';

    // Two separators in front mean a share, so joining must not make them, unless the first part alone has them.
    const isShare = separatorAt(first, 0) && separatorAt(first, 1) && first.length > 2 && !separatorAt(first, 2);
    if (!isShare) {
      const start = skip(joined, 0, true);
      if (start >= 2) joined = `\\${StringPrototypeSlice(joined, start)}`;
    }
    return hasReservedPart(joined) ? StringPrototypeReplaceAll(joined, '/', '\\') : win32.normalize(joined);
  },

  relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to) return '';
    const fromPath = win32.resolve(from);
    const toPath = win32.resolve(to);
    if (fromPath === toPath) return '';
    from = StringPrototypeToLowerCase(fromPath);
    to = StringPrototypeToLowerCase(toPath);
    if (from === to) return '';
    if (from.length !== fromPath.length || to.length !== toPath.length) return relativeBySegments(fromPath, toPath);

    const { start: fromStart, end: fromEnd } = withoutBackslashes(from);
    const { start: toStart, end: toEnd } = withoutBackslashes(to);
    const fromLength = fromEnd - fromStart;
    const toLength = toEnd - toStart;
    const limit = fromLength < toLength ? fromLength : toLength;

    // The last separator in what the two share, counted from their starts.
    let shared = -1;
    let i = 0;
    for (; i < limit; i++) {
      const code = StringPrototypeCharCodeAt(from, fromStart + i);
      if (code !== StringPrototypeCharCodeAt(to, toStart + i)) break;
      if (code === BACKSLASH) shared = i;
    }
    if (i < limit) {
      if (shared === -1) return toPath;
    } else if (toLength > limit) {
      // `from` is all of it: a directory above `to`, or its drive.
      if (StringPrototypeCharCodeAt(to, toStart + i) === BACKSLASH) return StringPrototypeSlice(toPath, toStart + i + 1);
      if (i === 2) return StringPrototypeSlice(toPath, toStart + i);
    } else if (fromLength > limit) {
      if (StringPrototypeCharCodeAt(from, fromStart + i) === BACKSLASH) {
        shared = i;
      } else if (i === 2) {
        shared = 3;
      }
    }
    if (shared === -1) shared = 0;

    let up = '';
    for (i = fromStart + shared + 1; i <= fromEnd; i++) {
      if (i === fromEnd || StringPrototypeCharCodeAt(from, i) === BACKSLASH) up += up.length === 0 ? '..' : '\\..';
    }
    let begin = toStart + shared;
    if (up.length > 0) return `${up}${StringPrototypeSlice(toPath, begin, toEnd)}`;
    if (StringPrototypeCharCodeAt(toPath, begin) === BACKSLASH) begin++;
    return StringPrototypeSlice(toPath, begin, toEnd);
  },

  toNamespacedPath(path) {
    if (typeof path !== 'string' || path.length === 0) return path;
    const resolved = win32.resolve(path);
    if (resolved.length <= 2) return path;
    if (StringPrototypeCharCodeAt(resolved, 0) === BACKSLASH) {
      if (StringPrototypeCharCodeAt(resolved, 1) === BACKSLASH) {
        const code = StringPrototypeCharCodeAt(resolved, 2);
        if (code !== QUESTION_MARK && code !== DOT) return `\\\\?\\UNC\\${StringPrototypeSlice(resolved, 2)}`;
      }
    } else if (startsWithDrive(resolved) && StringPrototypeCharCodeAt(resolved, 2) === BACKSLASH) {
      return `\\\\?\\${resolved}`;
    }
    return resolved;
  },

  dirname(path) {
    validateString(path, 'path');
    const { length } = path;
    if (length === 0) return '.';
    const { rootEnd, offset, whole } = rootOf(path);
    if (whole) return path;
    let end = length - 1;
    while (end >= offset && isSeparator(StringPrototypeCharCodeAt(path, end))) end--;
    while (end >= offset && !isSeparator(StringPrototypeCharCodeAt(path, end))) end--;
    if (end >= offset) return StringPrototypeSlice(path, 0, end);
    return rootEnd === -1 ? '.' : StringPrototypeSlice(path, 0, rootEnd);
  },

  basename(path, suffix) {
    if (suffix !== undefined) validateString(suffix, 'suffix');
    validateString(path, 'path');
    return basename(path, suffix, startsWithDrive(path) ? 2 : 0, isSeparator);
  },

  extname(path) {
    validateString(path, 'path');
    return extname(path, startsWithDrive(path) ? 2 : 0, isSeparator);
  },

  format(pathObject) {
    return format('\\', pathObject);
  },

  parse(path) {
    validateString(path, 'path');
    const result = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0) return result;
    const { offset, whole } = rootOf(path);
    if (whole) {
      result.root = result.dir = path;
      return result;
    }
    if (offset > 0) result.root = StringPrototypeSlice(path, 0, offset);
    const { start, end } = lastSegment(path, offset, isSeparator);
    parseBase(result, path, start, end);
    result.dir = start > offset ? StringPrototypeSlice(path, 0, start - 1) : result.root;
    return result;
  },

  matchesGlob(path, pattern) {
    return require('internal/path/glob').matchesGlob(path, pattern, true);
  },

  sep: '\\',
  delimiter: ';',
};

// For `dirname` and `parse`: where the root ends (-1: there is none), where segments begin, whether the path is only a root.
function rootOf(path) {
  const { length } = path;
  if (separatorAt(path, 0)) {
    if (length === 1) return { rootEnd: 1, offset: 1, whole: true };
    if (separatorAt(path, 1)) {
      const server = skip(path, 2, false);
      const gap = skip(path, server, true);
      if (server > 2 && server < length && gap < length) {
        const share = skip(path, gap, false);
        if (share === length) return { rootEnd: length, offset: length, whole: true };
        return { rootEnd: share + 1, offset: share + 1, whole: false };
      }
    }
    return { rootEnd: 1, offset: 1, whole: false };
  }
  if (startsWithDrive(path)) {
    const end = separatorAt(path, 2) ? 3 : 2;
    return { rootEnd: end, offset: end, whole: false };
  }
  return { rootEnd: -1, offset: 0, whole: false };
}

win32.win32 = win32;
win32.posix = posix;
// What `toNamespacedPath` was called before.
win32._makeLong = win32.toNamespacedPath;

module.exports = { toPosix, win32 };
