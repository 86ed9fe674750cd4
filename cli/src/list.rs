//! `lazuli list`: the three lists of a start, and their comparison with lists from a file. It must not know how a program is run.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use lazuli::Inventory;
use lazuli::inventory::{Cause, Change, Difference, Edge, Kind, List, Load, Origin, Startup};
use serde::Serialize;

use crate::Failure;
use crate::args::{Format, ListArgs};
use crate::output::{self, Align, Grid, Look, Page, count};
use crate::record::{Edges, Record, record};

pub(crate) fn run(args: ListArgs) -> Result<i32, Failure> {
    let expected = args.against.as_deref().map(read).transpose()?;
    let record = record(&args.start, &args.program, Edges::Loads)?;
    if let (Some(file), Some(expected)) = (&args.against, expected) {
        record.require_success()?;
        return compare(&record.inventory, file, &expected, args.format.format);
    }
    if let Some(file) = &args.bless {
        record.require_success()?;
        std::fs::write(file, record.inventory.test_form())
            .map_err(|error| Failure::io(format!("cannot write the lists to {}", file.display()), &error))?;
        output::note(&format!("the lists are in {}", file.display()));
        return Ok(0);
    }
    match args.format.format {
        Format::Json => output::print_json(&Lists::of(&record))?,
        format => {
            let mut page = Page::new(format);
            for list in List::ALL {
                page_of_list(&mut page, &record.inventory, list);
            }
            page.print()?;
        }
    }
    record.require_success()?;
    Ok(0)
}

fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::new(format!("there is no file {}; make it with --bless", file.display())),
        ErrorKind::InvalidData => Failure::new(format!("{} holds no lists: it is not text", file.display())),
        _ => Failure::io(format!("cannot read the lists in {}", file.display()), &error),
    })
}

/// The document of `list`.
#[derive(Serialize)]
pub(crate) struct Lists<'a> {
    entry: &'a str,
    thread: &'static str,
    startup: Startup,
    before_pre_execution: Vec<LoadEntry<'a>>,
    pre_execution: Vec<LoadEntry<'a>>,
    run_time: Vec<LoadEntry<'a>>,
}

#[derive(Serialize)]
struct LoadEntry<'a> {
    id: &'a str,
    kind: Kind,
    origin: Origin,
    cause: Option<&'a Cause>,
    compile_us: f64,
    evaluate_us: f64,
}

impl<'a> Lists<'a> {
    pub(crate) fn of(record: &'a Record) -> Self {
        let list = |list| {
            record.inventory.list(list).map(|load| LoadEntry {
                id: &load.id,
                kind: load.kind,
                origin: load.origin,
                cause: load.cause.as_ref(),
                compile_us: output::micros(load.compile),
                evaluate_us: output::micros(load.evaluate),
            })
        };
        Lists {
            entry: record.entry,
            thread: "main",
            startup: record.inventory.startup,
            before_pre_execution: list(List::BeforePreExecution).collect(),
            pre_execution: list(List::PreExecution).collect(),
            run_time: list(List::RunTime).collect(),
        }
    }
}

/// The name of a list in a title.
pub(crate) fn title(list: List) -> &'static str {
    match list {
        List::BeforePreExecution => "before pre-execution",
        List::PreExecution => "pre-execution",
        List::RunTime => "run time",
    }
}

/// Where a load came from, in one word.
pub(crate) fn origin(load: &Load) -> &'static str {
    match (load.kind, load.origin) {
        (_, Origin::Snapshot) => "snapshot",
        (Kind::Binding, _) => "native",
        (_, Origin::CodeCache) => "code cache",
        (_, Origin::Source) if load.rejected.is_some() => "source (cache rejected)",
        (_, Origin::Source) => "source",
    }
}

/// Who asked, how and where.
pub(crate) fn cause(cause: Option<&Cause>) -> String {
    let Some(cause) = cause else { return "the host".into() };
    let how = match cause.edge {
        Edge::Require | Edge::Native => "",
        Edge::Import => ", import",
        Edge::Lazy => ", lazy",
    };
    let from = &cause.from;
    let place = match (&cause.file, cause.line) {
        // The name of a script is the place itself.
        (Some(file), Some(line)) if file == from => format!("{file}:{line}{how}"),
        // A builtin asks in its own file nearly always.
        (Some(file), Some(line)) if file.split_once(':').is_some_and(|(_, id)| id == from) => {
            format!("{from}:{line}{how}")
        }
        (Some(file), Some(line)) => format!("{from} ({file}:{line}){how}"),
        _ => format!("{from}{how}"),
    };
    match &cause.user {
        Some(user) => format!("{place}, for {}:{}", user.file, user.line),
        None => place,
    }
}

