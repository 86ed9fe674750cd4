//! Lazy properties and more than one context: whoever reads first, the builtin runs once, in the context of its runtime.

use lazuli::v8;

use crate::support::{Script, modules};

const MODULE: (&str, &str) = (
    "m",
    "'use strict'; globalThis.ranHere = (globalThis.ranHere ?? 0) + 1; exports.k = { name: 'k' }; exports.Error = Error; exports.list = [];
    exports.failing = {}; internalBinding('util').defineLazyProperties(exports.failing, 'bad', ['never']);",
);

/// A runtime with a second context made through V8's own interface. Scripts there see `t`, `host` and `main`, the first global object.
struct Contexts {
    script: Script,
    other: v8::Global<v8::Context>,
}

impl Contexts {
    #[track_caller]
    fn new(prepare: &str) -> Self {
        let bad = ("bad", "'use strict'; throw new TypeError('bad');");
        let mut script = Script::with_lazies([modules([MODULE, bad])]);
        script.run(prepare);
        let other = script.runtime.with_scope(|scope| {
            let main = scope.get_current_context();
            let other = v8::Context::new(scope, v8::ContextOptions::default());
            other.set_security_token(main.get_security_token(scope));
            let global = other.global(scope);
            let main_global = main.global(scope);
            for name in ["t", "host"] {
                let value = lazuli::js::get(scope, main_global, name).expect("it was prepared");
                lazuli::js::set(scope, global, name, value);
            }
            lazuli::js::set(scope, global, "main", main_global.into());
            v8::Global::new(scope, other)
        });
        Contexts { script, other }
    }

    /// The value of a script in the second context, as text.
    #[track_caller]
    fn run_in_other(&mut self, source: &str) -> String {
        let other = self.other.clone();
        self.script.runtime.with_scope(|scope| {
            let context = v8::Local::new(scope, other);
            let scope = &mut v8::ContextScope::new(scope, context);
            v8::tc_scope!(let scope, scope);
            let source = lazuli::js::string(scope, source);
            let value = v8::Script::compile(scope, source, None).and_then(|script| script.run(scope));
            match value.or_else(|| scope.exception()) {
                Some(value) => value.to_rust_string_lossy(scope),
                None => "terminated".into(),
            }
        })
    }
}

/// The first read happens in the second context, by `read`; both contexts then agree, and the builtin ran where its runtime lives.
#[track_caller]
fn check_first_read_elsewhere(prepare: &str, read: &str) {
    let mut contexts = Contexts::new(prepare);
    assert_eq!(contexts.run_in_other(&format!("globalThis.value = {read}; typeof value")), "object", "{read}");
    assert_eq!(contexts.run_in_other(&format!("value === {read} && value === host.require('m').k")), "true", "{read}");
    assert_eq!(contexts.script.run("t.k === host.require('m').k"), "true", "{read}");
    assert_eq!(contexts.script.run("ranHere"), "1", "{read}: it ran once, in the first context");
    assert_eq!(contexts.run_in_other("typeof ranHere"), "undefined", "{read}: nothing ran in the second context");
    let realms = "host.require('m').Error === main.Error && host.require('m').Error !== Error && host.require('m').list instanceof main.Array";
    assert_eq!(contexts.run_in_other(realms), "true", "{read}");
    assert_eq!(contexts.script.loads("m"), 1, "{read}");
}

#[test]
fn a_first_read_from_another_context_loads_in_the_first_one() {
    let prepare = "globalThis.t = {}; host.defineLazyProperties(t, 'm', ['k'])";
    let reads = [
        "t.k",
        "Object.create(t).k",
        "new Proxy(t, {}).k",
        "Reflect.get(t, 'k', {})",
        "({ ...t }).k",
        "Object.getOwnPropertyDescriptor(t, 'k').value",
        "main.Reflect.get(t, 'k')",
        "(() => t.k)()",
    ];
    for read in reads {
        check_first_read_elsewhere(prepare, read);
    }
    check_first_read_elsewhere("globalThis.t = globalThis; host.defineLazyProperties(t, 'm', ['k'])", "main.k");
    check_first_read_elsewhere("globalThis.t = function () {}; host.defineLazyProperties(t, 'm', ['k'])", "t.k");
}

