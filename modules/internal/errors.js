'use strict';

// The coded errors: `codes.ERR_X` is a constructor, made when it is first asked for.
//
// Phase: realm, on every thread, in the startup image. Only what making an error class takes is here; the texts are in
// `internal/errors/messages` and the less common kinds in `internal/errors/system`, both loaded when an error is made.
// Nothing is required at the top: all other builtins may require this one.
//
// Besides Node's codes there are lazuli's own. Thrown by native code, listed here because they are just as permanent:
//   ERR_LAZY_EXPORT_MISSING     a lazy property names something that its module does not export
//   ERR_LAZY_CYCLE              a lazy property was read while its own module was loading
//   ERR_UNKNOWN_BUILTIN_MODULE  no builtin has that id (also in Node)

const {
  AggregateError,
  ArrayIsArray,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  Error,
  ErrorCaptureStackTrace,
  ObjectAssign,
  ObjectCreate,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ObjectIsExtensible,
  ObjectPrototypeHasOwnProperty,
  Proxy,
  ReflectApply,
  ReflectConstruct,
  SafeArrayIterator,
  SafeMap,
  StringPrototypeIncludes,
  StringPrototypeSlice,
  StringPrototypeSplit,
  StringPrototypeStartsWith,
  Symbol,
} = primordials;

const kIsNodeError = Symbol('kIsNodeError');
const kEnhanceStackBeforeInspector = Symbol('kEnhanceStackBeforeInspector');

// Functions whose names begin so do not show at the top of the stack of a coded error.
const hiddenPrefix = '__lazuli_internal_';

// Where the frames on top of a coded error come from when it was thrown on behalf of the caller.
const hiddenScripts = ['node:internal/errors', 'node:internal/validators'];

// ---- stack traces ----------------------------------------------------------------------------------------------------------

function isErrorStackTraceLimitWritable() {
  const descriptor = ObjectGetOwnPropertyDescriptor(Error, 'stackTraceLimit');
  // V8 adds the property after an image is restored; an image must not bring one of its own.
  if (descriptor === undefined) return !internalBinding('util').isBuildingSnapshot() && ObjectIsExtensible(Error);
  return ObjectPrototypeHasOwnProperty(descriptor, 'writable') ? descriptor.writable : descriptor.set !== undefined;
}

// The current limit where it is an ordinary number that may be changed for a moment, else undefined.
function adjustableLimit() {
  const descriptor = ObjectGetOwnPropertyDescriptor(Error, 'stackTraceLimit');
  return descriptor?.writable === true && typeof descriptor.value === 'number' ? descriptor.value : undefined;
}

function setHidden(error, key, value) {
  ObjectDefineProperty(error, key, { __proto__: null, value, configurable: true, writable: true, enumerable: false });
}

function isHiddenFrame(line) {
  if (StringPrototypeIncludes(line, hiddenPrefix)) return true;
  for (let i = 0; i < hiddenScripts.length; i++) {
    if (StringPrototypeIncludes(line, hiddenScripts[i])) return true;
  }
  return false;
}

// Takes our own frames off the top of a formatted stack that begins with `header`, and keeps `limit` of the others.
function withoutHiddenFrames(stack, header, limit) {
  if (!StringPrototypeStartsWith(stack, `${header}\n`)) return stack;
  const frames = StringPrototypeSplit(StringPrototypeSlice(stack, header.length + 1), '\n');
  let first = 0;
  while (first < frames.length && isHiddenFrame(frames[first])) first++;
  if (first === frames.length) first = 0;
  const kept = [];
  for (let i = first; i < frames.length && kept.length < limit; i++) ArrayPrototypePush(kept, frames[i]);
  return kept.length === 0 ? header : `${header}\n${ArrayPrototypeJoin(kept, '\n')}`;
}

// Frames that `withoutHiddenFrames` may take away: a validator in a validator in a validator.
const spareFrames = 4;

// Captures the stack above `hide` into `error`, its first line naming the code, and leaves `error.name` as it was.
function captureCodedStack(error, code, hide) {
  const label = `${error.name} [${code}]`;
  const limit = adjustableLimit();
  setHidden(error, 'name', label);
  if (limit !== undefined) Error.stackTraceLimit = limit > 0 ? limit + spareFrames : limit;
  let stack;
  try {
    ErrorCaptureStackTrace(error, hide);
    // Reading formats it, while the name is the one to show.
    ({ stack } = error);
  } finally {
    if (limit !== undefined) Error.stackTraceLimit = limit;
    delete error.name;
  }
  if (limit > 0 && typeof stack === 'string') {
    const { message } = error;
    stack = withoutHiddenFrames(stack, message === '' ? label : `${label}: ${message}`, limit);
    setHidden(error, 'stack', stack);
  }
}

