//! Programs: the order of ticks, microtasks, timers and immediates, what keeps a program alive, exit codes, and where uncaught errors go.
//!
//! They start from an entry point of their own: the entry points of the embedded layer that read files need the resolver of the program
//! `lazuli`.

use std::cell::RefCell;
use std::rc::Rc;

use lazuli::{ErrorKind, Layer, Runtime, RuntimeOptions};

use crate::support::{self, door, modules};

/// Runs the option `source` as a user's script.
const ENTRY: (&str, &str) = (
    "internal/main/test_entry",
    "'use strict';
    require('internal/process/pre_execution').prepareMainThreadExecution(false, false);
    internalBinding('builtins').runScriptInThisContext(internalBinding('options').getOptions().source, 'main.js');",
);

/// How a program ended.
struct Ended {
    runtime: Runtime,
    code: i32,
    /// What went to `on_uncaught`, each as its first line.
    reports: Vec<String>,
}

#[track_caller]
fn run(source: &str) -> Ended {
    let engine = support::engine([Layer::node(), modules([ENTRY]), door()]);
    let reports = Rc::new(RefCell::new(Vec::new()));
    let options = RuntimeOptions::new().argv(["test", "main.js"]).option("source", source).on_uncaught({
        let reports = Rc::clone(&reports);
        move |error| reports.borrow_mut().push(error.to_string())
    });
    let mut runtime = Runtime::new(&engine, options).expect("a runtime");
    let code = runtime.run_main(ENTRY.0).expect("the entry point is there");
    let reports = reports.borrow().clone();
    Ended { runtime, code, reports }
}

/// The order in which a program writes to `log`.
#[track_caller]
fn check_order(source: &str, expected: &str) {
    let mut ended = run(&format!("globalThis.log = []; {source}"));
    assert_eq!((ended.code, ended.reports.as_slice()), (0, &[] as &[String]), "{source}");
    assert_eq!(ended.runtime.execute_script("test.js", "log.join(' ')").expect("a script"), expected, "{source}");
}

/// The exit code of a program, and the errors that were reported.
#[track_caller]
fn check_end(source: &str, code: i32, reports: &[&str]) {
    let ended = run(source);
    assert_eq!(ended.code, code, "{source}: {:?}", ended.reports);
    let told: Vec<&str> =
        ended.reports.iter().map(|report| report.rsplit_once(": ").map_or(report.as_str(), |(_, last)| last)).collect();
    assert_eq!(told, reports, "{source}: {:?}", ended.reports);
}

#[test]
fn ticks_run_before_microtasks_and_both_before_timers() {
    check_order(
        "setTimeout(() => log.push('timeout'), 1); Promise.resolve().then(() => log.push('micro'));
        process.nextTick(() => log.push('tick')); queueMicrotask(() => log.push('micro2')); log.push('sync')",
        "sync tick micro micro2 timeout",
    );
    check_order(
        "Promise.resolve().then(() => { log.push('m1'); process.nextTick(() => log.push('t2')); }).then(() => log.push('m2'));
        process.nextTick(() => { log.push('t1'); Promise.resolve().then(() => log.push('m3')); process.nextTick(() => log.push('t3')); })",
        "t1 t3 m1 m3 m2 t2",
    );
}

#[test]
fn the_queues_are_drained_between_two_callbacks_of_one_turn() {
    let body = |name: &str| {
        format!(
            "() => {{ log.push('{name}'); process.nextTick(() => log.push('{name}t')); Promise.resolve().then(() => log.push('{name}m')); }}"
        )
    };
    let (a, b) = (body("a"), body("b"));
    check_order(&format!("setImmediate({a}); setImmediate({b})"), "a at am b bt bm");
    check_order(&format!("setTimeout({a}, 1); setTimeout({b}, 1)"), "a at am b bt bm");
}

#[test]
fn timers_run_by_the_time_they_are_due_and_then_by_age() {
    check_order(
        "for (const [name, after] of [['d', 8], ['b', 4], ['a', 1], ['c', 4]]) setTimeout(() => log.push(name), after)",
        "a b c d",
    );
    check_order("setTimeout((...args) => log.push(...args), 1, 'x', 'y')", "x y");
    check_order("setImmediate((...args) => log.push(...args), 'x', 'y')", "x y");
    // An immediate made by an immediate waits for the next turn.
    check_order(
        "setImmediate(() => { log.push(1); setImmediate(() => log.push(3)); }); setImmediate(() => log.push(2))",
        "1 2 3",
    );
    check_order("const t = setInterval(() => { log.push('i'); if (log.length === 3) clearInterval(t); }, 1)", "i i i");
    check_order(
        "clearTimeout(setTimeout(() => log.push('never'), 1)); clearImmediate(setImmediate(() => log.push('never')))",
        "",
    );
}

