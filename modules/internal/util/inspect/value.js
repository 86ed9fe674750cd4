'use strict';

// The core of inspection: one value, of whatever kind, as text.
//
// Phase: run time, on every thread, loaded by `internal/util/inspect`; not in the startup image. It may run a user's
// `[inspect.custom]` and, if asked to, getters; it must not load a lazy property that is not loaded yet.

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypePushApply,
  ArrayPrototypeSlice,
  ArrayPrototypeSort,
  ArrayPrototypeSplice,
  BigIntPrototypeToString,
  BigIntPrototypeValueOf,
  BooleanPrototypeValueOf,
  DatePrototypeGetTime,
  DatePrototypeToISOString,
  DatePrototypeToString,
  Error,
  FunctionPrototypeCall,
  FunctionPrototypeSymbolHasInstance,
  MapPrototypeGetSize,
  NumberIsNaN,
  NumberPrototypeToString,
  NumberPrototypeValueOf,
  Object,
  ObjectGetOwnPropertyDescriptor,
  ObjectKeys,
  ObjectPrototypePropertyIsEnumerable,
  ObjectSeal,
  ObjectSetPrototypeOf,
  RegExpPrototypeExec,
  RegExpPrototypeGetDotAll,
  RegExpPrototypeGetGlobal,
  RegExpPrototypeGetHasIndices,
  RegExpPrototypeGetIgnoreCase,
  RegExpPrototypeGetMultiline,
  RegExpPrototypeGetSource,
  RegExpPrototypeGetSticky,
  RegExpPrototypeGetUnicode,
  RegExpPrototypeGetUnicodeSets,
  SafeMap,
  SetPrototypeGetSize,
  StringPrototypeRepeat,
  StringPrototypeToLowerCase,
  StringPrototypeValueOf,
  SymbolIterator,
  SymbolPrototypeToString,
  SymbolPrototypeValueOf,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;

const {
  constants: { ALL_PROPERTIES, ONLY_ENUMERABLE },
  getExternalValue,
  getOwnNonIndexProperties,
  getProxyDetails,
  lazyPropertyState,
} = internalBinding('util');
const types = internalBinding('types');
const { customInspectSymbol, getLazy, isError } = require('internal/util');
const { isStackOverflowError } = require('internal/errors');
const { isTypedArray } = require('internal/util/types');
const {
  getConstructorName,
  getFunctionBase,
  getKeys,
  getObjectPrefix,
  getPrefix,
  getShortName,
  getTag,
} = require('internal/util/inspect/names');
const entries = require('internal/util/inspect/entries');
const {
  escapeKey,
  formatNumber,
  formatPrimitive,
  kArrayExtrasType,
  kArrayType,
  kObjectType,
  quote,
  reduceToSingleString,
  replaceLineFeeds,
  widthOf,
} = require('internal/util/inspect/text');

const errorModule = getLazy(() => require('internal/util/inspect/error'));

const identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

// An inspection stops going deeper when the text of one level is longer than this.
const kBudget = 2 ** 27;

const inspectDefaultOptions = ObjectSeal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});

function stylizeNoColor(text) {
  return text;
}

// ---- values ----------------------------------------------------------------------------------------------------

function formatValue(ctx, value, recurseTimes, typedArray) {
  if (typeof value !== 'object' && typeof value !== 'function' && !types.isExternal(value)) {
    return formatPrimitive(ctx.stylize, value, ctx);
  }
  if (value === null) return ctx.stylize('null', 'null');

  // From here on a proxy is seen as its target: no trap is called.
  const context = value;
  let proxy = getProxyDetails(value, !!ctx.showProxy);
  const isProxy = proxy !== undefined;
  while (proxy !== undefined) {
    if (proxy === null || proxy[0] === null) return ctx.stylize('<Revoked Proxy>', 'special');
    if (ctx.showProxy) return formatProxy(ctx, proxy, recurseTimes);
    value = proxy;
    proxy = getProxyDetails(value, false);
  }

  if (ctx.customInspect) {
    const custom = value[customInspectSymbol];
    if (typeof custom === 'function' && custom !== ctx.format.inspect && !isPrototypeObject(value)) {
      const depth = ctx.depth === null ? null : ctx.depth - recurseTimes;
      const foreign = isProxy || !FunctionPrototypeSymbolHasInstance(Object, context);
      const result = FunctionPrototypeCall(custom, context, depth, userOptions(ctx, foreign), ctx.format.inspect);
      if (result !== context) {
        if (typeof result !== 'string') return formatValue(ctx, result, recurseTimes);
        return replaceLineFeeds(result, `\n${StringPrototypeRepeat(' ', ctx.indentationLvl)}`);
      }
    }
  }

  if (ArrayPrototypeIncludes(ctx.seen, value)) {
    let index = 1;
    if (ctx.circular === undefined) {
      ctx.circular = new SafeMap();
      ctx.circular.set(value, index);
    } else {
      index = ctx.circular.get(value);
      if (index === undefined) {
        index = ctx.circular.size + 1;
        ctx.circular.set(value, index);
      }
    }
    return ctx.stylize(`[Circular *${index}]`, 'special');
  }
  return formatRaw(ctx, value, recurseTimes, typedArray);
}

