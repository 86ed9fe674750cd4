'use strict';

// The public module `buffer`.
//
// Loads: on demand, on every thread. May be part of the startup image: no
// typed array is alive after it has loaded.

const {
  ObjectDefineProperties,
} = primordials;

const { defineLazyProperties } = require('internal/util');
const { Buffer, SlowBuffer } = require('internal/buffer/class');
const { inspectLimit } = require('internal/buffer/methods');
const { kMaxLength, kStringMaxLength } = internalBinding('buffer');

const exported = module.exports;

// In Node's order.
exported.Buffer = Buffer;
exported.SlowBuffer = SlowBuffer;
defineLazyProperties(exported, 'internal/buffer/text', ['transcode', 'isUtf8', 'isAscii', 'isLatin1']);
exported.kMaxLength = kMaxLength;
exported.kStringMaxLength = kStringMaxLength;
defineLazyProperties(exported, 'internal/buffer/text', ['btoa', 'atob']);

ObjectDefineProperties(exported, {
  constants: {
    __proto__: null,
    configurable: false,
    enumerable: true,
    value: ObjectDefineProperties({}, {
      __proto__: null,
      MAX_LENGTH: { __proto__: null, enumerable: true, value: kMaxLength },
      MAX_STRING_LENGTH: { __proto__: null, enumerable: true, value: kStringMaxLength },
    }),
  },
  INSPECT_MAX_BYTES: inspectLimit,
});

defineLazyProperties(exported, {
  __proto__: null,
  Blob: 'internal/blob',
  resolveObjectURL: 'internal/blob',
  File: 'internal/file',
});
