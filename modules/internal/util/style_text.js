'use strict';

// `util.styleText`.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const {
  ArrayIsArray,
  ObjectKeys,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateOneOf, validateString } = require('internal/validators');

function codesOf(colors, format) {
  const codes = colors[format];
  // The list of names is only needed for the error.
  if (codes === undefined || codes === null) validateOneOf(format, 'format', ObjectKeys(colors));
  return codes;
}

function isStream(value) {
  return typeof value === 'object' && value !== null && (
    (typeof value.on === 'function' && (typeof value.write === 'function' || typeof value.pipe === 'function')) ||
    typeof value.getReader === 'function' || typeof value.getWriter === 'function');
}

// Without a stream the standard output is meant, which is not made for the question.
function showsColors(stream) {
  const { shouldColorize, stdioHasColors } = require('internal/util/colors');
  return stream === undefined ? stdioHasColors('stdout') : shouldColorize(stream);
}

// One format is left out where the stream shows no colours; a list, as in Node.js 20, is always applied. Formats of a list
// are nested, the first one outside.
function styleText(format, text, options = kEmptyObject) {
  const { validateStream = true, stream } = options;
  validateString(text, 'text');
  validateBoolean(validateStream, 'options.validateStream');
  if (validateStream && stream !== undefined && !isStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  const { colors } = require('internal/util/inspect').inspect;
  const list = ArrayIsArray(format);
  const formats = list ? format : [format];
  let opening = '';
  let closing = '';
  for (let i = 0; i < formats.length; i++) {
    const codes = codesOf(colors, formats[i]);
    opening += `\u001b[${codes[0]}m`;
    closing = `\u001b[${codes[1]}m${closing}`;
  }
  if (!list && validateStream && !showsColors(stream)) return text;
  return `${opening}${text}${closing}`;
}

module.exports = { styleText };
