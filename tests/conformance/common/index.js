'use strict';

// Lazuli's stand-in for Node's `test/common`: the helpers that Node's own tests are written with, made anew from what the tests expect of
// them. Expectations of calls, errors and warnings are checked when the process ends.

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const util = require('util');

// A test that starts itself must come to an end, whatever it does.
const DEEPEST = 3;
const depth = Number(process.env.LAZULI_CONFORMANCE_DEPTH ?? 0) + 1;
if (depth > DEEPEST + 1) {
  process._rawDebug?.(`nested ${depth} deep: ended`);
  process.exit(99);
}
process.env.LAZULI_CONFORMANCE_DEPTH = String(depth);

const optional = (id) => {
  try {
    return require(id);
  } catch {
    return undefined;
  }
};

// Some tests spoil these.
const { hasOwn, keys } = Object;

const isWindows = process.platform === 'win32';
const isMainThread = optional('worker_threads')?.isMainThread ?? true;
const hasCrypto = Boolean(process.versions.openssl) && !process.env.NODE_SKIP_CRYPTO;

// ---- calls -------------------------------------------------------------------------------------------------------

const expectedCalls = [];

function where() {
  const frames = new Error().stack.split('\n').slice(1);
  const frame = frames.find((line) => !line.includes(__filename)) ?? '';
  return frame.trim().replace(/^at /, '');
}

function counted(fn, times, atLeast) {
  if (typeof fn === 'number') {
    times = fn;
    fn = undefined;
  }
  fn ??= () => {};
  if (typeof times !== 'number') throw new TypeError(`a number of calls is expected, not ${times}`);
  const record = { name: fn.name || 'a function', times, atLeast, calls: 0, from: where() };
  if (expectedCalls.length === 0) process.on('exit', checkCalls);
  expectedCalls.push(record);
  const wrapper = function(...args) {
    record.calls++;
    return Reflect.apply(fn, this, args);
  };
  const { length, name } = fn;
  Object.defineProperties(wrapper, {
    length: { value: length, writable: false, enumerable: false, configurable: true },
    name: { value: name, writable: false, enumerable: false, configurable: true },
  });
  return wrapper;
}

function checkCalls(code) {
  if (code !== 0) return;
  const wrong = expectedCalls.filter(({ times, atLeast, calls }) => (atLeast ? calls < times : calls !== times));
  if (wrong.length === 0) return;
  for (const { name, times, atLeast, calls, from } of wrong) {
    const wanted = `${atLeast ? 'at least ' : ''}${times} call${times === 1 ? '' : 's'}`;
    console.log(`mustCall: ${name}: expected ${wanted}, had ${calls}\n    at ${from}`);
  }
  process.exit(1);
}

const mustCall = (fn, times = 1) => counted(fn, times, false);
const mustCallAtLeast = (fn, times = 1) => counted(fn, times, true);

function mustNotCall(message) {
  const from = where();
  return function mustNotCall(...args) {
    const told = args.length > 0 ? ` with ${args.map((value) => util.inspect(value)).join(', ')}` : '';
    assert.fail(`${message || 'function should not have been called'} at ${from} called${told}`);
  };
}

function mustSucceed(fn, times) {
  return mustCall(function(error, ...args) {
    assert.ifError(error);
    if (typeof fn === 'function') return Reflect.apply(fn, this, args);
  }, times);
}

// ---- errors and warnings -----------------------------------------------------------------------------------------

function expectsError(validator, times) {
  return mustCall((...args) => {
    assert.strictEqual(args.length, 1, `one argument is expected, not ${util.inspect(args)}`);
    const [error] = args;
    assert.strictEqual(Object.prototype.propertyIsEnumerable.call(error, 'message'), false, 'message is enumerable');
    assert.throws(() => { throw error; }, validator);
    return true;
  }, times);
}

let warningsExpected;

// Expected warnings of one name, as a list of [message, code].
function warningList(expected, code) {
  if (typeof expected === 'string' || util.types.isRegExp(expected)) return [[expected, code]];
  if (!Array.isArray(expected)) return Object.entries(expected).map(([key, message]) => [message, key]);
  return Array.isArray(expected[0]) ? [...expected] : [[expected[0], expected[1]]];
}

function expectWarning(nameOrMap, expected, code) {
  if (warningsExpected === undefined) {
    warningsExpected = { __proto__: null };
    process.on('warning', (warning) => {
      if (warning.name === 'internal/test/binding') return;
      const check = warningsExpected[warning.name];
      if (check === undefined) throw new TypeError(`an unexpected ${warning.name}: ${warning.message}`);
      check(warning);
    });
  }
  const map = typeof nameOrMap === 'string' ? { [nameOrMap]: warningList(expected, code) } : nameOrMap;
  for (const name of keys(map)) {
    const list = warningList(map[name]);
    if (name === 'DeprecationWarning') {
      for (const [message, key] of list) assert(key, `a deprecation has a code: ${message}`);
    }
    warningsExpected[name] = mustCall((warning) => {
      const [message, key] = list.shift() ?? assert.fail(`one ${name} too many: ${warning.message}`);
      if (typeof message === 'string') assert.strictEqual(warning.message, message);
      else assert.match(warning.message, message);
      if (key) assert.strictEqual(warning.code, key);
    }, list.length);
  }
}

