'use strict';

// What happens to a graph of ES modules: it is linked, instantiated, given what it takes from builtins, and evaluated.
//
// Loads with the first ES module or `import()`, on any thread; not in the startup image. Everything up to evaluation is
// synchronous, so that `require` can do the same as `import`.

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  PromisePrototypeThen,
  SafePromiseAllReturnVoid,
  SafeSet,
} = primordials;

const {
  evaluate: evaluateNative,
  getError,
  getNamespace,
  getRequests,
  getStatus,
  hasTopLevelAwait,
  instantiate,
  isGraphAsync,
  kErrored,
  kEvaluated,
  kEvaluating,
  link,
} = internalBinding('module_wrap');

const {
  codes: {
    ERR_SOURCE_PHASE_NOT_DEFINED,
  },
} = require('internal/errors');

const { jobFor } = require('internal/modules/esm/module_map');

// ---- Linking -------------------------------------------------------------------------------------------------------

/**
 * The job that an import leads to.
 * @param {string} specifier
 * @param {{ url: string, path?: string }} parent
 * @param {Record<string, string> | undefined} attributes
 * @param {'evaluation' | 'defer' | 'source'} phase
 * @param {{ file?: string, line?: number }} importer for the record of loads
 */
function follow(specifier, parent, attributes, phase, importer) {
  if (phase === 'source')
    throw new ERR_SOURCE_PHASE_NOT_DEFINED(specifier);
  const { resolve } = require('internal/modules/esm/resolve');
  try {
    return jobFor(resolve(specifier, parent), attributes, importer);
  } catch (error) {
    throw require('internal/modules/esm/find_package').nameAsker(error, parent);
  }
}

function linkJob(job) {
  const requests = getRequests(job.number);
  const links = [];
  const numbers = [];
  for (let i = 0; i < requests.length; i++) {
    const { specifier, attributes, line, phase } = requests[i];
    const target = follow(specifier, job, attributes, phase, { __proto__: null, file: job.url, line });
    ArrayPrototypePush(links, target);
    ArrayPrototypePush(numbers, target.number);
  }
  if (links.length > 0)
    link(job.number, numbers);
  job.requests = requests;
  job.links = links;
}

// V8 follows imports by recursion, and has stack for some thousand.
const kDeep = 500;

// Every job below `root`, itself included, that is not complete; all of them linked.
function linkGraph(root) {
  const seen = new SafeSet();
  const found = [];
  const waiting = [root];
  const depths = [0];
  while (waiting.length > 0) {
    const job = ArrayPrototypePop(waiting);
    const depth = ArrayPrototypePop(depths);
    if (job.complete || seen.has(job))
      continue;
    seen.add(job);
    if (depth > kDeep)
      root.deep = true;
    ArrayPrototypePush(found, job);
    if (job.links === undefined)
      linkJob(job);
    // The first import is looked at first.
    const { links } = job;
    for (let i = links.length - 1; i >= 0; i--) {
      ArrayPrototypePush(waiting, links[i]);
      ArrayPrototypePush(depths, depth + 1);
    }
  }
  return found;
}

function noop() {}

// ---- What is taken from builtins -----------------------------------------------------------------------------------

// Binds the names a module imports from builtins, and so loads what is lazy among them.
function bindBuiltins(job) {
  const { links, requests } = job;
  for (let i = 0; i < links.length; i++) {
    if (links[i].format !== 'builtin')
      continue;
    const { bind, importedNames } = require('internal/modules/esm/facade');
    const { line, specifier } = requests[i];
    bind(links[i], importedNames(job, specifier), { __proto__: null, file: job.url, line });
  }
}

/**
 * Makes a graph ready to be evaluated.
 * @param {object} root
 * @param {() => void} [check] called when it is known what belongs to it; a throw ends it there
 */
