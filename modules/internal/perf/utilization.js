'use strict';

// `eventLoopUtilization`.
//
// Phase: run time, when first read from `perf_hooks` or `performance`; any thread; not in the startup image.

const binding = internalBinding('performance');

// How much of the time the loop was not waiting: since it started, since a point, or between two.
function eventLoopUtilization(utilization1, utilization2) {
  if (binding.loopStart() <= 0) return { idle: 0, active: 0, utilization: 0 };
  if (utilization2) {
    return utilizationOf(utilization1.idle - utilization2.idle, utilization1.active - utilization2.active);
  }
  const idle = binding.loopIdleTime();
  const active = binding.now() - binding.loopStart() - idle;
  return utilization1 ? utilizationOf(idle - utilization1.idle, active - utilization1.active) : utilizationOf(idle, active);
}

function utilizationOf(idle, active) {
  return { idle, active, utilization: active / (idle + active) };
}

module.exports = { eventLoopUtilization };
