'use strict';

// Blob, object URLs, `fs.openAsBlob` and `fs.openAsBlobSync`.
//
// Loads: when `Blob`, `File` or one of the functions is first read. Not part
// of the startup image.
//
// A blob is a list of parts: bytes that nobody else can reach, and the range
// of them that counts. A slice shares the bytes of its blob; what goes out is
// always a copy.

const {
  ArrayPrototypePush,
  MathMax,
  MathMin,
  MathTrunc,
  NumberIsNaN,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  Promise,
  PromiseReject,
  RegExpPrototypeExec,
  RegExpPrototypeSymbolReplace,
  SafeMap,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
  Symbol,
  SymbolIterator,
  SymbolToStringTag,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_BUFFER_TOO_LARGE,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_THIS,
  },
} = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { validateDictionary, validateObject, validateString } = require('internal/validators');
const { kMaxLength, utf8Slice } = internalBinding('buffer');
const {
  messaging_clone_symbol: kClone = Symbol('messaging_clone_symbol'),
  messaging_deserialize_symbol: kDeserialize = Symbol('messaging_deserialize_symbol'),
} = internalBinding('symbols');
const { transfer_mode_private_symbol: transferMode } = internalBinding('util').privateSymbols;
const { CLONEABLE: kCloneable } = internalBinding('messaging');

const kParts = Symbol('kHandle');
const kSize = Symbol('kLength');
const kType = Symbol('kType');
const kChunkSize = 64 * 1024;

const disallowedTypeCharacters = /[^\u0020-\u007e]/;
const lineEnds = /\r?\n|\r/g;

const isBlob = (value) => value?.[kParts] !== undefined;

const toType = (type) => (
  RegExpPrototypeExec(disallowedTypeCharacters, type) === null ? StringPrototypeToLowerCase(type) : '');

const part = (bytes, start, end) => ({ __proto__: null, bytes, start, end });

// Adds what `source` holds to the parts; the answer is its length.
function addSource(parts, source, endings) {
  if (isBlob(source)) {
    const inner = source[kParts];
    for (let i = 0; i < inner.length; i++) ArrayPrototypePush(parts, inner[i]);
    return source[kSize];
  }
  let bytes;
  if (isAnyArrayBuffer(source)) {
    bytes = new Uint8Array(new Uint8Array(source));
  } else if (isArrayBufferView(source)) {
    bytes = new Uint8Array(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  } else {
    let text = `${source}`;
    if (endings === 'native') text = RegExpPrototypeSymbolReplace(lineEnds, text, '\n');
    bytes = encode(text);
  }
  const length = TypedArrayPrototypeGetByteLength(bytes);
  if (length > 0) ArrayPrototypePush(parts, part(bytes, 0, length));
  return length;
}

function encode(text) {
  const { byteLengthUtf8, utf8Write } = internalBinding('buffer');
  const bytes = new Uint8Array(byteLengthUtf8(text));
  if (bytes.length > 0) utf8Write(bytes, text, 0, bytes.length);
  return bytes;
}

function setFields(blob, parts, size, type) {
  ObjectDefineProperties(blob, {
    [kParts]: { __proto__: null, value: parts, enumerable: false, configurable: true, writable: true },
    [kSize]: { __proto__: null, value: size, enumerable: false, configurable: true, writable: true },
    [kType]: { __proto__: null, value: type, enumerable: false, configurable: true, writable: true },
  });
  // Messages ask it for its clone.
  blob[transferMode] = kCloneable;
}

class Blob {
  constructor(sources = [], options = kEmptyObject) {
    if (sources === null || typeof sources[SymbolIterator] !== 'function' || typeof sources === 'string') {
      throw new ERR_INVALID_ARG_TYPE('sources', 'a sequence', sources);
    }
    validateDictionary(options, 'options');
    let { type = '', endings = 'transparent' } = options ?? kEmptyObject;
    endings = `${endings}`;
    if (endings !== 'transparent' && endings !== 'native') {
      throw new ERR_INVALID_ARG_VALUE('options.endings', endings);
    }
    const parts = [];
    let size = 0;
    // The user's iterator, as the interface says.
    for (const source of sources) size += addSource(parts, source, endings);
    if (size > kMaxLength) throw new ERR_BUFFER_TOO_LARGE(kMaxLength);
    setFields(this, parts, size, toType(`${type}`));
  }

  get type() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this[kType];
  }

  get size() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this[kSize];
  }

  slice(start = 0, end = this[kSize], contentType = '') {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    const size = this[kSize];
    start = relative(start, size);
    end = relative(end, size);
    const length = MathMax(end - start, 0);
    return createBlob(cutParts(this[kParts], start, length), length, toType(`${contentType}`));
  }

  arrayBuffer() {
    if (!isBlob(this)) return PromiseReject(new ERR_INVALID_THIS('Blob'));
    return later(() => TypedArrayPrototypeGetBuffer(join(this)));
  }

  text() {
    if (!isBlob(this)) return PromiseReject(new ERR_INVALID_THIS('Blob'));
    return later(() => decode(join(this)));
  }

  bytes() {
    if (!isBlob(this)) return PromiseReject(new ERR_INVALID_THIS('Blob'));
    return later(() => join(this));
  }

  stream() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    // Streams are a large part of the runtime: only this method needs them.
    const { ReadableStream } = require('internal/webstreams/readablestream');
    const parts = this[kParts];
    const size = this[kSize];
    let position = 0;
    return new ReadableStream({
      __proto__: null,
      type: 'bytes',
      pull(controller) {
        const length = MathMin(kChunkSize, size - position);
        if (length === 0) {
          controller.close();
          // A reader that brought its own buffer is to get it back.
          controller.byobRequest?.respond(0);
          return;
        }
        controller.enqueue(joinParts(cutParts(parts, position, length), length));
        position += length;
      },
    }, { __proto__: null, highWaterMark: 0 });
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    const nested = { ...options, __proto__: null, depth: options.depth == null ? null : options.depth - 1 };
    return `Blob ${inspect({ size: this.size, type: this.type }, nested)}`;
  }

  [kClone]() {
    return {
      data: { bytes: join(this), type: this[kType] },
      deserializeInfo: 'internal/blob:ClonedBlob',
    };
  }

  [kDeserialize]({ bytes, type }) {
    const length = TypedArrayPrototypeGetByteLength(bytes);
    setFields(this, length === 0 ? [] : [part(bytes, 0, length)], length, type);
  }
}