// `X.prototype` has the method of the instances but is none.
function isPrototypeObject(value) {
  return ObjectGetOwnPropertyDescriptor(value, 'constructor')?.value?.prototype === value;
}

// What an `[inspect.custom]` gets. An object of another realm or behind a proxy gets nothing that leads into this realm.
function userOptions(ctx, foreign) {
  const options = { stylize: ctx.stylize };
  const names = ObjectKeys(inspectDefaultOptions);
  for (let i = 0; i < names.length; i++) options[names[i]] = ctx[names[i]];
  const result = ctx.userOptions === undefined ? options : { ...options, ...ctx.userOptions };
  if (!foreign) return result;
  ObjectSetPrototypeOf(result, null);
  const keys = ObjectKeys(result);
  for (let i = 0; i < keys.length; i++) {
    const option = result[keys[i]];
    if ((typeof option === 'object' || typeof option === 'function') && option !== null) delete result[keys[i]];
  }
  result.stylize = ObjectSetPrototypeOf((value, flavour) => {
    let stylized;
    try {
      stylized = `${ctx.stylize(value, flavour)}`;
    } catch {
      // The value stays as it is.
    }
    return typeof stylized === 'string' ? stylized : value;
  }, null);
  return result;
}

function formatProxy(ctx, proxy, recurseTimes) {
  if (recurseTimes > ctx.depth && ctx.depth !== null) return ctx.stylize('Proxy [Array]', 'special');
  recurseTimes += 1;
  ctx.indentationLvl += 2;
  const output = [formatValue(ctx, proxy[0], recurseTimes), formatValue(ctx, proxy[1], recurseTimes)];
  ctx.indentationLvl -= 2;
  return reduceToSingleString(ctx, output, '', ['Proxy [', ']'], kArrayExtrasType, recurseTimes);
}

// ---- objects ----------------------------------------------------------------------------------------------------

// What is known of an object before its contents are formatted. `text` is set if there is nothing more to say.
class Outline {
  constructor(constructor, tag, bare) {
    this.constructorName = constructor;
    this.tag = tag;
    this.bare = bare; // no prototype properties are shown
    this.text = undefined;
    this.base = '';
    this.braces = undefined;
    this.keys = undefined;
    this.hidden = undefined; // keys of accessors that are shown all the same
    this.extrasType = kObjectType;
    this.format = entries.formatNothing;
    this.argument = undefined; // of `format`, after the usual three
  }

  prefix(fallback, size) {
    return getPrefix(this.constructorName, this.tag, fallback, size);
  }

  empty() {
    return this.keys.length === 0 && this.bare;
  }

  open(brace, close, format, argument) {
    this.braces = [brace, close];
    this.format = format;
    this.argument = argument;
  }
}

