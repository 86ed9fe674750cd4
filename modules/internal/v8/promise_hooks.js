'use strict';

// `v8.promiseHooks`: functions that are told of the steps of every promise.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image. V8 calls the functions made here in the midst of
// its own work, so they must not throw: what a hook throws is an uncaught error, and the promise goes on.

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
} = primordials;

const { kEmptyObject } = require('internal/util');
const { validatePlainFunction } = require('internal/validators');

const { triggerUncaughtException } = internalBinding('errors');
const { set } = internalBinding('promise_hooks');

// By kind of step. A list is replaced and never changed: a hook may stop itself or another one while the hooks run.
const hooks = { __proto__: null, init: [], before: [], after: [], settled: [] };

// What V8 is given for a kind while it has hooks.
function caller(kind) {
  return (promise, parent) => {
    const list = hooks[kind];
    for (let i = 0; i < list.length; i++) {
      const hook = list[i];
      try {
        if (kind === 'init') hook(promise, parent);
        else hook(promise);
      } catch (error) {
        triggerUncaughtException(error, false /* fromPromise */);
      }
    }
  };
}

const callers = {
  __proto__: null,
  init: caller('init'),
  before: caller('before'),
  after: caller('after'),
  settled: caller('settled'),
};

function replace(kind, list) {
  hooks[kind] = list;
  const callerOf = (name) => (hooks[name].length > 0 ? callers[name] : undefined);
  set(callerOf('init'), callerOf('before'), callerOf('after'), callerOf('settled'));
}

// Adds a hook, and gives the function that removes it again.
function add(kind, hook) {
  validatePlainFunction(hook, `${kind}Hook`);
  const list = ArrayPrototypeSlice(hooks[kind]);
  ArrayPrototypePush(list, hook);
  replace(kind, list);
  let stopped = false;
  return () => {
    if (stopped) return;
    stopped = true;
    const list = ArrayPrototypeSlice(hooks[kind]);
    ArrayPrototypeSplice(list, ArrayPrototypeIndexOf(list, hook), 1);
    replace(kind, list);
  };
}

function onInit(hook) {
  return add('init', hook);
}

function onBefore(hook) {
  return add('before', hook);
}

function onAfter(hook) {
  return add('after', hook);
}

function onSettled(hook) {
  return add('settled', hook);
}

function createHook({ init, before, after, settled } = kEmptyObject) {
  const stops = [];
  if (init) ArrayPrototypePush(stops, onInit(init));
  if (before) ArrayPrototypePush(stops, onBefore(before));
  if (after) ArrayPrototypePush(stops, onAfter(after));
  if (settled) ArrayPrototypePush(stops, onSettled(settled));
  return () => {
    for (let i = 0; i < stops.length; i++) stops[i]();
  };
}

module.exports = { promiseHooks: { createHook, onInit, onBefore, onAfter, onSettled } };
