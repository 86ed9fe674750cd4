//! `internalBinding('module_wrap')`: ES modules, by number for `internal/modules/esm/*` and by pin for `internal/vm/module`. Every function
//! that takes a module takes either.

use v8::script_compiler::{self, NoCacheReason};

use crate::binding::Binding;
use crate::bindings::contextify::{self, Goal};
use crate::bindings::limits::Limits;
use crate::contexts;
use crate::engine::modules::{evaluate_synthetic, resolve, resolve_source};
use crate::engine::pins;
use crate::esm;
use crate::js::{self, Class};
use crate::realm::{Realm, Slot};

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// In the order of the numbers that `getStatus` gives.
const STATUSES: [&str; 6] =
    ["kUninstantiated", "kInstantiating", "kInstantiated", "kEvaluating", "kEvaluated", "kErrored"];

const INSTANTIATED: i32 = v8::ModuleStatus::Instantiated as i32;

pub(super) fn binding() -> Binding {
    Binding::new("module_wrap")
        .function("compileSourceTextModule", compile_source_text_module)
        .function("createSyntheticModule", create_synthetic_module)
        .function("pinSourceTextModule", pin_source_text_module)
        .function("pinSyntheticModule", pin_synthetic_module)
        .function("createCachedData", create_cached_data)
        .function("setExport", set_export)
        .function("getRequests", get_requests)
        .function("link", link)
        .function("instantiate", instantiate)
        .function("evaluate", evaluate)
        .function("getNamespace", get_namespace)
        .function("getStatus", get_status)
        .function("getError", get_error)
        .function("isGraphAsync", is_graph_async)
        .function("hasTopLevelAwait", has_top_level_await)
        .function("getStalledTopLevelAwaits", get_stalled_top_level_awaits)
        .function("getScriptSource", get_script_source)
        .function("setImportModuleDynamicallyCallback", set_import_module_dynamically_callback)
        .function("setInitializeImportMetaObjectCallback", set_initialize_import_meta_object_callback)
        .setup(|scope, object| {
            for (number, name) in STATUSES.into_iter().enumerate() {
                js::set(scope, object, name, v8::Integer::new(scope, number as i32).into());
            }
        })
}

/// `compileSourceTextModule(url, source)`: its number. User code: what is loaded from now on is loaded at run time.
fn compile_source_text_module<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let realm = Realm::of(scope);
    realm.enter_run_time();
    let (Ok(url), Ok(source)) =
        (v8::Local::<v8::String>::try_from(args.get(0)), v8::Local::<v8::String>::try_from(args.get(1)))
    else {
        return;
    };
    let origin = v8::ScriptOrigin::new(scope, url.into(), 0, 0, false, -1, None, false, false, true, None);
    let mut source = v8::script_compiler::Source::new(source, Some(&origin));
    if let Some(module) = v8::script_compiler::compile_module(scope, &mut source) {
        rv.set_uint32(realm.modules.add(scope, module) as u32);
    }
}

/// `createSyntheticModule(url, exportNames)`: its number.
fn create_synthetic_module<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = synthetic_module(scope, &args) {
        rv.set_uint32(Realm::of(scope).modules.add(scope, module) as u32);
    }
}

fn synthetic_module<'s>(scope: &Scope<'s, '_>, args: &Args<'s>) -> Option<v8::Local<'s, v8::Module>> {
    let url = v8::Local::<v8::String>::try_from(args.get(0)).ok()?;
    let names = v8::Local::<v8::Array>::try_from(args.get(1)).ok()?;
    let names: Vec<_> =
        (0..names.length()).filter_map(|at| names.get_index(scope, at)?.try_cast::<v8::String>().ok()).collect();
    Some(v8::Module::create_synthetic_module(scope, url, &names, evaluate_synthetic))
}

