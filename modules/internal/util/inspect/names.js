'use strict';

// What a value is called when it is inspected: constructor, tag, function and class headers, its keys.
//
// Phase: run time, on every thread, loaded by `internal/util/inspect`; not in the startup image. Values are read with the
// operations of the language only where an inspection may do so (a getter named `constructor` is not called).

const {
  ArrayPrototypeFilter,
  ArrayPrototypeForEach,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypePushApply,
  FunctionPrototypeSymbolHasInstance,
  FunctionPrototypeToString,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertyNames,
  ObjectGetOwnPropertySymbols,
  ObjectGetPrototypeOf,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypePropertyIsEnumerable,
  ReflectOwnKeys,
  RegExpPrototypeExec,
  SafeSet,
  String,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  SymbolToStringTag,
  globalThis,
} = primordials;

const { getConstructorName: nativeConstructorName } = internalBinding('util');
const { isAsyncFunction, isGeneratorFunction, isModuleNamespaceObject, isNativeError } = internalBinding('types');
const { kObjectType } = require('internal/util/inspect/text');

// Names of the constructors that the language and the host define. Their prototypes are not listed with `showHidden`.
let builtInNames;
function isBuiltInName(name) {
  if (builtInNames === undefined) {
    builtInNames = new SafeSet();
    const names = ObjectGetOwnPropertyNames(globalThis);
    for (let i = 0; i < names.length; i++) {
      if (RegExpPrototypeExec(/^[A-Z][a-zA-Z0-9]+$/, names[i]) !== null) builtInNames.add(names[i]);
    }
  }
  return builtInNames.has(name);
}

function isInstance(object, constructor) {
  try {
    return FunctionPrototypeSymbolHasInstance(constructor, object);
  } catch {
    return false;
  }
}

// `document.all` of other hosts: an object that says it is undefined.
function isUndetectable(value) {
  return typeof value === 'undefined' && value !== undefined;
}

function constructorOf(object) {
  const descriptor = ObjectGetOwnPropertyDescriptor(object, 'constructor');
  return descriptor !== undefined && typeof descriptor.value === 'function' ? descriptor.value : undefined;
}

// The name of the nearest constructor the object is an instance of; null for an object without a prototype. With `protoProps`,
// properties of user-defined prototypes are formatted into it.
function getConstructorName(object, ctx, recurseTimes, protoProps) {
  const start = object;
  let firstProto;
  while (object || isUndetectable(object)) {
    const constructor = constructorOf(object);
    if (constructor !== undefined && constructor.name !== '' && isInstance(start, constructor)) {
      if (protoProps !== undefined && (firstProto !== object || !isBuiltInName(constructor.name))) {
        addPrototypeProperties(ctx, start, firstProto || start, recurseTimes, protoProps);
      }
      return String(constructor.name); // which may be a symbol
    }
    object = ObjectGetPrototypeOf(object);
    if (firstProto === undefined) firstProto = object;
  }
  if (firstProto === null) return null;

  const name = nativeConstructorName(start);
  if (recurseTimes > ctx.depth && ctx.depth !== null) return `${name} <Complex prototype>`;
  const protoName = getConstructorName(firstProto, ctx, recurseTimes + 1, protoProps);
  if (protoName === null) {
    return `${name} <${ctx.format.inspect(firstProto, { ...ctx, __proto__: null, customInspect: false, depth: -1 })}>`;
  }
  return `${name} <${protoName}>`;
}

// Non-method properties of up to three prototypes, as far as they are not built in.
function addPrototypeProperties(ctx, main, object, recurseTimes, output) {
  let keys;
  let seenKeys;
  for (let depth = 0; depth < 3; depth++) {
    if (depth !== 0 || main === object) {
      object = ObjectGetPrototypeOf(object);
      if (object === null) return;
      const constructor = constructorOf(object);
      if (constructor !== undefined && isBuiltInName(constructor.name)) return;
    }
    if (depth === 0) {
      seenKeys = new SafeSet();
    } else {
      ArrayPrototypeForEach(keys, (key) => seenKeys.add(key));
    }
    keys = ReflectOwnKeys(object);
    ArrayPrototypePush(ctx.seen, main);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'constructor' || ObjectPrototypeHasOwnProperty(main, key) || (depth !== 0 && seenKeys.has(key))) continue;
      const descriptor = ObjectGetOwnPropertyDescriptor(object, key);
      if (typeof descriptor.value === 'function') continue;
      const text = ctx.format.property(ctx, object, recurseTimes, key, kObjectType, descriptor, main);
      ArrayPrototypePush(output, ctx.colors ? `\u001b[2m${text}\u001b[22m` : text);
    }
    ArrayPrototypePop(ctx.seen);
  }
}

