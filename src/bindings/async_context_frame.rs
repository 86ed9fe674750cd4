//! `internalBinding('async_context_frame')`: the value that V8 keeps beside the running code and takes along to reactions of promises. What
//! it holds is known to `internal/async_context`.

use crate::binding::Binding;

pub(super) fn binding() -> Binding {
    Binding::new("async_context_frame").function("get", get).function("set", set)
}

/// `get()`: the value of the running code, `undefined` where none was set.
fn get(scope: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    rv.set(scope.get_continuation_preserved_embedder_data());
}

/// `set(value)`.
fn set(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    scope.set_continuation_preserved_embedder_data(args.get(0));
}
