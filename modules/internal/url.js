'use strict';

// URL, and what turns URLs into paths and options.
//
// Phase: run time, when a URL is first made or asked for; any thread; not in the startup image. Parsing and setting is native; a
// URL is its text and the places of its parts in it (see the binding). The parser of old is in `internal/url/legacy`.

const {
  Boolean,
  MathFloor,
  MathRandom,
  NumberPrototypeToString,
  ObjectDefineProperties,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  SymbolToStringTag,
  decodeURIComponent,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
    ERR_INVALID_URL,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const {
  customInspectSymbol,
  defineLazyProperties,
  getConstructorOf,
  kEnumerableProperty,
  toUSVString,
} = require('internal/util');
const { URLSearchParams, bind, setList } = require('internal/url/search_params');

const binding = internalBinding('url');
const { transfer_mode_private_symbol: transferMode } = internalBinding('util').privateSymbols;

// The places in the list that the binding makes of a URL.
const kHref = 0;
const kSchemeEnd = 1;
const kUsernameEnd = 2;
const kHostStart = 3;
const kHostEnd = 4;
const kPort = 5;
const kPathStart = 6;
const kQueryStart = 7;
const kFragmentStart = 8;

const kColon = 58;

function invalid(input, base) {
  // The second argument is told only where there was one.
  return base === undefined ? new ERR_INVALID_URL(input) : new ERR_INVALID_URL(input, base);
}

const hasOrigin = (protocol) => protocol === 'http:' || protocol === 'https:' || protocol === 'ws:' || protocol === 'wss:' ||
  protocol === 'ftp:';

// Makes a URL of a list that the binding made.
let fromParts;

class URL {
  #parts;
  #searchParams;

  constructor(input, base = undefined) {
    // `structuredClone` would make a plain object of it.
    this[transferMode] = 0;
    if (input === kParts) {
      this.#parts = base;
      return;
    }
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    const parts = binding.parse(input, base);
    if (parts === undefined) throw invalid(input, base);
    this.#parts = parts;
  }

  static {
    fromParts = (parts) => new URL(kParts, parts);
  }

  // The list of a receiver; V8's own error would not name the class.
  static #partsOf(value) {
    if (value === null || typeof value !== 'object' || !(#parts in value)) throw new ERR_INVALID_THIS('URL');
    return value.#parts;
  }

  #set(part, value) {
    this.#parts = binding.update(this.#parts[kHref], part, toUSVString(value));
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    const parts = binding.parse(`${input}`, base === undefined ? undefined : `${base}`);
    return parts === undefined ? null : fromParts(parts);
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return binding.canParse(`${url}`, base === undefined ? undefined : `${base}`);
  }

  static createObjectURL(object) {
    const { isBlob, registerObjectURL } = require('internal/blob');
    if (!isBlob(object)) throw new ERR_INVALID_ARG_TYPE('obj', 'Blob', object);
    return registerObjectURL(object, randomId());
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    require('internal/blob').revokeObjectURL(`${url}`);
  }

  toString() {
    return URL.#partsOf(this)[kHref];
  }

  get href() {
    return URL.#partsOf(this)[kHref];
  }

  set href(value) {
    URL.#partsOf(this);
    value = `${value}`;
    const parts = binding.parse(value, undefined);
    if (parts === undefined) throw invalid(value);
    this.#parts = parts;
    this.#searchChanged();
  }

  get origin() {
    URL.#partsOf(this);
    const { protocol } = this;
    if (hasOrigin(protocol)) return `${protocol}//${this.host}`;
    if (protocol === 'blob:') {
      const inner = URL.parse(this.pathname);
      if (inner !== null && (inner.protocol === 'http:' || inner.protocol === 'https:')) return inner.origin;
    }
    return 'null';
  }

  get protocol() {
    const parts = URL.#partsOf(this);
    return StringPrototypeSlice(parts[kHref], 0, parts[kSchemeEnd] + 1);
  }

  set protocol(value) {
    URL.#partsOf(this);
    this.#set(binding.PROTOCOL, value);
  }

  get username() {
    const parts = URL.#partsOf(this);
    // Without `//` the end is in front of the start.
    const start = parts[kSchemeEnd] + 3;
    return start < parts[kUsernameEnd] ? StringPrototypeSlice(parts[kHref], start, parts[kUsernameEnd]) : '';
  }

  set username(value) {
    URL.#partsOf(this);
    this.#set(binding.USERNAME, value);
  }

  get password() {
    const parts = URL.#partsOf(this);
    const end = parts[kHostStart] - 1;
    const start = parts[kUsernameEnd];
    if (start >= end || StringPrototypeCharCodeAt(parts[kHref], start) !== kColon) return '';
    return StringPrototypeSlice(parts[kHref], start + 1, end);
  }

  set password(value) {
    URL.#partsOf(this);
    this.#set(binding.PASSWORD, value);
  }

  get host() {
    const parts = URL.#partsOf(this);
    return StringPrototypeSlice(parts[kHref], parts[kHostStart], parts[kPort] === -1 ? parts[kHostEnd] : parts[kPathStart]);
  }

  set host(value) {
    URL.#partsOf(this);
    this.#set(binding.HOST, value);
  }

  get hostname() {
    const parts = URL.#partsOf(this);
    return StringPrototypeSlice(parts[kHref], parts[kHostStart], parts[kHostEnd]);
  }

  set hostname(value) {
    URL.#partsOf(this);
    this.#set(binding.HOSTNAME, value);
  }

  get port() {
    const port = URL.#partsOf(this)[kPort];
    return port === -1 ? '' : `${port}`;
  }

  set port(value) {
    URL.#partsOf(this);
    this.#set(binding.PORT, value);
  }

  get pathname() {
    const parts = URL.#partsOf(this);
    const end = parts[kQueryStart] !== -1 ? parts[kQueryStart] : parts[kFragmentStart];
    return StringPrototypeSlice(parts[kHref], parts[kPathStart], end === -1 ? undefined : end);
  }

  set pathname(value) {
    URL.#partsOf(this);
    this.#set(binding.PATHNAME, value);
  }

  get search() {
    const parts = URL.#partsOf(this);
    const start = parts[kQueryStart];
    if (start === -1) return '';
    const end = parts[kFragmentStart] === -1 ? parts[kHref].length : parts[kFragmentStart];
    return end - start > 1 ? StringPrototypeSlice(parts[kHref], start, end) : '';
  }

  set search(value) {
    URL.#partsOf(this);
    this.#set(binding.SEARCH, value);
    this.#searchChanged();
  }

  get searchParams() {
    URL.#partsOf(this);
    this.#searchParams ??= bind(
      StringPrototypeSlice(this.search, 1),
      (text) => this.#set(binding.SEARCH, text === '' ? '' : `?${text}`),
    );
    return this.#searchParams;
  }

  get hash() {
    const parts = URL.#partsOf(this);
    const start = parts[kFragmentStart];
    return start === -1 || parts[kHref].length - start <= 1 ? '' : StringPrototypeSlice(parts[kHref], start);
  }

  set hash(value) {
    URL.#partsOf(this);
    this.#set(binding.HASH, value);
  }

  toJSON() {
    return URL.#partsOf(this)[kHref];
  }

  #searchChanged() {
    if (this.#searchParams !== undefined) setList(this.#searchParams, StringPrototypeSlice(this.search, 1));
  }

  [customInspectSymbol](depth, options) {
    URL.#partsOf(this);
    if (typeof depth === 'number' && depth < 0) return this;
    const { name } = getConstructorOf(this) ?? URL;
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash } = this;
    const shown = { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash };
    return `${name} ${require('internal/util/inspect').inspect(shown, options)}`;
  }
}