// 'Set(2) [tag] ', '[Set(2): null prototype] [tag] '
function getPrefix(constructor, tag, fallback, size = '') {
  if (constructor === null) {
    const name = `[${fallback}${size}: null prototype] `;
    return tag !== '' && fallback !== tag ? `${name}[${tag}] ` : name;
  }
  return tag !== '' && constructor !== tag ? `${constructor}${size} [${tag}] ` : `${constructor}${size} `;
}

// The prefix of a value of which nothing is known but what V8 calls it: '[Foo: null prototype] '.
function getObjectPrefix(value, constructor, tag) {
  let fallback = 'Object';
  if (constructor === null) {
    const name = nativeConstructorName(value);
    if (name !== tag) fallback = name;
  }
  return getPrefix(constructor, tag, fallback);
}

// The name for a value whose contents are not shown: '[Foo]', '[Foo: null prototype]'.
function getShortName(value, constructor, tag) {
  return StringPrototypeSlice(getObjectPrefix(value, constructor, tag), 0, -1);
}

function getKeys(value, showHidden) {
  const symbols = ObjectGetOwnPropertySymbols(value);
  if (showHidden) {
    const names = ObjectGetOwnPropertyNames(value);
    if (symbols.length !== 0) ArrayPrototypePushApply(names, symbols);
    return names;
  }
  let names;
  try {
    names = ObjectKeys(value);
  } catch (error) {
    // A module namespace whose bindings are not initialized yet.
    if (!isNativeError(error) || error.name !== 'ReferenceError' || !isModuleNamespaceObject(value)) throw error;
    names = ObjectGetOwnPropertyNames(value);
  }
  if (symbols.length !== 0) {
    ArrayPrototypePushApply(
      names,
      ArrayPrototypeFilter(symbols, (key) => ObjectPrototypePropertyIsEnumerable(value, key)),
    );
  }
  return names;
}

// ---- functions and classes ------------------------------------------------------------------------------------------

const comments = /\/\/.*?\n|\/\*[^]*?\*\//g;

function withoutComments(source) {
  let result = '';
  let start = 0;
  comments.lastIndex = 0;
  for (;;) {
    const match = RegExpPrototypeExec(comments, source);
    if (match === null) return result + StringPrototypeSlice(source, start);
    result += StringPrototypeSlice(source, start, match.index);
    start = comments.lastIndex;
  }
}

// Whether the source of a function is that of a class, and not of a method that is named `class...`.
function isClassSource(source) {
  if (!StringPrototypeStartsWith(source, 'class') || !StringPrototypeEndsWith(source, '}')) return false;
  const inner = StringPrototypeSlice(source, 5, -1);
  const brace = StringPrototypeIndexOf(inner, '{');
  if (brace === -1) return false;
  return !StringPrototypeIncludes(StringPrototypeSlice(inner, 0, brace), '(') ||
    RegExpPrototypeExec(/^(\s+[^(]*?)\s*{/, withoutComments(inner)) !== null;
}

function getFunctionBase(ctx, value, constructor, tag) {
  if (isClassSource(FunctionPrototypeToString(value))) return getClassBase(value, constructor, tag);
  let type = 'Function';
  if (isGeneratorFunction(value)) type = `Generator${type}`;
  if (isAsyncFunction(value)) type = `Async${type}`;
  let base = `[${type}`;
  if (constructor === null) base += ' (null prototype)';
  const { name } = value;
  if (name === '') base += ' (anonymous)';
  else base += `: ${typeof name === 'string' ? name : ctx.format.value(ctx, name)}`;
  base += ']';
  if (constructor !== type && constructor !== null) base += ` ${constructor}`;
  if (tag !== '' && constructor !== tag) base += ` [${tag}]`;
  return base;
}

function getClassBase(value, constructor, tag) {
  const name = (ObjectPrototypeHasOwnProperty(value, 'name') && value.name) || '(anonymous)';
  let base = `class ${name}`;
  if (constructor !== 'Function' && constructor !== null) base += ` [${constructor}]`;
  if (tag !== '' && constructor !== tag) base += ` [${tag}]`;
  if (constructor === null) {
    base += ' extends [null prototype]';
  } else {
    const superName = ObjectGetPrototypeOf(value).name;
    if (superName) base += ` extends ${superName}`;
  }
  return `[${base}]`;
}

// The tag, unless it will be listed as a property anyway.
function getTag(value, ctx) {
  let tag;
  try {
    tag = value[SymbolToStringTag];
  } catch {
    return '';
  }
  if (typeof tag !== 'string' || tag === '') return '';
  const listed = ctx.showHidden ? ObjectPrototypeHasOwnProperty : ObjectPrototypePropertyIsEnumerable;
  return listed(value, SymbolToStringTag) ? '' : tag;
}

module.exports = {
  getConstructorName,
  getFunctionBase,
  getKeys,
  getObjectPrefix,
  getPrefix,
  getShortName,
  getTag,
  isBuiltInName,
};
