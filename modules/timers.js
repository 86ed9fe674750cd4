'use strict';

// The public `timers` module; its functions are also the globals of the same names.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must start no timer while it loads.

const {
  ObjectDefineProperties,
  ObjectDefineProperty,
  SymbolDispose,
  SymbolFor,
  SymbolToPrimitive,
} = primordials;

const {
  Immediate,
  Timeout,
  active,
  cancelImmediate,
  getTimerDuration,
  insert,
  kRefed,
  knownTimersById,
  timerToPrimitive,
  unenroll,
  unrefActive,
} = require('internal/timers');

const {
  deprecate,
} = require('internal/util');

const {
  validateFunction,
} = require('internal/validators');

const L = require('internal/linkedlist');

const customPromisify = SymbolFor('nodejs.util.promisify.custom');

// The arguments of the caller from `from` on, or undefined when there are none.
function tailArguments(args, from) {
  const { length } = args;
  if (length <= from)
    return undefined;
  const tail = [args[from]];
  for (let i = from + 1; i < length; i++)
    tail[i - from] = args[i];
  return tail;
}

/**
 * What follows goes to the callback.
 * @param {Function} callback
 * @param {number} [after] milliseconds
 * @returns {Timeout}
 */
function setTimeout(callback, after) {
  validateFunction(callback, 'callback');
  const timeout = new Timeout(callback, after, tailArguments(arguments, 2), false, true);
  insert(timeout, timeout._idleTimeout);
  return timeout;
}

function setInterval(callback, repeat) {
  validateFunction(callback, 'callback');
  const timeout = new Timeout(callback, repeat, tailArguments(arguments, 2), true, true);
  insert(timeout, timeout._idleTimeout);
  return timeout;
}

function setImmediate(callback) {
  validateFunction(callback, 'callback');
  return new Immediate(callback, tailArguments(arguments, 1));
}

/**
 * @param {Timeout | string | number} timer
 */
function clearTimeout(timer) {
  if (typeof timer === 'number' || typeof timer === 'string')
    timer = knownTimersById.get(+timer);
  if (timer?._onTimeout) {
    timer._onTimeout = null;
    unenroll(timer);
  }
}

function clearInterval(timer) {
  clearTimeout(timer);
}

function clearImmediate(immediate) {
  // Anything without the mark was not made here, and null marks one that has run.
  if (!immediate || immediate._destroyed || typeof immediate[kRefed] !== 'boolean')
    return;
  cancelImmediate(immediate);
}

// Assigned and therefore enumerable, as they always were on these prototypes.
Timeout.prototype.close = function() {
  clearTimeout(this);
  return this;
};

Timeout.prototype[SymbolDispose] = function() {
  clearTimeout(this);
};

Timeout.prototype[SymbolToPrimitive] = function() {
  return timerToPrimitive(this);
};

Immediate.prototype[SymbolDispose] = function() {
  clearImmediate(this);
};

// The timers of the time before classes: an object of the user's carries the links itself.

function enroll(item, msecs) {
  msecs = getTimerDuration(msecs, 'msecs');
  // Taking it out of a list must not count a reference that was never taken.
  if (item._idleNext)
    unenroll(item);
  L.init(item);
  item._idleTimeout = msecs;
}

// The promise forms live in a module of their own, loaded when first asked for.
ObjectDefineProperty(setTimeout, customPromisify, {
  __proto__: null,
  enumerable: true,
  get() {
    return require('timers/promises').setTimeout;
  },
});

ObjectDefineProperty(setImmediate, customPromisify, {
  __proto__: null,
  enumerable: true,
  get() {
    return require('timers/promises').setImmediate;
  },
});

module.exports = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval,
  _unrefActive: deprecate(
    unrefActive,
    'timers._unrefActive() is deprecated. Please use timeout.refresh() instead.',
    'DEP0127'),
  active: deprecate(
    active,
    'timers.active() is deprecated. Please use timeout.refresh() instead.',
    'DEP0126'),
  unenroll: deprecate(
    unenroll,
    'timers.unenroll() is deprecated. Please use clearTimeout instead.',
    'DEP0096'),
  enroll: deprecate(
    enroll,
    'timers.enroll() is deprecated. Please use setTimeout instead.',
    'DEP0095'),
};

ObjectDefineProperties(module.exports, {
  __proto__: null,
  promises: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      return require('timers/promises');
    },
  },
});
