//! The loader: one load and one identity, partial exports in cycles as in Node, failed loads undone whichever way they were asked for, the
//! asker of each load, and bindings. That nothing user code does reaches the inside has a file of its own.

use lazuli::inventory::{Edge, Kind};
use lazuli::{Binding, Layer, v8};

use crate::support::{Script, bindings_only, modules};

mod isolation;

/// The text of a script over builtins, given as id and source.
#[track_caller]
fn check_script(builtins: &[(&str, &str)], script: &str, expected: &str) {
    let mut session = Script::new([modules(builtins.iter().copied())]);
    assert_eq!(session.run(script), expected, "{script}");
}

/// Who asked for a builtin or binding.
#[track_caller]
fn check_cause(script: &Script, id: &str, from: &str, edge: Edge, file: &str, line: u32) {
    let inventory = script.runtime.inventory();
    let load = inventory.find(id).unwrap_or_else(|| panic!("{id} is not loaded"));
    let cause = load.cause.as_ref().unwrap_or_else(|| panic!("nobody asked for {id}"));
    let found = (cause.from.as_str(), cause.edge, cause.file.as_deref(), cause.line);
    assert_eq!(found, (from, edge, Some(file), Some(line)), "{id}");
}

/// The user code a builtin asked on behalf of.
#[track_caller]
fn check_user(script: &Script, id: &str, expected: Option<(&str, u32)>) {
    let inventory = script.runtime.inventory();
    let cause =
        inventory.find(id).and_then(|load| load.cause.as_ref()).unwrap_or_else(|| panic!("nobody asked for {id}"));
    assert_eq!(cause.user.as_ref().map(|user| (user.file.as_str(), user.line)), expected, "{id}");
}

#[test]
fn a_builtin_runs_once_and_has_one_identity() {
    let counting = "'use strict'; globalThis.runs = (globalThis.runs ?? 0) + 1; exports.self = exports;";
    let builtins = [("counted", counting), ("asker", "'use strict'; exports.counted = require('counted');")];
    let mut script = Script::new([modules(builtins).alias("other", "counted").alias("third", "other")]);
    script.runtime.load("counted").expect("it loads");
    script.runtime.load("third").expect("loading again does nothing");
    let same = "const { require } = host; const { counted } = require('asker');
        [require('counted'), require('other'), require('third'), counted, counted.self].every((exports) => exports === counted)";
    assert_eq!(script.run(same), "true");
    assert_eq!(script.run("runs"), "1");
    assert_eq!(script.loads("counted"), 1);
    assert!(script.runtime.is_loaded("other"), "an alias is loaded when its builtin is");
}

#[test]
fn two_runtimes_share_sources_and_nothing_else() {
    let engine =
        crate::support::engine([modules([("counter", "'use strict'; exports.count = 0;")]), crate::support::door()]);
    let start = || Script::of(lazuli::Runtime::new(&engine, lazuli::RuntimeOptions::new()).expect("a runtime"));
    let (mut one, mut other) = (start(), start());
    assert_eq!(one.run("host.require('counter').count += 5"), "5");
    assert_eq!(other.run("host.require('counter').count += 1"), "1");
    assert_eq!(one.run("host.require('counter').count"), "5");
}

#[test]
fn exports_are_what_the_module_leaves_as_in_node() {
    let builtins = [
        ("object", "exports.a = 1;"),
        ("replaced", "exports.lost = 1; module.exports = function whole() {};"),
        ("primitive", "module.exports = 42;"),
        ("nothing", "module.exports = undefined;"),
        ("returns", "exports.kept = 1; return { ignored: 1 };"),
        ("internal/bootstrap/script", "return { kept: 2 };"),
        ("internal/bootstrap/silent", "globalThis.ran = true;"),
        (
            "module",
            "exports.shape = [typeof module.id, module.id, module.loaded, module.exports === exports, require.name].join();",
        ),
    ];
    let table = [
        ("object", "value {\"a\":1}"),
        ("replaced", "value function whole"),
        ("primitive", "value 42"),
        ("nothing", "value undefined"),
        ("returns", "value {\"kept\":1}"),
        ("internal/bootstrap/script", "value {\"kept\":2}"),
        ("internal/bootstrap/silent", "value {}"),
        ("module", "value {\"shape\":\"string,module,false,true,require\"}"),
    ];
    let mut script = Script::new([modules(builtins)]);
    for (id, expected) in table {
        assert_eq!(script.outcome(&format!("return host.require('{id}')")), expected, "{id}");
    }
}