/// A list with its title.
pub(crate) fn page_of_list(page: &mut Page, inventory: &Inventory, list: List) {
    let loads: Vec<&Load> = inventory.list(list).collect();
    page.title(&format!("{} ({})", title(list), loads.len()));
    if loads.is_empty() {
        page.line("nothing");
        return;
    }
    let look = page.look();
    let mut grid = loads_grid();
    for load in loads {
        grid.row(load_row(load, look));
    }
    page.table(&grid);
}

pub(crate) fn loads_grid() -> Grid {
    Grid::new([
        ("id", Align::Left),
        ("from", Align::Left),
        ("compile", Align::Right),
        ("evaluate", Align::Right),
        ("asked for by", Align::Left),
    ])
}

pub(crate) fn load_row(load: &Load, look: Look) -> [String; 5] {
    let time = |time: Duration| if load.origin == Origin::Snapshot { String::new() } else { look.time(time) };
    let compile = if load.kind == Kind::Binding { String::new() } else { time(load.compile) };
    [load.label(), origin(load).to_owned(), compile, time(load.evaluate), cause(load.cause.as_ref())]
}

fn compare(inventory: &Inventory, file: &Path, expected: &str, format: Format) -> Result<i32, Failure> {
    let difference = inventory
        .compare(expected)
        .map_err(|problem| Failure::new(format!("{} holds no lists: {problem}", file.display())))?;
    match format {
        Format::Json => output::print_json(&Comparison::of(file, &difference))?,
        format => compare_page(format, file, &difference).print()?,
    }
    Ok(i32::from(difference.grew()))
}

fn compare_page(format: Format, file: &Path, difference: &Difference) -> Page {
    let mut page = Page::new(format);
    let file = file.display();
    if difference.is_empty() {
        page.line(&format!("the lists are those in {file}"));
        return page;
    }
    for (change, what) in [(Change::Added, "unexpectedly loaded"), (Change::Removed, "no longer loaded")] {
        for list in List::ALL {
            let entries: Vec<_> =
                difference.entries.iter().filter(|entry| entry.change == change && entry.list == list).collect();
            if entries.is_empty() {
                continue;
            }
            page.title(&format!("{what}, {} ({})", title(list), entries.len()));
            for entry in entries {
                page.item(0, &entry.label);
                for line in &entry.explanation {
                    page.item(1, line);
                }
            }
        }
    }
    page.title(if difference.grew() { "next" } else { "only less is loaded than before" });
    page.command(&bless_command(), &format!("takes the lists of now over into {file}"));
    page
}

/// The command line of this process with `--bless` for `--against`.
fn bless_command() -> String {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let option = words.iter().position(|word| word == "--against" || word.starts_with("--against="));
    let words = words.iter().enumerate().map(|(at, word)| match option {
        // Only the first one is an option of this command; what follows the script is the script's.
        Some(option) if option == at => output::shell_word(&word.replacen("--against", "--bless", 1)),
        _ => output::shell_word(word),
    });
    format!("lazuli {}", words.collect::<Vec<_>>().join(" "))
}

#[derive(Serialize)]
struct Comparison<'a> {
    against: String,
    grew: bool,
    differences: Vec<Differing<'a>>,
}

#[derive(Serialize)]
struct Differing<'a> {
    list: &'static str,
    change: &'static str,
    label: &'a str,
    explanation: &'a [String],
}

impl<'a> Comparison<'a> {
    fn of(file: &Path, difference: &'a Difference) -> Self {
        let differences = difference.entries.iter().map(|entry| Differing {
            list: entry.list.name(),
            change: if entry.change == Change::Added { "added" } else { "removed" },
            label: &entry.label,
            explanation: &entry.explanation,
        });
        Comparison { against: file.display().to_string(), grew: difference.grew(), differences: differences.collect() }
    }
}

/// `85 builtins and 20 bindings`.
pub(crate) fn counted<'a>(loads: impl Iterator<Item = &'a Load>) -> String {
    let (mut builtins, mut bindings) = (0, 0);
    for load in loads {
        match load.kind {
            Kind::Builtin => builtins += 1,
            Kind::Binding => bindings += 1,
        }
    }
    match bindings {
        0 => count(builtins, "builtin"),
        _ => format!("{} and {}", count(builtins, "builtin"), count(bindings, "binding")),
    }
}
