'use strict';

// The public module `constants`: the numbers of `os.constants` and
// `fs.constants` in one frozen object. Old, and kept for those who use it.
//
// Loads: on demand, on every thread. Not part of the startup image.

const {
  ObjectAssign,
  ObjectFreeze,
} = primordials;

const { os, fs } = internalBinding('constants');

ObjectAssign(exports, os.dlopen, os.errno, os.priority, os.signals, fs);
ObjectFreeze(exports);
