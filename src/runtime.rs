//! A runtime: one isolate, one context, one realm, and the program that runs in it. Start reading here: it joins the other parts.

use std::rc::Rc;

use crate::bootstrap;
use crate::engine::Engine;
use crate::engine::isolate::{Heap, Isolate, promise_rejected};
use crate::engine::modules::{import_dynamically, initialize_import_meta};
use crate::error::{Error, ErrorKind, Result};
use crate::event_loop;
use crate::inventory::{Inventory, Phase};
use crate::js;
use crate::loader::state::State;
use crate::loader::{self, Source};
use crate::realm::{Purpose, Realm, Slot};
use crate::stack_trace;

pub(crate) mod host;

pub use self::host::{RuntimeOptions, SnapshotUse};

use self::host::Host;

/// A JavaScript runtime on the thread that made it.
///
/// Any number of runtimes can live on one thread, used in turn and dropped in any order. A runtime is not `Send`.
///
/// ```
/// use lazuli::{Engine, Layer, Registry, Runtime, RuntimeOptions};
///
/// let layer = Layer::new("app").module("greet", "module.exports = (name) => `hello ${name}`;");
/// let engine = Engine::builder(Registry::builder().layer(layer).build()?).build()?;
/// let mut runtime = Runtime::new(&engine, RuntimeOptions::new())?;
/// runtime.load("greet")?;
/// assert_eq!(runtime.inventory().loads.len(), 1);
/// # Ok::<(), lazuli::Error>(())
/// ```
pub struct Runtime {
    // Declared in the order in which they must be dropped: handles before the isolate they belong to.
    context: Option<v8::Global<v8::Context>>,
    realm: Rc<Realm>,
    isolate: Isolate,
}

impl Runtime {
    /// Makes a runtime: from the bootstrapped context of the engine's image, or by running the bootstrap phases.
    ///
    /// Starts V8 if this is the first one of the process.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Config`] when V8 was started differently, or this process already runs isolates from another image;
    /// [`ErrorKind::JavaScript`] when a bootstrap script throws or does not compile.
    pub fn new(engine: &Engine, options: RuntimeOptions) -> Result<Self> {
        let purpose = Purpose::Run { all_edges: options.all_edges };
        Self::with_purpose(engine, options, purpose)
    }

    pub(crate) fn with_purpose(engine: &Engine, options: RuntimeOptions, purpose: Purpose) -> Result<Self> {
        let heap = match options.heap_limit {
            Some(bytes) => Heap::Limited(bytes),
            None if purpose == Purpose::MakeCodeCaches => Heap::Uncollected,
            None => Heap::Default,
        };
        let mut isolate = Isolate::new(engine, heap)?;
        let restore = options.snapshot == SnapshotUse::Use && purpose != Purpose::MakeCodeCaches;
        let image = engine.image().filter(|_| restore);
        let heap_limit = isolate.heap_limit().cloned();
        let (context, realm) = {
            let mut entered = isolate.enter();
            configure(&mut entered);
            v8::scope!(let scope, &mut *entered);
            match image {
                Some(image) => {
                    let context =
                        v8::Context::from_snapshot(scope, 0, v8::ContextOptions::default()).ok_or_else(|| {
                            Error::new(
                                ErrorKind::Image,
                                "ERR_IMAGE_CONTEXT",
                                "the image holds no bootstrapped context; build it again",
                            )
                        })?;
                    let scope = &mut v8::ContextScope::new(scope, context);
                    let record = scope.get_context_data_from_snapshot_once::<v8::Array>(0).map_err(|error| {
                        Error::new(
                            ErrorKind::Image,
                            "ERR_IMAGE_CONTEXT",
                            format!("the image holds no realm ({error}); build it again"),
                        )
                    })?;
                    let states = image.states(engine.registry().len());
                    let realm = Realm::restored(
                        scope,
                        engine,
                        record,
                        states,
                        purpose,
                        Host::new(options, heap_limit.as_ref()),
                    );
                    bootstrap::complete(scope, &realm);
                    (v8::Global::new(scope, context), realm)
                }
                None => {
                    let context = v8::Context::new(scope, v8::ContextOptions::default());
                    let scope = &mut v8::ContextScope::new(scope, context);
                    let realm = Realm::fresh(scope, engine, purpose, Host::new(options, heap_limit.as_ref()));
                    bootstrap::run(scope, &realm)?;
                    realm.phase.set(Phase::PreExecution);
                    (v8::Global::new(scope, context), realm)
                }
            }
        };
        Ok(Runtime { context: Some(context), realm, isolate })
    }

    /// Loads a builtin on behalf of the host; loading it again does nothing.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::JavaScript`] when there is no such builtin, it does not compile, or it throws. The builtin is then unloaded.
    pub fn load(&mut self, id: &str) -> Result<()> {
        let what = format!("builtin '{id}'");
        self.run(|scope, realm| {
            v8::tc_scope!(let scope, scope);
            let Some(index) = realm.engine.registry().find(id) else {
                return Err(unknown(realm, "builtin", id));
            };
            match loader::load(scope, realm, index, Source::Host) {
                Some(_) => Ok(()),
                None => Err(js::error_of(scope, scope.exception(), scope.message(), &what).with_id(id)),
            }
        })
    }

