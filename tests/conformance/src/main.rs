//! Conformance: runs Node's own tests and the web-platform-tests on the program `lazuli` and compares what passes with what is expected.
//! It only starts the program and never links it; the tests are read from a Node checkout and are no part of this repository.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser as _;

mod args;
mod child;
mod expectations;
mod needs;
mod output;
mod peer;
mod probe;
mod reason;
mod results;
mod run;
mod sources;
mod suites;

use args::Args;
use run::Setting;

/// A sentence for people: what was wanted, what was found, what to do next.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Failure(text.into())
    }

    pub(crate) fn io(what: &str, path: &Path, error: &std::io::Error) -> Self {
        Failure(format!("cannot {what} '{}': {error}", path.display()))
    }
}

/// The folder of this package: lists, stand-ins and adapters.
pub(crate) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder everything made here goes to; nothing in it is kept.
pub(crate) fn cache() -> PathBuf {
    target().join("conformance")
}

fn target() -> PathBuf {
    let root = home().join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    target.canonicalize().unwrap_or(target)
}

fn main() -> ExitCode {
    match conform(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(Failure(text)) => {
            output::note(&format!("error: {text}"));
            ExitCode::from(2)
        }
    }
}

/// Whether everything was as expected.
fn conform(args: &Args) -> Result<bool, Failure> {
    child::refuse_to_nest()?;
    let binary = args.binary.clone().unwrap_or_else(|| target().join("release/lazuli"));
    let binary = binary.canonicalize().map_err(|error| {
        Failure::new(format!("no program at '{}' ({error}): cargo build --release -p lazuli-cli", binary.display()))
    })?;
    let node = sources::find()?;
    let tests = suites::select(&node, &args.filter)?;
    if tests.is_empty() {
        return Err(Failure::new(format!("no test has {:?} in its name", args.filter.join("' or '"))));
    }
    let view = sources::View::make(&node, &tests)?;
    let probe = probe::ask(&binary, &tests, &view)?;
    let plan: Vec<_> = tests.into_iter().map(|test| (needs::skip(&test, &probe, &view), test)).collect();
    let listed = expectations::Lists::read()?;
    let outcomes =
        run::all(plan, Setting { binary: &binary, view: &view, peer: &peer::Peer::of(&node) }, &listed, args.jobs())?;

    let whole = args.filter.is_empty();
    let differences = listed.compare(&outcomes, whole);
    let report = results::Report::new(&outcomes, &differences, &probe, &node);
    if args.bless {
        listed.bless(&outcomes, whole)?;
        if whole {
            report.write_page()?;
        }
    }
    report.print(args.format)?;
    Ok(args.bless || differences.iter().all(|difference| difference.informational))
}
