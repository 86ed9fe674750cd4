//! `internalBinding('timers')`: the clock of the event loop and its two hooks. Which timers there are is known to `internal/timers`.

use crate::binding::Binding;
use crate::realm::{Realm, Slot};

pub(super) fn binding() -> Binding {
    Binding::new("timers")
        .function("setupTimers", setup_timers)
        .function("getNow", get_now)
        .function("scheduleTimer", schedule_timer)
        .function("toggleTimerRef", toggle_timer_ref)
        .function("updateImmediates", update_immediates)
}

/// `setupTimers(processImmediate, processTimers)`.
fn setup_timers(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    let realm = Realm::of(scope);
    realm.set(scope, Slot::ProcessImmediate, args.get(0));
    realm.set(scope, Slot::ProcessTimers, args.get(1));
}

/// `getNow()`: whole milliseconds of loop time.
fn get_now(scope: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    rv.set_double(Realm::of(scope).host.event_loop.now() as f64);
}

/// `scheduleTimer(ms)`: asks for a call of `processTimers` not before that time has passed.
fn schedule_timer(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    let after = args.get(0).number_value(scope).unwrap_or(1.0);
    Realm::of(scope).host.event_loop.schedule_timer(after.max(0.0) as u64);
}

/// `toggleTimerRef(alive)`: whether waiting for timers keeps the program alive.
fn toggle_timer_ref(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    Realm::of(scope).host.event_loop.set_timer_ref(args.get(0).boolean_value(scope));
}

/// `updateImmediates(count, refCount)`: how many immediates are queued, and how many of them keep the program alive.
fn update_immediates(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _: v8::ReturnValue<'_>,
) {
    let number = |index| args.get(index).uint32_value(scope).unwrap_or(0);
    Realm::of(scope).host.event_loop.set_immediates(number(0), number(1));
}
