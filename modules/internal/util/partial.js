'use strict';

// Whether a value has everything that another one has, deeply and strictly (`assert.partialDeepStrictEqual`,
// `util.isPartialDeepStrictEqual`). Prototypes are not compared; elements of arrays have to be there in order, those of sets and
// maps in any.
//
// Phase: run time, on every thread, with the first such comparison; not in the startup image. Getters of the values compared
// are run, nothing else of theirs.

const {
  ArrayIsArray,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  FunctionPrototypeSymbolHasInstance,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeGetSize,
  MapPrototypeHas,
  ObjectGetOwnPropertySymbols,
  ObjectIs,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypePropertyIsEnumerable,
  ObjectPrototypeToString,
  SafeSet,
  SetPrototypeForEach,
  SetPrototypeGetSize,
  SetPrototypeHas,
  SymbolToStringTag,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
  Uint8Array,
} = primordials;

const { constants: { ONLY_ENUMERABLE }, getOwnNonIndexProperties } = internalBinding('util');
const {
  isAnyArrayBuffer,
  isBoxedPrimitive,
  isDate,
  isMap,
  isNativeError,
  isPromise,
  isRegExp,
  isSet,
  isWeakMap,
  isWeakSet,
} = internalBinding('types');
const { isError } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const { equalInside } = require('internal/util/comparisons');

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

// `trail` holds the objects that are being compared further up, to end circles.
function covers(actual, expected, trail) {
  if (actual === expected) return actual !== 0 || ObjectIs(actual, expected);
  if (typeof actual === 'number') return ObjectIs(actual, expected);
  return isObject(actual) && isObject(expected) && coversObject(actual, expected, trail);
}

function coversObject(actual, expected, trail) {
  if (!haveSameTag(actual, expected)) return false;
  let keys;
  let coversContents;
  if (ArrayIsArray(actual)) {
    if (!ArrayIsArray(expected) || actual.length < expected.length) return false;
    keys = getOwnNonIndexProperties(expected, ONLY_ENUMERABLE);
    if (expected.length !== 0) coversContents = coversItems;
  } else if (isArrayBufferView(actual)) {
    if (!coversView(actual, expected)) return false;
    keys = getOwnNonIndexProperties(expected, ONLY_ENUMERABLE);
  } else if (isSet(actual)) {
    if (!isSet(expected) || SetPrototypeGetSize(actual) < SetPrototypeGetSize(expected)) return false;
    if (SetPrototypeGetSize(expected) !== 0) coversContents = coversSet;
  } else if (isMap(actual)) {
    if (!isMap(expected) || MapPrototypeGetSize(actual) < MapPrototypeGetSize(expected)) return false;
    if (MapPrototypeGetSize(expected) !== 0) coversContents = coversMap;
  } else if (!coversKind(actual, expected, trail)) {
    return false;
  }
  keys ??= enumerableKeys(expected);
  if (keys.length === 0 && coversContents === undefined) return true;

  const known = trail.size;
  trail.add(actual);
  trail.add(expected);
  // Where both come round again, nothing new can be found. If only one does, its circle is shorter.
  if (trail.size !== known + 2) return trail.size === known;
  const result = coversKeys(actual, expected, keys, trail) &&
    (coversContents === undefined || coversContents(actual, expected, trail));
  trail.delete(actual);
  trail.delete(expected);
  return result;
}

function haveSameTag(a, b) {
  const tagA = a[SymbolToStringTag];
  const tagB = b[SymbolToStringTag];
  if (tagA !== undefined && tagB !== undefined) return tagA === tagB;
  return ObjectPrototypeToString(a) === ObjectPrototypeToString(b);
}

// What is neither a list nor a collection.
function coversKind(actual, expected, trail) {
  if (isError(actual)) {
    return isError(expected) && coversError(actual, expected, 'message', trail) &&
      coversError(actual, expected, 'name', trail) && coversError(actual, expected, 'cause', trail) &&
      coversError(actual, expected, 'errors', trail) &&
      (!ObjectPrototypeHasOwnProperty(expected, 'cause') || ObjectPrototypeHasOwnProperty(actual, 'cause'));
  }
  if (isAnyArrayBuffer(actual)) {
    return isAnyArrayBuffer(expected) && coversBytes(new Uint8Array(actual), new Uint8Array(expected));
  }
  if (isWeakMap(actual) || isWeakSet(actual) || isPromise(actual)) return false;
  if (isDate(actual) || isRegExp(actual) || isBoxedPrimitive(actual)) return equalInside(actual, expected);
  if (ArrayIsArray(expected) || isArrayBufferView(expected) || isSet(expected) || isMap(expected) || isDate(expected) ||
      isRegExp(expected) || isAnyArrayBuffer(expected) || isBoxedPrimitive(expected) || isNativeError(expected) ||
      isError(expected)) {
    return false;
  }
  return !isURL(actual) || (isURL(expected) && actual.href === expected.href);
}