#[test]
fn what_is_unreferenced_does_not_keep_a_program_alive() {
    check_order("setTimeout(() => log.push('never'), 1e6).unref(); setImmediate(() => log.push('never')).unref()", "");
    check_order("setInterval(() => log.push('never'), 1e6).unref(); setTimeout(() => log.push('last'), 2)", "last");
    check_order("const t = setTimeout(() => log.push('ran'), 1).unref(); t.ref()", "ran");
}

#[test]
fn before_exit_may_go_on_and_exit_may_not() {
    check_order(
        "let rounds = 0; process.on('beforeExit', () => { log.push('before'); if (rounds++ < 2) setImmediate(() => log.push('more')); });
        process.on('exit', () => { log.push('exit'); setImmediate(() => log.push('never')); process.nextTick(() => log.push('never')); })",
        "before more before more before exit",
    );
    check_order(
        "process.on('exit', (code) => log.push(code)); process.on('beforeExit', (code) => log.push(code))",
        "0 0",
    );
}

#[test]
fn a_program_ends_with_the_code_it_chose() {
    let table = [
        ("", 0),
        ("process.exitCode = 3", 3),
        ("process.exit(5)", 5),
        ("process.exit()", 0),
        ("process.exitCode = 4; process.exit()", 4),
        ("process.exitCode = 4; process.exit(6)", 6),
        ("process.on('exit', () => { process.exitCode = 9; })", 9),
        ("process.on('exit', () => process.exit(8)); process.exit(2)", 8),
        ("process.reallyExit(6)", 6),
        ("const exit = process.reallyExit; exit(6); exit(7)", 6),
        ("[6, 7].map(process.reallyExit)", 6),
        ("setTimeout(() => process.exit(2), 1); setInterval(() => {}, 1e6)", 2),
        ("setImmediate(() => { process.exitCode = 7; })", 7),
        ("process.nextTick(() => process.exit(11))", 11),
        ("Promise.resolve().then(() => process.exit(12))", 12),
        ("try { process.exit(13) } catch { process.exit(14) } finally { process.exit(15) }", 13),
        ("process.exit(1); throw new Error('never')", 1),
        ("for (;;) process.exit(16)", 16),
        ("[1].forEach(() => process.exit(17))", 17),
    ];
    for (source, code) in table {
        check_end(source, code, &[]);
    }
}

#[test]
fn nothing_runs_after_an_exit_and_the_runtime_can_be_asked() {
    let mut ended = run(
        "globalThis.log = []; setTimeout(() => log.push('timeout'), 1); setImmediate(() => log.push('immediate'));
        process.nextTick(() => log.push('tick')); Promise.resolve().then(() => log.push('micro'));
        process.on('exit', () => log.push('exit')); try { process.exit(3); } finally { log.push('finally'); } log.push('after')",
    );
    assert_eq!(ended.code, 3);
    assert_eq!(ended.runtime.execute_script("test.js", "log.join(' ')").expect("a script"), "exit");
    assert!(!ended.runtime.inventory().loads.is_empty());
}

#[test]
fn an_error_that_nobody_caught_is_reported_once_and_ends_the_program() {
    let table: [(&str, i32, &[&str]); 18] = [
        ("throw new Error('top')", 1, &["top"]),
        ("throw 'text'", 1, &["text"]),
        ("throw undefined", 1, &["undefined"]),
        ("throw null", 1, &["null"]),
        ("syntax error", 1, &["Unexpected identifier 'error'"]),
        ("process.exitCode = 3; throw new Error('coded')", 1, &["coded"]),
        (
            "setTimeout(() => { throw new Error('timer'); }, 1); setTimeout(() => { process.exitCode = 99; }, 3)",
            1,
            &["timer"],
        ),
        ("setImmediate(() => { throw new Error('immediate'); })", 1, &["immediate"]),
        ("process.nextTick(() => { throw new Error('tick'); })", 1, &["tick"]),
        ("queueMicrotask(() => { throw new Error('micro'); })", 1, &["micro"]),
        ("Promise.reject(new Error('rejected'))", 1, &["rejected"]),
        ("(async () => { await null; throw new Error('async'); })()", 1, &["async"]),
        ("process.on('exit', () => { process.exitCode = 9; }); throw new Error('with exit')", 9, &["with exit"]),
        ("process.on('uncaughtException', () => {}); throw new Error('handled')", 0, &[]),
        (
            "process.on('uncaughtException', () => { process.exitCode = 5; }); setImmediate(() => { throw new Error('handled'); })",
            5,
            &[],
        ),
        (
            "process.on('uncaughtException', () => { throw new Error('second'); }); throw new Error('first')",
            7,
            &["second"],
        ),
        ("process.on('unhandledRejection', () => {}); Promise.reject(new Error('handled'))", 0, &[]),
        ("process.setUncaughtExceptionCaptureCallback(() => {}); throw new Error('captured')", 0, &[]),
    ];
    for (source, code, reports) in table {
        check_end(source, code, reports);
    }
    // A rejection that is handled before the queues are empty is none.
    check_end("const p = Promise.reject(new Error('late')); process.nextTick(() => p.catch(() => {}))", 0, &[]);
}

