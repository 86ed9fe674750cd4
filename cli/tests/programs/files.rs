//! The programs in `fixtures/run`: beside each stands what it prints (`.out`) and tells (`.err`); the lines at its top say with which
//! arguments it runs and how it ends. `LAZULI_BLESS=1` writes what it did print. Node.js 26 agrees with all of it, but for its hint
//! `--trace-uncaught` and the rows of [`DIFFERENT`].

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::{Ended, Run, fixture};

/// Where lazuli differs from Node.js on purpose, and how.
const DIFFERENT: [(&str, &str); 4] = [
    ("hostile-error", "Node.js tells nothing at all of an error that cannot be read"),
    (
        "inspect-values",
        "proxies, symbols as keys and lengths of buffers read as Node.js 18's own tests, which we run, want them",
    ),
    ("packages", "Node.js also says who imported `#unknown`, and warns of a missing main"),
    ("hostile-proxy", "Node.js tells nothing at all of a value that cannot be looked at"),
];

/// What the comment at the top of a program says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Directives {
    args: Vec<String>,
    flags: Vec<String>,
    exit: i32,
}

impl Directives {
    fn parse(text: &str) -> Result<Self, String> {
        let mut directives = Directives::default();
        for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
            // A sentence is a comment; a word and a colon are a directive.
            let Some((name, value)) = line.split_once(": ").filter(|(name, _)| !name.contains(' ')) else { continue };
            let words = || value.split(' ').map(|word| word.replace("%20", " ")).collect();
            match name {
                "args" => directives.args = words(),
                "flags" => directives.flags = words(),
                "exit" => directives.exit = value.parse().map_err(|error| format!("'{line}': {error}"))?,
                _ => return Err(format!("'{line}': there is no directive '{name}'")),
            }
        }
        Ok(directives)
    }
}

/// The output without what differs between machines and between versions of the builtins.
fn normal(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "<dir>");
    let mut lines = Vec::new();
    let mut excerpt = 0;
    for line in text.lines() {
        let is_frame = line.trim_start().starts_with("at ");
        if is_frame && (line.contains("(node:") || line.contains("at node:")) {
            continue;
        }
        // The place an error of a builtin was thrown at: its line, its text, the mark.
        if line.starts_with("node:") {
            lines.push("node:<builtin>".to_owned());
            excerpt = 2;
        } else if excerpt > 0 {
            excerpt -= 1;
        } else {
            lines.push(normal_line(line));
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn normal_line(line: &str) -> String {
    if line.starts_with("lazuli v") {
        return "lazuli v<version>".into();
    }
    if let Some(rest) = line.strip_prefix("(lazuli:").or_else(|| line.strip_prefix("(node:")) {
        let rest = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        return format!("(lazuli:<pid>{rest}");
    }
    match line.split_once(" lines matching ") {
        Some((_, what)) => format!("    ... lines matching {what}"),
        None => line.to_owned(),
    }
}

/// Runs one program and compares; gives what differs.
fn check(path: &Path, start: &[&str], bless: bool) -> Option<String> {
    let folder = path.parent().expect("a program is in a folder");
    let text = std::fs::read_to_string(path).expect("a program is text");
    let name = path.file_name().expect("a program has a name").to_string_lossy();
    let directives = match Directives::parse(&text) {
        Ok(directives) => directives,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    let mut args: Vec<&str> = vec!["run"];
    args.extend(start);
    args.extend(directives.flags.iter().map(String::as_str));
    args.push(path.to_str().expect("the checkout has a readable name"));
    args.extend(directives.args.iter().map(String::as_str));
    let Ended { code, status, out, err, .. } = Run::new(&args).current_dir(folder).end();
    let mut faults = Vec::new();
    if code != Some(directives.exit) {
        faults.push(format!("ended with {status}, not {}", directives.exit));
    }
    for (extension, told) in [("out", out), ("err", err)] {
        let told = normal(&told, folder);
        let beside = path.with_extension(extension);
        if bless {
            match told.is_empty() {
                true => drop(std::fs::remove_file(&beside)),
                false => std::fs::write(&beside, &told).expect("the fixtures are writable"),
            }
        }
        let expected = std::fs::read_to_string(&beside).unwrap_or_default();
        if told != expected {
            faults.push(format!("std{extension} is\n{told}and should be\n{expected}"));
        }
    }
    (!faults.is_empty()).then(|| format!("== {name} {start:?}\n{}", faults.join("\n")))
}

/// Every program of a folder, sorted.
fn programs() -> Vec<std::path::PathBuf> {
    let entries =
        std::fs::read_dir(fixture("run")).expect("the fixtures are there").map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "js")).collect();
    programs.sort();
    assert!(programs.len() > 40, "only {} programs: something is missing", programs.len());
    programs
}

#[track_caller]
fn check_all(start: &[&str]) {
    let bless = std::env::var_os("LAZULI_BLESS").is_some();
    if bless && !start.is_empty() {
        // What they compare with is being written.
        return;
    }
    let faults: Vec<String> = programs().iter().filter_map(|path| check(path, start, bless)).collect();
    assert!(faults.is_empty(), "{} programs differ\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_program_prints_and_ends_as_stated_beside_it() {
    check_all(&[]);
}

#[test]
fn every_program_does_the_same_without_the_snapshot() {
    check_all(&["--no-snapshot"]);
}

#[test]
fn every_program_does_the_same_without_snapshot_and_code_cache() {
    check_all(&["--no-snapshot", "--no-code-cache"]);
}

#[test]
fn every_expectation_has_its_program() {
    let entries =
        std::fs::read_dir(fixture("run")).expect("the fixtures are there").map(|entry| entry.expect("an entry").path());
    let files: BTreeSet<_> = entries.filter(|path| path.is_file()).collect();
    for path in &files {
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
        assert!(
            ["js", "out", "err"].contains(&extension.as_str()),
            "{}: neither program nor expectation",
            path.display()
        );
        assert!(files.contains(&path.with_extension("js")), "{}: the program is gone", path.display());
    }
    for (name, _) in DIFFERENT {
        assert!(files.contains(&fixture("run").join(name).with_extension("js")), "{name} is gone");
    }
}

#[test]
fn an_unknown_directive_is_refused() {
    assert_eq!(
        Directives::parse("// exit: 3\n// args: a b%20c\n// A sentence: is one.\ncode\n// exti: 4")
            .map(|found| found.args.len()),
        Ok(2)
    );
    assert_eq!(Directives::parse("// exti: 3"), Err("'// exti: 3': there is no directive 'exti'".replace("// ", "")));
    assert!(Directives::parse("// exit: three").is_err());
}
