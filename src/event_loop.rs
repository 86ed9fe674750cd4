//! The event loop of one runtime: timers, immediates, V8's own tasks, and the turn after each macrotask in which JavaScript drains its
//! ticks, microtasks and unhandled rejections. It knows when to call JavaScript and whether anything keeps the program alive; what is
//! queued is known to `internal/timers` and `internal/process/task_queues`.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::bindings::fs_watch;
use crate::error::{Error, ErrorKind, Result};
use crate::js;
use crate::realm::{Realm, Slot};

mod watches;

use watches::{Change, Watches};

/// What the loop waits for.
pub(crate) struct EventLoop {
    origin: Instant,
    /// When timers are due, in milliseconds of loop time.
    timer: Cell<Option<u64>>,
    timer_ref: Cell<bool>,
    immediates: Cell<u32>,
    immediate_refs: Cell<u32>,
    watches: Watches,
    /// Whether V8's own tasks are being run.
    pumping: Cell<bool>,
    milestones: Milestones,
}

/// When what happened, as time after the origin; read by `internalBinding('performance')`.
#[derive(Default)]
pub(crate) struct Milestones {
    /// When pre-execution was over and the program began.
    pub(crate) ready: Cell<Option<Duration>>,
    pub(crate) loop_start: Cell<Option<Duration>>,
    pub(crate) loop_exit: Cell<Option<Duration>>,
    /// The time spent waiting, all in all.
    pub(crate) idle: Cell<Duration>,
}

impl EventLoop {
    pub(crate) fn new() -> Self {
        EventLoop {
            origin: Instant::now(),
            timer: Cell::new(None),
            timer_ref: Cell::new(false),
            immediates: Cell::new(0),
            immediate_refs: Cell::new(0),
            watches: Watches::default(),
            pumping: Cell::new(false),
            milestones: Milestones::default(),
        }
    }

    pub(crate) fn watches(&self) -> &Watches {
        &self.watches
    }

    pub(crate) fn milestones(&self) -> &Milestones {
        &self.milestones
    }

    /// When the loop was made.
    pub(crate) fn origin(&self) -> Instant {
        self.origin
    }

    /// Whole milliseconds since the loop was made.
    pub(crate) fn now(&self) -> u64 {
        self.origin.elapsed().as_millis() as u64
    }

    pub(crate) fn schedule_timer(&self, after: u64) {
        let at = self.now() + after.max(1);
        self.timer.set(Some(self.timer.get().map_or(at, |earlier| earlier.min(at))));
    }

    pub(crate) fn set_timer_ref(&self, alive: bool) {
        self.timer_ref.set(alive);
    }

    pub(crate) fn set_immediates(&self, count: u32, refs: u32) {
        self.immediates.set(count);
        self.immediate_refs.set(refs);
    }

    /// Whether something that counts is still to come.
    pub(crate) fn is_alive(&self) -> bool {
        self.immediate_refs.get() > 0 || (self.timer_ref.get() && self.timer.get().is_some()) || self.watches.is_alive()
    }
}

/// Whether the loop should go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Continue,
    /// Nothing keeps the program alive, or it has asked to exit.
    Stop,
}

/// Runs turns until nothing is left to wait for.
pub(crate) fn run(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    let events = &realm.host.event_loop;
    let Milestones { loop_start, loop_exit, .. } = &events.milestones;
    if loop_start.get().is_none() {
        loop_start.set(Some(events.origin.elapsed()));
    }
    loop_exit.set(None);
    while turn(scope, realm) == Turn::Continue {}
    loop_exit.set(Some(events.origin.elapsed()));
}

fn turn(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) -> Turn {
    let events = &realm.host.event_loop;
    if !events.is_alive() {
        // What is unreferenced does not run when nothing else keeps the program, as in Node; V8's tasks may still bring work.
        pump(scope, realm);
        if !events.is_alive() && !scope.has_pending_background_tasks() {
            return Turn::Stop;
        }
    }
    run_timers(scope, realm);
    tell_changes(scope, realm);
    pump(scope, realm);
    if realm.host.is_exiting() {
        return Turn::Stop;
    }
    if events.immediates.get() > 0 {
        drain(scope, realm);
        call_to_the_end(scope, realm, Slot::ProcessImmediate, &[]);
    }
    if realm.host.is_exiting() || !events.is_alive() && !scope.has_pending_background_tasks() {
        return Turn::Stop;
    }
    if events.immediates.get() == 0 {
        wait(scope, realm);
    }
    Turn::Continue
}

