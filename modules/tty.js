'use strict';

// `tty`: which descriptors are terminals, and the class of `process.stdout` where it is one.
//
// Phase: run time, any thread; not in the startup image. Asking whether a descriptor is a terminal makes no stream.

const { isatty: isTerminal } = internalBinding('stdio');
const { defineLazyProperties } = require('internal/util');

function isatty(fd) {
  return fd >> 0 === fd && fd >= 0 && isTerminal(fd);
}

module.exports = { isatty };
defineLazyProperties(module.exports, { __proto__: null, WriteStream: 'internal/process/stdio/writable#TtyWriteStream' });
