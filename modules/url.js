'use strict';

// `url`.
//
// Phase: run time, any thread; not in the startup image. A front: the URLs of the web and the parser of old are loaded each when
// first read.

const { defineLazyProperties } = require('internal/util');

defineLazyProperties(module.exports, {
  Url: 'internal/url/legacy',
  parse: 'internal/url/legacy#urlParse',
  resolve: 'internal/url/legacy#urlResolve',
  resolveObject: 'internal/url/legacy#urlResolveObject',
  format: 'internal/url/legacy#urlFormat',
  URL: 'internal/url',
  URLSearchParams: 'internal/url',
  domainToASCII: 'internal/url',
  domainToUnicode: 'internal/url',
  pathToFileURL: 'internal/url/paths',
  fileURLToPath: 'internal/url/paths',
  fileURLToPathBuffer: 'internal/url/paths',
  urlToHttpOptions: 'internal/url',
});
