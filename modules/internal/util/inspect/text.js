'use strict';

// The text side of inspection: primitives, quotes and escapes, and the layout of finished entries on lines.
//
// Phase: run time, on every thread, loaded by `internal/util/inspect`; not in the startup image. It knows nothing of objects:
// what arrives here are primitives and strings that are already formatted. It must not read user objects.

const {
  ArrayPrototypePush,
  MathFloor,
  MathMax,
  MathMin,
  MathRound,
  MathSqrt,
  NumberIsFinite,
  NumberPrototypeToString,
  RegExpPrototypeExec,
  String,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypePadEnd,
  StringPrototypePadStart,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  SymbolPrototypeToString,
} = primordials;

const { getLazy, join } = require('internal/util');
const widthModule = getLazy(() => require('internal/util/inspect/width'));

// What a list of entries stands for: an object, one element of an array, an array with its extra keys.
const kObjectType = 0;
const kArrayType = 1;
const kArrayExtrasType = 2;

// A string shorter than this is not broken at its line feeds.
const kMinLineWidth = 16;

// ---- strings ----------------------------------------------------------------------------------------------------

// By code: the escape, or '' where the character stands for itself.
const escapes = [];
const hexDigits = '0123456789ABCDEF';
for (let code = 0; code < 0xA0; code++) {
  escapes[code] = code < 0x20 || code >= 0x7F ? `\\x${hexDigits[code >> 4]}${hexDigits[code & 15]}` : '';
}
escapes[0x08] = '\\b';
escapes[0x09] = '\\t';
escapes[0x0A] = '\\n';
escapes[0x0C] = '\\f';
escapes[0x0D] = '\\r';
escapes[0x27] = "\\'";
escapes[0x5C] = '\\\\';

// eslint-disable-next-line no-control-regex
const needsEscape = /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

// Escapes control characters, backslashes, lone surrogates and the quote whose code is `quote` (0: no quote at all).
function escapeText(text, quote) {
  if (text.length < 5000 && RegExpPrototypeExec(needsEscape, text) === null) return text;
  let result = '';
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    let escaped;
    if (code === 0x27) {
      if (quote !== 0x27) continue;
      escaped = escapes[code];
    } else if (code < 0xA0) {
      escaped = escapes[code];
      if (escaped === '') continue;
    } else if (code >= 0xD800 && code <= 0xDFFF) {
      if (code <= 0xDBFF && i + 1 < text.length) {
        const next = StringPrototypeCharCodeAt(text, i + 1);
        if (next >= 0xDC00 && next <= 0xDFFF) {
          i++;
          continue;
        }
      }
      escaped = `\\u${NumberPrototypeToString(code, 16)}`;
    } else {
      continue;
    }
    result += StringPrototypeSlice(text, start, i) + escaped;
    start = i + 1;
  }
  return start === 0 ? text : result + StringPrototypeSlice(text, start);
}

// A string as a literal. Single quotes, unless others save an escape.
function quote(text) {
  let mark = "'";
  if (StringPrototypeIncludes(text, "'")) {
    if (!StringPrototypeIncludes(text, '"')) {
      mark = '"';
    } else if (!StringPrototypeIncludes(text, '`') && !StringPrototypeIncludes(text, '${')) {
      mark = '`';
    }
  }
  return `${mark}${escapeText(text, mark === "'" ? 0x27 : 0)}${mark}`;
}

// The escapes of a key that stands in brackets, where quotes stay (a single quote is escaped all the same).
function escapeKey(text) {
  return escapeText(text, 0x27);
}

// `text` with every line feed replaced.
function replaceLineFeeds(text, replacement) {
  let end = StringPrototypeIndexOf(text, '\n');
  if (end === -1) return text;
  let result = '';
  let start = 0;
  while (end !== -1) {
    result += StringPrototypeSlice(text, start, end) + replacement;
    start = end + 1;
    end = StringPrototypeIndexOf(text, '\n', start);
  }
  return result + StringPrototypeSlice(text, start);
}

