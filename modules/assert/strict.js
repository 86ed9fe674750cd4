'use strict';

// `assert/strict`.
//
// Phase: run time, any thread.

module.exports = require('assert').strict;
