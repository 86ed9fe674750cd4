'use strict';

// `import()` in code that `vm` compiled: who compiled it has said who answers.
//
// Loads with the first such `import()`, on any thread; not in the startup image.

const {
  FunctionPrototypeCall,
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  StringPrototypeStartsWith,
} = primordials;

const {
  codes: {
    ERR_SOURCE_PHASE_NOT_DEFINED,
    ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING,
    ERR_VM_MODULE_NOT_MODULE,
  },
} = require('internal/errors');

const { kEmptyObject } = require('internal/util');
const { constants, importerOf } = require('internal/vm');
const { isModuleNamespaceObject } = require('internal/util/types');

// What is imported, by the answer of an importer.
function namespaceFrom(answer, phase) {
  if (isModuleNamespaceObject(answer)) {
    if (phase === 'source') throw new ERR_VM_MODULE_NOT_MODULE();
    return answer;
  }
  const { errorOf, findState, namespaceOf, statusOf } = require('internal/vm/module_state');
  const state = findState(answer);
  if (state === undefined) throw new ERR_VM_MODULE_NOT_MODULE();
  if (phase === 'source') throw new ERR_SOURCE_PHASE_NOT_DEFINED(state.identifier);
  if (statusOf(state) === 'errored') throw errorOf(state);
  return namespaceOf(state, phase === 'defer');
}

/**
 * @param {symbol} importId of the code
 * @param {string} specifier
 * @param {string | undefined} name of the code
 * @param {Record<string, string>} attributes
 * @param {'evaluation' | 'defer' | 'source'} phase
 * @returns {Promise<object>}
 */
function importDynamically(importId, specifier, name, attributes, phase) {
  if (importId === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    const isFile = typeof name === 'string' && (StringPrototypeStartsWith(name, '/') || StringPrototypeStartsWith(name, 'file:'));
    const { importDynamically: load } = require('internal/modules/esm/loader');
    return load(specifier, isFile ? name : '[vm]', attributes, phase);
  }
  const { importModuleDynamically, referrer } = importerOf(importId) ?? kEmptyObject;
  if (importModuleDynamically === undefined) return PromiseReject(new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING());
  return new Promise((resolve, reject) => {
    const answer = FunctionPrototypeCall(importModuleDynamically, undefined, specifier, referrer, attributes, phase);
    PromisePrototypeThen(
      PromiseResolve(answer),
      (module) => {
        try {
          resolve(namespaceFrom(module, phase));
        } catch (error) {
          reject(error);
        }
      },
      reject);
  });
}

module.exports = { importDynamically };