/// `pinSourceTextModule(text, url, line, column, cachedData, importId, global | undefined, initializeImportMeta(meta))`: a pin that belongs to
/// the context.
fn pin_source_text_module<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(mut text) = contextify::source(scope, &args, 0, Goal::Module) else { return };
    let context = contexts::of(scope, args.get(6));
    let module = js::decorated(scope, |scope| {
        let scope = &mut v8::ContextScope::new(scope, context);
        script_compiler::compile_module2(scope, &mut text.source, text.options, NoCacheReason::NoReason)
    });
    let Some(module) = module else { return };
    if text.source.get_cached_data().is_some_and(v8::CachedData::rejected) {
        let message = "cachedData buffer was rejected";
        return js::throw(scope, Class::Error, "ERR_VM_MODULE_CACHED_DATA_REJECTED", message);
    }
    pin(scope, context, module, args.get(7), &mut rv);
}

/// `pinSyntheticModule(url, exportNames, global | undefined, evaluate())`: a pin that belongs to the context.
fn pin_synthetic_module<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = synthetic_module(scope, &args) {
        let context = contexts::of(scope, args.get(2));
        pin(scope, context, module, args.get(3), &mut rv);
    }
}

fn pin<'s>(
    scope: &mut Scope<'s, '_>,
    context: v8::Local<'s, v8::Context>,
    module: v8::Local<'s, v8::Module>,
    answer: v8::Local<'s, v8::Value>,
    rv: &mut Return<'s>,
) {
    let scope = &mut v8::ContextScope::new(scope, context);
    if let Some(pin) = pins::pin_module(scope, module, answer) {
        Realm::of(scope).modules.add_pin(scope, module, pin);
        rv.set(pin.into());
    }
}

/// `createCachedData(module)` of a source text module that was not evaluated.
fn create_cached_data<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let fresh = |module: &v8::Local<'_, v8::Module>| module.is_source_text_module() && rank(module) <= INSTANTIATED;
    let Some(module) = module(scope, &args).filter(fresh) else { return };
    let data = module.get_unbound_module_script(scope).create_code_cache();
    rv.set(contextify::cache_of(scope, data));
}

/// `setExport(module, name, value)` of a synthetic module that is instantiated.
fn set_export<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(module) = module(scope, &args).filter(|module| module.is_synthetic_module()) else { return };
    if let Ok(name) = v8::Local::<v8::String>::try_from(args.get(1)) {
        // A failure leaves its exception pending.
        let _ = module.set_synthetic_module_export(scope, name, args.get(2));
    }
}

/// `getRequests(module)`: `[{ specifier, phase, offset, line, attributes }]`.
fn get_requests<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(module) = module(scope, &args) else { return };
    let requests: Vec<v8::Local<'_, v8::Value>> = esm::requests(scope, module)
        .iter()
        .map(|request| {
            let object = js::null_object(scope);
            let line = module.source_offset_to_location(request.offset).get_line_number() + 1;
            js::set(scope, object, "specifier", request.specifier.into());
            js::set(scope, object, "phase", js::string(scope, esm::phase_name(request.phase)).into());
            js::set(scope, object, "offset", v8::Integer::new(scope, request.offset).into());
            js::set(scope, object, "line", v8::Integer::new(scope, line).into());
            js::set(scope, object, "attributes", esm::attributes_object(scope, &request.attributes).into());
            object.into()
        })
        .collect();
    rv.set(v8::Array::new_with_elements(scope, &requests).into());
}

/// `link(module, targets)`: modules of its own kind, in the order of `getRequests`.
fn link<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Ok(targets) = v8::Local::<v8::Array>::try_from(args.get(1)) else { return };
    if args.get(0).is_object() {
        return pins::set_links(scope, args.get(0), targets);
    }
    let Some(number) = args.get(0).uint32_value(scope) else { return };
    let targets = (0..targets.length())
        .filter_map(|at| targets.get_index(scope, at)?.uint32_value(scope))
        .map(|target| target as usize);
    Realm::of(scope).modules.link(number as usize, targets.collect());
}

/// `instantiate(module)`: throws when an import names what is not there.
fn instantiate<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(module) = module(scope, &args) else { return };
    let context = contexts::of(scope, args.get(0));
    let scope = &mut v8::ContextScope::new(scope, context);
    // A failure leaves its exception pending.
    let _ = module.instantiate_module2(scope, resolve, resolve_source);
}

