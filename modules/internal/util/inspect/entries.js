'use strict';

// The contents of the kinds of objects the language defines: elements of arrays and sets, pairs of maps, bytes, results.
//
// Phase: run time, on every thread, loaded by `internal/util/inspect`; not in the startup image. Every function here takes
// (ctx, value, recurseTimes) and returns a list of texts; what lies inside is formatted by `ctx.format`.

const {
  Array,
  ArrayPrototypePush,
  ArrayPrototypeSort,
  MapPrototypeForEach,
  MapPrototypeGetSize,
  MathMax,
  MathMin,
  NumberPrototypeToString,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  RegExpPrototypeExec,
  SetPrototypeForEach,
  SetPrototypeGetSize,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  TypedArrayPrototypeGetLength,
  Uint8Array,
} = primordials;

const { getPromiseDetails, previewEntries, constants: { kPending, kRejected } } = internalBinding('util');
const {
  formatBigInt,
  formatNumber,
  kArrayExtrasType,
  kArrayType,
  kObjectType,
  plural,
  reduceToSingleString,
  remainingText,
} = require('internal/util/inspect/text');

// How a list of previewed entries is laid out.
const kWeak = 0;
const kIterator = 1;
const kMapEntries = 2;

function limit(ctx, length) {
  return MathMin(MathMax(0, ctx.maxArrayLength), length);
}

function formatNothing() {
  return [];
}

// ---- arrays and bytes -----------------------------------------------------------------------------------------------

function formatArray(ctx, value, recurseTimes) {
  const shown = limit(ctx, value.length);
  const output = [];
  for (let i = 0; i < shown; i++) {
    if (!ObjectPrototypeHasOwnProperty(value, i)) return formatHoles(ctx, value, recurseTimes, shown, output, i);
    ArrayPrototypePush(output, ctx.format.property(ctx, value, recurseTimes, i, kArrayType));
  }
  const remaining = value.length - shown;
  if (remaining > 0) ArrayPrototypePush(output, remainingText(remaining));
  return output;
}

// Goes on from the first hole at `i`. A run of holes counts as one entry.
function formatHoles(ctx, value, recurseTimes, maxLength, output, i) {
  const keys = ObjectKeys(value);
  let index = i;
  for (; i < keys.length && output.length < maxLength; i++) {
    const key = keys[i];
    const holeStart = `${index}`;
    if (key > 2 ** 32 - 2) break; // not an index any more
    if (holeStart !== key) {
      if (RegExpPrototypeExec(/^(0|[1-9][0-9]*)$/, key) === null) break;
      const holes = key - index;
      ArrayPrototypePush(output, ctx.stylize(`<${holes} empty item${plural(holes)}>`, 'undefined'));
      index = key;
      if (output.length === maxLength) break;
    }
    ArrayPrototypePush(output, ctx.format.property(ctx, value, recurseTimes, key, kArrayType));
    index++;
  }
  const remaining = value.length - index;
  if (output.length !== maxLength) {
    if (remaining > 0) {
      ArrayPrototypePush(output, ctx.stylize(`<${remaining} empty item${plural(remaining)}>`, 'undefined'));
    }
  } else if (remaining > 0) {
    ArrayPrototypePush(output, remainingText(remaining));
  }
  return output;
}

// `elements` is the array itself or, if it lost its prototype, a copy.
function formatTypedArray(ctx, value, recurseTimes, elements) {
  const length = TypedArrayPrototypeGetLength(elements);
  const shown = limit(ctx, length);
  const output = new Array(shown);
  // An own `length` that hides the real one is believed here, as in Node.js.
  const formatElement = elements.length > 0 && typeof elements[0] === 'number' ? formatNumber : formatBigInt;
  for (let i = 0; i < shown; i++) output[i] = formatElement(ctx.stylize, elements[i], ctx.numericSeparator);
  if (length > shown) output[shown] = remainingText(length - shown);
  return output;
}

