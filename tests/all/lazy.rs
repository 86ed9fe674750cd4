//! Lazy properties, seen from JavaScript: what they are defined from and what value they take, that they look like data, and that one key has
//! one identity. The table of operations, what happens while a key loads, and other contexts have a file each.

use lazuli::{Enumerable, Layer, LazyTarget};

use crate::support::{ChildCase, Script, modules};

mod contexts;
mod operations;
mod while_loading;

pub(crate) const CHILD_CASES: &[ChildCase] = while_loading::CHILD_CASES;

/// Builtins of every shape of exports.
const SHAPES: [(&str, &str); 7] = [
    ("object", "'use strict'; exports.a = { name: 'a' }; exports.default = { name: 'default' };"),
    ("callable", "'use strict'; module.exports = function main() {}; module.exports.own = { name: 'own' };"),
    ("class", "'use strict'; module.exports = class Whole {};"),
    ("primitive", "'use strict'; module.exports = 42;"),
    ("falsy", "'use strict'; Object.assign(exports, { none: undefined, nil: null, zero: 0, no: false, empty: '' });"),
    ("inherits", "'use strict'; module.exports = Object.create({ inherited: 1 }); exports = module.exports;"),
    ("getter", "'use strict'; Object.defineProperty(exports, 'computed', { get: () => 'computed' });"),
];

/// What reading a property `name` of a reference gives, in both forms that JavaScript has.
#[track_caller]
fn check_value(name: &str, reference: &str, expected: &str) {
    let forms = [format!("'{reference}', ['{name}']"), format!("{{ ['{name}']: '{reference}' }}")];
    for form in forms {
        let mut script = Script::with_lazies([modules(SHAPES)]);
        script.run(&format!("const target = {{}}; host.defineLazyProperties(target, {form})"));
        for read in ["first", "second"] {
            assert_eq!(
                script.outcome(&format!("return target['{name}']")),
                expected,
                "{name} of {reference} by {form}, {read} read"
            );
        }
    }
}

#[test]
fn a_reference_stands_for_an_export_or_all_of_them() {
    let table = [
        ("a", "object", "value {\"name\":\"a\"}"),
        ("b", "object#a", "value {\"name\":\"a\"}"),
        ("a", "object#default", "value {\"name\":\"default\"}"),
        ("a", "object#*", "value {\"a\":{\"name\":\"a\"},\"default\":{\"name\":\"default\"}}"),
        ("own", "callable", "value {\"name\":\"own\"}"),
        ("other", "callable", "value function main"),
        ("other", "callable#own", "value {\"name\":\"own\"}"),
        ("other", "callable#*", "value function main"),
        ("name", "callable", "value \"main\""),
        ("Whole", "class", "value function Whole"),
        ("x", "primitive#*", "value 42"),
        ("none", "falsy", "value undefined"),
        ("nil", "falsy", "value null"),
        ("zero", "falsy", "value 0"),
        ("no", "falsy", "value false"),
        ("empty", "falsy", "value \"\""),
        ("computed", "getter", "value \"computed\""),
        ("__proto__", "object#a", "value {\"name\":\"a\"}"),
        ("0", "object#a", "value {\"name\":\"a\"}"),
        ("b", "object", "throws ERR_LAZY_EXPORT_MISSING"),
        ("a", "object#b", "throws ERR_LAZY_EXPORT_MISSING"),
        ("other", "callable#other", "throws ERR_LAZY_EXPORT_MISSING"),
        ("toString", "object", "throws ERR_LAZY_EXPORT_MISSING"),
        ("inherited", "inherits", "throws ERR_LAZY_EXPORT_MISSING"),
        ("a", "primitive", "throws ERR_LAZY_EXPORT_MISSING"),
    ];
    for (name, reference, expected) in table {
        check_value(name, reference, expected);
    }
}