function isURL(value) {
  return typeof value.href === 'string' && FunctionPrototypeSymbolHasInstance(require('internal/url').URL, value);
}

// What an error says may stand in properties that are not enumerable. What `expected` does not say is not asked for.
function coversError(actual, expected, key, trail) {
  if (ObjectPrototypePropertyIsEnumerable(expected, key)) return true; // it is among the keys
  const value = expected[key];
  return value === undefined || (key === 'message' && value === '') || covers(actual[key], value, trail);
}

// ---- properties ----------------------------------------------------------------------------------------------------

function enumerableKeys(value) {
  const keys = ObjectKeys(value);
  const symbols = ObjectGetOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++) {
    if (ObjectPrototypePropertyIsEnumerable(value, symbols[i])) ArrayPrototypePush(keys, symbols[i]);
  }
  return keys;
}

function coversKeys(actual, expected, keys, trail) {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (!ObjectPrototypePropertyIsEnumerable(actual, key) || !covers(actual[key], expected[key], trail)) return false;
  }
  return true;
}

// ---- contents ----------------------------------------------------------------------------------------------------

function coversView(actual, expected) {
  if (!isArrayBufferView(expected) ||
      TypedArrayPrototypeGetSymbolToStringTag(actual) !== TypedArrayPrototypeGetSymbolToStringTag(expected)) {
    return false;
  }
  return coversBytes(
    new Uint8Array(actual.buffer, actual.byteOffset, actual.byteLength),
    new Uint8Array(expected.buffer, expected.byteOffset, expected.byteLength),
  );
}

function coversBytes(actual, expected) {
  const length = TypedArrayPrototypeGetLength(actual);
  const wanted = TypedArrayPrototypeGetLength(expected);
  let position = 0;
  for (let i = 0; i < wanted; i++) {
    while (position < length && actual[position] !== expected[i]) position++;
    if (length - position < wanted - i) return false;
    position++;
  }
  return true;
}

// Each item has to be found after the one before it. From the first hole on, only what is there is looked at.
function coversItems(actual, expected, trail) {
  let position = 0;
  for (let i = 0; i < expected.length; i++) {
    if (!ObjectPrototypeHasOwnProperty(expected, i)) return coversSparse(actual, expected, trail, position, i);
    while (ObjectPrototypeHasOwnProperty(actual, position) && !covers(actual[position], expected[i], trail)) {
      position++;
      if (actual.length - position < expected.length - i) return false;
    }
    if (!ObjectPrototypeHasOwnProperty(actual, position)) return coversSparse(actual, expected, trail, position, i);
    position++;
  }
  return true;
}

function coversSparse(actual, expected, trail, position, start) {
  const keys = ObjectKeys(actual);
  const wanted = ObjectKeys(expected);
  if (keys.length - position < wanted.length - start) return false;
  for (let i = start; i < wanted.length; i++) {
    while (!covers(actual[keys[position]], expected[wanted[i]], trail)) {
      position++;
      if (keys.length - position < wanted.length - i) return false;
    }
    position++;
  }
  return true;
}

// Takes the first of `candidates` that `matches` accepts out of the list.
function takeMatch(candidates, matches) {
  for (let i = 0; i < candidates.length; i++) {
    if (matches(candidates[i])) {
      ArrayPrototypeSplice(candidates, i, 1);
      return true;
    }
  }
  return false;
}

function coversSet(actual, expected, trail) {
  const wanted = [];
  let result = true;
  SetPrototypeForEach(expected, (value) => {
    if (SetPrototypeHas(actual, value)) return;
    if (isObject(value)) ArrayPrototypePush(wanted, value);
    else result = false;
  });
  if (!result || wanted.length === 0) return result;
  SetPrototypeForEach(actual, (value) => {
    if (isObject(value) && wanted.length !== 0 && !SetPrototypeHas(expected, value)) {
      takeMatch(wanted, (candidate) => coversObject(value, candidate, trail));
    }
  });
  return wanted.length === 0;
}

function coversMap(actual, expected, trail) {
  const wanted = [];
  let result = true;
  MapPrototypeForEach(expected, (value, key) => {
    if (isObject(key)) ArrayPrototypePush(wanted, key);
    else if (result) result = MapPrototypeHas(actual, key) && covers(MapPrototypeGet(actual, key), value, trail);
  });
  if (!result || wanted.length === 0) return result;
  MapPrototypeForEach(actual, (value, key) => {
    if (isObject(key) && wanted.length !== 0) {
      takeMatch(wanted, (candidate) => covers(key, candidate, trail) &&
        covers(value, MapPrototypeGet(expected, candidate), trail));
    }
  });
  return wanted.length === 0;
}

function isPartialDeepStrictEqual(a, b) {
  return covers(a, b, new SafeSet());
}

module.exports = { isPartialDeepStrictEqual };
