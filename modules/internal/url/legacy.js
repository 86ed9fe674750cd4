'use strict';

// `url.parse`, `url.format` and `url.resolve`: the parser from before URLs had a standard.
//
// Phase: run time, when one of `url`'s old functions is first read; any thread; not in the startup image. Not for new programs:
// it takes almost anything for a URL, and its idea of a host is not a browser's.

const {
  Boolean,
  FunctionPrototypeCall,
  ObjectAssign,
  RegExpPrototypeExec,
  SafeSet,
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
  decodeURIComponent,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_URL } } = require('internal/errors');
const { isInsideNodeModules } = require('internal/util');
const { validateObject, validateString } = require('internal/validators');
const { isURL } = require('internal/url');

const { domainToASCII } = internalBinding('url');

// Schemes whose URLs always have `//` and a host, and the one that never has a host.
const withSlashes = new SafeSet(['http:', 'https:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:']);
const kScript = 'javascript:';

const schemePattern = /^[a-z0-9.+-]+:/i;
const simplePathPattern = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const authorityPattern = /^\/\/[^@/]+@[^@/]+/;
const portPattern = /:[0-9]*$/;
const forbiddenInHost = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const forbiddenInAddress = /[\0\t\n\r #%/<>?@\\^|]/;
const kLongestHost = 255;

function querystring() {
  return require('querystring');
}

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// ---- parsing ---------------------------------------------------------------------------------------------------------------

const isBlank = (code) => code < 33 || code === 0xa0 || code === 0xfeff;

// The text without blanks around it, its backslashes before the query turned into slashes.
function tidy(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(StringPrototypeCharCodeAt(text, start))) start++;
  while (end > start && isBlank(StringPrototypeCharCodeAt(text, end - 1))) end--;
  text = StringPrototypeSlice(text, start, end);
  const query = firstOf(text, '?', '#');
  const head = query === -1 ? text : StringPrototypeSlice(text, 0, query);
  if (!StringPrototypeIncludes(head, '\\')) return text;
  return StringPrototypeReplaceAll(head, '\\', '/') + StringPrototypeSlice(text, head.length);
}

// Where the first of two characters stands, -1 if neither does.
function firstOf(text, one, other) {
  const a = StringPrototypeIndexOf(text, one);
  const b = StringPrototypeIndexOf(text, other);
  return a === -1 ? b : b === -1 ? a : a < b ? a : b;
}

let warned = false;

// Of packages their authors are to be told, not who uses them.
function warnOfParse() {
  if (warned || isInsideNodeModules()) return;
  warned = true;
  process.emitWarning(
    '`url.parse()` behavior is not standardized and prone to errors that have security implications. ' +
    'Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` vulnerabilities.',
    'DeprecationWarning', 'DEP0169');
}

function urlParse(url, parseQueryString = undefined, slashesDenoteHost = undefined) {
  warnOfParse();
  if (url instanceof Url) return url;
  const result = new Url();
  result.parse(url, parseQueryString, slashesDenoteHost);
  return result;
}

Url.prototype.parse = function (url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  let rest = tidy(url);
  if (!slashesDenoteHost && !StringPrototypeIncludes(rest, '#') && !StringPrototypeIncludes(rest, '@')) {
    const simple = RegExpPrototypeExec(simplePathPattern, rest);
    if (simple !== null) {
      this.path = rest;
      this.href = rest;
      this.pathname = simple[1];
      setSearch(this, simple[2], parseQueryString);
      return this;
    }
  }

  const scheme = RegExpPrototypeExec(schemePattern, rest);
  let protocol = '';
  if (scheme !== null) {
    protocol = StringPrototypeToLowerCase(scheme[0]);
    this.protocol = protocol;
    rest = StringPrototypeSlice(rest, scheme[0].length);
  }
  // A host after `//` with a scheme, or with `user@`, or where the caller wants it.
  let hasSlashes = false;
  if (slashesDenoteHost || scheme !== null || RegExpPrototypeExec(authorityPattern, rest) !== null) {
    hasSlashes = StringPrototypeStartsWith(rest, '//');
    if (hasSlashes && protocol !== kScript) {
      rest = StringPrototypeSlice(rest, 2);
      this.slashes = true;
    }
  }
  if (protocol !== kScript && (hasSlashes || (protocol !== '' && !withSlashes.has(protocol)))) {
    rest = parseAuthority(this, rest, url);
  }
  if (protocol !== kScript) rest = escapeRest(rest);
  parseRest(this, rest, protocol, parseQueryString);
  this.href = this.format();
  return this;
};

function setSearch(url, search, parseQueryString) {
  if (search !== undefined) {
    url.search = search;
    const query = StringPrototypeSlice(search, 1);
    url.query = parseQueryString ? querystring().parse(query) : query;
  } else if (parseQueryString) {
    url.search = null;
    url.query = { __proto__: null };
  }
}

