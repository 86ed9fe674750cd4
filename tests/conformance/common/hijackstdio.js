'use strict';

// Listens to what is written to the standard streams.

const originals = { __proto__: null };

function hijack(name, listener) {
  const stream = process[name];
  const write = stream.write;
  originals[name] ??= write;
  stream.writeTimes = 0;
  stream.write = function(data, callback) {
    try {
      listener(data);
    } catch (error) {
      process.nextTick(() => { throw error; });
    }
    stream.writeTimes++;
    return Reflect.apply(write, stream, [data, callback]);
  };
}

function restore(name) {
  process[name].write = originals[name];
  delete originals[name];
}

module.exports = {
  hijackStderr: (listener) => hijack('stderr', listener),
  hijackStdout: (listener) => hijack('stdout', listener),
  restoreStderr: () => restore('stderr'),
  restoreStdout: () => restore('stdout'),
};
