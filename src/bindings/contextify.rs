//! `internalBinding('contextify')`: contexts beside the program's own, and scripts that run in them. A context goes by its global object,
//! a compiled script by its pin. It knows neither options nor defaults.

use v8::script_compiler::{self, CompileOptions, NoCacheReason, Source};

use crate::binding::Binding;
use crate::bindings::bytes::{self, view, with_bytes};
use crate::bindings::limits::Limits;
use crate::bindings::promise_hooks;
use crate::contexts::{self, CodeGeneration, Microtasks};
use crate::engine::{pins, sigint};
use crate::js::{self, Class, decorated};

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
        .function("startSigintWatchdog", start_sigint_watchdog)
        .function("stopSigintWatchdog", stop_sigint_watchdog)
        .function("watchdogHasPendingSigint", watchdog_has_pending_sigint)
}

// ---- contexts --------------------------------------------------------------------------------------------------------------

/// `makeContext(object | undefined, strings, wasm, ownMicrotasks, importId)`: the global object of a new context over an object, or of a plain
/// one. `strings` allows `eval`, `wasm` the compilation of WebAssembly.
fn make_context<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let undefined = v8::undefined(scope).into();
    let holder = v8::Array::new_with_elements(scope, &[undefined]);
    let template = args.get(0).is_object().then(|| global::template(scope, holder));
    let code_generation = CodeGeneration { strings: args.get(1).is_true(), wasm: args.get(2).is_true() };
    let microtasks = if args.get(3).is_true() { Microtasks::AfterEvaluate } else { Microtasks::OfProgram };
    let context = contexts::make(scope, template, code_generation, microtasks, args.get(4));
    holder.set_index(scope, 0, args.get(0));
    promise_hooks::join(scope, context);
    rv.set(context.global(scope).into());
}

// ---- scripts ---------------------------------------------------------------------------------------------------------------

/// A source text with what it was read from: the code cache is not copied.
pub(super) struct Text {
    pub(super) source: Source,
    pub(super) options: CompileOptions,
    // The source points into it.
    _cache: Vec<u8>,
}

/// What a source text is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Script,
    Module,
}

/// The six arguments from `at` on that describe a source: text, file name, line and column of its start, the code cache, if any, and the
/// symbol that says who answers its `import()`.
pub(super) fn source<'s>(scope: &Scope<'s, '_>, args: &Args<'s>, at: i32, goal: Goal) -> Option<Text> {
    let text = v8::Local::<v8::String>::try_from(args.get(at)).ok()?;
    let number = |at| args.get(at).int32_value(scope).unwrap_or(0);
    let name = v8::Local::<v8::String>::try_from(args.get(at + 1)).ok()?.into();
    let (line, column) = (number(at + 2), number(at + 3));
    let options = v8::PrimitiveArray::new(scope, 1);
    options.set(scope, 0, args.get(at + 5).try_into().ok()?);
    let is_module = goal == Goal::Module;
    let options = Some(options.into());
    let origin = v8::ScriptOrigin::new(scope, name, line, column, false, -1, None, false, false, is_module, options);
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

pub(super) fn cache_of<'s>(
    scope: &mut Scope<'s, '_>,
    data: Option<v8::UniqueRef<v8::CachedData<'_>>>,
) -> v8::Local<'s, v8::Value> {
    let bytes = data.map(|data| data.to_vec()).unwrap_or_default();
    match bytes::uint8_array(scope, bytes) {
        Some(array) => array.into(),
        None => v8::undefined(scope).into(),
    }
}

/// `compileScript(text, file, line, column, cachedData, importId, global | undefined)`:
/// `[pin, sourceMapURL, cachedDataRejected, sourceURL]`. Errors of the text are those of the context.
fn compile_script<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(mut text) = source(scope, &args, 0, Goal::Script) else { return };
    let context = contexts::of(scope, args.get(6));
    let unbound = decorated(scope, |scope| {
        let scope = &mut v8::ContextScope::new(scope, context);
        script_compiler::compile_unbound_script(scope, &mut text.source, text.options, NoCacheReason::NoReason)
    });
    let Some(unbound) = unbound else { return };
    let Some(pin) = pins::pin_script(scope, unbound) else { return };
    let facts = [
        pin.into(),
        unbound.get_source_mapping_url(scope),
        rejected(scope, &text.source),
        unbound.get_source_url(scope),
    ];
    rv.set(v8::Array::new_with_elements(scope, &facts).into());
}

/// `createCachedData(pin)`.
fn create_cached_data<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(unbound) = pins::script(scope, args.get(0)) else { return };
    let data = unbound.create_code_cache();
    rv.set(cache_of(scope, data));
}

/// `runScript(pin, global | undefined, timeout, breakOnSigint, decorate)`: in a context or the program's own; `timeout` in milliseconds,
/// below 0 for none.
fn run_script<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(unbound) = pins::script(scope, args.get(0)) else { return };
    let context = contexts::of(scope, args.get(1));
    let limits = Limits::new(scope, args.get(2), args.get(3));
    let run = |scope: &mut Scope<'s, '_>| {
        limits.run(scope, |scope| {
            let scope = &mut v8::ContextScope::new(scope, context);
            let value = unbound.bind_to_current_context(scope).run(scope)?;
            contexts::evaluated(scope, context);
            Some(value)
        })
    };
    let value = if args.get(4).is_true() { decorated(scope, run) } else { run(scope) };
    if let Some(value) = value {
        rv.set(value);
    }
}

/// `compileFunction(text, file, line, column, cachedData, importId, produce, global | undefined, extensions, parameters)`:
/// `[function, sourceMapURL, cachedDataRejected, cachedData]`.
fn compile_function<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let context = contexts::of(scope, args.get(7));
    let extensions: Vec<v8::Local<'s, v8::Object>> = items(scope, args.get(8));
    let parameters: Vec<v8::Local<'s, v8::String>> = items(scope, args.get(9));
    let Some(mut text) = source(scope, &args, 0, Goal::Script) else { return };
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
    let cache = if args.get(6).is_true() {
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

// ---- SIGINT ----------------------------------------------------------------------------------------------------------------

/// `startSigintWatchdog()`: until `stopSigintWatchdog`, SIGINT does not end the process.
fn start_sigint_watchdog(scope: &mut Scope<'_, '_>, _: Args<'_>, _: Return<'_>) {
    if sigint::start().is_err() {
        js::throw(scope, Class::Error, "ERR_CANNOT_WATCH_SIGINT", "Cannot watch for SIGINT signals");
    }
}

/// `stopSigintWatchdog()`: whether a SIGINT came meanwhile that stopped no script.
fn stop_sigint_watchdog(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_bool(sigint::stop());
}

fn watchdog_has_pending_sigint(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_bool(sigint::is_pending());
}
