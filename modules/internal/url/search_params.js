'use strict';

// URLSearchParams.
//
// Phase: run time, with `internal/url`; any thread; not in the startup image. A list of names and values by turns. The one that
// belongs to a URL tells it of every change, and is told by it; neither knows more of the other than that.

const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSort,
  FunctionPrototypeCall,
  IteratorPrototype,
  ObjectDefineProperties,
  ObjectGetOwnPropertyDescriptor,
  ObjectSetPrototypeOf,
  ReflectOwnKeys,
  SafeMap,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  SymbolIterator,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_ARG_NOT_ITERABLE,
    ERR_INVALID_THIS,
    ERR_INVALID_TUPLE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { customInspectSymbol, kEnumerableProperty, removeColors, toUSVString } = require('internal/util');
const { validateFunction } = require('internal/validators');

const { parseQuery, serializeQuery } = internalBinding('url');
const { transfer_mode_private_symbol: transferMode } = internalBinding('util').privateSymbols;

const isObject = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

function parse(text) {
  return text === '' ? [] : parseQuery(text);
}

// The list for an iterable of pairs.
function listOfPairs(pairs, method) {
  if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
  const list = [];
  // The user's protocol, all of it: the pairs, and the two of each.
  for (const pair of { __proto__: null, [SymbolIterator]: () => FunctionPrototypeCall(method, pairs) }) {
    if (!isObject(pair) || typeof pair[SymbolIterator] !== 'function') {
      throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    }
    let count = 0;
    for (const item of pair) {
      if (++count <= 2) ArrayPrototypePush(list, toUSVString(item));
    }
    if (count !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
  }
  return list;
}

// The list for the own enumerable properties of an object.
function listOfRecord(record) {
  const keys = ReflectOwnKeys(record);
  const places = new SafeMap();
  const list = [];
  for (let i = 0; i < keys.length; i++) {
    const descriptor = ObjectGetOwnPropertyDescriptor(record, keys[i]);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    // Two keys may be the same once lone surrogates are replaced; the later one gives the value.
    const name = toUSVString(keys[i]);
    const value = toUSVString(record[keys[i]]);
    const place = places.get(name);
    if (place === undefined) {
      places.set(name, ArrayPrototypePush(list, name, value) - 1);
    } else {
      list[place] = value;
    }
  }
  return list;
}

let listOf;
let bind;
let setList;

class URLSearchParams {
  #list;
  // Called with the new text after each change; undefined unless this belongs to a URL.
  #onChange;
  constructor(init = undefined) {
    // `structuredClone` would make a plain object of it.
    this[transferMode] = 0;
    if (init === undefined || init === null) {
      this.#list = [];
    } else if (isObject(init)) {
      const method = init[SymbolIterator];
      if (method === this[SymbolIterator] && #list in init) {
        this.#list = ArrayPrototypeSlice(init.#list);
      } else if (method !== undefined && method !== null) {
        this.#list = listOfPairs(init, method);
      } else {
        this.#list = listOfRecord(init);
      }
    } else {
      const text = `${init}`;
      this.#list = parse(StringPrototypeStartsWith(text, '?') ? StringPrototypeSlice(text, 1) : text);
    }
  }

  static {
    listOf = (value) => {
      if (!isObject(value) || !(#list in value)) throw new ERR_INVALID_THIS('URLSearchParams');
      return value.#list;
    };
    setList = (params, text) => {
      params.#list = parse(text);
    };
    bind = (text, onChange) => {
      const params = new URLSearchParams(undefined);
      params.#list = parse(text);
      params.#onChange = onChange;
      return params;
    };
  }

  #changed() {
    if (this.#onChange !== undefined) this.#onChange(serializeQuery(this.#list));
  }

  get size() {
    return listOf(this).length / 2;
  }

  append(name, value) {
    const list = listOf(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = toUSVString(name);
    value = toUSVString(value);
    ArrayPrototypePush(list, name, value);
    this.#changed();
  }

  delete(name, value = undefined) {
    const list = listOf(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    if (value !== undefined) value = toUSVString(value);
    let kept = 0;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) continue;
      list[kept++] = list[i];
      list[kept++] = list[i + 1];
    }
    list.length = kept;
    this.#changed();
  }

  get(name) {
    const list = listOf(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
    return null;
  }

  getAll(name) {
    const list = listOf(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    const values = [];
    name = toUSVString(name);
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) ArrayPrototypePush(values, list[i + 1]);
    return values;
  }

  has(name, value = undefined) {
    const list = listOf(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    if (value !== undefined) value = toUSVString(value);
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    }
    return false;
  }

  set(name, value) {
    const list = listOf(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = toUSVString(name);
    value = toUSVString(value);
    let found = false;
    let kept = 0;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && found) continue;
      const here = list[i] === name;
      found ||= here;
      list[kept] = list[i];
      list[kept + 1] = here ? value : list[i + 1];
      kept += 2;
    }
    list.length = kept;
    if (!found) ArrayPrototypePush(list, name, value);
    this.#changed();
  }

  sort() {
    const list = listOf(this);
    const pairs = [];
    for (let i = 0; i < list.length; i += 2) ArrayPrototypePush(pairs, [list[i], list[i + 1]]);
    // By units, and stable.
    ArrayPrototypeSort(pairs, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    for (let i = 0; i < pairs.length; i++) {
      list[2 * i] = pairs[i][0];
      list[2 * i + 1] = pairs[i][1];
    }
    this.#changed();
  }

  entries() {
    listOf(this);
    return new URLSearchParamsIterator(this, kEntries);
  }

  forEach(callback, thisArg = undefined) {
    listOf(this);
    validateFunction(callback, 'callback');
    // The list may change meanwhile, and be another one afterwards.
    for (let i = 0; i < this.#list.length; i += 2) {
      FunctionPrototypeCall(callback, thisArg, this.#list[i + 1], this.#list[i], this);
    }
  }

  keys() {
    listOf(this);
    return new URLSearchParamsIterator(this, kNames);
  }

  values() {
    listOf(this);
    return new URLSearchParamsIterator(this, kValues);
  }

  toString() {
    return serializeQuery(listOf(this));
  }

  [customInspectSymbol](depth, options) {
    const list = listOf(this);
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const { inspect } = require('internal/util/inspect');
    const inner = nested(depth, options);
    const shown = [];
    for (let i = 0; i < list.length; i += 2) {
      ArrayPrototypePush(shown, `${inspect(list[i], inner)} => ${inspect(list[i + 1], inner)}`);
    }
    if (list.length === 0) return `${this.constructor.name} {}`;
    return layOut(`${this.constructor.name} {`, shown, ' }', options);
  }
}

function nested(depth, options) {
  return typeof depth === 'number' && options.depth !== null ? { ...options, depth: depth - 1 } : { ...options };
}

// Items in one line where that is wide enough, else one a line.
function layOut(open, items, close, options) {
  const line = ArrayPrototypeJoin(items, ', ');
  const { length } = removeColors(line);
  if (length <= options.breakLength && StringPrototypeLastIndexOf(line, '\n') === -1) return `${open} ${line}${close}`;
  return `${open}\n  ${ArrayPrototypeJoin(items, ',\n  ')}${close}`;
}

ObjectDefineProperties(URLSearchParams.prototype, {
  __proto__: null,
  append: kEnumerableProperty,
  delete: kEnumerableProperty,
  entries: kEnumerableProperty,
  forEach: kEnumerableProperty,
  get: kEnumerableProperty,
  getAll: kEnumerableProperty,
  has: kEnumerableProperty,
  keys: kEnumerableProperty,
  set: kEnumerableProperty,
  size: kEnumerableProperty,
  sort: kEnumerableProperty,
  toString: kEnumerableProperty,
  values: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams' },
  [SymbolIterator]: { __proto__: null, configurable: true, writable: true, value: URLSearchParams.prototype.entries },
});

// ---- the iterators -----------------------------------------------------------------------------------------------------------

const kEntries = 0;
const kNames = 1;
const kValues = 2;

// The prototype that scripts see has no constructor.
class URLSearchParamsIterator {
  #params;
  #kind;
  #index = 0;

  constructor(params, kind) {
    this.#params = params;
    this.#kind = kind;
  }

  static #check(value) {
    if (!isObject(value) || !(#kind in value)) throw new ERR_INVALID_THIS('URLSearchParamsIterator');
  }

  static #item(list, index, kind) {
    return kind === kEntries ? [list[index], list[index + 1]] : list[kind === kNames ? index : index + 1];
  }

  next() {
    URLSearchParamsIterator.#check(this);
    const list = listOf(this.#params);
    const index = this.#index;
    if (index >= list.length) return { value: undefined, done: true };
    this.#index = index + 2;
    return { value: URLSearchParamsIterator.#item(list, index, this.#kind), done: false };
  }

  [customInspectSymbol](depth, options) {
    URLSearchParamsIterator.#check(this);
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const { inspect } = require('internal/util/inspect');
    const inner = nested(depth, options);
    const list = listOf(this.#params);
    const shown = [];
    for (let i = this.#index; i < list.length; i += 2) {
      ArrayPrototypePush(shown, inspect(URLSearchParamsIterator.#item(list, i, this.#kind), inner));
    }
    return layOut(`${this[SymbolToStringTag]} {`, shown, ' }', options);
  }
}

delete URLSearchParamsIterator.prototype.constructor;
ObjectSetPrototypeOf(URLSearchParamsIterator.prototype, IteratorPrototype);
ObjectDefineProperties(URLSearchParamsIterator.prototype, {
  __proto__: null,
  next: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams Iterator' },
});

module.exports = { URLSearchParams, bind, setList };
