//! `internalBinding('task_queue')`: microtasks, and the hooks through which native code has ticks and rejections drained.

use crate::binding::Binding;
use crate::js;
use crate::realm::{Realm, Slot};

pub(super) fn binding() -> Binding {
    Binding::new("task_queue")
        .function("runMicrotasks", run_microtasks)
        .function("setTickCallback", set_tick_callback)
        .function("enqueueMicrotask", enqueue_microtask)
        .function("setPromiseRejectCallback", set_promise_reject_callback)
        .setup(|scope, object| {
            let events = js::null_object(scope);
            let names = [
                ("kPromiseRejectWithNoHandler", v8::PromiseRejectEvent::PromiseRejectWithNoHandler),
                ("kPromiseHandlerAddedAfterReject", v8::PromiseRejectEvent::PromiseHandlerAddedAfterReject),
                ("kPromiseRejectAfterResolved", v8::PromiseRejectEvent::PromiseRejectAfterResolved),
                ("kPromiseResolveAfterResolved", v8::PromiseRejectEvent::PromiseResolveAfterResolved),
            ];
            for (name, event) in names {
                js::set(scope, events, name, v8::Integer::new(scope, event as i32).into());
            }
            js::set(scope, object, "promiseRejectEvents", events.into());
        })
}

fn run_microtasks(scope: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    scope.perform_microtask_checkpoint();
}

fn set_tick_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    Realm::of(scope).set(scope, Slot::TickCallback, args.get(0));
}

fn enqueue_microtask(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    if let Ok(function) = v8::Local::<v8::Function>::try_from(args.get(0)) {
        scope.enqueue_microtask(function);
    }
}

/// `setPromiseRejectCallback(fn(type, promise, reason))`.
fn set_promise_reject_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    Realm::of(scope).set(scope, Slot::PromiseReject, args.get(0));
}
