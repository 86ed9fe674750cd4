'use strict';

// The machinery below `timers`: classes, queues, reference counts, and the two functions the event loop calls.
//
// Loads during bootstrap, on every thread, and is in the startup image. While it loads it reads no clock and starts no
// timer. It must not keep a typed array: it talks to the loop by function calls.
//
// Timeouts of one duration form a list, oldest first; as all of them wait equally long, the list is sorted by itself.
// A heap holds the lists by the expiry of their oldest member. So inserting and clearing cost the same whatever the
// number of timeouts, and one sleep of the loop serves the top of the heap.
//
// What the loop must do: call `processTimers(now)` when the time asked for by `scheduleTimer` has come, and
// `processImmediate()` once a turn while immediates are queued. When either throws, it runs the uncaught-exception path
// and, if that says the error was handled, calls the same function again at once, until it returns. Ticks are drained
// by the loop only after a normal return.

const {
  MathMax,
  MathTrunc,
  NumberIsFinite,
  NumberMIN_SAFE_INTEGER,
  ReflectApply,
  SafeMap,
  Symbol,
} = primordials;

const {
  getNow,
  scheduleTimer,
  toggleTimerRef,
  updateImmediates,
} = internalBinding('timers');

const L = require('internal/linkedlist');
const PriorityQueue = require('internal/priority_queue');

const {
  codes: {
    ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');

const {
  validateFunction,
  validateNumber,
} = require('internal/validators');

const {
  customInspectSymbol,
} = require('internal/util');

// The longest delay a 32-bit signed number of milliseconds can express.
const TIMEOUT_MAX = 2 ** 31 - 1;

const async_id_symbol = Symbol('asyncId');
const kContext = Symbol('kContext');
const kHasPrimitive = Symbol('kHasPrimitive');
const kRefed = Symbol('refed');
// Key under which streams and sockets keep their idle timer.
const kTimeout = Symbol('timeout');

let lastId = 0;
function nextTimerId() {
  return ++lastId;
}

// ---- Timeouts --------------------------------------------------------------------------------------------------

let timerListId = NumberMIN_SAFE_INTEGER;
let nextExpiry = Infinity;
let timeoutRefCount = 0;

const timerListMap = new SafeMap();
const timerListQueue = new PriorityQueue(compareTimersLists, setPosition);

class TimersList {
  constructor(expiry, msecs) {
    this._idleNext = this;
    this._idlePrev = this;
    this.expiry = expiry;
    this.id = timerListId++;
    this.msecs = msecs;
    this.priorityQueuePosition = null;
  }

  [customInspectSymbol](_, options) {
    return inspectShallow(this, options);
  }
}

// Lists that expire together run in the order in which they came to wait for that moment.
function compareTimersLists(a, b) {
  const difference = a.expiry - b.expiry;
  if (difference === 0)
    return a.id < b.id ? -1 : 1;
  return difference;
}

function setPosition(list, position) {
  list.priorityQueuePosition = position;
}

// How to take the asynchronous context along: undefined until somebody uses it (`internal/async_context`).
let contextHooks;

function setContextHooks(hooks) {
  contextHooks = hooks;
}

// The neighbours of a timer lead to all other timers; printing one must not print them all.
function inspectShallow(value, options) {
  const { inspect } = require('internal/util/inspect');
  return inspect(value, { __proto__: null, ...options, depth: 0, customInspect: false });
}

class Timeout {
  constructor(callback, after, args, isRepeat, isRefed) {
    after = after === undefined ? 1 : +after;
    if (!(after >= 1 && after <= TIMEOUT_MAX)) {
      if (after > TIMEOUT_MAX)
        warnOverflow(after, 'Timeout duration was set to 1.');
      after = 1;
    }

    this._idleTimeout = after;
    this._idlePrev = this;
    this._idleNext = this;
    this._idleStart = null;
    // Set apart from its declaration, so that the shape does not specialise on one function.
    this._onTimeout = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = isRepeat ? after : null;
    this._destroyed = false;

    if (isRefed)
      incRefCount();
    this[kRefed] = isRefed;
    this[kHasPrimitive] = false;
    this[async_id_symbol] = nextTimerId();
    if (contextHooks !== undefined)
      this[kContext] = contextHooks.current();
  }

  [customInspectSymbol](_, options) {
    return inspectShallow(this, options);
  }

  refresh() {
    rearm(this, this[kRefed]);
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed)
        decRefCount();
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (!this._destroyed)
        incRefCount();
    }
    return this;
  }

  hasRef() {
    return this[kRefed];
  }
}

