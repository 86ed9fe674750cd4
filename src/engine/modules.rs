//! The callbacks that V8 makes about ES modules, from its calling convention to ours.

/// Which module an import means.
pub(crate) fn resolve<'s>(
    context: v8::Local<'s, v8::Context>,
    specifier: v8::Local<'s, v8::String>,
    attributes: v8::Local<'s, v8::FixedArray>,
    referrer: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Module>> {
    // SAFETY: V8 passes the context that is current for the length of this call.
    v8::callback_scope!(unsafe scope, context);
    crate::esm::resolve(scope, specifier, attributes, referrer)
}

/// A synthetic module has nothing to evaluate: its exports are set from outside.
pub(crate) fn evaluate_synthetic<'s>(
    context: v8::Local<'s, v8::Context>,
    _: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Value>> {
    // SAFETY: V8 passes the context that is current for the length of this call.
    v8::callback_scope!(unsafe scope, context);
    let resolver = v8::PromiseResolver::new(scope)?;
    resolver.resolve(scope, v8::undefined(scope).into());
    Some(resolver.get_promise(scope).into())
}

/// The first read of `import.meta`.
pub(crate) unsafe extern "C" fn initialize_import_meta(
    context: v8::Local<'_, v8::Context>,
    module: v8::Local<'_, v8::Module>,
    meta: v8::Local<'_, v8::Object>,
) {
    // SAFETY: V8 passes the context that is current for the length of this call.
    v8::callback_scope!(unsafe scope, context);
    crate::esm::initialize_import_meta(scope, module, meta);
}

/// `import()` and `import.defer()`.
pub(crate) fn import_dynamically<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    _: v8::Local<'s, v8::Data>,
    referrer: v8::Local<'s, v8::Value>,
    specifier: v8::Local<'s, v8::String>,
    phase: v8::ModuleImportPhase,
    attributes: v8::Local<'s, v8::FixedArray>,
) -> Option<v8::Local<'s, v8::Promise>> {
    crate::esm::import_dynamically(scope, referrer, specifier, phase, attributes)
}
