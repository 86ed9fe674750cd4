'use strict';

// Whether a text whose kind nothing tells is an ES module: it is, if it does not compile as CommonJS because of what only
// modules have.
//
// Loads on demand, on any thread; not in the startup image.

const {
  RegExpPrototypeExec,
  SafeSet,
  StringPrototypeStartsWith,
} = primordials;

const { compileFunctionForCJS } = internalBinding('builtins');
const { compileSourceTextModule } = internalBinding('module_wrap');

const { isUnderNodeModules } = require('internal/util');

// The words that one of the errors below takes.
const hints = /\b(?:import|export|await|exports|module|require|__filename|__dirname)\b/;

// V8's words for what is an error everywhere but in a module.
const ofModules = new SafeSet([
  'Cannot use import statement outside a module',
  'Cannot use \'import.meta\' outside a module',
  'Unexpected token \'export\'',
]);

// Those for what may be one in a module, too.
const perhapsOfModules = new SafeSet([
  'Identifier \'__dirname\' has already been declared',
  'Identifier \'__filename\' has already been declared',
  'Identifier \'exports\' has already been declared',
  'Identifier \'module\' has already been declared',
  'Identifier \'require\' has already been declared',
  'Unexpected reserved word',
  'await is only valid in async functions and the top level bodies of modules',
  'missing ) after argument list',
]);

function errorOf(compile, first, second) {
  try {
    compile(first, second);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * @param {string} source
 * @param {string} file
 * @returns {boolean}
 */
function hasModuleSyntax(source, file) {
  if (RegExpPrototypeExec(hints, source) === null)
    return false;
  const message = errorOf(compileFunctionForCJS, source, file)?.message;
  return ofModules.has(message) ||
    (perhapsOfModules.has(message) && errorOf(compileSourceTextModule, file, source) === undefined);
}

const warnedOf = new SafeSet();

function warn(file, url) {
  if (isUnderNodeModules(file))
    return;
  const found = require('internal/modules/package_json_reader').getNearestParentPackage(file);
  if (found === undefined || warnedOf.has(found.path))
    return;
  warnedOf.add(found.path);
  process.emitWarning(
    `Module type of ${url} is not specified and it doesn't parse as CommonJS.\n` +
    'Reparsing as ES module because module syntax was detected. This incurs a performance overhead.\n' +
    `To eliminate this warning, add "type": "module" to ${found.path}.`,
    { __proto__: null, code: 'MODULE_TYPELESS_PACKAGE_JSON' });
}

/**
 * The same for a file of a package that does not say what its files are, with a warning if they turn out to be modules.
 * @param {string} source
 * @param {string} file
 * @param {string} url
 * @returns {boolean}
 */
function isModule(source, file, url) {
  if (!hasModuleSyntax(source, file))
    return false;
  if (StringPrototypeStartsWith(url, 'file:'))
    warn(file, url);
  return true;
}

module.exports = {
  hasModuleSyntax,
  isModule,
};
