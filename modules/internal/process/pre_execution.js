'use strict';

// Pre-execution: what a run adds to the startup image, before the first line of the program.
//
// Loads while the image is made and is in it; its functions are called by `internal/main/*` at each start. It reads argv,
// environment, working directory and options; nothing before it may. It runs in every process, so each line here costs
// every start: what can wait for a first use belongs elsewhere.

const {
  ObjectDefineProperty,
} = primordials;

const {
  getEnv,
  startInfo,
} = internalBinding('process_methods');

const { markBootstrapComplete } = internalBinding('builtins');

const {
  getOptions,
  refreshOptions,
} = require('internal/options');

const { fillIn } = require('internal/process/properties');
const { resetCachedCwd } = require('internal/process/own_state');
const { onWarning } = require('internal/process/warning');
const { setUnhandledRejectionsMode } = require('internal/process/promises');

/**
 * @param {boolean} [expandArgv1] whether the first argument is the path of the program
 * @param {boolean} [initializeModules] whether the program may require
 * @returns {string} the path of the program, or an empty string
 */
function prepareMainThreadExecution(expandArgv1 = false, initializeModules = true) {
  refreshOptions();
  resetCachedCwd();
  const info = startInfo();
  fillIn(process, info);
  const mainEntry = expandArgv1 ? expandProgramPath(info) : '';

  const options = getOptions();
  setUpWarnings(options);
  setUnhandledRejectionsMode(options.unhandledRejections);
  if (options.exposeInternals)
    require('internal/bootstrap/realm').BuiltinModule.exposeInternals();
  defineProcessFlags(options);
  if (options.pendingDeprecation || getEnv('NODE_PENDING_DEPRECATION') === '1')
    enablePendingDeprecations();
  if (initializeModules && options.require !== undefined)
    loadPreloadModules(options.require);
  // What is loaded from here on belongs to the entry point.
  markBootstrapComplete();
  return mainEntry;
}

// `argv[1]` shows the full path, as given: links stay. The host resolves it, since that is quicker at a start than `path`.
function expandProgramPath({ entry }) {
  if (entry === undefined)
    return '';
  process.argv[1] = entry;
  return entry;
}

function setUpWarnings(options) {
  if (!options.noWarnings && getEnv('NODE_NO_WARNINGS') !== '1')
    process.on('warning', onWarning);
}

// Flags that are also properties of `process`, and exist only when given.
function defineProcessFlags(options) {
  if (options.traceWarnings)
    defineFlag('traceProcessWarnings');
  if (options.noDeprecation)
    defineFlag('noDeprecation');
  if (options.throwDeprecation)
    defineFlag('throwDeprecation');
  if (options.traceDeprecation)
    defineFlag('traceDeprecation');
}

function defineFlag(name) {
  ObjectDefineProperty(process, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    value: true,
    writable: true,
  });
}

function enablePendingDeprecations() {
  require('internal/process/env').enableTypeDeprecation();
  require('internal/modules/cjs/loader').deprecateParent();
}

function loadPreloadModules(requests) {
  if (requests.length === 0)
    return;
  const { Module } = require('internal/modules/cjs/loader');
  Module._preloadModules(requests);
}

module.exports = {
  prepareMainThreadExecution,
};
