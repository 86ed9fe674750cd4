//! Compiles a builtin as a function with the parameters of its area, from the image's code cache where V8 accepts it. A cache that is
//! damaged, of another source or of other flags is never an error: the builtin is compiled from source and the reason recorded.

use std::time::Instant;

use crate::inventory::Origin;
use crate::inventory::recorder::Compiled;
use crate::js;
use crate::realm::Realm;
use crate::registry::ModuleIndex;
use crate::snapshot::code_cache::Lookup;

pub(crate) fn compile<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Realm,
    index: ModuleIndex,
) -> Option<(v8::Local<'s, v8::Function>, Compiled)> {
    let since = Instant::now();
    let (cached, refused) = match realm.engine.code_cache(index) {
        Lookup::Found(bytes) => (Some(bytes), None),
        Lookup::Missing => (None, None),
        Lookup::Refused(reason) => (None, Some(reason)),
    };
    let (function, accepted) =
        compile_with(scope, realm, index, cached, v8::script_compiler::CompileOptions::NoCompileOptions)?;
    let (origin, rejected) = match (cached, accepted) {
        (Some(_), true) => (Origin::CodeCache, None),
        (Some(_), false) => {
            (Origin::Source, Some("V8 rejected it: made by another V8, under other flags or for another image"))
        }
        (None, _) => (Origin::Source, refused),
    };
    if let Some(functions) = realm.functions.borrow_mut().as_mut() {
        functions.push((index, v8::Global::new(scope, function)));
    }
    Some((function, Compiled { origin, rejected: rejected.map(Into::into), time: since.elapsed() }))
}

/// Compiles with or without a cache; the second value says whether V8 took the cache.
pub(crate) fn compile_with<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Realm,
    index: ModuleIndex,
    cached: Option<&[u8]>,
    options: v8::script_compiler::CompileOptions,
) -> Option<(v8::Local<'s, v8::Function>, bool)> {
    let registry = realm.engine.registry();
    let name = js::string(scope, &registry.script_name(index));
    let source = realm.engine.source_string(scope, index)?;
    let origin = v8::ScriptOrigin::new(scope, name.into(), 0, 0, false, -1, None, false, false, false, None);
    let (mut source, options) = match cached {
        Some(bytes) => (
            v8::script_compiler::Source::new_with_cached_data(source, Some(&origin), v8::CachedData::new(bytes)),
            options | v8::script_compiler::CompileOptions::ConsumeCodeCache,
        ),
        None => (v8::script_compiler::Source::new(source, Some(&origin)), options),
    };
    let parameters = registry.definition(index).area().parameters();
    let parameters: Vec<_> = parameters.iter().map(|name| js::string(scope, name)).collect();
    let function = v8::script_compiler::compile_function(
        scope,
        &mut source,
        &parameters,
        &[],
        options,
        v8::script_compiler::NoCacheReason::NoReason,
    )?;
    let accepted = source.get_cached_data().is_some_and(|data| !data.rejected());
    Some((function, accepted))
}
