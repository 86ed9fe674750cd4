//! Builtins and user code kept apart: whatever a script patches, a builtin does not notice; whatever a script can reach, it is not the
//! inside; and no builtin loads another one that only its users need.

use lazuli::inventory::Edge;
use lazuli::registry::id::Area;
use lazuli::{Layer, Registry, Runtime, RuntimeOptions};

use super::oracle;
use crate::support::{self, Script, door, modules};

/// What a hostile script does to everything it can reach, before builtins load. A builtin then sees its own and not these.
const HOSTILE: [(&str, &str); 9] = [
    (
        "globals of the names of wrapper parameters",
        "for (const name of ['require', 'module', 'exports', 'internalBinding', 'primordials', 'process']) {
            Object.defineProperty(globalThis, name, { get() { throw new Error('hostile'); }, configurable: true });
        }",
    ),
    (
        "globals of the names of loaders",
        "globalThis.Module = { _load() { throw new Error('hostile'); }, _cache: { inner: { exports: 'hostile' } } }; globalThis.define = 1;",
    ),
    (
        "setters for what a module object has",
        "for (const name of ['id', 'exports', 'loaded', 'name', 'code', 'made', 'answer', 'linked', 'internal']) {
            Object.defineProperty(Object.prototype, name, {
                get() { return 'hostile'; }, set() { throw new Error('hostile'); }, configurable: true,
            });
        }",
    ),
    (
        "elements of every array",
        "for (let index = 0; index < 100; index++) {
            Object.defineProperty(Array.prototype, index, {
                get() { return { exports: 'hostile', answer: () => 'hostile' }; }, set() { throw new Error('hostile'); }, configurable: true,
            });
        }",
    ),
    (
        "elements of every object",
        "for (let index = 0; index < 100; index++) {
            Object.defineProperty(Object.prototype, index, { value: { exports: 'hostile', answer: () => 'hostile' }, configurable: true });
        }",
    ),
    (
        "what descriptors are read by",
        "Object.prototype.get = () => 'hostile'; Object.prototype.value = 'hostile'; Object.prototype.enumerable = false;",
    ),
    (
        "functions that call functions",
        "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 'hostile';
        Reflect.apply = Reflect.isExtensible = Object.isExtensible = () => { throw new Error('hostile'); };",
    ),
    (
        "intrinsics",
        "for (const name of ['Array', 'Map', 'WeakMap', 'Set', 'Error', 'TypeError', 'Object', 'String', 'Symbol', 'Promise', 'Reflect']) {
            globalThis[name] = class Hostile { constructor() { throw 'hostile'; } };
        }",
    ),
    ("a frozen global object", "Object.freeze(globalThis)"),
];

#[test]
fn builtins_never_see_what_user_code_did() {
    let builtins = [
        (
            "outer",
            "'use strict'; const inner = require('inner'); exports.sum = inner.value + internalBinding('oracle').answer();",
        ),
        (
            "inner",
            "'use strict'; exports.value = module.id.length; module.exports.before = module.loaded; exports.zero = internalBinding('oracle').made;",
        ),
        ("lazily", "'use strict'; exports.value = { name: 'lazily' };"),
    ];
    for (what, hostile) in HOSTILE {
        let mut script = Script::with_lazies([modules(builtins), oracle()]);
        let prepared = "globalThis.target = {}; host.defineLazyProperties(target, 'lazily', ['value']); globalThis.own = host; globalThis.json = JSON.stringify;";
        script.run(prepared);
        script.run(hostile);
        assert_eq!(script.run("own.require('outer').sum"), "47", "{what}");
        let inner = script.run("(({ value, before, zero }) => `${value} ${before} ${zero}`)(own.require('inner'))");
        assert_eq!(inner, "5 false 0", "{what}");
        assert_eq!(script.run("own.internalBinding('oracle').answer()"), "42", "{what}");
        assert_eq!(script.run("target.value.name"), "lazily", "{what}");
        assert_eq!(
            script.run("try { own.require('gone'); } catch (error) { error.code }"),
            "ERR_UNKNOWN_BUILTIN_MODULE",
            "{what}"
        );
        assert_eq!(script.loads("inner"), 1, "{what}");
    }
}

#[test]
fn a_hostile_resolver_of_user_code_is_never_asked_by_a_builtin() {
    let mut script = Script::of(support::runtime([
        Layer::node(),
        modules([(
            "asker",
            "'use strict'; exports.url = require('querystring') !== 'hostile' && require('path') !== 'hostile';",
        )]),
        door(),
    ]));
    script.run("host.require('internal/process/pre_execution').prepareMainThreadExecution()");
    let hostile = "const { requireBuiltin } = host.internalBinding('builtins');
        const Module = requireBuiltin('module');
        const refuse = () => { throw new Error('hostile'); };
        for (const holder of [Module, Module.prototype]) {
            for (const name of Reflect.ownKeys(holder)) {
                const { writable, value } = Object.getOwnPropertyDescriptor(holder, name);
                if (writable && typeof value === 'function' && name !== 'constructor') holder[name] = refuse;
            }
        }
        for (const id of ['querystring', 'path', 'internal/querystring']) {
            Module._cache[id] = { id, exports: 'hostile', loaded: true };
        }
        process.binding = process._linkedBinding = refuse; typeof Module._load";
    assert_eq!(script.run(hostile), "function");
    assert_eq!(script.outcome("host.require('module')._load('path')"), "throws Error", "the patch is in place");
    assert_eq!(script.run("host.require('asker').url"), "true");
    assert_eq!(script.run("typeof requireBuiltin('querystring').parse"), "function");
}

