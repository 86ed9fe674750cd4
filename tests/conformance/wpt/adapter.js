'use strict';

// Runs one script of the web-platform-tests with their own harness: `adapter.js ROOT FILE VARIANT`. Prints `FAIL: name: message` for each
// test that fails and in the end `subtests: N passed, M failed`.

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [root, file, variant = ''] = process.argv.slice(2);
const place = `/${path.relative(root, file)}`;
const text = fs.readFileSync(file, 'utf8');

function define(name, value) {
  Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, value, writable: true });
}

const url = new URL(`${place}${variant}`, 'http://web-platform.test:8000');
define('self', globalThis);
define('location', { __proto__: null, hash: '', href: url.href, origin: url.origin, pathname: url.pathname, search: url.search });
define('GLOBAL', { isShadowRealm: () => false, isWindow: () => false, isWorker: () => false });

// The tests ask a server for their data; here it lies beside them.
const local = (name) => (name.startsWith('/') ? path.join(root, name) : path.join(path.dirname(file), name));
define('fetch', async (name) => {
  const bytes = fs.readFileSync(local(String(name)));
  return {
    arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    json: async () => JSON.parse(bytes.toString()),
    ok: true,
    status: 200,
    text: async () => bytes.toString(),
  };
});

// A page lives as long as it is open, not as long as it has something to do.
setTimeout(() => process.exit(), 8000);

const load = (name) => vm.runInThisContext(fs.readFileSync(name, 'utf8'), { filename: name });

load(path.join(root, 'resources/testharness.js'));

let passed = 0;
const failed = [];
let complete = false;
let allowsUncaught = false;

// Nobody can see these in the harness itself.
const { setup } = globalThis;
define('setup', (...args) => {
  for (const arg of args) allowsUncaught ||= Boolean(arg?.allow_uncaught_exception);
  return setup(...args);
});

process.on('uncaughtException', (error) => {
  if (!allowsUncaught) failed.push(`uncaught: ${error?.stack ?? error}`);
});

globalThis.add_result_callback(({ status, name, message, PASS, PRECONDITION_FAILED }) => {
  if (status === PASS) passed++;
  else if (status !== PRECONDITION_FAILED) failed.push(`${name}: ${message ?? 'was not run'}`);
});
globalThis.add_completion_callback((tests, { status, message, OK }) => {
  complete = true;
  if (status !== OK) failed.push(`harness: ${message}`);
  process.exit();
});
process.on('exit', () => {
  if (!complete) failed.push('harness: the tests do not come to their end');
  else if (passed + failed.length === 0) failed.push('harness: no test ran');
  for (const line of failed) console.log(`FAIL: ${line.replaceAll('\n', ' ')}`);
  console.log(`subtests: ${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
});

for (const [, name] of text.matchAll(/^\/\/ META: script=(.*)$/gm)) load(local(name.trim()));
load(file);
