'use strict';

// setFlagsFromString and cachedDataVersionTag: the flags of V8, and what depends on them.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image. Only flags that are safe to change reach V8; the
// program is warned of the others. A change has a price that only the record of loads shows: V8 rejects every code cache that was made
// under other flags, those of the startup image among them, so builtins loaded later are compiled from their sources until the flags
// are as before.

const { ArrayPrototypeJoin } = primordials;

const { validateString } = require('internal/validators');

const { set, versionTag } = internalBinding('flags');

/**
 * @param {string} flags as on the command line of V8, separated by blanks
 */
function setFlagsFromString(flags) {
  validateString(flags, 'flags');
  const refused = set(flags);
  if (refused.length > 0) {
    process.emitWarning(
      `V8 flags were left as they are: ${ArrayPrototypeJoin(refused, ' ')}. V8 does not have them, or they cannot change ` +
      'while a program runs; give them to the host at its start');
  }
}

function cachedDataVersionTag() {
  return versionTag();
}

module.exports = { cachedDataVersionTag, setFlagsFromString };
