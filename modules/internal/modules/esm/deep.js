'use strict';

// Graphs of ES modules so deep that V8, which follows imports by recursion, would run out of stack: they are handed to it from the
// bottom up.
//
// Loads with the first such graph, on any thread; not in the startup image. The order of evaluation is that of the graph in one
// piece. A cycle has no bottom, and what is deferred is not evaluated with the rest: with such in it, a graph is left to V8 as it is.

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  PromisePrototypeThen,
  SafeMap,
  SafeSet,
} = primordials;

const {
  evaluate,
  getStatus,
  instantiate,
  kErrored,
} = internalBinding('module_wrap');

/**
 * The modules of a graph, each after all that it imports, which is the order they are evaluated in.
 * @param {object} root
 * @param {SafeMap} [parents] gets the module by whose import each is come upon
 * @returns {object[]} the root alone if there is a cycle or a deferred import
 */
function bottomUp(root, parents = new SafeMap()) {
  const order = [];
  const open = new SafeSet();
  const done = new SafeSet();
  const waiting = [root];
  while (waiting.length > 0) {
    const job = waiting[waiting.length - 1];
    if (open.has(job) || done.has(job)) {
      ArrayPrototypePop(waiting);
      if (open.delete(job)) {
        done.add(job);
        ArrayPrototypePush(order, job);
      }
      continue;
    }
    open.add(job);
    const { links, requests } = job;
    // The first import is looked at first.
    for (let i = links.length - 1; i >= 0; i--) {
      if (open.has(links[i]) || requests[i].phase === 'defer')
        return [root];
      if (done.has(links[i]))
        continue;
      parents.set(links[i], job);
      ArrayPrototypePush(waiting, links[i]);
    }
  }
  return order;
}

/**
 * @param {object} root
 */
function instantiateDeep(root) {
  const order = bottomUp(root);
  for (let i = 0; i < order.length; i++)
    instantiate(order[i].number);
}

function noop() {}

// What a module is rejected with, the promise of the root tells.
function evaluateOne({ number }) {
  PromisePrototypeThen(evaluate(number), undefined, noop);
  return getStatus(number) !== kErrored;
}

/**
 * @param {object} root
 * @returns {Promise<undefined>} that of its native module
 */
function evaluateDeep(root) {
  const parents = new SafeMap();
  const order = bottomUp(root, parents);
  for (let i = 0; i < order.length; i++) {
    if (evaluateOne(order[i]))
      continue;
    // It fails those that were waiting for it, and no others.
    for (let job = parents.get(order[i]); job !== undefined; job = parents.get(job))
      evaluateOne(job);
    break;
  }
  return evaluate(root.number);
}

module.exports = {
  evaluateDeep,
  instantiateDeep,
};
