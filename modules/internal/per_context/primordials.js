'use strict';

// The built-ins as they were before any user code ran.
//
// Phase: per_context, on every thread, in the startup image. It is the very first builtin of a context: nothing may be
// required here, and every object that is made stays in the image, so what no builtin can have a use for (lengths and names of
// functions, HTML string methods, `RegExp.$1`, `Error.stackTraceLimit`) is left out.
//
// Naming: `X` a global, `XStatic` its static, `XPrototypeMethod` a method whose first argument is the receiver,
// `XPrototypeGetY`/`XPrototypeSetY` an accessor, `XSymbolIterator` for a well-known symbol as a key. A global that is missing in
// this context (some are while an image is made) is simply not there.

const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { freeze } = Object;
const { apply: applyMethod, bind, call } = Function.prototype;

const uncurryThis = bind.bind(call);
const applyBind = bind.bind(applyMethod);

setPrototypeOf(primordials, null);
primordials.uncurryThis = uncurryThis;
primordials.applyBind = applyBind;
primordials.globalThis = globalThis;

// ---- copying -------------------------------------------------------------------------------------------------------------

// Methods that are also wanted with their arguments in an array.
const variadic = new Set([
  'ArrayOf',
  'ArrayPrototypePush',
  'ArrayPrototypeUnshift',
  'MathHypot',
  'MathMax',
  'MathMin',
  'StringFromCharCode',
  'StringFromCodePoint',
  'StringPrototypeConcat',
  'TypedArrayOf',
]);

const skippedStatics = new Set(['arguments', 'caller', 'length', 'name', 'prepareStackTrace', 'prototype', 'stackTraceLimit']);

const skippedMethods = new Set([
  'anchor', 'arguments', 'big', 'blink', 'bold', 'caller', 'constructor', 'fixed', 'fontcolor', 'fontsize', 'italics', 'link',
  'small', 'strike', 'sub', 'sup',
]);

function capitalized(key) {
  if (typeof key === 'symbol') {
    const { description } = key; // Symbol.iterator
    return `Symbol${description[7].toUpperCase()}${description.slice(8)}`;
  }
  return key[0].toUpperCase() + key.slice(1);
}

// The properties of a namespace or a constructor, under `prefix`. `bound` gives the functions their receiver.
function copyStatics(source, prefix, bound) {
  for (const key of ownKeys(source)) {
    if (skippedStatics.has(key)) continue;
    const descriptor = getOwnPropertyDescriptor(source, key);
    if ('get' in descriptor) {
      // Only the accessors of RegExp (`$1`, `lastMatch`) and `Symbol.species` are here, and nothing needs them.
      continue;
    }
    let { value } = descriptor;
    if (bound && typeof value === 'function') value = bind.call(value, source);
    const name = prefix + capitalized(key);
    primordials[name] = value;
    if (variadic.has(name)) primordials[`${name}Apply`] = applyBind(value, source);
  }
}

// The methods and accessors of a prototype, made into plain functions that take the receiver first.
function copyPrototype(source, prefix) {
  for (const key of ownKeys(source)) {
    if (skippedMethods.has(key)) continue;
    const descriptor = getOwnPropertyDescriptor(source, key);
    if ('get' in descriptor) {
      const name = capitalized(key);
      if (descriptor.get !== undefined) primordials[`${prefix}Get${name}`] = uncurryThis(descriptor.get);
      if (descriptor.set !== undefined) primordials[`${prefix}Set${name}`] = uncurryThis(descriptor.set);
      continue;
    }
    const { value } = descriptor;
    if (typeof value !== 'function') {
      if (typeof key === 'symbol' && typeof value === 'object') primordials[prefix + capitalized(key)] = value;
      continue;
    }
    const name = prefix + capitalized(key);
    primordials[name] = uncurryThis(value);
    if (variadic.has(name)) primordials[`${name}Apply`] = applyBind(value);
  }
}

function copyConstructor(original, name, bound) {
  primordials[name] = original;
  primordials[`${name}Prototype`] = original.prototype;
  copyStatics(original, name, bound);
  copyPrototype(original.prototype, `${name}Prototype`);
}

for (const name of ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval', 'unescape']) {
  if (typeof globalThis[name] === 'function') primordials[name] = globalThis[name];
}

