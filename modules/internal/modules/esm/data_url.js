'use strict';

// Modules whose text is in their URL.
//
// Loads on demand, on any thread; not in the startup image.

const {
  RegExpPrototypeExec,
  StringPrototypeToLowerCase,
  decodeURIComponent,
} = primordials;

const {
  codes: {
    ERR_INVALID_URL,
    ERR_UNKNOWN_MODULE_FORMAT,
  },
} = require('internal/errors');

const { URL } = require('internal/url');

const pattern = /^([^/,;]+\/[^,;]+)[^,]*?(;base64)?,([\s\S]*)$/;

function formatOf(type, url) {
  switch (StringPrototypeToLowerCase(type)) {
    case 'text/javascript':
    case 'application/javascript':
      return 'module';
    case 'application/json':
      return 'json';
    default:
      throw new ERR_UNKNOWN_MODULE_FORMAT(type, url);
  }
}

/**
 * @param {string} url
 * @returns {{ format: 'module' | 'json', source: string }}
 */
function read(url) {
  // As in Node, a query is not part of the text.
  const parts = RegExpPrototypeExec(pattern, new URL(url).pathname);
  if (parts === null)
    throw new ERR_INVALID_URL(url);
  const format = formatOf(parts[1], url);
  const text = decodeURIComponent(parts[3]);
  if (parts[2] === undefined)
    return { __proto__: null, format, source: text };
  const { Buffer } = require('buffer');
  return { __proto__: null, format, source: Buffer.from(text, 'base64').utf8Slice() };
}

module.exports = {
  read,
};
