//! What programs load: the lists pinned under `snapshots/`, the same for every kind of standard stream and every flag that has nothing to do
//! with them, and the same as under `lazuli run`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Folder, Run, fixture, root};

/// The lists of a program in the form that tests pin.
#[track_caller]
fn lists(program: &str, start: &[&str], change: impl FnOnce(&mut Command)) -> String {
    let folder = Folder::new(&[]);
    let program = fixture(program);
    let mut args = vec!["list", "--bless", "x.list"];
    args.extend(start);
    args.push(program.to_str().expect("the checkout has a readable name"));
    folder.lazuli(&args).with(change).end().code(0);
    folder.read("x.list")
}

/// Compares with the pinned lists; what is new is told with its chain.
#[track_caller]
fn check_pinned(program: &str, startup: &str, start: &[&str]) {
    let text = lists(program, start, |_| {});
    let name = format!("main-{startup}-{}", program.strip_suffix(".js").unwrap_or(program));
    let pinned = std::fs::read_to_string(root().join(format!("snapshots/{name}.snap"))).unwrap_or_default();
    if let Some((_, body)) = pinned.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"))
        && body.trim_end() != text.trim_end()
    {
        let folder = Folder::new(&[("pinned.list", body)]);
        let program = fixture(program);
        let mut args = vec!["list", "--against", "pinned.list"];
        args.extend(start);
        args.push(program.to_str().expect("the checkout has a readable name"));
        // The assertion below tells the lines; this tells why.
        let told = folder.lazuli(&args).end().out;
        writeln!(std::io::stderr(), "{told}").expect("stderr is there");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn an_empty_program_from_the_snapshot_loads_what_is_pinned() {
    check_pinned("empty.js", "snapshot", &[]);
}

#[test]
fn an_empty_program_without_the_snapshot_loads_what_is_pinned() {
    check_pinned("empty.js", "none", &["--no-snapshot"]);
}

#[test]
fn a_program_with_a_few_builtins_from_the_snapshot_loads_what_is_pinned() {
    check_pinned("require-builtins.js", "snapshot", &[]);
}

#[test]
fn a_program_with_a_few_builtins_without_the_snapshot_loads_what_is_pinned() {
    check_pinned("require-builtins.js", "none", &["--no-snapshot"]);
}

#[test]
fn an_empty_module_loads_what_is_pinned() {
    check_pinned("empty.mjs", "snapshot", &[]);
    check_pinned("empty.mjs", "none", &["--no-snapshot"]);
}

#[test]
fn a_module_that_imports_a_few_builtins_loads_what_is_pinned() {
    check_pinned("import-builtins.mjs", "snapshot", &[]);
    check_pinned("import-builtins.mjs", "none", &["--no-snapshot"]);
}

#[test]
fn importing_a_name_loads_no_builtin_that_requiring_it_would_not() {
    let folder = Folder::new(&[
        ("import.mjs", "import { inherits } from 'node:util'; inherits;"),
        ("require.js", "const { inherits } = require('node:util'); inherits;"),
    ]);
    // The loader of ES modules is no builtin that a program asked for.
    let loaded = |program: &str| {
        folder.lazuli(&["list", "--bless", "x.list", program]).end().code(0);
        let text = folder.read("x.list");
        let run_time = text.split_once("run_time:").expect("the lists are there").1.to_owned();
        let ids = run_time.lines().map(str::trim).filter(|id| !id.is_empty());
        ids.filter(|id| !id.starts_with("internal/modules/esm/") && *id != "binding import_clauses")
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(loaded("import.mjs"), loaded("require.js"));
    assert_eq!(loaded("require.js"), ["util"]);
}

#[test]
fn the_lists_do_not_depend_on_what_the_standard_streams_are() {
    let expected = lists("require-builtins.js", &[], |_| {});
    let folder = Folder::new(&[("input", "")]);
    let output = || Stdio::from(std::fs::File::create(folder.path().join("output")).expect("a file"));
    let input = || Stdio::from(std::fs::File::open(folder.path().join("input")).expect("a file"));
    for (kind, stream) in [("nowhere", None), ("a file", Some(&output))] {
        let stream = || stream.map_or_else(Stdio::null, |output| output());
        let told = lists("require-builtins.js", &[], |command| {
            command.stdout(stream());
        });
        assert_eq!(told, expected, "stdout is {kind}");
        let told = lists("require-builtins.js", &[], |command| {
            command.stderr(stream());
        });
        assert_eq!(told, expected, "stderr is {kind}");
    }
    for (kind, stream) in [("nowhere", Stdio::null()), ("a file", input())] {
        let told = lists("require-builtins.js", &[], |command| {
            command.stdin(stream);
        });
        assert_eq!(told, expected, "stdin is {kind}");
    }
}

#[cfg(unix)]
#[test]
fn the_lists_do_not_depend_on_closed_streams() {
    for program in ["empty.js", "require-builtins.js"] {
        let expected = lists(program, &[], |_| {});
        for closed in ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"] {
            let folder = Folder::new(&[]);
            let script = fixture(program);
            let line = format!("exec \"$0\" list --bless x.list \"$1\" {closed}");
            let args = ["-c".as_ref(), line.as_ref(), env!("CARGO_BIN_EXE_lazuli").as_ref(), script.as_os_str()];
            Run::of("/bin/sh".as_ref(), args).current_dir(folder.path()).end().code(0);
            assert_eq!(folder.read("x.list"), expected, "{program} {closed}");
        }
    }
}

#[test]
fn the_lists_do_not_depend_on_flags_and_variables_that_have_nothing_to_do_with_them() {
    for startup in [&[][..], &["--no-snapshot"]] {
        let expected = lists("empty.js", startup, |_| {});
        let flags = [
            "--no-warnings",
            "--trace-warnings",
            "--no-deprecation",
            "--unhandled-rejections=warn",
            "--preserve-symlinks",
            "--expose-internals",
            "--no-code-cache",
            "--v8-flags=--max-old-space-size=300",
            "--v8-flags=--stack-size=900 --no-opt",
        ];
        for flag in flags {
            assert_eq!(lists("empty.js", &[startup, &[flag]].concat(), |_| {}), expected, "{startup:?} {flag}");
        }
        for (name, value) in [
            ("NO_COLOR", "1"),
            ("FORCE_COLOR", "1"),
            ("NODE_OPTIONS", "--no-warnings"),
            ("TZ", "Asia/Tokyo"),
            ("HOME", ""),
            ("LANG", "C"),
        ] {
            let told = lists("empty.js", startup, |command| {
                command.env(name, value);
            });
            assert_eq!(told, expected, "{startup:?} {name}={value}");
        }
    }
}

/// Writes what is loaded when the program has done its work, without loading anything for it.
const TELL: &str = "
const fs = require('fs');
require('util').inspect(new Map([[1, { a: [2] }]]));
setTimeout(() => fs.writeFileSync(process.argv[2], process.moduleLoadList.join('\\n')), 1);
";

#[test]
fn list_loads_exactly_what_run_loads() {
    for start in [&[][..], &["--no-snapshot"]] {
        let folder = Folder::new(&[("tell.js", TELL)]);
        folder.lazuli(&[&["run"], start, &["tell.js", "run.txt"]].concat()).end().code(0);
        let listed =
            folder.lazuli(&[&["list", "--format", "json"], start, &["tell.js", "list.txt"]].concat()).end().code(0);
        assert_eq!(folder.read("run.txt"), folder.read("list.txt"), "{start:?}");
        let document: Value = serde_json::from_str(&listed.out).expect("a document");
        let all = ["before_pre_execution", "pre_execution", "run_time"]
            .iter()
            .flat_map(|list| document[list].as_array().expect("a list"));
        let mut names: Vec<String> = all
            .map(|load| {
                let kind = if load["kind"] == "binding" { "Internal Binding" } else { "NativeModule" };
                format!("{kind} {}", load["id"].as_str().expect("an id"))
            })
            .collect();
        let told = folder.read("run.txt");
        let mut told: Vec<&str> = told.lines().collect();
        names.sort();
        told.sort_unstable();
        // The entry point has ended by the time the timer is due, so it is on both lists.
        assert_eq!(names, told, "{start:?}");
    }
}

#[test]
fn what_is_asked_for_on_every_edge_changes_no_list() {
    // `why` records all requests, which takes a stack trace for each.
    let folder = Folder::new(&[("tell.js", TELL)]);
    folder.lazuli(&["run", "tell.js", "run.txt"]).end().code(0);
    folder.lazuli(&["why", "util", "tell.js", "why.txt"]).end().code(0);
    assert_eq!(folder.read("run.txt"), folder.read("why.txt"));
}