#[test]
fn a_cycle_hands_out_partial_exports_as_node_does() {
    // The example of Node's documentation of cycles.
    let builtins = [
        (
            "a",
            "exports.done = false; const b = require('b'); exports.sawB = b.done; exports.done = true; exports.b = b;",
        ),
        (
            "b",
            "exports.done = false; const a = require('a'); exports.sawA = a.done; exports.done = true; exports.a = a;",
        ),
    ];
    let script = "const a = host.require('a'), b = host.require('b'); host.show([a.sawB, b.sawA, a.done, b.done, a.b === b, b.a === a])";
    check_script(&builtins, script, "[true,false,true,true,true,true]");

    // Whoever asked during the cycle keeps the object that `module.exports` replaced later.
    let replaced = [
        ("a", "exports.early = 1; const b = require('b'); module.exports = { late: 2, b };"),
        ("b", "exports.a = require('a');"),
    ];
    check_script(
        &replaced,
        "const a = host.require('a'); host.show([a.late, a.early, a.b.a])",
        "[2,null,{\"early\":1}]",
    );

    // A module that asks for itself.
    check_script(&[("self", "exports.same = require('self') === exports;")], "host.require('self').same", "true");

    // A cycle of three, entered at each point.
    let ring = ["a", "b", "c"].map(|id| {
        let next = match id {
            "a" => "b",
            "b" => "c",
            _ => "a",
        };
        (id, format!("exports.id = '{id}'; exports.next = require('{next}');"))
    });
    for entry in ["a", "b", "c"] {
        let builtins: Vec<_> = ring.iter().map(|(id, source)| (*id, source.as_str())).collect();
        let walk =
            format!("const at = host.require('{entry}'); at.next.next.next === at && at.next.id + at.next.next.id");
        let expected = match entry {
            "a" => "bc",
            "b" => "ca",
            _ => "ab",
        };
        check_script(&builtins, &walk, expected);
    }
}

/// The ways a load can be asked for. Each is a script that ends in the load of `bad`, whichever builtin it runs through.
const WAYS: [(&str, &str); 5] = [
    ("require at the top of a builtin", "host.require('asker')"),
    ("require inside a function", "host.require('late').go()"),
    ("require on behalf of a user", "host.internalBinding('builtins').requireBuiltin('bad')"),
    ("lazy property", "(globalThis.target ??= host.require('lazy').target).value"),
    ("lazy property of a builtin's top", "host.require('reader')"),
];

const ASKERS: [(&str, &str); 6] = [
    ("asker", "'use strict'; exports.bad = require('bad');"),
    ("late", "'use strict'; exports.go = () => require('bad');"),
    (
        "lazy",
        "'use strict'; exports.target = {}; internalBinding('util').defineLazyProperties(exports.target, { value: 'bad#value' });",
    ),
    ("reader", "'use strict'; exports.value = require('lazy').target.value;"),
    ("dependency", "'use strict'; exports.fine = true;"),
    ("deep", "'use strict'; require('dependency'); exports.value = require('bad').value;"),
];

