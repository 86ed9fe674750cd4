'use strict';

// `MIMEType` and `MIMEParams`, after the MIME sniffing standard.
//
// Phase: run time, any thread, at the first read of one of them; not in the startup image.

const {
  ArrayPrototypePush,
  FunctionPrototypeCall,
  ObjectDefineProperties,
  RegExpPrototypeExec,
  SafeMap,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  SymbolIterator,
} = primordials;

const { codes: { ERR_INVALID_MIME_SYNTAX } } = require('internal/errors');

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuotedString = /[^\t\u0020-~\u0080-\u00FF]/;

function search(text, pattern) {
  const match = RegExpPrototypeExec(pattern, text);
  return match === null ? -1 : match.index;
}

function isWhitespace(text, index) {
  const code = StringPrototypeCharCodeAt(text, index);
  return code === 0x20 || code === 0x09 || code === 0x0A || code === 0x0D;
}

function skipWhitespace(text, index) {
  while (index < text.length && isWhitespace(text, index)) index++;
  return index;
}

function trimEnd(text) {
  let end = text.length;
  while (end > 0 && isWhitespace(text, end - 1)) end--;
  return StringPrototypeSlice(text, 0, end);
}

// Only A to Z: other letters are not lowered.
function toAsciiLower(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    result += code >= 0x41 && code <= 0x5A ? StringPrototypeToLowerCase(text[i]) : text[i];
  }
  return result;
}

// With `lenient`, undefined stands for what is no MIME type.
function parseTypeAndSubtype(text, lenient = false) {
  const start = skipWhitespace(text, 0);
  const slash = StringPrototypeIndexOf(text, '/', start);
  const type = slash === -1 ? StringPrototypeSlice(text, start) : StringPrototypeSlice(text, start, slash);
  const badInType = search(type, notToken);
  if (type === '' || badInType !== -1 || slash === -1) {
    if (lenient) return undefined;
    throw new ERR_INVALID_MIME_SYNTAX('type', text, badInType);
  }

  const semicolon = StringPrototypeIndexOf(text, ';', slash + 1);
  const end = semicolon === -1 ? text.length : semicolon;
  const subtype = trimEnd(StringPrototypeSlice(text, slash + 1, end));
  const badInSubtype = search(subtype, notToken);
  if (subtype === '' || badInSubtype !== -1) {
    if (lenient) return undefined;
    throw new ERR_INVALID_MIME_SYNTAX('subtype', text, badInSubtype);
  }

  return {
    __proto__: null,
    type: toAsciiLower(type),
    subtype: toAsciiLower(subtype),
    parameters: semicolon === -1 ? '' : StringPrototypeSlice(text, semicolon + 1),
  };
}

// ---- parameters ----------------------------------------------------------------------------------------------------

// Reads the string that begins with the quote at `index`.
function readQuoted(text, index) {
  let value = '';
  index++;
  while (index < text.length && text[index] !== '"') {
    if (text[index] === '\\' && index + 1 < text.length) index++;
    value += text[index++];
  }
  return { __proto__: null, value, end: index };
}

function parseParameters(text, data) {
  let position = 0;
  while (position < text.length) {
    position = skipWhitespace(text, position);
    let end = position;
    while (end < text.length && text[end] !== ';' && text[end] !== '=') end++;
    const name = toAsciiLower(StringPrototypeSlice(text, position, end));
    position = end + 1;
    if (end >= text.length) break;
    if (text[end] === ';') continue;

    let value;
    if (text[position] === '"') {
      const quoted = readQuoted(text, position);
      value = quoted.value;
      // What follows the closing quote is dropped.
      end = StringPrototypeIndexOf(text, ';', quoted.end);
      if (end === -1) end = text.length;
    } else {
      end = StringPrototypeIndexOf(text, ';', position);
      if (end === -1) end = text.length;
      value = trimEnd(StringPrototypeSlice(text, position, end));
      if (value === '') {
        position = end + 1;
        continue;
      }
    }
    position = end + 1;
    if (name !== '' && search(name, notToken) === -1 && search(value, notQuotedString) === -1 && !data.has(name)) {
      data.set(name, value);
    }
  }
}

