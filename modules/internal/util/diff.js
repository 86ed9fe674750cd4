'use strict';

// `util.diff`, and the shortest edit script that it and the messages of assertions are made from (after Eugene W. Myers).
//
// Phase: run time, any thread, with the first comparison that is asked for; not in the startup image.

const {
  ArrayIsArray,
  ArrayPrototypePush,
  ArrayPrototypeReverse,
  Int32Array,
} = primordials;

const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateString, validateStringArray } = require('internal/validators');

const kOnlyExpected = -1;
const kBoth = 0;
const kOnlyActual = 1;

function identical(a, b) {
  return a === b;
}

// Whether the way to a diagonal with `edits` edits comes from the one above, where an item of `expected` was passed over.
function comesFromAbove(reach, diagonal, edits, center) {
  return diagonal === -edits ||
    (diagonal !== edits && reach[center + diagonal - 1] < reach[center + diagonal + 1]);
}

// What `reach` was before each number of edits, up to the number that does. `reach` tells by diagonal (position in `actual`
// less position in `expected`) how far in `actual` one can get.
function findTrace(actual, expected, equal) {
  const center = actual.length + expected.length;
  if (center > 2 ** 31 - 1) throw new ERR_OUT_OF_RANGE('myersDiff input size', '< 2^31', center);
  // One more at each end, which is looked at and never counts.
  const reach = new Int32Array(2 * center + 3);
  const trace = [];
  for (let edits = 0; ; edits++) {
    ArrayPrototypePush(trace, new Int32Array(reach));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const above = comesFromAbove(reach, diagonal, edits, center + 1);
      let x = above ? reach[center + diagonal + 2] : reach[center + diagonal] + 1;
      let y = x - diagonal;
      while (x < actual.length && y < expected.length && equal(actual[x], expected[y])) {
        x++;
        y++;
      }
      reach[center + 1 + diagonal] = x;
      if (x >= actual.length && y >= expected.length) return trace;
    }
  }
}

// The items of both lists, in order, as pairs of what they are in and the item. `shared` picks the item of an equal pair.
function editScript(actual, expected, equal = identical, shared = undefined) {
  const trace = findTrace(actual, expected, equal);
  const center = actual.length + expected.length + 1;
  const script = [];
  let x = actual.length;
  let y = expected.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits];
    const diagonal = x - y;
    const before = comesFromAbove(reach, diagonal, edits, center) ? diagonal + 1 : diagonal - 1;
    const startX = edits === 0 ? 0 : reach[center + before];
    const startY = edits === 0 ? 0 : startX - before;
    while (x > startX && y > startY) {
      x--;
      y--;
      ArrayPrototypePush(script, [kBoth, shared === undefined ? actual[x] : shared(actual[x], expected[y])]);
    }
    if (edits === 0) break;
    ArrayPrototypePush(script, x > startX ? [kOnlyActual, actual[--x]] : [kOnlyExpected, expected[--y]]);
  }
  return ArrayPrototypeReverse(script);
}

function validateText(value, name) {
  if (ArrayIsArray(value)) validateStringArray(value, name);
  else validateString(value, name);
}

function diff(actual, expected) {
  if (actual === expected) return [];
  validateText(actual, 'actual');
  validateText(expected, 'expected');
  return editScript(actual, expected);
}

module.exports = { diff, editScript, kBoth, kOnlyActual, kOnlyExpected };
