'use strict';

// The public module `fs/promises`: the value of `fs.promises`.
//
// Loads: on demand, on every thread. Not part of the startup image.

module.exports = require('internal/fs/promises').exports;
