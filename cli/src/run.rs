//! `lazuli run`: nothing but the program itself. The path without options is the one whose start is measured: it reads no file besides
//! the script, starts no thread and builds no table.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};

use lazuli::{Runtime, RuntimeOptions};

use crate::Failure;
use crate::args::{Cli, RunArgs, StartArgs};
use crate::start::{self, entry};

/// `process.argv` of `lazuli run SCRIPT ARGS…` without any option, or `None` if the command line says something else.
pub(crate) fn plain(mut args: impl Iterator<Item = OsString>) -> Option<Vec<String>> {
    let program = args.next()?;
    if args.next()? != "run" {
        return None;
    }
    let script = args.next()?;
    if script.is_empty() || script.as_encoded_bytes()[0] == b'-' {
        return None;
    }
    Some([program, script].into_iter().chain(args).map(|argument| argument.to_string_lossy().into_owned()).collect())
}

/// Takes Node's `-pe` for `-p`.
pub(crate) fn spell_out(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut options = true;
    args.enumerate().map(move |(at, argument)| {
        // The first argument that is no option, after the name of the command, is the script.
        options &= at < 2 || argument.as_encoded_bytes().first() == Some(&b'-');
        if options && argument == "-pe" { "-p".into() } else { argument }
    })
}

/// Runs a script without options.
pub(crate) fn script(argv: Vec<String>) -> Result<i32, Failure> {
    execute(&StartArgs::default(), entry::SCRIPT, RuntimeOptions::new().argv(argv))
}

pub(crate) fn run(args: RunArgs) -> Result<i32, Failure> {
    if args.program.is_absent() && std::io::stdin().is_terminal() {
        let text = "there is no script; name one, give its text with -e, or pipe it into standard input";
        <Cli as clap::CommandFactory>::command().error(clap::error::ErrorKind::MissingRequiredArgument, text).exit();
    }
    // Everything between the command and the script, as it was given.
    let given: Vec<_> = std::env::args_os().skip(2).collect();
    let mut own = &given[..given.len().saturating_sub(args.program.rest.len())];
    if !args.program.rest.is_empty() && own.last().is_some_and(|last| last == "--") {
        own = &own[..own.len() - 1];
    }
    let exec_argv = own.iter().map(|argument| argument.to_string_lossy());
    let options = args.program.runtime_options().exec_argv(exec_argv).snapshot(args.start.snapshot());
    execute(&args.start, args.program.entry(), options)
}

fn execute(start: &StartArgs, entry: &str, options: RuntimeOptions) -> Result<i32, Failure> {
    let engine = start::engine(start)?;
    let mut runtime = Runtime::new(&engine, options.on_uncaught(print_uncaught))?;
    let code = runtime.run_main(entry)?;
    // The isolate is not torn down; whoever ends the process ends it.
    std::mem::forget(runtime);
    Ok(code)
}

/// Tells an uncaught error as Node does: the stack, and below it the version of the program.
pub(crate) fn print_uncaught(error: &lazuli::Error) {
    let stack = error.stack().unwrap_or_default();
    // When stderr is gone, nobody is left to tell.
    let _ = write!(std::io::stderr().lock(), "{stack}\n\nlazuli v{}\n", env!("CARGO_PKG_VERSION"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split(' ').map(OsString::from).collect::<Vec<_>>().into_iter()
    }

    #[track_caller]
    fn check_plain(line: &str, expected: Option<&str>) {
        let expected = expected.map(|argv| argv.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(plain(words(line)), expected, "{line}");
    }

    #[test]
    fn only_a_run_without_options_is_plain() {
        check_plain("lazuli run a.js", Some("lazuli a.js"));
        check_plain("lazuli run a.js -e --x", Some("lazuli a.js -e --x"));
        check_plain("lazuli run", None);
        check_plain("lazuli run -", None);
        check_plain("lazuli run -- a.js", None);
        check_plain("lazuli run --no-warnings a.js", None);
        check_plain("lazuli list a.js", None);
        check_plain("lazuli", None);
    }

    #[track_caller]
    fn check_spelling(line: &str, expected: &str) {
        assert!(spell_out(words(line)).eq(words(expected)), "{line}");
    }

    #[test]
    fn nodes_short_form_of_print_is_understood_before_the_script() {
        check_spelling("lazuli run -pe 1+1", "lazuli run -p 1+1");
        check_spelling("lazuli run --no-warnings -pe 1+1", "lazuli run --no-warnings -p 1+1");
        check_spelling("lazuli run a.js -pe 1+1", "lazuli run a.js -pe 1+1");
    }
}
