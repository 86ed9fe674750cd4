'use strict';

// Finds the text of a call in its source, for `assert.ok(...)` to quote.
//
// Phase: run time, any thread, with the first assertion that fails without a message; not in the startup image. It reads the
// file the caller comes from. There is no parser here: the end of the call is found by counting brackets, outside of strings,
// templates, comments and regular expressions.

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  NumberPrototypeToString,
  RegExpPrototypeExec,
  SafeMap,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypePadStart,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const { splitLines } = require('internal/util/inspect/text');

const identifierPart = /[\w$\u0080-\uffff]/;

function isIdentifierPart(character) {
  return character !== undefined && RegExpPrototypeExec(identifierPart, character) !== null;
}

function isSpace(character) {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

// Words after which a slash begins a regular expression.
const words = /(?:^|[^\w$.])(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;

// Whether a slash at `index` begins a regular expression, judged by what stands before it.
function slashBeginsRegExp(text, index) {
  let before = index - 1;
  while (before >= 0 && isSpace(text[before])) before--;
  if (before < 0) return true;
  const character = text[before];
  if (isIdentifierPart(character)) {
    return RegExpPrototypeExec(words, StringPrototypeSlice(text, before > 12 ? before - 12 : 0, before + 1)) !== null;
  }
  return !StringPrototypeIncludes(')]}"\'`', character);
}

function skipQuoted(text, index) {
  const mark = text[index++];
  while (index < text.length && text[index] !== mark) {
    if (text[index] === '\\') index++;
    index++;
  }
  return index;
}

function skipRegExp(text, index) {
  let inClass = false;
  index++;
  while (index < text.length && (inClass || text[index] !== '/') && text[index] !== '\n') {
    if (text[index] === '\\') index++;
    else if (text[index] === '[') inClass = true;
    else if (text[index] === ']') inClass = false;
    index++;
  }
  return index;
}

// The index after the bracket that closes the one at `index`, or -1.
function findClosing(text, index) {
  const open = []; // brackets, and '`' for templates
  for (; index < text.length; index++) {
    const character = text[index];
    if (open[open.length - 1] === '`') {
      if (character === '\\') {
        index++;
      } else if (character === '`') {
        ArrayPrototypePop(open);
      } else if (character === '$' && text[index + 1] === '{') {
        ArrayPrototypePush(open, '{');
        index++;
      }
      continue;
    }
    switch (character) {
      case '(':
      case '[':
      case '{':
      case '`':
        ArrayPrototypePush(open, character);
        break;
      case ')':
      case ']':
      case '}':
        ArrayPrototypePop(open);
        if (open.length === 0) return index + 1;
        break;
      case '"':
      case "'":
        index = skipQuoted(text, index);
        break;
      case '/':
        if (text[index + 1] === '/') {
          index = StringPrototypeIndexOf(text, '\n', index);
          if (index === -1) return -1;
        } else if (text[index + 1] === '*') {
          index = StringPrototypeIndexOf(text, '*/', index + 2);
          if (index === -1) return -1;
          index++;
        } else if (slashBeginsRegExp(text, index)) {
          index = skipRegExp(text, index);
        }
        break;
      default:
    }
  }
  return -1;
}

// The index of the bracket that is closed at `index`. Strings in between are taken as they come.
function findOpening(text, index) {
  let depth = 0;
  for (; index >= 0; index--) {
    const character = text[index];
    if (character === ')' || character === ']') depth++;
    else if ((character === '(' || character === '[') && --depth === 0) return index;
  }
  return -1;
}

// Where the expression begins of which the name or bracket at `index` is the last part: `a.b(c).` and the like go with it, as
// far as they stand on the same line.
function findStart(text, index) {
  let start = index;
  for (;;) {
    let before = start - 1;
    while (text[before] === ' ' || text[before] === '\t') before--;
    if (text[start] !== '[' && text[start] !== '(') {
      if (text[before] !== '.') return start;
      before--;
      if (text[before] === '?') before--;
      while (text[before] === ' ' || text[before] === '\t') before--;
    }
    const end = before;
    while (text[before] === ')' || text[before] === ']') {
      before = findOpening(text, before) - 1;
      if (before < -1) return start;
    }
    while (isIdentifierPart(text[before])) before--;
    if (before === end) return start;
    start = before + 1;
  }
}

function skipSpaceAndComments(text, index) {
  for (;;) {
    while (isSpace(text[index])) index++;
    if (text[index] !== '/' || text[index + 1] !== '*') return index;
    const end = StringPrototypeIndexOf(text, '*/', index + 2);
    if (end === -1) return index;
    index = end + 2;
  }
}

// The call at the place V8 names: its text and the column it begins at; undefined if there is none.
function callAt(source, line, column) {
  let lineStart = 0;
  for (let i = 1; i < line; i++) {
    lineStart = StringPrototypeIndexOf(source, '\n', lineStart) + 1;
    if (lineStart === 0) return undefined;
  }
  const name = lineStart + column - 1;
  let index = name;
  while (isIdentifierPart(source[index])) index++;
  if (index === name) {
    // A call of a call or of a bracketed member is named by its bracket.
    if (source[index] !== '(' && source[index] !== '[') return undefined;
  }
  if (source[index] === '[') index = findClosing(source, index);
  index = skipSpaceAndComments(source, index);
  if (source[index] === '?' && source[index + 1] === '.') index = skipSpaceAndComments(source, index + 2);
  if (source[index] !== '(') return undefined;
  const end = findClosing(source, index);
  if (end === -1) return undefined;
  const start = findStart(source, name);
  let startOfLine = start;
  while (startOfLine > 0 && source[startOfLine - 1] !== '\n') startOfLine--;
  return { __proto__: null, text: StringPrototypeSlice(source, start, end), column: start - startOfLine };
}

// Control characters must not reach a terminal.
function escapeControls(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    const shown = code >= 0x20 || code === 0x09 || code === 0x0A || code === 0x0D;
    result += shown ? text[i] : `\\u${StringPrototypePadStart(NumberPrototypeToString(code, 16), 4, '0')}`;
  }
  return result;
}

// Further lines are moved to the left as far as the first one was.
function unindent(text, column) {
  const lines = splitLines(text);
  let result = lines[0];
  for (let i = 1; i < lines.length; i++) {
    let start = 0;
    while (start < column && (lines[i][start] === ' ' || lines[i][start] === '\t')) start++;
    result += `\n  ${StringPrototypeSlice(lines[i], start)}`;
  }
  return result;
}

// The same assertion may fail again and again.
const messages = new SafeMap();

function messageFor(site) {
  const { scriptName, lineNumber, columnNumber } = site;
  if (!scriptName || StringPrototypeStartsWith(scriptName, 'node:')) return undefined;
  const key = `${scriptName}:${lineNumber}:${columnNumber}`;
  if (messages.has(key)) return messages.get(key);
  let message;
  try {
    const path = StringPrototypeStartsWith(scriptName, 'file:') ?
      require('internal/url').fileURLToPath(scriptName) : scriptName;
    const call = callAt(require('fs').readFileSync(path, 'utf8'), lineNumber, columnNumber);
    if (call !== undefined) {
      const text = unindent(escapeControls(call.text), call.column);
      message = `The expression evaluated to a falsy value:\n\n  ${text}\n`;
    }
  } catch {
    // The file is gone or cannot be read: there is a message without it.
  }
  messages.set(key, message);
  return message;
}

module.exports = { callAt, messageFor };
