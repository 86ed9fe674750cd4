'use strict';

// The table of coded errors: code -> [base class, text]. A text is a string or a function of the arguments of the constructor;
// such a function may put properties on `this`, which the error then gets. A base given as the string 'SystemError' is the class
// of that name in `internal/errors/system`.
//
// Phase: run time, when the first coded error is made; any thread; not in the startup image. Codes are permanent, texts are
// not; texts that programs are known to compare are those of Node.

const {
  ArrayIsArray,
  ArrayPrototypeJoin,
  ArrayPrototypeMap,
  ArrayPrototypePush,
  Error,
  RangeError,
  RegExpPrototypeExec,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
  SyntaxError,
  TypeError,
  URIError,
} = primordials;

const { determineSpecificType, formatList, inspect, receivedNumber } = require('internal/errors/format');

// A template whose values may be anything: a symbol, an object without a prototype.
function say(strings, ...values) {
  let text = strings[0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    text += (typeof value === 'string' ? value : inspect(value)) + strings[i + 1];
  }
  return text;
}

// ---- the texts that take more than a line ------------------------------------------------------------------------------------

const className = /^[A-Z][a-zA-Z0-9]*$/;

const typeNames = {
  __proto__: null,
  Function: 'function',
  Object: 'object',
  bigint: 'bigint',
  boolean: 'boolean',
  function: 'function',
  number: 'number',
  object: 'object',
  string: 'string',
  symbol: 'symbol',
};

function argumentOrProperty(name) {
  return StringPrototypeIncludes(name, '.') ? 'property' : 'argument';
}

// What was expected, in up to three groups: types, classes, anything else.
function expectation(expected) {
  if (!ArrayIsArray(expected)) expected = [expected];
  const types = [];
  const classes = [];
  const others = [];
  let objectAt = -1;
  for (let i = 0; i < expected.length; i++) {
    const item = expected[i];
    if (item in typeNames) {
      if (typeNames[item] === 'object') objectAt = types.length;
      ArrayPrototypePush(types, typeNames[item]);
    } else if (RegExpPrototypeExec(className, item) !== null) {
      ArrayPrototypePush(classes, item);
    } else {
      ArrayPrototypePush(others, item);
    }
  }
  if (classes.length > 0 && objectAt !== -1) {
    // Beside classes, a plain object counts as an instance of Object.
    const rest = [];
    for (let i = 0; i < types.length; i++) if (i !== objectAt) ArrayPrototypePush(rest, types[i]);
    return describe(rest, classes, others, 'Object');
  }
  return describe(types, classes, others);
}

function describe(types, classes, others, extraClass) {
  if (extraClass !== undefined) ArrayPrototypePush(classes, extraClass);
  const parts = [];
  if (types.length > 0) ArrayPrototypePush(parts, `${types.length > 1 ? 'one of type' : 'of type'} ${formatList(types, 'or')}`);
  if (classes.length > 0) ArrayPrototypePush(parts, `an instance of ${formatList(classes, 'or')}`);
  if (others.length > 1) {
    ArrayPrototypePush(parts, `one of ${formatList(others, 'or')}`);
  } else if (others.length === 1) {
    const capital = StringPrototypeToLowerCase(others[0]) !== others[0];
    ArrayPrototypePush(parts, capital ? `an ${others[0]}` : others[0]);
  }
  return ArrayPrototypeJoin(parts, ' or ');
}

function invalidArgType(name, expected, actual) {
  const subject = StringPrototypeEndsWith(name, ' argument') ? name : `"${name}" ${argumentOrProperty(name)}`;
  return `The ${subject} must be ${expectation(expected)}. Received ${determineSpecificType(actual)}`;
}

function invalidArgValue(name, value, reason = 'is invalid') {
  let text = inspect(value);
  if (text.length > 128) text = `${StringPrototypeSlice(text, 0, 128)}...`;
  return `The ${argumentOrProperty(name)} '${name}' ${reason}. Received ${text}`;
}

