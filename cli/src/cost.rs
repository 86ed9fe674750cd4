//! `lazuli cost`: what builtins cost, sorted by what hurts most. It must not know how costs are taken.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lazuli::cost::{ModuleCost, Progress, Samples};
use lazuli::{CostMeter, Engine};
use serde::Serialize;

use crate::args::{CostArgs, Format};
use crate::output::{self, Align, Grid, Page, count, size};
use crate::{Failure, start};

pub(crate) fn run(args: CostArgs) -> Result<i32, Failure> {
    let engine = start::engine(&args.start)?;
    let scheme = format!("{}:", engine.registry().scheme());
    let ids: Vec<&str> = args.ids.iter().map(|id| id.strip_prefix(&scheme).unwrap_or(id)).collect();
    let bar = Bar::new();
    let mut costs =
        CostMeter::new(&engine).samples(args.samples.into()).measure(&ids, &mut |progress| bar.show(progress))?;
    bar.clear();
    sort(&mut costs);
    match args.format.format {
        Format::Json => output::print_json(&Costs::of(&costs))?,
        format => {
            let mut page = Page::new(format);
            page.title(&headline(&engine, &costs, args.samples.into()));
            table(&mut page, &costs);
            page.print()?;
        }
    }
    Ok(0)
}

/// A progress bar on a terminal; nothing elsewhere.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("measuring {wide_bar} {pos}/{len} {msg:32!}") {
            bar.set_style(style);
        }
        Bar(bar)
    }

    pub(crate) fn show(&self, progress: Progress<'_>) {
        self.0.set_length(progress.total as u64);
        self.0.set_position(progress.done as u64);
        self.0.set_message(progress.id.to_owned());
    }

    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// The most expensive to compile first.
pub(crate) fn sort(costs: &mut [ModuleCost]) {
    costs.sort_by(|a, b| median(&b.compile).cmp(&median(&a.compile)).then_with(|| a.id.cmp(&b.id)));
}

/// The document of `cost`.
#[derive(Serialize)]
pub(crate) struct Costs<'a> {
    modules: Vec<CostEntry<'a>>,
}

#[derive(Serialize)]
pub(crate) struct CostEntry<'a> {
    id: &'a str,
    source_bytes: u64,
    compile_us: Option<f64>,
    compile_cached_us: Option<f64>,
    compile_eager_us: Option<f64>,
    evaluate_us: Option<f64>,
    cache_bytes: u64,
    samples: usize,
    spread_us: Option<f64>,
    error: Option<&'a str>,
}

impl<'a> Costs<'a> {
    fn of(costs: &'a [ModuleCost]) -> Self {
        Costs { modules: entries(costs) }
    }
}

/// The rows of the document.
pub(crate) fn entries(costs: &[ModuleCost]) -> Vec<CostEntry<'_>> {
    costs.iter().map(CostEntry::of).collect()
}

impl<'a> CostEntry<'a> {
    fn of(cost: &'a ModuleCost) -> Self {
        let micros = |samples: &Option<Samples>| samples.as_ref().map(|samples| output::micros(samples.median()));
        CostEntry {
            id: &cost.id,
            source_bytes: cost.source_bytes,
            compile_us: micros(&cost.compile),
            compile_cached_us: micros(&cost.compile_cached),
            compile_eager_us: micros(&cost.compile_eager),
            evaluate_us: micros(&cost.evaluate),
            cache_bytes: cost.cache_bytes,
            samples: cost.compile.as_ref().map_or(0, Samples::len),
            spread_us: cost.compile.as_ref().map(|samples| output::micros(samples.spread())),
            error: cost.error.as_deref(),
        }
    }
}

fn headline(engine: &Engine, costs: &[ModuleCost], samples: usize) -> String {
    let bytes = costs.iter().map(|cost| cost.source_bytes).sum();
    let all = if costs.len() == engine.registry().modules().len() { "all " } else { "" };
    format!("{all}{}, {} of source, median of {}", count(costs.len(), "builtin"), size(bytes), count(samples, "sample"))
}

/// The table, its sums, and what did not compile.
pub(crate) fn table(page: &mut Page, costs: &[ModuleCost]) {
    const CELLS: usize = 10;
    let look = page.look();
    let total: Duration = costs.iter().map(|cost| median(&cost.compile)).sum();
    let most = costs.iter().map(|cost| median(&cost.compile)).max().unwrap_or_default();
    let mut grid = Grid::new([
        ("id", Align::Left),
        ("source", Align::Right),
        ("compile", Align::Right),
        (look.plus_minus(), Align::Right),
        ("%", Align::Right),
        ("share", Align::Left),
        ("from cache", Align::Right),
        ("eager", Align::Right),
        ("evaluate", Align::Right),
        ("cache size", Align::Right),
    ]);
    let time =
        |samples: &Option<Samples>| samples.as_ref().map_or("-".to_owned(), |samples| look.time(samples.median()));
    for cost in costs {
        let compile = median(&cost.compile);
        let spread = cost.compile.as_ref().map_or(String::new(), |samples| look.time(samples.spread()));
        grid.row([
            cost.id.clone(),
            size(cost.source_bytes),
            time(&cost.compile),
            spread,
            format!("{:.1}", 100.0 * ratio(compile, total)),
            look.bar(ratio(compile, most), CELLS),
            time(&cost.compile_cached),
            time(&cost.compile_eager),
            time(&cost.evaluate),
            size(cost.cache_bytes),
        ]);
    }
    page.table(&grid);
    let sum = |of: fn(&ModuleCost) -> &Option<Samples>| look.time(costs.iter().map(|cost| median(of(cost))).sum());
    page.gap();
    page.line(&format!(
        "together: compile {}, from cache {}, eager {}, evaluate {}",
        sum(|cost| &cost.compile),
        sum(|cost| &cost.compile_cached),
        sum(|cost| &cost.compile_eager),
        sum(|cost| &cost.evaluate),
    ));
    for (id, error) in costs.iter().filter_map(|cost| Some((&cost.id, cost.error.as_ref()?))) {
        page.line(&format!("{id} does not compile: {error}"));
    }
}

/// Zero for what could not be measured.
pub(crate) fn median(samples: &Option<Samples>) -> Duration {
    samples.as_ref().map_or(Duration::ZERO, Samples::median)
}

fn ratio(part: Duration, whole: Duration) -> f64 {
    if whole.is_zero() { 0.0 } else { part.as_secs_f64() / whole.as_secs_f64() }
}
