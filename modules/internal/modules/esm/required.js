'use strict';

// ES modules for `require`: possible where nothing in the graph waits.
//
// Loads on demand, on any thread; not in the startup image.

const {
  ArrayPrototypePush,
  ObjectPrototypeHasOwnProperty,
  SafeMap,
  StringPrototypeEndsWith,
} = primordials;

const {
  compileSourceTextModule,
  evaluate: evaluateNative,
  getNamespace,
  getRequests,
  getStatus,
  instantiate,
  kInstantiated,
  link,
} = internalBinding('module_wrap');

const {
  codes: {
    ERR_REQUIRE_ASYNC_MODULE,
    ERR_REQUIRE_CYCLE_MODULE,
  },
} = require('internal/errors');

const {
  evaluateSync,
  findEvaluating,
  isAsync,
  prepare,
} = require('internal/modules/esm/graph');

const { setCycleCheck } = require('internal/modules/cjs/loader');
const { jobForSource, urlOfPath } = require('internal/modules/esm/module_map');
const { setOwnProperty } = require('internal/util');

function checkNoCycle(job, filename, parent) {
  const evaluating = findEvaluating(job);
  if (evaluating === undefined)
    return;
  // One that waits could not be required outside of the cycle either. V8 can tell once it is instantiated.
  if (getStatus(job.number) >= kInstantiated && isAsync(job))
    throw new ERR_REQUIRE_ASYNC_MODULE(filename, parent);
  let text = `Cannot require() ES Module ${filename} in a cycle.`;
  if (parent)
    text += ` (from ${parent})`;
  if (evaluating !== job)
    text += ` It leads back to ${evaluating.path ?? evaluating.url}.`;
  throw new ERR_REQUIRE_CYCLE_MODULE(
    `${text} While a module is being evaluated, it cannot be evaluated once more from within. ` +
    'Try to load at least one part of the cycle lazily.');
}

// By number of the original: what `require` gives for it, so that it is one object.
const marked = new SafeMap();

// The same names and bindings, and `__esModule`, by which compiled CommonJS knows what `default` means.
function markedNamespace(job) {
  let namespace = marked.get(job.number);
  if (namespace !== undefined)
    return namespace;
  const number = compileSourceTextModule(
    'node:internal/modules/esm/required',
    'export * from "original"; export { default } from "original"; export const __esModule = true;');
  const targets = [];
  for (let i = getRequests(number).length; i > 0; i--)
    ArrayPrototypePush(targets, job.number);
  link(number, targets);
  instantiate(number);
  evaluateNative(number);
  namespace = getNamespace(number);
  marked.set(job.number, namespace);
  return namespace;
}

function exportsOf(job, namespace) {
  if (ObjectPrototypeHasOwnProperty(namespace, 'module.exports'))
    return namespace['module.exports'];
  if (!ObjectPrototypeHasOwnProperty(namespace, 'default') || ObjectPrototypeHasOwnProperty(namespace, '__esModule'))
    return namespace;
  return markedNamespace(job);
}

// Modules whose evaluation `require` waits for.
const running = new SafeMap();
setCycleCheck((module, parent) => {
  const job = running.get(module);
  if (job !== undefined)
    checkNoCycle(job, module.filename, parent?.filename);
});

/**
 * Runs an ES module in the place of a CommonJS one.
 * @param {Module} module what `require` waits for
 * @param {string} filename
 * @param {string} source
 */
function load(module, filename, source) {
  const url = urlOfPath(filename);
  if (process.mainModule === module && module.id === '.') {
    // The program itself: it may wait.
    setOwnProperty(process, 'mainModule', undefined);
    require('internal/modules/esm/loader').runEntry(url, filename, source);
    return;
  }
  const job = jobForSource(url, filename, source);
  const parent = module.parent?.filename;
  const check = () => checkNoCycle(job, filename, parent);
  check();
  prepare(job, check);
  if (isAsync(job))
    throw new ERR_REQUIRE_ASYNC_MODULE(filename, parent);
  running.set(module, job);
  try {
    setOwnProperty(module, 'exports', exportsOf(job, evaluateSync(job)));
  } finally {
    running.delete(module);
  }
}

/**
 * The same for a text that could not be compiled as CommonJS.
 * @returns {boolean} false if it is no ES module either
 */
function loadIfModule(module, filename, source) {
  const { packageType } = require('internal/modules/cjs/resolve');
  if (StringPrototypeEndsWith(filename, '.cjs') || packageType(filename) === 'commonjs')
    return false;
  if (!require('internal/modules/esm/syntax').isModule(source, filename, urlOfPath(filename)))
    return false;
  load(module, filename, source);
  return true;
}

module.exports = {
  load,
  loadIfModule,
};
