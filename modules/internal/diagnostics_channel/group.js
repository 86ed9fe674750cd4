'use strict';

// Several channels that belong together, one for each event of something that is going on.
//
// Phase: run time, with the first group; any thread; not in the startup image.

const {
  ObjectDefineProperty,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { Channel, channel } = require('diagnostics_channel');

function channelOf(nameOrChannels, event, kind) {
  if (typeof nameOrChannels === 'string') return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const given = nameOrChannels[event];
    if (!(given instanceof Channel)) throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
    return given;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'object', kind], nameOrChannels);
}

// A property for each event, from a name or from an object that has the same properties.
function defineChannels(group, nameOrChannels, events, kind) {
  for (let i = 0; i < events.length; i++) {
    ObjectDefineProperty(group, events[i], { __proto__: null, value: channelOf(nameOrChannels, events[i], kind) });
  }
}

function hasSubscribers(group, events) {
  for (let i = 0; i < events.length; i++) if (group[events[i]].hasSubscribers) return true;
  return false;
}

function subscribe(group, events, handlers) {
  for (let i = 0; i < events.length; i++) {
    if (handlers[events[i]]) group[events[i]].subscribe(handlers[events[i]]);
  }
}

function unsubscribe(group, events, handlers) {
  let done = true;
  for (let i = 0; i < events.length; i++) {
    if (handlers[events[i]] && !group[events[i]].unsubscribe(handlers[events[i]])) done = false;
  }
  return done;
}

module.exports = { defineChannels, hasSubscribers, subscribe, unsubscribe };