// What has an iterator, as far as it is known. Tells whether it was.
function outlineIterable(outline, ctx, value) {
  const filter = ctx.showHidden ? ALL_PROPERTIES : ONLY_ENUMERABLE;
  if (ArrayIsArray(value)) {
    // Only an array that is not quite usual is named.
    const prefix = outline.constructorName !== 'Array' || outline.tag !== '' ?
      outline.prefix('Array', `(${value.length})`) : '';
    outline.keys = getOwnNonIndexProperties(value, filter);
    outline.open(`${prefix}[`, ']', entries.formatArray);
    outline.extrasType = kArrayExtrasType;
    if (value.length === 0 && outline.empty()) outline.text = `${prefix}[]`;
  } else if (types.isSet(value)) {
    const size = SetPrototypeGetSize(value);
    const prefix = outline.prefix('Set', `(${size})`);
    outline.keys = getKeys(value, ctx.showHidden);
    outline.open(`${prefix}{`, '}', entries.formatSet);
    if (size === 0 && outline.empty()) outline.text = `${prefix}{}`;
  } else if (types.isMap(value)) {
    const size = MapPrototypeGetSize(value);
    const prefix = outline.prefix('Map', `(${size})`);
    outline.keys = getKeys(value, ctx.showHidden);
    outline.open(`${prefix}{`, '}', entries.formatMap);
    if (size === 0 && outline.empty()) outline.text = `${prefix}{}`;
  } else if (isTypedArray(value)) {
    outline.keys = getOwnNonIndexProperties(value, filter);
    let elements = value;
    let fallback = '';
    if (outline.constructorName === null) {
      fallback = TypedArrayPrototypeGetSymbolToStringTag(value);
      // Gives the accessors back that went with the prototype.
      elements = new primordials[fallback](value);
    }
    const size = TypedArrayPrototypeGetLength(value);
    const prefix = outline.prefix(fallback, `(${size})`);
    outline.open(`${prefix}[`, ']', entries.formatTypedArray, elements);
    outline.extrasType = kArrayExtrasType;
    if (ctx.showHidden) outline.hidden = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];
    else if (size === 0 && outline.keys.length === 0) outline.text = `${prefix}[]`;
  } else if (types.isMapIterator(value)) {
    outlineIterator(outline, ctx, value, 'Map');
  } else if (types.isSetIterator(value)) {
    outlineIterator(outline, ctx, value, 'Set');
  } else {
    return false;
  }
  return true;
}

function outlineIterator(outline, ctx, value, type) {
  outline.keys = getKeys(value, ctx.showHidden);
  const name = `${type} Iterator`;
  const { tag } = outline;
  const shownTag = tag === name ? tag : `${tag === '' ? '' : `${tag}] [`}${name}`;
  outline.open(`[${shownTag}] {`, '}', entries.formatIterator);
  outline.argument = outline.braces;
}

