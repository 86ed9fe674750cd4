'use strict';

// Errors under inspection: the stack, its name made right, lines that repeat those of the cause left out, styles.
//
// Phase: run time, on every thread, loaded by the first error that is inspected; not in the startup image.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypeIndexOf,
  ArrayPrototypeJoin,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  ErrorPrototypeToString,
  MathMin,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypeToString,
  RegExpPrototypeExec,
  String,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const { getLazy, isError } = require('internal/util');
const { getPrefix } = require('internal/util/inspect/names');
const { replaceLineFeeds, splitLines } = require('internal/util/inspect/text');

const frameStart = '\n    at';
const coreFrame = /^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+(?:\)|$)/;
const dependency = /[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?.+?)(?=[/\\])/g;

// In a stack with more frames than this, those that repeat are left out: at least so many, found with so many periods.
const kLongStack = 10;
const kMinRepeated = 3;
const kMaxPeriods = 20;

const builtinIds = getLazy(() => internalBinding('builtins').builtinIds);

// What a property says; nothing if it throws.
function read(error, key) {
  try {
    return error[key];
  } catch {
    return undefined;
  }
}

function stackText(ctx, error) {
  const stack = read(error, 'stack');
  if (!stack) return ErrorPrototypeToString(error);
  if (typeof stack === 'string') return stack;
  ArrayPrototypePush(ctx.seen, error);
  ctx.indentationLvl += 4;
  const text = ctx.format.value(ctx, stack);
  ctx.indentationLvl -= 4;
  ArrayPrototypePop(ctx.seen);
  return `${ErrorPrototypeToString(error)}\n    ${text}`;
}

// Lists a property that is not enumerable, but tells what went wrong.
function listOwn(keys, error, key) {
  if (ObjectPrototypeHasOwnProperty(error, key) && !ArrayPrototypeIncludes(keys, key)) ArrayPrototypePush(keys, key);
}

function formatError(error, constructor, tag, ctx, keys) {
  let stack;
  try {
    stack = stackText(ctx, error);
  } catch {
    return ObjectPrototypeToString(error);
  }
  const name = read(error, 'name') ?? 'Error';
  const message = read(error, 'message');
  if (!ctx.showHidden) removeKeysOfStack(keys, error, stack);
  listOwn(keys, error, 'cause');
  if (ArrayIsArray(read(error, 'errors'))) listOwn(keys, error, 'errors'); // of AggregateError
  listOwn(keys, error, 'error'); // of SuppressedError
  listOwn(keys, error, 'suppressed');
  stack = improveName(stack, constructor, name, tag);

  // The message may look like frames.
  let position = (message && StringPrototypeIndexOf(stack, message)) || -1;
  if (position !== -1) position += message.length;
  const start = StringPrototypeIndexOf(stack, frameStart, position);
  if (start === -1) {
    stack = `[${stack}]`;
  } else {
    const frames = splitLines(StringPrototypeSlice(stack, start + 1));
    dropCauseFrames(ctx, error, frames);
    if (frames.length > kLongStack) dropRepeatedFrames(ctx, frames);
    const styled = ctx.colors ? styleFrames(ctx, frames) : frames;
    stack = `${StringPrototypeSlice(stack, 0, start)}\n${ArrayPrototypeJoin(styled, '\n')}`;
  }
  if (ctx.indentationLvl !== 0) {
    stack = replaceLineFeeds(stack, `\n${StringPrototypeRepeat(' ', ctx.indentationLvl)}`);
  }
  return stack;
}

// `name`, `message` and `stack` are not listed again if the stack tells them.
function removeKeysOfStack(keys, error, stack) {
  if (keys.length === 0) return;
  const told = ['name', 'message', 'stack'];
  for (let i = 0; i < told.length; i++) {
    const index = ArrayPrototypeIndexOf(keys, told[i]);
    if (index === -1) continue;
    let value;
    try {
      value = error[told[i]];
    } catch {
      continue;
    }
    if (told[i] === 'stack' || typeof value !== 'string' || StringPrototypeIncludes(stack, value)) {
      ArrayPrototypeSplice(keys, index, 1);
    }
  }
}

// A stack begins with the name the error had when it was made. Names the class instead, or as well.
function improveName(stack, constructor, name, tag) {
  if (typeof name !== 'string') {
    name = String(name);
    const start = StringPrototypeIndexOf(stack, name);
    if (start !== -1) {
      const label = `${name} [${StringPrototypeSlice(getPrefix(constructor, tag, 'Error'), 0, -1)}]`;
      stack = `${StringPrototypeSlice(stack, 0, start)}${label}${StringPrototypeSlice(stack, start + name.length)}`;
    }
  }
  let { length } = name;
  if (constructor !== null &&
      !(StringPrototypeEndsWith(name, 'Error') && StringPrototypeStartsWith(stack, name) &&
        (stack.length === length || stack[length] === ':' || stack[length] === '\n'))) {
    return stack;
  }
  let fallback = 'Error';
  if (constructor === null) {
    const start = RegExpPrototypeExec(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/, stack) ||
      RegExpPrototypeExec(/^([a-z_A-Z0-9-]*Error)$/, stack);
    fallback = (start !== null && start[1]) || '';
    length = fallback.length;
    fallback = fallback || 'Error';
  }
  const prefix = StringPrototypeSlice(getPrefix(constructor, tag, fallback), 0, -1);
  if (name === prefix) return stack;
  if (StringPrototypeIncludes(prefix, name)) {
    return length === 0 ? `${prefix}: ${stack}` : `${prefix}${StringPrototypeSlice(stack, length)}`;
  }
  return `${prefix} [${name}]${StringPrototypeSlice(stack, length)}`;
}

