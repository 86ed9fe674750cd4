'use strict';

// How large V8's heap is, and how it holds a string.
//
// Phase: run time, when first read from `v8`; any thread; not in the startup image.

const { validateString } = require('internal/validators');

const {
  codeStatistics,
  isOneByte,
  spaceStatistics,
  statistics,
} = internalBinding('heap');

function getHeapStatistics() {
  return statistics();
}

function getHeapSpaceStatistics() {
  return spaceStatistics();
}

function getHeapCodeStatistics() {
  return codeStatistics();
}

function isStringOneByteRepresentation(content) {
  validateString(content, 'content');
  return isOneByte(content);
}

module.exports = {
  getHeapCodeStatistics,
  getHeapSpaceStatistics,
  getHeapStatistics,
  isStringOneByteRepresentation,
};
