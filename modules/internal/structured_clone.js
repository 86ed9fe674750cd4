'use strict';

// structuredClone, and the objects of builtins that can be cloned.
//
// Phase: run time, when the global is first read or a cloned object of a builtin is made; any thread; not in the startup image.
// Such an object holds `transfer_mode_private_symbol` and has two methods: under `messaging_clone_symbol` one that returns
// `{ data, deserializeInfo: 'module:Class' }`, and under `messaging_deserialize_symbol` one that fills a new instance with the data.

const {
  ArrayPrototypePush,
  FunctionPrototypeCall,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  SymbolIterator,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');

const binding = internalBinding('messaging');

// The items of a `sequence<object>`, or undefined.
function transferListOf(transfer) {
  if (transfer === undefined || transfer === null) return undefined;
  const method = transfer[SymbolIterator];
  if ((typeof transfer !== 'object' && typeof transfer !== 'function') || typeof method !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options.transfer', 'Iterable', transfer);
  }
  const list = [];
  // The user's protocol.
  for (const item of { __proto__: null, [SymbolIterator]: () => FunctionPrototypeCall(method, transfer) }) {
    ArrayPrototypePush(list, item);
  }
  return list;
}

function structuredClone(value, options = undefined) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('value');
  if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options', ['Object', 'undefined'], options);
  }
  return binding.structuredClone(value, transferListOf(options?.transfer));
}

// Called by native code: makes an object of a builtin from what its clone method gave.
function deserialize(info, data) {
  const end = StringPrototypeIndexOf(info, ':');
  const Class = require(StringPrototypeSlice(info, 0, end))[StringPrototypeSlice(info, end + 1)];
  const object = new Class();
  object[internalBinding('symbols').messaging_deserialize_symbol](data);
  return object;
}

module.exports = { deserialize, structuredClone };
