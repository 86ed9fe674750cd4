'use strict';

// An intrusive circular list: members carry their own links, so removal needs neither a search nor the list itself.
//
// Loads during bootstrap, on every thread, and is in the startup image. It keeps no state and must require nothing.
//
// The links have the names users may see on timers (`_idleNext`, `_idlePrev`). A list is any object that went through
// `init`; it is empty when it points at itself. The oldest member is the one before the list head.

/**
 * Turns `list` into an empty list and returns it.
 * @template {object} T
 * @param {T} list
 * @returns {T}
 */
function init(list) {
  list._idleNext = list;
  list._idlePrev = list;
  return list;
}

/**
 * The oldest member, or null.
 * @param {object} list
 * @returns {object | null}
 */
function peek(list) {
  const oldest = list._idlePrev;
  return oldest === list ? null : oldest;
}

/**
 * Takes `item` out of whatever list it is in. Harmless when it is in none.
 * @param {object} item
 */
function remove(item) {
  const next = item._idleNext;
  const prev = item._idlePrev;
  if (next)
    next._idlePrev = prev;
  if (prev)
    prev._idleNext = next;
  item._idleNext = null;
  item._idlePrev = null;
}

/**
 * Makes `item` the newest member of `list`, taking it out of its former list first.
 * @param {object} list
 * @param {object} item
 */
function append(list, item) {
  if (item._idleNext || item._idlePrev)
    remove(item);

  const newest = list._idleNext;
  item._idleNext = newest;
  item._idlePrev = list;
  newest._idlePrev = item;
  list._idleNext = item;
}

/**
 * Moves all members of `from` to `to`, in order, behind those already there. `from` is empty afterwards.
 * @param {object} to
 * @param {object} from
 */
function moveAll(to, from) {
  const oldest = from._idlePrev;
  if (oldest === from)
    return;
  const newest = from._idleNext;
  const lastOfTo = to._idleNext;
  lastOfTo._idlePrev = oldest;
  oldest._idleNext = lastOfTo;
  to._idleNext = newest;
  newest._idlePrev = to;
  init(from);
}

/**
 * @param {object} list
 * @returns {boolean}
 */
function isEmpty(list) {
  return list._idleNext === list;
}

module.exports = {
  append,
  init,
  isEmpty,
  moveAll,
  peek,
  remove,
};
