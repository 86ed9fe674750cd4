'use strict';

// The public module `fs`: a table of names and of the modules they live in.
//
// Loads: on demand, on every thread. May be part of the startup image: it
// keeps no handle and reads nothing. A name loads its module when it is first
// read, so that a program which only asks existsSync() pays for that alone.
// Must not: load anything by itself.

const {
  ObjectDefineProperties,
} = primordials;

const { defineLazyProperties } = require('internal/util');
const { fs: constants } = internalBinding('constants');

const callback = 'internal/fs/callback';
const entry = 'internal/fs/entry';
const file = 'internal/fs/file';
const tree = 'internal/fs/tree';

const fs = module.exports;

// In Node's order.
defineLazyProperties(fs, {
  __proto__: null,
  appendFile: callback,
  appendFileSync: file,
  access: callback,
  accessSync: entry,
  chown: callback,
  chownSync: entry,
  chmod: callback,
  chmodSync: entry,
  close: callback,
  closeSync: file,
  copyFile: callback,
  copyFileSync: tree,
  cp: 'internal/fs/cp',
  cpSync: 'internal/fs/cp',
  exists: callback,
  existsSync: entry,
  fchown: callback,
  fchownSync: entry,
  fchmod: callback,
  fchmodSync: entry,
  fdatasync: callback,
  fdatasyncSync: file,
  fstat: callback,
  fstatSync: entry,
  fsync: callback,
  fsyncSync: file,
  ftruncate: callback,
  ftruncateSync: file,
  futimes: callback,
  futimesSync: entry,
  glob: 'internal/fs/glob',
  globSync: 'internal/fs/glob',
  lchown: callback,
  lchownSync: entry,
});

// macOS only, as in Node: the names are there, the functions are not.
fs.lchmod = undefined;
fs.lchmodSync = undefined;

defineLazyProperties(fs, {
  __proto__: null,
  link: callback,
  linkSync: tree,
  lstat: callback,
  lstatSync: entry,
  lutimes: callback,
  lutimesSync: entry,
  mkdir: callback,
  mkdirSync: tree,
  mkdtemp: callback,
  mkdtempSync: tree,
  mkdtempDisposableSync: 'internal/fs/disposable',
  open: callback,
  openSync: file,
  openAsBlob: 'internal/blob',
  openAsBlobSync: 'internal/blob',
  readdir: callback,
  readdirSync: tree,
  read: callback,
  readSync: file,
  readv: callback,
  readvSync: file,
  readFile: callback,
  readFileSync: file,
  readlink: callback,
  readlinkSync: tree,
  realpath: callback,
  realpathSync: 'internal/fs/realpath',
  rename: callback,
  renameSync: tree,
  rm: callback,
  rmSync: tree,
  rmdir: callback,
  rmdirSync: tree,
  stat: callback,
  statfs: callback,
  statSync: entry,
  statfsSync: entry,
  symlink: callback,
  symlinkSync: tree,
  truncate: callback,
  truncateSync: file,
  unlink: callback,
  unlinkSync: tree,
  unwatchFile: 'internal/fs/watch_file',
  utimes: callback,
  utimesSync: entry,
  watch: 'internal/fs/watch',
  watchFile: 'internal/fs/watch_file',
  writeFile: callback,
  writeFileSync: file,
  write: callback,
  writeSync: file,
  writev: callback,
  writevSync: file,
  Dirent: 'internal/fs/stats',
  Stats: 'internal/fs/stats',
  _toUnixTimestamp: 'internal/fs/arguments#toUnixTimestamp',
  Dir: 'internal/fs/dir',
  opendir: 'internal/fs/dir',
  opendirSync: 'internal/fs/dir',
});

ObjectDefineProperties(fs, {
  F_OK: { __proto__: null, enumerable: true, value: constants.F_OK },
  R_OK: { __proto__: null, enumerable: true, value: constants.R_OK },
  W_OK: { __proto__: null, enumerable: true, value: constants.W_OK },
  X_OK: { __proto__: null, enumerable: true, value: constants.X_OK },
  constants: { __proto__: null, enumerable: true, value: constants },
});

defineLazyProperties(fs, { __proto__: null, promises: 'internal/fs/promises#exports' });