function invalidArgTypeHelper(input) {
  if (input == null) return ` Received ${input}`;
  if (typeof input === 'function') return ` Received function ${input.name}`;
  if (typeof input === 'object') {
    const name = input.constructor?.name;
    return name ? ` Received an instance of ${name}` : ` Received ${util.inspect(input, { depth: -1 })}`;
  }
  let shown = util.inspect(input, { colors: false });
  if (shown.length > 28) shown = `${shown.slice(0, 25)}...`;
  return ` Received type ${typeof input} (${shown})`;
}

// ---- globals -----------------------------------------------------------------------------------------------------

const globalsAtStart = new Set(keys(globalThis));
const globalsAllowed = new Set();

function allowGlobals(...values) {
  for (const value of values) globalsAllowed.add(value);
}

if (process.env.NODE_TEST_KNOWN_GLOBALS !== '0') {
  process.on('exit', () => {
    const leaked = keys(globalThis)
      .filter((name) => !globalsAtStart.has(name) && !globalsAllowed.has(globalThis[name]));
    if (leaked.length > 0) assert.fail(`unexpected globals: ${leaked.join(', ')}`);
  });
}

// ---- values ------------------------------------------------------------------------------------------------------

const guards = new WeakMap();

// A view of plain objects and arrays that nobody may change. Objects of classes stay as they are: a proxy has no private names.
function mustNotMutateObjectDeep(original) {
  if (original === null || typeof original !== 'object') return original;
  const prototype = Object.getPrototypeOf(original);
  if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) return original;
  if (!guards.has(original)) {
    const refuse = (what) => (target, key) => assert.fail(`${what} ${String(key)} of ${util.inspect(original)}`);
    guards.set(original, new Proxy(original, {
      __proto__: null,
      defineProperty: refuse('nobody may define'),
      deleteProperty: refuse('nobody may delete'),
      get: (target, key, receiver) => mustNotMutateObjectDeep(Reflect.get(target, key, receiver)),
      preventExtensions: refuse('nobody may close'),
      set: refuse('nobody may set'),
      setPrototypeOf: refuse('nobody may change the prototype'),
    }));
  }
  return guards.get(original);
}

function getArrayBufferViews({ buffer, byteOffset, byteLength }) {
  const kinds = [
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
    Float64Array, BigInt64Array, BigUint64Array, DataView,
  ];
  return kinds
    .filter(({ BYTES_PER_ELEMENT: size = 1 }) => byteLength % size === 0)
    .map((Kind) => new Kind(buffer, byteOffset, byteLength / (Kind.BYTES_PER_ELEMENT ?? 1)));
}

const getBufferSources = (buffer) => [...getArrayBufferViews(buffer), new Uint8Array(buffer).buffer];

function getCallSite(top) {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (error, sites) => `${sites[0].getFileName()}:${sites[0].getLineNumber()}`;
  const error = new Error();
  Error.captureStackTrace(error, top);
  const { stack } = error;
  Error.prepareStackTrace = prepareStackTrace;
  return stack;
}

// ---- skipping ----------------------------------------------------------------------------------------------------

const printSkipMessage = (message) => console.log(`1..0 # Skipped: ${message}`);

function skip(message) {
  printSkipMessage(message);
  // In a worker, this ends only the worker.
  process.exit(0);
}

const skipIf = (condition, message) => () => { if (condition()) skip(message); };

// ---- the machine -------------------------------------------------------------------------------------------------

function platformTimeout(milliseconds) {
  return milliseconds;
}

function createZeroFilledFile(filename) {
  const fd = fs.openSync(filename, 'w');
  fs.ftruncateSync(fd, 10 * 1024 * 1024);
  fs.closeSync(fd);
}

function isAlive(pid) {
  try {
    process.kill(pid, 'SIGCONT');
    return true;
  } catch {
    return false;
  }
}

// Calls back with a number that is no open file.
function runWithInvalidFD(fn) {
  for (let fd = 1 << 30; fd > 0; fd--) {
    try {
      fs.fstatSync(fd);
    } catch {
      return fn(fd);
    }
  }
  printSkipMessage('every file descriptor is open');
}

function getTTYfd() {
  const tty = optional('tty');
  const fd = [1, 2, 4, 5].find((fd) => tty?.isatty(fd));
  if (fd !== undefined) return fd;
  try {
    return fs.openSync('/dev/tty');
  } catch {
    return -1;
  }
}

