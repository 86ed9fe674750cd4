//! What happens to a key while its own load is under way. V8 aborts the process in most of these cases if nobody prevents it
//! (`ReplaceAccessorWithDataProperty`), so each runs in a child; what counts is exit code 0 and the stated result. Then loads that end in
//! an exception, a termination or a full stack: they store nothing, and the next read works.

use std::cell::RefCell;
use std::sync::mpsc;

use lazuli::{Binding, Layer, v8};

use crate::support::{self, ChildCase, Script, modules};

pub(crate) const CHILD_CASES: &[ChildCase] = &[
    ("used while loading", used_while_loading),
    ("keys of every kind", keys_of_every_kind),
    ("stack overflow while loading", stack_overflow),
];

/// A builtin that meddles with the key it is loaded for: `t.k` of builtin `m`.
struct Case {
    name: &'static str,
    /// The body of `m`, after `exports.k = 1`.
    body: &'static str,
    /// The first read, the second, the attributes then (writable, enumerable, configurable), and whether `m` is loaded.
    expected: &'static str,
}

const fn case(name: &'static str, body: &'static str, expected: &'static str) -> Case {
    Case { name, body, expected }
}

/// `seen` is what the builtin saw of its own key.
const READS: [Case; 16] = [
    case(
        "read, caught",
        "try { t.k; } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case("read", "t.k;", "throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, unloaded"),
    case(
        "read twice, caught",
        "for (let i = 0; i < 2; i++) try { t.k; } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "typeof",
        "try { typeof t.k; } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "spread",
        "try { ({ ...t }); } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "descriptor",
        "try { Object.getOwnPropertyDescriptor(t, 'k'); } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "read on an inheriting object",
        "try { Object.create(t).k; } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "read through a proxy",
        "try { new Proxy(t, {}).k; } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "read by another builtin",
        "require('reads');",
        "throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, unloaded",
    ),
    case(
        "read by another builtin, caught",
        "try { require('reads'); } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "read by the getter of the export",
        "Object.defineProperty(exports, 'k', { get: () => t.k });",
        "throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, loaded",
    ),
    case(
        "names only",
        "seen = ['k' in t, Object.keys(t).includes('k'), Object.hasOwn(t, 'k')].join(' ');",
        "1, 1, true true true, loaded, seen true true true",
    ),
    case("require of itself", "seen = require('m').k;", "1, 1, true true true, loaded, seen 1"),
    case(
        "defined lazily again",
        "internalBinding('util').defineLazyProperties(t, 'm', ['k']);",
        "1, 1, true true true, loaded",
    ),
    case(
        "defined lazily for another export",
        "internalBinding('util').defineLazyProperties(t, { k: 'other' });",
        "\"other\", \"other\", true true true, loaded",
    ),
    case("read of another key", "exports.l = 2; seen = t.l;", "1, 1, true true true, loaded, seen 2"),
];

const REPLACEMENTS: [Case; 22] = [
    case("assignment", "t.k = 2;", "2, 2, true true true, loaded"),
    case("assignment of undefined", "t.k = undefined;", "undefined, undefined, true true true, loaded"),
    case("assignment twice", "t.k = 2; t.k = 3;", "3, 3, true true true, loaded"),
    case("assignment by another builtin", "require('assigns');", "2, 2, true true true, loaded"),
    case("assignment, then a read", "t.k = 2; seen = t.k;", "2, 2, true true true, loaded, seen 2"),
    case(
        "assignment on an inheriting object",
        "const o = Object.create(t); o.k = 2; seen = o.k;",
        "1, 1, true true true, loaded, seen 2",
    ),
    case(
        "assignment, then a throw",
        "t.k = 2; throw new RangeError();",
        "throws RangeError, 2, true true true, unloaded",
    ),
    case("delete", "delete t.k;", "1, 1, true true true, loaded"),
    case("delete, then a read", "delete t.k; seen = t.k;", "1, 1, true true true, loaded, seen undefined"),
    case("delete and assignment", "delete t.k; t.k = 2;", "2, 2, true true true, loaded"),
    case(
        "delete, then a throw",
        "delete t.k; throw new RangeError();",
        "throws RangeError, undefined, absent, unloaded",
    ),
    case(
        "definition of data",
        "Object.defineProperty(t, 'k', { value: 3 });",
        "throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, throws ERR_LAZY_CYCLE, unloaded",
    ),
    case(
        "definition of data, caught",
        "try { Object.defineProperty(t, 'k', { value: 3 }); } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "definition of an accessor, caught",
        "try { Object.defineProperty(t, 'k', { get: () => 4 }); } catch (error) { seen = error.code; }",
        "1, 1, true true true, loaded, seen ERR_LAZY_CYCLE",
    ),
    case(
        "assignment, then hidden data",
        "t.k = 2; Object.defineProperty(t, 'k', { value: 3, enumerable: false });",
        "3, 3, true false true, loaded",
    ),
    case(
        "assignment, then an accessor",
        "t.k = 2; Object.defineProperty(t, 'k', { get: () => 4 });",
        "4, 4, true true true, loaded",
    ),
    case(
        "delete, then an accessor",
        "delete t.k; Object.defineProperty(t, 'k', { get: () => 4, configurable: true });",
        "4, 4, true false true, loaded",
    ),
    case(
        "delete, then a setter alone",
        "delete t.k; Object.defineProperty(t, 'k', { set() {}, configurable: true });",
        "undefined, undefined, true false true, loaded",
    ),
    case(
        "delete, then an accessor that throws",
        "delete t.k; Object.defineProperty(t, 'k', { get() { throw new RangeError(); }, configurable: true });",
        "throws RangeError, throws RangeError, undefined false true, loaded",
    ),
    case(
        "delete, then fixed data",
        "delete t.k; Object.defineProperty(t, 'k', { value: 3 });",
        "throws ERR_LAZY_CYCLE, 3, false false false, loaded",
    ),
    case(
        "delete, then a fixed accessor",
        "delete t.k; Object.defineProperty(t, 'k', { get: () => 4 });",
        "throws ERR_LAZY_CYCLE, 4, undefined false false, loaded",
    ),
    case(
        "assignment under a hostile Object.prototype",
        "t.k = 2; Object.prototype.get = () => 'hostile'; Object.prototype.value = 'hostile';",
        "2, 2, true true true, loaded",
    ),
];

const INTEGRITY: [Case; 8] = [
    case("freeze", "Object.freeze(t);", "1, 1, false true false, loaded"),
    case("seal", "Object.seal(t);", "1, 1, true true false, loaded"),
    case("preventExtensions", "Object.preventExtensions(t);", "1, 1, true true true, loaded"),
    case(
        "freeze and a refused assignment",
        "Object.freeze(t); try { t.k = 2; } catch (error) { seen = error.name; }",
        "1, 1, false true false, loaded, seen TypeError",
    ),
    case("assignment and freeze", "t.k = 2; Object.freeze(t);", "throws ERR_LAZY_CYCLE, 2, false true false, loaded"),
    case("assignment and seal", "t.k = 2; Object.seal(t);", "throws ERR_LAZY_CYCLE, 2, true true false, loaded"),
    case(
        "assignment and preventExtensions",
        "t.k = 2; Object.preventExtensions(t);",
        "throws ERR_LAZY_CYCLE, 2, true true true, loaded",
    ),
    case(
        "delete and preventExtensions",
        "delete t.k; Object.preventExtensions(t);",
        "throws ERR_LAZY_CYCLE, undefined, absent, loaded",
    ),
];

const TARGETS: [(&str, &str); 4] = [
    ("plain object", "({})"),
    ("function", "(function target() {})"),
    (
        "dictionary-mode object",
        "(() => { const t = {}; for (let i = 0; i < 2000; i++) t[`key${i}`] = i; for (let i = 0; i < 1000; i++) delete t[`key${i}`]; return t; })()",
    ),
    ("global object", "globalThis"),
];

fn all_cases() -> impl Iterator<Item = &'static Case> {
    READS.iter().chain(&REPLACEMENTS).chain(&INTEGRITY)
}

