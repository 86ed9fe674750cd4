'use strict';

// From `file:` URLs to paths and back.
//
// Phase: run time, when one of the functions is first called; any thread; not in the startup image.

const {
  NumberPrototypeToString,
  RegExpPrototypeExec,
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeIndexOf,
  StringPrototypePadStart,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
  StringPrototypeToUpperCase,
  TypedArrayPrototypeSubarray,
  decodeURIComponent,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_FILE_URL_HOST,
    ERR_INVALID_FILE_URL_PATH,
    ERR_INVALID_URL_SCHEME,
  },
} = require('internal/errors');
const { URL, domainToUnicode, isURL } = require('internal/url');
const { validateString } = require('internal/validators');

const isWindows = process.platform === 'win32';

// Whether the text has `%` and these two hexadecimal digits.
function hasEscaped(text, low) {
  const lower = StringPrototypeToLowerCase(text);
  return StringPrototypeIndexOf(lower, `%${low}`) !== -1;
}

// Whether the codes of two characters are those of a letter and a colon.
function isDrive(letter, colon) {
  letter |= 0x20;
  return letter >= 0x61 && letter <= 0x7A && colon === 0x3A;
}

function toWindowsPath(url) {
  const { hostname, pathname } = url;
  if (hasEscaped(pathname, '2f') || hasEscaped(pathname, '5c')) {
    throw new ERR_INVALID_FILE_URL_PATH('must not include encoded \\ or / characters');
  }
  const path = decodeURIComponent(StringPrototypeReplaceAll(pathname, '/', '\\'));
  if (hostname !== '') return `\\\\${domainToUnicode(hostname)}${path}`;
  if (!isDrive(StringPrototypeCharCodeAt(path, 1), StringPrototypeCharCodeAt(path, 2))) {
    throw new ERR_INVALID_FILE_URL_PATH('must be absolute');
  }
  return StringPrototypeSlice(path, 1);
}

function toPosixPath(url) {
  if (url.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(process.platform);
  if (hasEscaped(url.pathname, '2f')) throw new ERR_INVALID_FILE_URL_PATH('must not include encoded / characters');
  return decodeURIComponent(url.pathname);
}

function toFileURL(path) {
  if (typeof path === 'string') {
    path = new URL(path);
  } else if (!isURL(path)) {
    throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  }
  if (path.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  return path;
}

function fileURLToPath(path, options = undefined) {
  const url = toFileURL(path);
  return (options?.windows ?? isWindows) ? toWindowsPath(url) : toPosixPath(url);
}

function hexDigit(code) {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  code |= 0x20;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

// The bytes that a path of ASCII stands for: names of files need not be UTF-8.
function percentDecode(pathname) {
  const { Buffer } = require('buffer');
  const bytes = Buffer.allocUnsafeSlow(pathname.length);
  let length = 0;
  for (let i = 0; i < pathname.length; i++) {
    let code = StringPrototypeCharCodeAt(pathname, i);
    if (code === 0x25 && i + 2 < pathname.length) {
      const high = hexDigit(StringPrototypeCharCodeAt(pathname, i + 1));
      const low = hexDigit(StringPrototypeCharCodeAt(pathname, i + 2));
      if (high !== -1 && low !== -1) {
        code = high * 16 + low;
        i += 2;
      }
    }
    bytes[length++] = code;
  }
  return TypedArrayPrototypeSubarray(bytes, 0, length);
}

function fileURLToPathBuffer(path, options = undefined) {
  const url = toFileURL(path);
  const { hostname, pathname } = url;
  if (!(options?.windows ?? isWindows)) {
    if (hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(process.platform);
    return percentDecode(pathname);
  }
  const decoded = percentDecode(StringPrototypeReplaceAll(pathname, '/', '\\'));
  if (hostname !== '') {
    const { Buffer } = require('buffer');
    return Buffer.concat([Buffer.from(`\\\\${domainToUnicode(hostname)}`), decoded]);
  }
  if (!isDrive(decoded[1], decoded[2])) throw new ERR_INVALID_FILE_URL_PATH('must be absolute');
  return TypedArrayPrototypeSubarray(decoded, 1);
}

// What a URL would take for something else than a part of a path, and what is better not in one. The parser escapes the rest.
const needsEscape = /[%\\\t\n\r ?#[\]^|~]/;

function escapePath(path, windows) {
  if (RegExpPrototypeExec(needsEscape, path) === null) return path;
  let result = '';
  for (let i = 0; i < path.length; i++) {
    // A backslash parts names there.
    if ((windows && path[i] === '\\') || RegExpPrototypeExec(needsEscape, path[i]) === null) {
      result += path[i];
    } else {
      const digits = StringPrototypeToUpperCase(NumberPrototypeToString(StringPrototypeCharCodeAt(path, i), 16));
      result += `%${StringPrototypePadStart(digits, 2, '0')}`;
    }
  }
  return result;
}

function uncToFileURL(path) {
  const end = StringPrototypeIndexOf(path, '\\', 2);
  if (end === -1) throw new ERR_INVALID_ARG_VALUE('path', path, 'Missing UNC resource path');
  if (end === 2) throw new ERR_INVALID_ARG_VALUE('path', path, 'Empty UNC servername');
  const url = new URL('file://');
  url.hostname = StringPrototypeSlice(path, 2, end);
  url.pathname = escapePath(StringPrototypeReplaceAll(StringPrototypeSlice(path, end), '\\', '/'), true);
  return url;
}

function pathToFileURL(filepath, options = undefined) {
  validateString(filepath, 'path');
  const windows = options?.windows ?? isWindows;
  if (windows && StringPrototypeStartsWith(filepath, '\\\\')) {
    // The prefix of paths that Windows is to take as they are.
    if (StringPrototypeStartsWith(filepath, '\\\\?\\UNC\\')) {
      return uncToFileURL(`\\\\${StringPrototypeSlice(filepath, 8)}`);
    }
    if (!StringPrototypeStartsWith(filepath, '\\\\?\\')) return uncToFileURL(filepath);
    filepath = StringPrototypeSlice(filepath, 4);
  }
  const path = require('path');
  let resolved = windows ? path.win32.resolve(filepath) : path.posix.resolve(filepath);
  // A slash at the end says that it is a directory; resolving takes it away.
  const isDirectory = StringPrototypeEndsWith(filepath, '/') || (windows && StringPrototypeEndsWith(filepath, '\\'));
  if (isDirectory && !StringPrototypeEndsWith(resolved, windows ? '\\' : '/')) resolved += '/';
  const url = `${windows ? 'file:///' : 'file://'}${escapePath(resolved, windows)}`;
  return new URL(url);
}

function toPathIfFileURL(value) {
  return isURL(value) ? fileURLToPath(value) : value;
}

module.exports = { fileURLToPath, fileURLToPathBuffer, pathToFileURL, percentDecode, toPathIfFileURL };
