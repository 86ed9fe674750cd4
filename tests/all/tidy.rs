//! House rules that a reader can see and a compiler cannot: headers, sizes, the fence around `unsafe`, what must not know V8, and the form
//! of the builtins.

use std::path::{Path, PathBuf};

/// Files longer than this are split.
const LONGEST: usize = 800;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of an extension below folders of the checkout, with its path from the root and its text.
#[track_caller]
fn files(folders: &[&str], extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        walk(&root().join(folder), extension, &mut found);
    }
    assert!(!found.is_empty(), "no .{extension} file below {folders:?}: the rule would check nothing");
    found.sort();
    let named = found.into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        (name, text)
    });
    named.collect()
}

fn walk(path: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.extend(path.extension().is_some_and(|found| found == extension).then(|| path.to_owned()));
    }
    let Ok(entries) = std::fs::read_dir(path) else { return };
    for entry in entries.map(|entry| entry.expect("the checkout is readable")) {
        if entry.file_name() != "target" && entry.file_name() != "record" {
            walk(&entry.path(), extension, found);
        }
    }
}

const RUST: [&str; 7] = ["src", "cli", "tests", "benches", "examples", "fixtures", "build.rs"];

/// Tells every file that breaks a rule.
#[track_caller]
fn check_rule(files: &[(String, String)], broken: impl Fn(&str, &str) -> Option<String>) {
    let faults: Vec<String> =
        files.iter().filter_map(|(name, text)| Some(format!("{name}: {}", broken(name, text)?))).collect();
    assert!(faults.is_empty(), "{} of {} files:\n{}", faults.len(), files.len(), faults.join("\n"));
}

#[test]
fn every_rust_file_opens_with_its_header() {
    check_rule(&files(&RUST, "rs"), |name, text| {
        let first = text.lines().next().unwrap_or_default();
        // The front page of the library is the README.
        let opens = first.starts_with("//! ") || (name == "src/lib.rs" && first.starts_with("#![doc = include_str!"));
        (!opens).then(|| format!("opens with {first:?}"))
    });
}

#[test]
fn no_file_is_longer_than_it_can_be_read() {
    let mut all = files(&RUST, "rs");
    all.extend(files(&["modules", "fixtures"], "js"));
    check_rule(&all, |_, text| {
        let lines = text.lines().count();
        (lines > LONGEST).then(|| format!("{lines} lines; split it"))
    });
}

#[test]
fn no_line_ends_in_blanks_and_every_file_ends_in_a_newline() {
    let mut all = files(&RUST, "rs");
    all.extend(files(&["modules"], "js"));
    check_rule(&all, |_, text| match text.lines().position(|line| line.ends_with([' ', '\t'])) {
        Some(line) => Some(format!("line {} ends in a blank", line + 1)),
        None => (!text.ends_with('\n') || text.ends_with("\n\n")).then(|| "does not end in one newline".into()),
    });
}

/// Rust text without comments and strings, roughly: enough to look for words of the language.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.split("//").next().unwrap_or_default();
        line.split('"').step_by(2).collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn mentions(text: &str, word: &str) -> Option<usize> {
    let is_name = |character: char| character.is_alphanumeric() || character == '_';
    text.lines().position(|line| {
        line.match_indices(word).any(|(at, _)| {
            !line[..at].chars().next_back().is_some_and(is_name)
                && !line[at + word.len()..].chars().next().is_some_and(is_name)
        })
    })
}

#[test]
fn unsafe_code_stands_only_in_the_engine() {
    check_rule(&files(&["src", "cli", "benches", "examples", "build.rs"], "rs"), |name, text| {
        let fenced = name == "src/engine.rs" || name.starts_with("src/engine/");
        let code = code(text);
        let word = ["unsafe", "allow(unsafe_code)", "extern"].into_iter().find_map(|word| mentions(&code, word));
        word.filter(|_| !fenced).map(|line| format!("unsafe code or an exception for it in line {}", line + 1))
    });
}

#[test]
fn every_unsafe_block_has_its_reason() {
    check_rule(&files(&["src/engine"], "rs"), |_, text| {
        let lines: Vec<&str> = text.lines().collect();
        let bare = lines.iter().enumerate().position(|(at, line)| {
            let opens = code(line).contains("unsafe {") || code(line).contains("unsafe impl");
            let reason = lines[..at].iter().rev().take(8).any(|above| above.trim_start().starts_with("// SAFETY: "));
            opens && !reason
        });
        bare.map(|line| format!("line {} has no `SAFETY:`", line + 1))
    });
}

