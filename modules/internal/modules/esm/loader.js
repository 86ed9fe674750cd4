'use strict';

// Where ES modules come in: `import()`, the program itself, and `import.meta`.
//
// Loads with the first ES module or `import()`, on any thread; not in the startup image. The two hooks that V8 calls are set by
// `internal/bootstrap/node`, which requires this on use.

const {
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  StringPrototypeEndsWith,
  StringPrototypeStartsWith,
} = primordials;

const { triggerUncaughtException } = internalBinding('errors');
const { getScriptSource } = internalBinding('module_wrap');

const {
  evaluate,
  evaluateDeferred,
  follow,
} = require('internal/modules/esm/graph');

const {
  jobFor,
  jobForSource,
  jobs,
  jobsByNumber,
  pathOfURL,
  urlOfPath,
} = require('internal/modules/esm/module_map');

// ---- The program ---------------------------------------------------------------------------------------------------

let entryURL;

/**
 * Runs the program, once what is running now has ended. If it waits for something that never comes, the process says so.
 * @param {string} url
 * @param {string | undefined} file
 * @param {string} [source] if it is at hand
 */
function runEntry(url, file, source) {
  const { exitState } = require('internal/process/execution');
  entryURL = url;
  exitState.unsettledEntry = url;
  const run = later((resolve, reject) => {
    const importer = { __proto__: null, file: undefined, line: undefined };
    const job = source === undefined ? jobFor(url, undefined, importer) : jobForSource(url, file, source);
    // The namespace is nobody's business: it may have a `then`.
    evaluate(job, () => resolve(), reject);
  });
  PromisePrototypeThen(
    run,
    () => {
      exitState.unsettledEntry = undefined;
    },
    (error) => {
      exitState.unsettledEntry = undefined;
      triggerUncaughtException(error, true /* fromPromise */);
    });
}

// A promise for work that begins when what is running now has come to a rest.
function later(work) {
  return new Promise((resolve, reject) => {
    PromisePrototypeThen(PromiseResolve(), () => {
      try {
        work(resolve, reject);
      } catch (error) {
        reject(error);
      }
    });
  });
}

/**
 * @param {string} file
 */
function runFile(file) {
  runEntry(urlOfPath(file), file);
}

/**
 * @param {string} source
 * @param {string} directory
 */
function runText(source, directory) {
  const file = `${directory === '/' ? '' : directory}/[eval1]`;
  runEntry(urlOfPath(file), file, source);
}

// ---- `import()` ----------------------------------------------------------------------------------------------------

function currentDirectory() {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

function makeParent(url, file) {
  return { __proto__: null, url, path: file, source: undefined };
}

// Texts that have no file: their imports start from the current directory.
function parentOfText(name) {
  const directory = currentDirectory();
  const file = `${directory === '/' ? '' : directory}/${name}`;
  return makeParent(urlOfPath(file), file);
}

// What a script calls itself is where its imports start from, if that looks like a file. `vm` says `[vm]` for what does not.
function parentOf(referrer) {
  const job = jobs.get(referrer);
  if (job !== undefined)
    return job;
  if (typeof referrer === 'string') {
    if (StringPrototypeStartsWith(referrer, '/'))
      return makeParent(urlOfPath(referrer), referrer);
    if (StringPrototypeStartsWith(referrer, 'file:'))
      return makeParent(referrer, pathOfURL(referrer));
    if (referrer === '[eval]' || referrer === '[stdin]' || referrer === '[vm]' || StringPrototypeEndsWith(referrer, '-wrapper'))
      return parentOfText(referrer);
  }
  const { codes: { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING } } = require('internal/errors');
  throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
}

function importFrom(specifier, parent, attributes, phase, importer, resolve, reject) {
  const job = follow(specifier, parent, attributes, phase, importer);
  if (job.format === 'builtin') {
    const { bind, dynamicallyImported } = require('internal/modules/esm/facade');
    bind(job, dynamicallyImported(importer.script, parent, specifier), importer);
  }
  if (phase === 'defer')
    evaluateDeferred(job, resolve, reject);
  else
    evaluate(job, resolve, reject);
}

// Who asks. Builtins are loaded later, when nothing of the asker is on the stack, so its line is taken now, and its text if the call
// stands in that, and not in one that it evaluates. Its file may have changed since.
function importerOf(specifier, referrer) {
  const importer = { __proto__: null, file: referrer, line: undefined, script: undefined };
  const { BuiltinModule } = require('internal/bootstrap/realm');
  if (specifier[0] !== '#' && BuiltinModule.normalizeRequirableId(specifier) === undefined)
    return importer;
  // Below this function and two of the hook.
  const caller = 3;
  const frames = internalBinding('util').getCallSites(caller + 3);
  for (let i = caller; i < frames.length; i++) {
    const { lineNumber, scriptId, scriptName } = frames[i];
    if (scriptName !== referrer)
      continue;
    importer.line = lineNumber;
    if (i === caller)
      importer.script = { __proto__: null, id: scriptId, source: getScriptSource(caller) };
    break;
  }
  return importer;
}

/**
 * The hook of `import()`: nothing is looked for or run before the asker has come to a rest.
 * @param {string} specifier
 * @param {string | undefined} referrer name of the script that asks
 * @param {Record<string, string>} attributes
 * @param {'evaluation' | 'defer' | 'source'} phase
 * @returns {Promise<object>}
 */
function importDynamically(specifier, referrer, attributes, phase) {
  try {
    const parent = parentOf(referrer);
    const importer = importerOf(specifier, referrer);
    return later((resolve, reject) => importFrom(specifier, parent, attributes, phase, importer, resolve, reject));
  } catch (error) {
    return PromiseReject(error);
  }
}

// ---- `import.meta` -------------------------------------------------------------------------------------------------

function resolveFor(job, specifier) {
  const { resolve } = require('internal/modules/esm/resolve');
  try {
    return resolve(specifier, job);
  } catch (error) {
    // The place is known, even if there is nothing.
    const url = error?.url;
    if (error?.code === 'ERR_UNKNOWN_BUILTIN_MODULE')
      return specifier;
    if (typeof url === 'string' && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_UNSUPPORTED_DIR_IMPORT'))
      return url;
    throw error;
  }
}

/**
 * The hook of `import.meta`.
 * @param {number} number
 * @param {object} meta
 */
function initializeImportMeta(number, meta) {
  const job = jobsByNumber.get(number);
  if (job === undefined)
    return;
  if (job.format === 'commonjs') {
    meta.run = () => require('internal/modules/esm/commonjs').run(job);
    return;
  }
  if (job.path !== undefined) {
    meta.dirname = require('path').dirname(job.path);
    meta.filename = job.path;
  }
  meta.main = job.url === entryURL;
  meta.resolve = function resolve(specifier) {
    return resolveFor(job, `${specifier}`);
  };
  meta.url = job.url;
}

module.exports = {
  importDynamically,
  initializeImportMeta,
  runEntry,
  runFile,
  runText,
};