fn run_timers(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    let events = &realm.host.event_loop;
    if events.timer.get().is_none_or(|due| due > events.now()) {
        return;
    }
    events.timer.set(None);
    let now = v8::Number::new(scope, events.now() as f64).into();
    let next = call_to_the_end(scope, realm, Slot::ProcessTimers, &[now]);
    let next = next.and_then(|next| next.number_value(scope)).unwrap_or(0.0);
    if next != 0.0 {
        events.schedule_timer((next as u64).saturating_sub(events.now()));
    }
}

/// Tells JavaScript what happened to the files it watches.
fn tell_changes(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    for Change { watch, mask, name } in realm.host.event_loop.watches.take() {
        if realm.host.is_exiting() {
            return;
        }
        v8::scope!(let scope, scope);
        let arguments = fs_watch::change(scope, watch, mask, name);
        call(scope, realm, Slot::FileChange, &arguments);
        drain(scope, realm);
    }
}

/// Runs what V8 posted to this isolate: finalizers, WebAssembly compilations, `Atomics.waitAsync`.
fn pump(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    let platform = v8::V8::get_current_platform();
    let mut ran = false;
    realm.host.event_loop.pumping.set(true);
    while v8::Platform::pump_message_loop(&platform, scope, false) {
        ran = true;
    }
    realm.host.event_loop.pumping.set(false);
    if ran {
        drain(scope, realm);
    }
}

fn wait(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    // V8's background work has no way to wake this thread through the default platform; it is looked at this often.
    const BACKGROUND: Duration = Duration::from_millis(1);
    let events = &realm.host.event_loop;
    let timer = events.timer.get().map(|due| Duration::from_millis(due).saturating_sub(events.origin.elapsed()));
    let background = scope.has_pending_background_tasks().then_some(BACKGROUND);
    let time = [timer, background].into_iter().flatten().min();
    if time.is_some() || events.watches.is_alive() {
        let since = Instant::now();
        if !events.watches.wait(time) {
            std::thread::sleep(time.unwrap_or_default());
        }
        let idle = &events.milestones.idle;
        idle.set(idle.get() + since.elapsed());
    }
}

/// Calls a hook that works off a queue, then drains. A callback that throws leaves the rest of its queue to another call, which comes
/// at once and before anything is drained, as in Node. `None` if the program exits meanwhile.
fn call_to_the_end<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    hook: Slot,
    arguments: &[v8::Local<'s, v8::Value>],
) -> Option<v8::Local<'s, v8::Value>> {
    while !realm.host.is_exiting() {
        if let Some(result) = call(scope, realm, hook, arguments) {
            drain(scope, realm);
            return Some(result);
        }
        if realm.function(scope, hook).is_none() {
            break;
        }
    }
    None
}

/// Calls a hook that JavaScript registered. `None` if there is none, or it threw; the exception has been dealt with.
pub(crate) fn call<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    hook: Slot,
    arguments: &[v8::Local<'s, v8::Value>],
) -> Option<v8::Local<'s, v8::Value>> {
    let function = realm.function(scope, hook)?;
    guard(scope, realm, |scope| function.call(scope, v8::undefined(scope).into(), arguments))
}

/// Runs JavaScript; what it throws goes the way of uncaught exceptions.
pub(crate) fn guard<'s, T>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    run: impl FnOnce(&mut v8::PinScope<'s, '_>) -> Option<T>,
) -> Option<T> {
    v8::tc_scope!(let caught, scope);
    let result = run(caught);
    if result.is_some() {
        return result;
    }
    let (exception, message) = (caught.exception(), caught.message());
    caught.reset();
    if let (Some(exception), false) = (exception, realm.host.is_exiting()) {
        let from_promise = v8::Boolean::new(caught, false);
        uncaught(caught, realm, exception, message, from_promise);
    }
    None
}

/// Drains ticks, microtasks and rejections. What is left when one of them throws waits for the next turn, which JavaScript asks for.
pub(crate) fn drain(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    if realm.host.is_exiting() {
        return;
    }
    if realm.function(scope, Slot::TickCallback).is_some() {
        call(scope, realm, Slot::TickCallback, &[]);
    } else {
        scope.perform_microtask_checkpoint();
    }
}