#[test]
fn the_queues_go_on_after_a_handled_error() {
    check_order(
        "process.on('uncaughtException', (error) => log.push(error.message));
        setImmediate(() => { process.nextTick(() => log.push('tick')); throw new Error('one'); }); setImmediate(() => log.push('two'));
        process.nextTick(() => { throw new Error('zero'); }); process.nextTick(() => log.push('after'))",
        // As in Node, the rest of a queue comes before the ticks of the callback that threw.
        "zero after one two tick",
    );
}

#[test]
fn an_uncaught_error_is_told_with_its_place_and_stack() {
    let engine = support::engine([modules([(
        "internal/main/fails",
        "'use strict';\n\nfunction f() { throw new TypeError('here'); }\nf();",
    )])]);
    let told = Rc::new(RefCell::new(Vec::new()));
    let options = RuntimeOptions::new().on_uncaught({
        let told = Rc::clone(&told);
        move |error| {
            told.borrow_mut().push((error.kind(), error.to_string(), error.stack().unwrap_or_default().to_owned()))
        }
    });
    let mut runtime = Runtime::new(&engine, options).expect("a runtime");
    assert_eq!(runtime.run_main("internal/main/fails").expect("it runs"), 1);
    let told = told.borrow();
    let [(kind, sentence, stack)] = told.as_slice() else { panic!("one error: {told:?}") };
    assert_eq!(*kind, ErrorKind::JavaScript);
    assert!(sentence.contains("threw at node:internal/main/fails:3: TypeError: here"), "{sentence}");
    assert!(
        stack.contains("node:internal/main/fails:3\nfunction f()")
            && stack.contains("at f (node:internal/main/fails:3:"),
        "{stack}"
    );
    assert!(!runtime.is_loaded("internal/main/fails"));
}

#[test]
fn an_unknown_entry_point_is_an_error_with_close_names() {
    let mut runtime = support::runtime([modules([("internal/main/run", "")])]);
    let error = runtime.run_main("internal/main/rum").expect_err("there is none");
    assert_eq!((error.code(), error.id()), ("ERR_UNKNOWN_BUILTIN_MODULE", Some("internal/main/rum")));
    assert!(error.to_string().contains("did you mean internal/main/run?"), "{error}");
    assert_eq!(runtime.run_main("internal/main/run").expect("it runs"), 0);
}

#[test]
fn a_program_without_the_node_layer_has_microtasks_and_an_end() {
    let source = "'use strict'; globalThis.log = []; Promise.resolve().then(() => log.push('micro')).then(() => log.push('micro2')); log.push('main');";
    let mut runtime = support::runtime([modules([("internal/main/run", source)])]);
    assert_eq!(runtime.run_main("internal/main/run").expect("it runs"), 0);
    assert_eq!(runtime.execute_script("test.js", "log.join(' ')").expect("a script"), "main micro micro2");
}

#[test]
fn the_phases_of_a_program_part_its_loads() {
    use lazuli::inventory::{List, Phase};
    let ended = run("host = undefined; globalThis.util = process.getBuiltinModule?.('querystring')");
    let inventory = ended.runtime.inventory();
    for list in [List::BeforePreExecution, List::PreExecution] {
        assert!(inventory.list(list).next().is_some(), "{}", list.name());
    }
    let entry = inventory.find(ENTRY.0).expect("it is loaded");
    assert_eq!((entry.phase, entry.list()), (Phase::PreExecution, List::PreExecution));
    if let Some(load) = inventory.find("querystring") {
        assert_eq!(load.phase, Phase::RunTime);
    }
}

#[test]
fn a_program_given_as_text_needs_no_resolver_for_builtins() {
    let engine = support::engine([Layer::node()]);
    let source = "const { basename } = require('node:path'); globalThis.told = [basename('/a/b'), __filename, typeof module].join();
        try { require('internal/util'); } catch (error) { told += `,${error.code}`; } process.exitCode = 4;";
    let options = RuntimeOptions::new().argv(["test"]).option("evalSource", source);
    let mut runtime = Runtime::new(&engine, options).expect("a runtime");
    assert_eq!(runtime.run_main("internal/main/eval_string").expect("it is there"), 4);
    let told = runtime.execute_script("test.js", "told").expect("a script");
    assert!(told.starts_with("b,[eval],object,"), "{told}");
    assert!(!told.contains("undefined"), "an internal builtin is not for users: {told}");
}

#[test]
fn a_runtime_can_be_dropped_with_whatever_its_program_left_open() {
    let ended = run("const v8 = process.getBuiltinModule('v8');
        globalThis.open = [new v8.Serializer(), new v8.Deserializer(new Uint8Array(9)), new v8.GCProfiler(), new v8.GCProfiler()];
        open[0].writeHeader();
        open[0].writeValue(open);
        open[2].start();
        open[3].start();
        v8.promiseHooks.onInit(() => {});
        process.getBuiltinModule('vm').createContext({});");
    assert_eq!((ended.code, ended.reports.as_slice()), (0, &[] as &[String]));
    drop(ended);
}
