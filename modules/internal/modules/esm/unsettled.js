'use strict';

// Tells why a program ended before it came to its end: an ES module waits for what nobody will do.
//
// Loads at the end of such a program, on any thread; not in the startup image.

const { getStalledTopLevelAwaits } = internalBinding('module_wrap');
const { writeToStderr } = require('internal/process/stdio');

const { jobs } = require('internal/modules/esm/module_map');

/**
 * @param {string} url of the program
 */
function warn(url) {
  const root = jobs.get(url);
  if (root?.complete !== true)
    return;
  const places = getStalledTopLevelAwaits(root.number) ?? [];
  let text = '';
  for (let i = 0; i < places.length; i++)
    text += `Warning: Detected unsettled top-level await at ${places[i]}`;
  writeToStderr(text);
}

module.exports = {
  warn,
};
