//! The program `lazuli`: which command runs, the line an error is told in, and the exit code. It must not know what commands do.

use std::io::{IsTerminal as _, Write as _};

use clap::Parser as _;

mod args;
mod image;
mod layer;

mod record;
mod run;
mod start;

mod cost;
mod list;
mod output;
mod report;
mod snapshot;
mod why;

use self::args::{Cli, Command, SnapshotCommand};

fn main() {
    // `lazuli run SCRIPT …` without options needs no parser: its tables are 0.25 of the 18.5 million instructions of such a start
    // (callgrind, 2026-11-30).
    let outcome = match run::plain(std::env::args_os()) {
        Some(argv) => run::script(argv),
        None => dispatch(Cli::parse_from(run::spell_out(std::env::args_os())).command),
    };
    // Nothing is torn down: the operating system takes everything back faster.
    match outcome {
        Ok(code) => std::process::exit(code),
        Err(failure) => {
            failure.print();
            std::process::exit(1);
        }
    }
}

fn dispatch(command: Command) -> Result<i32, Failure> {
    match command {
        Command::Run(args) => run::run(args),
        Command::List(args) => list::run(args),
        Command::Why(args) => why::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Report(args) => report::run(args),
        Command::Snapshot(SnapshotCommand::Ls(args)) => snapshot::ls(args),
        Command::Snapshot(SnapshotCommand::Build(args)) => snapshot::build(args),
    }
}

/// Why a command did not do what it was asked for: one sentence, and a JavaScript stack where there is one.
#[derive(Debug)]
struct Failure {
    sentence: String,
    stack: Option<String>,
}

impl Failure {
    fn new(sentence: impl Into<String>) -> Self {
        Failure { sentence: sentence.into(), stack: None }
    }

    fn io(what: impl std::fmt::Display, error: &std::io::Error) -> Self {
        Failure::new(format!("{what}: {error}"))
    }

    fn print(&self) {
        let mut err = std::io::stderr().lock();
        let coloured = err.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let (on, off) = if coloured { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        // When stderr is gone, nobody is left to tell.
        let _ = writeln!(err, "{on}error:{off} {}", self.sentence);
        if let Some(stack) = &self.stack {
            let _ = writeln!(err, "{stack}");
        }
    }
}

impl From<lazuli::Error> for Failure {
    fn from(error: lazuli::Error) -> Self {
        Failure { sentence: error.to_string(), stack: error.stack().map(str::to_owned) }
    }
}
