'use strict';

// Deep equality, loose (`assert.deepEqual`) and strict (`assert.deepStrictEqual`, `util.isDeepStrictEqual`), the latter also
// without a look at prototypes.
//
// Phase: run time, on every thread; not in the startup image. Getters of the values compared are run, nothing else of theirs.

const {
  ArrayIsArray,
  ArrayPrototypeFilter,
  ArrayPrototypePush,
  BigIntPrototypeValueOf,
  BooleanPrototypeValueOf,
  DatePrototypeGetTime,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeGetSize,
  MapPrototypeHas,
  NumberIsNaN,
  NumberPrototypeValueOf,
  Object,
  ObjectGetOwnPropertySymbols,
  ObjectGetPrototypeOf,
  ObjectIs,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypePropertyIsEnumerable,
  ObjectPrototypeToString,
  RegExpPrototypeGetDotAll,
  RegExpPrototypeGetGlobal,
  RegExpPrototypeGetHasIndices,
  RegExpPrototypeGetIgnoreCase,
  RegExpPrototypeGetMultiline,
  RegExpPrototypeGetSource,
  RegExpPrototypeGetSticky,
  RegExpPrototypeGetUnicode,
  RegExpPrototypeGetUnicodeSets,
  SafeSet,
  SetPrototypeForEach,
  SetPrototypeGetSize,
  SetPrototypeHas,
  StringPrototypeValueOf,
  SymbolPrototypeValueOf,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
  Uint8Array,
} = primordials;

const { constants: { ONLY_ENUMERABLE }, getOwnNonIndexProperties } = internalBinding('util');
const {
  isAnyArrayBuffer,
  isBigIntObject,
  isBooleanObject,
  isBoxedPrimitive,
  isDate,
  isMap,
  isNumberObject,
  isPromise,
  isRegExp,
  isSet,
  isStringObject,
  isSymbolObject,
  isWeakMap,
  isWeakSet,
} = internalBinding('types');
const { isError } = require('internal/util');
const { isArrayBufferView, isFloat32Array, isFloat64Array } = require('internal/util/types');

// What has to be walked besides the properties.
const kPlain = 0;
const kArray = 1;
const kSet = 2;
const kMap = 3;

// Of `strict`, which is false where the comparison is loose.
const kSkipPrototype = 2;

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

// ---- values ----------------------------------------------------------------------------------------------------

// `trail` tells which objects are being compared further up, to end circles.
function equals(a, b, strict, trail) {
  if (a === b) return a !== 0 || !strict || ObjectIs(a, b);
  if (strict) {
    if (typeof a !== 'object') return typeof a === 'number' && NumberIsNaN(a) && NumberIsNaN(b);
    if (!isObject(b) || a === null) return false;
    if (strict !== kSkipPrototype && !areOfOneClass(a, b)) return false;
  } else {
    if (!isObject(a)) {
      // eslint-disable-next-line eqeqeq -- loose is what was asked for
      return !isObject(b) && (a == b || (NumberIsNaN(a) && NumberIsNaN(b)));
    }
    if (!isObject(b)) return false;
  }

  const tag = ObjectPrototypeToString(a);
  if (tag !== ObjectPrototypeToString(b)) return false;

  if (ArrayIsArray(a)) {
    if (!ArrayIsArray(b) || a.length !== b.length) return false;
    return equalListed(a, b, strict, trail, kArray);
  }
  if (tag === '[object Object]') return equalProperties(a, b, strict, trail, kPlain);
  if (isArrayBufferView(a)) return equalContents(a, b, strict) && equalListed(a, b, strict, trail, kPlain);
  if (isSet(a)) {
    if (!isSet(b) || SetPrototypeGetSize(a) !== SetPrototypeGetSize(b)) return false;
    return equalProperties(a, b, strict, trail, kSet);
  }
  if (isMap(a)) {
    if (!isMap(b) || MapPrototypeGetSize(a) !== MapPrototypeGetSize(b)) return false;
    return equalProperties(a, b, strict, trail, kMap);
  }
  if (isError(a)) return equalErrors(a, b, strict, trail) && equalProperties(a, b, strict, trail, kPlain);
  // What is inside of these nobody can see.
  if (isWeakMap(a) || isWeakSet(a) || isPromise(a)) return false;
  // A URL keeps its parts to itself.
  if (tag === '[object URL]' && a.href !== b.href) return false;
  return equalInside(a, b) && equalProperties(a, b, strict, trail, kPlain);
}

