'use strict';

// A binary heap whose smallest member is on top, with a hook that tells each member its position, so that a member
// can be taken out from the middle without a search.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must require nothing.
//
// Positions start at 1: the children of `i` are `2i` and `2i + 1`. The array is only touched by index and length.

module.exports = class PriorityQueue {
  #compare = (a, b) => a - b;
  #heap = [undefined, undefined];
  #setPosition;
  #size = 0;

  /**
   * @param {(a: any, b: any) => number} [comparator]
   * @param {(item: any, position: number) => void} [setPosition]
   */
  constructor(comparator, setPosition) {
    if (comparator !== undefined)
      this.#compare = comparator;
    if (setPosition !== undefined)
      this.#setPosition = setPosition;
  }

  insert(value) {
    const position = ++this.#size;
    this.#put(position, value);
    this.percolateUp(position);
  }

  peek() {
    return this.#heap[1];
  }

  peekBottom() {
    return this.#heap[this.#size];
  }

  get size() {
    return this.#size;
  }

  /** Restores the order after the member at `position` grew. */
  percolateDown(position) {
    const compare = this.#compare;
    const heap = this.#heap;
    const size = this.#size;
    const item = heap[position];

    for (;;) {
      let child = position * 2;
      if (child > size)
        break;
      if (child < size && compare(heap[child + 1], heap[child]) < 0)
        child++;
      if (compare(item, heap[child]) <= 0)
        break;
      this.#put(position, heap[child]);
      position = child;
    }
    this.#put(position, item);
  }

  /** Restores the order after the member at `position` shrank. */
  percolateUp(position) {
    const compare = this.#compare;
    const heap = this.#heap;
    const item = heap[position];

    while (position > 1) {
      const parent = position >> 1;
      if (compare(heap[parent], item) <= 0)
        break;
      this.#put(position, heap[parent]);
      position = parent;
    }
    this.#put(position, item);
  }

  removeAt(position) {
    const heap = this.#heap;
    const size = this.#size;
    const last = heap[size];
    heap[size] = undefined;
    this.#size = size - 1;
    if (position >= size)
      return;

    this.#put(position, last);
    if (position > 1 && this.#compare(heap[position >> 1], last) > 0)
      this.percolateUp(position);
    else
      this.percolateDown(position);
  }

  shift() {
    if (this.#size === 0)
      return undefined;
    const top = this.#heap[1];
    this.removeAt(1);
    return top;
  }

  #put(position, item) {
    this.#heap[position] = item;
    if (this.#setPosition !== undefined)
      this.#setPosition(item, position);
  }
};
