//! Runs a program for its record: what `list`, `why` and `report` look at. The start is that of `lazuli run`. What the program prints
//! goes to standard error, so that standard output holds the data of the command and nothing else.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use lazuli::{Engine, Inventory, Runtime};

use crate::args::{ProgramArgs, StartArgs};
use crate::start::{self, entry};
use crate::{Failure, run};

/// What is known after a program has ended.
pub(crate) struct Record {
    pub(crate) engine: Engine,
    pub(crate) inventory: Inventory,
    /// The entry point.
    pub(crate) entry: &'static str,
    /// The exit code.
    pub(crate) code: i32,
    /// What ended the program, if nobody caught it.
    pub(crate) uncaught: Option<String>,
    /// From nothing to a runtime before its entry point.
    pub(crate) start_time: Duration,
    /// From the entry point to the end.
    pub(crate) run_time: Duration,
}

/// Which requests are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    /// Those that loaded something.
    Loads,
    /// All.
    All,
}

/// Runs a program to its end; an empty one if none is named.
pub(crate) fn record(start: &StartArgs, program: &ProgramArgs, edges: Edges) -> Result<Record, Failure> {
    refuse_missing(program)?;
    let engine = start::engine(start)?;
    let empty = program.is_absent().then(empty_program).transpose()?;
    let (entry, options) = match &empty {
        Some(file) => {
            let stand_in = ProgramArgs { rest: vec![file.path().into()], ..ProgramArgs::default() };
            (entry::SCRIPT, stand_in.runtime_options())
        }
        None => (program.entry(), program.runtime_options()),
    };
    let uncaught = Rc::new(RefCell::new(None));
    let told = Rc::clone(&uncaught);
    let mut options = options.snapshot(start.snapshot()).on_uncaught(move |error| {
        run::print_uncaught(error);
        *told.borrow_mut() = Some(error.to_string());
    });
    if edges == Edges::All {
        options = options.record_all_edges();
    }
    let diversion = Diversion::begin();
    let since = Instant::now();
    let mut runtime = Runtime::new(&engine, options)?;
    let start_time = since.elapsed();
    let since = Instant::now();
    let code = runtime.run_main(entry)?;
    let run_time = since.elapsed();
    drop(diversion);
    let inventory = runtime.inventory();
    drop(runtime);
    let uncaught = uncaught.take();
    Ok(Record { engine, inventory, entry, code, uncaught, start_time, run_time })
}

impl Record {
    /// The failure of a program that was ended by an uncaught error.
    pub(crate) fn require_success(&self) -> Result<(), Failure> {
        match &self.uncaught {
            None => Ok(()),
            Some(sentence) => Err(Failure::new(format!("{sentence}; only what was loaded until then is known"))),
        }
    }
}

/// A script that does not exist would give the lists of an error message.
fn refuse_missing(program: &ProgramArgs) -> Result<(), Failure> {
    if program.is_absent() || program.entry() != entry::SCRIPT {
        return Ok(());
    }
    let script = Path::new(&program.rest[0]);
    let with = |extension: &str| {
        let mut name = script.as_os_str().to_owned();
        name.push(extension);
        Path::new(&name).exists()
    };
    if ["", ".js", ".json", ".node"].into_iter().any(with) {
        return Ok(());
    }
    Err(Failure::new(format!("there is no script '{}'; give the path of an existing file", script.display())))
}

/// A file like the one a user would run: an entry of another kind would load other things.
fn empty_program() -> Result<tempfile::NamedTempFile, Failure> {
    tempfile::Builder::new()
        .prefix("lazuli-empty-")
        .suffix(".js")
        .tempfile()
        .map_err(|error| Failure::io("cannot make an empty program", &error))
}

/// While it lives, descriptor 1 leads to where descriptor 2 leads.
struct Diversion {
    #[cfg(unix)]
    stdout: Option<rustix::fd::OwnedFd>,
}

impl Diversion {
    #[cfg(unix)]
    fn begin() -> Self {
        // A standard output that is closed needs no diversion.
        let stdout = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3).ok();
        if stdout.is_some() {
            let _ = rustix::stdio::dup2_stdout(rustix::stdio::stderr());
        }
        Diversion { stdout }
    }

    #[cfg(not(unix))]
    fn begin() -> Self {
        Diversion {}
    }
}

#[cfg(unix)]
impl Drop for Diversion {
    fn drop(&mut self) {
        if let Some(stdout) = &self.stdout {
            let _ = rustix::stdio::dup2_stdout(stdout);
        }
    }
}