/// An exception nobody caught: JavaScript may handle it, else the host is told and the program ends.
pub(crate) fn uncaught<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    exception: v8::Local<'s, v8::Value>,
    message: Option<v8::Local<'s, v8::Message>>,
    from_promise: v8::Local<'s, v8::Boolean>,
) {
    if let Some(handler) = realm.function(scope, Slot::UncaughtException) {
        v8::tc_scope!(let caught, scope);
        match handler.call(caught, v8::undefined(caught).into(), &[exception, from_promise.into()]) {
            Some(handled) if handled.is_true() || realm.host.is_exiting() => return,
            Some(_) => {}
            None => {
                // The handler itself threw: Node ends with code 7 and the second error.
                let (second, place) = (caught.exception(), caught.message());
                caught.reset();
                if let (Some(second), false) = (second, realm.host.is_exiting()) {
                    report(caught, realm, second, place);
                    realm.host.exit(caught, 7);
                }
                return;
            }
        }
    }
    // The handler has emitted 'exit' already, whose listeners may have set another code.
    report(scope, realm, exception, message);
    let code = exit_code(scope, realm, 1);
    realm.host.exit(scope, code);
}

/// A task of V8 threw. Outside the event loop, exceptions belong to whoever runs the script.
pub(crate) fn task_threw(
    scope: &mut v8::PinScope<'_, '_>,
    exception: v8::Local<'_, v8::Value>,
    message: v8::Local<'_, v8::Message>,
) {
    let realm = Realm::of(scope);
    if realm.host.event_loop.pumping.get() && !realm.host.is_exiting() {
        let (exception, message) = (v8::Local::new(scope, exception), v8::Local::new(scope, message));
        let from_promise = v8::Boolean::new(scope, false);
        uncaught(scope, &realm, exception, Some(message), from_promise);
    }
}

/// The code to exit with: what the program has set, else the given one.
pub(crate) fn exit_code(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>, default: i32) -> i32 {
    let default_value = v8::Integer::new(scope, default).into();
    call(scope, realm, Slot::GetExitCode, &[default_value]).and_then(|code| code.int32_value(scope)).unwrap_or(default)
}

/// Tells the host about an uncaught exception, in the words of JavaScript's own formatter where there is one.
fn report(
    scope: &mut v8::PinScope<'_, '_>,
    realm: &Rc<Realm>,
    exception: v8::Local<'_, v8::Value>,
    message: Option<v8::Local<'_, v8::Message>>,
) {
    v8::tc_scope!(let scope, scope);
    let exception = v8::Local::new(scope, exception);
    let text = realm
        .function(scope, Slot::ErrorFormatter)
        .and_then(|formatter| formatter.call(scope, v8::undefined(scope).into(), &[exception]))
        .filter(|text| text.is_string())
        .map_or_else(|| js::stack_of(scope, exception), |text| text.to_rust_string_lossy(scope));
    realm.host.report(&js::uncaught_error(scope, text, message, exception.is_native_error()));
}

/// Drains everything a bootstrap left queued, for an image that is about to be made.
///
/// # Errors
///
/// What was thrown meanwhile, or that a timer or immediate is still waiting: neither can be in an image.
pub(crate) fn settle(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) -> Result<()> {
    v8::tc_scope!(let scope, scope);
    if let Some(tick) = realm.function(scope, Slot::TickCallback) {
        tick.call(scope, v8::undefined(scope).into(), &[]);
    }
    scope.perform_microtask_checkpoint();
    let platform = v8::V8::get_current_platform();
    loop {
        // A registry whose targets died wants to run its callback; V8 refuses to serialize one that waits for it.
        scope.clear_kept_objects();
        scope.low_memory_notification();
        let mut ran = false;
        while v8::Platform::pump_message_loop(&platform, scope, false) {
            ran = true;
        }
        if !ran || scope.has_caught() {
            break;
        }
        scope.perform_microtask_checkpoint();
    }
    if scope.has_caught() {
        return Err(js::error_of(scope, scope.exception(), scope.message(), "a task queued by the bootstrap"));
    }
    let events = &realm.host.event_loop;
    if events.timer.get().is_some() || events.immediates.get() > 0 {
        let message = "the bootstrap left a timer or an immediate waiting, which cannot be in an image; start it in pre-execution";
        return Err(Error::new(ErrorKind::Image, "ERR_IMAGE_PENDING", message));
    }
    Ok(())
}

/// A promise was rejected without a handler, or got one late.
pub(crate) fn promise_rejected(scope: &mut v8::PinScope<'_, '_>, message: &v8::PromiseRejectMessage<'_>) {
    let realm = Realm::of(scope);
    let Some(hook) = realm.function(scope, Slot::PromiseReject) else { return };
    let kind = v8::Integer::new(scope, message.get_event() as i32);
    let value = message.get_value().unwrap_or_else(|| v8::undefined(scope).into());
    v8::tc_scope!(let scope, scope);
    hook.call(scope, v8::undefined(scope).into(), &[kind.into(), message.get_promise().into(), value]);
}