function warnOverflow(msecs, consequence) {
  process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.\n${consequence}`,
                      'TimeoutOverflowWarning');
}

function incRefCount() {
  if (timeoutRefCount++ === 0)
    toggleTimerRef(true);
}

function decRefCount() {
  if (--timeoutRefCount === 0)
    toggleTimerRef(false);
}

/**
 * Puts `item` last in the list of its duration.
 * @param {Timeout} item
 * @param {number} msecs
 * @param {number} [start] when the waiting begins, in loop time
 */
function insert(item, msecs, start = getNow()) {
  msecs = MathTrunc(msecs);
  item._idleStart = start;

  let list = timerListMap.get(msecs);
  if (list === undefined) {
    const expiry = start + msecs;
    list = new TimersList(expiry, msecs);
    timerListMap.set(msecs, list);
    timerListQueue.insert(list);
    if (nextExpiry > expiry) {
      scheduleTimer(msecs);
      nextExpiry = expiry;
    }
  }
  L.append(list, item);
}

// Starts `item` anew, also after it fired. What `unenroll` took out stays out: its duration is negative.
function rearm(item, refed, start) {
  const msecs = item._idleTimeout;
  if (msecs === undefined || msecs < 0)
    return;

  insert(item, msecs, start);

  const counted = !item._destroyed && !!item[kRefed];
  if (item._destroyed || !item[async_id_symbol]) {
    item._destroyed = false;
    item[async_id_symbol] = nextTimerId();
    item[kHasPrimitive] = false;
  }
  if (refed && !counted)
    incRefCount();
  else if (counted && !refed)
    decRefCount();
  item[kRefed] = refed;
}

function active(item) {
  rearm(item, true);
}

function unrefActive(item) {
  rearm(item, false);
}

// A one-shot timer that never keeps the process alive, for our own use.
function setUnrefTimeout(callback, after) {
  validateFunction(callback, 'callback');
  const timer = new Timeout(callback, after, undefined, false, false);
  insert(timer, timer._idleTimeout);
  return timer;
}

// Timers that were turned into a number, so that `clearTimeout(number)` finds them.
const knownTimersById = new SafeMap();

/**
 * Takes a timer out of its list; a list that became empty goes too.
 * @param {Timeout} item
 */
function unenroll(item) {
  if (item._destroyed)
    return;
  item._destroyed = true;
  if (item[kHasPrimitive])
    knownTimersById.delete(item[async_id_symbol]);

  L.remove(item);

  // Lists of unreferenced timers (idle sockets) are likely to be wanted again soon: they stay until they expire.
  if (item[kRefed]) {
    const list = timerListMap.get(MathTrunc(item._idleTimeout));
    if (list !== undefined && L.isEmpty(list)) {
      timerListQueue.removeAt(list.priorityQueuePosition);
      timerListMap.delete(list.msecs);
    }
    decRefCount();
  }

  // A later `refresh` must do nothing.
  item._idleTimeout = -1;
}

function timerToPrimitive(timer) {
  const id = timer[async_id_symbol];
  if (!timer[kHasPrimitive]) {
    timer[kHasPrimitive] = true;
    if (!timer._destroyed)
      knownTimersById.set(id, timer);
  }
  return id;
}

/**
 * Checks a duration given to an API that has no "1 ms instead" rule.
 * @param {number} msecs
 * @param {string} name
 * @returns {number}
 */
function getTimerDuration(msecs, name) {
  validateNumber(msecs, name);
  if (msecs < 0 || !NumberIsFinite(msecs))
    throw new ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  if (msecs > TIMEOUT_MAX) {
    warnOverflow(msecs, `Timer duration was truncated to ${TIMEOUT_MAX}.`);
    return TIMEOUT_MAX;
  }
  return msecs;
}

// ---- Immediates ------------------------------------------------------------------------------------------------

// Queued for the next turn, and what is left of the turn being run.
const immediateQueue = L.init({ __proto__: null, _idleNext: null, _idlePrev: null });
const runningImmediates = L.init({ __proto__: null, _idleNext: null, _idlePrev: null });
let immediateCount = 0;
let immediateRefCount = 0;
// Set while a turn was left by a throw: the next call goes on with that turn.
let turnInterrupted = false;

// The loop only asks whether the two counts are zero, so it is told no more than that.
function countImmediate(change, refChange) {
  const count = immediateCount + change;
  const refCount = immediateRefCount + refChange;
  const tell = (count === 0) !== (immediateCount === 0) || (refCount === 0) !== (immediateRefCount === 0);
  immediateCount = count;
  immediateRefCount = refCount;
  if (tell)
    updateImmediates(count, refCount);
}

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    // As in Timeout.
    this._onImmediate = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    this[async_id_symbol] = nextTimerId();
    if (contextHooks !== undefined)
      this[kContext] = contextHooks.current();

    countImmediate(1, 1);
    L.append(immediateQueue, this);
  }

  [customInspectSymbol](_, options) {
    return inspectShallow(this, options);
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      countImmediate(0, 1);
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      countImmediate(0, -1);
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }
}

function retireImmediate(immediate) {
  immediate._destroyed = true;
  countImmediate(-1, immediate[kRefed] ? -1 : 0);
  // Neither true nor false: `ref` and `unref` have nothing left to do.
  immediate[kRefed] = null;
}

function cancelImmediate(immediate) {
  retireImmediate(immediate);
  immediate._onImmediate = null;
  L.remove(immediate);
}

// How many timeouts and immediates keep the loop alive.
function getActiveCounts() {
  return { __proto__: null, immediates: immediateRefCount, timeouts: timeoutRefCount };
}

// ---- What the event loop calls ---------------------------------------------------------------------------------

/**
 * @param {() => void} runNextTicks
 * @returns {{ processImmediate: () => void, processTimers: (now: number) => number }}
 */
function getTimerCallbacks(runNextTicks) {
  // Runs the immediates queued before this turn; those they queue wait for the next one.
  function processImmediate() {
    if (turnInterrupted)
      turnInterrupted = false;
    else
      L.moveAll(runningImmediates, immediateQueue);

    let interrupted = true;
    try {
      let immediate = L.peek(runningImmediates);
      while (immediate !== null) {
        L.remove(immediate);
        runImmediate(immediate);
        // The loop runs the ticks of the last one. Ticks may clear immediates, so look again after them.
        if (L.isEmpty(runningImmediates))
          break;
        runNextTicks();
        immediate = L.peek(runningImmediates);
      }
      interrupted = false;
    } finally {
      turnInterrupted = interrupted;
    }
  }

  function runImmediate(immediate) {
    retireImmediate(immediate);
    try {
      const argv = immediate._argv;
      if (contextHooks !== undefined)
        contextHooks.call(immediate[kContext], immediate._onImmediate, immediate, argv ?? []);
      else if (argv === undefined)
        immediate._onImmediate();
      else
        ReflectApply(immediate._onImmediate, immediate, argv);
    } finally {
      immediate._onImmediate = null;
    }
  }

  // Runs what has expired. Answers when to be called again: 0 for never.
  function processTimers(now) {
    nextExpiry = Infinity;

    let ranOne = false;
    let list;
    while ((list = timerListQueue.peek()) !== undefined) {
      // By the clock of the start of this turn: what expired while the callbacks ran waits for the next one, so that
      // timers that are always late do not keep the rest of the loop from its turn.
      if (list.expiry > now) {
        nextExpiry = list.expiry;
        return nextExpiry;
      }
      if (ranOne)
        runNextTicks();
      else
        ranOne = true;
      runList(list, now);
    }
    return 0;
  }

  function runList(list, now) {
    const { msecs } = list;
    let ranOne = false;
    let timer;

    while ((timer = L.peek(list)) !== null) {
      const waited = now - timer._idleStart;

      // Those behind it are not due either.
      if (waited < msecs) {
        list.expiry = MathMax(timer._idleStart + msecs, now + 1);
        list.id = timerListId++;
        timerListQueue.percolateDown(1);
        return;
      }

      if (ranOne)
        runNextTicks();
      else
        ranOne = true;

      // The ticks may have cleared it, or given it a new start.
      if (timer._idleNext === null || timer !== L.peek(list))
        continue;

      runTimer(timer);
    }

    // `clearTimeout` may have removed the emptied list already, and a new list of this duration may be in its place.
    if (list === timerListMap.get(msecs)) {
      timerListMap.delete(msecs);
      timerListQueue.removeAt(list.priorityQueuePosition);
    }
  }

  function runTimer(timer) {
    L.remove(timer);

    if (!timer._onTimeout) {
      finishTimer(timer);
      return;
    }

    // An interval counts from before its callback.
    const start = timer._repeat ? getNow() : undefined;
    try {
      const args = timer._timerArgs;
      if (contextHooks !== undefined)
        contextHooks.call(timer[kContext], timer._onTimeout, timer, args ?? []);
      else if (args === undefined)
        timer._onTimeout();
      else
        ReflectApply(timer._onTimeout, timer, args);
    } finally {
      if (timer._repeat && timer._idleTimeout !== -1) {
        timer._idleTimeout = timer._repeat;
        insert(timer, timer._idleTimeout, start);
      } else {
        finishTimer(timer);
      }
    }
  }

  // Nothing to do for a timer that its own callback cleared or started anew.
  function finishTimer(timer) {
    if (timer._idleNext || timer._idlePrev || timer._destroyed)
      return;
    timer._destroyed = true;
    if (timer[kHasPrimitive])
      knownTimersById.delete(timer[async_id_symbol]);
    if (timer[kRefed])
      decRefCount();
  }

  return {
    __proto__: null,
    processImmediate,
    processTimers,
  };
}

module.exports = {
  Immediate,
  TIMEOUT_MAX,
  Timeout,
  active,
  async_id_symbol,
  cancelImmediate,
  decRefCount,
  getActiveCounts,
  getTimerCallbacks,
  getTimerDuration,
  immediateQueue,
  incRefCount,
  insert,
  kHasPrimitive,
  kRefed,
  kTimeout,
  knownTimersById,
  setContextHooks,
  setUnrefTimeout,
  timerListMap,
  timerListQueue,
  timerToPrimitive,
  unenroll,
  unrefActive,
};
