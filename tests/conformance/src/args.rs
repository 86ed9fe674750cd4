//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Runs Node's own tests and the web-platform-tests on lazuli and compares them with expected.txt and skipped.txt
#[derive(Debug, Parser)]
#[command(
    after_help = "The tests are read from NODE_SOURCE_DIR, a checkout of Node 18.20.4, or else from target/conformance/node, \
    which is filled once with the source package of Debian.\n\
    Exit code: 0 as expected, 1 something newly passes, fails or is skipped, 2 it could not be run."
)]
pub(crate) struct Args {
    /// Run only tests that have one of these in their names
    pub(crate) filter: Vec<String>,
    /// Accept what was found: rewrite expected.txt, skipped.txt and, after a whole run, RESULTS.md
    #[arg(long)]
    pub(crate) bless: bool,
    /// Run at most N tests at a time; never more than the machine has processors
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The program to test
    #[arg(long, value_name = "PATH")]
    pub(crate) binary: Option<PathBuf>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Args {
    pub(crate) fn jobs(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or(cores, |jobs| jobs.get().min(cores))
    }
}