// Renames `fn` so that its frame is taken off the stacks of coded errors thrown in it.
function hideStackFrames(fn) {
  ObjectDefineProperty(fn, 'name', { __proto__: null, value: hiddenPrefix + fn.name, configurable: true });
  return fn;
}

// Captures the stack of `error` again, as seen by the first caller that is not hidden.
function hideInternalStackFrames(error) {
  const limit = adjustableLimit();
  if (!(limit > 0)) return;
  Error.stackTraceLimit = limit + spareFrames;
  let stack;
  try {
    ErrorCaptureStackTrace(error, hideInternalStackFrames);
    ({ stack } = error);
  } finally {
    Error.stackTraceLimit = limit;
  }
  if (typeof stack !== 'string') return;
  const { name, message } = error;
  stack = withoutHiddenFrames(stack, message === '' ? name : `${name}: ${message}`, limit);
  setHidden(error, 'stack', stack);
}

// Puts the code into the first line of the stack of an error that exists already.
function addCodeToName(error, name, code) {
  error.name = `${name} [${code}]`;
  error.stack; // eslint-disable-line no-unused-expressions
  if (name === 'SystemError') {
    setHidden(error, 'name', name);
  } else {
    delete error.name;
  }
}

// ---- the classes -----------------------------------------------------------------------------------------------------------

// Between an error and the prototype of its base: what makes it a coded one. One object for each base.
let kinds;

function kindOf(Base) {
  kinds ??= new SafeMap();
  let Kind = kinds.get(Base);
  if (Kind === undefined) {
    Kind = makeKind(Base);
    kinds.set(Base, Kind);
  }
  return Kind;
}

function makeKind(Base) {
  function Kind() {}
  Kind.prototype = ObjectCreate(Base.prototype, {
    __proto__: null,
    constructor: { __proto__: null, get: () => Base, configurable: true },
    toString: { __proto__: null, value: toString, configurable: true, writable: true },
    [kIsNodeError]: { __proto__: null, get: () => true, configurable: true },
  });
  return Kind;
}

function toString() {
  return `${this.name} [${this.code}]: ${this.message}`;
}

// Definitions by `E`, for errors that are not in the table.
let extraDefinitions;

function definitionOf(code) {
  const definition = extraDefinitions?.[code] ?? require('internal/errors/messages').definitions[code];
  if (definition === undefined) throw new Error(`No error is defined for the code ${code}`);
  return definition;
}

// The text of an error. A function among the texts may put properties on `extra`, which the error then gets.
function getMessage(code, args, extra = { __proto__: null }) {
  const text = definitionOf(code)[1];
  if (typeof text === 'function') return ReflectApply(text, extra, args);
  if (args.length === 0 || !StringPrototypeIncludes(text, '%')) return text;
  return ReflectApply(require('internal/util/inspect').format, undefined, [text, ...new SafeArrayIterator(args)]);
}

function makeError(code, Base, args, hide) {
  const extra = { __proto__: null };
  const message = getMessage(code, args, extra);
  const limit = adjustableLimit();
  if (limit !== undefined) Error.stackTraceLimit = 0;
  let error;
  try {
    // V8 puts the message that the constructor got into the stack, whatever `message` is later.
    error = ReflectConstruct(Base, [message], kindOf(Base));
  } finally {
    if (limit !== undefined) Error.stackTraceLimit = limit;
  }
  error.code = code;
  captureCodedStack(error, code, hide);
  ObjectAssign(error, extra);
  return error;
}

// `Base` is known when the first error is made, not before: knowing it takes the table.
function makeClass(code, base) {
  function NodeError(...args) {
    const Base = base === undefined ? definitionOf(code)[0] : primordials[base];
    if (Base === 'SystemError' || Base === SystemError) {
      const { SystemError: Class } = require('internal/errors/system');
      return new Class(code, args[0], NodeError);
    }
    return makeError(code, Base, args, NodeError);
  }
  return NodeError;
}

