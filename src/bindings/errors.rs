//! `internalBinding('errors')`: the way of an exception that nobody caught, and the exit codes that go with it.

use crate::binding::Binding;
use crate::event_loop;
use crate::js;
use crate::realm::{Realm, Slot};

pub(super) fn binding() -> Binding {
    Binding::new("errors")
        .function("setUncaughtExceptionCallback", set_uncaught_exception_callback)
        .function("setErrorFormatter", set_error_formatter)
        .function("setExitCallbacks", set_exit_callbacks)
        .function("triggerUncaughtException", trigger_uncaught_exception)
        .function("getScriptName", get_script_name)
        .function("noSideEffectsToString", no_side_effects_to_string)
        .setup(|scope, object| {
            let codes = js::null_object(scope);
            for (name, code) in [("kNoFailure", 0), ("kGenericUserError", 1), ("kUnsettledTopLevelAwait", 13)] {
                js::set(scope, codes, name, v8::Integer::new(scope, code).into());
            }
            js::set(scope, object, "exitCodes", codes.into());
        })
}

/// `setUncaughtExceptionCallback(fn(error, fromPromise) -> handled)`.
fn set_uncaught_exception_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    Realm::of(scope).set(scope, Slot::UncaughtException, args.get(0));
}

/// `setErrorFormatter(fn(error) -> text)`: how an uncaught error is printed, with the properties it carries.
fn set_error_formatter(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    Realm::of(scope).set(scope, Slot::ErrorFormatter, args.get(0));
}

/// `setExitCallbacks(emitBeforeExit, emitExit, getExitCode)`: how a program ends when nothing is left to do.
fn set_exit_callbacks(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    let realm = Realm::of(scope);
    for (index, slot) in [Slot::EmitBeforeExit, Slot::EmitExit, Slot::GetExitCode].into_iter().enumerate() {
        realm.set(scope, slot, args.get(index as i32));
    }
}

/// `triggerUncaughtException(error, fromPromise)`: returns only if the program handled it.
fn trigger_uncaught_exception<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    _: v8::ReturnValue<'s>,
) {
    let realm = Realm::of(scope);
    let message = v8::Exception::create_message(scope, args.get(0));
    let from_promise = args.get(1).to_boolean(scope);
    event_loop::uncaught(scope, &realm, args.get(0), Some(message), from_promise);
}

/// `getScriptName(error)`: of the script that it was thrown in. Its stack stays unread: V8 knows the place of an error only until then.
fn get_script_name<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    mut rv: v8::ReturnValue<'s>,
) {
    if let Some(name) = v8::Exception::create_message(scope, args.get(0)).get_script_resource_name(scope) {
        rv.set(name);
    }
}

fn no_side_effects_to_string(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    if let Some(text) = args.get(0).to_detail_string(scope) {
        rv.set(text.into());
    }
}
