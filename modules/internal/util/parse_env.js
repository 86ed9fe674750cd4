'use strict';

// `util.parseEnv`: the contents of a `.env` file.
//
// Phase: run time, any thread, at its first call; not in the startup image.

const {
  RegExpPrototypeExec,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeTrim,
} = primordials;


// '\n' between double quotes is a line feed.
function expandLineFeeds(text) {
  let result = '';
  let start = 0;
  for (;;) {
    const end = StringPrototypeIndexOf(text, '\\n', start);
    if (end === -1) return result + StringPrototypeSlice(text, start);
    result += `${StringPrototypeSlice(text, start, end)}\n`;
    start = end + 2;
  }
}

function withoutCarriageReturns(text) {
  let result = '';
  let start = 0;
  for (;;) {
    const end = StringPrototypeIndexOf(text, '\r\n', start);
    if (end === -1) return result + StringPrototypeSlice(text, start);
    result += StringPrototypeSlice(text, start, end);
    start = end + 1;
  }
}

// Keys and values; what is no assignment is left out. A later assignment wins.
function parseEnv(content) {
  const text = withoutCarriageReturns(content);
  const result = { __proto__: null };
  let position = 0;
  while (position < text.length) {
    let lineEnd = StringPrototypeIndexOf(text, '\n', position);
    if (lineEnd === -1) lineEnd = text.length;
    const line = StringPrototypeSlice(text, position, lineEnd);
    const equals = StringPrototypeIndexOf(line, '=');
    if (equals === -1 || RegExpPrototypeExec(/^\s*#/, line) !== null) {
      position = lineEnd + 1;
      continue;
    }
    let key = StringPrototypeTrim(StringPrototypeSlice(line, 0, equals));
    if (StringPrototypeStartsWith(key, 'export ')) key = StringPrototypeTrim(StringPrototypeSlice(key, 7));
    if (key === '') {
      position = lineEnd + 1;
      continue;
    }

    let valueStart = position + equals + 1;
    while (valueStart < lineEnd && (text[valueStart] === ' ' || text[valueStart] === '\t')) valueStart++;
    const mark = text[valueStart];
    if (mark === '"' || mark === "'" || mark === '`') {
      // A quoted value may go on over several lines.
      const closing = StringPrototypeIndexOf(text, mark, valueStart + 1);
      if (closing !== -1) {
        const value = StringPrototypeSlice(text, valueStart + 1, closing);
        result[key] = mark === '"' ? expandLineFeeds(value) : value;
        const next = StringPrototypeIndexOf(text, '\n', closing);
        position = next === -1 ? text.length : next + 1;
        continue;
      }
    }
    let value = StringPrototypeSlice(text, valueStart, lineEnd);
    const comment = StringPrototypeIndexOf(value, '#');
    if (comment !== -1) value = StringPrototypeSlice(value, 0, comment);
    result[key] = StringPrototypeTrim(value);
    position = lineEnd + 1;
  }
  return result;
}

module.exports = { parseEnv };
