'use strict';

// Tells, below the stack of an error that no listener took, where it was emitted.
//
// Phase: run time, when such an error ends the process; any thread; not in the startup image.

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypeJoin,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  StringPrototypeSplit,
} = primordials;

// [start, length] of the longest run of lines in `lines` that ends `other` too; of at least four lines.
function sharedRun(lines, other) {
  for (let i = 0; i + 3 < lines.length; i++) {
    const at = ArrayPrototypeIndexOf(other, lines[i]);
    if (at === -1 || other.length - at < 4) continue;
    let length = 1;
    while (i + length < lines.length && at + length < other.length && lines[i + length] === other[at + length]) length++;
    if (length > 3) return [i, length];
  }
  return [0, 0];
}

function enhanceStack(emitter, error, place) {
  let owner = '';
  try {
    const { name } = emitter.constructor;
    if (name !== 'EventEmitter') owner = ` on ${name} instance`;
  } catch {
    // Without a name, then.
  }
  const frames = ArrayPrototypeSlice(StringPrototypeSplit(place.stack, '\n'), 1);
  const { 0: start, 1: length } = sharedRun(frames, ArrayPrototypeSlice(StringPrototypeSplit(error.stack, '\n'), 1));
  if (length > 0) {
    ArrayPrototypeSplice(frames, start + 1, length - 2, '    [... lines matching original stack trace ...]');
  }
  return `${error.stack}\nEmitted 'error' event${owner} at:\n${ArrayPrototypeJoin(frames, '\n')}`;
}

module.exports = { enhanceStack };
