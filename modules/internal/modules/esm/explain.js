'use strict';

// Hints in the messages of errors that those often meet who come from CommonJS.
//
// Loads when such an error happens, on any thread; not in the startup image.

const {
  RegExpPrototypeExec,
  SafeSet,
  StringPrototypeEndsWith,
  StringPrototypeSplit,
} = primordials;

const { getScriptName } = internalBinding('errors');

const { amend } = require('internal/modules/esm/find_package');

const missingName = /^The requested module '(.+)' does not provide an export named '(.+)'$/;

function isCommonJS(specifier, jobs) {
  for (let i = 0; i < jobs.length; i++) {
    const { links, requests } = jobs[i];
    for (let j = 0; j < links.length; j++) {
      if (requests[j].specifier === specifier && links[j].format === 'commonjs')
        return true;
    }
  }
  return false;
}

/**
 * The names of CommonJS modules are those that a look at the text finds; not all are found.
 * @param {Error} error why a graph could not be instantiated
 * @param {object[]} jobs the graph
 * @returns {boolean} whether the error says more now
 */
function explainMissingName(error, jobs) {
  const parts = RegExpPrototypeExec(missingName, `${error?.message}`);
  if (parts === null || !isCommonJS(parts[1], jobs))
    return false;
  amend(error,
        `Named export '${parts[2]}' not found. The requested module '${parts[1]}' is a CommonJS module, ` +
        'not every export of which can be imported by name.\n' +
        'All of them are there by the default export:\n\n' +
        `import pkg from '${parts[1]}';\nconst { ${parts[2]} } = pkg;\n`);
  return true;
}

const variables = new SafeSet(['__dirname', '__filename', 'exports', 'module', 'require']);

const fileName = /^(file:.+\.js)(?:\?|$)/;

// The file that an error comes from, if its name leaves it to the package what it is.
function fileOf(error) {
  const parts = RegExpPrototypeExec(fileName, `${getScriptName(error)}`);
  return parts === null ? undefined : require('internal/url/paths').fileURLToPath(parts[1]);
}

/**
 * @param {Error} error a ReferenceError that a module threw
 * @param {boolean} waits whether the module that was asked for has an `await` at its top level, which CommonJS cannot have
 */
function explainReferenceError(error, waits) {
  const { message } = error;
  if (typeof message !== 'string' || !StringPrototypeEndsWith(message, ' is not defined'))
    return;
  const name = StringPrototypeSplit(message, ' ', 1)[0];
  if (!variables.has(name))
    return;
  if (waits) {
    error.message =
      `${message}: the file may be an ES module, as it has \`await\` at its top level, or CommonJS, as it uses ${name}. ` +
      'For CommonJS, wrap the `await` in an async function; for an ES module, use import, export and import.meta instead.';
    error.code = 'ERR_AMBIGUOUS_MODULE_SYNTAX';
    return;
  }
  let text = `${message} in ES module scope`;
  if (name === 'require')
    text += ', you can use import instead';
  else if (name === 'exports' || name === 'module')
    text += ', you can use export instead';
  const file = fileOf(error);
  const type = file === undefined ? undefined :
    require('internal/modules/package_json_reader').getNearestParentPackage(file);
  if (type?.data.type === 'module') {
    text += '\nThis file is being treated as an ES module because it has a \'.js\' file extension and ' +
      `'${type.path}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file extension.`;
  }
  error.message = text;
}

module.exports = {
  explainMissingName,
  explainReferenceError,
};
