'use strict';

// From `file:` URLs to paths and back.
//
// Phase: run time, when one of the functions is first called; any thread; not in the startup image.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
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

function toWindowsPath(url) {
  const { hostname, pathname } = url;
  if (hasEscaped(pathname, '2f') || hasEscaped(pathname, '5c')) {
    throw new ERR_INVALID_FILE_URL_PATH('must not include encoded \\ or / characters');
  }
  const path = decodeURIComponent(StringPrototypeReplaceAll(pathname, '/', '\\'));
  if (hostname !== '') return `\\\\${domainToUnicode(hostname)}${path}`;
  const letter = StringPrototypeCharCodeAt(path, 1) | 0x20;
  if (!(letter >= 97 && letter <= 122) || path[2] !== ':') throw new ERR_INVALID_FILE_URL_PATH('must be absolute');
  return StringPrototypeSlice(path, 1);
}

function toPosixPath(url) {
  if (url.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(process.platform);
  if (hasEscaped(url.pathname, '2f')) throw new ERR_INVALID_FILE_URL_PATH('must not include encoded / characters');
  return decodeURIComponent(url.pathname);
}

function fileURLToPath(path, options = undefined) {
  if (typeof path === 'string') {
    path = new URL(path);
  } else if (!isURL(path)) {
    throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  }
  if (path.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  return (options?.windows ?? isWindows) ? toWindowsPath(path) : toPosixPath(path);
}

// What a URL would take for something else than a part of a path. The parser escapes the rest.
const special = [['%', '%25'], ['\\', '%5C'], ['\n', '%0A'], ['\r', '%0D'], ['\t', '%09'], ['?', '%3F'], ['#', '%23']];

function escapePath(path, windows) {
  for (let i = 0; i < special.length; i++) {
    // A backslash parts names there.
    if (windows && i === 1) continue;
    if (StringPrototypeIndexOf(path, special[i][0]) !== -1) path = StringPrototypeReplaceAll(path, special[i][0], special[i][1]);
  }
  return path;
}

function uncToFileURL(path) {
  const end = StringPrototypeIndexOf(path, '\\', 2);
  if (end === -1) throw new ERR_INVALID_ARG_VALUE('path', path, 'must name a share: \\\\server\\resource');
  if (end === 2) throw new ERR_INVALID_ARG_VALUE('path', path, 'must name a server: \\\\server\\resource');
  const url = new URL('file://');
  url.hostname = StringPrototypeSlice(path, 2, end);
  url.pathname = escapePath(StringPrototypeReplaceAll(StringPrototypeSlice(path, end), '\\', '/'), true);
  return url;
}

function pathToFileURL(filepath, options = undefined) {
  validateString(filepath, 'path');
  const windows = options?.windows ?? isWindows;
  if (windows && StringPrototypeStartsWith(filepath, '\\\\')) return uncToFileURL(filepath);
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

module.exports = { fileURLToPath, pathToFileURL, toPathIfFileURL };