/// Runs each case in a child, on every kind of target.
#[track_caller]
fn check_cases(cases: &[Case]) {
    for Case { name, body, expected } in cases {
        let child = support::child_with("used while loading", name);
        let told = child.told();
        let results: Vec<String> = TARGETS.iter().map(|(target, _)| format!("{target}: {expected}")).collect();
        assert_eq!(told, results, "{name}: {body}\n{}\n{}", child.status, child.stderr);
        assert_eq!(child.code, Some(0), "{name}: {}\n{}", child.status, child.stderr);
    }
}

/// The child of one case.
fn used_while_loading() {
    let name = support::argument();
    let Case { body, .. } = all_cases().find(|case| case.name == name).expect("the parent names a case");
    for (target, make) in TARGETS {
        let source = format!("'use strict'; exports.k = 1; {body}");
        let builtins = [
            ("m", source.as_str()),
            ("reads", "'use strict'; t.k;"),
            ("assigns", "'use strict'; t.k = 2;"),
            ("other", "'use strict'; exports.k = 'other';"),
        ];
        let mut script = Script::with_lazies([modules(builtins)]);
        script.run(&format!("let seen = null, t = {make}; host.defineLazyProperties(t, 'm', ['k']); host.defineLazyProperties(t, 'm', ['l'], false)"));
        let attributes = "(() => {
            const found = Object.getOwnPropertyDescriptor(t, 'k');
            return found === undefined ? 'absent' : `${Object.hasOwn(found, 'writable') ? found.writable : undefined} ${found.enumerable} ${found.configurable}`;
        })";
        let show = |text: String| text.trim_start_matches("value ").to_owned();
        let first = show(script.outcome("return t.k"));
        let second = show(script.outcome("return t.k"));
        let attributes = show(script.outcome(&format!("return {attributes}()"))).trim_matches('"').to_owned();
        let loaded = if script.runtime.is_loaded("m") { "loaded" } else { "unloaded" };
        // A builtin that was never asked to look leaves `seen` as null.
        let seen = script.run("seen === null ? '' : `, seen ${seen}`");
        support::tell(format!("{target}: {first}, {second}, {attributes}, {loaded}{seen}"));
    }
}

