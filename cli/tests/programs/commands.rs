//! Each command of the program `lazuli`: what it prints and where, its exit codes, and what it refuses.

use serde_json::Value;

use crate::support::{Folder, copy, image, root};

#[track_caller]
fn check_refused(folder: &Folder, args: &[&str], sentence: &str) {
    folder.ran(args).refused(&[sentence]);
}

#[track_caller]
fn check_keys(object: &Value, keys: &[&str]) {
    let mut found: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut wanted = keys.to_vec();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

const SCRIPT: (&str, &str) = ("app.js", "require('querystring');\nprocess.stdout ? console.log('printed') : 0;\n");
const EMPTY: (&str, &str) = ("empty.js", "");

// ---- run ---------------------------------------------------------------------------------------------------------

#[test]
fn run_gives_the_script_its_arguments_and_keeps_its_own() {
    let print = "console.log(JSON.stringify([process.argv.slice(2), process.execArgv]))";
    let folder = Folder::new(&[("print.js", print)]);
    let check = |args: &[&str], expected: &str| folder.ran(args).code(0).out(&format!("{expected}\n"));
    check(&["run", "print.js"], "[[],[]]");
    check(&["run", "print.js", "-a", "--no-warnings", "--", "b"], r#"[["-a","--no-warnings","--","b"],[]]"#);
    check(&["run", "--no-warnings", "print.js", "--format"], r#"[["--format"],["--no-warnings"]]"#);
    check(
        &["run", "--v8-flags", "--stack-size=900", "--", "print.js", "x"],
        r#"[["x"],["--v8-flags","--stack-size=900"]]"#,
    );
    check(&["run", "-p", "process.argv.length + process.execArgv.length", "a"], "4");
    check(&["run", "-pe", "1 + 1"], "2");
    check(&["run", "-e", "console.log(process.argv.slice(1))", "a", "-b"], "[ 'a', '-b' ]");
}

#[test]
fn run_takes_a_program_from_standard_input() {
    let folder = Folder::new(&[]);
    folder.lazuli(&["run"]).input("console.log(process.argv.length)").end().code(0).out("1\n");
    folder.lazuli(&["run", "-", "x"]).input("console.log(process.argv.slice(1))").end().code(0).out("[ '-', 'x' ]\n");
}

#[test]
fn run_passes_options_under_nodes_names() {
    let folder = Folder::new(&[("first.js", "globalThis.first = 1;"), EMPTY]);
    folder.ran(&["run", "-p", "typeof require('internal/util')"]).code(1).err_has("internal/util");
    folder.ran(&["run", "--expose-internals", "-p", "typeof require('internal/util')"]).code(0).out("object\n");
    folder.ran(&["run", "-r", "./first.js", "-p", "first"]).code(0).out("1\n");
    folder.ran(&["run", "-e", "process.emitWarning('x')"]).code(0).err_has("Warning: x");
    let silent = folder.ran(&["run", "--no-warnings", "-e", "process.emitWarning('x')"]).code(0);
    assert_eq!(silent.err, "");
    folder.ran(&["run", "-e", "Promise.reject(new Error('lost'))"]).code(1).err_has("Error: lost");
    folder.ran(&["run", "--unhandled-rejections=none", "-e", "Promise.reject(new Error('lost'))"]).code(0);
    folder.ran(&["run", "--unhandled-rejections=loud", "empty.js"]).code(2);
}

#[test]
fn run_ends_with_the_code_of_the_program_and_tells_uncaught_errors_as_node_does() {
    let folder = Folder::new(&[("throw.js", "\n  boom();\n"), ("exit.js", "process.exitCode = 7;")]);
    folder.ran(&["run", "exit.js"]).code(7).out("");
    folder.ran(&["run", "-e", "process.exit(9)"]).code(9).out("");
    let told = folder.ran(&["run", "throw.js"]).code(1).out("").err;
    assert!(told.contains("throw.js:2\n  boom();\n  ^\n\nReferenceError: boom is not defined\n    at "), "{told}");
    assert!(told.ends_with(concat!("\n\nlazuli v", env!("CARGO_PKG_VERSION"), "\n")), "{told}");
    folder.ran(&["run", "missing.js"]).code(1).out("").err_has("missing.js");
}

// ---- list --------------------------------------------------------------------------------------------------------

#[test]
fn list_prints_its_data_on_stdout_and_the_programs_output_on_stderr() {
    let folder = Folder::new(&[SCRIPT]);
    let ended = folder.ran(&["list", "--format", "json", "app.js"]).code(0).err_has("printed\n");
    let document = ended.json();
    check_keys(
        &document,
        &["lazuli", "entry", "thread", "startup", "before_pre_execution", "pre_execution", "run_time"],
    );
    assert_eq!(document["entry"], "internal/main/run_main_module");
    assert_eq!(document["thread"], "main");
    let loads = document["run_time"].as_array().expect("a list");
    let load = loads.iter().find(|load| load["id"] == "querystring").expect("the script loads it");
    check_keys(load, &["id", "kind", "origin", "cause", "compile_us", "evaluate_us"]);
    check_keys(&load["cause"], &["from", "edge", "file", "line"]);
    assert_eq!(
        (&load["kind"], &load["cause"]["edge"], &load["cause"]["line"]),
        (&"builtin".into(), &"require".into(), &1.into())
    );
    assert!(load["cause"]["file"].as_str().expect("a file").ends_with("app.js"));
    folder.ran(&["list", "app.js"]).code(0).out_has("before pre-execution (").out_has("app.js:1").err_has("printed\n");
    folder.ran(&["list", "--format", "markdown", "app.js"]).code(0).out_has("## run time (").out_has("| querystring ");
}

#[test]
fn list_knows_every_way_to_start() {
    let folder = Folder::new(&[EMPTY]);
    let startup = |args: &[&str]| {
        let document = folder.ran(&[&["list", "--format", "json"], args].concat()).code(0).json();
        let origin = document["before_pre_execution"][0]["origin"].clone();
        (document["startup"].as_str().expect("a name").to_owned(), origin.as_str().expect("a name").to_owned())
    };
    let pair = |startup: &str, origin: &str| (startup.to_owned(), origin.to_owned());
    std::fs::copy(image(), folder.path().join("x.img")).expect("a copy of the image");
    assert_eq!(startup(&["--image", "x.img", "empty.js"]), pair("snapshot", "snapshot"));
    assert_eq!(startup(&["--image", "x.img", "--no-snapshot", "empty.js"]), pair("none", "code-cache"));
    assert_eq!(startup(&["--image", "x.img", "--no-snapshot", "--no-code-cache", "empty.js"]), pair("none", "source"));
    let changed = folder.path().join("changed");
    copy(&root().join("modules"), &changed);
    let events = changed.join("events.js");
    std::fs::write(&events, std::fs::read_to_string(&events).expect("a builtin") + "\n// changed\n")
        .expect("a builtin");
    assert_eq!(startup(&["--modules", "changed", "empty.js"]), pair("none", "source"));
}

#[test]
fn lists_may_shrink_but_not_grow() {
    let folder = Folder::new(&[SCRIPT, EMPTY]);
    folder.ran(&["list", "--bless", "none.list"]).code(0).out("");
    folder.ran(&["list", "--bless", "app.list", "app.js"]).code(0).out("");
    assert!(folder.read("app.list").contains("\nrun_time:\n  binding "));
    folder.ran(&["list", "--against", "none.list", "empty.js"]).code(0).out_has("the lists are those in none.list");
    folder.ran(&["list", "--against", "app.list", "app.js"]).code(0);
    folder
        .ran(&["list", "--against", "app.list", "empty.js"])
        .code(0)
        .out_has("no longer loaded, run time")
        .out_has("\n  querystring\n");
    folder
        .ran(&["list", "--against", "none.list", "app.js"])
        .code(1)
        .out_has("unexpectedly loaded, run time")
        .out_has("app.js:1) -> querystring\n")
        .out_has("\n  lazuli list --bless none.list app.js\n");
    let document = folder.ran(&["list", "--against=none.list", "--format=json", "app.js"]).code(1).json();
    assert_eq!(document["grew"], true);
    check_keys(&document["differences"][0], &["list", "change", "label", "explanation"]);
}

#[test]
fn a_program_that_fails_pins_no_lists() {
    let folder = Folder::new(&[("throw.js", "require('path'); boom();"), ("bad.list", "run_time\n"), EMPTY]);
    folder.ran(&["list", "--bless", "new.list", "throw.js"]).code(1).out("").err_has("error: the program threw");
    assert!(!folder.path().join("new.list").exists());
    folder.ran(&["list", "throw.js"]).code(1).out_has("run time (").err_has("only what was loaded until then is known");
    check_refused(&folder, &["list", "--against", "new.list", "empty.js"], "make it with --bless");
    check_refused(&folder, &["list", "--against", "bad.list", "empty.js"], "bad.list holds no lists: line 1");
    folder.ran(&["list", "--against", "a", "--bless", "b"]).code(2);
}

// ---- why ---------------------------------------------------------------------------------------------------------

#[test]
fn why_names_every_hop_and_every_other_asker() {
    let folder = Folder::new(&[("app.js", "require('querystring');\n\nrequire('node:querystring');\n")]);
    let document = folder.ran(&["why", "internal/querystring", "--format", "json", "app.js"]).code(0).json();
    check_keys(&document, &["lazuli", "id", "chain", "other_askers"]);
    let chain = document["chain"].as_array().expect("a list");
    assert_eq!(chain.len(), 2, "{chain:?}");
    check_keys(&chain[0], &["from", "to", "edge", "file", "line"]);
    assert_eq!((&chain[0]["to"], &chain[0]["line"]), (&"querystring".into(), &1.into()));
    assert_eq!((&chain[1]["from"], &chain[1]["to"]), (&"querystring".into(), &"internal/querystring".into()));
    let document = folder.ran(&["why", "node:querystring", "--format", "json", "app.js"]).code(0).json();
    assert_eq!(document["other_askers"][0]["line"], 3);
    folder
        .ran(&["why", "querystring", "app.js"])
        .code(0)
        .out_has("querystring: loaded at run time")
        .out_has("app.js:3");
    // What is in the snapshot was asked for while the image was made.
    let document = folder.ran(&["why", "internal/util", "--format", "json"]).code(0).json();
    assert_eq!(document["chain"][0]["from"], "internal/bootstrap/node");
    assert!(!document["other_askers"].as_array().expect("a list").is_empty());
    folder.ran(&["why", "binding fs", "app.js"]).code(0).out_has("binding fs: loaded");
}

#[test]
fn why_refuses_what_is_not_there() {
    let folder = Folder::new(&[SCRIPT, EMPTY]);
    check_refused(
        &folder,
        &["why", "quersytring", "empty.js"],
        "no builtin or binding 'quersytring'; did you mean querystring?",
    );
    check_refused(&folder, &["why", "xyzzy"], "no builtin or binding 'xyzzy'; `lazuli snapshot ls` lists them");
    check_refused(&folder, &["why", "querystring", "empty.js"], "builtin 'querystring' is not loaded by this program");
    check_refused(&folder, &["why", "querystring", "missing.js"], "there is no script 'missing.js'");
}

// ---- cost --------------------------------------------------------------------------------------------------------

#[test]
fn cost_measures_what_is_named() {
    let folder = Folder::new(&[]);
    let document =
        folder.ran(&["cost", "node:querystring", "path", "--samples", "2", "--format", "json"]).code(0).json();
    let modules = document["modules"].as_array().expect("a list");
    assert_eq!(modules.len(), 2);
    for module in modules {
        check_keys(
            module,
            &[
                "id",
                "source_bytes",
                "compile_us",
                "compile_cached_us",
                "compile_eager_us",
                "evaluate_us",
                "cache_bytes",
                "samples",
                "spread_us",
                "error",
            ],
        );
        assert_eq!(module["samples"], 2);
        assert!(module["compile_us"].as_f64().is_some_and(|time| time > 0.0), "{module}");
    }
    assert!(modules[0]["compile_us"].as_f64() >= modules[1]["compile_us"].as_f64());
    let table = folder.ran(&["cost", "path", "--samples", "1"]).code(0).out_has("1 builtin, ").out_has("█");
    assert_eq!(table.err, "", "no progress without a terminal");
    folder.ran(&["cost", "path", "--samples", "1", "--format", "markdown"]).code(0).out_has("| path |");
    check_refused(&folder, &["cost", "pth"], "there is no builtin 'pth'; did you mean path?");
    check_refused(&folder, &["cost", "xyzzy"], "no builtin 'xyzzy'; measure without an id to see every builtin");
    folder.ran(&["cost", "--samples", "0"]).code(2);
}

#[test]
fn cost_says_which_builtin_does_not_compile() {
    let folder = Folder::new(&[("mine/good.js", "exports.x = 1;"), ("mine/bad.js", "exports.x = ;")]);
    let ended = folder.ran(&["cost", "--modules", "mine", "--samples", "1"]).code(0);
    ended.out_has("all 2 builtins").out_has("bad does not compile: ");
    let document = folder.ran(&["cost", "bad", "--modules", "mine", "--samples", "1", "--format=json"]).code(0).json();
    assert!(document["modules"][0]["compile_us"].is_null() && document["modules"][0]["error"].is_string());
}

// ---- report ------------------------------------------------------------------------------------------------------

#[test]
fn report_shows_everything_on_one_page() {
    let folder = Folder::new(&[SCRIPT]);
    folder
        .ran(&["report", "app.js"])
        .code(0)
        .out_has("lazuli report: app.js\nstarted from ")
        .out_has("loaded by the program: ")
        .out_has("app.js:1")
        .out_has("median of 3")
        .out_has("\n  lazuli list --against lazuli.list app.js\n")
        .err_has("printed\n");
    folder.ran(&["report", "--format", "markdown", "app.js"]).code(0).out_has("## next\n\n- `lazuli why ");
    let document = folder.ran(&["report", "--format", "json", "app.js"]).code(0).json();
    assert_eq!(document["exit_code"], 0);
    for list in ["before_pre_execution", "pre_execution", "run_time", "modules"] {
        assert!(document[list].as_array().is_some_and(|list| !list.is_empty()), "{list}");
    }
    check_refused(&folder, &["report", "missing.js"], "there is no script 'missing.js'");
}

// ---- snapshot, and what a start refuses ----------------------------------------------------------------------------

#[test]
fn snapshot_ls_shows_the_members_of_an_image() {
    let folder = Folder::new(&[]);
    std::fs::copy(image(), folder.path().join("x.img")).expect("a copy of the image");
    let document = folder.ran(&["snapshot", "ls", "x.img", "--format", "json"]).code(0).json();
    let member =
        document["members"].as_array().and_then(|members| members.iter().find(|member| member["id"] == "events"));
    let member = member.expect("every start has it");
    check_keys(member, &["id", "kind", "in_snapshot", "source_bytes", "cache_bytes"]);
    assert_eq!(member["in_snapshot"], true);
    folder.ran(&["snapshot", "ls", "x.img"]).code(0).out_has("image of lazuli ").out_has("events ");
}

#[test]
fn an_image_that_cannot_serve_is_refused_in_one_sentence() {
    let folder = Folder::new(&[EMPTY]);
    let good = std::fs::read(image()).expect("the image");
    folder.write("foreign.img", b"GIF89a, surely not an image");
    folder.write("short.img", &good[..good.len() / 3]);
    let mut flipped = good.clone();
    flipped[good.len() / 4] ^= 1;
    folder.write("flipped.img", &flipped);
    folder.write("good.img", &good);
    check_refused(&folder, &["run", "--image", "foreign.img", "empty.js"], "foreign.img is not a lazuli image");
    check_refused(&folder, &["run", "--image", "short.img", "empty.js"], "short.img is cut short");
    check_refused(&folder, &["list", "--image", "flipped.img", "empty.js"], "flipped.img is damaged");
    check_refused(&folder, &["report", "--image", "none.img", "empty.js"], "cannot read image none.img");
    check_refused(&folder, &["snapshot", "ls", "foreign.img"], "foreign.img is not a lazuli image");
    check_refused(
        &folder,
        &["run", "--image", "good.img", "--v8-flags=--expose-gc", "empty.js"],
        "was made for V8 flags",
    );
    folder.ran(&["run", "--image", "good.img", "empty.js"]).code(0).out("");
    // The image in the program does not serve that flag, either; nobody asked for it, so the start does without.
    folder.ran(&["run", "--v8-flags=--expose-gc --no-opt", "-p", "typeof gc"]).code(0).out("function\n");
    check_refused(&folder, &["run", "--v8-flags=--no-such-flag", "empty.js"], "has no flag '--no-such-flag'");
}

#[test]
fn bad_modules_are_refused_with_the_next_step() {
    let folder = Folder::new(&[EMPTY, ("mine/a.js", "")]);
    check_refused(&folder, &["run", "--modules", "nowhere", "empty.js"], "give an existing folder of builtins");
    check_refused(
        &folder,
        &["snapshot", "build", "--modules", "nowhere", "-o", "x.img"],
        "give an existing folder of builtins",
    );
    check_refused(
        &folder,
        &["list", "--modules", "mine", "empty.js"],
        "no entry point 'internal/main/run_main_module'",
    );
}

#[test]
fn wrong_usage_ends_with_two() {
    let folder = Folder::new(&[]);
    for line in [
        &["frobnicate"][..],
        &["run", "--no-such-option"],
        &["why"],
        &["snapshot", "build"],
        &["cost", "--format", "xml"],
        &[],
    ] {
        folder.ran(line).code(2).out("");
    }
    folder.ran(&["--version"]).code(0).out(concat!("lazuli ", env!("CARGO_PKG_VERSION"), "\n"));
    folder.ran(&["run", "--help"]).code(0).out_has("Runs a script").out_has("--expose-internals");
}
