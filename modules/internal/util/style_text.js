'use strict';

// `util.styleText`.
//
// Phase: run time, any thread, at its first read; not in the startup image.

const {
  ArrayIsArray,
  NumberParseInt,
  ObjectGetOwnPropertyNames,
  RegExpPrototypeExec,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const { validateBoolean, validateObject, validateOneOf, validateString } = require('internal/validators');

const hexColor = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

// What a colour of the text ends with, and the code by which both bold and dim end.
const kForeground = 39;
const kIntensity = 22;

// The opening and the closing code of a format.
function codesOf(format) {
  if (typeof format === 'string' && format[0] === '#') {
    if (RegExpPrototypeExec(hexColor, format) === null) {
      throw new ERR_INVALID_ARG_VALUE('format', format, 'must be a valid hex color (#RGB or #RRGGBB)');
    }
    const digits = format.length === 4 ? 1 : 2;
    let code = '38;2';
    for (let i = 1; i < format.length; i += digits) {
      const part = StringPrototypeSlice(format, i, i + digits);
      code += `;${NumberParseInt(digits === 1 ? part + part : part, 16)}`;
    }
    return [code, kForeground];
  }
  const { colors } = require('internal/util/inspect').inspect;
  const codes = colors[format];
  // The list of names is only needed for the error.
  if (!codes) validateOneOf(format, 'format', ObjectGetOwnPropertyNames(colors));
  return codes;
}

// Puts the style on again behind each end of the same kind that stands inside of the text.
function reopen(text, opening, closing, keepClosing) {
  let result = '';
  let start = 0;
  for (;;) {
    const index = StringPrototypeIndexOf(text, closing, start);
    if (index === -1 || index + closing.length === text.length) break;
    result += StringPrototypeSlice(text, start, index) + (keepClosing ? closing : '') + opening;
    start = index + closing.length;
  }
  return start === 0 ? text : result + StringPrototypeSlice(text, start);
}

function isStream(value) {
  return typeof value === 'object' && value !== null && (
    (typeof value.on === 'function' && (typeof value.write === 'function' || typeof value.pipe === 'function')) ||
    typeof value.getReader === 'function' || typeof value.getWriter === 'function');
}

// Without a stream the standard output is meant, which is not made for the question.
function showsColors(stream) {
  const { shouldColorize, stdioHasColors } = require('internal/util/colors');
  return stream === undefined || stream === null ? stdioHasColors('stdout') : shouldColorize(stream);
}

// Formats of a list are nested, the first one outside.
function styleText(format, text, options) {
  const validateStream = options?.validateStream ?? true;
  validateString(text, 'text');
  if (options !== undefined) validateObject(options, 'options');
  validateBoolean(validateStream, 'options.validateStream');
  const stream = options?.stream;
  if (validateStream && stream !== undefined && stream !== null && !isStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  const formats = ArrayIsArray(format) ? format : [format];
  let opening = '';
  let closing = '';
  let inner = text;
  for (let i = 0; i < formats.length; i++) {
    if (formats[i] === 'none') continue;
    const codes = codesOf(formats[i]);
    const open = `\u001b[${codes[0]}m`;
    const close = `\u001b[${codes[1]}m`;
    opening += open;
    closing = close + closing;
    inner = reopen(inner, open, close, codes[1] === kIntensity);
  }
  return validateStream && !showsColors(stream) ? text : opening + inner + closing;
}

module.exports = { styleText };