ObjectDefineProperty(Blob.prototype, SymbolToStringTag, {
  __proto__: null,
  configurable: true,
  value: 'Blob',
});

ObjectDefineProperties(Blob.prototype, {
  size: kEnumerableProperty,
  type: kEnumerableProperty,
  slice: kEnumerableProperty,
  stream: kEnumerableProperty,
  text: kEnumerableProperty,
  arrayBuffer: kEnumerableProperty,
});

// What a message makes a blob from: an empty one that kDeserialize then fills.
function ClonedBlob() {
  return createBlob([], 0, '');
}
ClonedBlob.prototype[kDeserialize] = Blob.prototype[kDeserialize];

function createBlob(parts, size, type) {
  const blob = {};
  ObjectSetPrototypeOf(blob, Blob.prototype);
  setFields(blob, parts, size, type);
  return blob;
}

function relative(position, size) {
  position = MathTrunc(+position);
  if (NumberIsNaN(position)) return 0;
  return position < 0 ? MathMax(size + position, 0) : MathMin(position, size);
}

function cutParts(parts, start, length) {
  const result = [];
  for (let i = 0; i < parts.length && length > 0; i++) {
    const { bytes, start: from, end } = parts[i];
    const available = end - from;
    if (start >= available) {
      start -= available;
      continue;
    }
    const taken = MathMin(available - start, length);
    ArrayPrototypePush(result, part(bytes, from + start, from + start + taken));
    length -= taken;
    start = 0;
  }
  return result;
}

function joinParts(parts, size) {
  const result = new Uint8Array(size);
  let position = 0;
  for (let i = 0; i < parts.length; i++) {
    const { bytes, start, end } = parts[i];
    TypedArrayPrototypeSet(
      result, new Uint8Array(TypedArrayPrototypeGetBuffer(bytes), start, end - start), position);
    position += end - start;
  }
  return result;
}

const join = (blob) => joinParts(blob[kParts], blob[kSize]);

function decode(bytes) {
  const length = TypedArrayPrototypeGetByteLength(bytes);
  if (length === 0) return '';
  // As TextDecoder does, without a mark in front.
  const start = length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return utf8Slice(bytes, start, length);
}

// In a later task, as reading is in Node.
function later(read) {
  const { setImmediate } = require('timers');
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(read());
      } catch (error) {
        reject(error);
      }
    });
  });
}

// Object URLs. The registry lives as long as the thread.

const objectURLs = new SafeMap();
const kPrefix = 'blob:nodedata:';

function registerObjectURL(blob, id) {
  objectURLs.set(id, createBlob(blob[kParts], blob[kSize], blob[kType]));
  return `${kPrefix}${id}`;
}

function revokeObjectURL(url) {
  if (StringPrototypeStartsWith(url, kPrefix)) {
    objectURLs.delete(StringPrototypeSlice(url, kPrefix.length));
  }
}

function resolveObjectURL(url) {
  url = `${url}`;
  if (!StringPrototypeStartsWith(url, kPrefix)) return undefined;
  return objectURLs.get(StringPrototypeSlice(url, kPrefix.length));
}

// `fs.openAsBlobSync`: the file as it is now.
function openAsBlobSync(path, options = kEmptyObject) {
  validateObject(options, 'options');
  const type = options.type || '';
  validateString(type, 'options.type');
  const { getValidatedPath, stringToFlags } = require('internal/fs/arguments');
  path = getValidatedPath(path);
  let bytes;
  try {
    bytes = internalBinding('fs').readFileBytes(path, stringToFlags('r'));
  } catch {
    throw new ERR_INVALID_ARG_VALUE('path', path, 'could not be opened as a blob');
  }
  const length = TypedArrayPrototypeGetByteLength(bytes);
  return createBlob(length === 0 ? [] : [part(bytes, 0, length)], length, type);
}

async function openAsBlob(path, options = kEmptyObject) {
  return openAsBlobSync(path, options);
}

module.exports = {
  Blob,
  ClonedBlob,
  createBlob,
  isBlob,
  openAsBlob,
  openAsBlobSync,
  registerObjectURL,
  resolveObjectURL,
  revokeObjectURL,
};
