'use strict';

// Serializer, Deserializer and what is built on them: values as bytes, in V8's wire format.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image. The two classes are functions of native methods; the
// default ones write typed arrays in a form of their own, which is Node's.

const {
  BigInt64Array,
  BigUint64Array,
  DataView,
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  Error,
  Float16Array,
  Float32Array,
  Float64Array,
  FunctionPrototypeCall,
  Int16Array,
  Int32Array,
  Int8Array,
  ObjectDefineProperty,
  ObjectGetPrototypeOf,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeSet,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE },
  genericNodeError,
} = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { FastBuffer, asBuffer } = require('internal/buffer');
// A buffer that goes out needs its prototype.
require('internal/buffer/class');

const {
  _readRawBytes,
  _setTreatArrayBufferViewsAsHostObjects,
  getWireFormatVersion,
  makeDeserializer,
  makeSerializer,
  readDouble,
  readHeader,
  readUint32,
  readUint64,
  readValue,
  releaseBytes,
  transferArrayBuffer,
  writeDouble,
  writeHeader,
  writeRawBytes,
  writeUint32,
  writeUint64,
  writeValue,
} = internalBinding('serdes');

// The buffer, offset and length of a view.
function placeOf(view) {
  if (TypedArrayPrototypeGetSymbolToStringTag(view) === undefined) {
    return {
      __proto__: null,
      buffer: DataViewPrototypeGetBuffer(view),
      byteOffset: DataViewPrototypeGetByteOffset(view),
      byteLength: DataViewPrototypeGetByteLength(view),
    };
  }
  return {
    __proto__: null,
    buffer: TypedArrayPrototypeGetBuffer(view),
    byteOffset: TypedArrayPrototypeGetByteOffset(view),
    byteLength: TypedArrayPrototypeGetByteLength(view),
  };
}

// Functions that cannot be called without `new`, which native code says, and not classes: that error has a code.
function seal(constructor) {
  ObjectDefineProperty(constructor, 'prototype', { __proto__: null, writable: false });
  ObjectDefineProperty(constructor.prototype, 'constructor', { __proto__: null, value: constructor, enumerable: false });
}

// ---- writing ---------------------------------------------------------------------------------------------------------------

function Serializer() {
  makeSerializer(new.target === undefined ? undefined : this);
}

Serializer.prototype = {
  constructor: Serializer,
  writeHeader,
  writeValue,
  releaseBuffer() {
    return asBuffer(FunctionPrototypeCall(releaseBytes, this));
  },
  transferArrayBuffer,
  writeUint32,
  writeUint64,
  writeDouble,
  writeRawBytes,
  _setTreatArrayBufferViewsAsHostObjects,
  _getDataCloneError: Error,
};
seal(Serializer);
const { releaseBuffer } = Serializer.prototype;

// ---- reading ---------------------------------------------------------------------------------------------------------------

function Deserializer(buffer) {
  makeDeserializer(new.target === undefined ? undefined : this, buffer);
  this.buffer = buffer;
}

Deserializer.prototype = {
  constructor: Deserializer,
  readHeader,
  readValue,
  getWireFormatVersion,
  transferArrayBuffer,
  readUint32,
  readUint64,
  readDouble,
  _readRawBytes,
  readRawBytes(length) {
    const offset = FunctionPrototypeCall(_readRawBytes, this, length);
    const { buffer, byteOffset } = placeOf(bytesOf(this));
    return new FastBuffer(buffer, byteOffset + offset, length);
  },
};
seal(Deserializer);

// What a deserializer was made over, which is in reach of the program.
function bytesOf({ buffer }) {
  if (!isArrayBufferView(buffer)) {
    throw new ERR_INVALID_ARG_TYPE('deserializer.buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
  }
  return buffer;
}

// ---- views of bytes, in Node's form ----------------------------------------------------------------------------------------

// A view is written as its place in this list, its length in bytes, and its bytes.
const views = [
  { __proto__: null, name: 'Int8Array', View: Int8Array, size: 1 },
  { __proto__: null, name: 'Uint8Array', View: Uint8Array, size: 1 },
  { __proto__: null, name: 'Uint8ClampedArray', View: Uint8ClampedArray, size: 1 },
  { __proto__: null, name: 'Int16Array', View: Int16Array, size: 2 },
  { __proto__: null, name: 'Uint16Array', View: Uint16Array, size: 2 },
  { __proto__: null, name: 'Int32Array', View: Int32Array, size: 4 },
  { __proto__: null, name: 'Uint32Array', View: Uint32Array, size: 4 },
  { __proto__: null, name: 'Float32Array', View: Float32Array, size: 4 },
  { __proto__: null, name: 'Float64Array', View: Float64Array, size: 8 },
  { __proto__: null, name: 'DataView', View: DataView, size: 1 },
  { __proto__: null, name: 'Buffer', View: FastBuffer, size: 1 },
  { __proto__: null, name: 'BigInt64Array', View: BigInt64Array, size: 8 },
  { __proto__: null, name: 'BigUint64Array', View: BigUint64Array, size: 8 },
  { __proto__: null, name: 'Float16Array', View: Float16Array, size: 2 },
];

const numberOf = { __proto__: null };
for (let i = 0; i < views.length; i++) numberOf[views[i].name] = i;

function nameOf(view) {
  if (ObjectGetPrototypeOf(view) === FastBuffer.prototype) return 'Buffer';
  return TypedArrayPrototypeGetSymbolToStringTag(view) ?? 'DataView';
}

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    FunctionPrototypeCall(_setTreatArrayBufferViewsAsHostObjects, this, true);
  }

  // V8 asks about views, and about objects that native code made.
  _writeHostObject(object) {
    if (!isArrayBufferView(object)) {
      const { inspect } = require('internal/util/inspect');
      throw new this._getDataCloneError(`Unserializable host object: ${inspect(object)}`);
    }
    const { buffer, byteOffset, byteLength } = placeOf(object);
    FunctionPrototypeCall(writeUint32, this, numberOf[nameOf(object)]);
    FunctionPrototypeCall(writeUint32, this, byteLength);
    FunctionPrototypeCall(writeRawBytes, this, new Uint8Array(buffer, byteOffset, byteLength));
  }
}

class DefaultDeserializer extends Deserializer {
  _readHostObject() {
    const number = FunctionPrototypeCall(readUint32, this);
    const length = FunctionPrototypeCall(readUint32, this);
    const offset = FunctionPrototypeCall(_readRawBytes, this, length);
    if (number >= views.length) throw genericNodeError(`Unable to deserialize cloned data: no view has the number ${number}.`);
    const { View, size } = views[number];
    const { buffer, byteOffset } = placeOf(bytesOf(this));
    const start = byteOffset + offset;
    // Over the bytes themselves where they are aligned.
    if (start % size === 0) return new View(buffer, start, length / size);
    const copy = new Uint8Array(length);
    TypedArrayPrototypeSet(copy, new Uint8Array(buffer, start, length));
    return new View(TypedArrayPrototypeGetBuffer(copy), 0, length / size);
  }
}

// ---- in one call -----------------------------------------------------------------------------------------------------------

function serialize(value) {
  const serializer = new DefaultSerializer();
  FunctionPrototypeCall(writeHeader, serializer);
  FunctionPrototypeCall(writeValue, serializer, value);
  return FunctionPrototypeCall(releaseBuffer, serializer);
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  FunctionPrototypeCall(readHeader, deserializer);
  return FunctionPrototypeCall(readValue, deserializer);
}

module.exports = {
  DefaultDeserializer,
  DefaultSerializer,
  Deserializer,
  Serializer,
  deserialize,
  serialize,
};