function encodeValue(value) {
  if (value === '') return '""';
  if (search(value, notToken) === -1) return value;
  let result = '"';
  for (let i = 0; i < value.length; i++) {
    if (value[i] === '"' || value[i] === '\\') result += '\\';
    result += value[i];
  }
  return `${result}"`;
}

let fillParams;

class MIMEParams {
  #data = new SafeMap();

  delete(name) {
    this.#data.delete(`${name}`);
  }

  get(name) {
    return this.#data.get(`${name}`) ?? null;
  }

  has(name) {
    return this.#data.has(`${name}`);
  }

  set(name, value) {
    name = `${name}`;
    value = `${value}`;
    const badInName = search(name, notToken);
    if (name === '' || badInName !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter name', name, badInName);
    const badInValue = search(value, notQuotedString);
    if (badInValue !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, badInValue);
    this.#data.set(name, value);
  }

  * entries() {
    const list = this.#list();
    for (let i = 0; i < list.length; i++) yield [list[i].name, list[i].value];
  }

  * keys() {
    const list = this.#list();
    for (let i = 0; i < list.length; i++) yield list[i].name;
  }

  * values() {
    const list = this.#list();
    for (let i = 0; i < list.length; i++) yield list[i].value;
  }

  toString() {
    const list = this.#list();
    let text = '';
    for (let i = 0; i < list.length; i++) {
      text += `${i === 0 ? '' : ';'}${list[i].name}=${encodeValue(list[i].value)}`;
    }
    return text;
  }

  #list() {
    const list = [];
    this.#data.forEach((value, name) => ArrayPrototypePush(list, { __proto__: null, name, value }));
    return list;
  }

  static {
    fillParams = (params, text) => parseParameters(text, params.#data);
  }
}
ObjectDefineProperties(MIMEParams.prototype, {
  [SymbolIterator]: { __proto__: null, configurable: true, value: MIMEParams.prototype.entries, writable: true },
  toJSON: { __proto__: null, configurable: true, value: MIMEParams.prototype.toString, writable: true },
});

const { toString: paramsToString } = MIMEParams.prototype;

class MIMEType {
  #type;
  #subtype;
  #parameters;

  constructor(string) {
    const parsed = parseTypeAndSubtype(`${string}`);
    this.#type = parsed.type;
    this.#subtype = parsed.subtype;
    this.#parameters = new MIMEParams();
    fillParams(this.#parameters, parsed.parameters);
  }

  static parse(string) {
    string = `${string}`;
    return parseTypeAndSubtype(string, true) === undefined ? null : new MIMEType(string);
  }

  get type() {
    return this.#type;
  }

  set type(value) {
    value = `${value}`;
    const bad = search(value, notToken);
    if (value === '' || bad !== -1) throw new ERR_INVALID_MIME_SYNTAX('type', value, bad);
    this.#type = toAsciiLower(value);
  }

  get subtype() {
    return this.#subtype;
  }

  set subtype(value) {
    value = `${value}`;
    const bad = search(value, notToken);
    if (value === '' || bad !== -1) throw new ERR_INVALID_MIME_SYNTAX('subtype', value, bad);
    this.#subtype = toAsciiLower(value);
  }

  get essence() {
    return `${this.#type}/${this.#subtype}`;
  }

  get params() {
    return this.#parameters;
  }

  toString() {
    const parameters = FunctionPrototypeCall(paramsToString, this.#parameters);
    return parameters === '' ? this.essence : `${this.essence};${parameters}`;
  }
}
ObjectDefineProperties(MIMEType.prototype, {
  toJSON: { __proto__: null, configurable: true, value: MIMEType.prototype.toString, writable: true },
});

module.exports = { MIMEParams, MIMEType };