/// A runtime of the embedded builtins, ready for user code.
#[track_caller]
fn node() -> Script {
    prepared(Script::of(support::runtime([Layer::node(), door()])))
}

/// Has had what an entry point does before it runs a program.
#[track_caller]
fn prepared(mut script: Script) -> Script {
    script.run("host.require('internal/process/pre_execution').prepareMainThreadExecution()");
    script
}

/// What of the inside user code reaches from the global object and the public builtins, after `plant` has run.
#[track_caller]
fn check_reached(plant: &str, expected: &str) {
    let mut script = node();
    let bindings: Vec<String> =
        script.runtime.engine().registry().bindings().map(|binding| format!("'{}'", binding.name())).collect();
    script.run(&format!("globalThis.bindings = [{}]", bindings.join(",")));
    // Every public builtin is a root, and so is everything a getter or a lazy property gives.
    script.run(plant);
    let walk = "(() => {
        const inside = host; delete globalThis.host;
        const { publicIds, requireBuiltin } = inside.internalBinding('builtins');
        const forbidden = new Map([[inside.internalBinding, 'internalBinding'], [inside.primordials, 'primordials'], [requireBuiltin, 'requireBuiltin']]);
        for (const name of globalThis.bindings) forbidden.set(inside.internalBinding(name), `binding ${name}`);
        for (const name of Object.keys(inside.primordials)) if (name.startsWith('Safe')) forbidden.set(inside.primordials[name], name);
        const realm = inside.require('internal/bootstrap/realm');
        for (const name of ['BuiltinModule', 'linkedBinding']) forbidden.set(realm[name], `realm ${name}`);
        const privateSymbols = inside.internalBinding('util').privateSymbols;
        if (privateSymbols) forbidden.set(privateSymbols, 'privateSymbols');

        const seen = new Set(), queue = [[globalThis, 'globalThis']], found = [];
        for (const id of publicIds) queue.push([requireBuiltin(id), id]);
        const push = (value, path) => {
            if ((typeof value === 'object' && value !== null || typeof value === 'function') && !seen.has(value)) queue.push([value, path]);
        };
        while (queue.length > 0) {
            const [at, path] = queue.pop();
            if (seen.has(at)) continue;
            seen.add(at);
            if (forbidden.has(at)) { found.push(`${path} is ${forbidden.get(at)}`); continue; }
            push(Object.getPrototypeOf(at), `${path}.__proto__`);
            for (const key of Reflect.ownKeys(at)) {
                const name = `${path}.${String(key)}`;
                const descriptor = Object.getOwnPropertyDescriptor(at, key);
                push(descriptor.value, name); push(descriptor.get, `get ${name}`); push(descriptor.set, `set ${name}`);
                if (descriptor.get && !name.includes('std')) try { push(at[key], name); } catch {}
            }
        }
        return `${seen.size > 1000} ${found.join('; ')}`;
    })()";
    assert_eq!(script.run(walk), format!("true {expected}"));
}

#[test]
fn nothing_that_user_code_can_reach_is_the_inside() {
    check_reached("", "");
    // The walk finds what it looks for.
    check_reached(
        "process.leak = { deep: [Object.create(host.primordials)] }",
        "process.leak.deep.0.__proto__ is primordials",
    );
    check_reached(
        "const inner = host; globalThis.leak = { get a() { return inner.internalBinding; } }",
        "globalThis.leak.a is internalBinding",
    );
    check_reached("host.require('util').leak = host.internalBinding('fs')", "util.leak is binding fs");
}

#[test]
fn naming_globals_loads_nothing_and_copying_them_loads_what_is_listed() {
    let mut script = node();
    let count = |script: &Script| script.runtime.inventory().loads.len();
    let before = count(&script);
    let names = "for (const object of [globalThis, process]) {
            Object.getOwnPropertyNames(object); Object.keys(object); Reflect.ownKeys(object); for (const key in object);
            for (const key of Reflect.ownKeys(object)) { key in object; Object.hasOwn(object, key); }
        } 'named'";
    assert_eq!(script.run(names), "named");
    assert_eq!(count(&script), before);
    // What the web platform wants enumerable.
    let allowed = ["atob", "btoa", "crypto", "fetch", "navigator", "performance", "structuredClone"];
    let keys = script.run(
        "const { lazyPropertyState } = host.internalBinding('util');
        Object.keys(globalThis).filter((key) => lazyPropertyState(globalThis, key) !== undefined).join()",
    );
    for key in keys.split(',').filter(|key| !key.is_empty()) {
        assert!(allowed.contains(&key), "the lazy global '{key}' is enumerable: every {{...globalThis}} loads it");
    }
}

#[test]
fn no_builtin_reads_a_lazy_property_while_it_loads() {
    let engine = support::engine([Layer::node(), door()]);
    let registry: &Registry = engine.registry();
    let modules = registry.modules().filter(|definition| definition.area() == Area::Module);
    let ids: Vec<&str> = modules.map(|definition| definition.id()).collect();
    let mut faults = Vec::new();
    for id in ids {
        let mut script = prepared(Script::of(Runtime::new(&engine, RuntimeOptions::new()).expect("a runtime")));
        let runtime = &mut script.runtime;
        let before = runtime.inventory().loads.len();
        if let Err(error) = runtime.load(id) {
            faults.push(format!("{id} does not load alone: {error}"));
            continue;
        }
        for load in &runtime.inventory().loads[before..] {
            if let Some(cause) = load.cause.as_ref().filter(|cause| cause.edge == Edge::Lazy) {
                faults.push(format!("{id}: {cause} reads a lazy property and loads {}", load.id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
