'use strict';

// A first-in-first-out queue made of a chain of ring buffers. It holds the tick queue: pushing and shifting cost the
// same whatever the length, and an emptied ring is used again before a new one is made.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must require nothing.
//
// A ring starts with an empty array that grows to its full size when used, so the image and a short program do not
// carry 2048 empty slots.

const kSize = 2048;
const kMask = kSize - 1;

// One slot is always free: `top === bottom` means empty, `top + 1 === bottom` means full.
class FixedCircularBuffer {
  constructor() {
    this.bottom = 0;
    this.top = 0;
    this.list = [];
    this.next = null;
  }

  isEmpty() {
    return this.top === this.bottom;
  }

  isFull() {
    return ((this.top + 1) & kMask) === this.bottom;
  }

  push(data) {
    this.list[this.top] = data;
    this.top = (this.top + 1) & kMask;
  }

  shift() {
    const { bottom } = this;
    if (bottom === this.top)
      return null;
    const item = this.list[bottom];
    this.list[bottom] = undefined;
    this.bottom = (bottom + 1) & kMask;
    return item;
  }
}

module.exports = class FixedQueue {
  constructor() {
    // `head` is written to, `tail` is read from, `tail.next` to `head` is the chain between them.
    this.head = this.tail = new FixedCircularBuffer();
    this.spare = null;
  }

  isEmpty() {
    return this.head.isEmpty();
  }

  push(data) {
    let { head } = this;
    if (head.isFull()) {
      const ring = this.spare ?? new FixedCircularBuffer();
      this.spare = null;
      this.head = head.next = ring;
      head = ring;
    }
    head.push(data);
  }

  /** The oldest member, or null. */
  shift() {
    const { tail } = this;
    const item = tail.shift();
    if (tail.next !== null && tail.isEmpty()) {
      this.tail = tail.next;
      tail.next = null;
      tail.bottom = 0;
      tail.top = 0;
      this.spare = tail;
    }
    return item;
  }
};
