//! The table of operations on a key that is not loaded yet: which of them load, on every kind of target and for every form of definition.

use lazuli::{Enumerable, Layer, LazyTarget};

use crate::support::{Script, modules};

/// An operation: its name, the body of a strict function of `t` and what it gives, and whether it loads.
type Operation = (&'static str, &'static str, &'static str, Loads);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loads {
    Yes,
    No,
    /// It reads properties of plain objects, and a function has no entries for it.
    UnlessFunction,
}

/// The value of the export.
const VALUE: &str = "value {\"name\":\"k\"}";

const OPERATIONS: [Operation; 52] = [
    ("in", "return 'k' in t", "value true", Loads::No),
    ("in on an inheriting object", "return 'k' in Object.create(t)", "value true", Loads::No),
    ("in through a proxy", "return 'k' in new Proxy(t, {})", "value true", Loads::No),
    ("Reflect.has", "return Reflect.has(t, 'k')", "value true", Loads::No),
    ("Object.hasOwn", "return Object.hasOwn(t, 'k')", "value true", Loads::No),
    ("hasOwnProperty", "return Object.prototype.hasOwnProperty.call(t, 'k')", "value true", Loads::No),
    ("propertyIsEnumerable", "return Object.prototype.propertyIsEnumerable.call(t, 'k')", "value true", Loads::No),
    ("Object.keys", "return Object.keys(t).includes('k')", "value true", Loads::No),
    ("Object.getOwnPropertyNames", "return Object.getOwnPropertyNames(t).includes('k')", "value true", Loads::No),
    ("Object.getOwnPropertySymbols", "return Object.getOwnPropertySymbols(t).includes('k')", "value false", Loads::No),
    ("Reflect.ownKeys", "return Reflect.ownKeys(t).includes('k')", "value true", Loads::No),
    (
        "for in",
        "let seen = false; for (const key in t) if (key === 'k') seen = true; return seen",
        "value true",
        Loads::No,
    ),
    (
        "for in on an inheriting object",
        "let seen = false; for (const key in Object.create(t)) if (key === 'k') seen = true; return seen",
        "value true",
        Loads::No,
    ),
    ("assignment", "t.k = 9; return [t.k, Object.keys(t).includes('k')]", "value [9,true]", Loads::No),
    ("assignment twice", "t.k = 9; t.k = 10; return t.k", "value 10", Loads::No),
    ("assignment of undefined", "t.k = undefined; return t.k", "value undefined", Loads::No),
    ("destructuring into it", "[t.k] = [9]; return t.k", "value 9", Loads::No),
    ("Reflect.set", "return [Reflect.set(t, 'k', 9), t.k]", "value [true,9]", Loads::No),
    ("Object.assign into it", "Object.assign(t, { k: 9 }); return t.k", "value 9", Loads::No),
    (
        "assignment on an inheriting object",
        "const o = Object.create(t); o.k = 9; return [o.k, Object.hasOwn(o, 'k'), Object.keys(o)]",
        "value [9,true,[\"k\"]]",
        Loads::No,
    ),
    (
        "assignment on an object that inherits twice",
        "const o = Object.create(Object.create(t)); o.k = 9; return [o.k, Object.keys(o)]",
        "value [9,[\"k\"]]",
        Loads::No,
    ),
    (
        "Reflect.set with another receiver",
        "const o = {}; return [Reflect.set(t, 'k', 9, o), o]",
        "value [true,{\"k\":9}]",
        Loads::No,
    ),
    (
        "assignment on a frozen inheriting object",
        "const o = Object.freeze(Object.create(t)); o.k = 9",
        "throws TypeError",
        Loads::No,
    ),
    ("delete", "return [delete t.k, 'k' in t, t.k]", "value [true,false,null]", Loads::No),
    ("Reflect.deleteProperty", "return [Reflect.deleteProperty(t, 'k'), 'k' in t]", "value [true,false]", Loads::No),
    (
        "delete and define again",
        "delete t.k; Object.defineProperty(t, 'k', { value: 9, configurable: true }); return t.k",
        "value 9",
        Loads::No,
    ),
    ("define lazily again", "host.defineLazyProperties(t, { k: 'm' }); return 'k' in t", "value true", Loads::No),
    ("Object.freeze", "return Object.freeze(t) === t", "value true", Loads::No),
    ("Object.seal", "return Object.seal(t) === t", "value true", Loads::No),
    ("Object.preventExtensions", "return Object.preventExtensions(t) === t", "value true", Loads::No),
    (
        "Object.isFrozen and isSealed",
        "return [Object.isFrozen(t), Object.isSealed(t)]",
        "value [false,false]",
        Loads::No,
    ),
    ("read", "return t.k", VALUE, Loads::Yes),
    ("read by computed name", "return t['k'.slice()]", VALUE, Loads::Yes),
    ("optional chain", "return t?.k?.name", "value \"k\"", Loads::Yes),
    ("typeof", "return typeof t.k", "value \"object\"", Loads::Yes),
    ("Reflect.get", "return Reflect.get(t, 'k')", VALUE, Loads::Yes),
    ("Reflect.get with another receiver", "return Reflect.get(t, 'k', {})", VALUE, Loads::Yes),
    ("read on an inheriting object", "return Object.create(t).k", VALUE, Loads::Yes),
    ("read through a proxy", "return new Proxy(t, {}).k", VALUE, Loads::Yes),
    ("destructuring", "const { k } = t; return k", VALUE, Loads::Yes),
    ("rest", "const { other, ...rest } = t; return rest.k", VALUE, Loads::Yes),
    ("spread", "return { ...t }.k", VALUE, Loads::Yes),
    ("Object.assign", "return Object.assign({}, t).k", VALUE, Loads::Yes),
    ("Object.entries", "return Object.entries(t).find(([key]) => key === 'k')[1]", VALUE, Loads::Yes),
    ("Object.values", "return Object.values(t).find((value) => value?.name === 'k')", VALUE, Loads::Yes),
    ("getOwnPropertyDescriptor", "return Object.getOwnPropertyDescriptor(t, 'k').value", VALUE, Loads::Yes),
    ("getOwnPropertyDescriptors", "return Object.getOwnPropertyDescriptors(t).k.value", VALUE, Loads::Yes),
    ("Reflect.getOwnPropertyDescriptor", "return Reflect.getOwnPropertyDescriptor(t, 'k').value", VALUE, Loads::Yes),
    (
        "JSON.stringify",
        "return (JSON.stringify(t) ?? '').includes('\"k\"') === (typeof t !== 'function')",
        "value true",
        Loads::UnlessFunction,
    ),
    ("Object.defineProperty", "Object.defineProperty(t, 'k', { value: 9 }); return t.k", "value 9", Loads::Yes),
    (
        "Object.defineProperties",
        "Object.defineProperties(t, { k: { get: () => 9 } }); return t.k",
        "value 9",
        Loads::Yes,
    ),
    (
        "Reflect.defineProperty",
        "return [Reflect.defineProperty(t, 'k', { enumerable: false }), Object.keys(t).includes('k'), t.k.name]",
        "value [true,false,\"k\"]",
        Loads::Yes,
    ),
];