// ---- frames ----------------------------------------------------------------------------------------------------

// The longest run of lines, beginning at the first line of `a` that is in `b`, that both have; more than three of them.
function identicalSequenceRange(a, b) {
  for (let offset = 0; offset < a.length - 3; offset++) {
    const position = ArrayPrototypeIndexOf(b, a[offset]);
    if (position === -1) continue;
    const rest = b.length - position;
    if (rest <= 3) continue;
    const longest = MathMin(a.length - offset, rest);
    let len = 1;
    while (len < longest && a[offset + len] === b[position + len]) len++;
    if (len > 3) return { len, offset };
  }
  return { len: 0, offset: 0 };
}

function dropCauseFrames(ctx, error, frames) {
  const cause = read(error, 'cause');
  if (cause == null || !isError(cause)) return;
  const causeStack = stackText(ctx, cause);
  const start = StringPrototypeIndexOf(causeStack, frameStart);
  if (start === -1) return;
  const { len, offset } = identicalSequenceRange(frames, splitLines(StringPrototypeSlice(causeStack, start + 1)));
  if (len > 3) {
    const skipped = len - 2;
    const note = `    ... ${skipped} lines matching cause stack trace ...`;
    ArrayPrototypeSplice(frames, offset + 1, skipped, ctx.stylize(note, 'undefined'));
  }
}

// How many lines from `start` on repeat the `period` lines that are there.
function repeatedLines(frames, start, period) {
  let next = start + period;
  while (next < frames.length && frames[next] === frames[next - period]) next++;
  return next - start - period - (next - start) % period;
}

// Leaves out what a recursion repeats.
function dropRepeatedFrames(ctx, frames) {
  for (let start = 0; start + kMinRepeated < frames.length; start++) {
    let hidden = 0;
    let period = 0;
    let tried = 0;
    for (let next = start + 1; next < frames.length && tried < kMaxPeriods; next++) {
      if (frames[next] !== frames[start]) continue;
      tried++;
      const count = repeatedLines(frames, start, next - start);
      if (count > hidden) {
        hidden = count;
        period = next - start;
      }
    }
    if (hidden < kMinRepeated) continue;
    const times = hidden / period;
    const what = times > 1 ? `${period} lines ${times} times...` : 'lines ...';
    const note = `    ... collapsed ${hidden} duplicate lines matching above ${what}`;
    ArrayPrototypeSplice(frames, start + period, hidden, ctx.stylize(note, 'undefined'));
    start += period;
  }
}

// Frames of the runtime are grey, packages are underlined, the working directory is grey.
function styleFrames(ctx, frames) {
  let directory;
  let directoryUrl;
  try {
    directory = process.cwd();
  } catch {
    // It is gone.
  }
  const result = [];
  for (let i = 0; i < frames.length; i++) {
    let line = frames[i];
    const core = RegExpPrototypeExec(coreFrame, line);
    if (core !== null && ArrayPrototypeIncludes(builtinIds(), core[1])) {
      ArrayPrototypePush(result, ctx.stylize(line, 'undefined'));
      continue;
    }
    line = markDependencies(ctx, line);
    if (directory !== undefined) {
      const marked = markDirectory(ctx, line, directory);
      if (marked === line) {
        directoryUrl ??= fileUrl(directory);
        line = markDirectory(ctx, line, directoryUrl);
      } else {
        line = marked;
      }
    }
    ArrayPrototypePush(result, line);
  }
  return result;
}

function fileUrl(directory) {
  if (RegExpPrototypeExec(/^[\w/.-]*$/, directory) !== null) return `file://${directory}`;
  return require('internal/url').pathToFileURL(directory).href;
}

function markDependencies(ctx, line) {
  let result = '';
  let end = 0;
  dependency.lastIndex = 0;
  for (;;) {
    const match = RegExpPrototypeExec(dependency, line);
    if (match === null) break;
    // '/node_modules/' and its two separators are 14 characters long.
    result += StringPrototypeSlice(line, end, match.index + 14) + ctx.stylize(match[1], 'module');
    end = match.index + match[0].length;
  }
  return end === 0 ? line : result + StringPrototypeSlice(line, end);
}

function markDirectory(ctx, line, directory) {
  let start = StringPrototypeIndexOf(line, directory);
  if (start === -1) return line;
  let { length } = directory;
  if (StringPrototypeSlice(line, start - 7, start) === 'file://') {
    length += 7;
    start -= 7;
  }
  const opening = line[start - 1] === '(' ? start - 1 : start;
  const closing = opening !== start && StringPrototypeEndsWith(line, ')') ? -1 : line.length;
  const directoryEnd = start + length + 1;
  let result = StringPrototypeSlice(line, 0, opening);
  result += ctx.stylize(StringPrototypeSlice(line, opening, directoryEnd), 'undefined');
  result += StringPrototypeSlice(line, directoryEnd, closing);
  return closing === -1 ? result + ctx.stylize(')', 'undefined') : result;
}

module.exports = {
  formatError,
  identicalSequenceRange,
};