/// A load of `bad` that fails, asked for in every way: the asker sees the error, nothing is left of the load, what `bad` had loaded before
/// stays, the second try fails alike, and where a later try can succeed it does.
#[track_caller]
fn check_failure(source: &str, error: &str, can_succeed: bool) {
    for (way, ask) in WAYS {
        let builtins = ASKERS.into_iter().chain([("bad", source)]);
        let mut script = Script::with_lazies([modules(builtins)]);
        script.run("globalThis.fail = true");
        for attempt in ["first", "second"] {
            let told = script.run(&format!(
                "try {{ {ask}; 'no error' }} catch (error) {{ `${{error.code ?? error.name}}: ${{error.message}}` }}"
            ));
            assert!(told.contains(error), "{way}, {attempt} try: '{told}' is not '{error}'");
            assert_eq!(script.loaded(["bad", "asker", "reader"]), [""; 0], "{way}, {attempt} try");
            assert_eq!(
                (script.loads("bad"), script.loads("asker")),
                (0, 0),
                "{way}, {attempt} try: a failed load is in no list"
            );
            let message = script.runtime.load("bad").expect_err("the host sees it, too").to_string();
            assert!(
                message.contains("'bad'") && message.contains(error.split(": ").last().unwrap_or(error)),
                "{way}: {message}"
            );
        }
        if source.contains("require('dependency')") {
            assert_eq!(script.loaded(["dependency"]), ["dependency"], "{way}: what did load stays");
            assert_eq!(script.loads("dependency"), 1, "{way}: it is loaded once");
        }
        if can_succeed {
            assert_eq!(
                script.run(&format!("fail = false; {ask}; host.require('bad').value")),
                "42",
                "{way}, third try"
            );
            assert_eq!((script.loads("bad"), script.run("runs")), (1, "1".into()), "{way}, third try");
        }
    }
}

const LAST_LINE: &str = "exports.value = 42; globalThis.runs = (globalThis.runs ?? 0) + 1;";

#[test]
fn a_builtin_that_throws_is_unloaded_and_can_be_loaded_later() {
    let throwing = "'use strict'; require('dependency'); if (globalThis.fail) throw new TypeError('not yet');";
    check_failure(&format!("{throwing}{LAST_LINE}"), "TypeError: not yet", true);
    // With exports already there, which must not come back.
    let late = "'use strict'; if ('value' in exports) throw 1; exports.value = 1; if (globalThis.fail) throw new Error('late');";
    check_failure(&format!("{late}{LAST_LINE}"), "Error: late", true);
}

#[test]
fn a_builtin_that_does_not_compile_fails_alike_each_time() {
    check_failure("'use strict'; const broken = ;", "SyntaxError: Unexpected token ';'", false);
    check_failure("'use strict'; return; }", "SyntaxError: Unexpected token '}'", false);
}

#[test]
fn a_builtin_that_asks_for_an_unknown_one_fails_with_a_hint() {
    let source = "'use strict'; require('dependency'); require('dependenci');";
    let error = "ERR_UNKNOWN_BUILTIN_MODULE: No such built-in module: dependenci; did you mean dependency";
    check_failure(source, error, false);
}

#[test]
fn a_builtin_whose_dependency_throws_falls_with_it() {
    for (way, ask) in WAYS {
        let failing =
            "'use strict'; require('dependency'); if (globalThis.fail) throw new Error('inner'); exports.value = 42;";
        let outer = "'use strict'; exports.value = require('inner').value;";
        let builtins = ASKERS.into_iter().chain([("bad", outer), ("inner", failing)]);
        let mut script = Script::with_lazies([modules(builtins)]);
        script.run("globalThis.fail = true");
        assert_eq!(script.outcome(ask), "throws Error", "{way}");
        assert_eq!(script.loaded(["bad", "inner", "dependency"]), ["dependency"], "{way}");
        assert_eq!(script.run(&format!("fail = false; {ask}; host.require('bad').value")), "42", "{way}");
    }
}

