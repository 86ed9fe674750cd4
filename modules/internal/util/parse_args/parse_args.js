'use strict';

// `util.parseArgs`.
//
// Phase: run time, any thread, at its first read; not in the startup image. The arguments of the process are read when it is
// called without any.

const {
  ArrayPrototypeIncludes,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  StringPrototypeCharAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_VALUE,
    ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
    ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL,
    ERR_PARSE_ARGS_UNKNOWN_OPTION,
  },
} = require('internal/errors');
const {
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateObject,
  validateString,
  validateStringArray,
  validateUnion,
} = require('internal/validators');
const {
  findLongOptionForShort,
  isLoneLongOption,
  isLoneShortOption,
  isLongOptionAndValue,
  isOptionLikeValue,
  isOptionValue,
  isShortOptionAndValue,
  isShortOptionGroup,
  objectGetOwn,
  optionsGetOwn,
  useDefaultValueOption,
} = require('internal/util/parse_args/utils');
const { kEmptyObject } = require('internal/util');

// Without a script (`--eval`) the arguments begin one earlier.
function getMainArgs() {
  const evaluating = ['-e', '--eval', '-p', '--print'];
  for (let i = 0; i < evaluating.length; i++) {
    if (ArrayPrototypeIncludes(process.execArgv, evaluating[i])) return ArrayPrototypeSlice(process.argv, 1);
  }
  return ArrayPrototypeSlice(process.argv, 2);
}

// ---- tokens ----------------------------------------------------------------------------------------------------

// Takes the arguments apart. Groups of short options are put back into the list one by one, under the same index.
function argsToTokens(args, options) {
  const tokens = [];
  let index = -1;
  let groupCount = 0;
  let rest = args;
  let next = 0;
  const add = (name, rawName, value, inlineValue) => ArrayPrototypePush(
    tokens, { kind: 'option', name, rawName, index, value, inlineValue });
  // An option without a value of its own may take the next argument.
  const addLone = (name, rawName) => {
    const value = rest[next];
    if (optionsGetOwn(options, name, 'type') === 'string' && isOptionValue(value)) {
      add(name, rawName, value, false);
      next++;
      index++;
    } else {
      add(name, rawName, undefined, undefined);
    }
  };

  while (next < rest.length) {
    const arg = rest[next++];
    if (groupCount > 0) groupCount--;
    else index++;

    if (arg === '--') {
      ArrayPrototypePush(tokens, { kind: 'option-terminator', index });
      while (next < rest.length) {
        ArrayPrototypePush(tokens, { kind: 'positional', index: ++index, value: rest[next++] });
      }
      break;
    }
    if (isLoneShortOption(arg)) {
      addLone(findLongOptionForShort(StringPrototypeCharAt(arg, 1), options), arg);
    } else if (isShortOptionGroup(arg, options)) {
      const expanded = expandGroup(arg, options);
      groupCount = expanded.length;
      for (; next < rest.length; next++) ArrayPrototypePush(expanded, rest[next]);
      rest = expanded;
      next = 0;
    } else if (isShortOptionAndValue(arg, options)) {
      const short = StringPrototypeCharAt(arg, 1);
      add(findLongOptionForShort(short, options), `-${short}`, StringPrototypeSlice(arg, 2), true);
    } else if (isLoneLongOption(arg)) {
      addLone(StringPrototypeSlice(arg, 2), arg);
    } else if (isLongOptionAndValue(arg)) {
      const equals = StringPrototypeIndexOf(arg, '=');
      const name = StringPrototypeSlice(arg, 2, equals);
      add(name, `--${name}`, StringPrototypeSlice(arg, equals + 1), true);
    } else {
      ArrayPrototypePush(tokens, { kind: 'positional', index, value: arg });
    }
  }
  return tokens;
}

// -abfValue -> -a -b -fValue
function expandGroup(arg, options) {
  const expanded = [];
  for (let i = 1; i < arg.length; i++) {
    const short = StringPrototypeCharAt(arg, i);
    const takesValue = optionsGetOwn(options, findLongOptionForShort(short, options), 'type') === 'string';
    if (takesValue && i !== arg.length - 1) {
      ArrayPrototypePush(expanded, `-${StringPrototypeSlice(arg, i)}`);
      break;
    }
    ArrayPrototypePush(expanded, `-${short}`);
  }
  return expanded;
}

// ---- checks ----------------------------------------------------------------------------------------------------

function isNegated(name, options, allowNegative) {
  return allowNegative && StringPrototypeStartsWith(name, 'no-') && !ObjectPrototypeHasOwnProperty(options, name) &&
    ObjectPrototypeHasOwnProperty(options, StringPrototypeSlice(name, 3));
}

