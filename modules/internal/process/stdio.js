'use strict';

// The standard streams of the process, made when a script first touches them.
//
// Phase: realm, on the main thread, in the startup image. It makes no stream and asks no file descriptor while it loads; the
// streams are made by `internal/process/stdio/writable` and `readable`. Until then the console writes natively, and finds out
// here whether it still may; warnings and debug logs are written by `writeToStderr`.

const {
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
} = primordials;

const { lazyPropertyState } = internalBinding('util');

let stdin;
let stdout;
let stderr;

function getStdin() {
  stdin ??= require('internal/process/stdio/readable').createStdin();
  return stdin;
}

function getStdout() {
  stdout ??= require('internal/process/stdio/writable').createStdioWritable(1);
  return stdout;
}

function getStderr() {
  stderr ??= require('internal/process/stdio/writable').createStdioWritable(2);
  return stderr;
}

function stdinCreated() {
  return stdin !== undefined;
}

function stdoutCreated() {
  return stdout !== undefined;
}

function stderrCreated() {
  return stderr !== undefined;
}

// Whether `process.stdout` (or `stderr`) is still what the bootstrap put there, and no stream was made for it. Asking makes
// none.
function isUntouched(name) {
  if ((name === 'stdout' ? stdout : stderr) !== undefined) return false;
  if (lazyPropertyState !== undefined && lazyPropertyState(process, name) !== undefined) return true;
  const descriptor = ObjectGetOwnPropertyDescriptor(process, name);
  if (descriptor === undefined) return false;
  return descriptor.get === (name === 'stdout' ? getStdout : getStderr);
}

// To the stream if there is one, which is not made for this. What a broken stream does not take is not lost.
function writeToStderr(text) {
  if (!isUntouched('stderr')) {
    try {
      process.stderr.write(text);
      return;
    } catch {
      // Told below.
    }
  }
  internalBinding('stdio').writeString(2, text);
}

// `process.stdin`, `stdout` and `stderr`: accessors, as in Node.js, that make the stream at the first read.
function defineStdio(target) {
  const define = (name, get) => ObjectDefineProperty(target, name, {
    __proto__: null, configurable: true, enumerable: true, get,
  });
  define('stdout', getStdout);
  define('stdin', getStdin);
  define('stderr', getStderr);
}

module.exports = {
  defineStdio,
  getStderr,
  getStdin,
  getStdout,
  isUntouched,
  stderrCreated,
  stdinCreated,
  stdoutCreated,
  writeToStderr,
};
