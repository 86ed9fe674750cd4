//! The bootstrap phases: from a bare context to one that programs can run in. What runs here may be frozen into an image, so it reads
//! no argv, environment, working directory, clock or randomness; that waits for pre-execution.

use std::rc::Rc;

use crate::error::Result;
use crate::inventory::Phase;
use crate::js;
use crate::loader::{self, binding};
use crate::realm::{Realm, Slot};
use crate::registry::LazyTarget;
use crate::registry::id::Area;

const PRIMORDIALS: &str = "internal/per_context/primordials";

/// The scripts of each phase, in order. One that a registry does not have is left out: an embedder may bring fewer.
const PHASES: [(Phase, &[&str]); 4] = [
    (Phase::Realm, &["internal/bootstrap/realm"]),
    (Phase::Node, &["internal/bootstrap/node"]),
    (Phase::Web, &["internal/bootstrap/web/exposed-wildcard", "internal/bootstrap/web/exposed-window-or-worker"]),
    (
        Phase::Switches,
        &["internal/bootstrap/switches/is_main_thread", "internal/bootstrap/switches/does_own_process_state"],
    ),
];

/// V8 private symbols that builtins mark objects with; user code can neither see nor forge them.
const PRIVATE_SYMBOLS: [&str; 5] = [
    "arrow_message_private_symbol",
    "decorated_private_symbol",
    "untransferable_object_private_symbol",
    "transfer_mode_private_symbol",
    "entry_point_promise_private_symbol",
];

/// Symbols that builtins share, one of each per isolate.
const PER_ISOLATE_SYMBOLS: [&str; 6] = [
    "messaging_deserialize_symbol",
    "messaging_transfer_symbol",
    "messaging_clone_symbol",
    "messaging_transfer_list_symbol",
    "owner_symbol",
    "no_message_symbol",
];

/// Runs all phases in a fresh realm.
///
/// # Errors
///
/// The first exception, with the script that threw it.
pub(crate) fn run(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) -> Result<()> {
    make_roots(scope, realm);
    let registry = Rc::clone(realm);
    let registry = registry.engine.registry();
    if registry.bootstraps() {
        // The others read `primordials`, so it comes first.
        let others = registry
            .modules()
            .filter(|definition| definition.area() == Area::PerContext && definition.id() != PRIMORDIALS);
        let per_context: Vec<&str> =
            std::iter::once(PRIMORDIALS).chain(others.map(|definition| definition.id())).collect();
        run_phase(scope, realm, Phase::PerContext, &per_context)?;
        for (phase, scripts) in PHASES {
            run_phase(scope, realm, phase, scripts)?;
        }
    }
    define_declared(scope, realm)
}

/// Globals that V8 15.2 installs when a context is restored, and not in the one that is serialized, so that `primordials` could not take
/// them when they were made.
const LATE_GLOBALS: [&str; 5] =
    ["AsyncDisposableStack", "DisposableStack", "Float16Array", "SharedArrayBuffer", "SuppressedError"];

/// Finishes a restored realm, before user code can replace anything: `primordials` gets what was missing. This is done here and not in
/// JavaScript because it happens at every start: 3 us instead of 140 (2026-11-30).
pub(crate) fn complete(scope: &mut v8::PinScope<'_, '_>, realm: &Realm) {
    let Ok(primordials) = v8::Local::<v8::Object>::try_from(realm.get(scope, Slot::Primordials)) else { return };
    let global = scope.get_current_context().global(scope);
    for name in LATE_GLOBALS {
        if let Some(value) = js::get(scope, global, name).filter(|value| !value.is_undefined()) {
            js::set(scope, primordials, name, value);
        }
    }
}

fn run_phase(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>, phase: Phase, scripts: &[&str]) -> Result<()> {
    realm.phase.set(phase);
    for id in scripts {
        let Some(index) = realm.engine.registry().find(id) else { continue };
        v8::tc_scope!(let scope, scope);
        if loader::load(scope, realm, index, loader::Source::Host).is_none() {
            let what = format!("bootstrap script '{id}'");
            return Err(js::error_of(scope, scope.exception(), scope.message(), &what).with_id(*id));
        }
    }
    Ok(())
}

/// The objects that every script is called with.
fn make_roots(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    let private_symbols = v8::ObjectTemplate::new(scope);
    for name in PRIVATE_SYMBOLS {
        let text = js::string(scope, name);
        // Only a template can hold a private symbol as a value; an instance of it then hands it to JavaScript.
        private_symbols.set(text.into(), v8::Private::new(scope, Some(text)).into());
    }
    let private_symbols = private_symbols.new_instance(scope).unwrap_or_else(|| v8::Object::new(scope));
    let per_isolate = js::null_object(scope);
    for name in PER_ISOLATE_SYMBOLS {
        let symbol = v8::Symbol::new(scope, Some(js::string(scope, name)));
        js::set(scope, per_isolate, name, symbol.into());
    }
    realm.set(scope, Slot::Primordials, js::null_object(scope).into());
    realm.set(scope, Slot::PrivateSymbols, private_symbols.into());
    realm.set(scope, Slot::PerIsolateSymbols, per_isolate.into());
    if let Some(process) = make_process(scope) {
        realm.set(scope, Slot::Process, process.into());
    }
    let native = |callback: v8::FunctionCallback, name: &str| {
        let function =
            v8::Function::builder_raw(callback).constructor_behavior(v8::ConstructorBehavior::Throw).build(scope);
        if let Some(function) = function {
            function.set_name(js::string(scope, name));
        }
        function
    };
    if let Some(function) = native(v8::MapFnTo::map_fn_to(binding::internal_callback), "internalBinding") {
        realm.set(scope, Slot::InternalBinding, function.into());
    }
    if let Some(function) = native(v8::MapFnTo::map_fn_to(binding::linked_callback), "getLinkedBinding") {
        realm.set(scope, Slot::GetLinkedBinding, function.into());
    }
    let global = scope.get_current_context().global(scope);
    let object = js::get(scope, global, "Object").and_then(|object| v8::Local::<v8::Object>::try_from(object).ok());
    if let Some(is_extensible) = object.and_then(|object| js::get(scope, object, "isExtensible")) {
        realm.set(scope, Slot::IsExtensible, is_extensible);
    }
}

/// `process`, an instance of a class of that name, as in Node.
fn make_process<'s>(scope: &mut v8::PinScope<'s, '_>) -> Option<v8::Local<'s, v8::Object>> {
    // An object template without a native constructor would need no external reference, but its instances would be called `Object`.
    let source = js::string(scope, "(class process {})");
    let class = v8::Script::compile(scope, source, None)?.run(scope)?;
    v8::Local::<v8::Function>::try_from(class).ok()?.new_instance(scope, &[])
}

/// The lazy properties that layers declared in Rust.
fn define_declared(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) -> Result<()> {
    for lazy in realm.engine.registry().lazies() {
        v8::tc_scope!(let scope, scope);
        let target = match lazy.target {
            LazyTarget::Global => Some(scope.get_current_context().global(scope)),
            LazyTarget::Process => v8::Local::<v8::Object>::try_from(realm.get(scope, Slot::Process)).ok(),
        };
        let Some(target) = target else { continue };
        let property = (js::key(scope, &lazy.name), lazy.reference.clone());
        if crate::lazy::define(scope, target, &[property], lazy.enumerable).is_none() {
            let what = format!("the lazy property '{}'", lazy.name);
            return Err(js::error_of(scope, scope.exception(), scope.message(), &what).with_id(&lazy.reference));
        }
    }
    Ok(())
}
