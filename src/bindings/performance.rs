//! `internalBinding('performance')`: the high-resolution clock of a runtime, from the moment it was made. It measures nothing itself: the
//! event loop notes its own milestones.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::binding::Binding;
use crate::realm::Realm;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("performance")
        .function("now", now)
        .function("timeOrigin", time_origin)
        .function("bootstrapComplete", bootstrap_complete)
        .function("loopStart", loop_start)
        .function("loopExit", loop_exit)
        .function("loopIdleTime", loop_idle_time)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// `now()`: milliseconds since the runtime was made.
fn now(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(milliseconds(Realm::of(scope).host.event_loop.origin().elapsed()));
}

/// `timeOrigin()`: that moment on the system's clock, in milliseconds since 1970. The caller keeps it: the system's clock may be set.
fn time_origin(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let since_start = Realm::of(scope).host.event_loop.origin().elapsed();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    rv.set_double(milliseconds(now.saturating_sub(since_start)));
}

/// A milestone; -1 as long as it is ahead.
fn milestone(time: Option<Duration>, mut rv: Return<'_>) {
    rv.set_double(time.map_or(-1.0, milliseconds));
}

fn bootstrap_complete(scope: &mut Scope<'_, '_>, _: Args<'_>, rv: Return<'_>) {
    milestone(Realm::of(scope).host.event_loop.milestones().ready.get(), rv);
}

fn loop_start(scope: &mut Scope<'_, '_>, _: Args<'_>, rv: Return<'_>) {
    milestone(Realm::of(scope).host.event_loop.milestones().loop_start.get(), rv);
}

fn loop_exit(scope: &mut Scope<'_, '_>, _: Args<'_>, rv: Return<'_>) {
    milestone(Realm::of(scope).host.event_loop.milestones().loop_exit.get(), rv);
}

/// `loopIdleTime()`: milliseconds that the loop has waited.
fn loop_idle_time(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(milliseconds(Realm::of(scope).host.event_loop.milestones().idle.get()));
}