#[test]
fn a_missing_export_names_target_id_and_close_names() {
    let mut script =
        Script::with_lazies([modules([("streams", "'use strict'; exports.Readable = 1; exports.Writable = 2;")])]);
    script.run("class Hub {} const hub = new Hub(); host.defineLazyProperties(hub, 'streams', ['Readible', 'zzz'])");
    let message =
        |script: &mut Script, key: &str| script.run(&format!("try {{ hub.{key} }} catch (error) {{ error.message }}"));
    let told = message(&mut script, "Readible");
    for word in ["'Readible'", "Hub", "'streams'", "did you mean Readable"] {
        assert!(told.contains(word), "'{word}' is not in: {told}");
    }
    let told = message(&mut script, "zzz");
    assert!(told.contains("'zzz'") && !told.contains("did you mean"), "{told}");
    assert_eq!(script.loads("streams"), 1, "the builtin itself did load");
    assert_eq!(script.outcome("'Readible' in hub || missing"), "value undefined");
    assert_eq!(script.run("host.require('streams').Readible = 3; hub.Readible"), "3", "the key stayed lazy");
}

/// Whether the property is enumerable, before the load and after it, and for the rest data like any other.
#[track_caller]
fn check_descriptor(script: &mut Script, target: &str, key: &str, enumerable: bool) {
    let listed = format!(
        "[Object.keys({target}).includes('{key}'), Object.getOwnPropertyNames({target}).includes('{key}')].join()"
    );
    let expected = format!("{enumerable},true");
    assert_eq!(script.run(&listed), expected, "{target}.{key} before the load");
    let descriptor = format!(
        "(({{ writable, enumerable, configurable, ...rest }}) => host.show([writable, enumerable, configurable, Object.keys(rest)]))
            (Object.getOwnPropertyDescriptor({target}, '{key}'))"
    );
    let data = format!("[true,{enumerable},true,[\"value\"]]");
    assert_eq!(script.run(&descriptor), data, "{target}.{key}");
    assert_eq!(script.run(&descriptor), data, "{target}.{key}, loaded");
    assert_eq!(script.run(&listed), expected, "{target}.{key} after the load");
}

#[test]
fn a_lazy_property_is_enumerable_as_asked() {
    for (flag, enumerable) in
        [("", true), (", true", true), (", false", false), (", undefined", true), (", 0", false), (", 1", true)]
    {
        let mut script = Script::with_lazies([modules(SHAPES)]);
        script.run(&format!(
            "globalThis.one = {{}}; globalThis.other = function () {{}};
            host.defineLazyProperties(one, 'object', ['a']{flag}); host.defineLazyProperties(other, {{ k: 'object#a' }}{flag})"
        ));
        check_descriptor(&mut script, "one", "a", enumerable);
        check_descriptor(&mut script, "other", "k", enumerable);
    }
    for (flag, enumerable) in [(Enumerable::Yes, true), (Enumerable::No, false)] {
        let declared = Layer::new("declared").lazy(LazyTarget::Global, "declared", "object#a", flag).lazy(
            LazyTarget::Process,
            "declared",
            "object#a",
            flag,
        );
        let mut script = Script::with_lazies([modules(SHAPES), declared]);
        check_descriptor(&mut script, "globalThis", "declared", enumerable);
        check_descriptor(&mut script, "host.process", "declared", enumerable);
    }
}

