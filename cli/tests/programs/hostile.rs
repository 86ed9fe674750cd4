//! Programs that replace or delete what the language offers: every public builtin works as before, whenever it was loaded.

use crate::support::{Run, fixture};

/// What each builtin's use says, and how much was attacked.
#[track_caller]
fn uses(start: &[&str], args: &[&str]) -> (String, usize) {
    let program = fixture("run/parts/hostile-uses.js");
    let program = program.to_str().expect("the checkout has a readable name");
    let ended = Run::new([&["run"], start, &[program], args].concat()).end().code(0);
    assert_eq!(ended.err, "", "{ended:#?}");
    let (told, attacked) = ended.out.trim_end().rsplit_once("\nattacked: ").unwrap_or_else(|| panic!("{ended:#?}"));
    (told.to_owned(), attacked.parse().expect("a number"))
}

/// After the attack, builtins loaded at this time say what they say without it.
#[track_caller]
fn check_attacked(time: &str) {
    for start in [&[][..], &["--no-snapshot"]] {
        let (expected, none) = uses(start, &["clean"]);
        assert_eq!(none, 0);
        assert!(!expected.contains("threw") && !expected.contains("no use of"), "{expected}");
        for attack in ["replace", "delete"] {
            let (told, attacked) = uses(start, &[time, attack]);
            assert!(attacked > 300, "only {attacked} properties were attacked");
            assert_eq!(told, expected, "{start:?} {time} {attack}");
        }
    }
}

#[test]
fn builtins_that_are_loaded_after_everything_was_replaced_or_deleted_work() {
    check_attacked("late");
}

#[test]
fn builtins_that_were_loaded_before_everything_was_replaced_or_deleted_work() {
    check_attacked("loaded");
}

#[test]
fn builtins_that_were_used_before_everything_was_replaced_or_deleted_go_on_working() {
    check_attacked("used");
}

#[test]
fn each_builtin_alone_works_after_everything_was_replaced() {
    let (whole, _) = uses(&[], &["clean"]);
    let ids: Vec<_> = whole.lines().filter_map(|line| line.split_once(": ")).map(|(id, _)| id).collect();
    let (listed, _) = uses(&[], &["clean", "", "process"]);
    assert!(listed.starts_with("process: ") && ids.contains(&"vm"), "{listed}");
    // Alone, nothing that another use loaded early hides what it loads late.
    for id in [
        "assert",
        "buffer",
        "console",
        "events",
        "fs",
        "fs/promises",
        "perf_hooks",
        "timers/promises",
        "url",
        "util",
        "v8",
        "vm",
    ] {
        let (expected, _) = uses(&[], &["clean", "", id]);
        for attack in ["replace", "delete"] {
            assert_eq!(uses(&[], &["late", attack, id]).0, expected, "{attack} {id}");
        }
    }
}
