//! Runtimes: several on a thread and on several threads, one inside another, what they leave on the process, and how programs end. The
//! order of their queues has a file of its own.

use std::cell::RefCell;
use std::rc::Rc;

use lazuli::{Binding, Engine, ErrorKind, Layer, Platform, Registry, Runtime, RuntimeOptions, v8};

use crate::support::{self, ChildCase, Script, door, modules};

mod programs;

pub(crate) const CHILD_CASES: &[ChildCase] = &[
    ("silent", silent),
    ("unknown flag", unknown_flag),
    ("late platform", late_platform),
    ("flags", flags),
    ("threads of a platform", threads_of_a_platform),
];

/// Every order of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

const COUNTER: (&str, &str) = ("counter", "'use strict'; exports.count = 0; exports.next = () => ++exports.count;");

#[track_caller]
fn check_count(script: &mut Script, expected: usize) {
    assert_eq!(script.run("host.require('counter').next()"), expected.to_string());
}

#[test]
fn three_runtimes_on_a_thread_are_used_in_turn_and_dropped_in_any_order() {
    let engine = support::engine([modules([COUNTER]), door()]);
    for order in ORDERS {
        let mut all: Vec<Option<Script>> = (0..3)
            .map(|_| Some(Script::of(Runtime::new(&engine, RuntimeOptions::new()).expect("a runtime"))))
            .collect();
        for round in 1..=3 {
            for at in order {
                check_count(all[at].as_mut().expect("alive"), round);
            }
        }
        for (dropped, at) in order.into_iter().enumerate() {
            all[at] = None;
            for survivor in all.iter_mut().flatten() {
                check_count(survivor, 4 + dropped);
                survivor.runtime.with_scope(|scope| scope.low_memory_notification());
            }
        }
        // A new one starts where the others were.
        check_count(&mut Script::of(Runtime::new(&engine, RuntimeOptions::new()).expect("a runtime")), 1);
    }
}

#[test]
fn a_runtime_outlives_what_it_was_made_from() {
    let mut script = {
        let layer = Layer::new("temporary")
            .module_from_string("late", format!("'use strict'; exports.text = '{}';", "x".repeat(100)));
        Script::new([layer])
    };
    // The registry and the engine are held by the runtime alone; the source is read now.
    assert_eq!(script.run("host.require('late').text.length"), "100");
    script.runtime.with_scope(|scope| scope.low_memory_notification());
    assert_eq!(script.run("host.require('late').text.length"), "100");
}

