'use strict';

// Asking about one entry and changing what is written about it: stat, access,
// exists, mode, owner, times.
//
// Loads: when one of these functions is first read from `fs`, or with the
// callback or the promise API. Not part of the startup image.
//
// Each function of `requests` checks its arguments at once, throwing, and
// answers a function that does the work. The three APIs share them: the
// synchronous one runs the work right away, the others in a later task.

const { Boolean } = primordials;

const { kEmptyObject } = require('internal/util');
const { parseFileMode } = require('internal/validators');
const {
  getAccessMode,
  getValidatedFd,
  getValidatedPath,
  toUnixTimestamp,
  validateOwner,
} = require('internal/fs/arguments');

const binding = internalBinding('fs');

// Stats are objects of their own module: existsSync() and accessSync(), the
// functions a start of a program uses most, do without.
const toStats = (fields) => (
  fields === undefined ? undefined : require('internal/fs/stats').statsFromFields(fields));

const requests = {
  __proto__: null,

  access(path, mode) {
    path = getValidatedPath(path);
    mode = getAccessMode(mode);
    return () => binding.access(path, mode);
  },

  // Never throws: what is no path does not exist.
  exists(path) {
    try {
      path = getValidatedPath(path);
    } catch {
      return () => false;
    }
    return () => binding.existsSync(path);
  },

  stat(path, options) {
    path = getValidatedPath(path);
    const bigint = Boolean(options.bigint);
    const throwIfNoEntry = options.throwIfNoEntry !== false;
    return () => toStats(binding.stat(path, bigint, throwIfNoEntry));
  },

  lstat(path, options) {
    path = getValidatedPath(path);
    const bigint = Boolean(options.bigint);
    const throwIfNoEntry = options.throwIfNoEntry !== false;
    return () => toStats(binding.lstat(path, bigint, throwIfNoEntry));
  },

  fstat(fd, options) {
    fd = getValidatedFd(fd);
    const bigint = Boolean(options.bigint);
    return () => toStats(binding.fstat(fd, bigint));
  },

  statfs(path, options) {
    path = getValidatedPath(path);
    const bigint = Boolean(options.bigint);
    return () => require('internal/fs/stats').statFsFromFields(binding.statfs(path, bigint));
  },

  chmod(path, mode) {
    path = getValidatedPath(path);
    mode = parseFileMode(mode, 'mode');
    return () => binding.chmod(path, mode);
  },

  fchmod(fd, mode) {
    fd = getValidatedFd(fd);
    mode = parseFileMode(mode, 'mode');
    return () => binding.fchmod(fd, mode);
  },

  chown(path, uid, gid) {
    path = getValidatedPath(path);
    validateOwner(uid, gid);
    return () => binding.chown(path, uid, gid);
  },

  lchown(path, uid, gid) {
    path = getValidatedPath(path);
    validateOwner(uid, gid);
    return () => binding.lchown(path, uid, gid);
  },

  fchown(fd, uid, gid) {
    fd = getValidatedFd(fd);
    validateOwner(uid, gid);
    return () => binding.fchown(fd, uid, gid);
  },

  utimes(path, atime, mtime) {
    path = getValidatedPath(path);
    atime = toUnixTimestamp(atime);
    mtime = toUnixTimestamp(mtime);
    return () => binding.utimes(path, atime, mtime);
  },

  lutimes(path, atime, mtime) {
    path = getValidatedPath(path);
    atime = toUnixTimestamp(atime);
    mtime = toUnixTimestamp(mtime);
    return () => binding.lutimes(path, atime, mtime);
  },

  futimes(fd, atime, mtime) {
    atime = toUnixTimestamp(atime, 'atime');
    mtime = toUnixTimestamp(mtime, 'mtime');
    fd = getValidatedFd(fd);
    return () => binding.futimes(fd, atime, mtime);
  },
};

function accessSync(path, mode) {
  binding.access(getValidatedPath(path), getAccessMode(mode));
}

function existsSync(path) {
  return requests.exists(path)();
}

function statSync(path, options = kEmptyObject) {
  return requests.stat(path, options)();
}

function lstatSync(path, options = kEmptyObject) {
  return requests.lstat(path, options)();
}

function fstatSync(fd, options = kEmptyObject) {
  return requests.fstat(fd, options)();
}

function statfsSync(path, options = kEmptyObject) {
  return requests.statfs(path, options)();
}

function chmodSync(path, mode) {
  requests.chmod(path, mode)();
}

function fchmodSync(fd, mode) {
  requests.fchmod(fd, mode)();
}

function chownSync(path, uid, gid) {
  requests.chown(path, uid, gid)();
}

function lchownSync(path, uid, gid) {
  requests.lchown(path, uid, gid)();
}

function fchownSync(fd, uid, gid) {
  requests.fchown(fd, uid, gid)();
}

function utimesSync(path, atime, mtime) {
  requests.utimes(path, atime, mtime)();
}

function lutimesSync(path, atime, mtime) {
  requests.lutimes(path, atime, mtime)();
}

function futimesSync(fd, atime, mtime) {
  requests.futimes(fd, atime, mtime)();
}

module.exports = {
  requests,
  accessSync,
  chmodSync,
  chownSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  lchownSync,
  lstatSync,
  lutimesSync,
  statSync,
  statfsSync,
  utimesSync,
};
