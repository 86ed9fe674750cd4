'use strict';

// What may change the state of the whole process: working directory, file mode mask, user and group. A twin with
// `does_not_own_process_state`, in the same order.
//
// Switches phase, main thread only, in the startup image.

const { installOwnState } = require('internal/process/own_state');

installOwnState(process);
