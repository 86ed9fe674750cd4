'use strict';

// `v8.startupSnapshot`: how a program can take part in the making of a startup image.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image. Images are made of builtins, before there is a program:
// one that runs always meets the answer that no image is being made.

const {
  codes: {
    ERR_NOT_BUILDING_SNAPSHOT,
    ERR_NOT_SUPPORTED_IN_SNAPSHOT,
  },
} = require('internal/errors');

const binding = internalBinding('util');

function isBuildingSnapshot() {
  return binding.isBuildingSnapshot();
}

function refuse(name) {
  if (!isBuildingSnapshot()) throw new ERR_NOT_BUILDING_SNAPSHOT();
  throw new ERR_NOT_SUPPORTED_IN_SNAPSHOT(`v8.startupSnapshot.${name}()`);
}

module.exports = {
  startupSnapshot: {
    addDeserializeCallback() {
      refuse('addDeserializeCallback');
    },

    addSerializeCallback() {
      refuse('addSerializeCallback');
    },

    setDeserializeMainFunction() {
      refuse('setDeserializeMainFunction');
    },

    isBuildingSnapshot,
  },
};
