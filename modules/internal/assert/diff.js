'use strict';

// The messages of failed comparisons: both values as text, line against line.
//
// Phase: run time, any thread, with the first failed comparison; not in the startup image.

const {
  ArrayPrototypeJoin,
  ArrayPrototypePop,
  MathMax,
  StringPrototypeEndsWith,
  StringPrototypeRepeat,
  StringPrototypeSlice,
} = primordials;

const colors = require('internal/util/colors');
const { removeColors } = require('internal/util');
const { inspect, inspectDefaultOptions } = require('internal/util/inspect');
const { splitLines } = require('internal/util/inspect/text');

// Two primitives that are shorter than this together are shown beside each other.
const kMaxShortLength = 12;
// A message stops after about this many lines.
const kMaxLines = 50;

const sentences = {
  __proto__: null,
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
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

function dots() {
  return `${colors.blue}...${colors.white}`;
}

function isObjectOrFunction(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function bothAreReferences(a, b) {
  return (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) ||
    (typeof a === 'function' && typeof b === 'function');
}

// Long lists are cut at line 47.
function cutLines(lines) {
  if (lines.length <= kMaxLines) return lines;
  lines[46] = dots();
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

// ---- the diff ----------------------------------------------------------------------------------------------------

// Gathers the lines of a diff. Of lines that are the same on both sides, two after and two before a difference are kept.
class Report {
  constructor() {
    this.text = '';
    this.expected = ''; // lines of the other side, held back so that a block is +++--- and not +-+-+-
    this.printed = 0;
    this.same = 0;
    this.skipped = false;
  }

  addSame(line) {
    this.text += this.expected;
    this.expected = '';
    this.same++;
    if (this.same <= 2) this.add(line);
  }

  add(line) {
    this.text += `\n  ${line}`;
    this.printed++;
  }

  // Before a difference at `index`: the lines that lead up to it.
  closeSame(lines, index) {
    const { same } = this;
    this.same = 0;
    if (same <= 2) return;
    if (same === 5) {
      this.add(lines[index - 3]);
    } else if (same > 5) {
      this.text += `\n${dots()}`;
      this.skipped = true;
    }
    if (same > 3) this.add(lines[index - 2]);
    this.add(lines[index - 1]);
  }

  addActual(line) {
    this.text += `\n${colors.green}+${colors.white} ${line}`;
    this.printed++;
  }

  addExpected(line) {
    this.expected += `\n${colors.red}-${colors.white} ${line}`;
    this.printed++;
  }
}

function last(list) {
  return list[list.length - 1];
}

// The message for values that should be equal. `title` is what the caller has to say, or empty.
function createDiff(actual, expected, operator, title) {
  const actualText = inspectValue(actual);
  const actualLines = splitLines(actualText);
  const expectedLines = splitLines(inspectValue(expected));
  if (operator === 'strictEqual' && bothAreReferences(actual, expected)) operator = 'strictEqualObject';
  title ||= sentences[operator];

  let indicator = '';
  let position = 0;
  if (actualLines.length === 1 && expectedLines.length === 1 && actualLines[0] !== expectedLines[0]) {
    const { colors: styled } = inspectDefaultOptions;
    const actualRaw = styled ? removeColors(actualLines[0]) : actualLines[0];
    const expectedRaw = styled ? removeColors(expectedLines[0]) : expectedLines[0];
    const length = actualRaw.length + expectedRaw.length;
    if (length <= kMaxShortLength) {
      // 0 and -0 need the signs.
      if ((typeof actual !== 'object' || actual === null) && (typeof expected !== 'object' || expected === null) &&
          (actual !== 0 || expected !== 0)) {
        return `${title}\n\n${actualLines[0]} !== ${expectedLines[0]}\n`;
      }
    } else if (operator !== 'strictEqualObject' && length < errorColumns()) {
      while (actualRaw[position] === expectedRaw[position]) position++;
      if (position > 2) {
        indicator = `\n  ${StringPrototypeRepeat(' ', position)}^`;
        position = 0;
      }
    }
  }

  // Equal lines at the end: three are kept, and the first one.
  let ending = '';
  let firstOfEnding = '';
  while (last(actualLines) === last(expectedLines)) {
    if (position++ < 3) ending = `\n  ${last(actualLines)}${ending}`;
    else firstOfEnding = last(actualLines);
    ArrayPrototypePop(actualLines);
    ArrayPrototypePop(expectedLines);
    if (actualLines.length === 0 || expectedLines.length === 0) break;
  }

  const report = new Report();
  const count = MathMax(actualLines.length, expectedLines.length);
  if (count === 0) {
    return `${sentences.notIdentical}\n\n${ArrayPrototypeJoin(cutLines(splitLines(actualText)), '\n')}\n`;
  }
  if (position >= 5) {
    ending = `\n${dots()}${ending}`;
    report.skipped = true;
  }
  if (firstOfEnding !== '') ending = `\n  ${firstOfEnding}${ending}`;

  const head = `${title}\n${colors.green}+ actual${colors.white} ${colors.red}- expected${colors.white}`;
  const skippedNote = ` ${dots()} Lines skipped`;
  for (let i = 0; i < count; i++) {
    compareLine(report, actualLines, expectedLines, i);
    if (report.printed > kMaxLines && i < count - 2) {
      return `${head}${skippedNote}\n${report.text}\n${dots()}${report.expected}\n${dots()}`;
    }
  }
  return `${head}${report.skipped ? skippedNote : ''}\n${report.text}${report.expected}${ending}${indicator}`;
}

function compareLine(report, actualLines, expectedLines, i) {
  if (i >= expectedLines.length) {
    report.closeSame(actualLines, i);
    report.addActual(actualLines[i]);
    return;
  }
  if (i >= actualLines.length) {
    report.closeSame(expectedLines, i);
    report.addExpected(expectedLines[i]);
    return;
  }
  let actualLine = actualLines[i];
  const expectedLine = expectedLines[i];
  let differ = actualLine !== expectedLine &&
    !(StringPrototypeEndsWith(actualLine, ',') && StringPrototypeSlice(actualLine, 0, -1) === expectedLine);
  // A comma makes no difference; it is shown, as something follows.
  if (differ && StringPrototypeEndsWith(expectedLine, ',') && StringPrototypeSlice(expectedLine, 0, -1) === actualLine) {
    differ = false;
    actualLine += ',';
  }
  if (differ) {
    report.closeSame(actualLines, i);
    report.addActual(actualLine);
    report.addExpected(expectedLine);
  } else {
    report.addSame(actualLine);
  }
}

// ---- other messages -------------------------------------------------------------------------------------------------

// For values that should not be equal.
function createInequality(actual, operator) {
  const sentence = operator === 'notStrictEqual' && isObjectOrFunction(actual) ?
    sentences.notStrictEqualObject : sentences[operator];
  const lines = cutLines(splitLines(inspectValue(actual)));
  if (lines.length === 1) return `${sentence}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${sentence}\n\n${ArrayPrototypeJoin(lines, '\n')}\n`;
}

function shorten(text, length) {
  return text.length > length ? `${StringPrototypeSlice(text, 0, length - 3)}...` : text;
}

// For the loose operators, and those of other programs.
function createComparison(actual, expected, operator) {
  let left = inspectValue(actual);
  let right = inspectValue(expected);
  const sentence = sentences[operator];
  if (operator === 'notDeepEqual' && left === right) return shorten(`${sentence}\n\n${left}`, 1024);
  left = shorten(left, 512);
  right = shorten(right, 512);
  if (operator === 'deepEqual') return `${sentence}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  if (operator === 'notDeepEqual') {
    return `${sentences.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  }
  return `${left} ${operator} ${right}`;
}

function createMessage(actual, expected, operator, title) {
  colors.refresh();
  switch (operator) {
    case 'deepStrictEqual':
    case 'strictEqual':
      return createDiff(actual, expected, operator, title);
    case 'notDeepStrictEqual':
    case 'notStrictEqual':
      return createInequality(actual, operator);
    default:
      return createComparison(actual, expected, operator);
  }
}

module.exports = { createMessage };