// Host functions and globals of which only the reference is wanted. `Temporal` and `WebAssembly` are set up by V8 when they
// are first read, or after an image is restored, and are left alone.
for (const name of ['AsyncDisposableStack', 'DisposableStack', 'Intl', 'Iterator', 'SuppressedError', 'queueMicrotask']) {
  if (name in globalThis) primordials[name] = globalThis[name];
}

for (const name of ['Atomics', 'JSON', 'Math', 'Proxy', 'Reflect']) {
  const namespace = globalThis[name];
  if (namespace === undefined) continue;
  if (name !== 'JSON' && name !== 'Math') primordials[name] = namespace;
  copyStatics(namespace, name, name === 'Proxy');
}

for (const name of [
  'AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean', 'DataView', 'Date', 'Error',
  'EvalError', 'FinalizationRegistry', 'Float16Array', 'Float32Array', 'Float64Array', 'Function', 'Int16Array', 'Int32Array',
  'Int8Array', 'Map', 'Number', 'Object', 'RangeError', 'ReferenceError', 'RegExp', 'Set', 'SharedArrayBuffer', 'String',
  'Symbol', 'SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef',
  'WeakSet',
]) {
  const original = globalThis[name];
  if (typeof original === 'function') copyConstructor(original, name, false);
}

// The statics of Promise use their receiver.
copyConstructor(Promise, 'Promise', true);

const arrayIteratorPrototype = getPrototypeOf([][Symbol.iterator]());
const stringIteratorPrototype = getPrototypeOf(''[Symbol.iterator]());
const iteratorPrototype = getPrototypeOf(arrayIteratorPrototype);
const asyncIteratorPrototype = getPrototypeOf(getPrototypeOf(async function* () {}.prototype));

copyConstructor(getPrototypeOf(Uint8Array), 'TypedArray', false);
primordials.IteratorPrototype = iteratorPrototype;
primordials.AsyncIteratorPrototype = asyncIteratorPrototype;
primordials.ArrayIteratorPrototype = arrayIteratorPrototype;
primordials.ArrayIteratorPrototypeNext = uncurryThis(arrayIteratorPrototype.next);
primordials.StringIteratorPrototype = stringIteratorPrototype;
primordials.StringIteratorPrototypeNext = uncurryThis(stringIteratorPrototype.next);
primordials.SymbolDispose ??= Symbol('Symbol.dispose');
primordials.SymbolAsyncDispose ??= Symbol('Symbol.asyncDispose');

const {
  Array: ArrayConstructor,
  ArrayIsArray,
  ArrayIteratorPrototypeNext,
  ArrayPrototypeSymbolIterator,
  ErrorCaptureStackTrace,
  FinalizationRegistry: FinalizationRegistryConstructor,
  Map: MapConstructor,
  MapPrototypeSet,
  Promise: PromiseConstructor,
  PromisePrototypeThen,
  PromiseResolve,
  RegExpPrototypeExec,
  Set: SetConstructor,
  SetPrototypeAdd,
  StringIteratorPrototypeNext,
  StringPrototypeSymbolIterator,
  SymbolIterator,
  SymbolMatch,
  SymbolMatchAll,
  SymbolReplace,
  SymbolSearch,
  SymbolSpecies,
  SymbolSplit,
  WeakMap: WeakMapConstructor,
  WeakRef: WeakRefConstructor,
  WeakSet: WeakSetConstructor,
} = primordials;

// ---- iterators and collections that user code cannot reach -----------------------------------------------------------------

function makeIterator(create, next) {
  class SafeIterator {
    constructor(iterable) {
      this.iterator = create(iterable);
    }

    next() {
      return next(this.iterator);
    }

    [SymbolIterator]() {
      return this;
    }
  }
  return seal(SafeIterator);
}

// Cuts a class off from everything that a script can replace.
function seal(safe) {
  setPrototypeOf(safe.prototype, null);
  freeze(safe.prototype);
  return freeze(safe);
}

primordials.SafeArrayIterator = makeIterator(ArrayPrototypeSymbolIterator, ArrayIteratorPrototypeNext);
primordials.SafeStringIterator = makeIterator(StringPrototypeSymbolIterator, StringIteratorPrototypeNext);

