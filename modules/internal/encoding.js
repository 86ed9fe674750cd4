'use strict';

// TextEncoder and TextDecoder.
//
// Phase: run time, when one of the globals or `util`'s is first read; any thread; not in the startup image. A decoder that has to
// wait for more bytes is kept by native code and known here by its number.

const {
  ArrayBufferPrototypeGetDetached,
  Boolean,
  ObjectDefineProperties,
  SymbolToStringTag,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_ENCODING_INVALID_ENCODED_DATA,
    ERR_ENCODING_NOT_SUPPORTED,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
  },
} = require('internal/errors');
const { customInspectSymbol, getConstructorOf, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { kValidateObjectAllowObjectsAndNull, validateObject, validateString } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView, isSharedArrayBuffer, isUint8Array } = require('internal/util/types');

const binding = internalBinding('encoding_binding');
const { FATAL, IGNORE_BOM } = binding;

// The canonical name of an encoding, or undefined.
function getEncodingFromLabel(label) {
  return binding.nameOf(`${label}`);
}

class TextEncoder {
  #brand;

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#brand in value)) throw new ERR_INVALID_THIS('TextEncoder');
  }

  get encoding() {
    TextEncoder.#check(this);
    return 'utf-8';
  }

  encode(input = '') {
    TextEncoder.#check(this);
    return binding.encode(`${input}`);
  }

  encodeInto(source, destination) {
    TextEncoder.#check(this);
    validateString(source, 'src');
    if (!isUint8Array(destination)) throw new ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', destination);
    const counts = binding.encodeInto(source, destination);
    return { read: counts[0], written: counts[1] };
  }

  [customInspectSymbol](depth, options) {
    TextEncoder.#check(this);
    if (typeof depth === 'number' && depth < 0) return this;
    // As in Node, without the name of the class.
    const shown = { __proto__: { constructor: getConstructorOf(this) ?? TextEncoder }, encoding: 'utf-8' };
    return require('internal/util/inspect').inspect(shown, options);
  }
}

function bytesOf(input) {
  if (isAnyArrayBuffer(input)) {
    const detached = !isSharedArrayBuffer(input) && ArrayBufferPrototypeGetDetached(input);
    return detached ? new Uint8Array(0) : new Uint8Array(input);
  }
  if (isArrayBufferView(input)) return input;
  throw new ERR_INVALID_ARG_TYPE('list', ['SharedArrayBuffer', 'ArrayBuffer', 'ArrayBufferView'], input);
}

class TextDecoder {
  #encoding;
  #flags;
  // The number of the decoder that waits for more bytes; 0 where none does.
  #stream = 0;

  constructor(label = 'utf-8', options = kEmptyObject) {
    label = `${label}`;
    const encoding = binding.nameOf(label);
    if (encoding === undefined) throw new ERR_ENCODING_NOT_SUPPORTED(label);
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    this.#encoding = encoding;
    this.#flags = (options?.fatal ? FATAL : 0) | (options?.ignoreBOM ? IGNORE_BOM : 0);
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#encoding in value)) throw new ERR_INVALID_THIS('TextDecoder');
  }

  decode(input = undefined, options = kEmptyObject) {
    TextDecoder.#check(this);
    const bytes = input === undefined ? undefined : bytesOf(input);
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const more = Boolean(options?.stream);
    const open = this.#stream;
    // Between texts nothing needs to be remembered.
    if (bytes === undefined && open === 0 && !more) return '';
    const text = open !== 0 || more ?
      this.#decodePart(bytes ?? new Uint8Array(0), more) : binding.decode(this.#encoding, this.#flags, bytes);
    if (text === undefined) throw new ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding, undefined);
    return text;
  }

  #decodePart(bytes, more) {
    const stream = this.#stream || binding.openStream(this, this.#encoding, this.#flags);
    // A decoder that fails is gone.
    this.#stream = 0;
    const text = binding.decodeStream(stream, bytes, !more);
    if (more && text !== undefined) this.#stream = stream;
    return text;
  }

  get encoding() {
    TextDecoder.#check(this);
    return this.#encoding;
  }

  get fatal() {
    TextDecoder.#check(this);
    return (this.#flags & FATAL) !== 0;
  }

  get ignoreBOM() {
    TextDecoder.#check(this);
    return (this.#flags & IGNORE_BOM) !== 0;
  }

  [customInspectSymbol](depth, options) {
    TextDecoder.#check(this);
    const { name } = getConstructorOf(this) ?? TextDecoder;
    if (typeof depth === 'number' && depth < 0) return `[${name}]`;
    const { encoding, fatal, ignoreBOM } = this;
    return `${name} ${require('internal/util/inspect').inspect({ encoding, fatal, ignoreBOM }, options)}`;
  }
}

ObjectDefineProperties(TextEncoder.prototype, {
  __proto__: null,
  encode: kEnumerableProperty,
  encodeInto: kEnumerableProperty,
  encoding: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'TextEncoder' },
});
ObjectDefineProperties(TextDecoder.prototype, {
  __proto__: null,
  decode: kEnumerableProperty,
  encoding: kEnumerableProperty,
  fatal: kEnumerableProperty,
  ignoreBOM: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'TextDecoder' },
});

module.exports = { TextDecoder, TextEncoder, getEncodingFromLabel };
