'use strict';

// The methods of `process` that read or change the state of the whole process: directory, mask, credentials, abort.
//
// Loads during bootstrap on the thread that owns the process, and is in the startup image. It must not ask for the current
// directory while it loads.

const binding = internalBinding('process_methods');
const credentials = internalBinding('credentials');

const {
  parseFileMode,
  validateString,
} = require('internal/validators');

// The current directory, kept until it changes; empty when not known.
let cachedCwd = '';

function wrappedCwd() {
  if (cachedCwd === '')
    cachedCwd = binding.cwd();
  return cachedCwd;
}

/**
 * @param {string} directory
 */
function wrappedChdir(directory) {
  validateString(directory, 'directory');
  binding.chdir(directory);
  cachedCwd = '';
}

// For pre-execution: the directory of the build is not that of the run.
function resetCachedCwd() {
  cachedCwd = '';
}

/**
 * @param {string | number} [mask] octal when text
 * @returns {number} the mask before
 */
function wrappedUmask(mask) {
  if (mask === undefined)
    return binding.umask();
  return binding.umask(parseFileMode(mask, 'mask'));
}

// Not a constructor, as native functions are not.
const { abort } = {
  abort() {
    binding.abort();
  },
};

function rare() {
  return require('internal/process/rare');
}

function initgroups(user, extraGroup) {
  rare().initgroups(user, extraGroup);
}

function setgroups(groups) {
  rare().setgroups(groups);
}

function credentialSetter(name, kind) {
  return {
    [name](id) {
      rare().setCredential(name, kind, id);
    },
  }[name];
}

/**
 * @param {object} process
 */
function installOwnState(process) {
  process.abort = abort;
  process.umask = wrappedUmask;
  process.chdir = wrappedChdir;
  process.cwd = wrappedCwd;

  if (credentials.setuid !== undefined) {
    process.initgroups = initgroups;
    process.setgroups = setgroups;
    process.setegid = credentialSetter('setegid', 'Group');
    process.seteuid = credentialSetter('seteuid', 'User');
    process.setgid = credentialSetter('setgid', 'Group');
    process.setuid = credentialSetter('setuid', 'User');
  }
}

module.exports = {
  cwd: wrappedCwd,
  installOwnState,
  resetCachedCwd,
};
