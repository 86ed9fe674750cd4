//! `internalBinding('util')`: views into V8 objects that JavaScript has no other way to take, and lazy properties.

use crate::binding::Binding;
use crate::js;
use crate::lazy;
use crate::realm::{Realm, Slot};

/// The two property filters of Node's constants, in V8's numbers.
const ALL_PROPERTIES: i32 = 0;
const ONLY_ENUMERABLE: i32 = 2;

pub(super) fn binding() -> Binding {
    Binding::new("util")
        .function("defineLazyProperties", lazy::define_callback)
        .function("lazyPropertyState", lazy_property_state)
        .function("isBuildingSnapshot", is_building_snapshot)
        .function("getOwnNonIndexProperties", get_own_non_index_properties)
        .function("getPromiseDetails", get_promise_details)
        .function("markPromiseAsHandled", mark_promise_as_handled)
        .function("getProxyDetails", get_proxy_details)
        .function("previewEntries", preview_entries)
        .function("getConstructorName", get_constructor_name)
        .function("getExternalValue", get_external_value)
        .function("getCallSites", get_call_sites)
        .function("guessHandleType", guess_handle_type)
        .function("isInsideNodeModules", is_inside_node_modules)
        .function("isConstructor", is_constructor)
        .function("sleep", sleep)
        .function("toUSVString", to_usv_string)
        .setup(|scope, object| {
            let constants = js::null_object(scope);
            let numbers = [
                ("kPending", 0),
                ("kFulfilled", 1),
                ("kRejected", 2),
                ("ALL_PROPERTIES", ALL_PROPERTIES),
                ("ONLY_ENUMERABLE", ONLY_ENUMERABLE),
            ];
            for (name, number) in numbers {
                js::set(scope, constants, name, v8::Integer::new(scope, number).into());
            }
            js::set(scope, object, "constants", constants.into());
            js::set(scope, object, "privateSymbols", Realm::of(scope).get(scope, Slot::PrivateSymbols));
        })
}

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// `lazyPropertyState(object, key)`: the reference of a lazy property that is not loaded. Never loads.
fn lazy_property_state<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let (Ok(object), Ok(key)) = (args.get(0).try_into(), args.get(1).try_into()) else { return };
    if let Some(reference) = lazy::peek(scope, object, key) {
        rv.set(js::string(scope, &reference).into());
    }
}

fn is_building_snapshot(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_bool(Realm::of(scope).building_snapshot.get());
}

/// `getOwnNonIndexProperties(object, filter)`.
fn get_own_non_index_properties(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(object) = v8::Local::<v8::Object>::try_from(args.get(0)) else { return };
    let only_enumerable = args.get(1).uint32_value(scope) == Some(ONLY_ENUMERABLE as u32);
    let filter = if only_enumerable { v8::PropertyFilter::ONLY_ENUMERABLE } else { v8::PropertyFilter::ALL_PROPERTIES };
    let names = object.get_property_names(
        scope,
        v8::GetPropertyNamesArgs {
            mode: v8::KeyCollectionMode::OwnOnly,
            property_filter: filter,
            index_filter: v8::IndexFilter::SkipIndices,
            key_conversion: v8::KeyConversionMode::KeepNumbers,
        },
    );
    if let Some(names) = names {
        rv.set(names.into());
    }
}

/// `getPromiseDetails(promise)`: `[state]`, with the result once it is settled.
fn get_promise_details(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(promise) = v8::Local::<v8::Promise>::try_from(args.get(0)) else { return };
    let details = match promise.state() {
        v8::PromiseState::Pending => vec![v8::Integer::new(scope, 0).into()],
        v8::PromiseState::Fulfilled => vec![v8::Integer::new(scope, 1).into(), promise.result(scope)],
        v8::PromiseState::Rejected => vec![v8::Integer::new(scope, 2).into(), promise.result(scope)],
    };
    rv.set(v8::Array::new_with_elements(scope, &details).into());
}

/// `markPromiseAsHandled(promise)`: no warning is due if it is rejected.
fn mark_promise_as_handled(_: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    if let Ok(promise) = v8::Local::<v8::Promise>::try_from(args.get(0)) {
        promise.mark_as_handled();
    }
}

/// `getProxyDetails(value, full = true)`: `[target, handler]`, or the target only; `undefined` for what is no proxy.
fn get_proxy_details(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(proxy) = v8::Local::<v8::Proxy>::try_from(args.get(0)) else { return };
    if args.length() == 1 || args.get(1).boolean_value(scope) {
        let pair = [proxy.get_target(scope), proxy.get_handler(scope)];
        rv.set(v8::Array::new_with_elements(scope, &pair).into());
    } else {
        rv.set(proxy.get_target(scope));
    }
}

