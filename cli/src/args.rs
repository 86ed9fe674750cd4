//! The command line as types: every option once, with its help. It must not know what the options do.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Runs scripts on builtins that load lazily, and says what was loaded, when, why and at what cost.
#[derive(Debug, Parser)]
#[command(name = "lazuli", version, after_help = FIRST_STEPS, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const FIRST_STEPS: &str =
    "Begin with `lazuli report SCRIPT`: what a script loads, which line asks for it, and what it costs.";
const TRAILING: &str = "Options stand before SCRIPT; everything after it belongs to the script.";

// The options of a command are built only when it is the one that was asked for.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Runs a script
    #[command(after_help = TRAILING)]
    Run(RunArgs),
    /// Lists what a script loads before, during and after pre-execution
    #[command(after_help = TRAILING)]
    List(ListArgs),
    /// Tells why a builtin or binding is loaded: every hop, with its line
    #[command(after_help = TRAILING)]
    Why(WhyArgs),
    /// Measures what builtins cost to compile and to evaluate
    Cost(CostArgs),
    /// Shows lists, causes and costs of a script on one page
    #[command(after_help = TRAILING)]
    Report(ReportArgs),
    /// Makes and inspects startup images
    #[command(subcommand)]
    Snapshot(SnapshotCommand),
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    /// Compare with the lists in FILE; exit with 1 if something new is loaded
    #[arg(long, value_name = "FILE", conflicts_with = "bless")]
    pub(crate) against: Option<PathBuf>,
    /// Write the lists to FILE, for later comparison
    #[arg(long, value_name = "FILE")]
    pub(crate) bless: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    /// The builtin, such as `stream` or `node:stream`, or the binding, such as `fs`
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CostArgs {
    /// The builtins to measure; all of them if none is named
    pub(crate) ids: Vec<String>,
    /// Samples of each operation, every one in an isolate of its own
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) samples: u16,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SnapshotCommand {
    /// Lists what an image holds
    Ls(SnapshotLsArgs),
    /// Makes an image
    Build(SnapshotBuildArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SnapshotLsArgs {
    /// The image; the one in this program if none is named
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) made_of: MadeOfArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SnapshotBuildArgs {
    /// Where to write the image
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) made_of: MadeOfArgs,
}

// What an image is made of, and has to be started with again. (A doc comment on a flattened struct would replace that of the command.)
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Start")]
pub(crate) struct MadeOfArgs {
    /// Take the builtins from the files under DIR instead of those in this program
    #[arg(long, value_name = "DIR")]
    pub(crate) modules: Option<PathBuf>,
    /// Flags for V8, separated by blanks; may be repeated
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub(crate) v8_flags: Vec<String>,
    /// Whether each process draws a hash seed of its own, which protects programs that take keys from strangers and costs 2 to 4 ms, or
    /// has that of the image
    #[arg(long, value_name = "SEED", value_parser = ["image", "random"], default_value = "image")]
    pub(crate) hash_seed: String,
}

// How a runtime starts.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Start")]
pub(crate) struct StartArgs {
    #[command(flatten)]
    pub(crate) made_of: MadeOfArgs,
    /// Start from the image in FILE instead of the one in this program
    #[arg(long, value_name = "FILE")]
    pub(crate) image: Option<PathBuf>,
    /// Run the bootstrap scripts instead of restoring the snapshot of the image
    #[arg(long)]
    pub(crate) no_snapshot: bool,
    /// Compile builtins from source instead of the code cache of the image
    #[arg(long)]
    pub(crate) no_code_cache: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FormatArgs {
    /// How to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// For programs; see "lazuli": 1 in each document
    Json,
    /// For issues and pages
    Markdown,
}

// The program and the options it can see, under Node's names.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Program")]
pub(crate) struct ProgramArgs {
    /// Run CODE instead of a script
    #[arg(short, long, value_name = "CODE", allow_hyphen_values = true, conflicts_with = "print")]
    pub(crate) eval: Option<String>,
    /// Run CODE and print its value
    #[arg(short, long, value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) print: Option<String>,
    /// Load a module before the script; may be repeated
    #[arg(short, long, value_name = "MODULE")]
    pub(crate) require: Vec<String>,
    /// Let the script require `internal/` builtins
    #[arg(long)]
    pub(crate) expose_internals: bool,
    /// Take what packages export under this condition, too; may be repeated
    #[arg(short = 'C', long, value_name = "NAME")]
    pub(crate) conditions: Vec<String>,
    /// What a program given as text is: an ES module or CommonJS
    #[arg(long, value_name = "TYPE", value_parser = ["module", "commonjs"])]
    pub(crate) input_type: Option<String>,
    /// What to do when nobody handles a rejection
    #[arg(long, value_name = "MODE", value_parser = ["strict", "warn", "none", "throw", "warn-with-error-codes"])]
    pub(crate) unhandled_rejections: Option<String>,
    /// Print no warnings
    #[arg(long)]
    pub(crate) no_warnings: bool,
    /// Do not print warnings of this code or name; may be repeated
    #[arg(long, value_name = "CODE")]
    pub(crate) disable_warning: Vec<String>,
    /// Print warnings with their stacks
    #[arg(long)]
    pub(crate) trace_warnings: bool,
    /// Print deprecations with their stacks
    #[arg(long)]
    pub(crate) trace_deprecation: bool,
    /// Print no deprecations
    #[arg(long)]
    pub(crate) no_deprecation: bool,
    /// Throw on deprecations
    #[arg(long)]
    pub(crate) throw_deprecation: bool,
    /// Emit pending deprecations, too
    #[arg(long)]
    pub(crate) pending_deprecation: bool,
    /// Resolve modules by the path of a link, not of its target
    #[arg(long)]
    pub(crate) preserve_symlinks: bool,
    /// The same for the script itself
    #[arg(long)]
    pub(crate) preserve_symlinks_main: bool,
    /// The script and its arguments; `-` is standard input
    #[arg(trailing_var_arg = true, value_names = ["SCRIPT", "ARGS"])]
    pub(crate) rest: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[track_caller]
    fn check_rest(line: &[&str], rest: &[&str]) {
        let cli = Cli::try_parse_from(line).unwrap_or_else(|error| panic!("{error}"));
        let Command::Run(run) = cli.command else { panic!("not a run") };
        assert_eq!(run.program.rest, rest);
    }

    #[test]
    fn what_follows_the_script_is_left_alone() {
        check_rest(
            &["lazuli", "run", "a.js", "--no-warnings", "-e", "--", "x"],
            &["a.js", "--no-warnings", "-e", "--", "x"],
        );
        check_rest(&["lazuli", "run", "--no-warnings", "a.js", "--format"], &["a.js", "--format"]);
        check_rest(&["lazuli", "run", "--", "-a.js", "--no-warnings"], &["-a.js", "--no-warnings"]);
        check_rest(&["lazuli", "run", "-", "-x"], &["-", "-x"]);
        check_rest(&["lazuli", "run", "-e", "-1", "a", "-b"], &["a", "-b"]);
    }
}
