'use strict';

// `url.resolve`: where a reference leads from a URL, by the rules of the parser of old.
//
// Phase: run time, with `internal/url/legacy`; any thread; not in the startup image. It works on what that parser made and makes
// more of it; it parses and formats nothing itself.

const {
  ArrayPrototypeJoin,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeUnshift,
  Boolean,
  ObjectAssign,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeSplit,
} = primordials;

const startsWithSlash = (text) => Boolean(text) && text[0] === '/';
const segmentsOf = (path) => (path ? StringPrototypeSplit(path, '/') : []);

function setPath(url) {
  url.path = (url.pathname || '') + (url.search || '');
}

function takeQuery(target, relative) {
  target.search = relative.search;
  target.query = relative.query;
}

// Makes `target`, a copy of the base, into what `relative` means there.
function resolveInto(target, relative, hasSlashes) {
  const { protocol } = target;
  // The fragment is never the base's.
  target.hash = relative.hash;
  if (relative.href === '') return;
  if (relative.slashes && !relative.protocol) {
    ObjectAssign(target, relative, { __proto__: null, protocol });
    if (hasSlashes(protocol) && target.hostname && !target.pathname) target.path = target.pathname = '/';
    return;
  }
  if (relative.protocol && relative.protocol !== protocol) {
    changeProtocol(target, relative, hasSlashes);
    return;
  }
  resolvePath(target, relative, Boolean(protocol) && !hasSlashes(protocol));
}

function changeProtocol(target, relative, hasSlashes) {
  if (!hasSlashes(relative.protocol)) {
    // Nothing of the base has a meaning under an unknown scheme.
    ObjectAssign(target, relative);
    return;
  }
  target.protocol = relative.protocol;
  let { host, hostname } = relative;
  if (!host && relative.protocol !== 'file:') {
    // A scheme that needs a host takes the first name of the path for it.
    const segments = segmentsOf(relative.pathname);
    while (segments.length > 0 && !host) host = ArrayPrototypeShift(segments);
    host ||= '';
    hostname ||= '';
    if (segments[0] !== '') ArrayPrototypeUnshift(segments, '');
    if (segments.length < 2) ArrayPrototypeUnshift(segments, '');
    target.pathname = ArrayPrototypeJoin(segments, '/');
  } else {
    target.pathname = relative.pathname;
  }
  takeQuery(target, relative);
  target.host = host || '';
  target.auth = relative.auth;
  target.hostname = hostname || host;
  target.port = relative.port;
  if (target.pathname || target.search) setPath(target);
  target.slashes ||= relative.slashes;
}

// `hostInPath`: the scheme has no `//` of its own, so the host counts as the first name of the path, and `..` may remove it.
function resolvePath(target, relative, hostInPath) {
  const relativeIsAbsolute = Boolean(relative.host) || startsWithSlash(relative.pathname);
  let endsAbsolute = relativeIsAbsolute || startsWithSlash(target.pathname) || Boolean(target.host && relative.pathname);
  // A path that hangs on a root cannot lead above it.
  const hasRoot = endsAbsolute;
  let path = segmentsOf(target.pathname);
  const added = segmentsOf(relative.pathname);
  let { host: relativeHost, hostname: relativeHostname, port: relativePort } = relative;

  if (hostInPath) {
    target.hostname = '';
    target.port = null;
    prependHost(path, target.host);
    target.host = '';
    if (relative.protocol) {
      relativeHostname = null;
      relativePort = null;
      target.auth = null;
      prependHost(added, relativeHost);
      relativeHost = null;
    }
    endsAbsolute &&= added[0] === '' || path[0] === '';
  }

  if (relativeIsAbsolute) {
    if (relativeHost || relativeHost === '') {
      if (target.host !== relativeHost) target.auth = null;
      target.host = relativeHost;
      target.port = relativePort;
    }
    if (relativeHostname || relativeHostname === '') {
      if (target.hostname !== relativeHostname) target.auth = null;
      target.hostname = relativeHostname;
    }
    takeQuery(target, relative);
    path = added;
  } else if (added.length > 0) {
    ArrayPrototypePop(path);
    for (let i = 0; i < added.length; i++) ArrayPrototypePush(path, added[i]);
    takeQuery(target, relative);
  } else if (relative.search !== null && relative.search !== undefined) {
    if (hostInPath) hostFromPath(target, path.length > 0 ? ArrayPrototypeShift(path) : undefined);
    takeQuery(target, relative);
    if (target.pathname !== null || target.search !== null) setPath(target);
    return;
  }

  if (path.length === 0) {
    target.pathname = null;
    target.path = target.search ? `/${target.search}` : null;
    return;
  }

  const last = path[path.length - 1];
  const endsWithSlash = last === '' ||
    ((last === '.' || last === '..') && Boolean(target.host || relativeHost || path.length > 1));
  path = withoutDots(path, !hasRoot);
  if (endsAbsolute && path[0] !== '' && !startsWithSlash(path[0])) ArrayPrototypeUnshift(path, '');
  if (endsWithSlash) {
    const text = ArrayPrototypeJoin(path, '/');
    if (text[text.length - 1] !== '/') ArrayPrototypePush(path, '');
  }
  const isAbsolute = path[0] === '' || startsWithSlash(path[0]);
  if (hostInPath) hostFromPath(target, isAbsolute || path.length === 0 ? '' : ArrayPrototypeShift(path));
  endsAbsolute ||= Boolean(target.host && path.length > 0);
  if (endsAbsolute && !isAbsolute) ArrayPrototypeUnshift(path, '');

  if (path.length === 0) {
    target.pathname = null;
    target.path = null;
  } else {
    target.pathname = ArrayPrototypeJoin(path, '/');
  }
  if (target.pathname !== null || target.search !== null) setPath(target);
  target.auth = relative.auth || target.auth;
  target.slashes ||= relative.slashes;
}

function prependHost(path, host) {
  if (!host) return;
  if (path[0] === '') {
    path[0] = host;
  } else {
    ArrayPrototypeUnshift(path, host);
  }
}

// Makes the first name of a path the host again; a user's name may have come along.
function hostFromPath(target, host) {
  target.hostname = target.host = host;
  const at = host ? StringPrototypeIndexOf(host, '@') : -1;
  if (at <= 0) return;
  target.auth = StringPrototypeSlice(host, 0, at);
  const rest = StringPrototypeSlice(host, at + 1);
  target.host = target.hostname = StringPrototypeSplit(rest, '@')[0];
}

// The names that `.` and `..` leave; `..` that lead above the start stay in front if they may.
function withoutDots(path, mayLeadUp) {
  const kept = [];
  let up = 0;
  for (let i = path.length - 1; i >= 0; i--) {
    if (path[i] === '.') continue;
    if (path[i] === '..') {
      up++;
    } else if (up > 0) {
      up--;
    } else {
      ArrayPrototypeUnshift(kept, path[i]);
    }
  }
  for (; mayLeadUp && up > 0; up--) ArrayPrototypeUnshift(kept, '..');
  return kept;
}

module.exports = { resolveInto };
