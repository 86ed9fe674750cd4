//! A realm: one context, what is loaded in it, and the record of how that came about.
//!
//! What must survive a snapshot lives on the V8 side, in one array, the *record*: module objects, binding objects, primordials, the
//! hooks that JavaScript registers. Rust holds one handle to it, made at start or at restore. Everything else here is plain data that
//! lives as long as the context's runtime. No borrow of it is held while JavaScript runs.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::engine::Engine;
use crate::esm::Modules;
use crate::inventory::recorder::{Asker, Place, Recorder, Request};
use crate::inventory::{Edge, Inventory, Load, Phase, Startup};
use crate::lazy::{InProgress, Settled};
use crate::loader::state::States;
use crate::registry::ModuleIndex;
use crate::runtime::host::Host;
use crate::snapshot::watch::Watch;

/// The places of the record. The order is part of the image format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Array: module objects by registry position.
    Modules,
    /// Array: binding objects by registry position.
    Bindings,
    Primordials,
    PrivateSymbols,
    PerIsolateSymbols,
    Process,
    InternalBinding,
    GetLinkedBinding,
    /// `Reflect.isExtensible`, taken before user code could replace it.
    IsExtensible,
    TickCallback,
    ProcessImmediate,
    ProcessTimers,
    PromiseReject,
    UncaughtException,
    ErrorFormatter,
    EmitBeforeExit,
    EmitExit,
    GetExitCode,
    ImportModuleDynamically,
    InitializeImportMeta,
    FileChange,
}

const SLOTS: i32 = Slot::FileChange as i32 + 1;

/// The wrapper function of a builtin.
type CompiledFunction = (ModuleIndex, v8::Global<v8::Function>);

pub(crate) struct Realm {
    pub(crate) engine: Engine,
    record: v8::Global<v8::Array>,
    pub(crate) phase: Cell<Phase>,
    pub(crate) building_snapshot: Cell<bool>,
    startup: Startup,
    pub(crate) states: RefCell<States>,
    pub(crate) recorder: RefCell<Recorder>,
    pub(crate) lazies: RefCell<Vec<InProgress>>,
    pub(crate) settled: RefCell<Vec<Settled>>,
    pub(crate) lazy_probe: Cell<bool>,
    /// Compiled wrapper functions, kept only while code caches are made of them.
    pub(crate) functions: RefCell<Option<Vec<CompiledFunction>>>,
    /// Who keeps global handles, watched only while an image is made.
    pub(crate) watch: RefCell<Option<Watch>>,
    pub(crate) modules: Modules,
    /// The import that a builtin is being loaded for; no frame of user code tells of it.
    pub(crate) importer: RefCell<Option<Place>>,
    pub(crate) host: Host,
}

/// How a realm comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Run { all_edges: bool },
    BuildSnapshot,
    MakeCodeCaches,
}

impl Realm {
    /// A realm for a context that nothing ran in yet.
    pub(crate) fn fresh(scope: &mut v8::PinScope<'_, '_>, engine: &Engine, purpose: Purpose, host: Host) -> Rc<Self> {
        let record = v8::Array::new(scope, SLOTS);
        let modules = v8::Array::new(scope, engine.registry().len() as i32);
        let bindings = v8::Array::new(scope, engine.registry().bindings().len() as i32);
        // Their empty places must not lead to what a script put on `Array.prototype`.
        for array in [record, modules, bindings] {
            array.set_prototype(scope, v8::null(scope).into());
        }
        record.set_index(scope, Slot::Modules as u32, modules.into());
        record.set_index(scope, Slot::Bindings as u32, bindings.into());
        let states = States::unloaded(engine.registry().len());
        Self::install(scope, engine, record, states, Startup::None, purpose, host)
    }

    /// The realm of the bootstrapped context of an image.
    pub(crate) fn restored(
        scope: &mut v8::PinScope<'_, '_>,
        engine: &Engine,
        record: v8::Local<'_, v8::Array>,
        states: States,
        purpose: Purpose,
        host: Host,
    ) -> Rc<Self> {
        Self::install(scope, engine, record, states, Startup::Snapshot, purpose, host)
    }

    fn install(
        scope: &mut v8::PinScope<'_, '_>,
        engine: &Engine,
        record: v8::Local<'_, v8::Array>,
        states: States,
        startup: Startup,
        purpose: Purpose,
        host: Host,
    ) -> Rc<Self> {
        let realm = Rc::new(Realm {
            engine: engine.clone(),
            record: v8::Global::new(scope, record),
            phase: Cell::new(if startup == Startup::Snapshot { Phase::PreExecution } else { Phase::PerContext }),
            building_snapshot: Cell::new(purpose == Purpose::BuildSnapshot),
            startup,
            states: RefCell::new(states),
            recorder: RefCell::new(Recorder::new(purpose == Purpose::Run { all_edges: true })),
            lazies: RefCell::default(),
            settled: RefCell::default(),
            lazy_probe: Cell::new(false),
            functions: RefCell::new((purpose == Purpose::MakeCodeCaches).then(Vec::new)),
            watch: RefCell::new((purpose == Purpose::BuildSnapshot).then(Watch::default)),
            modules: Modules::default(),
            importer: RefCell::new(None),
            host,
        });
        scope.set_slot(Rc::clone(&realm));
        realm
    }

    /// The realm of the isolate that runs.
    ///
    /// # Panics
    ///
    /// When the isolate was not made by this library: its callbacks are unreachable then.
    pub(crate) fn of(isolate: &v8::Isolate) -> Rc<Realm> {
        Rc::clone(isolate.get_slot::<Rc<Realm>>().expect("every isolate of this library has a realm"))
    }

