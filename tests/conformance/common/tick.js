'use strict';

// Calls back after some turns of the event loop.

module.exports = function tick(turns, callback) {
  setImmediate(() => {
    if (turns > 1) tick(turns - 1, callback);
    else callback?.();
  });
};
