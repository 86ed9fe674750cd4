'use strict';

// The messages of failed comparisons: both values as text, line against line.
//
// Phase: run time, any thread, with the first failed comparison; not in the startup image.

const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  StringPrototypeEndsWith,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  StringPrototypeTrimEnd,
} = primordials;

const colors = require('internal/util/colors');
const { editScript, kBoth, kOnlyActual, kOnlyExpected } = require('internal/util/diff');
const { inspect } = require('internal/util/inspect');
const { splitLines } = require('internal/util/inspect/text');

// Two primitives that are shorter than this together are shown beside each other.
const kMaxShortLength = 12;
// Where one side is shown, it is cut after about this many lines.
const kMaxLines = 50;
// Of lines that are the same on both sides.
const kKeptOfRun = 5;

const sentences = {
  __proto__: null,
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

// Everything that can be compared, in a fixed order, and nothing a script could interfere with.
function inspectValue(value) {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

// Long lists are cut at line 47.
function cutLines(lines, full) {
  if (lines.length <= kMaxLines || full) return lines;
  lines[46] = `${colors.blue}...${colors.white}`;
  lines.length = 47;
  return lines;
}

function errorColumns() {
  if (!require('internal/process/stdio').isUntouched('stderr')) {
    return process.stderr.isTTY ? process.stderr.columns : 80;
  }
  const stdio = internalBinding('stdio');
  return (stdio.isatty(2) && stdio.getWindowSize(2)?.[0]) || 80;
}

// ---- simple values ---------------------------------------------------------------------------------------------------

function isReference(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

// Two strings in one line: what both have, what only one has.
function createInline(actual, expected) {
  const script = editScript(actual, expected);
  let text = '';
  for (let i = 0; i < script.length; i++) {
    const { 0: side, 1: character } = script[i];
    let color = colors.white;
    if (side === kOnlyActual) color = colors.green;
    else if (side === kOnlyExpected) color = colors.red;
    text += `${color}${character}${colors.white}`;
  }
  return text;
}

// Two lines, and a mark below the first character in which they differ, unless that is plain to see.
function createStacked(actual, expected) {
  let text = `${colors.green}+${colors.white} ${actual}\n${colors.red}- ${colors.white}${expected}`;
  if (actual.length + expected.length <= errorColumns()) {
    let position = 0;
    while (position < actual.length && actual[position] === expected[position]) position++;
    if (position > 2 && position < actual.length) text += `\n${StringPrototypeRepeat(' ', position + 2)}^`;
  }
  return text;
}

// The message for values that are shown in one line each; undefined for others.
function createSimple(actual, expected, actualText, expectedText, title) {
  // The quotes do not count.
  const length = actualText.length + expectedText.length -
    (typeof actual === 'string' ? 2 : 0) - (typeof expected === 'string' ? 2 : 0);
  // 0 and -0 need the signs.
  if (length <= kMaxShortLength && (actual !== 0 || expected !== 0)) {
    return `${title}\n\n${actualText} !== ${expectedText}\n`;
  }
  if (typeof actual === 'string' && typeof expected === 'string' && colors.hasColors) {
    const head = `${colors.green}actual${colors.white} ${colors.red}expected${colors.white}`;
    return `${title}\n${head}\n\n${createInline(actualText, expectedText)}\n`;
  }
  return `${title}\n${legend()}\n\n${createStacked(actualText, expectedText)}\n`;
}

// ---- lines ----------------------------------------------------------------------------------------------------

function legend() {
  return `${colors.green}+ actual${colors.white} ${colors.red}- expected${colors.white}`;
}

// What `actual` has besides is no difference here: it is shown in passing.
function partialLegend() {
  return `${colors.gray}${colors.hasColors ? '' : '+ '}actual${colors.white} ${colors.red}- expected${colors.white}`;
}

// A comma makes no difference; where one side has it, it is shown, as something follows.
function equalButForComma(actual, expected) {
  return actual === expected || `${actual},` === expected || actual === `${expected},`;
}

function withComma(actual, expected) {
  return StringPrototypeEndsWith(actual, ',') ? actual : expected;
}

// Of a run of lines that both have, the first five and the last one are kept, if that spares more than two.
function addRun(lines, run) {
  const cut = run.length > kKeptOfRun + 2;
  for (let i = 0; i < run.length; i++) {
    if (cut && i === kKeptOfRun) {
      ArrayPrototypePush(lines, `${colors.blue}...${colors.white}`);
      i = run.length - 1;
    }
    ArrayPrototypePush(lines, `${colors.white}  ${run[i]}`);
  }
  return cut;
}

// The lines of a diff, and whether some were left out.
function createLines(script, operator) {
  const lines = [];
  let run = [];
  let skipped = false;
  for (let i = 0; i < script.length; i++) {
    const { 0: side, 1: line } = script[i];
    if (side === kBoth) {
      ArrayPrototypePush(run, line);
      continue;
    }
    if (addRun(lines, run)) skipped = true;
    run = [];
    if (side === kOnlyExpected) {
      ArrayPrototypePush(lines, `${colors.red}-${colors.white} ${line}`);
    } else if (operator === 'partialDeepStrictEqual') {
      ArrayPrototypePush(lines, `${colors.gray}${colors.hasColors ? ' ' : '+'} ${line}${colors.white}`);
    } else {
      ArrayPrototypePush(lines, `${colors.green}+${colors.white} ${line}`);
    }
  }
  // Behind the last difference nothing more is of interest.
  if (run.length > kKeptOfRun) run.length = kKeptOfRun;
  addRun(lines, run);
  return { text: ArrayPrototypeJoin(lines, '\n'), skipped };
}

// The same text, and yet not equal: one of them is shown.
function createIdentical(lines, title, full) {
  const cut = lines.length > kMaxLines && !full;
  const text = ArrayPrototypeJoin(cut ? ArrayPrototypeSlice(lines, 0, kMaxLines) : lines, '\n');
  return `${title || sentences.notIdentical}\n${cut ? kSkippedNote : ''}\n${text}${cut ? '\n...}' : ''}\n`;
}

const kSkippedNote = '\n... Skipped lines';

// The message for values that should be equal. `title` is what the caller has to say, or empty.
function createDiff(actual, expected, operator, title, full) {
  const actualText = inspectValue(actual);
  const expectedText = inspectValue(expected);
  const actualLines = splitLines(actualText);
  const expectedLines = splitLines(expectedText);
  const bothObjects = isObject(actual) && isObject(expected);
  if (actualLines.length === 1 && expectedLines.length === 1 && !bothObjects) {
    const bothFunctions = typeof actual === 'function' && typeof expected === 'function';
    const sentence = operator === 'strictEqual' && bothFunctions ? 'strictEqualObject' : operator;
    return createSimple(actual, expected, actualText, expectedText, title || sentences[sentence]);
  }
  if (actualText === expectedText) return createIdentical(actualLines, title, full);
  if (operator === 'strictEqual' && (bothObjects || (typeof actual === 'function' && typeof expected === 'function'))) {
    operator = 'strictEqualObject';
  }
  const script = isObject(actual) ?
    editScript(actualLines, expectedLines, equalButForComma, withComma) : editScript(actualLines, expectedLines);
  const { text, skipped } = createLines(script, operator);
  const head = operator === 'partialDeepStrictEqual' ? partialLegend() : legend();
  return `${title || sentences[operator]}\n${head}${skipped ? kSkippedNote : ''}\n\n${StringPrototypeTrimEnd(text)}\n`;
}

// ---- other messages -------------------------------------------------------------------------------------------------

// For values that should not be equal.
function createInequality(actual, operator, full) {
  const sentence = operator === 'notStrictEqual' && isReference(actual) ?
    sentences.notStrictEqualObject : sentences[operator];
  const lines = cutLines(splitLines(inspectValue(actual)), full);
  if (lines.length === 1) return `${sentence}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${sentence}\n\n${ArrayPrototypeJoin(lines, '\n')}\n`;
}

function shorten(text, length, full) {
  return text.length > length && !full ? `${StringPrototypeSlice(text, 0, length - 3)}...` : text;
}

// For the loose operators, and those of other programs.
function createComparison(actual, expected, operator, full) {
  let left = inspectValue(actual);
  let right = inspectValue(expected);
  const sentence = sentences[operator];
  if (operator === 'notDeepEqual' && left === right) return shorten(`${sentence}\n\n${left}`, 1024, full);
  left = shorten(left, 512, full);
  right = shorten(right, 512, full);
  if (operator === 'deepEqual') return `${sentence}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  if (operator === 'notDeepEqual') {
    return `${sentences.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  }
  return `${left} ${operator} ${right}`;
}

/**
 * @param {any} actual
 * @param {any} expected
 * @param {string} operator
 * @param {string} title what the caller has to say, or empty
 * @param {boolean} full whether nothing is left out
 * @returns {string}
 */
function createMessage(actual, expected, operator, title, full) {
  switch (operator) {
    case 'deepStrictEqual':
    case 'partialDeepStrictEqual':
    case 'strictEqual':
      return createDiff(actual, expected, operator, title, full);
    case 'notDeepStrictEqual':
    case 'notStrictEqual':
      return createInequality(actual, operator, full);
    default:
      return createComparison(actual, expected, operator, full);
  }
}

module.exports = { createMessage };
