'use strict';

// Patterns of paths: `*`, `?`, `[a-z]`, `**`, `{a,b}`, `{1..3}` and `+(a|b)`. `path.matchesGlob`, and what `fs.glob` walks by.
//
// Phase: run time, at the first call; any thread; not in the startup image.

const {
  ArrayPrototypeIncludes,
  ArrayPrototypePush,
  MathAbs,
  NumberParseInt,
  RegExp,
  RegExpPrototypeExec,
  StringFromCharCode,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeSplit,
  SyntaxError,
} = primordials;

const { validateString } = require('internal/validators');

// ---- braces ----------------------------------------------------------------------------------------------------------------

// The alternatives between the brace at `open` and the one that closes it, and where that is; undefined if none does.
function splitBraces(pattern, open) {
  const parts = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open; i < pattern.length; i++) {
    const c = pattern[i];
    if (c === '{') {
      depth++;
    } else if (c === '}' && --depth === 0) {
      ArrayPrototypePush(parts, StringPrototypeSlice(pattern, start, i));
      return { parts, close: i };
    } else if (c === ',' && depth === 1) {
      ArrayPrototypePush(parts, StringPrototypeSlice(pattern, start, i));
      start = i + 1;
    }
  }
  return undefined;
}

const numericRange = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/;
const letterRange = /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d+))?$/;

// `1..3` as ['1', '2', '3'].
function expandRange(text) {
  const numbers = RegExpPrototypeExec(numericRange, text);
  const match = numbers ?? RegExpPrototypeExec(letterRange, text);
  if (match === null) return undefined;
  const read = numbers === null ? (value) => StringPrototypeCharCodeAt(value, 0) : (value) => NumberParseInt(value, 10);
  const write = numbers === null ? StringFromCharCode : (value) => `${value}`;
  const from = read(match[1]);
  const to = read(match[2]);
  const size = MathAbs(match[3] === undefined ? 1 : NumberParseInt(match[3], 10)) || 1;
  const list = [];
  for (let i = from; from <= to ? i <= to : i >= to; i += from <= to ? size : -size) ArrayPrototypePush(list, write(i));
  return list;
}

function expandBraces(pattern, from = 0) {
  const open = StringPrototypeIndexOf(pattern, '{', from);
  if (open === -1) return [pattern];
  const group = splitBraces(pattern, open);
  // `{}` and braces without a comma stand for themselves.
  let choices;
  if (group !== undefined) choices = group.parts.length > 1 ? group.parts : expandRange(group.parts[0]);
  if (choices === undefined) return expandBraces(pattern, open + 1);
  const before = StringPrototypeSlice(pattern, 0, open);
  const after = StringPrototypeSlice(pattern, group.close + 1);
  const result = [];
  for (let i = 0; i < choices.length; i++) {
    const expanded = expandBraces(before + choices[i] + after, open);
    for (let j = 0; j < expanded.length; j++) ArrayPrototypePush(result, expanded[j]);
  }
  return result;
}

// ---- one segment -------------------------------------------------------------------------------------------------------------

const special = '\\^$.*+?()[]{}|/';

function literal(c) {
  return StringPrototypeIncludes(special, c) ? `\\${c}` : c;
}

const classes = {
  __proto__: null,
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: 'a-fA-F0-9',
};

// The class `[…]` that begins at `open`, as a part of a regular expression, and where it ends.
function readClass(pattern, open) {
  let i = open + 1;
  const negated = pattern[i] === '!' || pattern[i] === '^';
  if (negated) i++;
  let text = '';
  for (let first = true; i < pattern.length; i++, first = false) {
    const c = pattern[i];
    if (c === ']' && !first) return { source: `[${negated ? '^' : ''}${text}]`, end: i };
    if (c === '[' && pattern[i + 1] === ':') {
      const close = StringPrototypeIndexOf(pattern, ':]', i + 2);
      const name = close === -1 ? undefined : classes[StringPrototypeSlice(pattern, i + 2, close)];
      if (name !== undefined) {
        text += name;
        i = close + 1;
        continue;
      }
    }
    text += c === '-' ? c : literal(c);
  }
  return undefined;
}

// Stands for the end of `!(`.
const notClosed = ')!';

