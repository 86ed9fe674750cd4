//! Programs that are no file: given on the command line or on standard input. Their errors name them as Node.js does.

use crate::support::{Ended, Folder, Run};

#[track_caller]
fn check(args: &[&str], input: &str, code: i32, out: &str) -> Ended {
    Folder::new(&[("part.js", "module.exports = 'a part';")]).lazuli(args).input(input).end().code(code).out(out)
}

#[test]
fn a_text_runs_in_the_current_folder_with_the_builtins_as_names() {
    check(&["run", "-p", "require('./part')"], "", 0, "a part\n");
    check(
        &["run", "-e", "console.log(path.basename(__filename), typeof module, fs === require('fs'))"],
        "",
        0,
        "[eval] object true\n",
    );
    check(&["run", "-p", "var a = 1; let b = 2; a + b"], "", 0, "3\n");
    check(&["run", "-p", "undefined"], "", 0, "undefined\n");
    check(&["run", "-p", "'é✓'"], "", 0, "é✓\n");
    check(&["run", "-e", ""], "", 0, "");
}

#[test]
fn a_program_from_standard_input_may_be_long_and_may_read_nothing_else() {
    check(&["run"], "console.log(require('./part'))", 0, "a part\n");
    let long = format!("const text = '{}';\nconsole.log(text.length);", "x".repeat(1 << 20));
    check(&["run", "-"], &long, 0, "1048576\n");
    check(&["run"], "", 0, "");
    check(&["run", "-", "a"], "#!shebang\nconsole.log(process.argv[2], __filename)", 0, "a [stdin]\n");
}

#[test]
fn errors_name_the_text_they_are_in_and_show_its_line() {
    check(&["run", "-e", "1;\n2;\n  missing()"], "", 1, "")
        .err_has("[eval]:3\n  missing()\n  ^\n\nReferenceError: missing is not defined");
    check(&["run", "-e", "let a = ;"], "", 1, "")
        .err_has("[eval]:1\nlet a = ;\n        ^\n")
        .err_has("SyntaxError: Unexpected token ';'");
    check(&["run"], "\nthrow new Error('from stdin')", 1, "")
        .err_has("[stdin]:2\nthrow new Error('from stdin')\n^\n\nError: from stdin");
    check(&["run", "-p", "Promise.reject(new Error('lost')), 'printed'"], "", 1, "printed\n").err_has("Error: lost");
}

#[test]
fn a_text_ends_with_the_code_it_asks_for_and_its_output_is_complete() {
    check(&["run", "-e", "process.exitCode = 3; console.log('x')"], "", 3, "x\n");
    let ended = Run::new([
        "run",
        "-e",
        "for (let line = 0; line < 5000; line++) console.log(line); console.error('err'); process.exit(4)",
    ])
    .end()
    .code(4);
    assert_eq!((ended.out.lines().count(), ended.err.as_str()), (5000, "err\n"));
    // More than a pipe holds; Node.js drops the rest.
    let much = "process.stdout.write('x'.repeat(2_000_000)); process.stdout.write('last', () => {}); process.exit(2)";
    let ended = Run::new(["run", "-e", much]).end().code(2);
    assert!(ended.out.len() == 2_000_004 && ended.out.ends_with("xlast"), "{} bytes", ended.out.len());
    // Through both streams at once: each keeps its own order.
    let both = "for (let line = 0; line < 500; line++) { console.log(line); console.error(line); }";
    let ended = Run::new(["run", "-e", both]).end().code(0);
    let numbers: String = (0..500).map(|line| format!("{line}\n")).collect();
    assert_eq!((ended.out, ended.err), (numbers.clone(), numbers));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_program_and_not_by_a_crash() {
    let line =
        "\"$0\" run -e 'for (let line = 0; line < 100000; line++) console.log(line)' | head -1; exit ${PIPESTATUS[0]}";
    let ended = Run::of("/bin/bash".as_ref(), ["-c", line, env!("CARGO_BIN_EXE_lazuli")]).end();
    assert_eq!(ended.out, "0\n");
    // Node.js ignores the failed writes or dies of EPIPE; either way nothing crashes.
    assert!(ended.code.is_some_and(|code| code <= 1), "{ended:#?}");
    assert!(!ended.err.contains("panicked"), "{ended:#?}");
}

#[cfg(unix)]
#[test]
fn closed_streams_crash_nothing() {
    for closed in ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"] {
        let line = format!(
            "\"$0\" run -e 'console.log(1); console.error(2); process.stdin.fd; process.exitCode = 5' {closed}"
        );
        let ended = Run::of("/bin/sh".as_ref(), ["-c", &line, env!("CARGO_BIN_EXE_lazuli")]).end();
        assert!(ended.code.is_some_and(|code| code == 5 || code == 1), "{closed}: {ended:#?}");
        assert!(!ended.err.contains("panicked"), "{closed}: {ended:#?}");
    }
}
