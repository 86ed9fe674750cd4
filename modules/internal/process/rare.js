'use strict';

// Methods of `process` that few programs call.
//
// Loads on demand, on any thread, and is not in the startup image.

const {
  ArrayPrototypePush,
  FunctionPrototypeCall,
  ObjectFreeze,
  ObjectKeys,
  ReflectApply,
  Set,
  SetPrototypeAdd,
  SetPrototypeHas,
  String,
  StringPrototypeIncludes,
  SymbolFor,
} = primordials;

const {
  codes: {
    ERR_ASSERTION,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_UNKNOWN_CREDENTIAL,
  },
  genericNodeError,
} = require('internal/errors');

const {
  validateArray,
  validateObject,
  validateString,
  validateUint32,
} = require('internal/validators');

const { deprecate, emitExperimentalWarning } = require('internal/util');

/**
 * The kinds of what keeps the loop alive now.
 * @returns {string[]}
 */
function getActiveResourcesInfo() {
  // What a host keeps alive beside timers, if it says so.
  const list = internalBinding('process_methods').getActiveResources?.() ?? [];
  const counts = require('internal/timers').getActiveCounts();
  for (let i = 0; i < counts.timeouts; i++)
    ArrayPrototypePush(list, 'Timeout');
  for (let i = 0; i < counts.immediates; i++)
    ArrayPrototypePush(list, 'Immediate');
  return list;
}

// Prints at once, whatever happened to the console and the streams.
function rawDebug() {
  const { format } = require('internal/util/inspect');
  internalBinding('stdio').writeString(2, `${ReflectApply(format, null, arguments)}\n`);
}

function refuseBinding(module) {
  // Without a code, as it is where the names come from.
  throw genericNodeError(`No such module: ${String(module)}`);
}

const assert = deprecate(
  (value, message) => {
    if (!value)
      throw new ERR_ASSERTION(message || 'assertion error');
  },
  'process.assert() is deprecated. Please use the `assert` module instead.',
  'DEP0100');

function callRef(value, name) {
  const method = value?.[SymbolFor(`nodejs.${name}`)] || value?.[name];
  if (typeof method === 'function')
    FunctionPrototypeCall(method, value);
}

function loadEnvFile(path) {
  // A descriptor is no file to load from.
  const file = require('internal/fs/arguments').getValidatedPath(path ?? '.env');
  const content = require('fs').readFileSync(file, 'utf8');
  const variables = require('internal/util/parse_env').parseEnv(content);
  const { env } = process;
  const names = ObjectKeys(variables);
  for (let i = 0; i < names.length; i++)
    env[names[i]] ??= variables[names[i]];
}

function execve(execPath, args, env) {
  emitExperimentalWarning('process.execve');
  validateString(execPath, 'execPath');
  validateArray(args, 'args');
  const words = [];
  for (let i = 0; i < args.length; i++)
    ArrayPrototypePush(words, withoutNull(args[i], `args[${i}]`, args[i], 'must be a string without null bytes'));
  validateObject(env, 'env');
  const names = ObjectKeys(env);
  const variables = [];
  for (let i = 0; i < names.length; i++) {
    const rule = 'must be an object with string keys and values without null bytes';
    ArrayPrototypePush(variables, withoutNull(names[i], 'env', env, rule), withoutNull(env[names[i]], 'env', env, rule));
  }
  internalBinding('process_methods').execve(execPath, words, variables);
}

function withoutNull(text, name, value, rule) {
  if (typeof text !== 'string' || StringPrototypeIncludes(text, '\0'))
    throw new ERR_INVALID_ARG_VALUE(name, value, rule);
  return text;
}

// ---- Credentials -----------------------------------------------------------------------------------------------

function validateId(id, name) {
  if (typeof id === 'number')
    validateUint32(id, name);
  else if (typeof id !== 'string')
    throw new ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
}

// The binding answers 1 for an unknown name.
function setCredential(method, kind, id) {
  validateId(id, 'id');
  if (internalBinding('credentials')[method](id) === 1)
    throw new ERR_UNKNOWN_CREDENTIAL(kind, id);
}

function initgroups(user, extraGroup) {
  validateId(user, 'user');
  validateId(extraGroup, 'extraGroup');
  const result = internalBinding('credentials').initgroups(user, extraGroup);
  if (result === 1)
    throw new ERR_UNKNOWN_CREDENTIAL('User', user);
  if (result === 2)
    throw new ERR_UNKNOWN_CREDENTIAL('Group', extraGroup);
}

function setgroups(groups) {
  validateArray(groups, 'groups');
  for (let i = 0; i < groups.length; i++)
    validateId(groups[i], `groups[${i}]`);
  // The binding answers the 1-based index of an unknown name.
  const result = internalBinding('credentials').setgroups(groups);
  if (result > 0)
    throw new ERR_UNKNOWN_CREDENTIAL('Group', groups[result - 1]);
}

// ---- process.allowedNodeEnvironmentFlags -----------------------------------------------------------------------

/**
 * A set that cannot be changed and knows a flag also without dashes or with underscores. The host has no environment
 * variable for flags, unless its options say so.
 */
function makeAllowedFlags() {
  const { allowedEnvironmentFlags = [] } = require('internal/options').getOptions();

  const canonical = (flag) => {
    let text = '';
    let i = 0;
    while (i < flag.length && flag[i] === '-')
      i++;
    for (; i < flag.length; i++) {
      if (flag[i] === '=')
        break;
      text += flag[i] === '_' ? '-' : flag[i];
    }
    return text;
  };

  class NodeEnvironmentFlagsSet extends Set {
    #names = new Set();

    constructor(flags) {
      super();
      for (let i = 0; i < flags.length; i++) {
        SetPrototypeAdd(this, flags[i]);
        SetPrototypeAdd(this.#names, canonical(flags[i]));
      }
    }

    // Silently, as documented.
    add() {
      return this;
    }

    delete() {
      return false;
    }

    clear() {}

    has(flag) {
      return typeof flag === 'string' && SetPrototypeHas(this.#names, canonical(flag));
    }
  }

  ObjectFreeze(NodeEnvironmentFlagsSet.prototype.constructor);
  ObjectFreeze(NodeEnvironmentFlagsSet.prototype);
  return ObjectFreeze(new NodeEnvironmentFlagsSet(allowedEnvironmentFlags));
}

module.exports = {
  assert,
  callRef,
  execve,
  getActiveResourcesInfo,
  initgroups,
  loadEnvFile,
  makeAllowedFlags,
  rawDebug,
  refuseBinding,
  setCredential,
  setgroups,
};