#[test]
fn one_key_has_one_identity_on_all_paths() {
    let declared = Layer::new("declared")
        .lazy(LazyTarget::Global, "k", "object#a", Enumerable::Yes)
        .lazy(LazyTarget::Process, "k", "object#a", Enumerable::Yes)
        .alias("alias", "object");
    let mut script = Script::with_lazies([modules(SHAPES), declared]);
    let paths = [
        "host.require('object').a",
        "host.require('alias').a",
        "host.internalBinding('builtins').requireBuiltin('object').a",
        "(one ??= define({}, 'object', ['a'])).a",
        "(two ??= define({}, 'object', ['a', 'default'])).a",
        "(three ??= define({}, { b: 'object#a' })).b",
        "(four ??= define(() => {}, { a: 'alias' })).a",
        "(five ??= define({}, { all: 'object#*' })).all.a",
        "Object.create(one ?? define({}, 'object', ['a'])).a",
        "({ ...(two ?? define({}, 'object', ['a'])) }).a",
        "globalThis.k",
        "host.process.k",
    ];
    script.run("let one, two, three, four, five; const define = (target, ...rest) => (host.defineLazyProperties(target, ...rest), target)");
    for first in paths {
        for second in paths {
            assert_eq!(script.run(&format!("{first} === {second}")), "true", "{first} and {second}");
        }
    }
    let kept = "globalThis.address = new WeakRef(one.a); globalThis.copy = one.a; typeof copy";
    script.run(kept);
    script.runtime.with_scope(|scope| scope.low_memory_notification());
    for path in paths {
        assert_eq!(
            script.run(&format!("{path} === copy && address.deref() === copy")),
            "true",
            "{path} after a collection"
        );
    }
    assert_eq!(script.loads("object"), 1);
}

#[test]
fn many_targets_of_one_shape_in_a_hot_function_each_load_their_own() {
    let sources: Vec<(String, String)> =
        (0..8).map(|n| (format!("m{n}"), format!("'use strict'; exports.k = {n};"))).collect();
    let mut script = Script::with_lazies([modules(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())))]);
    let hot = "function read(target) { return target.k; }
        let wrong = 0;
        for (let round = 0; round < 3000; round++) {
            const target = {}; host.defineLazyProperties(target, `m${round % 8}`, ['k']);
            if (round % 3 === 0) target.k = -1;
            const expected = round % 3 === 0 ? -1 : round % 8;
            if (read(target) !== expected || read(target) !== expected) wrong++;
        }
        wrong";
    assert_eq!(script.run(hot), "0");
}

#[test]
fn a_lazy_property_can_be_wrapped_and_restored() {
    let mut script =
        Script::with_lazies([modules([("m", "'use strict'; exports.k = function k() { return 'real'; };")])]);
    script.run("const t = {}; host.defineLazyProperties(t, 'm', ['k'])");
    assert_eq!(script.run("const real = t.k; t.k = new Proxy(t.k, { apply: () => 'wrapped' }); t.k()"), "wrapped");
    assert_eq!(script.run("t.k !== real && host.require('m').k === real"), "true");
    assert_eq!(script.run("t.k = real; t.k()"), "real");
    assert_eq!(script.run("Object.defineProperty(t, 'k', { get: () => () => 'accessor' }); t.k()"), "accessor");
    assert_eq!(script.run("delete t.k; host.defineLazyProperties(t, 'm', ['k']); t.k === real"), "true");
}

#[test]
fn a_function_is_the_same_to_its_caller_as_if_it_were_eager() {
    let source = "'use strict';\nexports.work = function work(a, b) {\n  throw new Error('inside');\n};\nexports.Class = class Class { constructor(a) {} };";
    let mut script = Script::with_lazies([modules([("m", source)])]);
    script.run("const t = {}; host.defineLazyProperties(t, 'm', ['work', 'Class'])");
    assert_eq!(script.run("[t.work.name, t.work.length, t.Class.name, t.Class.length].join()"), "work,2,Class,1");
    let stack = script.run("function caller() {\n  t.work();\n}\ntry { caller(); } catch (error) { error.stack }");
    let lines: Vec<&str> = stack.lines().map(str::trim).collect();
    assert_eq!(lines[0], "Error: inside");
    assert!(lines[1].starts_with("at ") && lines[1].contains("work (node:m:3:"), "{stack}");
    assert!(lines[2].starts_with("at caller (test.js:2:"), "{stack}");
}

