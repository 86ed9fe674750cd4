'use strict';

// The web's DOMException.
//
// Phase: run time, when one is thrown or the global is read; any thread; not in the startup image.

const {
  ErrorCaptureStackTrace,
  ErrorPrototype,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  SymbolToStringTag,
} = primordials;

const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { kEnumerableProperty } = require('internal/util');
const { messaging_clone_symbol: kClone, messaging_deserialize_symbol: kDeserialize } = internalBinding('symbols');
const { transfer_mode_private_symbol: transferMode } = internalBinding('util').privateSymbols;
const { CLONEABLE } = internalBinding('messaging');

// Names with a number, in the order of the numbers from 1; empty where a number is no longer used.
const names = [
  { name: 'IndexSizeError', constant: 'INDEX_SIZE_ERR' },
  { name: undefined, constant: 'DOMSTRING_SIZE_ERR' },
  { name: 'HierarchyRequestError', constant: 'HIERARCHY_REQUEST_ERR' },
  { name: 'WrongDocumentError', constant: 'WRONG_DOCUMENT_ERR' },
  { name: 'InvalidCharacterError', constant: 'INVALID_CHARACTER_ERR' },
  { name: undefined, constant: 'NO_DATA_ALLOWED_ERR' },
  { name: 'NoModificationAllowedError', constant: 'NO_MODIFICATION_ALLOWED_ERR' },
  { name: 'NotFoundError', constant: 'NOT_FOUND_ERR' },
  { name: 'NotSupportedError', constant: 'NOT_SUPPORTED_ERR' },
  { name: 'InUseAttributeError', constant: 'INUSE_ATTRIBUTE_ERR' },
  { name: 'InvalidStateError', constant: 'INVALID_STATE_ERR' },
  { name: 'SyntaxError', constant: 'SYNTAX_ERR' },
  { name: 'InvalidModificationError', constant: 'INVALID_MODIFICATION_ERR' },
  { name: 'NamespaceError', constant: 'NAMESPACE_ERR' },
  { name: 'InvalidAccessError', constant: 'INVALID_ACCESS_ERR' },
  { name: undefined, constant: 'VALIDATION_ERR' },
  { name: 'TypeMismatchError', constant: 'TYPE_MISMATCH_ERR' },
  { name: 'SecurityError', constant: 'SECURITY_ERR' },
  { name: 'NetworkError', constant: 'NETWORK_ERR' },
  { name: 'AbortError', constant: 'ABORT_ERR' },
  { name: 'URLMismatchError', constant: 'URL_MISMATCH_ERR' },
  { name: 'QuotaExceededError', constant: 'QUOTA_EXCEEDED_ERR' },
  { name: 'TimeoutError', constant: 'TIMEOUT_ERR' },
  { name: 'InvalidNodeTypeError', constant: 'INVALID_NODE_TYPE_ERR' },
  { name: 'DataCloneError', constant: 'DATA_CLONE_ERR' },
];

const numbers = { __proto__: null };
for (let i = 0; i < names.length; i++) if (names[i].name !== undefined) numbers[names[i].name] = i + 1;

let isDOMException;

class DOMException {
  #message;
  #name;

  constructor(message = '', options = 'Error') {
    this.#message = `${message}`;
    if (options !== null && typeof options === 'object') {
      const { name } = options;
      this.#name = `${name === undefined ? 'Error' : name}`;
      if ('cause' in options) {
        ObjectDefineProperty(this, 'cause', {
          __proto__: null, value: options.cause, configurable: true, writable: true, enumerable: false,
        });
      }
    } else {
      this.#name = `${options}`;
    }
    ErrorCaptureStackTrace(this, new.target);
    // Messages ask it for its clone.
    this[transferMode] = CLONEABLE;
  }

  static {
    isDOMException = (value) => value !== null && typeof value === 'object' && #name in value;
  }

  [kClone]() {
    return {
      data: { message: this.#message, name: this.#name, stack: this.stack },
      deserializeInfo: 'internal/domexception:DOMException',
    };
  }

  [kDeserialize]({ message, name, stack }) {
    this.#message = message;
    this.#name = name;
    ObjectDefineProperty(this, 'stack', { __proto__: null, value: stack, configurable: true, writable: true, enumerable: false });
  }

  get name() {
    if (!isDOMException(this)) throw new ERR_INVALID_THIS('DOMException');
    return this.#name;
  }

  get message() {
    if (!isDOMException(this)) throw new ERR_INVALID_THIS('DOMException');
    return this.#message;
  }

  get code() {
    if (!isDOMException(this)) throw new ERR_INVALID_THIS('DOMException');
    return numbers[this.#name] ?? 0;
  }
}

ObjectSetPrototypeOf(DOMException.prototype, ErrorPrototype);
ObjectDefineProperties(DOMException.prototype, {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'DOMException' },
  name: kEnumerableProperty,
  message: kEnumerableProperty,
  code: kEnumerableProperty,
});
for (let i = 0; i < names.length; i++) {
  const descriptor = { __proto__: null, enumerable: true, value: i + 1 };
  ObjectDefineProperty(DOMException, names[i].constant, descriptor);
  ObjectDefineProperty(DOMException.prototype, names[i].constant, descriptor);
}

module.exports = { DOMException, isDOMException };
