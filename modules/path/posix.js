'use strict';

// `path/posix`: the paths of POSIX systems on every platform.
//
// Phase: run time; any thread; not in the startup image.

module.exports = require('internal/path/posix').posix;
