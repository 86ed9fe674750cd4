'use strict';

// How each `vm.Module` is linked: what its requests lead to, by a linker that is asked or by a list that is given.
//
// Loads with the classes, on any thread; not in the startup image. It instantiates nothing.

const {
  ArrayPrototypeMap,
  ArrayPrototypePush,
  ObjectKeys,
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  SafeMap,
  SafePromiseAllReturnVoid,
} = primordials;

const { link } = internalBinding('module_wrap');

const {
  codes: {
    ERR_MODULE_LINK_MISMATCH,
    ERR_VM_MODULE_DIFFERENT_CONTEXT,
    ERR_VM_MODULE_LINK_FAILURE,
    ERR_VM_MODULE_NOT_MODULE,
  },
} = require('internal/errors');

const { errorOf, findState, statusOf } = require('internal/vm/module_state');

/**
 * @param {object} state
 * @param {any} module what a request of it is to lead to
 * @returns {object} the state of that
 */
function targetFor(state, module) {
  const target = findState(module);
  if (target === undefined) throw new ERR_VM_MODULE_NOT_MODULE();
  if (target.context !== state.context) throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
  return target;
}

// V8 asks where a request leads by specifier and attributes alone, so two that differ in phase lead to the same.
function checkPhases({ requests }, pins) {
  const places = new SafeMap();
  for (let i = 0; i < requests.length; i++) {
    const { attributes, specifier } = requests[i];
    const keys = ObjectKeys(attributes);
    let request = specifier;
    for (let k = 0; k < keys.length; k++) request += `\x00${keys[k]}\x00${attributes[keys[k]]}`;
    const place = places.get(request);
    if (place === undefined) {
      places.set(request, i);
    } else if (pins[place] !== pins[i]) {
      throw new ERR_MODULE_LINK_MISMATCH(`Request ${i}, for '${specifier}', must lead to the same module as request ${place}`);
    }
  }
}

/**
 * @param {object} state
 * @param {object[]} pins in the order of its requests
 */
function setLinks(state, pins) {
  checkPhases(state, pins);
  link(state.pin, pins);
  state.isLinked = true;
}

// What one request leads to, once that is linked itself or is being linked.
function linkOne(state, request, linker) {
  const { attributes, specifier } = request;
  const answer = linker(specifier, state.module, { attributes, assert: attributes });
  return new Promise((resolve, reject) => {
    PromisePrototypeThen(
      PromiseResolve(answer),
      (module) => {
        try {
          const target = targetFor(state, module);
          const status = statusOf(target);
          if (status === 'errored') {
            throw new ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' resolved to an errored module`, errorOf(target));
          }
          request.pin = target.pin;
          if (status !== 'unlinked') return resolve();
          PromisePrototypeThen(linkAll(target, linker), resolve, reject);
        } catch (error) {
          reject(error);
        }
      },
      reject);
  });
}

/**
 * Asks a linker for whatever is not linked yet below a module. One that never answers leaves it linking.
 * @param {object} state
 * @param {Function} linker
 * @returns {Promise<undefined>}
 */
function linkAll(state, linker) {
  return new Promise((resolve, reject) => {
    const settle = (failure) => {
      state.isLinking = false;
      state.failure = failure;
    };
    const fail = (error) => {
      settle({ __proto__: null, error });
      reject(error);
    };
    state.isLinking = true;
    const requests = ArrayPrototypeMap(state.requests, ({ attributes, specifier }) => (
      { __proto__: null, attributes, pin: undefined, specifier }));
    const answers = [];
    try {
      for (let i = 0; i < requests.length; i++) ArrayPrototypePush(answers, linkOne(state, requests[i], linker));
    } catch (error) {
      // It asks no further; what was answered so far is listened to all the same.
      ArrayPrototypePush(answers, PromiseReject(error));
    }
    PromisePrototypeThen(
      SafePromiseAllReturnVoid(answers),
      () => {
        try {
          setLinks(state, ArrayPrototypeMap(requests, ({ pin }) => pin));
          settle(undefined);
          resolve();
        } catch (error) {
          fail(error);
        }
      },
      fail);
  });
}

module.exports = {
  linkAll,
  setLinks,
  targetFor,
};
