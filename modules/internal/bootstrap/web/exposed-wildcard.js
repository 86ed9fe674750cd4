'use strict';

// The globals that the web platform exposes everywhere (`[Exposed=*]`), and `console`.
//
// Web phase, on every thread, in the startup image. Whatever is not needed to boot is lazy.

const {
  globalThis,
} = primordials;

const {
  defineLazyProperties,
  exposeNamespace,
} = require('internal/util');

exposeNamespace(globalThis, 'console', require('internal/console/global'));

defineLazyProperties(globalThis, {
  __proto__: null,
  AbortController: 'internal/abort_controller',
  AbortSignal: 'internal/abort_controller',
  CustomEvent: 'internal/event_target',
  DOMException: 'internal/domexception',
  Event: 'internal/event_target',
  EventTarget: 'internal/event_target',
  TextDecoder: 'internal/encoding',
  TextEncoder: 'internal/encoding',
  URL: 'internal/url',
  URLSearchParams: 'internal/url',
}, false);
