'use strict';

// What tests of `v8.GCProfiler` ask: the profile of the collections until a moment later.

const assert = require('assert');
const { GCProfiler } = require('v8');

function testGCProfiler() {
  const profiler = new GCProfiler();
  profiler.start();
  setTimeout(() => {
    const { version, startTime, statistics, endTime } = profiler.stop();
    assert.strictEqual(version, 1);
    assert.ok(startTime >= 0 && endTime >= startTime);
    assert.ok(Array.isArray(statistics) && statistics.length > 0);
    for (const { gcType, cost, beforeGC, afterGC } of statistics) {
      assert.strictEqual(typeof gcType, 'string');
      assert.ok(cost >= 0);
      for (const { heapStatistics, heapSpaceStatistics } of [beforeGC, afterGC]) {
        assert.ok(heapStatistics.usedHeapSize > 0 && heapStatistics.heapSizeLimit > 0);
        assert.ok(heapSpaceStatistics.every(({ spaceName }) => typeof spaceName === 'string'));
      }
    }
    assert.strictEqual(profiler.stop(), undefined);
  }, 100);
}

module.exports = { testGCProfiler };