// Gives `safe` own copies of all that `unsafe` has; methods that return an iterator then return a safe one.
function makeSafe(unsafe, safe) {
  const from = unsafe.prototype;
  const to = safe.prototype;
  const sample = SymbolIterator in from ? new unsafe() : undefined;
  for (const key of ownKeys(from)) {
    if (key === 'constructor') continue;
    const descriptor = getOwnPropertyDescriptor(from, key);
    if (sample !== undefined && typeof descriptor.value === 'function' && descriptor.value.length === 0 &&
        SymbolIterator in (apply(descriptor.value, sample, []) ?? {})) {
      const create = uncurryThis(descriptor.value);
      const next = uncurryThis(create(sample).next);
      const SafeIterator = makeIterator(create, next);
      descriptor.value = function () {
        return new SafeIterator(this);
      };
    }
    defineProperty(to, key, { __proto__: null, ...descriptor });
  }
  for (const key of ownKeys(unsafe)) {
    if (!Object.hasOwn(safe, key)) defineProperty(safe, key, { __proto__: null, ...getOwnPropertyDescriptor(unsafe, key) });
  }
  return seal(safe);
}
primordials.makeSafe = makeSafe;

// An array to start from is read by index: the iterator of arrays may have been replaced.
primordials.SafeMap = makeSafe(MapConstructor, class SafeMap extends MapConstructor {
  constructor(entries) {
    if (!ArrayIsArray(entries)) {
      super(entries);
      return;
    }
    super();
    for (let i = 0; i < entries.length; i++) MapPrototypeSet(this, entries[i][0], entries[i][1]);
  }
});

primordials.SafeSet = makeSafe(SetConstructor, class SafeSet extends SetConstructor {
  constructor(values) {
    if (!ArrayIsArray(values)) {
      super(values);
      return;
    }
    super();
    for (let i = 0; i < values.length; i++) SetPrototypeAdd(this, values[i]);
  }
});

primordials.SafeWeakMap = makeSafe(WeakMapConstructor, class SafeWeakMap extends WeakMapConstructor {
  constructor(entries) {
    super(entries);
  }
});

primordials.SafeWeakSet = makeSafe(WeakSetConstructor, class SafeWeakSet extends WeakSetConstructor {
  constructor(values) {
    super(values);
  }
});

if (WeakRefConstructor !== undefined) {
  primordials.SafeWeakRef = makeSafe(WeakRefConstructor, class SafeWeakRef extends WeakRefConstructor {
    constructor(target) {
      super(target);
    }
  });
}

if (FinalizationRegistryConstructor !== undefined) {
  primordials.SafeFinalizationRegistry = makeSafe(
    FinalizationRegistryConstructor,
    class SafeFinalizationRegistry extends FinalizationRegistryConstructor {
      constructor(cleanup) {
        super(cleanup);
      }
    },
  );
}

// ---- promises --------------------------------------------------------------------------------------------------------------

primordials.PromisePrototypeCatch = (promise, onRejected) => PromisePrototypeThen(promise, undefined, onRejected);

// Calls `settle(promise, index)` for each item of an array-like, after mapping.
function eachPromise(items, map, settle) {
  for (let i = 0; i < items.length; i++) {
    settle(PromiseResolve(map === undefined ? items[i] : map(items[i], i)), i);
  }
}

// `collect` receives `finish(index, value)`-style callbacks and the promise settles when all items have reported.
function gather(items, map, empty, listen) {
  return new PromiseConstructor((resolve, reject) => {
    const { length } = items;
    const results = empty ? undefined : new ArrayConstructor(length);
    let pending = length;
    if (pending === 0) {
      resolve(results);
      return;
    }
    const finish = (index, value) => {
      if (results !== undefined) results[index] = value;
      if (--pending === 0) resolve(results);
    };
    eachPromise(items, map, (promise, index) => listen(promise, index, finish, reject));
  });
}

function listenAll(promise, index, finish, reject) {
  PromisePrototypeThen(promise, (value) => finish(index, value), reject);
}

function listenSettled(promise, index, finish) {
  PromisePrototypeThen(
    promise,
    (value) => finish(index, { status: 'fulfilled', value }),
    (reason) => finish(index, { status: 'rejected', reason }),
  );
}

primordials.SafePromiseAll = (items, map) => gather(items, map, false, listenAll);
primordials.SafePromiseAllReturnArrayLike = primordials.SafePromiseAll;
primordials.SafePromiseAllReturnVoid = (items, map) => gather(items, map, true, listenAll);
primordials.SafePromiseAllSettled = (items, map) => gather(items, map, false, listenSettled);
primordials.SafePromiseAllSettledReturnVoid = (items, map) => gather(items, map, true, listenSettled);

