'use strict';

// CommonJS as an ES module: the default export is `module.exports`, and there are the names that a look at the text finds.
//
// Loads on demand, on any thread; not in the startup image.
//
// The module runs when its turn comes in the evaluation of the graph, which may be after other modules prepared its world. So
// it is no synthetic module, whose evaluation does nothing, but a short text that takes the exports from `import.meta`.

const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  JSONStringify,
  ObjectPrototypeHasOwnProperty,
  SafeMap,
  SafeSet,
  StringPrototypeEndsWith,
  StringPrototypeIsWellFormed,
} = primordials;

const { compileSourceTextModule } = internalBinding('module_wrap');
const { readFileUtf8 } = internalBinding('fs');

const { Module } = require('internal/modules/cjs/loader');
const { getLazy } = require('internal/util');
const { makeJob } = require('internal/modules/esm/module_map');
const path = require('path');

const O_RDONLY = 0;

// A host need not have it; then there are no names but those that are always there.
const lexer = getLazy(() => {
  try {
    return internalBinding('import_clauses').cjsExports;
  } catch {
    return undefined;
  }
});

// ---- Names ---------------------------------------------------------------------------------------------------------

const namesOfFiles = new SafeMap();

function lex(source, file) {
  try {
    return lexer()?.(source, file);
  } catch {
    // It does not parse, which evaluating it will tell.
    return undefined;
  }
}

function resolveReexport(request, asker) {
  try {
    return Module._resolveFilename(request, asker, false);
  } catch {
    return undefined;
  }
}

function isScript(file) {
  const extension = path.extname(file);
  return path.isAbsolute(file) && (extension === '.js' || extension === '.cjs' || !Module._extensions[extension]) &&
    !StringPrototypeEndsWith(file, '.mjs');
}

function read(file) {
  try {
    return readFileUtf8(file, O_RDONLY);
  } catch {
    return undefined;
  }
}

/**
 * The names that a module and those it hands on seem to export.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
function exportNames(file, source) {
  const known = namesOfFiles.get(file);
  if (known !== undefined)
    return known;
  const names = [];
  // Before the others are looked at: they may lead back here.
  namesOfFiles.set(file, names);
  const found = lex(source, file);
  if (found === undefined)
    return names;

  const seen = new SafeSet();
  addNames(names, seen, found.exports);
  const { reexports } = found;
  if (reexports.length === 0)
    return names;
  const asker = new Module(file);
  asker.filename = file;
  asker.paths = Module._nodeModulePaths(asker.path);
  for (let i = 0; i < reexports.length; i++) {
    const other = resolveReexport(reexports[i], asker);
    if (other === undefined || !isScript(other))
      continue;
    const text = read(other);
    if (text !== undefined)
      addNames(names, seen, exportNames(other, text));
  }
  return names;
}

function addNames(names, seen, others) {
  for (let i = 0; i < others.length; i++) {
    const name = others[i];
    if (seen.has(name) || name === 'default' || name === 'module.exports' || !StringPrototypeIsWellFormed(name))
      continue;
    seen.add(name);
    ArrayPrototypePush(names, name);
  }
}

// ---- The module ----------------------------------------------------------------------------------------------------

// Names of modules are texts, so that no name is too strange; the constants behind them are numbered.
function textOf(names) {
  const declarations = [];
  const clauses = [];
  for (let i = 0; i < names.length; i++) {
    ArrayPrototypePush(declarations, `_${i} = values[${i}]`);
    ArrayPrototypePush(clauses, `_${i} as ${JSONStringify(names[i])}`);
  }
  return `const values = import.meta.run(), ${ArrayPrototypeJoin(declarations, ', ')};\n` +
    `export { ${ArrayPrototypeJoin(clauses, ', ')} };\n`;
}

function valueOf(exports, name) {
  if (exports === null || (typeof exports !== 'object' && typeof exports !== 'function') ||
      !ObjectPrototypeHasOwnProperty(exports, name))
    return undefined;
  try {
    return exports[name];
  } catch {
    // A getter's trouble is for those who read it.
    return undefined;
  }
}

// Runs the module, unless it has been, and gives the values of its names.
function run(job) {
  const exports = Module._load(job.path, undefined, false);
  const { names } = job;
  const values = [exports, exports];
  for (let i = values.length; i < names.length; i++)
    ArrayPrototypePush(values, valueOf(exports, names[i]));
  return values;
}

/**
 * @param {string} url
 * @param {string} file
 * @param {string} source
 */
function createCommonJS(url, file, source) {
  const names = ['default', 'module.exports'];
  const found = exportNames(file, source);
  for (let i = 0; i < found.length; i++)
    ArrayPrototypePush(names, found[i]);
  const job = makeJob(compileSourceTextModule('node:internal/modules/esm/commonjs', textOf(names)), url, file, 'commonjs');
  job.names = names;
  job.links = [];
  return job;
}

module.exports = {
  createCommonJS,
  run,
};
