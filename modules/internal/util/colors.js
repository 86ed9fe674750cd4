'use strict';

// Terminal colours for messages that go to the standard error stream.
//
// Phase: run time, any thread, with the first such message; not in the startup image. All are empty until `refresh()` is
// called. It asks the descriptor, not the stream, as long as nobody made the stream.

const { isUntouched } = require('internal/process/stdio');

const codes = {
  __proto__: null,
  blue: '\u001b[34m',
  clear: '\u001bc',
  gray: '\u001b[90m',
  green: '\u001b[32m',
  red: '\u001b[31m',
  reset: '\u001b[0m',
  white: '\u001b[39m',
  yellow: '\u001b[33m',
};

function shouldColorize(stream) {
  if (process.env.FORCE_COLOR !== undefined) return require('internal/tty').getColorDepth() > 2;
  return !!stream?.isTTY && (typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : true);
}

// The same for `process.stdout` or `stderr`, which is not made for the question.
function stdioHasColors(name) {
  if (!isUntouched(name)) return shouldColorize(process[name]);
  if (process.env.FORCE_COLOR === undefined && !internalBinding('stdio').isatty(name === 'stdout' ? 1 : 2)) return false;
  return require('internal/tty').getColorDepth() > 2;
}

function refresh() {
  const colors = module.exports;
  const enabled = stdioHasColors('stderr');
  colors.hasColors = enabled;
  colors.blue = enabled ? codes.blue : '';
  colors.clear = enabled ? codes.clear : '';
  colors.gray = enabled ? codes.gray : '';
  colors.green = enabled ? codes.green : '';
  colors.red = enabled ? codes.red : '';
  colors.reset = enabled ? codes.reset : '';
  colors.white = enabled ? codes.white : '';
  colors.yellow = enabled ? codes.yellow : '';
}

module.exports = {
  blue: '',
  clear: '',
  gray: '',
  green: '',
  hasColors: false,
  red: '',
  refresh,
  reset: '',
  shouldColorize,
  stdioHasColors,
  white: '',
  yellow: '',
};
