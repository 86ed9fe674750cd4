//! What stops a run of JavaScript from outside: a time limit, and SIGINT where the caller asked for that. Each starts a thread, which ends
//! with the run. A run that was stopped throws.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::engine::sigint;
use crate::js::{self, Class};
use crate::realm::Realm;

/// The limits of one run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// In milliseconds.
    timeout: Option<f64>,
    stops_on_sigint: bool,
}

impl Limits {
    /// From arguments as JavaScript gives them: milliseconds, below 0 for none, and whether SIGINT stops it.
    pub(super) fn new<'s>(
        scope: &v8::PinScope<'s, '_>,
        timeout: v8::Local<'s, v8::Value>,
        sigint: v8::Local<'s, v8::Value>,
    ) -> Self {
        Limits {
            timeout: timeout.number_value(scope).filter(|milliseconds| *milliseconds >= 0.0),
            stops_on_sigint: sigint.is_true(),
        }
    }

    /// Runs code. `None` leaves an exception pending.
    pub(super) fn run<'s, T>(
        self,
        scope: &mut v8::PinScope<'s, '_>,
        run: impl FnOnce(&mut v8::PinScope<'s, '_>) -> Option<T>,
    ) -> Option<T> {
        let sigint =
            if self.stops_on_sigint { sigint::Guard::new(scope.thread_safe_handle()).map(Some) } else { Ok(None) };
        let Ok(sigint) = sigint else {
            js::throw(scope, Class::Error, "ERR_CANNOT_WATCH_SIGINT", "Cannot watch for SIGINT signals");
            return None;
        };
        let clock = self.timeout.map(|milliseconds| Clock::start(scope.thread_safe_handle(), milliseconds)).transpose();
        let clock = match clock {
            Ok(clock) => clock,
            Err(error) => {
                let message = format!("Operation failed: no thread to watch the time limit ({error})");
                js::throw(scope, Class::Error, "ERR_OPERATION_FAILED", message);
                return None;
            }
        };
        let value = run(scope);
        let timed_out = clock.is_some_and(Clock::stop);
        let interrupted = sigint.is_some_and(sigint::Guard::end);
        // A program that is exiting was stopped for good.
        if !(timed_out || interrupted) || Realm::of(scope).host.is_exiting() {
            return value;
        }
        scope.cancel_terminate_execution();
        if timed_out {
            let message = format!("Script execution timed out after {}ms", self.timeout.unwrap_or_default());
            js::throw(scope, Class::Error, "ERR_SCRIPT_EXECUTION_TIMEOUT", message);
        } else {
            let message = "Script execution was interrupted by `SIGINT`";
            js::throw(scope, Class::Error, "ERR_SCRIPT_EXECUTION_INTERRUPTED", message);
        }
        None
    }
}

/// A thread that stops JavaScript when its time is over.
struct Clock {
    done: mpsc::Sender<()>,
    thread: JoinHandle<bool>,
}

impl Clock {
    fn start(isolate: v8::IsolateHandle, milliseconds: f64) -> io::Result<Self> {
        let (done, is_done) = mpsc::channel::<()>();
        let watch = move || {
            let late = is_done.recv_timeout(Duration::from_millis(milliseconds as u64));
            late == Err(RecvTimeoutError::Timeout) && isolate.terminate_execution()
        };
        Ok(Clock { done, thread: std::thread::Builder::new().spawn(watch)? })
    }

    /// Whether it stopped something.
    fn stop(self) -> bool {
        drop(self.done);
        self.thread.join().unwrap_or(false)
    }
}
