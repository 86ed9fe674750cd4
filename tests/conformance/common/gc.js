'use strict';

// Collects garbage until something happened.

module.exports = {
  onGC: require('./ongc'),
};