async function gcUntil(name, condition) {
  for (let count = 0; count < 10; count++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`${name}: still not so after ten collections`);
}

function parseTestFlags(filename = process.argv[1]) {
  const line = fs.readFileSync(filename, 'utf8').split('\n').find((line) => line.startsWith('// Flags: ')) ?? '';
  return line.slice('// Flags: '.length).split(/\s+/).filter(Boolean);
}

function requireNoPackageJSONAbove(folder = __dirname) {
  for (let next = path.dirname(folder); next !== folder; next = path.dirname(folder)) {
    folder = next;
    const found = path.join(folder, 'package.json');
    if (fs.existsSync(found)) assert.fail(`${found} changes how files below it are loaded`);
  }
}

function nodeProcessAborted(code, signal) {
  return isWindows ? [0x80000003, 134, 3221225477].includes(code) : ['SIGABRT', 'SIGTRAP', 'SIGILL'].includes(signal) ||
    [132, 133, 134].includes(code);
}

function childShouldThrowAndAbort() {
  const { exec } = require('child_process');
  const command = `ulimit -c 0 && ${JSON.stringify(process.execPath)} --abort-on-uncaught-exception ` +
    `${JSON.stringify(process.argv[1])} child`;
  exec(command, (error) => assert(error && nodeProcessAborted(error.code, error.signal), 'the child does not abort'));
}

function spawnPromisified(...args) {
  const { spawn } = require('child_process');
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    const child = spawn(...args);
    child.stdout.setEncoding('utf8').on('data', (text) => { stdout += text; });
    child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text; });
    child.on('error', (error) => reject(Object.assign(error, { stdout, stderr })));
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

// Tests expect a read of an unknown helper to fail loudly.
const common = {
  allowGlobals,
  buildType: 'Release',
  canCreateSymLink: () => true,
  childShouldThrowAndAbort,
  createZeroFilledFile,
  expectsError,
  expectWarning,
  gcUntil,
  getArrayBufferViews,
  getBufferSources,
  getCallSite,
  getTTYfd,
  hasCrypto,
  hasIntl: Boolean(process.config?.variables?.v8_enable_i18n_support),
  hasMultiLocalhost: () => true,
  hasOpenSSL3: false,
  hasOpenSSL31: false,
  hasQuic: false,
  invalidArgTypeHelper,
  isAIX: process.platform === 'aix',
  isAlive,
  isAsan: false,
  isDumbTerminal: process.env.TERM === 'dumb',
  isFreeBSD: process.platform === 'freebsd',
  isIBMi: process.platform === 'os400',
  isLinux: process.platform === 'linux',
  isLinuxPPCBE: false,
  isMainThread,
  isOpenBSD: process.platform === 'openbsd',
  isOSX: process.platform === 'darwin',
  isPi: false,
  isSunOS: process.platform === 'sunos',
  isWindows,
  inFreeBSDJail: false,
  localhostIPv4: '127.0.0.1',
  localIPv6Hosts: ['localhost'],
  mustCall,
  mustCallAtLeast,
  mustNotCall,
  mustNotMutateObjectDeep,
  mustSucceed,
  nodeProcessAborted,
  opensslCli: false,
  parseTestFlags,
  PIPE: path.join(process.env.NODE_TEST_DIR ?? '/tmp', `pipe-${process.pid}.sock`),
  platformTimeout,
  printSkipMessage,
  pwdCommand: isWindows ? ['cmd.exe', ['/d', '/c', 'cd']] : ['pwd', []],
  requireNoPackageJSONAbove,
  runWithInvalidFD,
  skip,
  skipIf32Bits: skipIf(() => ['arm', 'ia32', 'mips'].includes(process.arch), 'needs 64 bits'),
  skipIfDumbTerminal: skipIf(() => process.env.TERM === 'dumb', 'the terminal is dumb'),
  skipIfEslintMissing: () => skip('needs eslint'),
  skipIfInspectorDisabled: skipIf(() => !process.features.inspector, 'needs the inspector'),
  skipIfWorker: skipIf(() => !isMainThread, 'not in workers'),
  spawnPromisified,

  get checkoutEOL() {
    return fs.readFileSync(__filename).includes('\r\n') ? '\r\n' : '\n';
  },
  get enoughTestMem() {
    return require('os').totalmem() > 0x70000000;
  },
  get hasFipsCrypto() {
    return hasCrypto && Boolean(require('crypto').getFips());
  },
  get hasIPv6() {
    const addresses = Object.entries(require('os').networkInterfaces()).filter(([name]) => name.startsWith('lo'));
    return addresses.some(([, list]) => list.some(({ family }) => family === 'IPv6'));
  },
  get PORT() {
    throw new Error('tests that run side by side share no port');
  },
};

module.exports = new Proxy(common, {
  get(target, key) {
    if (!hasOwn(target, key)) throw new Error(`the stand-in for test/common has no '${String(key)}'`);
    return target[key];
  },
});
