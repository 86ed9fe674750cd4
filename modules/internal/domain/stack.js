'use strict';

// Which domains the running code is in: those entered, the innermost last.
//
// Phase: run time, with `domain`; any thread; not in the startup image. The domains are kept in the asynchronous context, so that they
// follow the code. What was entered and left again no longer counts for code that runs later: that is in the innermost domain alone.

const {
  ArrayPrototypeUnshift,
} = primordials;

const { current, enter: enterFrame, withValue, without } = require('internal/async_context');

// The key, in frames, of { active, top }: the active domain, and the innermost of those entered as { domain, below, left }.
const kDomains = { __proto__: null };

// What is active where no domain is: null at first and after an error, undefined after a domain was left.
let nothing = null;

// What was put last into a frame in this turn. An error on its way out takes frames back, but not domains.
let latest;

function here() {
  return current()?.get(kDomains);
}

function topOf(domains) {
  if (domains === undefined) return undefined;
  const { active, top } = domains;
  if (top !== undefined && !top.left) return top;
  return active ? { __proto__: null, domain: active, below: undefined, left: false } : undefined;
}

function put(active, top) {
  if (active || top !== undefined) {
    latest = { __proto__: null, active, top };
    enterFrame(withValue(current(), kDomains, latest));
  } else {
    nothing = active;
    latest = undefined;
    enterFrame(without(current(), kDomains));
  }
}

/** The domain that is active, or null or undefined. */
function getActive() {
  const domains = here();
  return domains === undefined ? nothing : domains.active;
}

/** Another value in its place; what was entered stays. */
function setActive(value) {
  put(value, topOf(here()));
}

function enter(domain) {
  put(domain, { __proto__: null, domain, below: topOf(here()), left: false });
}

/** Leaves a domain and all that were entered after it; nothing if it was not entered. */
function leave(domain) {
  const top = topOf(here());
  let entry = top;
  while (entry !== undefined && entry.domain !== domain) entry = entry.below;
  if (entry !== undefined) leaveTo(top, entry.below);
}

function leaveTo(top, below) {
  for (let entry = top; entry !== below; entry = entry.below) entry.left = true;
  put(below?.domain, below);
}

/** The domains entered, the innermost last. */
function list() {
  const domains = [];
  for (let entry = topOf(here()); entry !== undefined; entry = entry.below) ArrayPrototypeUnshift(domains, entry.domain);
  return domains;
}

function belowActive(active, top) {
  let entry = top;
  while (entry !== undefined && entry.domain === active) entry = entry.below;
  return entry;
}

/** Calls a function outside the active domain, in the next one that is another. What it throws is thrown there. */
function callOutside(fn, thisArg, arg) {
  const before = here();
  const nothingBefore = nothing;
  const below = belowActive(getActive(), topOf(before));
  put(below?.domain ?? null, below);
  const result = fn(thisArg, arg);
  put(before?.active, before?.top);
  nothing = nothingBefore;
  return result;
}

/** Enters again what an error left on its way out, which is gone from the frame. */
function recover() {
  const top = latest?.top;
  if (top !== undefined && !top.left) put(latest.active, top);
}

/** Leaves the innermost domain, as often as it was entered in a row, and tells which it was; undefined if there is none. */
function pop() {
  const top = topOf(here());
  if (top !== undefined) leaveTo(top, belowActive(top.domain, top));
  return top?.domain;
}

/** Leaves all, after an error. */
function clear() {
  leaveTo(topOf(here()), undefined);
  nothing = null;
}

/** The event loop calls something new. */
function beginTurn() {
  latest = undefined;
}

module.exports = {
  beginTurn,
  callOutside,
  clear,
  enter,
  getActive,
  leave,
  list,
  pop,
  recover,
  setActive,
};
