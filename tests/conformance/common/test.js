'use strict';

// Lazuli's stand-in for `node:test`, as far as Node's own tests of other builtins use it: suites and tests one after the other, each failure
// printed, and an exit code that tells of them.

const queue = [];
let running = false;
let failures = 0;

async function run() {
  if (running) return;
  running = true;
  // Tests are declared while the file is evaluated.
  await new Promise((resolve) => setImmediate(resolve));
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
    const { name, fn } = entry;
    try {
      await (fn.length > 1 ? new Promise((resolve, reject) => {
        fn({ name }, (error) => (error ? reject(error) : resolve()));
      }) : fn({ name }));
    } catch (error) {
      failures++;
      console.log(`not ok: ${name}\n`, error);
    }
  }
  running = false;
  if (failures > 0) process.exitCode = 1;
}

// A test without a function only stands for itself.
function declare(name, options, fn) {
  const given = [name, options, fn];
  fn = given.find((value) => typeof value === 'function');
  name = typeof name === 'string' ? name : fn?.name ?? '';
  const { skip = false, todo = false } = given.find((value) => typeof value === 'object' && value !== null) ?? {};
  return { name, fn, left: skip || todo || fn === undefined };
}

function it(...given) {
  const { name, fn, left } = declare(...given);
  if (left) return;
  queue.push({ name, fn });
  run();
}

function describe(...given) {
  const { fn, left } = declare(...given);
  if (!left) fn();
}

module.exports = { describe, it, suite: describe, test: it };
