'use strict';

// Runs a program given as text (`-e`, stdin) as a classic script with `require` and its companions as globals, or as a module.
//
// Loads in the main phase of such a start, on any thread, and is not in the startup image.

const {
  FunctionPrototypeCall,
  RegExpPrototypeExec,
  globalThis,
} = primordials;

const {
  codes: {
    ERR_EVAL_ESM_CANNOT_PRINT,
  },
} = require('internal/errors');

const path = require('path');

function currentDirectory() {
  try {
    return process.cwd();
  } catch {
    // It was removed. Relative requests then start from the root.
    return '/';
  }
}

/**
 * Runs the text as what it is: a module, if `--input-type` or its syntax says so.
 * @param {string} name `[eval]` or `[stdin]`
 * @param {string} source
 * @param {boolean} [print] tell the value of the script when the process ends
 */
function evalProgram(name, source, print = false) {
  const { inputType } = require('internal/options').getOptions();
  if (inputType === 'module' || (inputType !== 'commonjs' && isModule(source, name)))
    evalModule(source, print);
  else
    evalScript(name, source, print);
}

// A text without any of these words is no module, and nothing more is loaded to know it.
const hints = /\b(?:import|export|await)\b/;

function isModule(source, name) {
  return RegExpPrototypeExec(hints, source) !== null &&
    require('internal/modules/esm/syntax').hasModuleSyntax(source, name);
}

function evalModule(source, print) {
  if (print)
    throw new ERR_EVAL_ESM_CANNOT_PRINT();
  require('internal/modules/esm/loader').runText(source, currentDirectory());
}

/**
 * @param {string} name `[eval]` or `[stdin]`
 * @param {string} source
 * @param {boolean} [print] tell the value of the script when the process ends
 * @returns {any} the value of the script
 */
function evalScript(name, source, print = false) {
  const { Module } = require('internal/modules/cjs/loader');
  const { runScriptInThisContext } = internalBinding('builtins');
  const directory = currentDirectory();

  const module = new Module(name);
  module.filename = path.join(directory, name);
  module.paths = Module._nodeModulePaths(directory);

  // Inside a function like that of a module, so that the globals are what a module would see.
  const prepare = Module.prototype._compile;
  const enter = FunctionPrototypeCall(prepare, module, `
    globalThis.module = module;
    globalThis.exports = exports;
    globalThis.__dirname = __dirname;
    globalThis.require = require;
    return (run) => run();
  `, `${name}-wrapper`);
  globalThis.__filename = name;

  const value = enter(() => runScriptInThisContext(source, name));
  if (print) {
    process.on('exit', () => {
      require('internal/console/global').log(value);
    });
  }
  return value;
}

module.exports = {
  evalProgram,
  evalScript,
};
