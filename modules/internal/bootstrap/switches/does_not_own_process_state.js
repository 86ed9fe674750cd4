'use strict';

// What a thread that does not own the process may only read: the twin of `does_own_process_state`, in the same order.
//
// Switches phase, workers only; never while an image is made.

const {
  ObjectDefineProperty,
} = primordials;

const {
  codes: {
    ERR_WORKER_UNSUPPORTED_OPERATION,
  },
} = require('internal/errors');

const { cwd, umask } = internalBinding('process_methods');

replace('abort', refuse('process.abort()'));
replace('umask', readUmask);
replace('chdir', refuse('process.chdir()'));
replace('cwd', cwd);
replace('initgroups', refuse('process.initgroups()'));
replace('setgroups', refuse('process.setgroups()'));
replace('setegid', refuse('process.setegid()'));
replace('seteuid', refuse('process.seteuid()'));
replace('setgid', refuse('process.setgid()'));
replace('setuid', refuse('process.setuid()'));

function readUmask(mask) {
  if (mask !== undefined)
    throw new ERR_WORKER_UNSUPPORTED_OPERATION('Setting process.umask()');
  return umask();
}

function refuse(operation) {
  const refused = () => {
    throw new ERR_WORKER_UNSUPPORTED_OPERATION(operation);
  };
  refused.disabled = true;
  return refused;
}

function replace(name, value) {
  ObjectDefineProperty(process, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    value,
    writable: true,
  });
}
