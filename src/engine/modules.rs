//! The callbacks that V8 makes about ES modules and contexts, from its calling convention to ours.

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

/// What an import of the source phase means.
pub(crate) fn resolve_source<'s>(
    context: v8::Local<'s, v8::Context>,
    specifier: v8::Local<'s, v8::String>,
    _: v8::Local<'s, v8::FixedArray>,
    _: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Object>> {
    // SAFETY: V8 passes the context that is current for the length of this call.
    v8::callback_scope!(unsafe scope, context);
    crate::esm::resolve_source(scope, specifier)
}

/// A synthetic module is evaluated.
pub(crate) fn evaluate_synthetic<'s>(
    context: v8::Local<'s, v8::Context>,
    module: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Value>> {
    // SAFETY: V8 passes the context that is current for the length of this call.
    v8::callback_scope!(unsafe scope, context);
    crate::esm::evaluate_synthetic(scope, module)
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
    options: v8::Local<'s, v8::Data>,
    referrer: v8::Local<'s, v8::Value>,
    specifier: v8::Local<'s, v8::String>,
    phase: v8::ModuleImportPhase,
    attributes: v8::Local<'s, v8::FixedArray>,
) -> Option<v8::Local<'s, v8::Promise>> {
    crate::esm::import_dynamically(scope, options, referrer, specifier, phase, attributes)
}

/// Whether WebAssembly may be compiled in a context.
pub(crate) unsafe extern "C" fn allow_wasm(context: v8::Local<'_, v8::Context>, _: v8::Local<'_, v8::String>) -> bool {
    crate::contexts::allows_wasm(context)
}
