'use strict';

// `domain`.
//
// Phase: run time, any thread; not in the startup image. A front for `internal/domain`, which connects domains with emitters, timers and
// uncaught errors when it is first loaded; a program that never asks for them pays nothing.

const { ObjectDefineProperties } = primordials;

const { Domain } = require('internal/domain');
const { getActive, list, setActive } = require('internal/domain/stack');

function createDomain() {
  return new Domain();
}

module.exports = { Domain, createDomain, create: createDomain };

ObjectDefineProperties(module.exports, {
  __proto__: null,
  _stack: { __proto__: null, configurable: true, enumerable: true, get: list },
  active: { __proto__: null, configurable: true, enumerable: true, get: getActive, set: setActive },
});
