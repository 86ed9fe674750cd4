'use strict';

// The registry as the other builtins and user code see it: which ids there are, which of them users may require, and the one way to
// require a builtin on behalf of user code.
//
// Realm phase, on every thread, in the startup image. It runs before `process` and the globals exist and must use neither. The loaders
// themselves are native: they need nothing of this file.

const {
  ArrayPrototypeSlice,
  ObjectFreeze,
  SafeMap,
  SafeSet,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

const {
  builtinIds,
  publicIds,
  requireBuiltin,
  scheme,
} = getInternalBinding('builtins');

const prefix = `${scheme}:`;
const all = new SafeSet();
const requirable = new SafeSet();

for (let i = 0; i < builtinIds.length; i++)
  all.add(builtinIds[i]);
for (let i = 0; i < publicIds.length; i++)
  requirable.add(publicIds[i]);

const BuiltinModule = {
  __proto__: null,

  /** Public ids, sorted. A copy for whoever wants to change it is up to him. */
  publicIds: ObjectFreeze(ArrayPrototypeSlice(publicIds)),

  /** @param {string} id without scheme */
  exists(id) {
    return all.has(id);
  },

  /** @param {string} id without scheme */
  canBeRequiredByUsers(id) {
    return requirable.has(id);
  },

  /** @param {string} id */
  canBeRequiredByUsersWithoutScheme(id) {
    return requirable.has(id);
  },

  /**
   * The id of a request that means a builtin, with or without the scheme.
   * @param {string} request
   * @returns {string | undefined}
   */
  normalizeRequirableId(request) {
    const id = StringPrototypeStartsWith(request, prefix) ? StringPrototypeSlice(request, prefix.length) : request;
    return requirable.has(id) ? id : undefined;
  },

  getSchemeOnlyModuleNames() {
    return [];
  },

  /** For `--expose-internals`: from now on users may require every builtin. */
  exposeInternals() {
    for (let i = 0; i < builtinIds.length; i++) {
      const id = builtinIds[i];
      // The scripts that boot a context run once, and not as modules.
      if (!StringPrototypeStartsWith(id, 'internal/bootstrap/') && !StringPrototypeStartsWith(id, 'internal/main/') &&
          !StringPrototypeStartsWith(id, 'internal/per_context/'))
        requirable.add(id);
    }
  },
};

const linked = new SafeMap();

/**
 * A binding that the host declared for users.
 * @param {string} name
 */
function linkedBinding(name) {
  let binding = linked.get(name);
  if (binding === undefined) {
    binding = getLinkedBinding(name);
    linked.set(name, binding);
  }
  return binding;
}

return {
  BuiltinModule: ObjectFreeze(BuiltinModule),
  internalBinding: getInternalBinding,
  linkedBinding,
  requireBuiltin,
};
