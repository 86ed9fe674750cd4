//! `lazuli why`: the chain of requests from the entry to one builtin or binding, and everybody else who asks for it. It must not know
//! how a program is run.

use lazuli::inventory::{Cause, Edge, Inventory, Kind, Load, Startup, UserCode};
use lazuli::registry::id::did_you_mean;
use lazuli::{Engine, Registry, Runtime, RuntimeOptions, SnapshotUse};
use serde::Serialize;

use crate::Failure;
use crate::args::{Format, WhyArgs};
use crate::list;
use crate::output::{self, Align, Grid, Page};
use crate::record::{Edges, Record, record};

pub(crate) fn run(args: WhyArgs) -> Result<i32, Failure> {
    let engine = crate::start::engine(&args.start)?;
    let wanted = Wanted::find(engine.registry(), &args.id)?;
    let record = record(&args.start, &args.program, Edges::All)?;
    let Some(load) = record.inventory.loads.iter().find(|load| wanted.is(&load.id, load.kind)) else {
        record.require_success()?;
        let namesake = record.inventory.loads.iter().find(|load| load.id == wanted.id);
        let hint = namesake
            .map_or(String::new(), |load| format!("; for the binding of this name, ask for '{}'", load.label()));
        return Err(Failure::new(format!("{wanted} is not loaded by this program{hint}")));
    };
    let answer = Answer {
        id: &wanted.id,
        chain: chain(&record.inventory, load),
        other_askers: other_askers(&record, &wanted, load)?,
    };
    match args.format.format {
        Format::Json => output::print_json(&answer)?,
        format => print(format, &answer, load)?,
    }
    record.require_success()?;
    Ok(0)
}

/// The subject of the question.
struct Wanted {
    id: String,
    kind: Kind,
}

impl Wanted {
    /// By id, alias, or the label a list shows; with or without the scheme. Builtins come before bindings of the same name.
    fn find(registry: &Registry, text: &str) -> Result<Self, Failure> {
        let binding = |name: &str| registry.bindings().any(|binding| binding.name() == name);
        if let Some(name) = text.strip_prefix("binding ").filter(|name| binding(name)) {
            return Ok(Wanted { id: name.to_owned(), kind: Kind::Binding });
        }
        let bare = text.strip_prefix(registry.scheme()).and_then(|rest| rest.strip_prefix(':')).unwrap_or(text);
        if let Some(definition) = registry.get(bare) {
            return Ok(Wanted { id: definition.id().to_owned(), kind: Kind::Builtin });
        }
        if binding(bare) {
            return Ok(Wanted { id: bare.to_owned(), kind: Kind::Binding });
        }
        let names = registry
            .modules()
            .map(|definition| definition.id())
            .chain(registry.bindings().map(|binding| binding.name()));
        let hint = match did_you_mean(bare, names) {
            hint if hint.is_empty() => "; `lazuli snapshot ls` lists them".to_owned(),
            hint => hint,
        };
        Err(Failure::new(format!("there is no builtin or binding '{text}'{hint}")))
    }

    fn is(&self, id: &str, kind: Kind) -> bool {
        self.kind == kind && self.id == id
    }
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            Kind::Builtin => write!(f, "builtin '{}'", self.id),
            Kind::Binding => write!(f, "binding '{}'", self.id),
        }
    }
}

/// The document of `why`.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    chain: Vec<Hop>,
    other_askers: Vec<Hop>,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Hop {
    from: String,
    to: String,
    edge: Edge,
    file: Option<String>,
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<UserCode>,
}

impl Hop {
    fn of(cause: &Cause, to: &str) -> Self {
        Hop {
            from: cause.from.clone(),
            to: to.to_owned(),
            edge: cause.edge,
            file: cause.file.clone(),
            line: cause.line,
            user: cause.user.clone(),
        }
    }

    fn cause(&self) -> Cause {
        let (from, file, user) = (self.from.clone(), self.file.clone(), self.user.clone());
        Cause { from, edge: self.edge, file, line: self.line, user }
    }
}

fn chain(inventory: &Inventory, load: &Load) -> Vec<Hop> {
    inventory.chain(load).iter().filter_map(|hop| Some(Hop::of(hop.cause.as_ref()?, &hop.id))).collect()
}

/// Requests that found it loaded. Those of bootstrap are not in a record that began after it, so bootstrap is run once more for them.
fn other_askers(record: &Record, wanted: &Wanted, load: &Load) -> Result<Vec<Hop>, Failure> {
    let mut causes: Vec<Cause> = Vec::new();
    if record.inventory.startup == Startup::Snapshot {
        let boot = boot(&record.engine)?;
        causes
            .extend(boot.loads.into_iter().filter(|load| wanted.is(&load.id, load.kind)).filter_map(|load| load.cause));
        causes.extend(boot.hits.into_iter().filter(|hit| wanted.is(&hit.id, hit.kind)).map(|hit| hit.cause));
    }
    let hits = record.inventory.hits.iter().filter(|hit| wanted.is(&hit.id, hit.kind));
    causes.extend(hits.map(|hit| hit.cause.clone()));
    let mut others: Vec<Hop> = Vec::new();
    for cause in causes.iter().filter(|cause| load.cause.as_ref() != Some(cause)) {
        let hop = Hop::of(cause, &wanted.id);
        if !others.contains(&hop) {
            others.push(hop);
        }
    }
    Ok(others)
}

fn boot(engine: &Engine) -> Result<Inventory, Failure> {
    let options = RuntimeOptions::new().snapshot(SnapshotUse::Ignore).record_all_edges();
    Ok(Runtime::new(engine, options)?.inventory())
}

fn print(format: Format, answer: &Answer<'_>, load: &Load) -> Result<(), Failure> {
    let mut page = Page::new(format);
    let when = list::title(load.list());
    page.title(&format!("{}: loaded {}, {}", load.label(), at(when), list::origin(load)));
    if answer.chain.is_empty() {
        page.line("the host runs it at every start");
    } else {
        page.table(&hops(&page, &answer.chain));
    }
    if !answer.other_askers.is_empty() {
        page.title(&format!("asked for again ({})", answer.other_askers.len()));
        let mut grid = Grid::new([("by", Align::Left)]);
        for hop in &answer.other_askers {
            grid.row([list::cause(Some(&hop.cause()))]);
        }
        page.table(&grid);
    }
    page.print()
}

fn at(when: &str) -> String {
    match when {
        "before pre-execution" => when.to_owned(),
        "pre-execution" => "in pre-execution".to_owned(),
        _ => format!("at {when}"),
    }
}

fn hops(page: &Page, chain: &[Hop]) -> Grid {
    let mut grid = Grid::new([("asked for by", Align::Left), ("", Align::Left), ("loads", Align::Left)]);
    for hop in chain {
        grid.row([list::cause(Some(&hop.cause())), page.look().arrow().to_owned(), hop.to.clone()]);
    }
    grid
}