// An inherited constructor tells the class; without one, or with one of its own, an object is what its prototype makes it.
function areOfOneClass(a, b) {
  const { constructor } = a;
  if (constructor === undefined || (constructor !== Object && ObjectPrototypeHasOwnProperty(a, 'constructor'))) {
    return ObjectGetPrototypeOf(a) === ObjectGetPrototypeOf(b);
  }
  return constructor === b.constructor;
}

// What an error says may stand in properties that are not enumerable.
function equalErrors(a, b, strict, trail) {
  if (!isError(b) || a.message !== b.message || a.name !== b.name ||
      ObjectPrototypeHasOwnProperty(a, 'cause') !== ObjectPrototypeHasOwnProperty(b, 'cause')) {
    return false;
  }
  return equals(a.cause, b.cause, strict, trail) && equals(a.errors, b.errors, strict, trail);
}

// What is not a property: time, pattern, bytes, boxed value.
function equalInside(a, b) {
  if (isDate(a)) return isDate(b) && ObjectIs(DatePrototypeGetTime(a), DatePrototypeGetTime(b));
  if (isRegExp(a)) {
    return isRegExp(b) && RegExpPrototypeGetSource(a) === RegExpPrototypeGetSource(b) &&
      equalFlags(a, b) && a.lastIndex === b.lastIndex;
  }
  if (isAnyArrayBuffer(a)) return isAnyArrayBuffer(b) && equalBytes(new Uint8Array(a), new Uint8Array(b));
  if (isBoxedPrimitive(a)) return equalBoxed(a, b);
  return !(ArrayIsArray(b) || isArrayBufferView(b) || isSet(b) || isMap(b) || isDate(b) || isRegExp(b) ||
    isAnyArrayBuffer(b) || isBoxedPrimitive(b) || isError(b));
}

// `flags` would read what a script may have replaced.
const flagGetters = [
  RegExpPrototypeGetDotAll,
  RegExpPrototypeGetGlobal,
  RegExpPrototypeGetHasIndices,
  RegExpPrototypeGetIgnoreCase,
  RegExpPrototypeGetMultiline,
  RegExpPrototypeGetSticky,
  RegExpPrototypeGetUnicode,
  RegExpPrototypeGetUnicodeSets,
];

function equalFlags(a, b) {
  for (let i = 0; i < flagGetters.length; i++) {
    const get = flagGetters[i];
    if (get !== undefined && get(a) !== get(b)) return false;
  }
  return true;
}

function equalBoxed(a, b) {
  if (isNumberObject(a)) {
    return isNumberObject(b) && ObjectIs(NumberPrototypeValueOf(a), NumberPrototypeValueOf(b));
  }
  if (isStringObject(a)) return isStringObject(b) && StringPrototypeValueOf(a) === StringPrototypeValueOf(b);
  if (isBooleanObject(a)) return isBooleanObject(b) && BooleanPrototypeValueOf(a) === BooleanPrototypeValueOf(b);
  if (isBigIntObject(a)) return isBigIntObject(b) && BigIntPrototypeValueOf(a) === BigIntPrototypeValueOf(b);
  return isSymbolObject(b) && SymbolPrototypeValueOf(a) === SymbolPrototypeValueOf(b);
}

function equalContents(a, b, strict) {
  if (TypedArrayPrototypeGetSymbolToStringTag(a) !== TypedArrayPrototypeGetSymbolToStringTag(b)) return false;
  if (!strict && (isFloat32Array(a) || isFloat64Array(a))) {
    // Here 0 and -0 are the same, unlike their bytes.
    const length = TypedArrayPrototypeGetLength(a);
    if (length !== TypedArrayPrototypeGetLength(b)) return false;
    for (let i = 0; i < length; i++) {
      if (a[i] !== b[i]) return false;
    }
    return true;
  }
  return equalBytes(
    new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
    new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
  );
}

