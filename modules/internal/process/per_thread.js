'use strict';

// The methods of `process` that every thread has. `internal/process/properties` puts them there.
//
// Loads during bootstrap, on every thread, and is in the startup image. While it loads it reads no clock, working directory
// or option. What few programs call is in `internal/process/rare`, loaded by the first such call.

const {
  NumberMAX_SAFE_INTEGER,
  ObjectDefineProperty,
  ReflectApply,
} = primordials;

const binding = internalBinding('process_methods');

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_SIGNAL,
  },
} = require('internal/errors');

const {
  validateArray,
  validateBoolean,
  validateNumber,
  validateObject,
  validateString,
} = require('internal/validators');

const {
  exitState,
  kNoFailure,
} = require('internal/process/execution');

// ---- Clocks and counters ---------------------------------------------------------------------------------------

/**
 * @param {[number, number]} [time] an earlier answer, to get the time since
 * @returns {[number, number]} seconds and nanoseconds
 */
function hrtime(time) {
  const now = binding.hrtime();
  if (time === undefined)
    return now;

  validateArray(time, 'time');
  if (time.length !== 2)
    throw new ERR_OUT_OF_RANGE('time', 2, time.length);
  const seconds = now[0] - time[0];
  const nanoseconds = now[1] - time[1];
  return nanoseconds < 0 ? [seconds - 1, nanoseconds + 1e9] : [seconds, nanoseconds];
}

function hrtimeBigInt() {
  return binding.hrtimeBigInt();
}

function uptime() {
  return binding.uptime();
}

function isCount(value) {
  return typeof value === 'number' && value >= 0 && value <= NumberMAX_SAFE_INTEGER;
}

