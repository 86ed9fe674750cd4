'use strict';

// What a histogram knows: how often which value was recorded, to a number of significant figures.
//
// Phase: run time, with the first histogram; any thread; not in the startup image. Values lie in steps whose width doubles with each
// power of two, as in HdrHistogram; only steps that hold something take memory. A value is a number or, where a program asks for it, a
// BigInt: the lowest value of a step and its width are exact as numbers, their sum may not be.

const {
  ArrayPrototypePush,
  ArrayPrototypeSort,
  BigInt,
  MathCeil,
  MathFloor,
  MathLog2,
  MathMax,
  MathSqrt,
  Number,
  NumberMAX_SAFE_INTEGER,
  SafeMap,
} = primordials;

// What `min` says where nothing was recorded: the largest 64-bit number.
const kNothing = 2n ** 63n - 1n;

class Recorder {
  // Steps by their lowest value, and how often each was met.
  #counts = new SafeMap();
  // Those values, ascending; undefined when there are new ones.
  #sorted;
  #highest;
  // The width of the narrowest steps, and how many of one width there are before it doubles.
  #unit;
  #steps;
  // When a delta was last asked for, in nanoseconds.
  #previous;

  count = 0;
  exceeds = 0;

  constructor(lowest, highest, figures) {
    this.#highest = highest;
    this.#unit = 2 ** MathFloor(MathLog2(lowest));
    this.#steps = 2 ** MathCeil(MathLog2(2 * 10 ** figures));
  }

  #widthAt(value) {
    let width = this.#unit;
    while (value >= width * this.#steps) width *= 2;
    return width;
  }

  #ascending() {
    if (this.#sorted === undefined) {
      const steps = [];
      this.#counts.forEach((_, step) => {
        ArrayPrototypePush(steps, step);
      });
      this.#sorted = ArrayPrototypeSort(steps, (a, b) => a - b);
    }
    return this.#sorted;
  }

  #add(value, times) {
    const step = value - value % this.#widthAt(value);
    const before = this.#counts.get(step);
    if (before === undefined) this.#sorted = undefined;
    this.#counts.set(step, (before ?? 0) + times);
    this.count += times;
  }

  record(value) {
    if (value > this.#highest) {
      this.exceeds++;
    } else {
      // What a number cannot hold of a large value is far below the width of its step.
      this.#add(value > NumberMAX_SAFE_INTEGER ? Number(value - value % 1024n) : Number(value), 1);
    }
  }

  /** The time since the last call; the first one has none. */
  recordDelta(now) {
    if (this.#previous !== undefined) this.record(now - this.#previous);
    this.#previous = now;
  }

  /** Adds what another one knows; what is too high here is left out. */
  merge(other) {
    const steps = other.#ascending();
    for (let i = 0; i < steps.length; i++) {
      if (steps[i] <= this.#highest) this.#add(steps[i], other.#counts.get(steps[i]));
    }
    this.exceeds += other.exceeds;
  }

  reset() {
    this.#counts.clear();
    this.#sorted = undefined;
    this.#previous = undefined;
    this.count = 0;
    this.exceeds = 0;
  }

  // ---- asking: all answers are BigInts, but for those that are means ----------------------------------------------------------

  min() {
    return this.count === 0 ? kNothing : BigInt(this.#ascending()[0]);
  }

  max() {
    const steps = this.#ascending();
    return steps.length === 0 ? 0n : this.#highestIn(steps[steps.length - 1]);
  }

  #highestIn(step) {
    return BigInt(step) + BigInt(this.#widthAt(step)) - 1n;
  }

  // In order, so that the last digits do not depend on what came first.
  #meanOf(measure) {
    const steps = this.#ascending();
    let sum = 0;
    for (let i = 0; i < steps.length; i++) {
      const middle = steps[i] + MathFloor(this.#widthAt(steps[i]) / 2);
      sum += measure(middle) * this.#counts.get(steps[i]);
    }
    return sum / this.count;
  }

  mean() {
    return this.#meanOf((value) => value);
  }

  stddev() {
    const mean = this.mean();
    return MathSqrt(this.#meanOf((value) => (value - mean) ** 2));
  }

  /** The highest value that `percentile` per cent of those recorded do not exceed. */
  percentile(percentile) {
    const wanted = MathMax(1, MathFloor(percentile / 100 * this.count + 0.5));
    const steps = this.#ascending();
    let seen = 0;
    for (let i = 0; i < steps.length; i++) {
      seen += this.#counts.get(steps[i]);
      if (seen >= wanted) return this.#highestIn(steps[i]);
    }
    return 0n;
  }

  /** Tells `percentile, value` for half of all, for half of what is left then, and so on, and for the whole. */
  eachPercentile(tell) {
    const steps = this.#ascending();
    let seen = 0;
    let left = 100;
    let value = 0n;
    for (let i = 0; i < steps.length; i++) {
      value = BigInt(steps[i]);
      seen += this.#counts.get(steps[i]);
      while (100 - left <= 100 * seen / this.count) {
        tell(100 - left, value);
        left /= 2;
        if (seen === this.count) break;
      }
    }
    tell(100, value);
  }
}

module.exports = { Recorder };