function equalBytes(a, b) {
  const length = TypedArrayPrototypeGetLength(a);
  if (length !== TypedArrayPrototypeGetLength(b)) return false;
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

// ---- properties ----------------------------------------------------------------------------------------------------

function isString(key) {
  return typeof key === 'string';
}

// Properties of what also has elements.
function equalListed(a, b, strict, trail, kind) {
  let keys = getOwnNonIndexProperties(a, ONLY_ENUMERABLE);
  let others = getOwnNonIndexProperties(b, ONLY_ENUMERABLE);
  if (!strict) {
    keys = ArrayPrototypeFilter(keys, isString);
    others = ArrayPrototypeFilter(others, isString);
  }
  if (keys.length !== others.length) return false;
  for (let i = 0; i < keys.length; i++) {
    if (!ObjectPrototypeHasOwnProperty(b, keys[i])) return false;
  }
  return equalWalked(a, b, strict, trail, kind, keys);
}

function equalProperties(a, b, strict, trail, kind) {
  const keys = ObjectKeys(a);
  if (keys.length !== ObjectKeys(b).length) return false;
  for (let i = 0; i < keys.length; i++) {
    if (!ObjectPrototypePropertyIsEnumerable(b, keys[i])) return false;
  }
  if (strict) {
    const symbols = enumerableSymbols(a);
    if (symbols.length !== enumerableSymbols(b).length) return false;
    for (let i = 0; i < symbols.length; i++) {
      if (!ObjectPrototypePropertyIsEnumerable(b, symbols[i])) return false;
      ArrayPrototypePush(keys, symbols[i]);
    }
  }
  return equalWalked(a, b, strict, trail, kind, keys);
}

function enumerableSymbols(value) {
  const symbols = ObjectGetOwnPropertySymbols(value);
  if (symbols.length === 0) return symbols;
  return ArrayPrototypeFilter(symbols, (symbol) => ObjectPrototypePropertyIsEnumerable(value, symbol));
}

// What lies between this comparison and the first. Two levels are kept without a set, as most values are not deeper.
class Trail {
  constructor(a, b) {
    this.firstA = a;
    this.firstB = b;
    this.secondA = undefined;
    this.secondB = undefined;
    this.deep = false;
    this.objects = undefined;
  }
}

// Goes down into the values, unless that would go round in a circle.
function equalWalked(a, b, strict, trail, kind, keys) {
  if (keys.length === 0 && (kind === kPlain || (kind === kArray && a.length === 0))) return true;
  if (trail === undefined) return equalDown(a, b, strict, new Trail(a, b), kind, keys);
  if (trail.objects === undefined) {
    if (!trail.deep) {
      if (trail.firstA === a && trail.firstB === b) return true;
      trail.secondA = a;
      trail.secondB = b;
      trail.deep = true;
      const result = equalDown(a, b, strict, trail, kind, keys);
      trail.deep = false;
      trail.objects = undefined;
      return result;
    }
    trail.objects = new SafeSet();
    trail.objects.add(trail.firstA);
    trail.objects.add(trail.firstB);
    trail.objects.add(trail.secondA);
    trail.objects.add(trail.secondB);
  }
  // Where both come round again, nothing new can be found. If only one does, its circle is shorter, which cannot be seen
  // from inside: go on.
  const { objects } = trail;
  const newA = !objects.has(a);
  const newB = !objects.has(b);
  if (!newA && !newB) return true;
  if (newA) objects.add(a);
  if (newB) objects.add(b);
  const result = equalDown(a, b, strict, trail, kind, keys);
  if (newA) objects.delete(a);
  if (newB) objects.delete(b);
  return result;
}

function equalDown(a, b, strict, trail, kind, keys) {
  return equalElements(a, b, strict, trail, kind) && equalValues(a, b, strict, trail, keys);
}

function equalElements(a, b, strict, trail, kind) {
  switch (kind) {
    case kArray:
      return equalItems(a, b, strict, trail);
    case kSet:
      return equalSets(a, b, strict, trail);
    case kMap:
      return equalMaps(a, b, strict, trail);
    default:
      return true;
  }
}

function equalValues(a, b, strict, trail, keys) {
  for (let i = 0; i < keys.length; i++) {
    if (!equals(a[keys[i]], b[keys[i]], strict, trail)) return false;
  }
  return true;
}

function equalItems(a, b, strict, trail) {
  for (let i = 0; i < a.length; i++) {
    if (ObjectPrototypeHasOwnProperty(b, i)) {
      if (ObjectPrototypeHasOwnProperty(a, i)) {
        if (!equals(a[i], b[i], strict, trail)) return false;
      } else if (strict || b[i] !== null) {
        return false;
      }
    } else if (ObjectPrototypeHasOwnProperty(a, i)) {
      return false;
    } else {
      // A hole: from here on only what is there is compared.
      const keys = ObjectKeys(a);
      for (; i < keys.length; i++) {
        const key = keys[i];
        if (!ObjectPrototypeHasOwnProperty(b, key) || !equals(a[key], b[key], strict, trail)) return false;
      }
      return keys.length === ObjectKeys(b).length;
    }
  }
  return true;
}

// ---- collections ----------------------------------------------------------------------------------------------------

// Whether a primitive may be loosely equal to another one: true, false, or the only other one.
function looseCounterpart(primitive) {
  switch (typeof primitive) {
    case 'undefined':
      return null;
    case 'object': // null
      return undefined;
    case 'symbol':
      return false;
    case 'string':
      return !NumberIsNaN(+primitive);
    case 'number':
      return !NumberIsNaN(primitive);
    default:
      return true;
  }
}

function valuesOfSet(set) {
  const values = [];
  SetPrototypeForEach(set, (value) => ArrayPrototypePush(values, value));
  return values;
}

function entriesOfMap(map) {
  const entries = [];
  MapPrototypeForEach(map, (value, key) => ArrayPrototypePush(entries, { __proto__: null, key, value }));
  return entries;
}

// Takes the member of `candidates` that `matches` accepts out of it.
function takeMatch(candidates, matches) {
  const list = valuesOfSet(candidates);
  for (let i = 0; i < list.length; i++) {
    if (matches(list[i])) {
      candidates.delete(list[i]);
      return true;
    }
  }
  return false;
}

function equalSets(a, b, strict, trail) {
  let candidates; // what is in `a` and has to find an equal in `b`
  const valuesA = valuesOfSet(a);
  for (let i = 0; i < valuesA.length; i++) {
    const value = valuesA[i];
    if (!isObject(value)) {
      if (SetPrototypeHas(b, value)) continue;
      if (strict) return false;
      const other = looseCounterpart(value);
      if (other === false) return false;
      if (other !== true && (!SetPrototypeHas(b, other) || SetPrototypeHas(a, other))) return false;
    }
    candidates ??= new SafeSet();
    candidates.add(value);
  }
  if (candidates === undefined) return true;

  const valuesB = valuesOfSet(b);
  for (let i = 0; i < valuesB.length; i++) {
    const value = valuesB[i];
    if (!isObject(value) && (strict || SetPrototypeHas(a, value))) continue;
    if (!takeMatch(candidates, (candidate) => equals(value, candidate, strict, trail))) return false;
  }
  return candidates.size === 0;
}

function equalMaps(a, b, strict, trail) {
  let candidates; // keys of `a`
  const entriesA = entriesOfMap(a);
  for (let i = 0; i < entriesA.length; i++) {
    const { key, value } = entriesA[i];
    if (!isObject(key)) {
      if (MapPrototypeHas(b, key) && equals(value, MapPrototypeGet(b, key), strict, trail)) continue;
      if (strict) return false;
      const other = looseCounterpart(key);
      if (other === false) return false;
      if (other !== true &&
          (!MapPrototypeHas(b, other) || MapPrototypeHas(a, other) ||
            !equals(value, MapPrototypeGet(b, other), false, trail))) {
        return false;
      }
    }
    candidates ??= new SafeSet();
    candidates.add(key);
  }
  if (candidates === undefined) return true;

  const entriesB = entriesOfMap(b);
  for (let i = 0; i < entriesB.length; i++) {
    const { key, value } = entriesB[i];
    if (!isObject(key) &&
        (strict || (MapPrototypeHas(a, key) && equals(MapPrototypeGet(a, key), value, false, trail)))) {
      continue;
    }
    const matches = (candidate) =>
      equals(key, candidate, strict, trail) && equals(value, MapPrototypeGet(a, candidate), strict, trail);
    if (!takeMatch(candidates, matches)) return false;
  }
  return candidates.size === 0;
}

function isDeepEqual(a, b) {
  return equals(a, b, false, undefined);
}

function isDeepStrictEqual(a, b, skipPrototype) {
  return equals(a, b, skipPrototype ? kSkipPrototype : true, undefined);
}

module.exports = { equalInside, isDeepEqual, isDeepStrictEqual };