// The lines of `text`; with `keep`, each with its line feed.
function splitLines(text, keep = false) {
  const lines = [];
  let start = 0;
  for (;;) {
    const end = StringPrototypeIndexOf(text, '\n', start);
    if (end === -1) break;
    ArrayPrototypePush(lines, StringPrototypeSlice(text, start, keep ? end + 1 : end));
    start = end + 1;
  }
  if (!keep || start < text.length || start === 0) ArrayPrototypePush(lines, StringPrototypeSlice(text, start));
  return lines;
}

function plural(count) {
  return count > 1 ? 's' : '';
}

function remainingText(count, what = 'item') {
  return `... ${count} more ${what}${plural(count)}`;
}

// ---- primitives ----------------------------------------------------------------------------------------------------

// 1234567 -> 1_234_567
function groupInteger(digits) {
  const first = StringPrototypeCharCodeAt(digits, 0) === 0x2D ? 1 : 0;
  let result = '';
  let end = digits.length;
  for (; end >= first + 4; end -= 3) {
    result = `_${StringPrototypeSlice(digits, end - 3, end)}${result}`;
  }
  return end === digits.length ? digits : `${StringPrototypeSlice(digits, 0, end)}${result}`;
}

// .1234567 -> .123_456_7
function groupFraction(digits) {
  let result = '';
  let start = 0;
  for (; start < digits.length - 3; start += 3) {
    result += `${StringPrototypeSlice(digits, start, start + 3)}_`;
  }
  return start === 0 ? digits : `${result}${StringPrototypeSlice(digits, start)}`;
}

function numberText(number, numericSeparator) {
  const text = number === 0 && 1 / number < 0 ? '-0' : `${number}`;
  if (!numericSeparator || !NumberIsFinite(number) || StringPrototypeIncludes(text, 'e')) return text;
  const point = StringPrototypeIndexOf(text, '.');
  if (point === -1) return groupInteger(text);
  return `${groupInteger(StringPrototypeSlice(text, 0, point))}.${groupFraction(StringPrototypeSlice(text, point + 1))}`;
}

function formatNumber(stylize, number, numericSeparator) {
  return stylize(numberText(number, numericSeparator), 'number');
}

function formatBigInt(stylize, bigint, numericSeparator) {
  const text = String(bigint);
  return stylize(`${numericSeparator ? groupInteger(text) : text}n`, 'bigint');
}

function formatString(stylize, value, ctx) {
  let trailer = '';
  if (value.length > ctx.maxStringLength) {
    const remaining = value.length - ctx.maxStringLength;
    value = StringPrototypeSlice(value, 0, ctx.maxStringLength);
    trailer = remainingText(remaining, 'character');
  }
  if (ctx.compact !== true && value.length > kMinLineWidth && value.length > ctx.breakLength - ctx.indentationLvl - 4) {
    const lines = splitLines(value, true);
    for (let i = 0; i < lines.length; i++) lines[i] = stylize(quote(lines[i]), 'string');
    return join(lines, ` +\n${StringPrototypeRepeat(' ', ctx.indentationLvl + 2)}`) + trailer;
  }
  return stylize(quote(value), 'string') + trailer;
}

function formatPrimitive(stylize, value, ctx) {
  switch (typeof value) {
    case 'string':
      return formatString(stylize, value, ctx);
    case 'number':
      return formatNumber(stylize, value, ctx.numericSeparator);
    case 'bigint':
      return formatBigInt(stylize, value, ctx.numericSeparator);
    case 'boolean':
      return stylize(`${value}`, 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    default:
      return stylize(SymbolPrototypeToString(value), 'symbol');
  }
}

// ---- layout ----------------------------------------------------------------------------------------------------

// Columns a formatted text takes, styles left out.
function widthOf(text, colors) {
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (code < 0x20 || code >= 0x7F) return widthModule().getStringWidth(text, colors);
  }
  return text.length;
}