/// `previewEntries(object[, isIterator])`: entries without running an iterator; with a second argument `[entries, isKeyValue]`.
fn preview_entries(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(object) = v8::Local::<v8::Object>::try_from(args.get(0)) else { return };
    let (entries, is_key_value) = object.preview_entries(scope);
    let Some(entries) = entries else { return };
    if args.length() == 1 {
        return rv.set(entries.into());
    }
    let pair = [entries.into(), v8::Boolean::new(scope, is_key_value).into()];
    rv.set(v8::Array::new_with_elements(scope, &pair).into());
}

fn get_constructor_name(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Ok(object) = v8::Local::<v8::Object>::try_from(args.get(0)) {
        let name = object.get_constructor_name();
        rv.set(v8::Local::new(scope, name).into());
    }
}

/// The address an external holds, as a bigint.
fn get_external_value(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Ok(external) = v8::Local::<v8::External>::try_from(args.get(0)) {
        rv.set(v8::BigInt::new_from_u64(scope, external.value() as u64).into());
    }
}

/// `getCallSites(count)`: the innermost frames below this call, as plain objects.
fn get_call_sites(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    // V8 allows 200 frames at the most, and the caller asks for its own frame as well.
    let count = args.get(0).uint32_value(scope).unwrap_or(10).min(200) as usize;
    let Some(trace) = v8::StackTrace::current_stack_trace(scope, count) else { return };
    let frames: Vec<v8::Local<'_, v8::Value>> = (0..trace.get_frame_count())
        .filter_map(|index| trace.get_frame(scope, index))
        .map(|frame| {
            let site = v8::Object::new(scope);
            let empty = || v8::String::empty(scope);
            js::set(scope, site, "functionName", frame.get_function_name(scope).unwrap_or_else(empty).into());
            js::set(scope, site, "scriptId", js::string(scope, &frame.get_script_id().to_string()).into());
            js::set(scope, site, "scriptName", frame.get_script_name_or_source_url(scope).unwrap_or_else(empty).into());
            js::set(scope, site, "lineNumber", v8::Integer::new(scope, frame.get_line_number() as i32).into());
            js::set(scope, site, "columnNumber", v8::Integer::new(scope, frame.get_column() as i32).into());
            js::set(scope, site, "column", v8::Integer::new(scope, frame.get_column() as i32).into());
            site.into()
        })
        .collect();
    rv.set(v8::Array::new_with_elements(scope, &frames).into());
}

/// `guessHandleType(fd)`, as libuv names them.
fn guess_handle_type(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    use rustix::fs::FileType;
    let number = args.get(0).int32_value(scope).unwrap_or(-1);
    let fd = crate::engine::fd::borrow(number);
    let kind = if number < 0 {
        "INVALID"
    } else if rustix::termios::isatty(fd) {
        "TTY"
    } else {
        match rustix::fs::fstat(fd).map(|stat| FileType::from_raw_mode(stat.st_mode)) {
            Ok(FileType::RegularFile | FileType::CharacterDevice) => "FILE",
            Ok(FileType::Fifo | FileType::Socket) => "PIPE",
            Ok(_) => "UNKNOWN",
            Err(_) => "INVALID",
        }
    };
    rv.set(js::string(scope, kind).into());
}

/// Whether the innermost frame that is not a builtin's belongs to a file under `node_modules`.
fn is_inside_node_modules(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let Some(trace) = v8::StackTrace::current_stack_trace(scope, 10) else { return };
    let scheme = format!("{}:", Realm::of(scope).engine.registry().scheme());
    let names = (0..trace.get_frame_count())
        .filter_map(|index| trace.get_frame(scope, index)?.get_script_name(scope))
        .map(|name| name.to_rust_string_lossy(scope));
    let user = names.into_iter().find(|name| !name.starts_with(&scheme));
    rv.set_bool(user.is_some_and(|name| name.contains("/node_modules/")));
}

fn is_constructor(_: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let function = v8::Local::<v8::Object>::try_from(args.get(0));
    rv.set_bool(function.is_ok_and(|function| function.is_constructor()));
}

/// `sleep(ms)`: blocks this thread.
fn sleep(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let time = args.get(0).uint32_value(scope).unwrap_or(0);
    std::thread::sleep(std::time::Duration::from_millis(time.into()));
}

/// Lone surrogates become U+FFFD.
fn to_usv_string(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let text = args.get(0).to_rust_string_lossy(scope);
    rv.set(js::string(scope, &text).into());
}
