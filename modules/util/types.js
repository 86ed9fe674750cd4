'use strict';

// `util/types`: the predicates alone.
//
// Phase: run time, any thread.

module.exports = require('internal/util/types');
