'use strict';

// Tells what this program has, for the harness: which of the builtins in the first argument load, its globals and its versions.

const builtins = {};
for (const id of JSON.parse(process.argv[2])) {
  try {
    require(id);
    builtins[id] = true;
  } catch {
    builtins[id] = false;
  }
}
console.log(JSON.stringify({ builtins, globals: Object.getOwnPropertyNames(globalThis), versions: process.versions }));
// Whatever one of them started.
process.exit(0);