/// The kinds of targets, each as an expression.
const TARGETS: [(&str, &str); 7] = [
    ("plain object", "({})"),
    ("object without prototype", "Object.create(null)"),
    ("function", "(function target() {})"),
    ("class", "(class Target {})"),
    (
        "dictionary-mode object",
        "(() => { const t = {}; for (let i = 0; i < 2000; i++) t[`key${i}`] = i; for (let i = 0; i < 1000; i++) delete t[`key${i}`]; return t; })()",
    ),
    (
        "prototype of objects in use",
        "(() => { const t = {}; const o = Object.create(t); for (let i = 0; i < 10; i++) o.other; return t; })()",
    ),
    ("global object", "globalThis"),
];

/// How `k` becomes a lazy property of `t`.
const FORMS: [(&str, &str); 4] = [
    ("by list", "host.defineLazyProperties(t, 'm', ['k'])"),
    ("by name", "host.defineLazyProperties(t, { k: 'm' })"),
    ("by named export", "host.defineLazyProperties(t, { k: 'm#k' })"),
    ("over a property that is there", "t.k = 'old'; host.defineLazyProperties(t, 'm', ['k'])"),
];

const MODULE: (&str, &str) = ("m", "'use strict'; exports.k = { name: 'k' };");

/// One operation on one target: the result it gives, and whether it loaded.
#[track_caller]
fn check_operation(script: &mut Script, operation: &Operation, target: &str, form: &str) {
    let (name, body, expected, loads) = *operation;
    let what = format!("{name} on {target}, {form}");
    assert_eq!(script.loaded(["m"]), [""; 0], "{what}: nothing was loaded before");
    assert_eq!(script.outcome(body), expected, "{what}");
    let loads = match loads {
        Loads::Yes => true,
        Loads::No => false,
        Loads::UnlessFunction => script.run("typeof t") != "function",
    };
    assert_eq!(script.loads("m"), usize::from(loads), "{what}");
    assert_eq!(script.runtime.is_loaded("m"), loads, "{what}");
}

/// Every operation on one kind of target, in every form.
#[track_caller]
fn check_target(index: usize) {
    let (target, make) = TARGETS[index];
    for operation in &OPERATIONS {
        for (form, define) in FORMS {
            let mut script = Script::with_lazies([modules([MODULE])]);
            script.run(&format!("let t = {make}; {define}"));
            check_operation(&mut script, operation, target, form);
        }
    }
}

#[test]
fn operations_on_a_plain_object_load_as_the_table_says() {
    check_target(0);
}

#[test]
fn operations_on_an_object_without_prototype_load_as_the_table_says() {
    check_target(1);
}

#[test]
fn operations_on_a_function_load_as_the_table_says() {
    check_target(2);
}

#[test]
fn operations_on_a_class_load_as_the_table_says() {
    check_target(3);
}

#[test]
fn operations_on_a_dictionary_mode_object_load_as_the_table_says() {
    check_target(4);
}

#[test]
fn operations_on_a_prototype_load_as_the_table_says() {
    check_target(5);
}

