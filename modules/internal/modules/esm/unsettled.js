'use strict';

// Tells why a program ended before it came to its end: an ES module waits for what nobody will do.
//
// Loads at the end of such a program, on any thread; not in the startup image.

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  SafeSet,
} = primordials;

const { evaluate, hasTopLevelAwait } = internalBinding('module_wrap');
const { constants: { kPending }, getPromiseDetails } = internalBinding('util');
const { writeString } = internalBinding('stdio');

const { jobs } = require('internal/modules/esm/module_map');

const STDERR = 2;

// Asked again, V8 answers with a promise of the module's own end.
function isPending(job) {
  return job.format === 'module' && getPromiseDetails(evaluate(job.number))[0] === kPending;
}

// Those that wait themselves, not for one they import.
function findWaiting(root) {
  const found = [];
  const seen = new SafeSet();
  const pending = [root];
  while (pending.length > 0) {
    const job = ArrayPrototypePop(pending);
    if (seen.has(job) || !isPending(job))
      continue;
    seen.add(job);
    let waitsForOther = false;
    const { links } = job;
    for (let i = 0; i < links.length; i++) {
      if (seen.has(links[i]) || !isPending(links[i]))
        continue;
      waitsForOther = true;
      ArrayPrototypePush(pending, links[i]);
    }
    if (!waitsForOther && hasTopLevelAwait(job.number))
      ArrayPrototypePush(found, job);
  }
  return found;
}

/**
 * @param {string} url of the program
 */
function warn(url) {
  const root = jobs.get(url);
  if (root?.complete !== true)
    return;
  let text = 'Warning: Detected unsettled top-level await at';
  const found = findWaiting(root);
  for (let i = 0; i < found.length; i++)
    text += `\n${found[i].url}`;
  writeString(STDERR, `${text}\n`);
}

module.exports = {
  warn,
};
