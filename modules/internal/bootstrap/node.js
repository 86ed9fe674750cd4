'use strict';

// Makes `process` and the globals that Node.js adds, and connects the queues with the event loop.
//
// Node phase, on every thread, in the startup image. Nothing here is asynchronous, and nothing reads argv, environment, working
// directory, clock or randomness: the same context starts every process.

const {
  FunctionPrototypeCall,
  ObjectDefineProperty,
  ObjectGetPrototypeOf,
  ObjectSetPrototypeOf,
  SymbolToStringTag,
  globalThis,
} = primordials;

const {
  defineLazyProperties,
  isBuildingSnapshot,
} = internalBinding('util');

const {
  setErrorFormatter,
  setExitCallbacks,
  setUncaughtExceptionCallback,
} = internalBinding('errors');

const { moduleLoadList } = internalBinding('process_methods');

setUpProcess();
setUpGlobal();
setUpQueues();
setUpErrors();
setUpModules();
preloadForImage();

// `process` is an instance of a class of that name, which inherits from EventEmitter.
function setUpProcess() {
  const EventEmitter = require('events');
  const prototype = ObjectGetPrototypeOf(process);
  ObjectSetPrototypeOf(prototype, EventEmitter.prototype);
  defineHidden(prototype, SymbolToStringTag, 'process', false);
  FunctionPrototypeCall(EventEmitter, process);

  const { installProcessProperties, installRunProperties } = require('internal/process/properties');
  installProcessProperties(process);
  installRunProperties(process);
  ObjectDefineProperty(process, 'moduleLoadList', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: moduleLoadList,
  });
}

function setUpGlobal() {
  defineHidden(globalThis, SymbolToStringTag, 'global', false);
  defineHidden(globalThis, 'global', globalThis);
  defineHidden(globalThis, 'process', process);
  defineLazyProperties(globalThis, 'buffer', ['Buffer'], false);
}

function setUpQueues() {
  const { setupTaskQueue } = require('internal/process/task_queues');
  const { runNextTicks } = setupTaskQueue();

  const { getTimerCallbacks } = require('internal/timers');
  const { processImmediate, processTimers } = getTimerCallbacks(runNextTicks);
  internalBinding('timers').setupTimers(processImmediate, processTimers);
}

function setUpErrors() {
  const {
    createOnGlobalUncaughtException,
    emitBeforeExit,
    emitExit,
    getExitCode,
  } = require('internal/process/execution');
  setUncaughtExceptionCallback(createOnGlobalUncaughtException());
  setExitCallbacks(emitBeforeExit, emitExit, getExitCode);
  // An error is told with the properties it carries.
  setErrorFormatter((error) => require('internal/process/report').describe(error));
}

// The hooks of V8: the loader of ES modules is loaded when the first one is used.
function setUpModules() {
  const {
    setImportModuleDynamicallyCallback,
    setInitializeImportMetaObjectCallback,
  } = internalBinding('module_wrap');
  setImportModuleDynamicallyCallback((specifier, referrer, attributes, phase, importId) => {
    if (importId !== undefined) {
      return require('internal/vm/dynamic_import').importDynamically(importId, specifier, referrer, attributes, phase);
    }
    return require('internal/modules/esm/loader').importDynamically(specifier, referrer, attributes, phase);
  });
  setInitializeImportMetaObjectCallback((number, meta) => {
    require('internal/modules/esm/loader').initializeImportMeta(number, meta);
  });
}

// What every program uses, so that it comes with the image. A start without an image loads it when it gets there.
function preloadForImage() {
  if (!isBuildingSnapshot())
    return;
  require('internal/process/pre_execution');
  require('internal/modules/cjs/loader');
  require('internal/modules/run_main');
}

function defineHidden(target, name, value, writable = true) {
  ObjectDefineProperty(target, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    value,
    writable,
  });
}
