'use strict';

// Paths and texts of Node's fixtures.

const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const fixturesDir = path.join(__dirname, '..', 'fixtures');
const fixture = (...parts) => path.join(fixturesDir, ...parts);
const readSync = (parts, encoding) => fs.readFileSync(fixture(...[parts].flat()), encoding);
const readKey = (name, encoding) => readSync(['keys', name], encoding);

module.exports = {
  fileURL: (...parts) => pathToFileURL(fixture(...parts)),
  fixturesDir,
  path: fixture,
  readKey,
  readKeys: (encoding, ...names) => names.map((name) => readKey(name, encoding)),
  readSync,
};