    /// User code is about to run: what is loaded from now on is loaded at run time.
    pub(crate) fn enter_run_time(&self) {
        if self.phase.replace(Phase::RunTime) != Phase::RunTime {
            self.recorder.borrow_mut().user_code_begins();
        }
    }

    pub(crate) fn get<'s>(&self, scope: &v8::PinScope<'s, '_>, slot: Slot) -> v8::Local<'s, v8::Value> {
        let record = v8::Local::new(scope, &self.record);
        record.get_index(scope, slot as u32).unwrap_or_else(|| v8::undefined(scope).into())
    }

    pub(crate) fn set(&self, scope: &v8::PinScope<'_, '_>, slot: Slot, value: v8::Local<'_, v8::Value>) {
        let record = v8::Local::new(scope, &self.record);
        record.set_index(scope, slot as u32, value);
    }

    pub(crate) fn function<'s>(&self, scope: &v8::PinScope<'s, '_>, slot: Slot) -> Option<v8::Local<'s, v8::Function>> {
        self.get(scope, slot).try_into().ok()
    }

    pub(crate) fn array<'s>(&self, scope: &v8::PinScope<'s, '_>, slot: Slot) -> v8::Local<'s, v8::Array> {
        self.get(scope, slot).try_into().unwrap_or_else(|_| v8::Array::new(scope, 0))
    }

    pub(crate) fn record<'s>(&self, scope: &v8::PinScope<'s, '_, ()>) -> v8::Local<'s, v8::Array> {
        v8::Local::new(scope, &self.record)
    }

    /// Who asks right now, from the innermost JavaScript frame. A `require` knows its module already; the frame gives it the line.
    pub(crate) fn request(&self, scope: &v8::PinScope<'_, '_>, known: Option<Asker>, edge: Edge) -> Request {
        // At run time a builtin asks because user code called it, a few frames further out.
        let running = self.phase.get() == Phase::RunTime;
        let frames = frames(scope, if running { DEPTH } else { 1 });
        let Some(innermost) = frames.first() else {
            return Request { asker: known.unwrap_or(Asker::Host), edge, place: None, user: None };
        };
        let asker = known.unwrap_or_else(|| match self.builtin_of(innermost) {
            Some(builtin) => Asker::Builtin(builtin),
            None => Asker::Script(innermost.place.0.clone()),
        });
        let user =
            frames.iter().find(|frame| self.builtin_of(frame).is_none()).filter(|_| matches!(asker, Asker::Builtin(_)));
        let importer = self.importer.borrow().clone();
        if let (Some(place), Asker::Builtin(builtin)) = (&importer, &asker)
            && self.engine.registry().definition(*builtin).id().starts_with("internal/modules/esm/")
        {
            let asker = Asker::Script(place.0.clone());
            return Request { asker, edge: Edge::Import, place: importer, user: None };
        }
        let user = user.map(|frame| frame.place.clone()).or(importer);
        Request { asker, edge, place: Some(innermost.place.clone()), user }
    }

    /// Who asks on behalf of user code: the innermost frame that is not a builtin's. In between are those of the module loader.
    pub(crate) fn user_request(&self, scope: &v8::PinScope<'_, '_>) -> Request {
        match frames(scope, DEPTH).into_iter().find(|frame| self.builtin_of(frame).is_none()) {
            Some(frame) => {
                let asker = Asker::Script(frame.place.0.clone());
                Request { asker, edge: Edge::Require, place: Some(frame.place), user: None }
            }
            None => self.request(scope, None, Edge::Require),
        }
    }

    fn builtin_of(&self, frame: &Frame) -> Option<ModuleIndex> {
        frame.named.then(|| self.engine.registry().find_script(&frame.place.0)).flatten()
    }

    /// Everything loaded so far, what came with the image included.
    pub(crate) fn inventory(&self) -> Inventory {
        self.recorder.borrow().inventory(self.engine.registry(), self.startup, self.loads_of_image())
    }

    fn loads_of_image(&self) -> Vec<Load> {
        match (self.startup, self.engine.image()) {
            (Startup::Snapshot, Some(image)) => image.members(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn load_list(&self) -> Vec<String> {
        let mut names: Vec<_> = self
            .loads_of_image()
            .into_iter()
            .map(|load| crate::inventory::recorder::load_list_name(&(load.id, load.kind)))
            .collect();
        names.extend(self.recorder.borrow().load_list(self.engine.registry()));
        names
    }
}

/// How far out user code is looked for.
const DEPTH: usize = 16;

struct Frame {
    place: Place,
    /// Whether the host gave the name; a script can give itself any name in a comment.
    named: bool,
}

fn frames(scope: &v8::PinScope<'_, '_>, depth: usize) -> Vec<Frame> {
    let Some(trace) = v8::StackTrace::current_stack_trace(scope, depth) else { return Vec::new() };
    let frames = (0..trace.get_frame_count()).filter_map(|at| trace.get_frame(scope, at));
    frames
        .map(|frame| {
            let name = frame.get_script_name(scope).or_else(|| frame.get_script_name_or_source_url(scope));
            let named = frame.get_script_name(scope).is_some();
            let file =
                name.map_or_else(|| "<anonymous>".into(), |name| name.to_rust_string_lossy(scope).into_boxed_str());
            Frame { place: (file, frame.get_line_number() as u32), named }
        })
        .collect()
}
