'use strict';

// The ES modules of this program: for each URL (and type attribute) one job, which is a native module and what is known of it.
//
// Loads with the first ES module or `import()`, on any thread; not in the startup image. Everything here is synchronous. What a
// start of an empty module does not need (CommonJS, builtins, JSON, `data:`) is in files of their own.
//
// The fields of a job: `number` names the native module; `url`, and `path` where there is a file; `format`; `source` of an ES
// module, and `clauses`, what it imports by its text, once somebody asked; `requests` as V8 lists them, and `links`, the jobs
// they lead to, once all of them are known; `deep` if imports lead far down from there; `complete` once the whole graph below is
// linked and instantiated, and the names it takes from builtins are bound.

const {
  ObjectKeys,
  SafeMap,
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const { compileSourceTextModule } = internalBinding('module_wrap');
const { readFileUtf8 } = internalBinding('fs');
const { scheme } = internalBinding('builtins');

const {
  codes: {
    ERR_IMPORT_ATTRIBUTE_MISSING,
    ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE,
    ERR_IMPORT_ATTRIBUTE_UNSUPPORTED,
    ERR_UNKNOWN_FILE_EXTENSION,
    ERR_UNSUPPORTED_ESM_URL_SCHEME,
  },
} = require('internal/errors');

const { stripBOM } = require('internal/modules/helpers');
const path = require('path');

const O_RDONLY = 0;
const builtinPrefix = `${scheme}:`;

const jobs = new SafeMap();
const jobsByNumber = new SafeMap();

/**
 * @param {number} number
 * @param {string} url
 * @param {string | undefined} file
 * @param {'module' | 'commonjs' | 'json' | 'builtin'} format
 */
function makeJob(number, url, file, format) {
  const job = {
    __proto__: null,
    number,
    url,
    path: file,
    format,
    source: undefined,
    requests: undefined,
    links: undefined,
    complete: false,
    deep: false,
    clauses: undefined,
  };
  jobsByNumber.set(number, job);
  return job;
}

// ---- URLs and paths ------------------------------------------------------------------------------------------------

/**
 * Whether a path is written the same in a URL: letters, digits and `- . / @ [ ] _ ~` only.
 * @param {string} text
 */
function isPlain(text) {
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    const plain = (code >= 0x61 && code <= 0x7a) || (code >= 0x40 && code <= 0x5a) || (code >= 0x2d && code <= 0x39) ||
      code === 0x5b || code === 0x5d || code === 0x5f || code === 0x7e;
    if (!plain)
      return false;
  }
  return true;
}

/**
 * @param {string} file full path
 * @returns {string}
 */
function urlOfPath(file) {
  return isPlain(file) ? `file://${file}` : require('internal/url/paths').pathToFileURL(file).href;
}

/**
 * @param {string} url
 * @returns {string | undefined} of a `file:` URL
 */
function pathOfURL(url) {
  if (!StringPrototypeStartsWith(url, 'file:'))
    return undefined;
  const file = StringPrototypeSlice(url, 7);
  return StringPrototypeStartsWith(url, 'file:///') && isPlain(file) ? file : require('internal/url/paths').fileURLToPath(url);
}

// ---- Kinds of modules ----------------------------------------------------------------------------------------------

/**
 * The type that the attributes of an import ask for.
 * @param {Record<string, string> | undefined} attributes
 * @param {string} url what is imported
 * @returns {'json' | undefined}
 */
function typeOf(attributes, url) {
  if (attributes === undefined)
    return undefined;
  const keys = ObjectKeys(attributes);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key !== 'type' || attributes[key] !== 'json')
      throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, attributes[key], url);
  }
  return attributes.type;
}

function checkType(type, format, url) {
  if (format === 'json') {
    if (type === undefined)
      throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', 'json');
  } else if (type !== undefined) {
    throw new ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, type);
  }
}

/**
 * What a file is, by its name and package. Undefined if only its text can tell.
 * @param {string} file
 * @returns {'module' | 'commonjs' | 'json' | undefined}
 */
function formatOf(file) {
  if (StringPrototypeEndsWith(file, '.mjs'))
    return 'module';
  const extension = path.extname(file);
  switch (extension) {
    case '.js':
    case '': {
      const type = require('internal/modules/cjs/resolve').packageType(file);
      return type === 'none' ? undefined : type;
    }
    case '.cjs':
      return 'commonjs';
    case '.json':
      return 'json';
    default:
      throw new ERR_UNKNOWN_FILE_EXTENSION(extension, file);
  }
}

// ---- Making jobs ---------------------------------------------------------------------------------------------------

function createModule(url, file, source) {
  const job = makeJob(compileSourceTextModule(url, source), url, file, 'module');
  job.source = source;
  return job;
}

function create(url, file, format, source) {
  switch (format) {
    case 'module':
      return createModule(url, file, source);
    case 'json':
      return require('internal/modules/esm/json').createJSON(url, file, source);
    default:
      return require('internal/modules/esm/commonjs').createCommonJS(url, file, source);
  }
}

function load(url, type) {
  const file = pathOfURL(url);
  if (file === undefined) {
    if (!StringPrototypeStartsWith(url, 'data:'))
      throw new ERR_UNSUPPORTED_ESM_URL_SCHEME(require('internal/url').URL.parse(url), ['file', 'data', scheme]);
    const { format, source } = require('internal/modules/esm/data_url').read(url);
    checkType(type, format, url);
    return create(url, undefined, format, source);
  }
  let format = formatOf(file);
  if (format !== undefined)
    checkType(type, format, url);
  const source = stripBOM(readFileUtf8(file, O_RDONLY));
  if (format === undefined) {
    format = require('internal/modules/esm/syntax').isModule(source, file, url) ? 'module' : 'commonjs';
    checkType(type, format, url);
  }
  return create(url, file, format, source);
}

/**
 * The job for a URL, made if there is none yet. A module that could not be made is tried again the next time.
 * @param {string} url
 * @param {Record<string, string> | undefined} attributes
 * @param {{ file?: string, line?: number }} importer who asks, for the record of loads
 */
function jobFor(url, attributes, importer) {
  const type = typeOf(attributes, url);
  if (StringPrototypeStartsWith(url, builtinPrefix)) {
    checkType(type, 'builtin', url);
    return require('internal/modules/esm/facade').facadeFor(StringPrototypeSlice(url, builtinPrefix.length), importer);
  }
  const key = type === undefined ? url : `${type}\x00${url}`;
  let job = jobs.get(key);
  if (job === undefined) {
    job = load(url, type);
    jobs.set(key, job);
  }
  return job;
}

/**
 * The job of an ES module whose text is at hand.
 * @param {string} url
 * @param {string | undefined} file
 * @param {string} source
 */
function jobForSource(url, file, source) {
  let job = jobs.get(url);
  // A hook of `require` may have made a module of what is none on the disk.
  if (job?.format !== 'module') {
    job = createModule(url, file, source);
    jobs.set(url, job);
  }
  return job;
}

module.exports = {
  builtinPrefix,
  isPlain,
  jobFor,
  jobForSource,
  jobs,
  jobsByNumber,
  makeJob,
  pathOfURL,
  urlOfPath,
};
