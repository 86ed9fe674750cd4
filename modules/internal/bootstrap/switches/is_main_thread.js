'use strict';

// The main half of a twin with `is_not_main_thread`, in the same order.
//
// Switches phase, main thread only, in the startup image.

const { defineStdio } = require('internal/process/stdio');

// Standard streams are those of the process; none is made before it is read.
defineStdio(process);