function checkCount(prevValue, key) {
  const value = prevValue[key];
  if (isCount(value))
    return;
  validateObject(prevValue, 'prevValue');
  validateNumber(value, `prevValue.${key}`);
  throw new ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${key}`, value);
}

/**
 * @param {{ user: number, system: number }} [prevValue] an earlier answer, to get the difference
 * @returns {{ user: number, system: number }} microseconds
 */
function cpuUsage(prevValue) {
  return usageSince(prevValue, binding.cpuUsage);
}

/**
 * The same of the calling thread alone.
 */
function threadCpuUsage(prevValue) {
  return usageSince(prevValue, binding.threadCpuUsage);
}

function usageSince(prevValue, read) {
  if (prevValue) {
    checkCount(prevValue, 'user');
    checkCount(prevValue, 'system');
  }
  const now = read();
  return prevValue ?
    { user: now[0] - prevValue.user, system: now[1] - prevValue.system } :
    { user: now[0], system: now[1] };
}

function resourceUsage() {
  const values = binding.resourceUsage();
  return {
    userCPUTime: values[0],
    systemCPUTime: values[1],
    maxRSS: values[2],
    sharedMemorySize: values[3],
    unsharedDataSize: values[4],
    unsharedStackSize: values[5],
    minorPageFault: values[6],
    majorPageFault: values[7],
    swappedOut: values[8],
    fsRead: values[9],
    fsWrite: values[10],
    ipcSent: values[11],
    ipcReceived: values[12],
    signalsCount: values[13],
    voluntaryContextSwitches: values[14],
    involuntaryContextSwitches: values[15],
  };
}

function memoryUsage() {
  const values = binding.memoryUsage();
  return {
    rss: values[0],
    heapTotal: values[1],
    heapUsed: values[2],
    external: values[3],
    arrayBuffers: values[4],
  };
}

function rss() {
  return binding.rss();
}

// 0 where no limit is known.
function constrainedMemory() {
  return binding.constrainedMemory === undefined ? 0 : binding.constrainedMemory();
}

function availableMemory() {
  return internalBinding('os').getFreeMem();
}

// ---- Ending and signalling -------------------------------------------------------------------------------------

/**
 * Tells the program, once, and ends the process.
 * @param {number | string | null} [code]
 */
function exit(code) {
  if (arguments.length !== 0)
    process.exitCode = code;

  if (!exitState.exiting) {
    exitState.exiting = true;
    process.emit('exit', process.exitCode || kNoFailure);
  }
  // By the property, which test frameworks replace.
  process.reallyExit(process.exitCode || kNoFailure);
}

function reallyExit(code) {
  binding.reallyExit(+code | 0);
}

function _kill(pid, signal) {
  return binding.kill(pid, signal);
}

/**
 * @param {number} pid
 * @param {string | number} [sig]
 * @returns {true}
 */
function kill(pid, sig) {
  // Loosely: the text of a number is fine.
  // eslint-disable-next-line eqeqeq
  if (pid != (pid | 0))
    throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);

  let number = sig;
  if (sig !== (sig | 0)) {
    sig ||= 'SIGTERM';
    number = internalBinding('constants').os.signals[sig];
    if (number === undefined)
      throw new ERR_UNKNOWN_SIGNAL(sig);
  }
  const errno = process._kill(pid | 0, number);
  if (errno) {
    const { ErrnoException } = require('internal/errors');
    throw new ErrnoException(errno, 'kill');
  }
  return true;
}

/**
 * Another program in place of this one, in the same process. It returns only by throwing.
 * @param {string} execPath
 * @param {string[]} [args] the first is the name it is to see
 * @param {object} [env]
 */
function execve(execPath, args = [], env = process.env) {
  rare().execve(execPath, args, env);
}

// ---- Rare, refused, or kept for old programs -------------------------------------------------------------------

function rare() {
  return require('internal/process/rare');
}

function ref(maybeRefable) {
  rare().callRef(maybeRefable, 'ref');
}

function unref(maybeRefable) {
  rare().callRef(maybeRefable, 'unref');
}

/**
 * Variables from a file; those that are set already stay.
 * @param {string | Buffer | URL} [path]
 */
function loadEnvFile(path = undefined) {
  rare().loadEnvFile(path);
}

function getActiveResourcesInfo() {
  return rare().getActiveResourcesInfo();
}

function _getActiveRequests() {
  return [];
}

function _getActiveHandles() {
  return [];
}

function _rawDebug() {
  ReflectApply(rare().rawDebug, this, arguments);
}

// The natives of another runtime: each name is refused.
function processBinding(module) {
  return rare().refuseBinding(module);
}

// Those the host declared for its programs.
function _linkedBinding(module) {
  return require('internal/bootstrap/realm').linkedBinding(`${module}`);
}

function openStdin() {
  process.stdin.resume();
  return process.stdin;
}

function assert(value, message) {
  return rare().assert(value, message);
}

function setSourceMapsEnabled(value) {
  validateBoolean(value, 'val');
}

function getBuiltinModule(id) {
  validateString(id, 'id');
  const { BuiltinModule, requireBuiltin } = require('internal/bootstrap/realm');
  const normalized = BuiltinModule.normalizeRequirableId(id);
  return normalized ? requireBuiltin(normalized) : undefined;
}

// What this runtime has of the things programs ask Node.js for.
const features = {
  inspector: false,
  debug: false,
  uv: false,
  ipv6: false,
  tls_alpn: false,
  tls_sni: false,
  tls_ocsp: false,
  tls: false,
  cached_builtins: true,
  require_module: false,
};

ObjectDefineProperty(processBinding, 'name', { __proto__: null, configurable: true, value: 'binding' });

module.exports = {
  _getActiveHandles,
  _getActiveRequests,
  _kill,
  _linkedBinding,
  _rawDebug,
  assert,
  availableMemory,
  constrainedMemory,
  cpuUsage,
  execve,
  exit,
  features,
  getActiveResourcesInfo,
  getBuiltinModule,
  hrtime,
  hrtimeBigInt,
  kill,
  loadEnvFile,
  memoryUsage,
  openStdin,
  processBinding,
  reallyExit,
  ref,
  resourceUsage,
  rss,
  setSourceMapsEnabled,
  threadCpuUsage,
  unref,
  uptime,
};