function outlineObject(outline, ctx, value, recurseTimes, typedArray) {
  const { constructorName, tag } = outline;
  const keys = outline.keys = getKeys(value, ctx.showHidden);
  outline.open('{', '}', entries.formatNothing);
  if (typeof value === 'function') {
    outline.base = getFunctionBase(ctx, value, constructorName, tag);
    if (outline.empty()) outline.text = ctx.stylize(outline.base, 'special');
  } else if (constructorName === 'Object') {
    if (types.isArgumentsObject(value)) outline.braces[0] = '[Arguments] {';
    else if (tag !== '') outline.braces[0] = `${outline.prefix('Object')}{`;
    if (outline.empty()) outline.text = `${outline.braces[0]}}`;
  } else if (types.isRegExp(value)) {
    outline.base = withPrefix(outline, 'RegExp', regExpText(value));
    if (outline.empty() || (recurseTimes > ctx.depth && ctx.depth !== null)) {
      outline.text = ctx.stylize(outline.base, 'regexp');
    }
  } else if (types.isDate(value)) {
    const valid = !NumberIsNaN(DatePrototypeGetTime(value));
    outline.base = withPrefix(outline, 'Date', valid ? DatePrototypeToISOString(value) : DatePrototypeToString(value));
    if (outline.empty()) outline.text = ctx.stylize(outline.base, 'date');
  } else if (isError(value)) {
    outline.base = errorModule().formatError(value, constructorName, tag, ctx, keys);
    if (outline.empty()) outline.text = outline.base;
  } else if (types.isAnyArrayBuffer(value)) {
    const prefix = outline.prefix(types.isArrayBuffer(value) ? 'ArrayBuffer' : 'SharedArrayBuffer');
    if (typedArray === undefined) {
      outline.format = entries.formatArrayBuffer;
    } else if (outline.empty()) {
      outline.text = `${prefix}{ byteLength: ${formatNumber(ctx.stylize, value.byteLength, false)} }`;
    }
    outline.braces[0] = `${prefix}{`;
    outline.hidden = ['byteLength'];
  } else if (types.isDataView(value)) {
    outline.braces[0] = `${outline.prefix('DataView')}{`;
    outline.hidden = ['byteLength', 'byteOffset', 'buffer'];
  } else if (types.isPromise(value)) {
    outline.open(`${outline.prefix('Promise')}{`, '}', entries.formatPromise);
  } else if (types.isWeakSet(value)) {
    const format = ctx.showHidden ? entries.formatWeakSet : entries.formatUnknownItems;
    outline.open(`${outline.prefix('WeakSet')}{`, '}', format);
  } else if (types.isWeakMap(value)) {
    const format = ctx.showHidden ? entries.formatWeakMap : entries.formatUnknownItems;
    outline.open(`${outline.prefix('WeakMap')}{`, '}', format);
  } else if (types.isModuleNamespaceObject(value)) {
    outline.open(`${outline.prefix('Module')}{`, '}', entries.formatNamespace, keys);
  } else if (types.isBoxedPrimitive(value)) {
    outline.base = getBoxedBase(value, ctx, outline);
    if (outline.empty()) outline.text = outline.base;
  } else if (tag === 'URL' && typeof value.href === 'string' &&
      FunctionPrototypeSymbolHasInstance(require('internal/url').URL, value) && !(recurseTimes > ctx.depth && ctx.depth !== null)) {
    outline.base = value.href;
    if (outline.empty()) outline.text = outline.base;
  } else if (outline.empty()) {
    outline.text = types.isExternal(value) ?
      ctx.stylize(`[External: ${externalAddress(value)}]`, 'special') : `${getObjectPrefix(value, constructorName, tag)}{}`;
  } else {
    outline.braces[0] = `${getObjectPrefix(value, constructorName, tag)}{`;
  }
}

// `RegExp.prototype.toString` would read what a script may have replaced.
function regExpText(value) {
  let flags = '';
  if (RegExpPrototypeGetHasIndices(value)) flags += 'd';
  if (RegExpPrototypeGetGlobal(value)) flags += 'g';
  if (RegExpPrototypeGetIgnoreCase(value)) flags += 'i';
  if (RegExpPrototypeGetMultiline(value)) flags += 'm';
  if (RegExpPrototypeGetDotAll(value)) flags += 's';
  if (RegExpPrototypeGetUnicode(value)) flags += 'u';
  if (RegExpPrototypeGetUnicodeSets?.(value)) flags += 'v';
  if (RegExpPrototypeGetSticky(value)) flags += 'y';
  return `/${RegExpPrototypeGetSource(value)}/${flags}`;
}

function withPrefix(outline, fallback, text) {
  const prefix = outline.prefix(fallback);
  return prefix === `${fallback} ` ? text : `${prefix}${text}`;
}

function externalAddress(value) {
  if (getExternalValue === undefined) return 'address unknown';
  const address = getExternalValue(value);
  return typeof address === 'bigint' ? BigIntPrototypeToString(address, 16) : NumberPrototypeToString(address, 16);
}

// [Number: 3], [String (Sub): 'x'] [tag]
function getBoxedBase(value, ctx, outline) {
  let unbox;
  let type;
  const { constructorName, keys, tag } = outline;
  if (types.isNumberObject(value)) {
    unbox = NumberPrototypeValueOf;
    type = 'Number';
  } else if (types.isStringObject(value)) {
    unbox = StringPrototypeValueOf;
    type = 'String';
    // The characters are properties too, and come first.
    ArrayPrototypeSplice(keys, 0, value.length);
  } else if (types.isBooleanObject(value)) {
    unbox = BooleanPrototypeValueOf;
    type = 'Boolean';
  } else if (types.isBigIntObject(value)) {
    unbox = BigIntPrototypeValueOf;
    type = 'BigInt';
  } else {
    unbox = SymbolPrototypeValueOf;
    type = 'Symbol';
  }
  let base = `[${type}`;
  if (type !== constructorName) base += constructorName === null ? ' (null prototype)' : ` (${constructorName})`;
  base += `: ${formatPrimitive(stylizeNoColor, unbox(value), ctx)}]`;
  if (tag !== '' && tag !== constructorName) base += ` [${tag}]`;
  if (keys.length !== 0 || ctx.stylize === stylizeNoColor) return base;
  return ctx.stylize(base, StringPrototypeToLowerCase(type));
}

