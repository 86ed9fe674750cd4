'use strict';

// `console.time`, `timeLog` and `timeEnd`.
//
// Phase: run time, on every thread, at the first use of one of them; not in the startup image.

const {
  ArrayPrototypeUnshift,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeHas,
  MapPrototypeSet,
  MathFloor,
  Number,
  NumberPrototypeToFixed,
  ReflectApply,
  StringPrototypeIndexOf,
  StringPrototypePadStart,
  StringPrototypeSlice,
} = primordials;

const { hrtime } = internalBinding('process_methods');

const kSecond = 1000;
const kMinute = 60 * kSecond;
const kHour = 60 * kMinute;

function start(times, label) {
  if (MapPrototypeHas(times, label)) {
    process.emitWarning(`Label '${label}' already exists for console.time()`);
    return;
  }
  MapPrototypeSet(times, label, hrtime());
}

function end(console, times, label) {
  if (report(console, times, 'timeEnd', label, [])) MapPrototypeDelete(times, label);
}

function log(console, times, label, data) {
  report(console, times, 'timeLog', label, data);
}

// Tells whether there was such a label.
function report(console, times, method, label, data) {
  const started = MapPrototypeGet(times, label);
  if (started === undefined) {
    process.emitWarning(`No such label '${label}' for console.${method}()`);
    return false;
  }
  const now = hrtime();
  const elapsed = (now[0] - started[0]) * 1000 + (now[1] - started[1]) / 1e6;
  ArrayPrototypeUnshift(data, '%s: %s', label, formatTime(elapsed));
  ReflectApply(console.log, console, data);
  return true;
}

function twoDigits(value) {
  return StringPrototypePadStart(`${value}`, 2, '0');
}

// 1.234ms, 1.234s, 1:02.345 (m:ss.mmm), 1:02:03.456 (h:mm:ss.mmm)
function formatTime(ms) {
  if (ms < kSecond) return `${Number(NumberPrototypeToFixed(ms, 3))}ms`;
  const hours = MathFloor(ms / kHour);
  const minutes = MathFloor(ms % kHour / kMinute);
  const seconds = NumberPrototypeToFixed(ms % kMinute / kSecond, 3);
  if (hours === 0 && minutes === 0) return `${seconds}s`;
  const point = StringPrototypeIndexOf(seconds, '.');
  const tail = `${twoDigits(StringPrototypeSlice(seconds, 0, point))}${StringPrototypeSlice(seconds, point)}`;
  return hours === 0 ? `${minutes}:${tail} (m:ss.mmm)` : `${hours}:${twoDigits(minutes)}:${tail} (h:mm:ss.mmm)`;
}

module.exports = { end, formatTime, log, start };