#[test]
fn a_load_adds_no_frames_of_its_own_to_stacks() {
    let mut script = Script::with_lazies([modules([("m", "'use strict';\nexports.stack = new Error('here').stack;")])]);
    script.run("const t = {}; host.defineLazyProperties(t, 'm', ['stack'])");
    let stack = script.run("function reader() {\n  return t.stack;\n}\nreader()");
    let lines: Vec<&str> = stack.lines().map(str::trim).collect();
    assert!(lines[1].contains("node:m:2:") && lines[2].starts_with("at reader (test.js:2:"), "{stack}");
}

/// A definition that must fail as a whole.
#[track_caller]
fn check_not_defined(prepare: &str, call: &str, code: &str, word: &str) {
    let mut script = Script::with_lazies([modules([("m", "'use strict'; exports.k = 1; exports.l = 2;")])]);
    script.run(prepare);
    let before = script.run("typeof t === 'object' && t && !host.isProxy ? Reflect.ownKeys(t).length : 0");
    let told = script.run(&format!(
        "try {{ {call}; 'defined' }} catch (error) {{ `${{error.code}} ${{error.name}}: ${{error.message}}` }}"
    ));
    assert!(told.starts_with(code) && told.contains(word), "{prepare}; {call}: {told}");
    assert_eq!(
        script.run("typeof t === 'object' && t && !host.isProxy ? Reflect.ownKeys(t).length : 0"),
        before,
        "{call} is atomic"
    );
    assert_eq!(script.loaded(["m"]), [""; 0], "{call}");
}

#[test]
fn a_definition_that_cannot_be_made_throws_and_defines_nothing() {
    let value = "ERR_INVALID_ARG_VALUE TypeError: ";
    let kind = "ERR_INVALID_ARG_TYPE TypeError: ";
    let unknown = "ERR_UNKNOWN_BUILTIN_MODULE Error: ";
    let table = [
        (
            "host.isProxy = true; const t = new Proxy({}, { defineProperty() { throw 'trap'; } })",
            "host.defineLazyProperties(t, 'm', ['k'])",
            kind,
            "proxy",
        ),
        (
            "host.isProxy = true; const t = Proxy.revocable({}, {}); t.revoke()",
            "host.defineLazyProperties(t.proxy, 'm', ['k'])",
            kind,
            "proxy",
        ),
        ("const t = null", "host.defineLazyProperties(t, 'm', ['k'])", kind, "\"target\""),
        ("const t = undefined", "host.defineLazyProperties(t, 'm', ['k'])", kind, "\"target\""),
        ("const t = 'text'", "host.defineLazyProperties(t, 'm', ['k'])", kind, "\"target\""),
        ("const t = 5n", "host.defineLazyProperties(t, { k: 'm' })", kind, "\"target\""),
        ("const t = Symbol()", "host.defineLazyProperties(t, { k: 'm' })", kind, "\"target\""),
        ("const t = Object.freeze({ k: 0 })", "host.defineLazyProperties(t, 'm', ['k'])", value, "'k'"),
        ("const t = Object.freeze({})", "host.defineLazyProperties(t, 'm', ['k'])", value, "not extensible"),
        ("const t = Object.seal({ k: 0 })", "host.defineLazyProperties(t, 'm', ['k'])", value, "not configurable"),
        (
            "const t = Object.preventExtensions({ l: 0 })",
            "host.defineLazyProperties(t, 'm', ['l', 'k'])",
            value,
            "not extensible",
        ),
        (
            "const t = Object.defineProperty({}, 'l', { value: 0 })",
            "host.defineLazyProperties(t, 'm', ['k', 'l'])",
            value,
            "not configurable",
        ),
        (
            "const t = Object.defineProperty({}, 'l', { value: 0 })",
            "host.defineLazyProperties(t, { k: 'm', l: 'm' })",
            value,
            "not configurable",
        ),
        ("const t = {}", "host.defineLazyProperties(t, 'mm', ['k'])", unknown, "mm"),
        ("const t = {}", "host.defineLazyProperties(t, { k: 'm', l: 'gone#l' })", unknown, "gone"),
        ("const t = {}", "host.defineLazyProperties(t, { k: 'm', l: '#l' })", unknown, ""),
        ("const t = {}", "host.defineLazyProperties(t, 'm', ['k', {}])", kind, "\"keys\""),
        ("const t = {}", "host.defineLazyProperties(t, 'm', ['k', 5])", kind, "\"keys\""),
        ("const t = {}", "host.defineLazyProperties(t, 'm', ['k', , 'l'])", kind, "\"keys\""),
        ("const t = {}", "host.defineLazyProperties(t, 'm', 'k')", kind, "\"keys\""),
        ("const t = {}", "host.defineLazyProperties(t, 'm')", kind, "\"keys\""),
        ("const t = {}", "host.defineLazyProperties(t, { k: 'm', l: 5 })", kind, "\"references\""),
        (
            "const t = {}",
            "host.defineLazyProperties(t, { k: 'm', get l() { throw new RangeError('user'); } })",
            "undefined RangeError: ",
            "user",
        ),
        ("const t = {}", "host.defineLazyProperties(t)", kind, "\"id\""),
        ("const t = {}", "host.defineLazyProperties(t, 5, ['k'])", kind, "\"id\""),
        ("const t = {}", "host.defineLazyProperties()", kind, ""),
    ];
    for (prepare, call, code, word) in table {
        check_not_defined(prepare, call, code, word);
    }
}