    /// Runs `work` in the context of this runtime.
    pub fn with_scope<T>(&mut self, work: impl FnOnce(&mut v8::PinScope<'_, '_>) -> T) -> T {
        self.enter(|scope, _| work(scope))
    }

    /// Runs a classic script and gives its completion value as text. User code runs: loads from here on count as run time.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::JavaScript`] when it does not compile or throws.
    pub fn execute_script(&mut self, name: &str, source: &str) -> Result<String> {
        self.run(|scope, realm| {
            realm.enter_run_time();
            v8::tc_scope!(let scope, scope);
            let name_value = js::string(scope, name).into();
            let origin = v8::ScriptOrigin::new(scope, name_value, 0, 0, false, -1, None, false, false, false, None);
            let source = js::string(scope, source);
            let value = v8::Script::compile(scope, source, Some(&origin)).and_then(|script| script.run(scope));
            match value {
                Some(value) => Ok(js::describe(scope, value)),
                None => Err(js::error_of(scope, scope.exception(), scope.message(), name)),
            }
        })
    }

    /// Runs an entry point (`internal/main/*`) and then the event loop until nothing is left to do. Gives the exit code.
    ///
    /// Uncaught errors go to [`RuntimeOptions::on_uncaught`] and give code 1.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::JavaScript`] when there is no such builtin.
    pub fn run_main(&mut self, id: &str) -> Result<i32> {
        let code = self.run(|scope, realm| run_program(scope, realm, id));
        // A program that called `process.exit` was terminated; the runtime itself can go on.
        self.isolate.enter().cancel_terminate_execution();
        code
    }

    /// Everything loaded so far. Taking it loads nothing.
    pub fn inventory(&self) -> Inventory {
        self.realm.inventory()
    }

    /// Whether a builtin is loaded.
    pub fn is_loaded(&self, id: &str) -> bool {
        self.realm
            .engine
            .registry()
            .find(id)
            .is_some_and(|index| self.realm.states.borrow().get(index) == State::Loaded)
    }

    /// The engine this runtime belongs to.
    pub fn engine(&self) -> &Engine {
        self.isolate.engine()
    }

    /// Runs JavaScript; a heap that was full meanwhile is the error, whatever else went wrong for it.
    fn run<T>(&mut self, work: impl FnOnce(&mut v8::PinScope<'_, '_>, &Rc<Realm>) -> Result<T>) -> Result<T> {
        let result = self.enter(work);
        let limit = self.isolate.heap_limit().cloned();
        let mut entered = self.isolate.enter();
        if let Some(bytes) = limit.and_then(|limit| limit.take(&mut entered)) {
            let message = format!(
                "JavaScript ran out of memory: the heap limit of {} MiB was reached; raise it, or keep less",
                bytes >> 20
            );
            return Err(Error::new(ErrorKind::OutOfMemory, "ERR_OUT_OF_MEMORY", message));
        }
        result
    }

    pub(crate) fn enter<T>(&mut self, work: impl FnOnce(&mut v8::PinScope<'_, '_>, &Rc<Realm>) -> T) -> T {
        let mut entered = self.isolate.enter();
        v8::scope!(let scope, &mut *entered);
        let context = self.context.as_ref().expect("the context is taken only when the runtime is dropped");
        let context = v8::Local::new(scope, context);
        let scope = &mut v8::ContextScope::new(scope, context);
        work(scope, &self.realm)
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        let mut entered = self.isolate.enter();
        self.context = None;
        entered.remove_slot::<Rc<Realm>>();
    }
}

/// The settings every isolate of this library has.
pub(crate) fn configure(isolate: &mut v8::Isolate) {
    isolate.set_microtasks_policy(v8::MicrotasksPolicy::Explicit);
    isolate.set_promise_reject_callback(promise_rejected);
    isolate.set_host_import_module_with_phase_dynamically_callback(import_dynamically);
    isolate.set_host_initialize_import_meta_object_callback(initialize_import_meta);
    isolate.set_prepare_stack_trace_callback(stack_trace::prepare);
}

/// Runs an entry point, then the event loop until nothing is left to do.
pub(crate) fn run_program(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>, entry: &str) -> Result<i32> {
    let Some(main) = realm.engine.registry().find(entry) else {
        return Err(unknown(realm, "entry point", entry));
    };
    event_loop::guard(scope, realm, |scope| loader::load(scope, realm, main, Source::Host));
    event_loop::drain(scope, realm);
    loop {
        event_loop::run(scope, realm);
        if realm.host.is_exiting() {
            break;
        }
        event_loop::call(scope, realm, Slot::EmitBeforeExit, &[]);
        if !realm.host.event_loop.is_alive() {
            break;
        }
    }
    if !realm.host.is_exiting() {
        event_loop::call(scope, realm, Slot::EmitExit, &[]);
    }
    Ok(match realm.host.exit_code() {
        Some(code) => code,
        None => event_loop::exit_code(scope, realm, 0),
    })
}

fn unknown(realm: &Realm, what: &str, id: &str) -> Error {
    let message = format!("there is no {what} '{id}'{}", realm.engine.registry().did_you_mean(id));
    Error::new(ErrorKind::JavaScript, "ERR_UNKNOWN_BUILTIN_MODULE", message).with_id(id)
}