function formatRaw(ctx, value, recurseTimes, typedArray) {
  const protoProps = ctx.showHidden && (recurseTimes <= ctx.depth || ctx.depth === null) ? [] : undefined;
  const constructorName = getConstructorName(value, ctx, recurseTimes, protoProps);
  const bare = protoProps === undefined || protoProps.length === 0;
  const tag = getTag(value, ctx);
  const outline = new Outline(constructorName, tag, bare);

  // The iterator is not called: that it is there only tells where to look first.
  if (!((constructorName === null || SymbolIterator in value) && outlineIterable(outline, ctx, value))) {
    outlineObject(outline, ctx, value, recurseTimes, typedArray);
  }
  if (outline.text !== undefined) return outline.text;

  if (recurseTimes > ctx.depth && ctx.depth !== null) {
    const name = getShortName(value, constructorName, tag);
    return ctx.stylize(constructorName === null ? name : `[${name}]`, 'special');
  }
  recurseTimes += 1;

  const level = ctx.seen.length;
  ctx.seen[level] = value;
  ctx.currentDepth = recurseTimes;
  const { braces, extrasType } = outline;
  const indentation = ctx.indentationLvl;
  let output;
  try {
    output = outline.format(ctx, value, recurseTimes, outline.argument);
    const { hidden, keys } = outline;
    if (hidden !== undefined) {
      // The buffer of a typed array is not shown byte by byte: what can be seen of it is as long as the array.
      const brief = typedArray || isTypedArray(value);
      for (let i = 0; i < hidden.length; i++) {
        ArrayPrototypePush(output, formatHidden(ctx, value, recurseTimes, hidden[i], brief || undefined));
      }
    }
    for (let i = 0; i < keys.length; i++) {
      ArrayPrototypePush(output, formatProperty(ctx, value, recurseTimes, keys[i], extrasType));
    }
    if (!bare) ArrayPrototypePushApply(output, protoProps);
  } catch (error) {
    if (!isStackOverflowError(error)) throw error;
    ctx.seen.length = level;
    ctx.indentationLvl = indentation;
    const name = getShortName(value, constructorName, tag);
    return ctx.stylize(`[${name}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`, 'special');
  }

  let { base } = outline;
  if (ctx.circular !== undefined) {
    const index = ctx.circular.get(value);
    if (index !== undefined) {
      const reference = ctx.stylize(`<ref *${index}>`, 'special');
      if (ctx.compact !== true) base = base === '' ? reference : `${reference} ${base}`;
      else braces[0] = `${reference} ${braces[0]}`;
    }
  }
  ArrayPrototypePop(ctx.seen);

  if (ctx.sorted) sortOutput(ctx, output, outline.keys.length, extrasType);

  const text = reduceToSingleString(ctx, output, base, braces, extrasType, recurseTimes, value);
  const spent = (ctx.budget[ctx.indentationLvl] || 0) + text.length;
  ctx.budget[ctx.indentationLvl] = spent;
  if (spent > kBudget) ctx.depth = -1;
  return text;
}

// Elements of arrays keep their order, the keys after them are sorted.
function sortOutput(ctx, output, keyCount, extrasType) {
  const comparator = ctx.sorted === true ? undefined : ctx.sorted;
  if (extrasType === kObjectType) {
    ArrayPrototypeSort(output, comparator);
  } else if (keyCount > 1) {
    const start = output.length - keyCount;
    const sorted = ArrayPrototypeSort(ArrayPrototypeSlice(output, start), comparator);
    for (let i = 0; i < keyCount; i++) output[start + i] = sorted[i];
  }
}

const nativeStackGetter = getLazy(() => ObjectGetOwnPropertyDescriptor(new Error(), 'stack')?.get);

// ---- properties ----------------------------------------------------------------------------------------------------