primordials.SafePromiseRace = (items, map) => new PromiseConstructor((resolve, reject) => {
  eachPromise(items, map, (promise) => PromisePrototypeThen(promise, resolve, reject));
});

primordials.SafePromiseAny = (items, map) => new PromiseConstructor((resolve, reject) => {
  const errors = new ArrayConstructor(items.length);
  let pending = items.length;
  const fail = () => {
    // AggregateError copies through the iterator of arrays: hand it a safe one.
    const error = new primordials.AggregateError(new primordials.SafeArrayIterator(errors), 'All promises were rejected');
    ErrorCaptureStackTrace(error, fail);
    reject(error);
  };
  if (pending === 0) fail();
  eachPromise(items, map, (promise, index) => PromisePrototypeThen(promise, resolve, (reason) => {
    errors[index] = reason;
    if (--pending === 0) fail();
  }));
});

// `promise.finally(onFinally)` that reads neither `constructor` nor `then` from what a script can reach.
primordials.SafePromisePrototypeFinally = (promise, onFinally) => new PromiseConstructor((resolve, reject) => {
  PromisePrototypeThen(
    promise,
    (value) => {
      try {
        PromisePrototypeThen(PromiseResolve(onFinally()), () => resolve(value), reject);
      } catch (error) {
        reject(error);
      }
    },
    (reason) => {
      try {
        PromisePrototypeThen(PromiseResolve(onFinally()), () => reject(reason), reject);
      } catch (error) {
        reject(error);
      }
    },
  );
});

// ---- arrays and regular expressions -------------------------------------------------------------------------------------------

primordials.SafeArrayPrototypePushApply = (list, items) => {
  // A call takes a limited number of arguments.
  const step = 0x8000;
  for (let start = 0; start < items.length; start += step) {
    const end = start + step;
    primordials.ArrayPrototypePushApply(
      list,
      start === 0 && end >= items.length ? items : primordials.ArrayPrototypeSlice(items, start, end),
    );
  }
  return list.length;
};

const regExpFlags = [
  'dotAll', 'flags', 'global', 'hasIndices', 'ignoreCase', 'multiline', 'source', 'sticky', 'unicode', 'unicodeSets',
];
const regExpMethods = ['exec', 'test', 'toString', SymbolMatch, SymbolMatchAll, SymbolReplace, SymbolSearch, SymbolSplit];
const regExpPrototype = RegExp.prototype;
const regExpOriginals = { __proto__: null };
for (const key of regExpFlags) regExpOriginals[key] = getOwnPropertyDescriptor(regExpPrototype, key)?.get;
for (const key of regExpMethods) regExpOriginals[key] = regExpPrototype[key];

// What `Symbol.split` and `Symbol.matchAll` construct from a hardened expression.
const species = {
  __proto__: null,
  [SymbolSpecies]: function (pattern, flags) {
    return hardenRegExp(construct(primordials.RegExp, [pattern, flags]));
  },
};

// Gives an expression own copies of everything that the algorithms of RegExp look up.
function hardenRegExp(pattern) {
  for (let i = 0; i < regExpFlags.length; i++) {
    const key = regExpFlags[i];
    const get = regExpOriginals[key];
    if (get === undefined) continue;
    defineProperty(pattern, key, { __proto__: null, value: apply(get, pattern, []), configurable: true });
  }
  for (let i = 0; i < regExpMethods.length; i++) {
    const key = regExpMethods[i];
    defineProperty(pattern, key, { __proto__: null, value: regExpOriginals[key], configurable: true });
  }
  defineProperty(pattern, 'constructor', { __proto__: null, value: species, configurable: true });
  setPrototypeOf(pattern, null);
  return pattern;
}
primordials.hardenRegExp = hardenRegExp;

primordials.SafeStringPrototypeSearch = (string, pattern) => {
  pattern.lastIndex = 0;
  const match = RegExpPrototypeExec(pattern, string);
  return match === null ? -1 : match.index;
};

// While an image is made V8 leaves its newest globals out; the host adds them in each restored context, before user code runs.
if ('Float16Array' in globalThis) freeze(primordials);
