'use strict';

// Puts the methods and values of `process` where users find them, in the order and with the attributes of Node.js.
//
// Loads during bootstrap, on every thread, and is in the startup image. What depends on the run is defined here as undefined,
// so that it has its place, and filled in by pre-execution (`fillIn`).

const {
  ObjectDefineProperty,
  ObjectFreeze,
} = primordials;

const { buildInfo } = internalBinding('process_methods');

const methods = require('internal/process/per_thread');
const execution = require('internal/process/execution');

function readOnly(process, name, value, configurable = true) {
  ObjectDefineProperty(process, name, {
    __proto__: null,
    configurable,
    enumerable: true,
    value,
    writable: false,
  });
}

// What is known when the host builds the image. Frozen, for it is shared by all readers.
function makeConfig() {
  return ObjectFreeze({
    target_defaults: ObjectFreeze({
      cflags: ObjectFreeze([]),
      default_configuration: 'Release',
      defines: ObjectFreeze([]),
      include_dirs: ObjectFreeze([]),
      libraries: ObjectFreeze([]),
    }),
    variables: ObjectFreeze({
      v8_enable_i18n_support: internalBinding('config').hasIntl ? 1 : 0,
    }),
  });
}

function installCredentialGetters(process) {
  const { getegid, geteuid, getgid, getgroups, getuid } = internalBinding('credentials');
  if (getuid === undefined)
    return;
  process.getuid = getuid;
  process.geteuid = geteuid;
  process.getgid = getgid;
  process.getegid = getegid;
  process.getgroups = getgroups;
}

// Made when first read, unless the program has put something else there.
function defineOnUse(process, name, make) {
  let known = false;
  let value;
  ObjectDefineProperty(process, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      if (!known) {
        value = make();
        known = true;
      }
      return value;
    },
    set(replacement) {
      value = replacement;
      known = true;
    },
  });
}

/**
 * What every thread has.
 * @param {object} process
 */
function installProcessProperties(process) {
  const { nextTick, runNextTicks } = require('internal/process/task_queues');

  const { arch, platform, release, version, versions } = buildInfo();
  readOnly(process, 'version', version);
  readOnly(process, 'versions', versions);
  readOnly(process, 'arch', arch);
  readOnly(process, 'platform', platform);
  readOnly(process, 'release', release);
  process._rawDebug = methods._rawDebug;
  process.binding = methods.processBinding;
  process._linkedBinding = methods._linkedBinding;
  process.domain = null;
  execution.defineExitProperties(process);
  readOnly(process, 'config', makeConfig());
  process.uptime = methods.uptime;
  process._getActiveRequests = methods._getActiveRequests;
  process._getActiveHandles = methods._getActiveHandles;
  process.getActiveResourcesInfo = methods.getActiveResourcesInfo;
  process.reallyExit = methods.reallyExit;
  process._kill = methods._kill;
  process.loadEnvFile = methods.loadEnvFile;
  process.cpuUsage = methods.cpuUsage;
  process.threadCpuUsage = methods.threadCpuUsage;
  process.resourceUsage = methods.resourceUsage;
  methods.memoryUsage.rss = methods.rss;
  process.memoryUsage = methods.memoryUsage;
  process.constrainedMemory = methods.constrainedMemory;
  process.availableMemory = methods.availableMemory;
  process.kill = methods.kill;
  process.exit = methods.exit;
  process.execve = methods.execve;
  process.ref = methods.ref;
  process.unref = methods.unref;
  defineOnUse(process, 'finalization', () => require('internal/process/finalization').makeFinalization());
  methods.hrtime.bigint = methods.hrtimeBigInt;
  process.hrtime = methods.hrtime;
  process.openStdin = methods.openStdin;
  installCredentialGetters(process);
  defineOnUse(process, 'allowedNodeEnvironmentFlags', () => require('internal/process/rare').makeAllowedFlags());
  process.assert = methods.assert;
  readOnly(process, 'features', methods.features, false);
  process.setUncaughtExceptionCaptureCallback = execution.setUncaughtExceptionCaptureCallback;
  process.addUncaughtExceptionCaptureCallback = execution.addUncaughtExceptionCaptureCallback;
  process.hasUncaughtExceptionCaptureCallback = execution.hasUncaughtExceptionCaptureCallback;
  process.emitWarning = require('internal/process/warning').emitWarning;
  process.nextTick = nextTick;
  process._tickCallback = runNextTicks;
  process.setSourceMapsEnabled = methods.setSourceMapsEnabled;
  process.getBuiltinModule = methods.getBuiltinModule;
}

/**
 * The last properties in order: places for what a run brings.
 * @param {object} process
 */
function installRunProperties(process) {
  process.env = require('internal/process/env').env;
  process.title = undefined;
  process.argv = undefined;
  process.execArgv = undefined;
  process.pid = undefined;
  process.ppid = undefined;
  process.execPath = undefined;
  process.debugPort = 9229;
}

/**
 * For pre-execution: the values of this run.
 * @param {object} process
 * @param {object} info from `startInfo()` of the binding
 */
function fillIn(process, info) {
  const { argv, execPath } = info;

  process.title = info.title;
  readOnly(process, 'argv0', argv[0], false);
  argv[0] = execPath;
  process.argv = argv;
  process.execArgv = info.execArgv;
  readOnly(process, 'pid', info.pid);
  process.ppid = info.ppid;
  process.execPath = execPath;
}

module.exports = {
  fillIn,
  installProcessProperties,
  installRunProperties,
};