// Sets the short entries of a long array in aligned columns.
function groupArrayElements(ctx, output, value) {
  let totalLength = 0;
  let maxLength = 0;
  let count = output.length;
  if (ctx.maxArrayLength < output.length) count--; // the line that tells what is left out
  const separatorSpace = 2;
  const lengths = [];
  for (let i = 0; i < count; i++) {
    const length = widthOf(output[i], ctx.colors);
    lengths[i] = length;
    totalLength += length + separatorSpace;
    if (maxLength < length) maxLength = length;
  }
  const actualMax = maxLength + separatorSpace;
  if (actualMax * 3 + ctx.indentationLvl >= ctx.breakLength ||
      (totalLength / actualMax <= 5 && maxLength > 6)) {
    return output;
  }

  // A character is about two and a half times as high as wide; the aim is a block that looks square.
  const averageBias = MathSqrt(actualMax - totalLength / output.length);
  const biasedMax = MathMax(actualMax - 3 - averageBias, 1);
  const columns = MathMin(
    MathRound(MathSqrt(2.5 * biasedMax * count) / biasedMax),
    MathFloor((ctx.breakLength - ctx.indentationLvl) / actualMax),
    ctx.compact * 4,
    15,
  );
  if (columns <= 1) return output;

  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let i = column; i < count; i += columns) {
      if (lengths[i] > width) width = lengths[i];
    }
    ArrayPrototypePush(columnWidths, width + separatorSpace);
  }

  let pad = StringPrototypePadStart;
  if (value !== undefined) {
    for (let i = 0; i < output.length; i++) {
      const type = typeof value[i];
      if (type !== 'number' && type !== 'bigint') {
        pad = StringPrototypePadEnd;
        break;
      }
    }
  }

  const rows = [];
  for (let i = 0; i < count; i += columns) {
    const last = MathMin(i + columns, count) - 1;
    let row = '';
    for (let j = i; j < last; j++) {
      row += pad(`${output[j]}, `, columnWidths[j - i] + output[j].length - lengths[j], ' ');
    }
    if (pad === StringPrototypePadStart) {
      row += pad(output[last], columnWidths[last - i] + output[last].length - lengths[last] - separatorSpace, ' ');
    } else {
      row += output[last];
    }
    ArrayPrototypePush(rows, row);
  }
  if (count < output.length) ArrayPrototypePush(rows, output[count]);
  return rows;
}

function fitsOnLine(ctx, output, start, base) {
  let length = output.length + start;
  if (length + output.length > ctx.breakLength) return false;
  for (let i = 0; i < output.length; i++) {
    length += ctx.colors ? widthModule().stripVTControlCharacters(output[i]).length : output[i].length;
    if (length > ctx.breakLength) return false;
  }
  return base === '' || !StringPrototypeIncludes(base, '\n');
}

// Puts the entries of one value between its braces, on one line if they are few and short.
function reduceToSingleString(ctx, output, base, braces, extrasType, recurseTimes, value) {
  const lead = base === '' ? '' : `${base} `;
  if (ctx.compact !== true) {
    if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
      const entries = output.length;
      if (extrasType === kArrayExtrasType && entries > 6) output = groupArrayElements(ctx, output, value);
      // Only what holds at most `compact` inner levels, and was not set in columns, may share a line.
      if (ctx.currentDepth - recurseTimes < ctx.compact && entries === output.length) {
        const start = output.length + ctx.indentationLvl + braces[0].length + base.length + 10;
        if (fitsOnLine(ctx, output, start, base)) {
          const joined = join(output, ', ');
          if (!StringPrototypeIncludes(joined, '\n')) return `${lead}${braces[0]} ${joined} ${braces[1]}`;
        }
      }
    }
    const indentation = `\n${StringPrototypeRepeat(' ', ctx.indentationLvl)}`;
    return `${lead}${braces[0]}${indentation}  ${join(output, `,${indentation}  `)}${indentation}${braces[1]}`;
  }
  if (fitsOnLine(ctx, output, 0, base)) {
    return `${braces[0]}${base === '' ? '' : ` ${base}`} ${join(output, ', ')} ${braces[1]}`;
  }
  const indentation = `\n${StringPrototypeRepeat(' ', ctx.indentationLvl)}`;
  const opening = base === '' && braces[0].length === 1 ? ' ' : `${base === '' ? '' : ` ${base}`}${indentation}  `;
  return `${braces[0]}${opening}${join(output, `,${indentation}  `)} ${braces[1]}`;
}

module.exports = {
  escapeKey,
  formatBigInt,
  formatNumber,
  formatPrimitive,
  kArrayExtrasType,
  kArrayType,
  kObjectType,
  plural,
  quote,
  reduceToSingleString,
  remainingText,
  replaceLineFeeds,
  splitLines,
  widthOf,
};
