'use strict';

// A folder a test may fill; the harness gives each test its own and removes it.

const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const root = fs.realpathSync(process.env.NODE_TEST_DIR ?? process.cwd());
const folder = path.join(root, '.tmp.0');

module.exports = {
  // Without arguments, the folder with a slash at its end.
  fileURL: (...parts) => pathToFileURL(path.resolve(folder + path.sep, ...parts) + (parts.length === 0 ? path.sep : '')),
  hasEnoughSpace(size) {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail >= Math.ceil(size / bsize);
  },
  path: folder,
  refresh() {
    fs.rmSync(folder, { force: true, maxRetries: 3, recursive: true });
    fs.mkdirSync(folder);
  },
  resolve: (...parts) => path.resolve(folder, ...parts),
};