// The regular expression of a segment, without its ends.
function segmentSource(segment) {
  let source = '';
  // What closes the groups that are open, the innermost last.
  const closers = [];
  for (let i = 0; i < segment.length; i++) {
    const c = segment[i];
    if (segment[i + 1] === '(' && StringPrototypeIncludes('?*+@!', c) && StringPrototypeIndexOf(segment, ')', i) !== -1) {
      source += c === '!' ? '(?:(?!(?:' : '(?:';
      ArrayPrototypePush(closers, c === '!' ? notClosed : `)${c === '@' ? '' : c}`);
      i++;
    } else if (c === ')' && closers.length > 0) {
      const closer = closers[closers.length - 1];
      closers.length -= 1;
      // What must not be there is the group together with all that comes behind it.
      source += closer !== notClosed ? closer :
        `)${closers.length === 0 ? segmentSource(StringPrototypeSlice(segment, i + 1)) : ''}$)[^/]*?)`;
    } else if (c === '|' && closers.length > 0) {
      source += '|';
    } else if (c === '*') {
      while (segment[i + 1] === '*') i++;
      source += '[^/]*?';
    } else if (c === '?') {
      source += '[^/]';
    } else {
      const group = c === '[' ? readClass(segment, i) : undefined;
      source += group === undefined ? literal(c) : group.source;
      if (group !== undefined) i = group.end;
    }
  }
  return source;
}

const magic = /[*?[\]+@!()]/;

function compileSegment(segment, ignoreCase) {
  if (segment === '**') return segment;
  if (RegExpPrototypeExec(magic, segment) === null) return segment;
  // A wildcard does not match a dot in front, nor nothing at all.
  const guard = segment[0] === '.' ? '(?!\\.{1,2}$)' : '(?!\\.)(?=.)';
  try {
    return new RegExp(`^${guard}${segmentSource(segment)}$`, ignoreCase ? 'is' : 's');
  } catch (error) {
    if (error instanceof SyntaxError) return segment;
    throw error;
  }
}

// ---- paths -----------------------------------------------------------------------------------------------------------------

function matchSegment(name, part) {
  return typeof part === 'string' ? name === part : RegExpPrototypeExec(part, name) !== null;
}

function matchSegments(names, nameAt, parts, partAt) {
  for (; partAt < parts.length; partAt++) {
    if (parts[partAt] === '**') {
      if (partAt === parts.length - 1) {
        // `a/**` is what is in `a`, not `a`.
        if (nameAt >= names.length) return false;
        for (; nameAt < names.length; nameAt++) if (names[nameAt][0] === '.') return false;
        return true;
      }
      for (; nameAt < names.length; nameAt++) {
        if (matchSegments(names, nameAt, parts, partAt + 1)) return true;
        if (names[nameAt][0] === '.') return false;
      }
      return false;
    }
    if (nameAt >= names.length || !matchSegment(names[nameAt], parts[partAt])) return false;
    nameAt++;
  }
  // A slash at the end of the path may be left over.
  return nameAt === names.length || (nameAt === names.length - 1 && names[nameAt] === '');
}

// `a//b` as ['a', 'b'], `/a/` as ['', 'a', ''].
function split(text) {
  const raw = StringPrototypeSplit(text, '/');
  const result = [];
  for (let i = 0; i < raw.length; i++) {
    if (raw[i] !== '' || i === 0 || i === raw.length - 1) ArrayPrototypePush(result, raw[i]);
  }
  return result;
}

// Without `.` and `a/..`.
function simplify(segments) {
  if (!ArrayPrototypeIncludes(segments, '.') && !ArrayPrototypeIncludes(segments, '..')) return segments;
  const result = [];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    const last = result[result.length - 1];
    if (segment === '.' && i > 0) continue;
    if (segment === '..' && last !== undefined && last !== '' && last !== '.' && last !== '..' && last !== '**') {
      result.length -= 1;
    } else {
      ArrayPrototypePush(result, segment);
    }
  }
  return result.length === 0 ? [''] : result;
}

// The alternatives of a pattern, each a list of segments: a name, a regular expression, or `**`.
function compileGlob(pattern, ignoreCase) {
  const alternatives = expandBraces(pattern);
  const result = [];
  for (let i = 0; i < alternatives.length; i++) {
    const segments = simplify(split(alternatives[i]));
    const parts = [];
    for (let j = 0; j < segments.length; j++) {
      // One `**` does what several in a row would.
      if (segments[j] !== '**' || parts[parts.length - 1] !== '**') ArrayPrototypePush(parts, compileSegment(segments[j], ignoreCase));
    }
    ArrayPrototypePush(result, parts);
  }
  return result;
}

function matchesCompiled(path, alternatives) {
  const names = simplify(split(path));
  for (let i = 0; i < alternatives.length; i++) {
    if (matchSegments(names, 0, alternatives[i], 0)) return true;
  }
  return false;
}

function matchesGlob(path, pattern, windows) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  if (pattern === '') return path === '';
  if (windows) {
    path = StringPrototypeReplaceAll(path, '\\', '/');
    pattern = StringPrototypeReplaceAll(pattern, '\\', '/');
  }
  return matchesCompiled(path, compileGlob(pattern, windows));
}

module.exports = { compileGlob, matchesCompiled, matchesGlob };