#[test]
fn a_definition_replaces_what_is_configurable_and_takes_symbols() {
    let mut script = Script::with_lazies([modules([(
        "m",
        "'use strict'; exports.k = 1; exports[Symbol.iterator] = 2; exports.name = 3;",
    )])]);
    script.run(
        "const t = function () {}; Object.defineProperty(t, 'k', { get() { throw 'called'; }, set() { throw 'called'; }, configurable: true });
        host.defineLazyProperties(t, 'm', ['k', Symbol.iterator, 'name', 'k'])",
    );
    assert_eq!(script.loaded(["m"]), [""; 0]);
    assert_eq!(script.run("[t.k, t[Symbol.iterator], t.name].join()"), "1,2,3");
    script.run(
        "const u = {}; host.defineLazyProperties(u, { 7: 'm#k', [Symbol.iterator]: 'm', get name() { return 'm'; } })",
    );
    assert_eq!(script.run("[u[7], u[Symbol.iterator], u.name, Reflect.ownKeys(u).length].join()"), "1,2,3,3");
    script.run("host.defineLazyProperties(t, {}); host.defineLazyProperties({}, 'm', [])");
    assert_eq!(script.outcome("new host.defineLazyProperties({}, 'm', ['k'])"), "throws TypeError");
}

#[test]
fn exotic_targets_hold_lazy_properties_or_refuse_them() {
    let targets = [
        "[]",
        "new Map()",
        "new Uint8Array(2)",
        "new Error()",
        "Object.create(null)",
        "class {}",
        "/x/",
        "new String('text')",
        "(() => arguments)",
    ];
    for target in targets {
        let mut script = Script::with_lazies([modules([("m", "'use strict'; exports.k = { name: 'k' };")])]);
        script.run(&format!(
            "function make() {{ return {target}; }} const t = make(1, 2); host.defineLazyProperties(t, 'm', ['k'])"
        ));
        assert_eq!(script.run("'k' in t && Object.keys(t).includes('k')"), "true", "{target}");
        assert_eq!(script.loaded(["m"]), [""; 0], "{target}");
        assert_eq!(script.run("t.k === host.require('m').k && t.k.name"), "k", "{target}");
    }
}

