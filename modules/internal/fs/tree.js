'use strict';

// The tree of names: listing, making, removing, renaming, copying, linking.
//
// Loads: when one of these functions is first read from `fs`, or with the
// callback or the promise API. Not part of the startup image.
//
// Each function of `requests` checks its arguments at once, throwing, and
// answers a function that does the work; see `internal/fs/entry`.

const {
  ArrayPrototypePush,
  Boolean,
  StringPrototypeCharCodeAt,
} = primordials;

const { codes: { ERR_FS_EISDIR, ERR_FS_INVALID_SYMLINK_TYPE } } = require('internal/errors');
const {
  parseFileMode,
  validateBoolean,
} = require('internal/validators');
const {
  buffers,
  constants,
  getCopyMode,
  getOptions,
  getValidatedPath,
  validateRmdirOptions,
} = require('internal/fs/arguments');
const { encodePath } = require('internal/fs/realpath');

const binding = internalBinding('fs');

const rmDefaults = { __proto__: null, recursive: false, force: false, retryDelay: 100, maxRetries: 0 };
const rmdirDefaults = { __proto__: null, recursive: false, retryDelay: 100, maxRetries: 0 };

const isDirectoryMode = (mode) => (mode & constants.S_IFMT) === constants.S_IFDIR;
const asBuffer = (bytes) => buffers().asBuffer(bytes);

// Unless names are wanted as UTF-8 text, the binding hands out bytes, so that a
// name which is not UTF-8 survives.
const wantsBytes = (encoding) => (
  encoding !== undefined && encoding !== null && encoding !== 'utf8' && encoding !== 'utf-8');

function encodeName(name, encoding) {
  if (!wantsBytes(encoding)) return name;
  const bytes = asBuffer(name);
  return encoding === 'buffer' ? bytes : buffers().sliceToString(bytes, encoding, 0, bytes.length);
}

// `joinNames('a', 'b')` is the one join that listings need. A directory given
// as bytes keeps them.
function joinNames(directory, name) {
  if (typeof directory === 'string' && typeof name === 'string') {
    return require('path').join(directory, name);
  }
  const { concatBytes, fromString } = buffers();
  const left = typeof directory === 'string' ? fromString(directory, 'utf8') : directory;
  const right = typeof name === 'string' ? fromString(name, 'utf8') : name;
  return concatBytes(left, fromString('/', 'latin1'), right);
}

function knownType(directory, name, type) {
  if (type !== constants.UV_DIRENT_UNKNOWN) return type;
  const { direntTypeFromMode } = require('internal/fs/stats');
  return direntTypeFromMode(binding.lstat(joinNames(directory, name), false, true)[1]);
}

function listNames(path, encoding) {
  const names = binding.readdir(path, false, wantsBytes(encoding));
  if (wantsBytes(encoding)) {
    for (let i = 0; i < names.length; i++) names[i] = encodeName(names[i], encoding);
  }
  return names;
}

// `listing` is what the binding says: names and, beside them, types.
function toEntries(path, encoding, listing, entries = []) {
  const { Dirent } = require('internal/fs/stats');
  const names = listing[0];
  const types = listing[1];
  for (let i = 0; i < names.length; i++) {
    const type = knownType(path, names[i], types[i]);
    ArrayPrototypePush(entries, new Dirent(encodeName(names[i], encoding), type, path));
  }
  return entries;
}

const listEntries = (path, encoding, entries) => toEntries(
  path, encoding, binding.readdir(path, true, wantsBytes(encoding)), entries);

// Directory after directory, breadth first. Entries are objects that know
// their directory; plain names are told relative to the start, and a link to
// a directory counts as one there.
function listRecursively(base, encoding, withFileTypes) {
  const directories = [base];
  const result = [];
  const { relative } = require('path');
  for (let d = 0; d < directories.length; d++) {
    const directory = directories[d];
    if (withFileTypes) {
      const first = result.length;
      listEntries(directory, encoding, result);
      for (let i = first; i < result.length; i++) {
        if (result[i].isDirectory()) {
          ArrayPrototypePush(directories, joinNames(directory, result[i].name));
        }
      }
      continue;
    }
    const names = listNames(directory);
    for (let i = 0; i < names.length; i++) {
      const path = joinNames(directory, names[i]);
      ArrayPrototypePush(result, encodePath(relative(base, path), encoding));
      if (binding.internalModuleStat(path) === 1) ArrayPrototypePush(directories, path);
    }
  }
  return result;
}

let warnedAboutTemplate = false;
function warnAboutTemplate(prefix) {
  const last = typeof prefix === 'string' ?
    StringPrototypeCharCodeAt(prefix, prefix.length - 1) : prefix[prefix.length - 1];
  if (last !== 88 /* X */ || warnedAboutTemplate) return;
  warnedAboutTemplate = true;
  process.emitWarning(
    'mkdtemp() templates ending with X are not portable. ' +
    'For details see: https://nodejs.org/api/fs.html');
}

let warnedAboutRmdir = false;
function warnAboutRecursiveRmdir() {
  if (warnedAboutRmdir) return;
  warnedAboutRmdir = true;
  process.emitWarning(
    'In future versions of Node.js, fs.rmdir(path, { recursive: true }) ' +
    'will be removed. Use fs.rm(path, { recursive: true }) instead',
    'DeprecationWarning', 'DEP0147');
}

