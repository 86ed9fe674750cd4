//! `internalBinding('contextify')`: contexts beside the program's own, and scripts that run in them. A context goes by its global object;
//! compiled scripts are kept in a table of the isolate and leave it with their owners. It knows neither options nor defaults.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use v8::script_compiler::{self, CompileOptions, NoCacheReason, Source};

use crate::binding::Binding;
use crate::bindings::bytes::{self, view, with_bytes};
use crate::bindings::promise_hooks;
use crate::js::{self, Class};
use crate::realm::Realm;

mod global;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("contextify")
        .function("makeContext", make_context)
        .function("compileScript", compile_script)
        .function("createCachedData", create_cached_data)
        .function("runScript", run_script)
        .function("compileFunction", compile_function)
}

// ---- contexts --------------------------------------------------------------------------------------------------------------

/// `makeContext(object | undefined, strings)`: the global object of a new context over an object, or of a plain one. `strings` allows `eval`.
fn make_context<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let undefined = v8::undefined(scope).into();
    let holder = v8::Array::new_with_elements(scope, &[undefined]);
    let global_template = args.get(0).is_object().then(|| global::template(scope, holder));
    let token = scope.get_current_context().get_security_token(scope);
    let context = v8::Context::new(scope, v8::ContextOptions { global_template, ..v8::ContextOptions::default() });
    holder.set_index(scope, 0, args.get(0));
    // The program may reach into the contexts it makes.
    context.set_security_token(token);
    context.set_allow_generation_from_strings(args.get(1).boolean_value(scope));
    promise_hooks::join(scope, context);
    rv.set(context.global(scope).into());
}

/// The context of a global object; the program's own for anything else.
fn context_of<'s>(scope: &Scope<'s, '_>, global: v8::Local<'s, v8::Value>) -> v8::Local<'s, v8::Context> {
    let context = v8::Local::<v8::Object>::try_from(global).ok().and_then(|global| global.get_creation_context(scope));
    context.unwrap_or_else(|| scope.get_current_context())
}

// ---- scripts ---------------------------------------------------------------------------------------------------------------

/// The compiled scripts of an isolate.
#[derive(Default)]
struct Scripts {
    last: u32,
    live: HashMap<u32, Script>,
}

struct Script {
    unbound: v8::Global<v8::UnboundScript>,
    // Held for its finalizer.
    _owner: v8::Weak<v8::Object>,
}

fn scripts(isolate: &mut v8::Isolate) -> &mut Scripts {
    if isolate.get_slot::<Scripts>().is_none() {
        isolate.set_slot(Scripts::default());
    }
    isolate.get_slot_mut().expect("the slot was filled above")
}

/// A source text with what it was read from: the code cache is not copied.
struct Text {
    source: Source,
    options: CompileOptions,
    // The source points into it.
    _cache: Vec<u8>,
}

/// The five arguments from `at` on that describe a source: text, file name, line and column of its start, and the code cache, if any.
fn source<'s>(scope: &Scope<'s, '_>, args: &Args<'s>, at: i32) -> Option<Text> {
    let text = v8::Local::<v8::String>::try_from(args.get(at)).ok()?;
    let number = |at| args.get(at).int32_value(scope).unwrap_or(0);
    let (name, line, column) = (args.get(at + 1), number(at + 2), number(at + 3));
    let origin = v8::ScriptOrigin::new(scope, name, line, column, false, -1, None, false, false, false, None);
    let Some(cached) = view(args.get(at + 4)) else {
        return Some(Text {
            source: Source::new(text, Some(&origin)),
            options: CompileOptions::NoCompileOptions,
            _cache: Vec::new(),
        });
    };
    let cache = with_bytes(cached, <[u8]>::to_vec);
    let source = Source::new_with_cached_data(text, Some(&origin), v8::CachedData::new(&cache));
    Some(Text { source, options: CompileOptions::ConsumeCodeCache, _cache: cache })
}

/// Whether V8 refused the cache it was given; `undefined` if it was given none.
fn rejected<'s>(scope: &Scope<'s, '_>, source: &Source) -> v8::Local<'s, v8::Value> {
    match source.get_cached_data() {
        Some(data) => v8::Boolean::new(scope, data.rejected()).into(),
        None => v8::undefined(scope).into(),
    }
}

fn cache_of<'s>(
    scope: &mut Scope<'s, '_>,
    data: Option<v8::UniqueRef<v8::CachedData<'_>>>,
) -> v8::Local<'s, v8::Value> {
    let bytes = data.map(|data| data.to_vec()).unwrap_or_default();
    match bytes::uint8_array(scope, bytes) {
        Some(array) => array.into(),
        None => v8::undefined(scope).into(),
    }
}

