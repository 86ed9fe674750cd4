'use strict';

// `console`: the global console as a module.
//
// Phase: any; it loads nothing that the bootstrap has not loaded.

module.exports = require('internal/console/global');
