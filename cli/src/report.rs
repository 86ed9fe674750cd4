//! `lazuli report`: one page about one program, for somebody who sees lazuli for the first time. It joins what `list` and `cost` know and
//! must not find out anything by itself.

use std::time::{Duration, Instant};

use lazuli::cost::ModuleCost;
use lazuli::inventory::{Kind, List, Load, Origin, Startup};
use lazuli::{CostMeter, Registry};
use serde::Serialize;

use crate::Failure;
use crate::args::{Format, ProgramArgs, ReportArgs, StartArgs};
use crate::cost::{self, Bar, CostEntry};
use crate::list::{self, Lists};
use crate::output::{self, Align, Grid, Page, count, shell_word, size};
use crate::record::{Edges, Record, record};

/// How long costs are measured for. What is left then is counted and not measured.
const TIME_TO_MEASURE: Duration = Duration::from_secs(3);
const SAMPLES: usize = 3;
/// Builtins measured between two looks at the clock: each call of the meter boots a runtime of its own.
const AT_ONCE: usize = 4;
/// Rows of a table whose rest is only counted.
const ROWS: usize = 12;

pub(crate) fn run(args: ReportArgs) -> Result<i32, Failure> {
    let record = record(&args.start, &args.program, Edges::Loads)?;
    let costs = measure(&record)?;
    match args.format.format {
        Format::Json => output::print_json(&document(&record, &costs))?,
        format => {
            let mut page = Page::new(format);
            header(&mut page, &record, &args);
            loaded(&mut page, &record, List::RunTime, "loaded by the program");
            loaded(&mut page, &record, List::PreExecution, "loaded by pre-execution, at every start");
            before(&mut page, &record);
            measured(&mut page, &record, &costs);
            next_steps(&mut page, &record, &args);
            page.print()?;
        }
    }
    record.require_success()?;
    Ok(0)
}

/// The costs of what was loaded: first what the program paid for, then what the snapshot spared it, the longest sources first.
fn measure(record: &Record) -> Result<Vec<ModuleCost>, Failure> {
    let registry = record.engine.registry();
    let mut loads: Vec<&Load> = builtins(&record.inventory.loads).collect();
    loads.sort_by_key(|load| {
        (load.list() == List::BeforePreExecution, std::cmp::Reverse(source_bytes(registry, &load.id)))
    });
    let ids: Vec<&str> = loads.iter().map(|load| load.id.as_str()).collect();
    let bar = Bar::new();
    let since = Instant::now();
    let mut costs = Vec::new();
    for some in ids.chunks(AT_ONCE) {
        if since.elapsed() > TIME_TO_MEASURE {
            break;
        }
        let before = costs.len();
        costs.extend(CostMeter::new(&record.engine).samples(SAMPLES).measure(some, &mut |mut progress| {
            (progress.done, progress.total) = (before + progress.done, ids.len());
            bar.show(progress);
        })?);
    }
    bar.clear();
    cost::sort(&mut costs);
    Ok(costs)
}

/// The document of `report`: that of `list`, the rows of `cost`, and what stands in the header of the page.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    lists: Lists<'a>,
    image: Option<ImageEntry<'a>>,
    start_us: f64,
    run_us: f64,
    exit_code: i32,
    modules: Vec<CostEntry<'a>>,
}

#[derive(Serialize)]
struct ImageEntry<'a> {
    lazuli_version: &'a str,
    v8_version: &'a str,
    bytes: u64,
    blob_bytes: u64,
}

fn document<'a>(record: &'a Record, costs: &'a [ModuleCost]) -> Document<'a> {
    let image = record.engine.image().map(|image| ImageEntry {
        lazuli_version: image.lazuli_version(),
        v8_version: image.v8_version(),
        bytes: image.bytes().len() as u64,
        blob_bytes: image.blob_bytes(),
    });
    Document {
        lists: Lists::of(record),
        image,
        start_us: output::micros(record.start_time),
        run_us: output::micros(record.run_time),
        exit_code: record.code,
        modules: cost::entries(costs),
    }
}

fn header(page: &mut Page, record: &Record, args: &ReportArgs) {
    let look = page.look();
    page.title(&format!("lazuli report: {}", subject(&args.program)));
    page.line(&format!("started from {}", started_from(record, &args.start)));
    page.line(&format!(
        "ready after {}, ended {} later with exit code {}",
        look.time(record.start_time),
        look.time(record.run_time),
        record.code
    ));
    page.gap();
    let mut grid = Grid::new([
        ("list", Align::Left),
        ("builtins", Align::Right),
        ("bindings", Align::Right),
        ("in snapshot", Align::Right),
        ("from code cache", Align::Right),
        ("from source", Align::Right),
        ("compile", Align::Right),
        ("evaluate", Align::Right),
    ]);
    for list in List::ALL {
        let loads: Vec<&Load> = record.inventory.list(list).collect();
        let number = |of: &dyn Fn(&Load) -> bool| loads.iter().filter(|load| of(load)).count().to_string();
        let origin = |origin: Origin| number(&move |load| load.kind == Kind::Builtin && load.origin == origin);
        grid.row([
            list::title(list).to_owned(),
            number(&|load| load.kind == Kind::Builtin),
            number(&|load| load.kind == Kind::Binding),
            origin(Origin::Snapshot),
            origin(Origin::CodeCache),
            origin(Origin::Source),
            look.time(loads.iter().map(|load| load.compile).sum()),
            look.time(loads.iter().map(|load| load.evaluate).sum()),
        ]);
    }
    page.table(&grid);
}

/// What the program is called in a title.
fn subject(program: &ProgramArgs) -> String {
    match program.rest.first() {
        _ if program.is_absent() => "an empty program".into(),
        _ if program.eval.is_some() || program.print.is_some() => "a program given as text".into(),
        Some(script) if script != "-" => script.to_string_lossy().into_owned(),
        _ => "standard input".into(),
    }
}