/// `compileScript(owner, text, file, line, column, cachedData, decorate)`: `[id, sourceMapURL, cachedDataRejected, sourceURL]`. The script lives as long as its owner.
fn compile_script<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Ok(owner) = v8::Local::<v8::Object>::try_from(args.get(0)) else { return };
    let Some(mut text) = source(scope, &args, 1) else { return };
    let unbound = decorated(scope, args.get(6), |scope| {
        script_compiler::compile_unbound_script(scope, &mut text.source, text.options, NoCacheReason::NoReason)
    });
    let Some(unbound) = unbound else { return };
    let id = {
        let scripts = scripts(scope);
        scripts.last = scripts.last.wrapping_add(1);
        scripts.last
    };
    let forget = move |isolate: &mut v8::Isolate| {
        scripts(isolate).live.remove(&id);
    };
    let script = Script {
        unbound: v8::Global::new(scope, unbound),
        _owner: v8::Weak::with_finalizer(scope, owner, Box::new(forget)),
    };
    scripts(scope).live.insert(id, script);
    let facts = [
        v8::Integer::new_from_unsigned(scope, id).into(),
        unbound.get_source_mapping_url(scope),
        rejected(scope, &text.source),
        unbound.get_source_url(scope),
    ];
    rv.set(v8::Array::new_with_elements(scope, &facts).into());
}

fn script<'s>(scope: &mut Scope<'s, '_>, args: &Args<'s>) -> Option<v8::Local<'s, v8::UnboundScript>> {
    let id = args.get(0).uint32_value(scope)?;
    let unbound = scripts(scope).live.get(&id)?.unbound.clone();
    Some(v8::Local::new(scope, unbound))
}

/// `createCachedData(id)`.
fn create_cached_data<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(unbound) = script(scope, &args) else { return };
    let data = unbound.create_code_cache();
    rv.set(cache_of(scope, data));
}

/// `runScript(id, global | undefined, timeout, decorate)`: in a context or the program's own; `timeout` in milliseconds, below 0 for none.
fn run_script<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(unbound) = script(scope, &args) else { return };
    let timeout = args.get(2).number_value(scope).unwrap_or(-1.0);
    let context = context_of(scope, args.get(1));
    let value = decorated(scope, args.get(3), |scope| {
        with_timeout(scope, timeout, |scope| {
            let scope = &mut v8::ContextScope::new(scope, context);
            unbound.bind_to_current_context(scope).run(scope)
        })
    });
    if let Some(value) = value {
        rv.set(value);
    }
}

fn decorated<'s, T>(
    scope: &mut Scope<'s, '_>,
    wanted: v8::Local<'s, v8::Value>,
    run: impl FnOnce(&mut Scope<'s, '_>) -> Option<T>,
) -> Option<T> {
    if wanted.is_true() { js::decorated(scope, run) } else { run(scope) }
}

/// Runs code that another thread stops when its time is over. `None` leaves an exception pending.
fn with_timeout<'s, T>(
    scope: &mut Scope<'s, '_>,
    milliseconds: f64,
    run: impl FnOnce(&mut Scope<'s, '_>) -> Option<T>,
) -> Option<T> {
    if milliseconds < 0.0 {
        return run(scope);
    }
    let isolate = scope.thread_safe_handle();
    let (done, is_done) = mpsc::channel::<()>();
    let watchdog = std::thread::spawn(move || {
        let is_late =
            is_done.recv_timeout(Duration::from_millis(milliseconds as u64)) == Err(RecvTimeoutError::Timeout);
        is_late && isolate.terminate_execution()
    });
    let value = run(scope);
    drop(done);
    let stopped = watchdog.join().unwrap_or(false);
    // A program that is exiting was stopped for good.
    if !stopped || Realm::of(scope).host.is_exiting() {
        return value;
    }
    scope.cancel_terminate_execution();
    let message = format!("Script execution timed out after {milliseconds}ms");
    js::throw(scope, Class::Error, "ERR_SCRIPT_EXECUTION_TIMEOUT", message);
    None
}

/// `compileFunction(text, file, line, column, cachedData, produce, global | undefined, extensions, parameters)`:
/// `[function, sourceMapURL, cachedDataRejected, cachedData]`.
fn compile_function<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let context = context_of(scope, args.get(6));
    let extensions: Vec<v8::Local<'s, v8::Object>> = items(scope, args.get(7));
    let parameters: Vec<v8::Local<'s, v8::String>> = items(scope, args.get(8));
    let Some(mut text) = source(scope, &args, 0) else { return };
    let function = {
        let scope = &mut v8::ContextScope::new(scope, context);
        script_compiler::compile_function(
            scope,
            &mut text.source,
            &parameters,
            &extensions,
            text.options,
            NoCacheReason::NoReason,
        )
    };
    let Some(function) = function else { return };
    let map = function.get_script_origin(scope).source_map_url().unwrap_or_else(|| v8::undefined(scope).into());
    let cache = if args.get(5).boolean_value(scope) {
        let data = function.create_code_cache();
        cache_of(scope, data)
    } else {
        v8::undefined(scope).into()
    };
    let facts = [function.into(), map, rejected(scope, &text.source), cache];
    rv.set(v8::Array::new_with_elements(scope, &facts).into());
}

/// The elements of an array that are of a kind.
fn items<'s, T>(scope: &Scope<'s, '_>, list: v8::Local<'s, v8::Value>) -> Vec<v8::Local<'s, T>>
where
    v8::Local<'s, T>: TryFrom<v8::Local<'s, v8::Value>>,
{
    let Ok(list) = v8::Local::<v8::Array>::try_from(list) else { return Vec::new() };
    (0..list.length()).filter_map(|index| list.get_index(scope, index)?.try_into().ok()).collect()
}