#[test]
fn a_late_load_works_under_hostile_intrinsics() {
    let mut script = Script::of(crate::support::runtime([Layer::node(), crate::support::door()]));
    let lazy = "const { lazyPropertyState, getOwnNonIndexProperties } = host.internalBinding('util');
        const found = []; const pairs = [[globalThis, 'globalThis'], [host.process, 'process'], [host.require('util'), 'util']];
        for (const [object, name] of pairs) for (const key of Reflect.ownKeys(object)) {
            if (lazyPropertyState(object, key) !== undefined) found.push([object, key, `${name}.${String(key)}`]);
        }
        globalThis.found = found; found.length";
    let count: usize = script.run(lazy).parse().expect("a number");
    assert!(count > 10, "there are lazy properties to try: {count}");
    let hostile = "const bad = function () { throw 'hostile'; };
        const { ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
        const constructors = [Map, Set, WeakMap, String, RegExp, Promise, Function, Array];
        const names = ['Symbol', 'Error', 'TypeError', 'Array', 'Map', 'Set', 'Object', 'Reflect', 'JSON', 'Promise'];
        for (let i = 0; i < constructors.length; i++) {
            const prototype = constructors[i].prototype, keys = ownKeys(prototype);
            for (let at = 0; at < keys.length; at++) {
                const { configurable, value } = getOwnPropertyDescriptor(prototype, keys[at]);
                if (configurable && typeof value === 'function' && keys[at] !== 'constructor') prototype[keys[at]] = bad;
            }
        }
        Set.prototype.hi = Object.prototype.hi = bad;
        defineProperty(Object.prototype, 'then', { get: bad, configurable: true });
        for (let i = 0; i < names.length; i++) globalThis[names[i]] = bad;";
    script.run(hostile);
    let failed = script.run(
        "let text = '';
        for (let i = 0; i < found.length; i++) {
            try { found[i][0][found[i][1]]; } catch (error) { text += `${found[i][2]}: ${error && error.stack ? error.stack : error}\\n`; }
        }
        text",
    );
    assert_eq!(failed, "");
}

#[test]
fn the_custom_promisify_symbol_of_a_lazy_export_does_not_load_until_it_is_read() {
    let exported = "'use strict'; const { promisify: { custom } } = require('internal/util');
        exports.pipeline = function pipeline() {}; internalBinding('util').defineLazyProperties(exports.pipeline, { [custom]: 'promises#pipeline' });";
    // The form by name takes string keys; symbols go through the form by list.
    let exported = exported.replace("{ [custom]: 'promises#pipeline' }", "'promises#pipeline', [custom]");
    let layer = modules([
        ("pipes", exported.as_str()),
        ("promises", "'use strict'; exports.pipeline = async function pipeline() {};"),
    ]);
    let mut script = Script::of(crate::support::runtime([Layer::node(), layer, crate::support::door()]));
    script.run("const util = host.require('util'); const t = {}; host.internalBinding('util').defineLazyProperties(t, 'pipes', ['pipeline'])");
    assert_eq!(script.loaded(["pipes"]), [""; 0]);
    assert_eq!(
        script.run("util.promisify.custom in t.pipeline && Object.getOwnPropertySymbols(t.pipeline).length"),
        "1"
    );
    assert_eq!(script.loaded(["pipes", "promises"]), ["pipes"], "the presence of the symbol loads nothing");
    assert_eq!(script.run("util.promisify(t.pipeline) === host.require('promises').pipeline"), "true");
    assert_eq!(script.loads("promises"), 1);
}

#[test]
fn the_custom_promisify_of_timers_is_their_promise_form() {
    let mut script = Script::of(crate::support::runtime([Layer::node(), crate::support::door()]));
    script.run("const util = host.require('util'), timers = host.require('timers')");
    assert_eq!(
        script.run("util.promisify.custom in timers.setTimeout && util.promisify.custom in timers.setImmediate"),
        "true"
    );
    assert_eq!(script.loaded(["timers/promises"]), [""; 0]);
    for name in ["setTimeout", "setImmediate"] {
        let same = format!("util.promisify(timers.{name}) === host.require('timers/promises').{name}");
        assert_eq!(script.run(&same), "true", "{name}");
    }
}
