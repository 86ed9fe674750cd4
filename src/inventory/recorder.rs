//! The running record of one realm: compact, always on. It stores positions instead of names and turns into an [`Inventory`] when
//! somebody asks. It must not know V8; the loader tells it what happened.

use std::time::{Duration, Instant};

use super::{Cause, Edge, Hit, Inventory, Kind, Load, Origin, Phase, Startup, UserCode};
use crate::registry::{ModuleIndex, Registry};

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Module(ModuleIndex),
    Binding(usize),
}

/// Who asked for a load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    Host,
    Builtin(ModuleIndex),
    Script(Box<str>),
}

/// A request, before names are looked up.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) asker: Asker,
    pub(crate) edge: Edge,
    /// The innermost frame.
    pub(crate) place: Option<Place>,
    /// The user code on whose behalf a builtin asks.
    pub(crate) user: Option<Place>,
}

/// A script and a line, from 1.
pub(crate) type Place = (Box<str>, u32);

impl Request {
    pub(crate) fn host() -> Self {
        Request { asker: Asker::Host, edge: Edge::Native, place: None, user: None }
    }
}

/// How a module was compiled.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) origin: Origin,
    pub(crate) rejected: Option<Box<str>>,
    pub(crate) time: Duration,
}

struct Record {
    target: Target,
    phase: Phase,
    compiled: Compiled,
    request: Request,
    evaluate: Duration,
}

/// A load that has begun; nested loads take their time out of it.
struct Open {
    since: Instant,
    inner: Duration,
}

pub(crate) struct Recorder {
    records: Vec<Record>,
    open: Vec<Open>,
    hits: Option<Vec<(Target, Request)>>,
    /// When user code began: what had not ended by then (the entry point, the module loader) is charged up to here.
    user_code_since: Option<Instant>,
}

impl Recorder {
    pub(crate) fn new(all_edges: bool) -> Self {
        Recorder { records: Vec::new(), open: Vec::new(), hits: all_edges.then(Vec::new), user_code_since: None }
    }

    /// A load begins. Everything between this and [`Recorder::end`] is counted as its own, loads inside it excepted.
    pub(crate) fn begin(&mut self) {
        self.open.push(Open { since: Instant::now(), inner: Duration::ZERO });
    }

    /// User code begins.
    pub(crate) fn user_code_begins(&mut self) {
        self.user_code_since.get_or_insert_with(Instant::now);
    }

    /// The load that began last has ended; `Some` is a success.
    pub(crate) fn end(&mut self, loaded: Option<(Target, Phase, Compiled, Request)>) {
        let Some(open) = self.open.pop() else { return };
        let is_before = |open: &Open| self.user_code_since.filter(|began| open.since < *began);
        let total = is_before(&open).unwrap_or_else(Instant::now) - open.since;
        if let Some(outer) = self.open.last_mut()
            && (is_before(outer).is_none() || is_before(&open).is_some())
        {
            outer.inner += total;
        }
        if let Some((target, phase, compiled, request)) = loaded {
            let evaluate = total.saturating_sub(open.inner).saturating_sub(compiled.time);
            self.records.push(Record { target, phase, compiled, request, evaluate });
        }
    }

    /// A module turned out to hold on to the dead exports of a failed load and is no longer loaded.
    pub(crate) fn forget(&mut self, module: ModuleIndex) {
        self.records.retain(|record| record.target != Target::Module(module));
    }

    pub(crate) fn records_hits(&self) -> bool {
        self.hits.is_some()
    }

    pub(crate) fn hit(&mut self, target: Target, request: Request) {
        if let Some(hits) = &mut self.hits {
            hits.push((target, request));
        }
    }

    /// Names everything. `before` are the loads that were already in the image.
    pub(crate) fn inventory(&self, registry: &Registry, startup: Startup, before: Vec<Load>) -> Inventory {
        let mut loads = before;
        loads.extend(self.records.iter().map(|record| {
            let (id, kind) = name(registry, record.target);
            Load {
                id,
                kind,
                phase: record.phase,
                origin: record.compiled.origin,
                rejected: record.compiled.rejected.as_deref().map(str::to_owned),
                cause: cause(registry, &record.request),
                compile: record.compiled.time,
                evaluate: record.evaluate,
            }
        }));
        let hits = self.hits.iter().flatten().filter_map(|(target, request)| {
            let (id, kind) = name(registry, *target);
            Some(Hit { id, kind, cause: cause(registry, request)? })
        });
        Inventory { startup, loads, hits: hits.collect() }
    }

    /// The names of `process.moduleLoadList`.
    pub(crate) fn load_list(&self, registry: &Registry) -> Vec<String> {
        self.records.iter().map(|record| load_list_name(&name(registry, record.target))).collect()
    }
}

/// Node's way of writing a load.
pub(crate) fn load_list_name((id, kind): &(String, Kind)) -> String {
    match kind {
        Kind::Builtin => format!("NativeModule {id}"),
        Kind::Binding => format!("Internal Binding {id}"),
    }
}

fn name(registry: &Registry, target: Target) -> (String, Kind) {
    match target {
        Target::Module(index) => (registry.definition(index).id().to_owned(), Kind::Builtin),
        Target::Binding(index) => (registry.binding_at(index).name().to_owned(), Kind::Binding),
    }
}

fn cause(registry: &Registry, request: &Request) -> Option<Cause> {
    let from = match &request.asker {
        Asker::Host => return None,
        Asker::Builtin(index) => registry.definition(*index).id().to_owned(),
        Asker::Script(name) => name.to_string(),
    };
    let (file, line) = request.place.clone().unzip();
    let user = request.user.clone().map(|(file, line)| UserCode { file: file.into(), line });
    Some(Cause { from, edge: request.edge, file: file.map(String::from), line, user })
}
