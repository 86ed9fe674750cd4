//! Builtin sources as static one-byte strings: V8 reads the bytes where they are, the blob does not hold them a second time, and all
//! isolates share them. Lives as long as the engine that made it.

use crate::registry::{ModuleIndex, Registry};

/// One string resource per ASCII builtin, in registry order. The address of a resource is what V8 serializes.
pub(crate) struct StaticSources(Box<[Option<v8::OneByteConst>]>);

// SAFETY: a `OneByteConst` is a static function table, a pointer to bytes that nobody writes, and a length; V8 reads it from any thread.
unsafe impl Send for StaticSources {}
// SAFETY: as above; there is no interior mutability.
unsafe impl Sync for StaticSources {}

impl StaticSources {
    pub(crate) fn new(registry: &Registry) -> Self {
        let resource = |definition: &crate::registry::Definition| {
            let source = definition.source();
            source.is_ascii().then(|| {
                // SAFETY: the bytes are ASCII, as just checked. They belong to the registry, which is immutable and which the engine
                // keeps alive together with this table; every isolate keeps its engine alive. So they outlive each V8 string over them.
                unsafe {
                    let bytes: &'static [u8] = std::mem::transmute::<&[u8], &'static [u8]>(source.bytes());
                    v8::String::create_external_onebyte_const_unchecked(bytes)
                }
            })
        };
        StaticSources(registry.modules().map(resource).collect())
    }

    pub(crate) fn string<'s>(
        &self,
        scope: &v8::PinScope<'s, '_>,
        registry: &Registry,
        index: ModuleIndex,
    ) -> Option<v8::Local<'s, v8::String>> {
        match &self.0[index.get()] {
            Some(resource) => {
                // SAFETY: the boxed slice never moves, and the engine that holds it outlives every isolate that can hold the string.
                let resource = unsafe { std::mem::transmute::<&v8::OneByteConst, &'static v8::OneByteConst>(resource) };
                v8::String::new_from_onebyte_const(scope, resource)
            }
            None => {
                let bytes = registry.definition(index).source().bytes();
                v8::String::new_from_utf8(scope, bytes, v8::NewStringType::Normal)
            }
        }
    }

    /// The resources with the builtins they belong to, for the table of external references.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (ModuleIndex, *const v8::OneByteConst)> {
        let present = self.0.iter().enumerate().filter_map(|(index, resource)| resource.as_ref().map(|r| (index, r)));
        present.map(|(index, resource)| (ModuleIndex(index as u32), std::ptr::from_ref(resource)))
    }
}
