'use strict';

// File: a Blob with a name.
//
// Loads: when `File` is first read. Not part of the startup image.

const {
  DateNow,
  MathTrunc,
  NumberIsNaN,
  ObjectDefineProperties,
  StringPrototypeToWellFormed,
  SymbolToStringTag,
} = primordials;

const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { Blob } = require('internal/blob');

const { messaging_clone_symbol: kClone, messaging_deserialize_symbol: kDeserialize } = internalBinding('symbols');

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = kEmptyObject) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    const { lastModified } = options ?? kEmptyObject;
    const milliseconds = lastModified === undefined ? DateNow() : MathTrunc(+lastModified);
    this.#lastModified = NumberIsNaN(milliseconds) ? 0 : milliseconds;
    this.#name = StringPrototypeToWellFormed(`${fileName}`);
  }

  get name() {
    if (!isFile(this)) throw new ERR_INVALID_THIS('File');
    return this.#name;
  }

  get lastModified() {
    if (!isFile(this)) throw new ERR_INVALID_THIS('File');
    return this.#lastModified;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    const nested = { ...options, __proto__: null, depth: options.depth == null ? null : options.depth - 1 };
    return `File ${inspect({
      size: this.size,
      type: this.type,
      name: this.#name,
      lastModified: this.#lastModified,
    }, nested)}`;
  }

  [kClone]() {
    const { data } = super[kClone]();
    return {
      data: { ...data, lastModified: this.#lastModified, name: this.#name },
      deserializeInfo: 'internal/file:ClonedFile',
    };
  }

  [kDeserialize](data) {
    super[kDeserialize](data);
    this.#lastModified = data.lastModified;
    this.#name = data.name;
  }

  static has(value) {
    return value !== null && typeof value === 'object' && #name in value;
  }
}

// Only this module asks by the private field.
const { has: isFile } = File;
delete File.has;

ObjectDefineProperties(File.prototype, {
  name: kEnumerableProperty,
  lastModified: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'File' },
});

// What a message makes a file from: an empty one that kDeserialize then fills.
function ClonedFile() {
  return new File([], '');
}
ClonedFile.prototype[kDeserialize] = File.prototype[kDeserialize];

module.exports = { ClonedFile, File, isFile };