#[test]
fn runtimes_on_several_threads_share_an_engine() {
    let engine = support::engine([Layer::node(), modules([COUNTER]), door()]);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let engine = engine.clone();
            std::thread::spawn(move || {
                for _ in 0..2 {
                    let mut script = Script::of(Runtime::new(&engine, RuntimeOptions::new()).expect("a runtime"));
                    check_count(&mut script, 1);
                    check_count(&mut script, 2);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("it ends well");
    }
}

thread_local! {
    /// The runtime that a callback of another one uses.
    static INNER: RefCell<Option<Script>> = const { RefCell::new(None) };
}

/// Runs a script in the inner runtime; its error becomes a text.
fn run_inner(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let source = args.get(0).to_rust_string_lossy(scope);
    let text = INNER.with_borrow_mut(|inner| {
        let inner = inner.as_mut().expect("the test has put one there");
        inner.runtime.execute_script("inner.js", &source).unwrap_or_else(|error| error.code().to_owned())
    });
    rv.set(lazuli::js::string(scope, &text).into());
}

/// Makes, uses and drops a runtime.
fn make_inner(_: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let mut script = Script::new([modules([COUNTER])]);
    check_count(&mut script, 1);
    rv.set_int32(7);
}

#[test]
fn a_runtime_is_used_from_a_callback_of_another_one() {
    INNER.set(Some(Script::new([modules([COUNTER])])));
    let nested =
        Layer::new("nested").binding(Binding::new("nested").function("run", run_inner).function("make", make_inner));
    let mut outer = Script::new([modules([COUNTER]), nested]);
    outer.run("const { run, make } = host.internalBinding('nested'); const count = \"host.require('counter').next()\"");
    assert_eq!(
        outer.run("[run(count), host.require('counter').next(), run(count), host.require('counter').next()].join()"),
        "1,1,2,2"
    );
    assert_eq!(outer.run("make() + make()"), "14");
    // What the inner one throws is its own, and the outer one's exceptions pass by it.
    assert_eq!(outer.run("run('throw new Error()') + run('syntax error')"), "ERR_BUILTIN_THREWERR_BUILTIN_THREW");
    assert_eq!(outer.outcome("run(count); throw new RangeError()"), "throws RangeError");
    assert_eq!(outer.run("try { [1].map(() => { run(count); throw 1; }) } catch { run(count) }"), "5");
    // Each has its own microtasks.
    outer.run("globalThis.ran = 0; Promise.resolve().then(() => ran++); run('globalThis.ran = 0; Promise.resolve().then(() => ran++)')");
    outer.runtime.with_scope(|scope| scope.perform_microtask_checkpoint());
    assert_eq!(outer.run("`${ran} ${run('ran')}`"), "1 0");
    // The inner one goes first, and the outer one does not notice.
    INNER.set(None);
    check_count(&mut outer, 3);
}

#[test]
fn the_library_writes_nothing_to_its_standard_streams() {
    let (quiet, silent) = (support::child("nothing", &[]), support::child("silent", &[]));
    assert_eq!(silent.code, Some(0), "{silent:?}");
    assert_eq!((silent.stdout, silent.stderr), (quiet.stdout, quiet.stderr));
}

/// What might tempt a library to print: errors of every kind, uncaught ones, a failed start.
fn silent() {
    let failing = [
        ("bad", "'use strict'; throw new Error('bad');"),
        ("broken", "'use strict'; const = 1;"),
        ("internal/main/fails", "throw new Error('main');"),
    ];
    let reports = Rc::new(RefCell::new(0));
    let options = RuntimeOptions::new().record_all_edges().on_uncaught({
        let reports = Rc::clone(&reports);
        move |_| *reports.borrow_mut() += 1
    });
    let mut runtime = Runtime::new(&support::engine([Layer::node(), modules(failing)]), options).expect("a runtime");
    for id in ["bad", "broken", "missing", "util", "fs"] {
        let loaded = runtime.load(id);
        assert_eq!(loaded.is_ok(), matches!(id, "util" | "fs"), "{id}");
    }
    runtime
        .execute_script("s.js", "Promise.reject(new Error('unhandled')); throw new Error('script')")
        .expect_err("it throws");
    runtime.run_main("internal/main/fails").expect("it runs");
    assert_eq!(*reports.borrow(), 1);
    // Without a place to report to, an uncaught error is only an exit code.
    let mut deaf = Runtime::new(&support::engine([modules(failing)]), RuntimeOptions::new()).expect("a runtime");
    assert_eq!(deaf.run_main("internal/main/fails").expect("it runs"), 1);
    let broken = modules([("internal/per_context/primordials", "throw new Error('boot');")]);
    Registry::builder().layer(broken).layer(Layer::node()).build().expect_err("two of one id");
    lazuli::Image::from_vec(vec![1, 2, 3]).expect_err("that is no image");
    Platform::new().flags(["--no-such-flag"]).start().expect_err("it is late");
    drop((runtime, deaf));
}

#[track_caller]
fn check_config_error(result: lazuli::Result<()>, code: &str, words: &[&str]) {
    let error = result.expect_err("it is refused");
    assert_eq!((error.kind(), error.code()), (ErrorKind::Config, code), "{error}");
    for word in words {
        assert!(error.to_string().contains(word), "'{word}' is not in: {error}");
    }
}

fn run_child(case: &str) {
    let child = support::child(case, &[]);
    assert_eq!((child.code, child.told()), (Some(0), vec!["done"]), "{child:?}");
}

#[test]
fn an_unknown_v8_flag_is_an_error_that_names_it() {
    run_child("unknown flag");
}

fn unknown_flag() {
    for flags in [
        &["--no-such-flag"][..],
        &["--expose-gc", "--no-such-flag=5"],
        &["no-such-flag"],
        &["--no_such_flag", "--expose-gc"],
    ] {
        let unknown = flags.iter().find(|flag| flag.contains("such")).expect("one is bad");
        let engine = Engine::builder(Registry::builder().build().expect("empty"))
            .platform(Platform::new().flags(flags.iter().copied()));
        let engine = engine.build().expect("V8 is not asked yet");
        check_config_error(
            Runtime::new(&engine, RuntimeOptions::new()).map(drop),
            "ERR_V8_FLAG",
            &[unknown, v8::VERSION_STRING],
        );
    }
    // Nothing was started, so a good platform still can be.
    support::runtime([]);
    support::tell("done");
}

#[test]
fn another_platform_after_the_first_start_is_an_error_that_names_both() {
    run_child("late platform");
}

fn late_platform() {
    let first = Platform::unprotected().flags(["--expose-gc"]);
    first.start().expect("the first start decides");
    first.start().expect("the same one again is fine");
    first.clone().start().expect("a copy is the same");
    let others = [
        Platform::new(),
        Platform::unprotected(),
        Platform::single_threaded().flags(["--expose-gc"]),
        Platform::unprotected().flags(["--expose-gc", "--stack-size=900"]),
        Platform::unprotected().flags(["--no-such-flag"]),
    ];
    for other in others {
        let words = [first.to_string(), other.to_string()];
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        check_config_error(other.start(), "ERR_PLATFORM_LATE", &words);
        let engine =
            Engine::builder(Registry::builder().build().expect("empty")).platform(other).build().expect("an engine");
        check_config_error(Runtime::new(&engine, RuntimeOptions::new()).map(drop), "ERR_PLATFORM_LATE", &words);
    }
    let engine =
        Engine::builder(Registry::builder().build().expect("empty")).platform(first).build().expect("an engine");
    let mut runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("the first platform serves");
    assert_eq!(runtime.execute_script("s.js", "typeof gc").expect("a script"), "function");
    support::tell("done");
}

#[test]
fn flags_are_in_force_from_the_first_isolate() {
    run_child("flags");
}

fn flags() {
    let platform = Platform::single_threaded().flags(["--expose-gc", "--stack-trace-limit=3"]);
    let engine =
        Engine::builder(Registry::builder().build().expect("empty")).platform(platform).build().expect("an engine");
    for _ in 0..2 {
        let mut runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("a runtime");
        let told = runtime.execute_script(
            "s.js",
            "gc(); (function f(n) { return n ? f(n - 1) : new Error().stack.split('\\n').length })(9)",
        );
        assert_eq!(told.expect("a script"), "4");
    }
    support::tell("done");
}

#[test]
fn a_single_threaded_platform_has_no_helper_threads() {
    run_child("threads of a platform");
}

fn threads_of_a_platform() {
    let threads = || std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
    let before = threads();
    let engine = Engine::builder(Registry::builder().layer(Layer::node()).build().expect("a registry"));
    let engine = engine.platform(Platform::single_threaded()).build().expect("an engine");
    let mut runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("a runtime");
    runtime.execute_script("s.js", "for (let i = 0; i < 1e5; i++) globalThis.kept = { i };").expect("a script");
    runtime.with_scope(|scope| scope.low_memory_notification());
    assert_eq!(threads(), before);
    support::tell("done");
}

#[test]
fn an_error_of_a_script_has_place_code_and_stack() {
    let mut runtime = support::runtime([]);
    let error = runtime
        .execute_script("dir/file.js", "\n\nfunction f() { throw new RangeError('far'); }\nf();")
        .expect_err("it throws");
    assert_eq!((error.kind(), error.code()), (ErrorKind::JavaScript, "ERR_BUILTIN_THREW"));
    assert_eq!(error.to_string(), "dir/file.js threw at dir/file.js:3: RangeError: far");
    let stack = error.stack().expect("it has one");
    assert!(
        stack.starts_with("dir/file.js:3\nfunction f() { throw new RangeError('far'); }\n               ^\n"),
        "{stack}"
    );
    assert!(stack.contains("at f (dir/file.js:3:22)") && stack.contains("at dir/file.js:4:1"), "{stack}");
    for (source, first) in [
        ("throw undefined", "undefined"),
        ("throw 'text'", "text"),
        ("throw { toString() { throw 1 } }", "[object Object]"),
        ("x ==", "SyntaxError: Unexpected end of input"),
    ] {
        let error = runtime.execute_script("s.js", source).expect_err("it throws");
        assert!(error.to_string().ends_with(&format!(": {first}")), "{source}: {error}");
    }
}

#[test]
fn a_bootstrap_script_that_fails_is_named_and_leaves_the_process_usable() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |id: &str, source: &str| {
        let path = folder.path().join(format!("{id}.js"));
        std::fs::create_dir_all(path.parent().expect("below")).expect("writable");
        std::fs::write(path, source).expect("writable");
    };
    write("internal/per_context/primordials", "'use strict';");
    for (source, word) in [
        ("throw new Error('boot');", "Error: boot"),
        ("const = ;", "SyntaxError"),
        ("require('gone');", "gone"),
        ("internalBinding('gone');", "gone"),
    ] {
        write("internal/bootstrap/node", source);
        let engine = support::engine([Layer::node_from(folder.path())]);
        let error = Runtime::new(&engine, RuntimeOptions::new()).map(drop).expect_err("it cannot boot");
        assert_eq!((error.kind(), error.id()), (ErrorKind::JavaScript, Some("internal/bootstrap/node")), "{error}");
        assert!(
            error.to_string().contains("bootstrap script 'internal/bootstrap/node'")
                && error.to_string().contains(word),
            "{error}"
        );
    }
    write("internal/bootstrap/node", "'use strict';");
    support::runtime([Layer::node_from(folder.path())]);
}

#[test]
fn a_full_heap_is_a_typed_error_and_the_runtime_goes_on() {
    let hoard = modules([("hoard", "const all = []; for (;;) all.push(new Array(1e4).fill(all.length));")]);
    let mut runtime =
        Runtime::new(&support::engine([hoard]), RuntimeOptions::new().heap_limit(24 << 20)).expect("it starts");
    for _ in 0..2 {
        let error = runtime.load("hoard").expect_err("the heap is full");
        assert_eq!((error.kind(), error.code()), (ErrorKind::OutOfMemory, "ERR_OUT_OF_MEMORY"), "{error}");
        assert!(!runtime.is_loaded("hoard"));
        assert_eq!(runtime.execute_script("after.js", "1 + 1").expect("it goes on"), "2");
    }
}