#[test]
fn a_cycle_that_fails_falls_as_a_whole_and_can_be_loaded_later() {
    // `b` finishes with the partial exports of `a` in its hands; when `a` throws, they are dead.
    let builtins = [
        (
            "a",
            "'use strict'; exports.b = require('b'); exports.c = require('c'); if (globalThis.fail) throw new Error('a'); exports.done = true;",
        ),
        ("b", "'use strict'; exports.a = require('a');"),
        ("c", "'use strict'; exports.b = require('b'); require('free');"),
        ("free", "'use strict';"),
    ];
    for entry in ["a", "b", "c"] {
        let mut script = Script::new([modules(builtins)]);
        let load = format!("return host.require('{entry}') && 'loaded'");
        script.run("globalThis.fail = true");
        for _ in 0..2 {
            assert_eq!(script.outcome(&load), "throws Error", "by {entry}");
            // Entered by `c`, the failure comes before `c` asks for `free`.
            let stays: &[&str] = if entry == "c" { &[] } else { &["free"] };
            assert_eq!(script.loaded(["a", "b", "c", "free"]), stays, "by {entry}");
            assert_eq!(script.loads("a") + script.loads("b") + script.loads("c"), 0, "by {entry}");
        }
        script.run("fail = false");
        assert_eq!(script.outcome(&load), "value \"loaded\"", "by {entry}");
        let whole = "const [a, b, c] = ['a', 'b', 'c'].map(host.require); a.done && a.b === b && b.a === a && a.c === c && c.b === b";
        assert_eq!(script.run(whole), "true", "by {entry}");
    }
}

#[test]
fn what_took_partial_exports_through_a_lazy_property_falls_with_them() {
    let builtins = [
        ("a", "'use strict'; exports.k = {}; require('b'); if (globalThis.fail) throw new Error('a');"),
        ("b", "'use strict'; exports.k = require('shared').k;"),
        ("shared", "'use strict'; internalBinding('util').defineLazyProperties(exports, 'a', ['k']);"),
    ];
    let mut script = Script::with_lazies([modules(builtins)]);
    script.run("globalThis.fail = true; host.require('shared')");
    assert_eq!(script.outcome("host.require('a')"), "throws Error");
    assert_eq!(script.loaded(["a", "b", "shared"]), ["shared"], "b holds exports that will never be finished");
    let same = "fail = false; const a = host.require('a'); host.show([host.require('b').k === a.k, host.require('shared').k === a.k])";
    assert_eq!(script.run(same), "[true,true]");
}

#[test]
fn an_error_keeps_its_identity_and_its_stack() {
    let mut script = Script::new([modules([
        ("bad", "'use strict';\nthrow globalThis.thrown;"),
        ("asker", "'use strict';\n\nrequire('bad');"),
    ])]);
    for thrown in ["new RangeError('x')", "undefined", "null", "'text'", "Symbol('s')", "Object.freeze({})"] {
        let caught = format!(
            "globalThis.thrown = {thrown}; try {{ host.require('asker'); 'none' }} catch (error) {{ error === thrown }}"
        );
        assert_eq!(script.run(&caught), "true", "{thrown}");
    }
    script.run("globalThis.thrown = undefined; Object.defineProperty(globalThis, 'thrown', { get() { return new Error('here'); } })");
    let stack = script.run("try { host.require('asker') } catch (error) { error.stack }");
    let frames: Vec<&str> = stack.lines().filter(|line| line.contains("node:")).collect();
    assert!(frames[0].contains("node:bad:2:") && frames[1].contains("node:asker:3:"), "{stack}");
    let error = script.runtime.load("asker").expect_err("it throws");
    assert_eq!((error.code(), error.id()), ("ERR_BUILTIN_THREW", Some("asker")));
    assert!(error.stack().is_some_and(|stack| stack.contains("node:bad:2")), "{error:?}");
}

