'use strict';

// `path`: the flavour of this platform.
//
// Phase: node; any thread; in the startup image.

module.exports = process.platform === 'win32' ? require('internal/path/win32').win32 : require('internal/path/posix').posix;
