'use strict';

// Errors that report a failed system call.
//
// Phase: run time, when the first of them is made; any thread; not in the startup image.

const {
  AggregateError,
  Error,
  MapPrototypeGet,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectKeys,
  SafeArrayIterator,
  Symbol,
  SymbolFor,
} = primordials;

const { captureCodedStack, getMessage, kIsNodeError } = require('internal/errors');
const { errname, getErrorMap } = internalBinding('uv');

const kInfo = Symbol('info');
const unknown = ['UNKNOWN', 'unknown error'];

let errorMap;

// [name, description] of a negative errno, or undefined.
function uvErrmapGet(errno) {
  errorMap ??= getErrorMap();
  return MapPrototypeGet(errorMap, errno);
}

function hidden(value) {
  return { __proto__: null, value, configurable: true, writable: true, enumerable: false };
}

// Accessors on the error that read and write the context it was made from.
function forwarded(context, key) {
  return {
    __proto__: null,
    get: () => context[key],
    set: (value) => {
      context[key] = value;
    },
    configurable: true,
    enumerable: true,
  };
}

class SystemError extends Error {
  constructor(code, context, hide = SystemError) {
    let message = `${getMessage(code, [])}: ${context.syscall} returned ${context.code} (${context.message})`;
    if (context.path !== undefined) message += ` ${context.path}`;
    if (context.dest !== undefined) message += ` => ${context.dest}`;
    super(message);
    ObjectDefineProperties(this, {
      __proto__: null,
      [kIsNodeError]: hidden(true),
      [kInfo]: hidden(context),
      name: hidden('SystemError'),
    });
    captureCodedStack(this, code, hide);
    ObjectDefineProperties(this, {
      __proto__: null,
      name: hidden('SystemError'),
      code: { __proto__: null, value: code, configurable: true, writable: true, enumerable: true },
      info: { __proto__: null, value: context, configurable: true, writable: false, enumerable: true },
      errno: forwarded(context, 'errno'),
      syscall: forwarded(context, 'syscall'),
    });
    if (context.path !== undefined) ObjectDefineProperty(this, 'path', forwarded(context, 'path'));
    if (context.dest !== undefined) ObjectDefineProperty(this, 'dest', forwarded(context, 'dest'));
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, context) {
    return require('internal/util/inspect').inspect(this, { ...context, getters: true, customInspect: false });
  }
}

// A failed libuv-style call: context is { errno, syscall, code?, message?, path?, dest? }.
class UVException extends Error {
  constructor(context) {
    const { 0: name, 1: description } = uvErrmapGet(context.errno) ?? unknown;
    const code = name;
    let message = `${code}: ${context.message || description}, ${context.syscall}`;
    const path = context.path ? `${context.path}` : undefined;
    const dest = context.dest ? `${context.dest}` : undefined;
    if (path !== undefined) message += ` '${path}'`;
    if (dest !== undefined) message += ` -> '${dest}'`;
    super(message);
    const keys = ObjectKeys(context);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key !== 'message' && key !== 'path' && key !== 'dest') this[key] = context[key];
    }
    this.code = code;
    if (path !== undefined) this.path = path;
    if (dest !== undefined) this.dest = dest;
  }
}

function withAddress(message, address, port, separator) {
  if (port > 0) return `${message}${separator}${address}:${port}`;
  return address ? `${message}${separator}${address}` : message;
}

class UVExceptionWithHostPort extends Error {
  constructor(errno, syscall, address, port) {
    const { 0: code, 1: description } = uvErrmapGet(errno) ?? unknown;
    super(withAddress(`${syscall} ${code}: ${description}`, address, port, ' '));
    this.code = code;
    this.errno = errno;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }
}

class ErrnoException extends Error {
  constructor(errno, syscall, original) {
    const code = errname(errno);
    super(original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`);
    this.errno = errno;
    this.code = code;
    this.syscall = syscall;
  }

  get ['constructor']() {
    return Error;
  }
}

class ExceptionWithHostPort extends Error {
  constructor(errno, syscall, address, port, additional) {
    const code = errname(errno);
    let message = withAddress(`${syscall} ${code}`, address, port, ' ');
    if (additional) message += ` - Local (${additional})`;
    super(message);
    this.errno = errno;
    this.code = code;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }

  get ['constructor']() {
    return Error;
  }
}

class ConnResetException extends Error {
  constructor(message) {
    super(message);
    this.code = 'ECONNRESET';
  }

  get ['constructor']() {
    return Error;
  }
}

class NodeAggregateError extends AggregateError {
  constructor(errors, message) {
    super(new SafeArrayIterator(errors), message);
    this.code = errors[0]?.code;
    ObjectDefineProperty(this, kIsNodeError, hidden(true));
  }

  get ['constructor']() {
    return AggregateError;
  }
}

module.exports = {
  ConnResetException,
  ErrnoException,
  ExceptionWithHostPort,
  NodeAggregateError,
  SystemError,
  UVException,
  UVExceptionWithHostPort,
  uvErrmapGet,
};