function checkOptionUsage(token, { allowNegative, allowPositionals, options }) {
  let { name } = token;
  if (isNegated(name, options, allowNegative) &&
      optionsGetOwn(options, StringPrototypeSlice(name, 3), 'type') === 'boolean') {
    name = StringPrototypeSlice(name, 3);
  }
  if (!ObjectPrototypeHasOwnProperty(options, name)) {
    throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName, allowPositionals);
  }
  const short = optionsGetOwn(options, name, 'short');
  const shown = `${short ? `-${short}, ` : ''}--${name}`;
  const type = optionsGetOwn(options, name, 'type');
  if (type === 'string' && typeof token.value !== 'string') {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown} <value>' argument missing`);
  }
  if (type === 'boolean' && isOptionValue(token.value)) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown}' does not take an argument`);
  }
}

function checkOptionLikeValue(token) {
  if (token.inlineValue || !isOptionLikeValue(token.value)) return;
  const { name, rawName } = token;
  const example = StringPrototypeStartsWith(rawName, '--') ?
    `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
    `Option '${rawName}' argument is ambiguous.\n` +
    `Did you forget to specify the option argument for '${rawName}'?\n` +
    `To specify an option argument starting with a dash use ${example}.`);
}

function checkOption(options, longOption) {
  const path = `options.${longOption}`;
  const config = options[longOption];
  validateObject(config, path);

  const type = objectGetOwn(config, 'type');
  validateUnion(type, `${path}.type`, ['string', 'boolean']);

  if (ObjectPrototypeHasOwnProperty(config, 'short')) {
    const { short } = config;
    validateString(short, `${path}.short`);
    if (short.length !== 1) throw new ERR_INVALID_ARG_VALUE(`${path}.short`, short, 'must be a single character');
  }

  const multiple = objectGetOwn(config, 'multiple');
  if (ObjectPrototypeHasOwnProperty(config, 'multiple')) validateBoolean(multiple, `${path}.multiple`);

  const defaultValue = objectGetOwn(config, 'default');
  if (defaultValue === undefined) return;
  const validate = type === 'string' ?
    (multiple ? validateStringArray : validateString) :
    (multiple ? validateBooleanArray : validateBoolean);
  validate(defaultValue, `${path}.default`);
}

// ---- results ----------------------------------------------------------------------------------------------------

function storeOption(token, options, values, allowNegative) {
  if (token.name === '__proto__') return;
  let { value } = token;
  if (allowNegative && value === undefined && StringPrototypeStartsWith(token.name, 'no-')) {
    token.name = StringPrototypeSlice(token.name, 3);
    value = false;
  }
  value ??= true;
  const { name } = token;
  if (!optionsGetOwn(options, name, 'multiple')) {
    values[name] = value;
  } else if (values[name]) {
    ArrayPrototypePush(values[name], value);
  } else {
    values[name] = [value];
  }
}

function parseArgs(config = kEmptyObject) {
  const args = objectGetOwn(config, 'args') ?? getMainArgs();
  const strict = objectGetOwn(config, 'strict') ?? true;
  const allowPositionals = objectGetOwn(config, 'allowPositionals') ?? !strict;
  const returnTokens = objectGetOwn(config, 'tokens') ?? false;
  const allowNegative = objectGetOwn(config, 'allowNegative') ?? false;
  const options = objectGetOwn(config, 'options') ?? { __proto__: null };
  const settings = { __proto__: null, allowNegative, allowPositionals, options };

  validateArray(args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(allowPositionals, 'allowPositionals');
  validateBoolean(returnTokens, 'tokens');
  validateBoolean(allowNegative, 'allowNegative');
  validateObject(options, 'options');
  const names = ObjectKeys(options);
  for (let i = 0; i < names.length; i++) checkOption(options, names[i]);

  const tokens = argsToTokens(args, options);
  const result = { values: { __proto__: null }, positionals: [] };
  if (returnTokens) result.tokens = tokens;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.kind === 'option') {
      if (strict) {
        checkOptionUsage(token, settings);
        checkOptionLikeValue(token);
      }
      storeOption(token, options, result.values, allowNegative);
    } else if (token.kind === 'positional') {
      if (!allowPositionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      ArrayPrototypePush(result.positionals, token.value);
    }
  }

  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name !== '__proto__' && useDefaultValueOption(name, options[name], result.values)) {
      result.values[name] = objectGetOwn(options[name], 'default');
    }
  }
  return result;
}

module.exports = { parseArgs };
