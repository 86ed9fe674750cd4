'use strict';

// Reads `package.json` files, each once.
//
// Loads on demand (the rare ways of resolving a request), on any thread, and is not in the startup image. The ordinary way
// asks the host, which keeps its own record.

const {
  JSONParse,
  ObjectPrototypeHasOwnProperty,
  SafeMap,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

const { readFileUtf8 } = internalBinding('fs');

const {
  codes: {
    ERR_INVALID_PACKAGE_CONFIG,
  },
} = require('internal/errors');

const { stripBOM } = require('internal/modules/helpers');
const path = require('path');

const absent = { __proto__: null, exists: false };
const cache = new SafeMap();

function readText(jsonPath) {
  try {
    return readFileUtf8(jsonPath, 0);
  } catch {
    return undefined;
  }
}

function own(object, key) {
  return ObjectPrototypeHasOwnProperty(object, key) ? object[key] : undefined;
}

function parse(jsonPath, text) {
  let data;
  try {
    data = JSONParse(stripBOM(text));
  } catch (error) {
    throw new ERR_INVALID_PACKAGE_CONFIG(jsonPath, undefined, error.message);
  }
  if (data === null || typeof data !== 'object')
    data = { __proto__: null };

  const main = own(data, 'main');
  const name = own(data, 'name');
  const type = own(data, 'type');
  return {
    __proto__: null,
    exists: true,
    // What is null is as if it were not there.
    exports: own(data, 'exports') ?? undefined,
    imports: own(data, 'imports') ?? undefined,
    main: typeof main === 'string' ? main : undefined,
    name: typeof name === 'string' ? name : undefined,
    type: type === 'module' || type === 'commonjs' ? type : 'none',
  };
}

/**
 * @param {string} jsonPath
 * @returns {{ exists: boolean, main?: string, name?: string, type?: string, exports?: any, imports?: any }}
 */
function read(jsonPath) {
  let result = cache.get(jsonPath);
  if (result === undefined) {
    const text = readText(jsonPath);
    result = text === undefined ? absent : parse(jsonPath, text);
    cache.set(jsonPath, result);
  }
  return result;
}

/**
 * The nearest file above `checkPath`, looked for up to the border of a `node_modules`.
 * @param {string} checkPath
 * @returns {{ data: object, path: string } | undefined}
 */
function getNearestParentPackage(checkPath) {
  let directory = path.dirname(checkPath);
  for (;;) {
    if (path.basename(directory) === 'node_modules')
      return undefined;
    const jsonPath = path.join(directory, 'package.json');
    const data = read(jsonPath);
    if (data.exists)
      return { __proto__: null, data, path: jsonPath };
    const parent = path.dirname(directory);
    if (parent === directory)
      return undefined;
    directory = parent;
  }
}

/**
 * `a` of `a/b`, `@a/b` of `@a/b/c`.
 * @param {string} specifier
 * @returns {string}
 */
function packageName(specifier) {
  let end = StringPrototypeIndexOf(specifier, '/');
  if (end !== -1 && specifier[0] === '@')
    end = StringPrototypeIndexOf(specifier, '/', end + 1);
  return end === -1 ? specifier : StringPrototypeSlice(specifier, 0, end);
}

module.exports = {
  getNearestParentPackage,
  packageName,
  read,
};