#[test]
fn what_is_only_data_does_not_know_v8() {
    // Every file below these, the files named and the whole of their folders.
    let pure = ["registry", "inventory", "cost", "graph", "advice", "error"];
    let one_by_one =
        ["src/loader/state.rs", "src/snapshot/header.rs", "src/snapshot/code_cache.rs", "src/snapshot/training.rs"];
    let all = files(&["src"], "rs");
    let is_pure = |name: &str| {
        let concept = name.trim_start_matches("src/").trim_end_matches(".rs").split('/').next().unwrap_or_default();
        pure.contains(&concept) || one_by_one.contains(&name)
    };
    let checked: Vec<_> = all.iter().filter(|(name, _)| is_pure(name)).cloned().collect();
    for name in one_by_one.iter().chain(&["src/registry/id.rs", "src/inventory/recorder.rs", "src/inventory/diff.rs"]) {
        assert!(checked.iter().any(|(found, _)| found == name), "{name} was moved: this list is out of step");
    }
    check_rule(&checked, |name, text| {
        let code = code(text);
        // The header names the version of V8 an image is for, and nothing else of it.
        let code = if name == "src/snapshot/header.rs" { code.replace("v8::VERSION_STRING", "") } else { code };
        let uses = |line: &str| line.contains("v8::") || line.contains("use v8");
        code.lines().position(uses).map(|line| format!("line {} mentions V8", line + 1))
    });
}

#[test]
fn the_library_has_no_way_to_print() {
    check_rule(&files(&["src"], "rs"), |_, text| {
        let code = code(text);
        let word = ["println!", "print!", "eprintln!", "eprint!", "dbg!"].into_iter().find(|word| code.contains(word));
        word.map(|word| format!("has {word}"))
    });
}

#[test]
fn every_builtin_opens_with_strict_mode_and_its_header() {
    check_rule(&files(&["modules"], "js"), |_, text| {
        let mut lines = text.lines();
        let opening = [lines.next(), lines.next(), lines.next()].map(Option::unwrap_or_default);
        let opens = opening[0] == "'use strict';" && opening[1].is_empty() && opening[2].starts_with("// ");
        (!opens).then(|| format!("opens with {opening:?}"))
    });
}

#[test]
fn what_a_builtin_takes_from_primordials_is_sorted() {
    check_rule(&files(&["modules"], "js"), |_, text| {
        text.match_indices("} = primordials;").find_map(|(end, _)| {
            let start = text[..end].rfind("const {")? + "const {".len();
            let names = text[start..end].split(',').map(|name| name.split(':').next().unwrap_or_default().trim());
            let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
            let pair = names.windows(2).find(|pair| pair[0] >= pair[1])?;
            Some(format!("'{}' stands before '{}'", pair[0], pair[1]))
        })
    });
}

/// Where a builtin calls a constructor that a program can replace, since it did not take it from `primordials`.
fn replaceable(text: &str) -> Option<String> {
    let own: Vec<&str> = text
        .match_indices("} = primordials;")
        .filter_map(|(end, _)| Some(&text[text[..end].rfind("const {")?..end]))
        .flat_map(|block| block.split(|character: char| !character.is_alphanumeric() && character != '_'))
        .collect();
    let names = ["Array", "BigInt", "Boolean", "Date", "Error", "Map", "Number", "Object", "Promise", "RangeError"];
    let more = ["RegExp", "Set", "String", "Symbol", "TypeError", "Uint8Array", "WeakMap", "WeakSet", "parseInt"];
    names.into_iter().chain(more).filter(|name| !own.contains(name)).find_map(|name| {
        let line = text.lines().position(|line| {
            let line: String = line.split('\'').step_by(2).collect();
            let line = line.split("//").next().unwrap_or_default();
            let is_prose = line.trim_start().starts_with(['*', '/']);
            let calls = line.match_indices(&format!("{name}(")).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                !before.is_some_and(|before| before.is_alphanumeric() || "_$.#".contains(before))
            });
            calls && !is_prose
        });
        line.map(|line| format!("line {} calls the {name} of the program; take it from primordials", line + 1))
    })
}

#[test]
fn a_builtin_calls_no_constructor_that_a_program_can_replace() {
    let mut all = files(&["modules"], "js");
    // It makes them.
    all.retain(|(name, _)| !name.ends_with("internal/per_context/primordials.js"));
    check_rule(&all, |_, text| replaceable(text));
}

#[test]
fn the_rules_see_what_breaks_them() {
    assert!(
        replaceable("const a = 1;\nreturn Boolean(a);").is_some_and(|told| told.contains("line 2 calls the Boolean"))
    );
    assert!(replaceable("throw new Map('x');").is_some());
    for fine in
        ["const {\n  Map,\n} = primordials;\nnew Map();", "// Map(", "a.Map(); SafeMap(); isMap();", "x = 'Map()';"]
    {
        assert_eq!(replaceable(fine), None, "{fine}");
    }
    assert_eq!(mentions(&code("let a = 1; // unsafe\nunsafe { a }"), "unsafe"), Some(1));
    assert_eq!(mentions(&code("let unsafely = \"unsafe\";"), "unsafe"), None);
}