// Characters that cannot be in a host: it ends there, unless an `@` follows and all of it was the user's name.
const endsHost = ' "%\';<>\\^`{|}';
const isLineOrTab = (character) => character === '\t' || character === '\n' || character === '\r';

// Takes `auth`, `host`, `port` and `hostname` off the front of `rest` and returns what is left.
function parseAuthority(url, rest, whole) {
  let at = -1;
  let end = -1;
  for (let i = 0; i < rest.length; i++) {
    // As in URLs of the web, these three are not there.
    while (isLineOrTab(rest[i])) rest = StringPrototypeSlice(rest, 0, i) + StringPrototypeSlice(rest, i + 1);
    if (i === rest.length) break;
    const character = rest[i];
    if (character === '#' || character === '/' || character === '?') {
      if (end === -1) end = i;
      break;
    }
    if (character === '@') {
      at = i;
      end = -1;
    } else if (end === -1 && StringPrototypeIncludes(endsHost, character)) {
      end = i;
    }
  }
  if (at !== -1) url.auth = decodeURIComponent(StringPrototypeSlice(rest, 0, at));
  if (end === -1) end = rest.length;
  const host = StringPrototypeSlice(rest, at + 1, end);
  rest = StringPrototypeSlice(rest, end);

  splitPort(url, host);
  if (typeof url.hostname !== 'string') url.hostname = '';
  const isAddress = isBracketed(url.hostname);
  if (!isAddress) rest = cutHostname(url, url.hostname, rest, whole);
  url.hostname = url.hostname.length > kLongestHost ? '' : StringPrototypeToLowerCase(url.hostname);
  if (url.hostname !== '') {
    if (isAddress) {
      if (RegExpPrototypeExec(forbiddenInAddress, url.hostname) !== null) throw new ERR_INVALID_URL(whole);
    } else {
      url.hostname = toASCII(url.hostname);
      // What it became must not pass for something else than a host.
      if (url.hostname === '' || RegExpPrototypeExec(forbiddenInHost, url.hostname) !== null) throw new ERR_INVALID_URL(whole);
    }
  }
  url.host = url.hostname + (url.port ? `:${url.port}` : '');
  if (isAddress) {
    url.hostname = StringPrototypeSlice(url.hostname, 1, -1);
    if (rest[0] !== '/') rest = `/${rest}`;
  }
  return rest;
}

// The ASCII form of a name; names that are ASCII stay as they are, numbers among them.
const beyondASCII = /[^\u0000-\u007f]/;

function toASCII(name) {
  return RegExpPrototypeExec(beyondASCII, name) === null && !StringPrototypeIncludes(name, 'xn--') ? name : domainToASCII(name);
}

function isBracketed(name) {
  return StringPrototypeStartsWith(name, '[') && StringPrototypeEndsWith(name, ']');
}

function splitPort(url, host) {
  const match = RegExpPrototypeExec(portPattern, host);
  if (match !== null) {
    if (match[0] !== ':') url.port = StringPrototypeSlice(match[0], 1);
    host = StringPrototypeSlice(host, 0, host.length - match[0].length);
  }
  if (host !== '') url.hostname = host;
}

let warnedOfPort = false;

// A name ends at the first character that cannot be in one; the rest of it then goes to the path.
function cutHostname(url, name, rest, whole) {
  for (let i = 0; i < name.length; i++) {
    if (!StringPrototypeIncludes('/\\#?:', name[i])) continue;
    // Node.js 26 throws. Old programs have such URLs, as in `git+ssh://git@host:name`, and go on with the warning.
    if (name[i] === ':' && !warnedOfPort) {
      warnedOfPort = true;
      process.emitWarning(
        `The URL ${whole} is invalid. Future versions of Node.js will throw an error.`, 'DeprecationWarning', 'DEP0170');
    }
    url.hostname = StringPrototypeSlice(name, 0, i);
    return `/${StringPrototypeSlice(name, i)}${rest}`;
  }
  return rest;
}

const escapes = {
  '__proto__': null,
  '\t': '%09',
  '\n': '%0A',
  '\r': '%0D',
  ' ': '%20',
  '"': '%22',
  '\'': '%27',
  '<': '%3C',
  '>': '%3E',
  '\\': '%5C',
  '^': '%5E',
  '`': '%60',
  '{': '%7B',
  '|': '%7C',
  '}': '%7D',
};

function escapeRest(rest) {
  let result = '';
  let done = 0;
  for (let i = 0; i < rest.length; i++) {
    const escaped = escapes[rest[i]];
    if (escaped === undefined) continue;
    result += StringPrototypeSlice(rest, done, i) + escaped;
    done = i + 1;
  }
  return done === 0 ? rest : result + StringPrototypeSlice(rest, done);
}

