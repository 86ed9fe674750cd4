'use strict';

// The public builtins as globals, for programs typed on a command line.
//
// Loads in the main phase of `-e` and `-p`, and is not in the startup image.

const {
  ObjectPrototypeHasOwnProperty,
  StringPrototypeIncludes,
  globalThis,
} = primordials;

const { defineLazyProperties } = internalBinding('util');

/**
 * None of them loads before it is read; names that are taken stay what they are.
 */
function defineGlobalBuiltins() {
  const { BuiltinModule: { publicIds } } = require('internal/bootstrap/realm');
  const references = { __proto__: null };
  for (let i = 0; i < publicIds.length; i++) {
    const id = publicIds[i];
    // `module` is that of the program.
    if (id[0] === '_' || id === 'module' || StringPrototypeIncludes(id, '/') ||
        StringPrototypeIncludes(id, ':') || ObjectPrototypeHasOwnProperty(globalThis, id))
      continue;
    references[id] = `${id}#*`;
  }
  defineLazyProperties(globalThis, references, false);
}

module.exports = {
  defineGlobalBuiltins,
};
