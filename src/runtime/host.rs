//! What a runtime knows of its host: the options it was given, whether it has been asked to exit, and where uncaught errors go. Plain
//! data that JavaScript reaches only through bindings.

use std::cell::Cell;
use std::rc::Rc;

use crate::engine::heap::HeapLimit;
use crate::error::Error;
use crate::event_loop::EventLoop;

/// What a program is started with. Every setter documents its default.
///
/// ```
/// use lazuli::RuntimeOptions;
///
/// let options = RuntimeOptions::new().argv(["host", "script.js"]).option("exposeInternals", true);
/// # let _ = options;
/// ```
pub struct RuntimeOptions {
    pub(crate) argv: Vec<String>,
    pub(crate) exec_argv: Vec<String>,
    pub(crate) exec_path: Option<String>,
    pub(crate) options: Vec<(String, serde_json::Value)>,
    pub(crate) snapshot: SnapshotUse,
    pub(crate) all_edges: bool,
    pub(crate) heap_limit: Option<usize>,
    pub(crate) on_uncaught: Option<Reporter>,
}

/// Tells somebody about an uncaught error.
type Reporter = Box<dyn Fn(&Error)>;

/// Whether a runtime starts from the bootstrapped context of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotUse {
    /// It does, if there is an image.
    Use,
    /// It boots a bare context, with the image's code caches if there is one.
    Ignore,
}

impl Default for RuntimeOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl RuntimeOptions {
    /// The defaults: no arguments, start from the image, errors not reported anywhere.
    pub fn new() -> Self {
        RuntimeOptions {
            argv: Vec::new(),
            exec_argv: Vec::new(),
            exec_path: None,
            options: Vec::new(),
            snapshot: SnapshotUse::Use,
            all_edges: false,
            heap_limit: None,
            on_uncaught: None,
        }
    }

    /// `process.argv`: the program, the script, its arguments. Default: empty.
    pub fn argv(mut self, argv: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.argv = argv.into_iter().map(Into::into).collect();
        self
    }

    /// `process.execArgv`: the host's own arguments. Default: empty.
    pub fn exec_argv(mut self, argv: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.exec_argv = argv.into_iter().map(Into::into).collect();
        self
    }

    /// `process.execPath`. Default: the executable of this process.
    pub fn exec_path(mut self, path: impl Into<String>) -> Self {
        self.exec_path = Some(path.into());
        self
    }

    /// One entry of `internalBinding('options')`, which builtins read in pre-execution. Default: none.
    pub fn option(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// Whether to start from the bootstrapped context. Default: [`SnapshotUse::Use`].
    pub fn snapshot(mut self, snapshot: SnapshotUse) -> Self {
        self.snapshot = snapshot;
        self
    }

    /// Also records requests for what was already loaded, each with its line, so that every asker of a builtin is known. Default: off,
    /// since it takes a stack trace for each `require`.
    pub fn record_all_edges(mut self) -> Self {
        self.all_edges = true;
        self
    }

    /// The heap limit in bytes. Default: V8's.
    pub fn heap_limit(mut self, bytes: usize) -> Self {
        self.heap_limit = Some(bytes);
        self
    }

    /// Called with an uncaught error before the program ends. Default: nothing; the library never prints.
    pub fn on_uncaught(mut self, report: impl Fn(&Error) + 'static) -> Self {
        self.on_uncaught = Some(Box::new(report));
        self
    }
}

pub(crate) struct Host {
    pub(crate) options: RuntimeOptions,
    pub(crate) event_loop: EventLoop,
    exit: Cell<Option<i32>>,
    /// `None` where nothing is run that could fill a heap.
    heap_limit: Option<Rc<HeapLimit>>,
}

impl Host {
    pub(crate) fn new(options: RuntimeOptions, heap_limit: Option<&Rc<HeapLimit>>) -> Self {
        Host { options, event_loop: EventLoop::new(), exit: Cell::new(None), heap_limit: heap_limit.cloned() }
    }

    /// Ends the program: JavaScript that runs is terminated and no more is started. The first code wins.
    pub(crate) fn exit(&self, isolate: &v8::Isolate, code: i32) {
        if self.exit.get().is_none() {
            self.exit.set(Some(code));
        }
        isolate.terminate_execution();
    }

    /// Whether no more JavaScript is to be started: the program has asked to exit, or the heap is full.
    pub(crate) fn is_exiting(&self) -> bool {
        self.exit.get().is_some() || self.heap_limit.as_ref().is_some_and(|limit| limit.is_reached())
    }

    pub(crate) fn exit_code(&self) -> Option<i32> {
        self.exit.get()
    }

    pub(crate) fn report(&self, error: &Error) {
        if let Some(report) = &self.options.on_uncaught {
            report(error);
        }
    }
}