#[test]
fn a_key_read_while_it_loads_throws_a_cycle_and_never_aborts() {
    check_cases(&READS);
}

#[test]
fn a_key_replaced_while_it_loads_keeps_the_replacement_and_never_aborts() {
    check_cases(&REPLACEMENTS);
}

#[test]
fn a_target_closed_while_its_key_loads_gives_a_defined_result_and_never_aborts() {
    check_cases(&INTEGRITY);
}

/// Keys of every kind that V8 treats apart: names, indices of elements, symbols.
const KEYS: [&str; 11] = [
    "'k'",
    "''",
    "'0'",
    "'7'",
    "'123456789'",
    "'4294967294'",
    "'4294967295'",
    "'-1'",
    "Symbol.iterator",
    "Symbol('own')",
    "'made at run time '.repeat(9)",
];

#[test]
fn a_key_of_every_kind_is_protected_while_it_loads() {
    let child = support::child("keys of every kind", &[]);
    assert_eq!((child.code, child.told()), (Some(0), vec!["done"]), "{child:?}");
}

fn keys_of_every_kind() {
    let table = [
        ("try { t[key]; } catch (error) { seen = error.code; }", "value [1,1,\"ERR_LAZY_CYCLE\"]"),
        ("t[key] = 2;", "value [2,2,null]"),
        ("delete t[key];", "value [1,1,null]"),
        ("delete t[key]; t[key] = 2;", "value [2,2,null]"),
        ("Object.freeze(t);", "value [1,1,null]"),
        ("Object.preventExtensions(t);", "value [1,1,null]"),
        ("t[key];", "throws ERR_LAZY_CYCLE"),
    ];
    for key in KEYS {
        for make in ["({})", "[]", "(function () {})", "globalThis"] {
            for (body, expected) in table {
                let source = format!("'use strict'; exports[key] = 1; {body}");
                let mut script = Script::with_lazies([modules([("m", source.as_str())])]);
                script.run(&format!(
                    "let seen = null, key = {key}, t = {make}; host.defineLazyProperties(t, 'm', [key])"
                ));
                assert_eq!(script.run("key in t"), "true", "{key} of {make}");
                assert_eq!(script.loaded(["m"]), [""; 0], "{key} of {make}");
                assert_eq!(script.outcome("return [t[key], t[key], seen]"), expected, "{key} of {make}: {body}");
            }
        }
    }
    support::tell("done");
}