#[test]
fn unknown_ids_and_values_that_are_no_id_are_refused() {
    let mut script = Script::new([modules([("stream", "")])]);
    let table = [
        ("'strem'", "throws ERR_UNKNOWN_BUILTIN_MODULE"),
        ("''", "throws ERR_UNKNOWN_BUILTIN_MODULE"),
        ("'node:stream'", "throws ERR_UNKNOWN_BUILTIN_MODULE"),
        ("'./stream'", "throws ERR_UNKNOWN_BUILTIN_MODULE"),
        ("'stream.js'", "throws ERR_UNKNOWN_BUILTIN_MODULE"),
        ("'__proto__'", "throws ERR_UNKNOWN_BUILTIN_MODULE"),
        ("", "throws ERR_INVALID_ARG_TYPE"),
        ("undefined", "throws ERR_INVALID_ARG_TYPE"),
        ("null", "throws ERR_INVALID_ARG_TYPE"),
        ("5", "throws ERR_INVALID_ARG_TYPE"),
        ("Symbol('stream')", "throws ERR_INVALID_ARG_TYPE"),
        ("['stream']", "throws ERR_INVALID_ARG_TYPE"),
        ("{ toString() { return 'stream'; } }", "throws ERR_INVALID_ARG_TYPE"),
        ("new String('stream')", "throws ERR_INVALID_ARG_TYPE"),
    ];
    for (argument, expected) in table {
        assert_eq!(script.outcome(&format!("host.require({argument})")), expected, "require({argument})");
    }
    assert_eq!(script.loaded(["stream"]), [""; 0]);
    let hint = script.run("try { host.require('strem') } catch (error) { error.message }");
    assert_eq!(hint, "No such built-in module: strem; did you mean stream?");
    let error = script.runtime.load("strem").expect_err("there is none");
    assert_eq!((error.code(), error.id()), ("ERR_UNKNOWN_BUILTIN_MODULE", Some("strem")));
    assert!(error.to_string().contains("did you mean stream?"), "{error}");
    assert_eq!(script.outcome("new host.require('stream')"), "throws TypeError");
}

#[test]
fn the_asker_of_a_load_is_the_module_whose_require_it_was() {
    let builtins = [
        ("top", "'use strict';\n\nrequire('one');\nexports.late = function late() {\n  return require('two');\n};\n"),
        ("one", "'use strict';"),
        ("two", "'use strict';"),
        ("three", "'use strict';"),
        ("helper", "'use strict';\nexports.call = (require, id) =>\n  require(id);\n"),
        ("passes", "'use strict';\nrequire('helper').call(require, 'three');\n"),
    ];
    let mut script = Script::new([modules(builtins)]);
    script.run("host.require('top')");
    check_cause(&script, "one", "top", Edge::Require, "node:top", 3);
    script.run("\n\n\nhost.require('top').late()");
    check_cause(&script, "two", "top", Edge::Require, "node:top", 5);
    check_user(&script, "two", Some(("test.js", 4)));
    check_user(&script, "one", Some(("test.js", 1)));
    // A `require` that another module calls is still the one of its module.
    script.run("host.require('passes')");
    check_cause(&script, "three", "passes", Edge::Require, "node:helper", 3);
    check_cause(&script, "top", "door", Edge::Require, "test.js", 1);
    script.runtime.load("helper").expect("loaded already");
    assert_eq!(
        script.runtime.inventory().find("door").map(|load| load.cause.is_none()),
        Some(true),
        "the host has no cause"
    );
}

#[test]
fn loads_for_a_user_and_through_lazy_properties_are_told_with_the_line() {
    let builtins = [
        ("wanted", "'use strict';"),
        ("value", "'use strict'; exports.value = 1;"),
        ("inner", "'use strict'; exports.inner = 1;"),
        (
            "reads",
            "'use strict';\nconst target = {};\ninternalBinding('util').defineLazyProperties(target, 'inner', ['inner']);\ntarget.inner;\n",
        ),
    ];
    let mut script = Script::with_lazies([modules(builtins)]);
    script.run("\nhost.internalBinding('builtins').requireBuiltin('wanted')");
    check_cause(&script, "wanted", "test.js", Edge::Require, "test.js", 2);
    script.run("const target = {}; host.defineLazyProperties(target, 'value', ['value']);\n\ntarget.value");
    check_cause(&script, "value", "test.js", Edge::Lazy, "test.js", 3);
    script.run("host.require('reads')");
    check_cause(&script, "inner", "reads", Edge::Lazy, "node:reads", 4);
    check_user(&script, "inner", Some(("test.js", 1)));
    check_user(&script, "value", None);
}

fn answer(_: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    rv.set_int32(42);
}

