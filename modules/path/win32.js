'use strict';

// `path/win32`: the paths of Windows on every platform.
//
// Phase: run time; any thread; not in the startup image.

module.exports = require('internal/path/win32').win32;
