'use strict';

// Modules whose text is in their URL.
//
// Loads on demand, on any thread; not in the startup image.

const {
  RegExpPrototypeExec,
  StringPrototypeToLowerCase,
  StringPrototypeTrim,
} = primordials;

const {
  codes: {
    ERR_INVALID_URL,
    ERR_UNKNOWN_MODULE_FORMAT,
  },
} = require('internal/errors');

const { stripBOM } = require('internal/modules/helpers');
const { URL } = require('internal/url');

const pattern = /^([^,;]*)[^,]*?(; *base64)?,([\s\S]*)$/i;

function formatOf(type, url) {
  switch (StringPrototypeToLowerCase(StringPrototypeTrim(type))) {
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
  const { pathname, search } = new URL(url);
  const parts = RegExpPrototypeExec(pattern, pathname + search);
  if (parts === null)
    throw new ERR_INVALID_URL(url);
  const format = formatOf(parts[1], url);
  let bytes = require('internal/url/paths').percentDecode(parts[3]);
  if (parts[2] !== undefined)
    bytes = require('buffer').Buffer.from(bytes.latin1Slice(), 'base64');
  return { __proto__: null, format, source: stripBOM(bytes.utf8Slice()) };
}

module.exports = {
  read,
};