// What no script can hand to the constructor.
const kParts = { __proto__: null };

// A name that no other object URL has: random, as in a UUID of version 4.
function randomId() {
  let text = '';
  for (let i = 0; i < 36; i++) {
    const digit = i === 14 ? 4 : i === 19 ? 8 + MathFloor(MathRandom() * 4) : MathFloor(MathRandom() * 16);
    text += i === 8 || i === 13 || i === 18 || i === 23 ? '-' : NumberPrototypeToString(digit, 16);
  }
  return text;
}

ObjectDefineProperties(URL, {
  __proto__: null,
  canParse: kEnumerableProperty,
  createObjectURL: kEnumerableProperty,
  parse: kEnumerableProperty,
  revokeObjectURL: kEnumerableProperty,
});
ObjectDefineProperties(URL.prototype, {
  __proto__: null,
  hash: kEnumerableProperty,
  host: kEnumerableProperty,
  hostname: kEnumerableProperty,
  href: kEnumerableProperty,
  origin: kEnumerableProperty,
  password: kEnumerableProperty,
  pathname: kEnumerableProperty,
  port: kEnumerableProperty,
  protocol: kEnumerableProperty,
  search: kEnumerableProperty,
  searchParams: kEnumerableProperty,
  toJSON: kEnumerableProperty,
  toString: kEnumerableProperty,
  username: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URL' },
});

// Told by its shape, since it may be another realm's; what the old parser makes has `auth` and `path`.
function isURL(value) {
  return Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
}

function domainToASCII(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return binding.domainToASCII(`${domain}`);
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return binding.domainToUnicode(`${domain}`);
}

// The host, path and so on that a request takes.
function urlToHttpOptions(url) {
  const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');
  validateObject(url, 'url', kValidateObjectAllowObjects);
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    // What a script hung on the URL goes along.
    ...url,
    protocol: url.protocol,
    hostname: hostname && hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = +port;
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

module.exports = {
  URL,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  isURL,
  urlToHttpOptions,
};
defineLazyProperties(module.exports, 'internal/url/paths', ['fileURLToPath', 'pathToFileURL', 'toPathIfFileURL']);
