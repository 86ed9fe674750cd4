//! `internalBinding('builtins')`: the registry as JavaScript sees it, and the compilation of user code. User code is told from builtins
//! here: the first compilation of it is where run time begins.

use crate::binding::Binding;
use crate::inventory::recorder::Place;
use crate::inventory::{Edge, Phase};
use crate::js;
use crate::loader;
use crate::realm::Realm;

pub(super) fn binding() -> Binding {
    Binding::new("builtins")
        .function("compileFunctionForCJS", compile_function_for_cjs)
        .function("runScriptInThisContext", run_script_in_this_context)
        .function("requireBuiltin", require_builtin)
        .function("readExport", read_export)
        .function("markBootstrapComplete", mark_bootstrap_complete)
        .setup(|scope, object| {
            let realm = Realm::of(scope);
            let ids = |public_only: bool| {
                let ids: Vec<v8::Local<'_, v8::Value>> = realm
                    .engine
                    .registry()
                    .modules()
                    .filter(|definition| definition.is_public() || !public_only)
                    .map(|definition| js::key(scope, definition.id()).into())
                    .collect();
                v8::Array::new_with_elements(scope, &ids).into()
            };
            js::set(scope, object, "builtinIds", ids(false));
            js::set(scope, object, "publicIds", ids(true));
            js::set(scope, object, "scheme", js::string(scope, realm.engine.registry().scheme()).into());
        })
}

/// `compileFunctionForCJS(source, filename)`: a function of a CommonJS module's five parameters. The stack of its error begins with the place.
fn compile_function_for_cjs(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    Realm::of(scope).enter_run_time();
    let (Ok(source), name) = (v8::Local::<v8::String>::try_from(args.get(0)), args.get(1)) else { return };
    let origin = v8::ScriptOrigin::new(scope, name, 0, 0, false, -1, None, false, false, false, None);
    let mut source = v8::script_compiler::Source::new(source, Some(&origin));
    let parameters = ["exports", "require", "module", "__filename", "__dirname"].map(|name| js::string(scope, name));
    let function = js::decorated(scope, |scope| {
        v8::script_compiler::compile_function(
            scope,
            &mut source,
            &parameters,
            &[],
            v8::script_compiler::CompileOptions::NoCompileOptions,
            v8::script_compiler::NoCacheReason::NoReason,
        )
    });
    if let Some(function) = function {
        rv.set(function.into());
    }
}

/// `runScriptInThisContext(source, filename)`: the completion value of a classic script.
fn run_script_in_this_context(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    Realm::of(scope).enter_run_time();
    let (Ok(source), name) = (v8::Local::<v8::String>::try_from(args.get(0)), args.get(1)) else { return };
    let origin = v8::ScriptOrigin::new(scope, name, 0, 0, false, -1, None, false, false, false, None);
    if let Some(value) = v8::Script::compile(scope, source, Some(&origin)).and_then(|script| script.run(scope)) {
        rv.set(value);
    }
}

/// `requireBuiltin(id[, importer])`: a builtin on behalf of user code. The file and line come from the stack, or for an `import` from
/// `importer`, `{ file, line }`, since no user code runs then.
fn require_builtin(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let id = args.get(0).to_rust_string_lossy(scope);
    let realm = Realm::of(scope);
    match realm.engine.registry().find(&id) {
        Some(index) => {
            let importer = importer(scope, args.get(1));
            let source =
                if importer.is_some() { loader::Source::Known(None, Edge::Import) } else { loader::Source::User };
            let outer = realm.importer.replace(importer);
            if let Some(exports) = loader::load(scope, &realm, index, source) {
                rv.set(exports);
            }
            realm.importer.replace(outer);
        }
        None => loader::throw_unknown(scope, &realm, &id),
    }
}

/// `readExport(exports, name, importer)`: an export that an `import` names, which may be lazy.
fn read_export(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let realm = Realm::of(scope);
    let Ok(exports) = v8::Local::<v8::Object>::try_from(args.get(0)) else { return };
    let outer = realm.importer.replace(importer(scope, args.get(2)));
    if let Some(value) = exports.get(scope, args.get(1)) {
        rv.set(value);
    }
    realm.importer.replace(outer);
}

/// `{ file, line }` of an import.
fn importer(scope: &v8::PinScope<'_, '_>, value: v8::Local<'_, v8::Value>) -> Option<Place> {
    let object = v8::Local::new(scope, v8::Local::<v8::Object>::try_from(value).ok()?);
    let file = js::get(scope, object, "file")?.to_rust_string_lossy(scope).into_boxed_str();
    let line = js::get(scope, object, "line")?.uint32_value(scope)?;
    Some((file, line))
}

/// Pre-execution is done; what is loaded from here belongs to the entry point.
fn mark_bootstrap_complete(
    scope: &mut v8::PinScope<'_, '_>,
    _: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    let realm = Realm::of(scope);
    if realm.phase.get() == Phase::PreExecution {
        realm.phase.set(Phase::Main);
        let events = &realm.host.event_loop;
        events.milestones().ready.set(Some(events.origin().elapsed()));
    }
}
