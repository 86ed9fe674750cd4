'use strict';

// Stats, BigIntStats, StatFs and Dirent: what the file system says about one
// entry, as objects.
//
// Loads: when the first such object is made, or when `fs.Stats` or `fs.Dirent`
// is read. Not part of the startup image.
// Must not: touch the file system.

const {
  BigInt,
  Date,
  MathRound,
  Number,
  ObjectSetPrototypeOf,
  ReflectApply,
  Symbol,
} = primordials;

const { fs: constants } = internalBinding('constants');
const {
  S_IFBLK,
  S_IFCHR,
  S_IFDIR,
  S_IFIFO,
  S_IFLNK,
  S_IFMT,
  S_IFREG,
  S_IFSOCK,
  UV_DIRENT_BLOCK,
  UV_DIRENT_CHAR,
  UV_DIRENT_DIR,
  UV_DIRENT_FIFO,
  UV_DIRENT_FILE,
  UV_DIRENT_LINK,
  UV_DIRENT_SOCKET,
  UV_DIRENT_UNKNOWN,
} = constants;

const kType = Symbol('type');
const kNsPerMs = 1000000n;
const kNsPerSec = 1000000000n;

function StatsBase(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
}

StatsBase.prototype.isDirectory = function() {
  return this._checkModeProperty(S_IFDIR);
};

StatsBase.prototype.isFile = function() {
  return this._checkModeProperty(S_IFREG);
};

StatsBase.prototype.isBlockDevice = function() {
  return this._checkModeProperty(S_IFBLK);
};

StatsBase.prototype.isCharacterDevice = function() {
  return this._checkModeProperty(S_IFCHR);
};

StatsBase.prototype.isSymbolicLink = function() {
  return this._checkModeProperty(S_IFLNK);
};

StatsBase.prototype.isFIFO = function() {
  return this._checkModeProperty(S_IFIFO);
};

StatsBase.prototype.isSocket = function() {
  return this._checkModeProperty(S_IFSOCK);
};

const dateFromMs = (ms) => new Date(MathRound(Number(ms)));

function BigIntStats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
                     atimeNs, mtimeNs, ctimeNs, birthtimeNs) {
  ReflectApply(StatsBase, this, [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks]);
  this.atimeMs = atimeNs / kNsPerMs;
  this.mtimeMs = mtimeNs / kNsPerMs;
  this.ctimeMs = ctimeNs / kNsPerMs;
  this.birthtimeMs = birthtimeNs / kNsPerMs;
  this.atimeNs = atimeNs;
  this.mtimeNs = mtimeNs;
  this.ctimeNs = ctimeNs;
  this.birthtimeNs = birthtimeNs;
  this.atime = dateFromMs(this.atimeMs);
  this.mtime = dateFromMs(this.mtimeMs);
  this.ctime = dateFromMs(this.ctimeMs);
  this.birthtime = dateFromMs(this.birthtimeMs);
}

ObjectSetPrototypeOf(BigIntStats.prototype, StatsBase.prototype);
ObjectSetPrototypeOf(BigIntStats, StatsBase);

BigIntStats.prototype._checkModeProperty = function(property) {
  return (this.mode & BigInt(S_IFMT)) === BigInt(property);
};

function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
               atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
  ReflectApply(StatsBase, this, [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks]);
  this.atimeMs = atimeMs;
  this.mtimeMs = mtimeMs;
  this.ctimeMs = ctimeMs;
  this.birthtimeMs = birthtimeMs;
  this.atime = dateFromMs(atimeMs);
  this.mtime = dateFromMs(mtimeMs);
  this.ctime = dateFromMs(ctimeMs);
  this.birthtime = dateFromMs(birthtimeMs);
}

ObjectSetPrototypeOf(Stats.prototype, StatsBase.prototype);
ObjectSetPrototypeOf(Stats, StatsBase);

Stats.prototype.isFile = StatsBase.prototype.isFile;

Stats.prototype._checkModeProperty = function(property) {
  return (this.mode & S_IFMT) === property;
};

class StatFs {
  constructor(type, bsize, blocks, bfree, bavail, files, ffree) {
    this.type = type;
    this.bsize = bsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}

const toMs = (seconds, nanoseconds) => seconds * 1000 + nanoseconds / 1000000;
const toNs = (seconds, nanoseconds) => seconds * kNsPerSec + nanoseconds;

// `fields` is the binding's list of 18: ten plain fields, then four times in
// seconds and nanoseconds.
function statsFromFields(fields) {
  if (typeof fields[1] === 'bigint') {
    return new BigIntStats(
      fields[0], fields[1], fields[2], fields[3], fields[4],
      fields[5], fields[6], fields[7], fields[8], fields[9],
      toNs(fields[10], fields[11]), toNs(fields[12], fields[13]),
      toNs(fields[14], fields[15]), toNs(fields[16], fields[17]));
  }
  return new Stats(
    fields[0], fields[1], fields[2], fields[3], fields[4],
    fields[5], fields[6], fields[7], fields[8], fields[9],
    toMs(fields[10], fields[11]), toMs(fields[12], fields[13]),
    toMs(fields[14], fields[15]), toMs(fields[16], fields[17]));
}

function statFsFromFields(fields) {
  return new StatFs(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]);
}

class Dirent {
  constructor(name, type, path) {
    this.name = name;
    this.parentPath = path;
    this.path = path;
    this[kType] = type;
  }

  isDirectory() {
    return this[kType] === UV_DIRENT_DIR;
  }

  isFile() {
    return this[kType] === UV_DIRENT_FILE;
  }

  isBlockDevice() {
    return this[kType] === UV_DIRENT_BLOCK;
  }

  isCharacterDevice() {
    return this[kType] === UV_DIRENT_CHAR;
  }

  isSymbolicLink() {
    return this[kType] === UV_DIRENT_LINK;
  }

  isFIFO() {
    return this[kType] === UV_DIRENT_FIFO;
  }

  isSocket() {
    return this[kType] === UV_DIRENT_SOCKET;
  }
}

// The type that a directory entry would have had, from the mode of a stat.
// Some file systems do not tell types while listing.
function direntTypeFromMode(mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return UV_DIRENT_FILE;
    case S_IFDIR: return UV_DIRENT_DIR;
    case S_IFLNK: return UV_DIRENT_LINK;
    case S_IFIFO: return UV_DIRENT_FIFO;
    case S_IFSOCK: return UV_DIRENT_SOCKET;
    case S_IFCHR: return UV_DIRENT_CHAR;
    case S_IFBLK: return UV_DIRENT_BLOCK;
    default: return UV_DIRENT_UNKNOWN;
  }
}

module.exports = {
  BigIntStats,
  Dirent,
  StatFs,
  Stats,
  direntTypeFromMode,
  statFsFromFields,
  statsFromFields,
};
