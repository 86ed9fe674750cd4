//! The one table of external references. V8 stores native addresses in a blob by their position in it, so a callback that is missing
//! aborts the build and one that moved would call the wrong function. It is collected from the core's callbacks, the registry's
//! bindings and the static sources, never written by hand, and its hash is part of the image.

use std::borrow::Cow;

use v8::MapFnTo as _;

use super::source::StaticSources;
use crate::registry::Registry;

/// The table V8 is given, in the order that the image relies on.
pub(crate) struct References(Vec<v8::ExternalReference>);

// SAFETY: the entries are addresses of functions and of immutable static data; they are only read.
unsafe impl Send for References {}
// SAFETY: as above.
unsafe impl Sync for References {}

impl References {
    pub(crate) fn collect(registry: &Registry, sources: &StaticSources) -> Self {
        let mut table: Vec<_> = core().map(|(_, reference)| reference).into();
        for binding in registry.bindings() {
            table.extend(binding.functions().iter().map(|(_, function)| v8::ExternalReference { function: *function }));
        }
        table.extend(
            sources.addresses().map(|(_, address)| v8::ExternalReference { pointer: address.cast_mut().cast() }),
        );
        References(table)
    }

    /// A copy for one isolate, which owns it.
    pub(crate) fn to_cow(&self) -> Cow<'static, [v8::ExternalReference]> {
        Cow::Owned(self.0.clone())
    }

    /// A hash over the names in table order: two tables of the same hash mean the same thing at each position.
    pub(crate) fn hash(&self, registry: &Registry) -> [u8; 16] {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        for (name, _) in core() {
            hasher.update(name.as_bytes());
            hasher.update(b"\0");
        }
        for binding in registry.bindings() {
            hasher.update(binding.name().as_bytes());
            for name in binding.function_names() {
                hasher.update(b".");
                hasher.update(name.as_bytes());
            }
            hasher.update(b"\0");
        }
        for definition in registry.modules().filter(|definition| definition.source().is_ascii()) {
            hasher.update(definition.id().as_bytes());
            hasher.update(b"\0");
        }
        hasher.digest128().to_le_bytes()
    }
}

/// The callbacks of the library itself. A callback that JavaScript can reach in an image and that is not listed here, nor part of a
/// binding, fails the build of the image.
fn core() -> [(&'static str, v8::ExternalReference); 4] {
    let lazy: v8::AccessorNameGetterCallback = crate::lazy::get.map_fn_to();
    [
        ("lazy", v8::ExternalReference { pointer: lazy as *mut std::ffi::c_void }),
        ("require", v8::ExternalReference { function: crate::loader::require_callback.map_fn_to() }),
        ("internalBinding", v8::ExternalReference { function: crate::loader::binding::internal_callback.map_fn_to() }),
        ("getLinkedBinding", v8::ExternalReference { function: crate::loader::binding::linked_callback.map_fn_to() }),
    ]
}
