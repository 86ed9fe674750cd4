'use strict';

// The public `process` module: the object of the same name.
//
// Loads on demand, on any thread.

module.exports = process;
