'use strict';

// The options of this run, as the host parsed them: one object, fetched once, read by property.
//
// Loads during bootstrap, on every thread, and is in the startup image. It must not fetch the options while it loads:
// those of the build are not those of the run.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeToUpperCase,
} = primordials;

let fetched = false;
let options;

/**
 * @returns {Record<string, any>}
 */
function getOptions() {
  if (!fetched) {
    options = internalBinding('options').getOptions();
    fetched = true;
  }
  return options;
}

// For pre-execution: what was fetched while the image was made is forgotten.
function refreshOptions() {
  fetched = false;
  options = undefined;
}

// `--no-warnings` is `noWarnings`.
function propertyOf(flag) {
  const { length } = flag;
  let name = '';
  let upper = false;
  for (let i = 0; i < length; i++) {
    if (StringPrototypeCharCodeAt(flag, i) === 0x2d /* - */) {
      upper = name !== '';
      continue;
    }
    const letter = StringPrototypeSlice(flag, i, i + 1);
    name += upper ? StringPrototypeToUpperCase(letter) : letter;
    upper = false;
  }
  return name;
}

/**
 * The option by the name of its flag. Undefined when the host does not know it.
 * @param {string} flag
 * @returns {any}
 */
function getOptionValue(flag) {
  return getOptions()[propertyOf(flag)];
}

module.exports = {
  getOptionValue,
  getOptions,
  refreshOptions,
};
