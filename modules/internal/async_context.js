'use strict';

// The asynchronous context: values that follow the running code through promises, timers, ticks and microtasks.
//
// Phase: run time, with `async_hooks`; any thread; not in the startup image. V8 takes one value along to the reactions of promises;
// here it is a frame, a map that is never changed. Timers and ticks take it along from when this module is loaded.

const {
  ReflectApply,
  SafeMap,
} = primordials;

const { get, set } = internalBinding('async_context_frame');

// The frame of the running code, undefined where nothing was put into one.
const current = get;

// A frame with one more value.
function withValue(frame, key, value) {
  const made = new SafeMap();
  frame?.forEach((known, knownKey) => {
    made.set(knownKey, known);
  });
  made.set(key, value);
  return made;
}

function without(frame, key) {
  if (frame === undefined || !frame.has(key)) return frame;
  let made;
  frame.forEach((known, knownKey) => {
    if (knownKey === key) return;
    made ??= new SafeMap();
    made.set(knownKey, known);
  });
  return made;
}

// Calls `fn` in a frame.
function run(frame, fn, thisArg, args) {
  const before = get();
  // Also where it is the same one: the function may enter another and leave it behind.
  set(frame);
  try {
    return ReflectApply(fn, thisArg, args);
  } finally {
    set(before);
  }
}

// The same for what the event loop calls: nothing is below it. What a throw leaves behind is the context of those who are told of it.
function call(frame, fn, thisArg, args) {
  set(frame);
  const result = ReflectApply(fn, thisArg, args);
  set(undefined);
  return result;
}

// What timers, ticks and rejections capture and call with.
function installHooks(hooks) {
  require('internal/process/promises').setContextHooks(hooks);
  require('internal/process/task_queues').setContextHooks(hooks);
  require('internal/timers').setContextHooks(hooks);
}

installHooks({ __proto__: null, call, current });

module.exports = { call, current, enter: set, installHooks, run, withValue, without };