#[test]
fn a_target_made_in_another_context_takes_the_same_value() {
    let prepare = "globalThis.t = {}; host.defineLazyProperties(t, 'm', ['k'])";
    for target in ["({})", "globalThis", "(function () {})", "Object.create(t)"] {
        let mut contexts = Contexts::new(prepare);
        contexts.run_in_other(&format!("globalThis.own = {target}; host.defineLazyProperties(own, {{ mine: 'm#k' }})"));
        assert_eq!(contexts.run_in_other("'mine' in own && typeof ranHere"), "undefined", "{target}");
        assert_eq!(contexts.script.loaded(["m"]), [""; 0], "{target}");
        assert_eq!(contexts.run_in_other("own.mine === t.k && own.mine === host.require('m').k"), "true", "{target}");
        assert_eq!(contexts.script.run("ranHere"), "1", "{target}");
        let realms = "host.require('m').Error === main.Error && typeof ranHere";
        assert_eq!(
            contexts.run_in_other(realms),
            "undefined",
            "{target}: the builtin belongs to the runtime, not to its first reader"
        );
    }
}

#[test]
fn an_error_of_a_load_for_another_context_belongs_to_the_first_one() {
    let mut contexts = Contexts::new("globalThis.t = host.require('m').failing");
    for _ in 0..2 {
        let read = "try { t.never } catch (error) { [error instanceof main.TypeError, error instanceof TypeError, error.message].join() }";
        assert_eq!(contexts.run_in_other(read), "true,false,bad");
    }
    assert_eq!(contexts.script.loaded(["bad"]), [""; 0]);
    assert_eq!(contexts.run_in_other("'never' in t"), "true");
    let cause = contexts.run_in_other("try { host.require('gone') } catch (error) { error instanceof main.Error }");
    assert_eq!(cause, "true", "native errors are made where the builtin lives");
}

#[test]
fn a_write_from_another_context_is_a_write() {
    let mut contexts = Contexts::new("globalThis.t = {}; host.defineLazyProperties(t, 'm', ['k'])");
    assert_eq!(contexts.run_in_other("const o = Object.create(t); o.k = 1; t.k = 2; [o.k, t.k].join()"), "1,2");
    assert_eq!(contexts.script.run("t.k"), "2");
    assert_eq!(contexts.script.loaded(["m"]), [""; 0]);
}

#[test]
fn builtins_that_need_one_another_through_lazy_properties_load_in_any_order() {
    let lazily = |other: &str, key: &str| {
        format!(
            "'use strict'; exports.own = {{ name: '{other}' }}; const lazy = {{}};
            internalBinding('util').defineLazyProperties(lazy, '{other}', ['own']);
            exports.{key} = () => lazy.own;"
        )
    };
    let (a, b) = (lazily("b", "reach"), lazily("a", "reach"));
    for order in [["a", "b"], ["b", "a"]] {
        let mut script = Script::with_lazies([modules([("a", a.as_str()), ("b", b.as_str())])]);
        script.run(&format!("const one = host.require('{}')", order[0]));
        assert_eq!(script.loaded(["a", "b"]), [order[0]]);
        assert_eq!(
            script.run(&format!("const other = one.reach(); other === host.require('{}').own", order[1])),
            "true"
        );
        assert_eq!(script.run(&format!("host.require('{}').reach() === one.own", order[1])), "true");
        assert_eq!((script.loads("a"), script.loads("b")), (1, 1));
    }
}

#[test]
fn two_keys_of_one_builtin_load_it_once() {
    for keys in [["k", "Error"], ["Error", "k"]] {
        let mut script = Script::with_lazies([modules([MODULE, ("bad", "")])]);
        script.run("const t = {}, u = {}; host.defineLazyProperties(t, 'm', ['k', 'Error']); host.defineLazyProperties(u, { e: 'm#Error' })");
        let read = format!("[t.{}, t.{}].every((value) => value) && u.e === t.Error && ranHere", keys[0], keys[1]);
        assert_eq!(script.run(&read), "1");
        assert_eq!(script.loads("m"), 1);
    }
}