#[test]
fn operations_on_the_global_object_load_as_the_table_says() {
    check_target(6);
}

#[test]
fn operations_on_what_a_layer_declared_load_as_the_table_says() {
    for (target, make) in [(LazyTarget::Global, "globalThis"), (LazyTarget::Process, "host.process")] {
        for operation in &OPERATIONS {
            let declared = Layer::new("declared").lazy(target.clone(), "k", "m", Enumerable::Yes);
            let mut script = Script::with_lazies([modules([MODULE]), declared]);
            script.run(&format!("let t = {make}"));
            check_operation(&mut script, operation, make, "declared by a layer");
        }
    }
}

#[test]
fn the_kinds_of_targets_are_covered_once_each() {
    assert_eq!(TARGETS.len(), 7, "a test for each, so that they run side by side");
    let mut names: Vec<&str> = OPERATIONS.iter().map(|(name, ..)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), OPERATIONS.len());
}

/// After `seal` (or `freeze`, …) nothing is loaded; the first read loads, once, and leaves what that operation makes of data.
#[track_caller]
fn check_integrity(operation: &str, writable: bool, configurable: bool) {
    for (target, make) in TARGETS {
        let what = format!("Object.{operation} of {target}");
        let mut script = Script::with_lazies([modules([MODULE])]);
        script.run(&format!("let t = {make}, first, second; host.defineLazyProperties(t, 'm', ['k'])"));
        script.run(&format!("Object.{operation}(t)"));
        assert_eq!(script.loaded(["m"]), [""; 0], "{what}");
        if !writable {
            assert_eq!(script.outcome("t.k = 9"), "throws TypeError", "{what}: assignment");
            assert_eq!(
                script.outcome("const o = Object.create(t); o.k = 9"),
                "throws TypeError",
                "{what}: assignment on an inheriting object"
            );
            assert_eq!(script.run("t.k = 9; 'sloppy'"), "sloppy", "{what}");
        }
        if !configurable {
            assert_eq!(script.outcome("delete t.k"), "throws TypeError", "{what}: delete");
        }
        assert_eq!(script.loaded(["m"]), [""; 0], "{what}: a refused change loads nothing");
        assert_eq!(
            script.outcome("first = t.k; second = t.k; return [first === second, first === host.require('m').k]"),
            "value [true,true]",
            "{what}"
        );
        assert_eq!(script.loads("m"), 1, "{what}");
        let descriptor =
            "const { value, ...rest } = Object.getOwnPropertyDescriptor(t, 'k'); return [value === first, rest]";
        let expected =
            format!("value [true,{{\"writable\":{writable},\"enumerable\":true,\"configurable\":{configurable}}}]");
        assert_eq!(script.outcome(descriptor), expected, "{what}");
        let expected = if writable { "value 9" } else { "throws TypeError" };
        assert_eq!(script.outcome("t.k = 9; return t.k"), expected, "{what}: assignment after the load");
        let frozen = format!(
            "return [Object.isExtensible(t), Object.isSealed(t) || {configurable}, Object.isFrozen(t) || {writable}]"
        );
        assert_eq!(script.outcome(&frozen), "value [false,true,true]", "{what}");
    }
}

#[test]
fn a_frozen_target_loads_at_the_first_read_and_stays_frozen() {
    check_integrity("freeze", false, false);
}

#[test]
fn a_sealed_target_loads_at_the_first_read_and_stays_sealed() {
    check_integrity("seal", true, false);
}

#[test]
fn a_target_that_takes_no_more_properties_loads_at_the_first_read() {
    check_integrity("preventExtensions", true, true);
}

#[test]
fn a_write_that_an_inheritor_makes_leaves_the_target_lazy() {
    for (target, make) in TARGETS {
        let mut script = Script::with_lazies([modules([MODULE])]);
        script.run(&format!(
            "let t = {make}; host.defineLazyProperties(t, 'm', ['k'], false); let o = Object.create(t); o.k = 1"
        ));
        assert_eq!(script.loaded(["m"]), [""; 0], "{target}");
        assert_eq!(
            script.outcome("return [o.k, Object.getOwnPropertyDescriptor(o, 'k').enumerable]"),
            "value [1,true]",
            "{target}"
        );
        assert_eq!(
            script.outcome("return [t.k === host.require('m').k, t.k.name, o.k]"),
            "value [true,\"k\",1]",
            "{target}"
        );
    }
}

#[test]
fn a_failing_module_makes_a_redefinition_throw_and_changes_nothing() {
    let failing = ("m", "'use strict'; if (fail) throw new RangeError('not now'); exports.k = { name: 'k' };");
    for (target, make) in TARGETS {
        let mut script = Script::with_lazies([modules([failing])]);
        script.run(&format!("let fail = true; let t = {make}; host.defineLazyProperties(t, 'm', ['k'])"));
        assert_eq!(script.outcome("Object.defineProperty(t, 'k', { value: 9 })"), "throws RangeError", "{target}");
        assert_eq!(script.run("fail = false; host.show(t.k)"), "{\"name\":\"k\"}", "{target}");
    }
}
