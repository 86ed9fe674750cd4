'use strict';

// Where `exports` and `imports` of a `package.json` lead: for what the host's resolver found no file for, to tell which file it was, and
// whether it is a builtin, which the host does not know of.
//
// Loads on demand, on any thread, and is not in the startup image.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  StringPrototypeEndsWith,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const path = require('path');

function isChosen(condition, kind) {
  return condition === 'default' || condition === 'node' || condition === kind || condition === 'module-sync' ||
    ArrayPrototypeIncludes(require('internal/options').getOptions().conditions ?? [], condition);
}

// The first target that the conditions lead to: a file, or, of imports (`bare`), also another package or a builtin.
function follow(value, kind, bare) {
  if (typeof value === 'string')
    return bare || StringPrototypeStartsWith(value, './') ? value : undefined;
  if (ArrayIsArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const target = follow(value[i], kind, bare);
      if (target !== undefined)
        return target;
    }
  } else if (value !== null && typeof value === 'object') {
    const keys = ObjectKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const target = isChosen(keys[i], kind) ? follow(value[keys[i]], kind, bare) : undefined;
      if (target !== undefined)
        return target;
    }
  }
  return undefined;
}

// The key with the longest beginning that matches, and what its star stands for.
function findPattern(table, name) {
  let found;
  let longest = -1;
  const keys = ObjectKeys(table);
  for (let i = 0; i < keys.length; i++) {
    const star = StringPrototypeIndexOf(keys[i], '*');
    if (star <= longest)
      continue;
    const end = StringPrototypeSlice(keys[i], star + 1);
    if (name.length >= keys[i].length && StringPrototypeStartsWith(name, StringPrototypeSlice(keys[i], 0, star)) &&
        StringPrototypeEndsWith(name, end)) {
      longest = star;
      found = { __proto__: null, value: table[keys[i]], match: StringPrototypeSlice(name, star, name.length - end.length) };
    }
  }
  return found;
}

/**
 * @param {object} table subpaths or imports, and where they lead
 * @param {string} name `.`, `./subpath` or `#import`
 * @param {'import' | 'require'} kind
 * @returns {string | undefined} as it is written, with the star filled in
 */
function targetOf(table, name, kind) {
  if (ObjectPrototypeHasOwnProperty(table, name) && StringPrototypeIndexOf(name, '*') === -1)
    return follow(table[name], kind, name[0] === '#');
  const pattern = findPattern(table, name);
  const target = pattern && follow(pattern.value, kind, name[0] === '#');
  return target && StringPrototypeReplaceAll(target, '*', () => pattern.match);
}

/**
 * The file that a package says it exports.
 * @param {string} directory of the package
 * @param {any} exports
 * @param {string} subpath `.` or `./subpath`
 * @param {'import' | 'require'} kind
 * @returns {string | undefined} an absolute path
 */
function exportedFile(directory, exports, subpath, kind) {
  const hasSubpaths = typeof exports === 'object' && !ArrayIsArray(exports) &&
    StringPrototypeStartsWith(ObjectKeys(exports)[0] ?? '', '.');
  const target = targetOf(hasSubpaths ? exports : { '__proto__': null, '.': exports }, subpath, kind);
  return target && path.join(directory, target);
}

module.exports = {
  exportedFile,
  targetOf,
};