function missingArgs(...names) {
  const quoted = ArrayPrototypeMap(names, (name) => (
    ArrayIsArray(name) ? ArrayPrototypeJoin(ArrayPrototypeMap(name, (one) => `"${one}"`), ' or ') : `"${name}"`
  ));
  return `The ${formatList(quoted)} argument${names.length === 1 ? '' : 's'} must be specified`;
}

function outOfRange(name, range, received, wholeSentence = false) {
  const subject = wholeSentence ? name : `The value of "${name}" is out of range.`;
  return `${subject} It must be ${range}. Received ${receivedNumber(received)}`;
}

function invalidPackageTarget(directory, key, target, isImport = false, base = undefined) {
  const field = isImport ? 'imports' : 'exports';
  const from = base ? ` imported from ${base}` : '';
  const hint = typeof target === 'string' && !isImport && target.length > 0 && !StringPrototypeStartsWith(target, './') ?
    '; targets must start with "./"' : '';
  const subject = key === '.' ? `main target ${inspect(target)} defined` : `target ${inspect(target)} defined for '${key}'`;
  return `Invalid "${field}" ${subject} in the package config ${directory}package.json${from}${hint}`;
}

const importedFrom = (base) => (base ? ` imported from ${base}` : '');

// ---- the table ---------------------------------------------------------------------------------------------------------------