// What rm may be told: that the path is a directory needs `recursive`.
function checkRm(path, options) {
  if (options.force && options.recursive) return;
  const fields = binding.lstat(path, false, !options.force);
  if (fields === undefined || !isDirectoryMode(fields[1]) || options.recursive) return;
  // The user sees this object as `error.info`: it is an ordinary one.
  throw new ERR_FS_EISDIR({
    code: 'EISDIR',
    message: 'is a directory',
    path,
    syscall: 'rm',
    errno: internalBinding('constants').os.errno.EISDIR,
  });
}

const remove = (path, options) => binding.rmSync(
  path, options.maxRetries, options.recursive, options.retryDelay, options.force);

const requests = {
  __proto__: null,

  readdir(path, options) {
    options = getOptions(options);
    path = getValidatedPath(path);
    const { encoding, recursive } = options;
    const withFileTypes = Boolean(options.withFileTypes);
    if (recursive !== null && recursive !== undefined) validateBoolean(recursive, 'options.recursive');
    if (recursive) return () => listRecursively(path, encoding, withFileTypes);
    return withFileTypes ? () => listEntries(path, encoding) : () => listNames(path, encoding);
  },

  mkdir(path, options) {
    let mode = 0o777;
    let recursive = false;
    if (typeof options === 'number' || typeof options === 'string') {
      mode = parseFileMode(options, 'mode');
    } else if (options) {
      if (options.recursive !== undefined) {
        recursive = options.recursive;
        validateBoolean(recursive, 'options.recursive');
      }
      if (options.mode !== undefined) mode = parseFileMode(options.mode, 'mode');
    }
    path = getValidatedPath(path);
    return () => {
      const first = binding.mkdir(path, mode, recursive);
      return recursive ? first : undefined;
    };
  },

  mkdtemp(prefix, options) {
    const { encoding } = getOptions(options);
    prefix = getValidatedPath(prefix, 'prefix');
    warnAboutTemplate(prefix);
    return () => encodeName(binding.mkdtemp(prefix, wantsBytes(encoding)), encoding);
  },

  rm(path, options) {
    path = getValidatedPath(path);
    options = validateRmdirOptions(options, rmDefaults);
    validateBoolean(options.force, 'options.force');
    return () => {
      checkRm(path, options);
      remove(path, options);
    };
  },

  rmdir(path, options) {
    path = getValidatedPath(path);
    if (options?.recursive) {
      warnAboutRecursiveRmdir();
      options = { ...validateRmdirOptions(options, rmdirDefaults), __proto__: null, force: false };
      return () => {
        const fields = binding.lstat(path, false, true);
        if (isDirectoryMode(fields[1])) return remove(path, options);
        binding.rmdir(path);
      };
    }
    validateRmdirOptions(options, rmdirDefaults);
    return () => binding.rmdir(path);
  },

  unlink(path) {
    path = getValidatedPath(path);
    return () => binding.unlink(path);
  },

  rename(oldPath, newPath) {
    oldPath = getValidatedPath(oldPath, 'oldPath');
    newPath = getValidatedPath(newPath, 'newPath');
    return () => binding.rename(oldPath, newPath);
  },

  copyFile(src, dest, mode) {
    src = getValidatedPath(src, 'src');
    dest = getValidatedPath(dest, 'dest');
    mode = getCopyMode(mode);
    return () => binding.copyFile(src, dest, mode);
  },

  // The kind of link matters on Windows only; it is checked everywhere.
  symlink(target, path, type) {
    if (typeof type === 'string' && type !== 'dir' && type !== 'file' && type !== 'junction') {
      throw new ERR_FS_INVALID_SYMLINK_TYPE(type);
    }
    target = getValidatedPath(target, 'target');
    path = getValidatedPath(path);
    return () => binding.symlink(target, path, 0);
  },

  link(existingPath, newPath) {
    existingPath = getValidatedPath(existingPath, 'existingPath');
    newPath = getValidatedPath(newPath, 'newPath');
    return () => binding.link(existingPath, newPath);
  },

  readlink(path, options) {
    const { encoding } = getOptions(options);
    path = getValidatedPath(path, 'oldPath');
    return () => encodeName(binding.readlink(path, wantsBytes(encoding)), encoding);
  },
};

function readdirSync(path, options) {
  return requests.readdir(path, options)();
}

function mkdirSync(path, options) {
  return requests.mkdir(path, options)();
}

function mkdtempSync(prefix, options) {
  return requests.mkdtemp(prefix, options)();
}

function rmSync(path, options) {
  requests.rm(path, options)();
}

function rmdirSync(path, options) {
  requests.rmdir(path, options)();
}

function unlinkSync(path) {
  requests.unlink(path)();
}

function renameSync(oldPath, newPath) {
  requests.rename(oldPath, newPath)();
}

function copyFileSync(src, dest, mode) {
  requests.copyFile(src, dest, mode)();
}

function symlinkSync(target, path, type) {
  requests.symlink(target, path, type)();
}

function linkSync(existingPath, newPath) {
  requests.link(existingPath, newPath)();
}

function readlinkSync(path, options) {
  return requests.readlink(path, options)();
}

module.exports = {
  requests,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  toEntries,
  unlinkSync,
  wantsBytes,
};