#[test]
fn the_cases_have_names_of_their_own() {
    let mut names: Vec<&str> = all_cases().map(|case| case.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_cycle_is_told_with_its_path() {
    let builtins = [
        ("a", "'use strict'; exports.k = t.l;"),
        ("b", "'use strict'; exports.l = t.m;"),
        ("c", "'use strict'; exports.m = t.k;"),
    ];
    let mut script = Script::with_lazies([modules(builtins)]);
    script.run("var t = {}; host.defineLazyProperties(t, { k: 'a', l: 'b#l', m: 'c#*' })");
    let told = script.run("try { t.k } catch (error) { error.message }");
    assert!(told.contains("'k'") && told.contains("a -> b#l -> c#* -> a"), "{told}");
    assert_eq!(script.loaded(["a", "b", "c"]), [""; 0]);
    // Entered elsewhere, the same ring is told from there.
    let told = script.run("try { t.m } catch (error) { error.message }");
    assert!(told.contains("'m'") && told.contains("c#* -> a -> b#l -> c#*"), "{told}");
    // The same key of another target is another property.
    let same = [("m", "'use strict'; exports.k = 1; globalThis.seen = u.k;")];
    let mut script = Script::with_lazies([modules(same)]);
    script.run("var t = {}, u = {}; for (const target of [t, u]) host.defineLazyProperties(target, 'm', ['k'])");
    assert_eq!(script.run("[t.k, u.k, seen].join()"), "1,1,1");
}

/// Values to throw; the reader must get each one itself.
const THROWN: [&str; 7] =
    ["new RangeError('x')", "undefined", "null", "0", "'text'", "Symbol('s')", "Object.freeze(new Error())"];

#[test]
fn a_load_that_throws_leaves_the_key_lazy_and_the_error_unchanged() {
    let throwing = "'use strict'; exports.k = { attempt: attempts++ }; if (fail) throw thrown;";
    for (target, make) in TARGETS {
        for thrown in THROWN {
            for close in ["", "Object.freeze(t)", "Object.seal(t)", "Object.preventExtensions(t)"] {
                let what = format!("{thrown} on {target}, {close}");
                let mut script = Script::with_lazies([modules([("m", throwing)])]);
                script.run(&format!("let t = {make}, fail = true, attempts = 0, thrown = {thrown}; host.defineLazyProperties(t, 'm', ['k'])"));
                script.run(close);
                let reads = ["t.k", "Object.getOwnPropertyDescriptor(t, 'k')", "({ ...t })", "Reflect.get(t, 'k')"];
                for read in reads {
                    let same = format!("try {{ {read}; 'no error' }} catch (error) {{ error === thrown }}");
                    assert_eq!(script.run(&same), "true", "{what}, {read}");
                    assert_eq!(script.run("'k' in t && Object.keys(t).includes('k')"), "true", "{what}, {read}");
                    assert_eq!(script.loaded(["m"]), [""; 0], "{what}, {read}");
                }
                assert_eq!(
                    script.run("fail = false; `${t.k.attempt} ${t.k === host.require('m').k}`"),
                    "4 true",
                    "{what}"
                );
                assert_eq!((script.loads("m"), script.run("attempts")), (1, "5".into()), "{what}");
            }
        }
    }
}

#[test]
fn a_load_that_failed_two_levels_down_is_tried_again_from_there() {
    let builtins = [
        ("a", "'use strict'; exports.k = require('b').k;"),
        ("b", "'use strict'; exports.k = target.k;"),
        ("c", "'use strict'; require('fine'); if (fail) throw new Error('deep'); exports.k = { name: 'deep' };"),
        ("fine", "'use strict';"),
    ];
    let mut script = Script::with_lazies([modules(builtins)]);
    script.run("var fail = true, t = {}, target = {}; host.defineLazyProperties(t, 'a', ['k']); host.defineLazyProperties(target, 'c', ['k'])");
    for _ in 0..3 {
        assert_eq!(script.run("try { t.k } catch (error) { error.message }"), "deep");
        assert_eq!(script.loaded(["a", "b", "c", "fine"]), ["fine"]);
    }
    assert_eq!(script.run("fail = false; t.k.name + (t.k === target.k)"), "deeptrue");
    assert_eq!(script.loads("fine"), 1);
}

#[test]
fn keys_that_took_a_value_of_a_load_that_failed_are_lazy_again() {
    let builtins = [
        (
            "m",
            "'use strict'; exports.k = {}; exports.l = {}; globalThis.dead = t.l; require('n'); if (fail) throw new Error('late');",
        ),
        ("n", "'use strict'; exports.n = { l: t.l, ofM: require('m').k }; globalThis.deadToo = u.n;"),
    ];
    for close in ["", "Object.seal(other)"] {
        let mut script = Script::with_lazies([modules(builtins)]);
        script.run(&format!(
            "var fail = true, t = {{}}, u = {{}}, other = {{}}; host.defineLazyProperties(t, 'm', ['k', 'l'], false);
            host.defineLazyProperties(u, 'n', ['n']); {close}"
        ));
        for _ in 0..2 {
            assert_eq!(script.outcome("t.k"), "throws Error");
            assert_eq!(script.loaded(["m", "n"]), [""; 0]);
        }
        script.run("fail = false; var first = dead, firstToo = deadToo");
        assert_eq!(script.run("t.k; [t.l === host.require('m').l, t.l !== first, u.n === host.require('n').n, u.n !== firstToo].join()"), "true,true,true,true");
        assert_eq!(script.run("Object.keys(t).length + Object.keys(u).length"), "1", "each is as enumerable as it was");
    }
    // What was changed since is somebody's own.
    let mut script = Script::with_lazies([modules([(
        "m",
        "'use strict'; exports.k = {}; exports.l = {}; t.l; t.l = 'own'; if (fail) throw new Error('late');",
    )])]);
    script.run("var fail = true, t = {}; host.defineLazyProperties(t, 'm', ['k', 'l'])");
    assert_eq!(script.outcome("t.k"), "throws Error");
    assert_eq!(script.run("t.l"), "own");
}

thread_local! {
    /// Where a running builtin of this thread says that it has come to its end.
    static READY: RefCell<Option<mpsc::Sender<()>>> = const { RefCell::new(None) };
}

fn ready(_: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    READY.with_borrow(|sender| sender.as_ref().map(|sender| sender.send(())));
}

fn terminate(scope: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {
    scope.terminate_execution();
}

fn signals() -> Layer {
    Layer::new("signals").binding(Binding::new("signals").function("ready", ready).function("terminate", terminate))
}

/// The ways a load is asked for when it is cut short.
const ASKS: [&str; 5] = [
    "t.k",
    "Object.getOwnPropertyDescriptor(t, 'k')",
    "({ ...t }).k",
    "host.require('m').k",
    "host.require('reads').k",
];

/// A load is terminated from outside; nothing is stored, no script can catch it, and the next read works.
#[track_caller]
fn check_terminated(body: &str, ask: &str, make: &str) {
    let what = format!("{body}, {ask}, {make}");
    let source = format!("'use strict'; exports.k = {{ name: 'k' }}; if (globalThis.cut) {{ {body} }}");
    let builtins = [
        ("m", source.as_str()),
        ("reads", "'use strict'; exports.k = t.k;"),
        ("loops", "'use strict'; internalBinding('signals').ready(); for (;;) {}"),
    ];
    let mut script = Script::with_lazies([modules(builtins), signals()]);
    script.run(&format!("var cut = true, t = {make}, caught = 0; host.defineLazyProperties(t, 'm', ['k'])"));
    let handle = script.runtime.with_scope(|scope| scope.thread_safe_handle());
    // A load that ended well before the termination took effect is not cut short a second time.
    let rounds = if body.ends_with(".terminate();") { 1 } else { 2 };
    for _ in 0..rounds {
        let (sender, receiver) = mpsc::channel();
        READY.set(Some(sender));
        let watcher = std::thread::spawn({
            let handle = handle.clone();
            // Ends, too, when the sender is dropped.
            move || receiver.recv().map(|()| handle.terminate_execution())
        });
        let asked = format!(
            "try {{ {ask}; for (let i = 0; i < 1e6; i++); }} catch {{ caught++ }} finally {{ caught++ }} 'went on'"
        );
        let error = script.runtime.execute_script("test.js", &asked).expect_err("it is terminated");
        assert_eq!(error.code(), "ERR_TERMINATED", "{what}: {error:?}");
        READY.set(None);
        watcher.join().expect("the watcher ends").ok();
        script.runtime.with_scope(|scope| scope.cancel_terminate_execution());
        assert_eq!(script.run("caught"), "0", "{what}: a termination is no exception");
        assert_eq!(script.run("'k' in t"), "true", "{what}");
    }
    assert_eq!(
        script
            .run(&format!("cut = false; `${{t.k.name}} ${{host.require('m').k === t.k}} ${{({ask}) !== undefined}}`")),
        "k true true",
        "{what}"
    );
    assert_eq!(script.loads("m"), 1, "{what}");
}

#[test]
fn a_load_that_is_terminated_stores_nothing_and_can_be_repeated() {
    let bodies = [
        // From another thread, while it runs.
        "internalBinding('signals').ready(); for (;;) {}",
        // The same, in a builtin it needs.
        "require('loops');",
        // At once, with more to run.
        "internalBinding('signals').terminate(); for (;;) {}",
        // In its last statement, so that the load itself ends well.
        "internalBinding('signals').terminate();",
    ];
    for body in bodies {
        for ask in ASKS {
            check_terminated(body, ask, "({})");
        }
        check_terminated(body, "t.k", "globalThis");
        check_terminated(body, "t.k", "(function () {})");
    }
}

#[test]
fn a_load_that_overflows_the_stack_stores_nothing_and_can_be_repeated() {
    let child = support::child("stack overflow while loading", &[]);
    assert_eq!((child.code, child.told()), (Some(0), vec!["done"]), "{child:?}");
}

/// Tries a read at every depth near the end of the stack: each either fails with a `RangeError` or gives the value.
fn stack_overflow() {
    let deep = "'use strict'; exports.k = { name: 'k' };
        const nest = (depth) => (depth === 0 ? 0 : 1 + nest(depth - 1)); nest(50); require('needed');";
    for (target, make) in TARGETS {
        for ask in ASKS {
            let builtins = [
                ("m", deep),
                ("needed", "'use strict'; (() => (() => (() => 1)())())();"),
                ("reads", "'use strict'; exports.k = t.k;"),
            ];
            let mut script = Script::with_lazies([modules(builtins)]);
            script.run(&format!("var t = {make}; host.defineLazyProperties(t, 'm', ['k'])"));
            let tries = format!(
                "var results = [], errors = [];
                function attempt() {{
                    try {{
                        attempt();
                    }} catch (error) {{
                        if (!(error instanceof RangeError)) errors.push(String(error));
                        const got = {ask};
                        results.push(got === undefined ? 'undefined' : 'value');
                    }}
                }}
                attempt();
                host.show([results, errors, t.k.name])"
            );
            let told = script.run(&tries);
            assert_eq!(told, "[[\"value\"],[],\"k\"]", "{ask} on {target}");
            assert_eq!(script.loads("m"), 1, "{ask} on {target}");
        }
    }
    support::tell("done");
}