fn oracle() -> Layer {
    let made = |scope: &mut v8::PinScope<'_, '_>, object: v8::Local<'_, v8::Object>| {
        let zero = v8::Integer::new(scope, 0).into();
        lazuli::js::set(scope, object, "made", zero);
    };
    Layer::new("oracle")
        .binding(Binding::new("oracle").function("answer", answer).setup(made))
        .binding(Binding::new("shared").function("answer", answer).linked())
        .module("asks", "'use strict';\nexports.answer = () => internalBinding('oracle').answer();\n")
}

#[test]
fn a_binding_is_made_at_first_use_and_once() {
    let mut script = Script::new([oracle()]);
    let bindings =
        |script: &Script| script.runtime.inventory().loads.iter().filter(|load| load.kind == Kind::Binding).count();
    assert_eq!(bindings(&script), 0);
    assert_eq!(script.run("host.require('asks').answer()"), "42");
    check_cause(&script, "oracle", "asks", Edge::Require, "node:asks", 2);
    assert_eq!(
        script.run("const oracle = host.internalBinding('oracle'); oracle === host.internalBinding('oracle')"),
        "true"
    );
    assert_eq!(
        script.run("host.show([Object.keys(oracle), oracle.answer.name, Object.getPrototypeOf(oracle)])"),
        "[[\"answer\",\"made\"],\"answer\",null]"
    );
    assert_eq!(bindings(&script), 1);
}

#[test]
fn an_unknown_binding_is_refused_with_close_names() {
    let mut script = Script::new([oracle()]);
    for (name, hint) in [("orcale", "; did you mean oracle?"), ("__proto__", ""), ("0", ""), ("", "")] {
        assert_eq!(script.outcome(&format!("host.internalBinding('{name}')")), "throws ERR_INVALID_MODULE", "{name}");
        let message =
            script.run(&format!("try {{ host.internalBinding('{name}') }} catch (error) {{ error.message }}"));
        assert_eq!(message, format!("No such binding: {name}{hint}"));
    }
}

#[test]
fn users_reach_linked_bindings_only() {
    let realm = "'use strict'; return { linked: getLinkedBinding, internal: getInternalBinding };";
    let mut script = Script::new([oracle(), modules([("internal/bootstrap/realm", realm)])]);
    script.run("const { linked, internal } = host.require('internal/bootstrap/realm')");
    assert_eq!(script.run("linked('shared').answer()"), "42");
    assert_eq!(script.run("linked('shared') === internal('shared')"), "true");
    for name in ["oracle", "gone", "constructor"] {
        assert_eq!(script.outcome(&format!("linked('{name}')")), "throws ERR_INVALID_MODULE", "{name}");
    }
}

#[test]
fn loading_never_runs_microtasks() {
    let mut script = Script::new([modules([
        ("quiet", "'use strict'; Promise.resolve().then(() => { globalThis.ran = true; });"),
        ("outer", "'use strict'; require('quiet'); exports.ran = globalThis.ran;"),
    ])]);
    assert_eq!(
        script.run("Promise.resolve().then(() => { globalThis.ran = true; }); host.require('outer').ran"),
        "undefined"
    );
    assert_eq!(script.run("globalThis.ran"), "undefined");
    script.runtime.load("quiet").expect("loaded already");
    assert_eq!(script.run("globalThis.ran"), "undefined");
}

#[test]
fn a_source_can_be_read_again_by_every_runtime() {
    // Not ASCII, so not read in place; and ASCII, so shared by all.
    let layer = || {
        modules([
            ("wide", "'use strict'; exports.text = 'zażółć \u{1f98e}';"),
            ("narrow", "'use strict'; exports.text = 'plain';"),
        ])
    };
    let engine = crate::support::engine([layer(), crate::support::door(), bindings_only()]);
    for _ in 0..3 {
        let mut script = Script::of(lazuli::Runtime::new(&engine, lazuli::RuntimeOptions::new()).expect("a runtime"));
        assert_eq!(script.run("host.require('wide').text + host.require('narrow').text"), "zażółć \u{1f98e}plain");
    }
}
