'use strict';

// The public `module` module: the class of CommonJS modules.
//
// Loads on demand, on any thread; what it exports is in the startup image.

module.exports = require('internal/modules/cjs/loader').Module;