const definitions = {
  __proto__: null,
  ERR_ACCESS_DENIED: [Error, function (text, permission = '', resource = '') {
    this.permission = permission;
    this.resource = resource;
    return text;
  }],
  ERR_AMBIGUOUS_ARGUMENT: [TypeError, (name, reason) => say`The "${name}" argument is ambiguous. ${reason}`],
  ERR_ARG_NOT_ITERABLE: [TypeError, (name) => say`${name} must be iterable`],
  ERR_ASSERTION: [Error, (text) => say`${text}`],
  ERR_ASYNC_CALLBACK: [TypeError, (name) => say`${name} must be a function`],
  ERR_ASYNC_TYPE: [TypeError, (type) => say`Invalid name for async "type": ${type}`],
  ERR_BUFFER_OUT_OF_BOUNDS: [RangeError, (name) => (
    name ? say`"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds'
  )],
  ERR_BUFFER_TOO_LARGE: [RangeError, (size) => say`Cannot create a Buffer larger than ${size} bytes`],
  ERR_CANNOT_WATCH_SIGINT: [Error, 'Cannot watch for SIGINT signals'],
  ERR_CONSOLE_WRITABLE_STREAM: [TypeError, (name) => say`Console expects a writable stream instance for ${name}`],
  ERR_CONSTRUCT_CALL_INVALID: [TypeError, 'Constructor cannot be called'],
  ERR_CONSTRUCT_CALL_REQUIRED: [TypeError, (name) => say`Class constructor ${name} cannot be invoked without \`new\``],
  ERR_CONTEXT_NOT_INITIALIZED: [Error, 'context used is not initialized'],
  ERR_DIR_CLOSED: [Error, 'Directory handle was closed'],
  ERR_DIR_CONCURRENT_OPERATION: [Error, 'The directory handle is busy with an asynchronous operation'],
  ERR_DUPLICATE_STARTUP_SNAPSHOT_MAIN_FUNCTION: [Error, 'Deserialize main function is already configured.'],
  ERR_ENCODING_INVALID_ENCODED_DATA: [TypeError, function (encoding, result) {
    this.errno = result;
    return say`The encoded data was not valid for encoding ${encoding}`;
  }],
  ERR_ENCODING_NOT_SUPPORTED: [RangeError, (encoding) => say`The "${encoding}" encoding is not supported`],
  ERR_EVAL_ESM_CANNOT_PRINT: [Error, '--print cannot be used with ESM input'],
  ERR_EVENT_RECURSION: [Error, (type) => say`The event "${type}" is already being dispatched`],
  ERR_FALSY_VALUE_REJECTION: [Error, function (reason) {
    this.reason = reason;
    return 'Promise was rejected with falsy value';
  }],
  ERR_FEATURE_UNAVAILABLE_ON_PLATFORM: [TypeError, (name) => say`The feature ${name} is not available on this platform`],
  ERR_FS_CP_DIR_TO_NON_DIR: ['SystemError', 'Cannot overwrite non-directory with directory'],
  ERR_FS_CP_EEXIST: ['SystemError', 'Target already exists'],
  ERR_FS_CP_EINVAL: ['SystemError', 'Invalid src or dest'],
  ERR_FS_CP_FIFO_PIPE: ['SystemError', 'Cannot copy a FIFO pipe'],
  ERR_FS_CP_NON_DIR_TO_DIR: ['SystemError', 'Cannot overwrite directory with non-directory'],
  ERR_FS_CP_SOCKET: ['SystemError', 'Cannot copy a socket file'],
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: ['SystemError', 'Cannot overwrite symlink in subdirectory of self'],
  ERR_FS_CP_UNKNOWN: ['SystemError', 'Cannot copy an unknown file type'],
  ERR_FS_EISDIR: ['SystemError', 'Path is a directory'],
  ERR_FS_FILE_TOO_LARGE: [RangeError, (size) => say`File size (${size}) is greater than 2 GiB`],
  ERR_FS_INVALID_SYMLINK_TYPE: [Error, (type) => (
    say`Symlink type must be one of "dir", "file", or "junction". Received "${type}"`
  )],
  ERR_FS_WATCH_QUEUE_OVERFLOW: [Error, (size) => say`fs.watch() queued more than ${size} events`],
  ERR_ILLEGAL_CONSTRUCTOR: [TypeError, 'Illegal constructor'],
  ERR_IMPORT_ASSERTION_TYPE_FAILED: [TypeError, (url, type) => say`Module "${url}" is not of type "${type}"`],
  ERR_IMPORT_ASSERTION_TYPE_MISSING: [TypeError, (url, type) => say`Module "${url}" needs an import attribute of type "${type}"`],
  ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED: [TypeError, (type) => say`Import attribute type "${type}" is unsupported`],
  ERR_IMPORT_ATTRIBUTE_MISSING: [TypeError, (url, key, value) => (
    say`Module "${url}" needs an import attribute of "${key}: ${value}"`
  )],
  ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE: [TypeError, (url, type) => say`Module "${url}" is not of type "${type}"`],
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: [TypeError, (key, value, url) => (
    say`Import attribute "${key}" with value "${value}" is not supported in ${url}`
  )],
  ERR_INCOMPATIBLE_OPTION_PAIR: [TypeError, (a, b) => say`Option "${a}" cannot be used in combination with option "${b}"`],
  ERR_INPUT_TYPE_NOT_ALLOWED: [Error, '--input-type is only for source text given by --eval, --print or standard input'],
  ERR_INTERNAL_ASSERTION: [Error, (text) => {
    const reason = 'This is a fault of lazuli, or its internals were used wrongly. Please report it with this stack trace.';
    return text === undefined ? reason : `${text}\n${reason}\n`;
  }],
  ERR_INVALID_ADDRESS_FAMILY: [RangeError, function (family, host, port) {
    this.host = host;
    this.port = port;
    return say`Invalid address family: ${family} ${host}:${port}`;
  }],
  ERR_INVALID_ARG_TYPE: [TypeError, invalidArgType],
  ERR_INVALID_ARG_VALUE: [TypeError, invalidArgValue],
  ERR_INVALID_ASYNC_ID: [RangeError, (name, id) => say`Invalid ${name} value: ${id}`],
  ERR_INVALID_BUFFER_SIZE: [RangeError, (size) => say`Buffer size must be a multiple of ${size}`],
  ERR_INVALID_CHAR: [TypeError, (name, field) => say`Invalid character in ${name}${field === undefined ? '' : ` ["${field}"]`}`],
  ERR_INVALID_CURSOR_POS: [TypeError, 'Cannot set cursor row without setting its column'],
  ERR_INVALID_FD: [RangeError, (fd) => say`"fd" must be a positive integer: ${fd}`],
  ERR_INVALID_FD_TYPE: [TypeError, (type) => say`Unsupported fd type: ${type}`],
  ERR_INVALID_FILE_URL_HOST: [TypeError, (platform) => say`File URL host must be "localhost" or empty on ${platform}`],
  ERR_INVALID_FILE_URL_PATH: [TypeError, (reason) => say`File URL path ${reason}`],
  ERR_INVALID_HANDLE_TYPE: [TypeError, 'This handle type cannot be sent'],
  ERR_INVALID_IP_ADDRESS: [TypeError, (address) => say`Invalid IP address: ${address}`],
  ERR_INVALID_MIME_SYNTAX: [TypeError, (production, text, index) => (
    say`The MIME syntax for a ${production} in "${text}" is invalid${index === -1 ? '' : ` at ${index}`}`
  )],
  ERR_INVALID_MODULE_SPECIFIER: [TypeError, (specifier, reason, base) => (
    say`Invalid module "${specifier}" ${reason}${importedFrom(base)}`
  )],
  ERR_INVALID_OBJECT_DEFINE_PROPERTY: [TypeError, (reason) => say`${reason}`],
  ERR_INVALID_PACKAGE_CONFIG: [Error, (path, base, reason) => (
    say`Invalid package config ${path}${base ? ` while importing ${base}` : ''}${reason ? `. ${reason}` : ''}`
  )],
  ERR_INVALID_PACKAGE_TARGET: [Error, invalidPackageTarget],
  ERR_INVALID_PROTOCOL: [TypeError, (protocol, expected) => say`Protocol "${protocol}" not supported. Expected "${expected}"`],
  ERR_INVALID_RETURN_PROPERTY: [TypeError, (input, name, property, value) => (
    say`Expected a valid ${input} to be returned for the "${property}" from the "${name}" hook but got ${
      determineSpecificType(value)}.`
  )],
  ERR_INVALID_RETURN_PROPERTY_VALUE: [TypeError, (input, name, property, value) => (
    say`Expected ${input} to be returned for the "${property}" from the "${name}" hook but got ${determineSpecificType(value)}.`
  )],
  ERR_INVALID_RETURN_VALUE: [TypeError, (input, name, value) => (
    say`Expected ${input} to be returned from the "${name}" function but got ${determineSpecificType(value)}.`
  )],
  ERR_INVALID_STATE: [Error, (state) => say`Invalid state: ${state}`],
  ERR_INVALID_SYNC_FORK_INPUT: [TypeError, (value) => (
    say`Input of an asynchronous fork cannot be a Buffer, TypedArray, DataView or string: ${value}`
  )],
  ERR_INVALID_THIS: [TypeError, (type) => say`Value of "this" must be of type ${type}`],
  ERR_INVALID_TUPLE: [TypeError, (name, tuple) => say`${name} must be an iterable ${tuple} tuple`],
  ERR_INVALID_URI: [URIError, 'URI malformed'],
  ERR_INVALID_URL: [TypeError, function (input, base = null) {
    this.input = input;
    if (base !== null) this.base = base;
    return 'Invalid URL';
  }],
  ERR_INVALID_URL_SCHEME: [TypeError, (expected) => (
    say`The URL must be ${typeof expected === 'string' || expected.length === 1 ?
      `of scheme ${expected}` : `one of scheme ${expected[0]} or ${expected[1]}`}`
  )],
  ERR_IPC_CHANNEL_CLOSED: [Error, 'Channel closed'],
  ERR_LAZY_CYCLE: [Error, (path) => say`A lazy property was read while it was loading: ${path}`],
  ERR_LAZY_EXPORT_MISSING: [Error, (target, id, name) => (
    say`Lazy property ${name} of ${target}: the builtin ${id} does not export it`
  )],
  ERR_LOADER_CHAIN_INCOMPLETE: [Error, (hook) => (
    say`"${hook}" neither called the next hook of its chain nor returned \`shortCircuit: true\``
  )],
  ERR_METHOD_NOT_IMPLEMENTED: [Error, (name) => say`The ${name} method is not implemented`],
  ERR_MISSING_ARGS: [TypeError, missingArgs],
  ERR_MISSING_MESSAGE_PORT_IN_TRANSFER_LIST: [
    TypeError,
    'Object that needs transfer was found in message but not listed in transferList',
  ],
  ERR_MISSING_OPTION: [TypeError, (name) => say`${name} is required`],
  ERR_MISSING_PASSPHRASE: [TypeError, 'Passphrase required for encrypted key'],
  ERR_MISSING_PLATFORM_FOR_WORKER: [Error, 'The platform of this process has no support for workers'],
  ERR_MODULE_LINK_MISMATCH: [TypeError, (text) => say`${text}`],
  ERR_MODULE_NOT_FOUND: [Error, function (path, base, exactUrl) {
    if (exactUrl) this.url = `${exactUrl}`;
    return say`Cannot find ${exactUrl ? 'module' : 'package'} '${path}' imported from ${base}`;
  }],
  ERR_MULTIPLE_CALLBACK: [Error, 'Callback called multiple times'],
  ERR_NOT_BUILDING_SNAPSHOT: [Error, 'Operation cannot be invoked when not building startup snapshot'],
  ERR_NOT_SUPPORTED_IN_SNAPSHOT: [Error, (name) => say`${name} is not supported in startup snapshot`],
  ERR_NO_CRYPTO: [Error, 'Cryptography is not available in this runtime'],
  ERR_NO_ICU: [TypeError, (name) => say`${name} needs ICU, which this build does not have`],
  ERR_NO_LONGER_SUPPORTED: [Error, (name) => say`${name} is no longer supported`],
  ERR_OPERATION_FAILED: [Error, (reason) => say`Operation failed: ${reason}`],
  ERR_OUT_OF_RANGE: [RangeError, outOfRange],
  ERR_PACKAGE_IMPORT_NOT_DEFINED: [TypeError, (specifier, directory, base) => (
    say`Package import specifier "${specifier}" is not defined${
      directory ? ` in package ${directory}package.json` : ''} imported from ${base}`
  )],
  ERR_PACKAGE_PATH_NOT_EXPORTED: [Error, (directory, subpath, base) => (
    subpath === '.' ? `No "exports" main defined in ${directory}package.json${importedFrom(base)}` :
      `Package subpath '${subpath}' is not defined by "exports" in ${directory}package.json${importedFrom(base)}`
  )],
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: [TypeError, (text) => say`${text}`],
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: [TypeError, (text) => (
    say`Unexpected argument '${text}'. This command does not take positional arguments`
  )],
  ERR_PARSE_ARGS_UNKNOWN_OPTION: [TypeError, (option, allowPositionals) => (
    say`Unknown option '${option}'${
      allowPositionals ? `. A positional argument that starts with '-' goes after '--', as in '-- "${option}"'` : ''}`
  )],
  ERR_PERFORMANCE_INVALID_TIMESTAMP: [TypeError, (value) => say`${value} is not a valid timestamp`],
  ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS: [TypeError, (reason) => say`${reason}`],
  ERR_REQUIRE_ASYNC_MODULE: [Error, (file, parent) => {
    let text = 'require() cannot be used on a graph of ES modules with top-level await; use import() instead';
    if (parent) text += `\n  From ${parent}`;
    if (file) text += `\n  Requiring ${file}`;
    return text;
  }],
  ERR_REQUIRE_CYCLE_MODULE: [Error, (text) => say`${text}`],
  ERR_REQUIRE_ESM: [Error, (file, hasEsmSyntax, parent = null) => (
    say`require() of ES Module ${file}${parent ? ` from ${parent}` : ''} not supported.\nUse a dynamic import() there instead.`
  )],
  ERR_SCRIPT_EXECUTION_INTERRUPTED: [Error, 'Script execution was interrupted by `SIGINT`'],
  ERR_SCRIPT_EXECUTION_TIMEOUT: [Error, (ms) => say`Script execution timed out after ${ms}ms`],
  ERR_SOCKET_BAD_PORT: [RangeError, (name, port, allowZero = true) => (
    say`${name} should be ${allowZero ? '>=' : '>'} 0 and < 65536. Received ${determineSpecificType(port)}.`
  )],
  ERR_SOURCE_PHASE_NOT_DEFINED: [SyntaxError, (specifier) => say`The module '${specifier}' has no object for the source phase`],
  ERR_STREAM_ALREADY_FINISHED: [Error, (name) => say`Cannot call ${name} after a stream was finished`],
  ERR_STREAM_CANNOT_PIPE: [Error, 'Cannot pipe, not readable'],
  ERR_STREAM_DESTROYED: [Error, (name) => say`Cannot call ${name} after a stream was destroyed`],
  ERR_STREAM_NULL_VALUES: [TypeError, 'May not write null values to stream'],
  ERR_STREAM_PREMATURE_CLOSE: [Error, 'Premature close'],
  ERR_STREAM_PUSH_AFTER_EOF: [Error, 'stream.push() after EOF'],
  ERR_STREAM_UNABLE_TO_PIPE: [Error, 'Cannot pipe to a closed or destroyed stream'],
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: [Error, 'stream.unshift() after end event'],
  ERR_STREAM_WRAP: [Error, 'Stream has StringDecoder set or is in objectMode'],
  ERR_STREAM_WRITE_AFTER_END: [Error, 'write after end'],
  ERR_STRING_TOO_LONG: [Error, (length) => say`Cannot create a string longer than 0x${length} characters`],
  ERR_SYNTHETIC: [Error, 'JavaScript Callstack'],
  ERR_SYSTEM_ERROR: ['SystemError', 'A system error occurred'],
  ERR_THROTTLED: [Error, 'The call was dropped by the throttled function'],
  ERR_TRACE_EVENTS_CATEGORY_REQUIRED: [TypeError, 'At least one category is required'],
  ERR_TRACE_EVENTS_UNAVAILABLE: [Error, 'Trace events are unavailable'],
  ERR_TRANSFERRING_EXTERNALIZED_SHAREDARRAYBUFFER: [Error, 'This SharedArrayBuffer has been externalized'],
  ERR_TTY_INIT_FAILED: ['SystemError', 'TTY initialization failed'],
  ERR_UNAVAILABLE_DURING_EXIT: [Error, 'Cannot call function in process exit handler'],
  ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET: [
    Error,
    '`process.setupUncaughtExceptionCapture()` was called while a capture callback is still set',
  ],
  ERR_UNESCAPED_CHARACTERS: [TypeError, (name) => say`${name} contains unescaped characters`],
  ERR_UNHANDLED_ERROR: [Error, (value) => (value === undefined ? 'Unhandled error.' : say`Unhandled error. (${value})`)],
  ERR_UNHANDLED_REJECTION: [Error, (reason) => (
    'A promise was rejected, by a throw in an async function without a catch or by a call that nothing handles. ' +
    say`The reason is "${reason}".`
  )],
  ERR_UNKNOWN_BUILTIN_MODULE: [Error, (id) => say`No such built-in module: ${id}`],
  ERR_UNKNOWN_CREDENTIAL: [Error, (kind, id) => say`${kind} identifier does not exist: ${id}`],
  ERR_UNKNOWN_ENCODING: [TypeError, (encoding) => say`Unknown encoding: ${encoding}`],
  ERR_UNKNOWN_FILE_EXTENSION: [TypeError, (extension, path) => say`Unknown file extension "${extension}" for ${path}`],
  ERR_UNKNOWN_MODULE_FORMAT: [RangeError, (format, url) => say`Unknown module format: ${format} for URL ${url}`],
  ERR_UNKNOWN_SIGNAL: [TypeError, (signal) => say`Unknown signal: ${signal}`],
  ERR_UNSUPPORTED_DIR_IMPORT: [Error, function (path, base, exactUrl) {
    if (exactUrl) this.url = `${exactUrl}`;
    return say`Directory import '${path}' is not supported resolving ES modules imported from ${base}`;
  }],
  ERR_UNSUPPORTED_ESM_URL_SCHEME: [Error, (url, supported) => (
    say`ES modules can be loaded from URLs with a scheme in ${formatList(supported)}. Received protocol '${url.protocol}'`
  )],
  ERR_UNSUPPORTED_RESOLVE_REQUEST: [TypeError, (specifier, base) => (
    say`Failed to resolve module specifier "${specifier}" from "${base}": it is relative, and the base has no hierarchy`
  )],
  ERR_USE_AFTER_CLOSE: [Error, (name) => say`${name} was closed`],
  ERR_VALID_PERFORMANCE_ENTRY_TYPE: [Error, 'At least one valid performance entry type is required'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING: [TypeError, 'A dynamic import callback was not specified.'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG: [
    TypeError,
    'A dynamic import callback was invoked without --experimental-vm-modules',
  ],
  ERR_VM_MODULE_ALREADY_LINKED: [Error, 'Module has already been linked'],
  ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA: [Error, 'No cached data can be made of a module that has been evaluated'],
  ERR_VM_MODULE_DIFFERENT_CONTEXT: [Error, 'Linked modules must use the same context'],
  ERR_VM_MODULE_LINK_FAILURE: [Error, function (text, cause) {
    this.cause = cause;
    return text;
  }],
  ERR_VM_MODULE_NOT_MODULE: [Error, 'Provided module is not an instance of Module'],
  ERR_VM_MODULE_STATUS: [Error, (reason) => say`Module status ${reason}`],
  ERR_WEBASSEMBLY_RESPONSE: [TypeError, (reason) => say`WebAssembly response ${reason}`],
  ERR_WORKER_INIT_FAILED: [Error, (reason) => say`Worker initialization failure: ${reason}`],
  ERR_WORKER_INVALID_EXEC_ARGV: [Error, (errors, text = 'invalid execArgv flags') => (
    say`Initiated Worker with ${text}: ${ArrayPrototypeJoin(errors, ', ')}`
  )],
  ERR_WORKER_MESSAGING_ERRORED: [Error, 'The listener of the destination thread threw while it handled the message'],
  ERR_WORKER_MESSAGING_FAILED: [Error, 'The destination thread does not exist or does not listen for messages'],
  ERR_WORKER_MESSAGING_SAME_THREAD: [Error, 'A thread cannot send a message to itself'],
  ERR_WORKER_MESSAGING_TIMEOUT: [Error, 'The destination thread did not handle the message in time'],
  ERR_WORKER_NOT_RUNNING: [Error, 'Worker instance not running'],
  ERR_WORKER_OUT_OF_MEMORY: [Error, (reason) => say`Worker terminated due to reaching memory limit: ${reason}`],
  ERR_WORKER_PATH: [TypeError, (name) => {
    const hint = StringPrototypeStartsWith(name, 'file://') ? ' Wrap file:// URLs with `new URL`.' :
      StringPrototypeStartsWith(name, 'data:text/javascript') ? ' Wrap data: URLs with `new URL`.' : '';
    return `A worker's file must be given absolute, or relative with './' or '../' in front.${hint} Received "${name}"`;
  }],
  ERR_WORKER_UNSERIALIZABLE_ERROR: [Error, 'Serializing an uncaught exception failed'],
  ERR_WORKER_UNSUPPORTED_OPERATION: [TypeError, (name) => say`${name} is not supported in workers`],
};

module.exports = { definitions };
