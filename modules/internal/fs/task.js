'use strict';

// When the callback and the promise API do their work: each request is a task
// of its own in a later turn of the event loop, in the order of the calls.
//
// Loads: with the callback or the promise API, or with `internal/fs/dir`. Not
// part of the startup image.
// Must not: run a request before the function that asked for it has returned.

const { setImmediate } = require('timers');

// `done(error)` or `done(null, value)` is called from the task, with nothing of
// ours above it but this frame: what it throws is an uncaught exception.
function scheduleTask(run, done) {
  setImmediate(runTask, run, done);
}

function runTask(run, done) {
  let value;
  try {
    value = run();
  } catch (error) {
    done(error);
    return;
  }
  done(null, value);
}

module.exports = { scheduleTask };