// Path, query and hash.
function parseRest(url, rest, protocol, parseQueryString) {
  const hash = StringPrototypeIndexOf(rest, '#');
  if (hash !== -1) {
    url.hash = StringPrototypeSlice(rest, hash);
    rest = StringPrototypeSlice(rest, 0, hash);
  }
  const query = StringPrototypeIndexOf(rest, '?');
  setSearch(url, query === -1 ? undefined : StringPrototypeSlice(rest, query), parseQueryString);
  if (query !== -1) rest = StringPrototypeSlice(rest, 0, query);
  if (rest !== '') url.pathname = rest;
  if (withSlashes.has(protocol) && url.hostname && !url.pathname) url.pathname = '/';
  if (url.pathname || url.search) url.path = (url.pathname || '') + (url.search || '');
}

// ---- formatting ------------------------------------------------------------------------------------------------------------

function urlFormat(urlObject, options = undefined) {
  if (typeof urlObject === 'string') {
    urlObject = urlParse(urlObject);
  } else if (typeof urlObject !== 'object' || urlObject === null) {
    throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  } else if (isURL(urlObject)) {
    return formatURL(urlObject, options);
  }
  return FunctionPrototypeCall(Url.prototype.format, urlObject);
}

// A URL of the web, with parts left out.
function formatURL(url, options) {
  let fragment = true;
  let unicode = false;
  let search = true;
  let auth = true;
  if (options) {
    validateObject(options, 'options');
    // Anything but undefined and null counts as it would in a condition.
    if (options.fragment != null) fragment = Boolean(options.fragment);
    if (options.unicode != null) unicode = Boolean(options.unicode);
    if (options.search != null) search = Boolean(options.search);
    if (options.auth != null) auth = Boolean(options.auth);
  }
  const { protocol, username, password, pathname, href } = url;
  let host = url.host;
  if (unicode && url.hostname !== '') {
    const { port } = url;
    host = require('internal/url').domainToUnicode(url.hostname) + (port === '' ? '' : `:${port}`);
  }
  let result = protocol;
  const hasAuthority = StringPrototypeStartsWith(href, '//', protocol.length);
  if (hasAuthority) {
    result += '//';
    if (auth && (username !== '' || password !== '')) result += `${username}${password === '' ? '' : `:${password}`}@`;
    result += host;
  } else if (StringPrototypeStartsWith(pathname, '//')) {
    // As it is written, so that it is not read as a host.
    result += '/.';
  }
  return result + pathname + (search ? url.search : '') + (fragment ? url.hash : '');
}

const plainInAuth = /[^A-Za-z0-9\-_.!~*'():]/;

Url.prototype.format = function () {
  let auth = this.auth || '';
  if (auth !== '') {
    if (RegExpPrototypeExec(plainInAuth, auth) !== null) {
      auth = StringPrototypeReplaceAll(querystring().escape(auth), '%3A', ':');
    }
    auth += '@';
  }
  let protocol = this.protocol || '';
  if (protocol !== '' && !StringPrototypeEndsWith(protocol, ':')) protocol += ':';
  let pathname = this.pathname || '';
  let hash = this.hash || '';
  let host = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const isBare = StringPrototypeIncludes(this.hostname, ':') && !isBracketed(this.hostname);
    host = auth + (isBare ? `[${this.hostname}]` : this.hostname);
    if (this.port) host += `:${this.port}`;
  }
  let query = '';
  if (this.query !== null && typeof this.query === 'object') query = querystring().stringify(this.query);
  let search = this.search || (query && `?${query}`) || '';

  pathname = StringPrototypeReplaceAll(StringPrototypeReplaceAll(pathname, '#', '%23'), '?', '%3F');
  if (this.slashes || withSlashes.has(protocol)) {
    if (this.slashes || host !== '') {
      if (pathname !== '' && pathname[0] !== '/') pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (StringPrototypeStartsWith(protocol, 'file')) {
      host = '//';
    }
  }
  search = StringPrototypeReplaceAll(search, '#', '%23');
  if (hash !== '' && hash[0] !== '#') hash = `#${hash}`;
  if (search !== '' && search[0] !== '?') search = `?${search}`;
  return protocol + host + pathname + search + hash;
};

Url.prototype.parseHost = function () {
  splitPort(this, this.host);
};

// ---- resolving -------------------------------------------------------------------------------------------------------------

function urlResolve(source, relative) {
  return urlParse(source, false, true).resolve(relative);
}

Url.prototype.resolve = function (relative) {
  return this.resolveObject(urlParse(relative, false, true)).format();
};

function urlResolveObject(source, relative) {
  return source ? urlParse(source, false, true).resolveObject(relative) : relative;
}

Url.prototype.resolveObject = function (relative) {
  if (typeof relative === 'string') relative = urlParse(relative, false, true);
  const result = ObjectAssign(new Url(), this);
  require('internal/url/resolve').resolveInto(result, relative, (protocol) => withSlashes.has(protocol));
  result.href = result.format();
  return result;
};

module.exports = {
  Url,
  urlFormat,
  urlParse,
  urlResolve,
  urlResolveObject,
};