fn started_from(record: &Record, start: &StartArgs) -> String {
    let caches = if start.no_code_cache { "code caches switched off" } else { "code caches in use" };
    match (record.engine.image(), record.inventory.startup) {
        (Some(image), startup) => {
            let whose = start
                .image
                .as_ref()
                .map_or("the embedded image".to_owned(), |file| format!("image {}", file.display()));
            let bytes = size(image.bytes().len() as u64);
            match startup {
                Startup::Snapshot => {
                    format!("the snapshot ({}) of {whose} ({bytes}), {caches}", size(image.blob_bytes()))
                }
                Startup::None => format!("a bare context in {whose} ({bytes}), without its snapshot, {caches}"),
            }
        }
        (None, _) if start.made_of.modules.is_some() || !start.made_of.v8_flags.is_empty() => {
            "sources: the embedded image is of other builtins or flags; make one with `lazuli snapshot build`".into()
        }
        (None, _) => "sources: this program has no startup image".into(),
    }
}

/// What a program or pre-execution loaded, each with its cause, the most expensive first.
fn loaded(page: &mut Page, record: &Record, list: List, title: &str) {
    let mut loads: Vec<&Load> = record.inventory.list(list).collect();
    let total: Duration = loads.iter().map(|load| load.compile + load.evaluate).sum();
    let look = page.look();
    if loads.is_empty() {
        page.title(&format!("{title}: nothing"));
        return;
    }
    page.title(&format!("{title}: {}, {}", list::counted(loads.iter().copied()), look.time(total)));
    loads.sort_by_key(|load| std::cmp::Reverse(load.compile + load.evaluate));
    let mut grid = list::loads_grid();
    for load in loads {
        grid.row(list::load_row(load, look));
    }
    page.table(&grid);
}

/// What is there before pre-execution, the longest sources first.
fn before(page: &mut Page, record: &Record) {
    let registry = record.engine.registry();
    let loads: Vec<&Load> = record.inventory.list(List::BeforePreExecution).collect();
    let place = if record.inventory.startup == Startup::Snapshot { "in the snapshot" } else { "loaded by bootstrap" };
    let mut sized: Vec<(u64, &Load)> = loads
        .iter()
        .filter(|load| load.kind == Kind::Builtin)
        .map(|load| (source_bytes(registry, &load.id), *load))
        .collect();
    sized.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)));
    let total = sized.iter().map(|(bytes, _)| bytes).sum();
    page.title(&format!("{place}: {}, {} of source", list::counted(loads.iter().copied()), size(total)));
    let mut grid = Grid::new([("id", Align::Left), ("source", Align::Right), ("asked for by", Align::Left)]);
    for (bytes, load) in sized.iter().take(ROWS) {
        grid.row([load.id.clone(), size(*bytes), list::cause(load.cause.as_ref())]);
    }
    page.table(&grid);
    let rest = sized.get(ROWS..).unwrap_or_default();
    if !rest.is_empty() {
        let bytes = rest.iter().map(|(bytes, _)| bytes).sum();
        page.line(&format!("and {} more with {} of source", rest.len(), size(bytes)));
    }
}

fn measured(page: &mut Page, record: &Record, costs: &[ModuleCost]) {
    let loaded = builtins(&record.inventory.loads).count();
    page.title(&format!(
        "what they would cost without snapshot and cache: median of {SAMPLES}, without what they load themselves"
    ));
    let shown = &costs[..costs.len().min(ROWS)];
    cost::table(page, shown);
    if shown.len() < loaded {
        let hidden = costs.len() - shown.len();
        let compile = page.look().time(costs[shown.len()..].iter().map(|cost| cost::median(&cost.compile)).sum());
        let unmeasured = match loaded - costs.len() {
            0 => String::new(),
            number => format!("; {number} not measured, for lack of time"),
        };
        page.line(&format!("and {} more that compile in {compile}{unmeasured}", count(hidden, "builtin")));
    }
}

fn next_steps(page: &mut Page, record: &Record, args: &ReportArgs) {
    page.title("next");
    let program = program_words(&args.program);
    let run_time = builtins(&record.inventory.loads).filter(|load| load.list() == List::RunTime);
    let dearest = run_time.max_by_key(|load| load.compile + load.evaluate);
    let example = dearest.or_else(|| builtins(&record.inventory.loads).last());
    if let Some(load) = example {
        page.command(
            &format!("lazuli why {}{program}", load.id),
            "every request on the way to one builtin, with its line",
        );
        page.command(
            &format!("lazuli cost {}", load.id),
            "its costs in more samples; without an id, those of all builtins",
        );
    }
    page.command(&format!("lazuli list --bless lazuli.list{program}"), "keeps the lists in a file");
    page.command(
        &format!("lazuli list --against lazuli.list{program}"),
        "fails when something new is loaded, and says why",
    );
}

/// The program as it was named, as words behind a command.
fn program_words(program: &ProgramArgs) -> String {
    let mut words = String::new();
    for (option, text) in [("-e", &program.eval), ("-p", &program.print)] {
        if let Some(text) = text {
            words.push_str(&format!(" {option} {}", shell_word(text)));
        }
    }
    for word in &program.rest {
        words.push(' ');
        words.push_str(&shell_word(&word.to_string_lossy()));
    }
    words
}

fn builtins(loads: &[Load]) -> impl Iterator<Item = &Load> {
    loads.iter().filter(|load| load.kind == Kind::Builtin)
}

fn source_bytes(registry: &Registry, id: &str) -> u64 {
    registry.get(id).map_or(0, |definition| definition.source().bytes().len() as u64)
}
