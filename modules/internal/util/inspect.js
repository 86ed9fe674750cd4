'use strict';

// `util.inspect` and `util.format`: options, styles and the way in.
//
// Phase: run time, on every thread; not in the startup image. Loaded by the first value that is not printed as it is: a console
// that gets only strings and other primitives does without it. It must not touch the standard streams.

const {
  ObjectAssign,
  ObjectDefineProperty,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
} = primordials;

const { customInspectSymbol, defineLazyProperties } = require('internal/util');
const { kValidateObjectAllowObjects, validateObject, validateString } = require('internal/validators');
const { formatProperty, formatValue, inspectDefaultOptions, stylizeNoColor } = require('internal/util/inspect/value');
const { formatArguments } = require('internal/util/inspect/printf');

// What the parts of an inspection call each other by.
const formatters = { __proto__: null, value: formatValue, property: formatProperty, inspect };

// A context has the options as own properties, and the state of one inspection.
function createContext() {
  return {
    __proto__: null,
    budget: { __proto__: null },
    indentationLvl: 0,
    seen: [],
    currentDepth: 0,
    stylize: stylizeNoColor,
    showHidden: inspectDefaultOptions.showHidden,
    depth: inspectDefaultOptions.depth,
    colors: inspectDefaultOptions.colors,
    customInspect: inspectDefaultOptions.customInspect,
    showProxy: inspectDefaultOptions.showProxy,
    maxArrayLength: inspectDefaultOptions.maxArrayLength,
    maxStringLength: inspectDefaultOptions.maxStringLength,
    breakLength: inspectDefaultOptions.breakLength,
    compact: inspectDefaultOptions.compact,
    sorted: inspectDefaultOptions.sorted,
    getters: inspectDefaultOptions.getters,
    numericSeparator: inspectDefaultOptions.numericSeparator,
    circular: undefined,
    userOptions: undefined,
    format: formatters,
  };
}

// `opts` may be, as long ago, showHidden, followed by depth and colors.
function inspect(value, /* legacy: showHidden */ opts) {
  const ctx = createContext();
  if (arguments.length > 1) {
    if (arguments.length > 2) {
      if (arguments[2] !== undefined) ctx.depth = arguments[2];
      if (arguments.length > 3 && arguments[3] !== undefined) ctx.colors = arguments[3];
    }
    if (typeof opts === 'boolean') {
      ctx.showHidden = opts;
    } else if (opts) {
      const keys = ObjectKeys(opts);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (ObjectPrototypeHasOwnProperty(inspectDefaultOptions, key) || key === 'stylize') {
          ctx[key] = opts[key];
        } else {
          // Options that only an `[inspect.custom]` knows are handed through.
          ctx.userOptions ??= opts;
        }
      }
    }
  }
  if (ctx.colors) ctx.stylize = stylizeWithColor;
  if (ctx.maxArrayLength === null) ctx.maxArrayLength = Infinity;
  if (ctx.maxStringLength === null) ctx.maxStringLength = Infinity;
  return formatValue(ctx, value, 0);
}
inspect.custom = customInspectSymbol;

ObjectDefineProperty(inspect, 'defaultOptions', {
  __proto__: null,
  get() {
    // They can be changed from now on, which the console's short way for numbers has to know.
    require('internal/console/constructor').noteInspectDefaults(inspectDefaultOptions);
    return inspectDefaultOptions;
  },
  set(options) {
    validateObject(options, 'options');
    require('internal/console/constructor').noteInspectDefaults(inspectDefaultOptions);
    return ObjectAssign(inspectDefaultOptions, options);
  },
});

// ---- styles ----------------------------------------------------------------------------------------------------

const foreground = 39;
const background = 49;

inspect.colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
  black: [30, foreground],
  red: [31, foreground],
  green: [32, foreground],
  yellow: [33, foreground],
  blue: [34, foreground],
  magenta: [35, foreground],
  cyan: [36, foreground],
  white: [37, foreground],
  bgBlack: [40, background],
  bgRed: [41, background],
  bgGreen: [42, background],
  bgYellow: [43, background],
  bgBlue: [44, background],
  bgMagenta: [45, background],
  bgCyan: [46, background],
  bgWhite: [47, background],
  framed: [51, 54],
  overlined: [53, 55],
  gray: [90, foreground],
  redBright: [91, foreground],
  greenBright: [92, foreground],
  yellowBright: [93, foreground],
  blueBright: [94, foreground],
  magentaBright: [95, foreground],
  cyanBright: [96, foreground],
  whiteBright: [97, foreground],
  bgGray: [100, background],
  bgRedBright: [101, background],
  bgGreenBright: [102, background],
  bgYellowBright: [103, background],
  bgBlueBright: [104, background],
  bgMagentaBright: [105, background],
  bgCyanBright: [106, background],
  bgWhiteBright: [107, background],
};

function defineColorAlias(name, alias) {
  ObjectDefineProperty(inspect.colors, alias, {
    __proto__: null,
    get() {
      return this[name];
    },
    set(value) {
      this[name] = value;
    },
    configurable: true,
    enumerable: false,
  });
}

defineColorAlias('gray', 'grey');
defineColorAlias('gray', 'blackBright');
defineColorAlias('bgGray', 'bgGrey');
defineColorAlias('bgGray', 'bgBlackBright');
defineColorAlias('dim', 'faint');
defineColorAlias('strikethrough', 'crossedout');
defineColorAlias('strikethrough', 'strikeThrough');
defineColorAlias('strikethrough', 'crossedOut');
defineColorAlias('hidden', 'conceal');
defineColorAlias('inverse', 'swapColors');
defineColorAlias('inverse', 'swapcolors');
defineColorAlias('doubleunderline', 'doubleUnderline');

// `name` has no style on purpose: keys are everywhere.
inspect.styles = ObjectAssign({ __proto__: null }, {
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: highlightRegExp,
  module: 'underline',
});

const regExpColors = ['green', 'red', 'yellow', 'cyan', 'magenta'];

function highlightRegExp(regexpString) {
  const names = highlightRegExp.colors?.length > 0 ? highlightRegExp.colors : regExpColors;
  return require('internal/util/inspect/regexp').paintRegExp(regexpString, names, inspect.colors);
}
highlightRegExp.colors = regExpColors;

// A style is the name of a colour, or a function that makes the text colourful.
function stylizeWithColor(text, styleType) {
  const style = inspect.styles[styleType];
  if (style !== undefined) {
    if (typeof style === 'function') return style(text);
    const color = inspect.colors[style];
    if (color !== undefined) return `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
  }
  return text;
}

// ---- format ----------------------------------------------------------------------------------------------------

function format(...args) {
  return formatArguments(inspect, undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  validateObject(inspectOptions, 'inspectOptions', kValidateObjectAllowObjects);
  return formatArguments(inspect, inspectOptions, args);
}

function stripVTControlCharacters(str) {
  validateString(str, 'str');
  return require('internal/util/inspect/width').stripVTControlCharacters(str);
}

module.exports = {
  format,
  formatArguments,
  formatWithOptions,
  inspect,
  inspectDefaultOptions,
  stripVTControlCharacters,
};
defineLazyProperties(module.exports, 'internal/util/inspect/width', ['getStringWidth', 'isZeroWidthCodePoint']);
defineLazyProperties(module.exports, 'internal/util/inspect/error', ['identicalSequenceRange']);
