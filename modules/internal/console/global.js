'use strict';

// The global `console`.
//
// Phase: realm, on every thread, in the startup image. Its prototype is an empty object, as the console standard asks. It
// writes to the streams of `process`, which are not read before the first text that needs them.

const {
  ObjectCreate,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  SymbolToStringTag,
  globalThis,
} = primordials;

const { Console, bindMethod, initializeLazily } = require('internal/console/constructor');

// What V8 put there: methods for an inspector, of which those we do not have are kept.
const nativeConsole = ObjectGetOwnPropertyDescriptor(globalThis, 'console')?.value;

const globalConsole = ObjectCreate({});

const keys = ReflectOwnKeys(Console.prototype);
for (let i = 0; i < keys.length; i++) {
  if (keys[i] === 'constructor') continue;
  const descriptor = ObjectGetOwnPropertyDescriptor(Console.prototype, keys[i]);
  if (typeof descriptor.value === 'function') descriptor.value = bindMethod(globalConsole, keys[i], descriptor.value);
  ObjectDefineProperty(globalConsole, keys[i], { __proto__: null, ...descriptor });
}

initializeLazily(globalConsole, process);

globalConsole.Console = Console;

if (nativeConsole !== undefined) {
  const names = ['profile', 'profileEnd', 'timeStamp', 'context', 'createTask'];
  for (let i = 0; i < names.length; i++) {
    if (typeof nativeConsole[names[i]] === 'function') globalConsole[names[i]] = nativeConsole[names[i]];
  }
}

ObjectDefineProperty(globalConsole, SymbolToStringTag, {
  __proto__: null,
  value: 'console',
  writable: false,
  enumerable: false,
  configurable: true,
});

module.exports = globalConsole;