function prepare(root, check = noop) {
  if (root.complete)
    return;
  const found = linkGraph(root);
  check();
  instantiateGraph(root, found);
  for (let i = 0; i < found.length; i++)
    bindBuiltins(found[i]);
  for (let i = 0; i < found.length; i++)
    found[i].complete = true;
}

function instantiateAll(job) {
  return job.deep ? require('internal/modules/esm/deep').instantiateDeep(job) : instantiate(job.number);
}

function instantiateGraph(root, found) {
  try {
    return instantiateAll(root);
  } catch (error) {
    if (require('internal/modules/esm/explain').explainMissingName(error, found))
      throw error;
  }
  // Once more, so that the error comes from where V8 knows the place.
  instantiateAll(root);
}

// ---- Evaluation ----------------------------------------------------------------------------------------------------

function evaluateAll(job) {
  return job.deep ? require('internal/modules/esm/deep').evaluateDeep(job) : evaluateNative(job.number);
}

function waits(job) {
  return job.format === 'module' && hasTopLevelAwait(job.number);
}

function explained(error, job) {
  try {
    if (error?.name === 'ReferenceError')
      require('internal/modules/esm/explain').explainReferenceError(error, waits(job));
  } catch {
    // A program may throw what nobody can read or change.
  }
  return error;
}

/**
 * @param {object} job
 * @param {(namespace: object) => void} resolve
 * @param {(error: any) => void} reject
 */
function evaluate(job, resolve, reject) {
  prepare(job);
  // Not by what the handlers return: a promise among that would be asked for its `then`, which may be anybody's.
  PromisePrototypeThen(
    evaluateAll(job),
    () => resolve(getNamespace(job.number)),
    (error) => reject(explained(error, job)));
}

/**
 * The namespace whose reading evaluates the module. What waits within it for something cannot wait for that.
 * @param {object} job
 * @param {(namespace: object) => void} resolve
 * @param {(error: any) => void} reject
 */
function evaluateDeferred(job, resolve, reject) {
  prepare(job);
  const awaiting = [];
  const seen = new SafeSet();
  const waiting = [job];
  while (waiting.length > 0) {
    const next = ArrayPrototypePop(waiting);
    if (seen.has(next))
      continue;
    seen.add(next);
    if (waits(next)) {
      ArrayPrototypePush(awaiting, evaluateNative(next.number));
      continue;
    }
    const { links } = next;
    for (let i = links.length - 1; i >= 0; i--)
      ArrayPrototypePush(waiting, links[i]);
  }
  PromisePrototypeThen(
    SafePromiseAllReturnVoid(awaiting),
    () => resolve(getNamespace(job.number, true)),
    (error) => reject(explained(error, job)));
}

/**
 * A module below `job` that is being evaluated further up the stack: V8 must not be asked to evaluate it once more.
 * @param {object} job
 * @returns {object | undefined}
 */
function findEvaluating(job) {
  const seen = new SafeSet();
  const waiting = [job];
  while (waiting.length > 0) {
    const next = ArrayPrototypePop(waiting);
    if (seen.has(next))
      continue;
    seen.add(next);
    const status = getStatus(next.number);
    if (status === kEvaluating)
      return next;
    const { links } = next;
    if (status === kEvaluated || status === kErrored || links === undefined)
      continue;
    for (let i = 0; i < links.length; i++)
      ArrayPrototypePush(waiting, links[i]);
  }
  return undefined;
}

/**
 * Evaluates a graph that waits for nothing.
 * @param {object} job complete, and nothing below it is being evaluated
 * @returns {object} the namespace
 */
function evaluateSync(job) {
  // The promise is settled already; what it was rejected with is thrown below.
  PromisePrototypeThen(evaluateAll(job), undefined, noop);
  if (getStatus(job.number) === kErrored)
    throw explained(getError(job.number), job);
  return getNamespace(job.number);
}

module.exports = {
  evaluate,
  evaluateDeferred,
  evaluateSync,
  findEvaluating,
  follow,
  isAsync(job) {
    return isGraphAsync(job.number);
  },
  prepare,
};
