// Paths and texts of Node's fixtures, for ES modules.

import fixtures from './fixtures.js';

export const { fileURL, fixturesDir, path, readKey, readSync } = fixtures;
export default fixtures;
