'use strict';

// Builtins as ES modules. A facade has a name for each property of the exports, but a value only for those that somebody
// imports: the others may be lazy, and looking at them would load what nobody asked for.
//
// Loads with the first import of a builtin, on any thread; not in the startup image.

const {
  ArrayPrototypePush,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  SafeMap,
  SafeSet,
} = primordials;

const {
  createSyntheticModule,
  instantiate,
  setExport,
} = internalBinding('module_wrap');

const { readExport } = internalBinding('builtins');

const { BuiltinModule, requireBuiltin } = require('internal/bootstrap/realm');
const { getLazy } = require('internal/util');

const {
  codes: {
    ERR_UNKNOWN_BUILTIN_MODULE,
  },
} = require('internal/errors');

const { builtinPrefix, makeJob } = require('internal/modules/esm/module_map');

// By id: a job that also has `exports`, the `keys` they had at first, and which of them are `bound`.
const facades = new SafeMap();

function hasProperties(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function create(id, exports) {
  const url = builtinPrefix + id;
  const names = ['default'];
  const keys = new SafeSet();
  const own = hasProperties(exports) ? ObjectKeys(exports) : [];
  for (let i = 0; i < own.length; i++) {
    if (own[i] === 'default')
      continue;
    keys.add(own[i]);
    ArrayPrototypePush(names, own[i]);
  }

  const number = createSyntheticModule(url, names);
  instantiate(number);
  setExport(number, 'default', exports);
  const job = makeJob(number, url, undefined, 'builtin');
  job.links = [];
  job.complete = true;
  job.exports = exports;
  job.keys = keys;
  job.bound = new SafeSet();
  return job;
}

// A builtin that was loaded anew, after it fell with another that failed.
function renew(job, exports) {
  job.exports = exports;
  setExport(job.number, 'default', exports);
  job.bound.forEach((name) => tryToBind(job, name));
}

/**
 * The facade of a builtin, which is loaded for it.
 * @param {string} id
 * @param {{ file?: string, line?: number }} importer
 */
function facadeFor(id, importer) {
  if (!BuiltinModule.canBeRequiredByUsers(id))
    throw new ERR_UNKNOWN_BUILTIN_MODULE(builtinPrefix + id);
  const exports = requireBuiltin(id, { __proto__: null, edge: 'import', file: importer.file, line: importer.line });
  let job = facades.get(id);
  if (job === undefined) {
    job = create(id, exports);
    facades.set(id, job);
  } else if (job.exports !== exports) {
    renew(job, exports);
  }
  return job;
}

// ---- Values --------------------------------------------------------------------------------------------------------

function bindOne(job, name, importer) {
  const { exports } = job;
  setExport(job.number, name, ObjectPrototypeHasOwnProperty(exports, name) ? readExport(exports, name, importer) : undefined);
  job.bound.add(name);
}

// A name that nobody asks for now breaks nobody: where it throws, it is tried again when somebody imports it by name.
function tryToBind(job, name, importer) {
  try {
    bindOne(job, name, importer);
  } catch {
    job.bound.delete(name);
  }
}

/**
 * Gives names their values. A lazy one is loaded by that, and may throw; the next who asks for it tries again.
 * @param {object} job
 * @param {string[] | null} names null for all of them; then one that throws is passed over, since nobody named it
 * @param {{ file: string, line: number }} importer for the record of loads
 */
function bind(job, names, importer) {
  if (names === null)
    return bindAll(job, importer);
  for (let i = 0; i < names.length; i++) {
    if (job.keys.has(names[i]) && !job.bound.has(names[i]))
      bindOne(job, names[i], importer);
  }
}

function bindAll(job, importer) {
  if (job.bound.size === job.keys.size)
    return;
  job.keys.forEach((name) => {
    if (!job.bound.has(name))
      tryToBind(job, name, importer);
  });
}

function refresh(job) {
  job.bound.forEach((name) => bindOne(job, name));
}

/**
 * `syncBuiltinESMExports`: names that have a value get the one that is in the exports now.
 */
function syncExports() {
  facades.forEach(refresh);
}

// ---- Which names are asked for -------------------------------------------------------------------------------------

// A host need not have it; then everybody asks for all names.
const analyzer = getLazy(() => {
  try {
    return internalBinding('import_clauses').analyze;
  } catch {
    return undefined;
  }
});

function analyze(source) {
  try {
    return analyzer()?.(source) ?? null;
  } catch {
    return null;
  }
}

/**
 * What a module imports, by its text. Null if that is not known.
 * @param {object} job
 */
function clausesOf(job) {
  job.clauses ??= { __proto__: null, found: analyze(job.source) };
  return job.clauses.found;
}

// By the identity of the script, for `import()`, which may stand in any.
const clausesOfScripts = new SafeMap();

function clausesOfScript({ id, source }, job) {
  if (job.source === source)
    return clausesOf(job);
  let found = clausesOfScripts.get(id);
  if (found === undefined) {
    found = analyze(source);
    clausesOfScripts.set(id, found);
  }
  return found;
}

/**
 * @param {object} job of an ES module
 * @param {string} specifier as it is written there
 * @returns {string[] | null} null for all names
 */
function importedNames(job, specifier) {
  return clausesOf(job)?.imports[specifier] ?? null;
}

/**
 * The same for `import()`, whose specifier must stand there as a literal.
 * @param {{ id: string, source: string } | undefined} script that asks
 * @param {{ source?: string }} parent
 * @param {string} specifier
 */
function dynamicallyImported(script, parent, specifier) {
  return script === undefined ? null : clausesOfScript(script, parent)?.dynamicImports[specifier] ?? null;
}

module.exports = {
  bind,
  dynamicallyImported,
  facadeFor,
  importedNames,
  syncExports,
};