// `original` is the receiver of getters, `value` where the property stands.
function formatProperty(ctx, value, recurseTimes, key, type, descriptor, original = value) {
  const lazy = lazyPropertyState !== undefined && typeof key === 'string' && descriptor === undefined ?
    lazyPropertyState(value, key) : undefined;
  let text;
  let extra = ' ';
  if (lazy !== undefined) {
    // Its descriptor must not be asked for: that would load it.
    text = ctx.stylize(`[lazy ${lazy}]`, 'special');
    return `${propertyName(ctx, key, ObjectPrototypePropertyIsEnumerable(value, key))}:${extra}${text}`;
  }
  descriptor = descriptor || ObjectGetOwnPropertyDescriptor(value, key) ||
    { value: value[key], configurable: true, enumerable: true };
  if (descriptor.get !== undefined && descriptor.get === nativeStackGetter()) {
    // V8's own accessor, which is seen as the data property it stands for.
    descriptor = { __proto__: null, value: value[key], enumerable: descriptor.enumerable };
  }
  if (descriptor.value !== undefined) {
    const indent = ctx.compact !== true || type !== kObjectType ? 2 : 3;
    ctx.indentationLvl += indent;
    text = formatValue(ctx, descriptor.value, recurseTimes);
    if (indent === 3 && ctx.breakLength < widthOf(text, ctx.colors)) {
      extra = `\n${StringPrototypeRepeat(' ', ctx.indentationLvl)}`;
    }
    ctx.indentationLvl -= indent;
  } else if (descriptor.get !== undefined) {
    text = formatGetter(ctx, descriptor, original, recurseTimes);
  } else if (descriptor.set !== undefined) {
    text = ctx.stylize('[Setter]', 'special');
  } else {
    text = ctx.stylize('undefined', 'undefined');
  }
  if (type === kArrayType) return text;
  return `${propertyName(ctx, key, descriptor.enumerable)}:${extra}${text}`;
}

function propertyName(ctx, key, enumerable) {
  if (typeof key === 'symbol') return `[${ctx.stylize(escapeKey(SymbolPrototypeToString(key)), 'symbol')}]`;
  let name;
  if (key === '__proto__') name = "['__proto__']";
  else if (RegExpPrototypeExec(identifier, key) !== null) name = ctx.stylize(key, 'name');
  else name = ctx.stylize(quote(key), 'string');
  return enumerable === false ? `[${name}]` : name;
}

// What an accessor of the prototype says. One that throws is that of a view of a buffer that is gone: the buffer answers.
function formatHidden(ctx, value, recurseTimes, key, typedArray) {
  let member;
  try {
    member = value[key];
  } catch {
    member = value.buffer[key];
  }
  ctx.indentationLvl += 2;
  const text = formatValue(ctx, member, recurseTimes, typedArray);
  ctx.indentationLvl -= 2;
  return `${isTypedArray(value) ? `[${key}]` : key}: ${text}`;
}

function formatGetter(ctx, descriptor, original, recurseTimes) {
  const style = (text) => ctx.stylize(text, 'special');
  const label = descriptor.set !== undefined ? 'Getter/Setter' : 'Getter';
  const { getters } = ctx;
  const wanted = getters === true || (getters === 'get' && descriptor.set === undefined) ||
    (getters === 'set' && descriptor.set !== undefined);
  if (!wanted) return style(`[${label}]`);
  let text;
  ctx.indentationLvl += 2;
  try {
    const value = FunctionPrototypeCall(descriptor.get, original);
    if (value === null) {
      text = `${style(`[${label}:`)} ${ctx.stylize('null', 'null')}${style(']')}`;
    } else if (typeof value === 'object' || typeof value === 'function') {
      text = `${style(`[${label}]`)} ${formatValue(ctx, value, recurseTimes)}`;
    } else {
      text = `${style(`[${label}:`)} ${formatPrimitive(ctx.stylize, value, ctx)}${style(']')}`;
    }
  } catch (error) {
    text = `${style(`[${label}:`)} <Inspection threw (${formatValue(ctx, error, recurseTimes)})>${style(']')}`;
  }
  ctx.indentationLvl -= 2;
  return text;
}

module.exports = {
  formatProperty,
  formatValue,
  inspectDefaultOptions,
  stylizeNoColor,
};