function formatArrayBuffer(ctx, value) {
  let bytes;
  try {
    bytes = new Uint8Array(value);
  } catch {
    return [ctx.stylize('(detached)', 'special')];
  }
  const length = TypedArrayPrototypeGetLength(bytes);
  const shown = limit(ctx, length);
  let text = '';
  for (let i = 0; i < shown; i++) {
    text += `${i === 0 ? '' : ' '}${bytes[i] < 16 ? '0' : ''}${NumberPrototypeToString(bytes[i], 16)}`;
  }
  const remaining = length - shown;
  if (remaining > 0) text += ` ${remainingText(remaining, 'byte')}`;
  return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${text}>`];
}

// ---- collections ----------------------------------------------------------------------------------------------------

function formatSet(ctx, value, recurseTimes) {
  const length = SetPrototypeGetSize(value);
  const shown = limit(ctx, length);
  const output = [];
  ctx.indentationLvl += 2;
  SetPrototypeForEach(value, (item) => {
    if (output.length < shown) ArrayPrototypePush(output, ctx.format.value(ctx, item, recurseTimes));
  });
  ctx.indentationLvl -= 2;
  if (length > shown) ArrayPrototypePush(output, remainingText(length - shown));
  return output;
}

function formatMap(ctx, value, recurseTimes) {
  const length = MapPrototypeGetSize(value);
  const shown = limit(ctx, length);
  const output = [];
  ctx.indentationLvl += 2;
  MapPrototypeForEach(value, (item, key) => {
    if (output.length >= shown) return;
    ArrayPrototypePush(
      output,
      `${ctx.format.value(ctx, key, recurseTimes)} => ${ctx.format.value(ctx, item, recurseTimes)}`,
    );
  });
  ctx.indentationLvl -= 2;
  if (length > shown) ArrayPrototypePush(output, remainingText(length - shown));
  return output;
}

function formatPreviewedItems(ctx, recurseTimes, entries, state) {
  const shown = limit(ctx, entries.length);
  const output = new Array(shown);
  ctx.indentationLvl += 2;
  for (let i = 0; i < shown; i++) output[i] = ctx.format.value(ctx, entries[i], recurseTimes);
  ctx.indentationLvl -= 2;
  // A weak collection has no order of its own.
  if (state === kWeak && !ctx.sorted) ArrayPrototypeSort(output);
  if (entries.length > shown) ArrayPrototypePush(output, remainingText(entries.length - shown));
  return output;
}

// Keys and values alternate in `entries`.
function formatPreviewedPairs(ctx, recurseTimes, entries, state) {
  const length = entries.length / 2;
  const shown = limit(ctx, length);
  const output = new Array(shown);
  ctx.indentationLvl += 2;
  for (let i = 0; i < shown; i++) {
    const key = ctx.format.value(ctx, entries[i * 2], recurseTimes);
    const item = ctx.format.value(ctx, entries[i * 2 + 1], recurseTimes);
    output[i] = state === kWeak ?
      `${key} => ${item}` :
      reduceToSingleString(ctx, [key, item], '', ['[', ']'], kArrayExtrasType, recurseTimes);
  }
  ctx.indentationLvl -= 2;
  if (state === kWeak && !ctx.sorted) ArrayPrototypeSort(output);
  if (length > shown) ArrayPrototypePush(output, remainingText(length - shown));
  return output;
}

function formatUnknownItems(ctx) {
  return [ctx.stylize('<items unknown>', 'special')];
}

function formatWeakSet(ctx, value, recurseTimes) {
  return formatPreviewedItems(ctx, recurseTimes, previewEntries(value), kWeak);
}

function formatWeakMap(ctx, value, recurseTimes) {
  return formatPreviewedPairs(ctx, recurseTimes, previewEntries(value), kWeak);
}

// `braces[0]` tells values from entries, which is known only now.
function formatIterator(ctx, value, recurseTimes, braces) {
  const preview = previewEntries(value, true);
  const entries = preview[0];
  if (preview[1]) {
    const ending = ' Iterator] {';
    if (StringPrototypeLastIndexOf(braces[0], ending) === braces[0].length - ending.length) {
      braces[0] = `${StringPrototypeSlice(braces[0], 0, -ending.length)} Entries] {`;
    }
    return formatPreviewedPairs(ctx, recurseTimes, entries, kMapEntries);
  }
  return formatPreviewedItems(ctx, recurseTimes, entries, kIterator);
}

// ---- others ----------------------------------------------------------------------------------------------------

function formatPromise(ctx, value, recurseTimes) {
  const details = getPromiseDetails(value);
  if (details[0] === kPending) return [ctx.stylize('<pending>', 'special')];
  ctx.indentationLvl += 2;
  const text = ctx.format.value(ctx, details[1], recurseTimes);
  ctx.indentationLvl -= 2;
  return [details[0] === kRejected ? `${ctx.stylize('<rejected>', 'special')} ${text}` : text];
}

// Consumes the keys: a binding that is not initialized yet throws when it is read.
function formatNamespace(ctx, value, recurseTimes, keys) {
  const output = new Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    try {
      output[i] = ctx.format.property(ctx, value, recurseTimes, keys[i], kObjectType);
    } catch {
      const text = ctx.format.property(ctx, { [keys[i]]: '' }, recurseTimes, keys[i], kObjectType);
      const end = StringPrototypeLastIndexOf(text, ' ') + 1;
      output[i] = StringPrototypeSlice(text, 0, end) + ctx.stylize('<uninitialized>', 'special');
    }
  }
  keys.length = 0;
  return output;
}

module.exports = {
  formatArray,
  formatArrayBuffer,
  formatIterator,
  formatMap,
  formatNamespace,
  formatNothing,
  formatPromise,
  formatSet,
  formatTypedArray,
  formatUnknownItems,
  formatWeakMap,
  formatWeakSet,
};