// Codes that also come with another base, as `codes.ERR_X.RangeError`.
const alternatives = {
  __proto__: null,
  ERR_INVALID_ARG_VALUE: ['RangeError'],
  ERR_INVALID_RETURN_VALUE: ['RangeError'],
  ERR_INVALID_STATE: ['TypeError', 'RangeError'],
  ERR_OPERATION_FAILED: ['TypeError'],
};

function makeClasses(code, others) {
  const NodeError = makeClass(code);
  if (others !== undefined) {
    for (let i = 0; i < others.length; i++) NodeError[others[i]] = makeClass(code, others[i]);
  }
  return NodeError;
}

// Reading `codes.ERR_X` makes the class; one that is never asked for costs nothing. Whether there is such a code is known
// when the error is made.
const codes = new Proxy({ __proto__: null }, {
  __proto__: null,
  get(classes, code) {
    const known = classes[code];
    if (known !== undefined) return known;
    if (typeof code !== 'string' || !StringPrototypeStartsWith(code, 'ERR_')) return undefined;
    return classes[code] = makeClasses(code, alternatives[code]);
  },
  has(classes, code) {
    return code in classes || code in require('internal/errors/messages').definitions;
  },
});

// Defines one more error. `text` is the message or a function that returns it.
function E(code, text, Base, ...others) {
  extraDefinitions ??= { __proto__: null };
  extraDefinitions[code] = [Base, text];
  const names = [];
  for (let i = 0; i < others.length; i++) ArrayPrototypePush(names, others[i].name);
  codes[code] = makeClasses(code, names);
}

// ---- errors without a code in the table ------------------------------------------------------------------------------------

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

// Joins an error that happened while `outerError` was being handled to it.
function aggregateTwoErrors(innerError, outerError) {
  if (!innerError || !outerError || innerError === outerError) return innerError || outerError;
  if (ArrayIsArray(outerError.errors)) {
    ArrayPrototypePush(outerError.errors, innerError);
    return outerError;
  }
  const error = new AggregateError(new SafeArrayIterator([outerError, innerError]), outerError.message);
  ErrorCaptureStackTrace(error, aggregateTwoErrors);
  error.code = outerError.code;
  return error;
}

function genericNodeError(message, errorProperties) {
  const error = new Error(message);
  ErrorCaptureStackTrace(error, genericNodeError);
  ObjectAssign(error, errorProperties);
  return error;
}

function isErrorLike(value) {
  return typeof value === 'object' && value !== null && ObjectPrototypeHasOwnProperty(value, 'stack');
}

function isStackOverflowError(error) {
  return error?.name === 'RangeError' && error.message === 'Maximum call stack size exceeded';
}

// ---- what is loaded when it is called --------------------------------------------------------------------------------------

function determineSpecificType(value) {
  return require('internal/errors/format').determineSpecificType(value);
}

function formatList(list, type) {
  return require('internal/errors/format').formatList(list, type);
}

function inspectWithNoCustomRetry(value, options) {
  return require('internal/errors/format').inspectWithNoCustomRetry(value, options);
}

function uvErrmapGet(errno) {
  return require('internal/errors/system').uvErrmapGet(errno);
}

function deferredClass(name) {
  function SystemException(...args) {
    const error = ReflectConstruct(require('internal/errors/system')[name], args);
    if (name !== 'SystemError') ErrorCaptureStackTrace(error, SystemException);
    return error;
  }
  return SystemException;
}

const SystemError = deferredClass('SystemError');

module.exports = {
  AbortError,
  addCodeToName,
  aggregateTwoErrors,
  captureCodedStack,
  codes,
  ConnResetException: deferredClass('ConnResetException'),
  determineSpecificType,
  E,
  ErrnoException: deferredClass('ErrnoException'),
  ExceptionWithHostPort: deferredClass('ExceptionWithHostPort'),
  formatList,
  genericNodeError,
  getMessage,
  hideInternalStackFrames,
  hideStackFrames,
  inspectWithNoCustomRetry,
  isErrorLike,
  isErrorStackTraceLimitWritable,
  isStackOverflowError,
  kEnhanceStackBeforeInspector,
  kIsNodeError,
  NodeAggregateError: deferredClass('NodeAggregateError'),
  SystemError,
  UVException: deferredClass('UVException'),
  UVExceptionWithHostPort: deferredClass('UVExceptionWithHostPort'),
  uvErrmapGet,
};