/// `evaluate(module[, timeout, breakOnSigint])`: the promise of the whole graph; `timeout` in milliseconds, below 0 for none.
fn evaluate<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    Realm::of(scope).enter_run_time();
    let Some(module) = module(scope, &args) else { return };
    // V8 ends the process over any other.
    if rank(&module) < INSTANTIATED || module.get_status() == v8::ModuleStatus::Evaluating {
        let message = "Module status must be one of linked, evaluated, or errored";
        return js::throw(scope, Class::Error, "ERR_VM_MODULE_STATUS", message);
    }
    let context = contexts::of(scope, args.get(0));
    let limits = Limits::new(scope, args.get(1), args.get(2));
    let promise = limits.run(scope, |scope| {
        let scope = &mut v8::ContextScope::new(scope, context);
        let promise = module.evaluate(scope)?;
        contexts::evaluated(scope, context);
        Some(promise)
    });
    if let Some(promise) = promise {
        rv.set(promise);
    }
}

/// `getNamespace(module[, deferred])` of one that is instantiated.
fn get_namespace<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = module(scope, &args).filter(|module| rank(module) >= INSTANTIATED) {
        let deferred = args.get(1).is_true();
        let phase = if deferred { v8::ModuleImportPhase::kDefer } else { v8::ModuleImportPhase::kEvaluation };
        rv.set(module.get_module_namespace_with_phase(phase));
    }
}

fn get_status<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = module(scope, &args) {
        rv.set_int32(rank(&module));
    }
}

/// `getError(module)` of one whose status is `kErrored`.
fn get_error<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = module(scope, &args).filter(|module| module.get_status() == v8::ModuleStatus::Errored) {
        rv.set(module.get_exception());
    }
}

/// `isGraphAsync(module)` of one that is instantiated.
fn is_graph_async<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = module(scope, &args).filter(|module| rank(module) >= INSTANTIATED) {
        rv.set_bool(module.is_graph_async());
    }
}

fn has_top_level_await<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(module) = module(scope, &args).filter(|module| module.is_source_text_module()) {
        rv.set_bool(module.has_top_level_await());
    }
}

/// `getStalledTopLevelAwaits(module)` of a module that was evaluated: file, line and an excerpt of each `await` that its graph waits at.
fn get_stalled_top_level_awaits<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let evaluated = |module: &v8::Local<'_, v8::Module>| {
        module.is_source_text_module() && module.get_status() == v8::ModuleStatus::Evaluated
    };
    let Some(module) = module(scope, &args).filter(evaluated) else { return };
    let messages = module.get_stalled_top_level_await_message(scope);
    let places = messages.into_iter().filter_map(|(_, message)| js::place_of(scope, message));
    let places: Vec<_> = places.map(|(_, excerpt)| js::string(scope, &excerpt).into()).collect();
    rv.set(v8::Array::new_with_elements(scope, &places).into());
}

/// `getScriptSource(depth)`: the text that the function was compiled from that is so many calls away, which its file may not have any more.
fn get_script_source<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let depth = args.get(0).uint32_value(scope).unwrap_or(0).min(8) as usize;
    let frame = v8::StackTrace::current_stack_trace(scope, depth + 1).and_then(|trace| trace.get_frame(scope, depth));
    if let Some(source) = frame.and_then(|frame| frame.get_script_source(scope)) {
        rv.set(source.into());
    }
}

/// `setImportModuleDynamicallyCallback(fn(specifier, referrer, attributes, phase) -> promise)`.
fn set_import_module_dynamically_callback(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    Realm::of(scope).set(scope, Slot::ImportModuleDynamically, args.get(0));
}

/// `setInitializeImportMetaObjectCallback(fn(number, meta))`.
fn set_initialize_import_meta_object_callback(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    Realm::of(scope).set(scope, Slot::InitializeImportMeta, args.get(0));
}

fn module<'s>(scope: &Scope<'s, '_>, args: &Args<'s>) -> Option<v8::Local<'s, v8::Module>> {
    if args.get(0).is_object() {
        return pins::module(scope, args.get(0));
    }
    let number = args.get(0).uint32_value(scope)?;
    Realm::of(scope).modules.get(scope, number as usize)
}

/// The number of its status.
fn rank(module: &v8::Module) -> i32 {
    module.get_status() as i32
}
