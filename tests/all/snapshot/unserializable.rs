//! What cannot be in an image: the build ends with an error that says what, where and what to do next; it never ends by a signal, and it
//! writes nothing.

use lazuli::{Binding, Layer, v8};

use crate::images::{self, Recipe, toys};

/// A recipe whose bootstrap runs a builtin with this text.
macro_rules! culprit {
    ($name:literal, $source:literal) => {
        Recipe { name: $name, layers: || toys([("internal/bootstrap/node", BOOTSTRAP), ("culprit", $source)]) }
    };
}

const BOOTSTRAP: &str = "'use strict';\nrequire('culprit');";

pub(crate) const RECIPES: &[Recipe] = &[
    culprit!("throws", "'use strict';\nthrow new TypeError('as it loads');"),
    culprit!("throws a string", "throw 'only text';"),
    culprit!("does not compile", "let x = ;"),
    culprit!("unknown builtin", "require('culprt');"),
    culprit!("date format", "globalThis.kept = new Intl.DateTimeFormat('en');"),
    culprit!("segmenter", "globalThis.kept = new Intl.Segmenter('en');"),
    culprit!("wasm", "globalThis.kept = new WebAssembly.Memory({ initial: 1 });"),
    culprit!("shared memory", "globalThis.kept = new SharedArrayBuffer(8);"),
    culprit!(
        "locale",
        "globalThis.kept = [(5.5).toLocaleString('de'), 'a'.localeCompare('b', 'sv'), new Date(0).toLocaleDateString('en', { timeZone: 'UTC' })];"
    ),
    Recipe { name: "stray function", layers: || with_binding(Binding::new("stray").setup(stray_function)) },
    Recipe { name: "stray handle", layers: || with_binding(Binding::new("stray").setup(stray_handle)) },
    Recipe { name: "node timer", layers: || node("setTimeout(() => { throw new Error('in a timer'); }, 1);") },
    Recipe { name: "node immediate", layers: || node("setImmediate(() => {});") },
    Recipe { name: "node rejection", layers: || node("'use strict';\nPromise.reject(new RangeError('lost'));") },
    Recipe { name: "node tick", layers: || node("process.nextTick(() => { throw new RangeError('in a tick'); });") },
    Recipe {
        name: "node microtask",
        layers: || node("queueMicrotask(() => { throw new RangeError('in a microtask'); });"),
    },
    Recipe { name: "node exit", layers: || node("process.reallyExit(3);") },
    Recipe { name: "node late exit", layers: || node("queueMicrotask(() => process.reallyExit(4));") },
];

/// The node layer, whose last bootstrap script loads a builtin with this text.
fn node(source: &'static str) -> Vec<Layer> {
    let last = "internal/bootstrap/switches/is_main_thread";
    vec![
        images::node_with(&[(last, |text| format!("{text}\nrequire('culprit');\n"))]),
        Layer::new("culprit").module("culprit", source),
    ]
}

fn with_binding(binding: Binding) -> Vec<Layer> {
    let mut layers =
        toys([("internal/bootstrap/node", BOOTSTRAP), ("culprit", "globalThis.kept = internalBinding('stray');")]);
    layers.push(Layer::new("strays").binding(binding));
    layers
}

fn nothing(_: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, _: v8::ReturnValue<'_>) {}

fn stray_function<'s>(scope: &mut v8::PinScope<'s, '_>, object: v8::Local<'s, v8::Object>) {
    let function = v8::Function::new(scope, nothing).expect("a function");
    lazuli::js::set(scope, object, "stray", function.into());
}

fn stray_handle<'s>(scope: &mut v8::PinScope<'s, '_>, object: v8::Local<'s, v8::Object>) {
    std::mem::forget(v8::Global::new(scope, object));
}

/// The build of a recipe is refused: code, id of the builtin and words of the sentence.
#[track_caller]
fn check_refused(recipe: &str, code: &str, words: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.img");
    let output = images::build(recipe, &path);
    assert_eq!(output.code, Some(1), "{recipe}: {} {} {}", output.status, output.stdout, output.stderr);
    assert!(!output.stderr.contains("panicked"), "{recipe}: {}", output.stderr);
    let told = output.told();
    assert_eq!(told[0], code, "{recipe}: {told:#?}");
    for word in words {
        assert!(told[1..].iter().any(|told| told.contains(word)), "{recipe}: no '{word}' in {told:#?}");
    }
    assert!(std::fs::read_dir(folder.path()).expect("a folder").next().is_none(), "{recipe}: something was written");
}

#[test]
fn a_builtin_that_throws_while_an_image_is_made_is_told_with_its_line() {
    check_refused(
        "throws",
        "ERR_BUILTIN_THREW",
        &[
            "the image cannot be made",
            "threw at node:culprit:2: TypeError: as it loads",
            "internal/bootstrap/node",
            "node:culprit:2 | throw new",
        ],
    );
    check_refused("throws a string", "ERR_BUILTIN_THREW", &["threw at node:culprit:1: only text"]);
    check_refused("does not compile", "ERR_BUILTIN_THREW", &["threw at node:culprit:1: SyntaxError"]);
    check_refused("unknown builtin", "ERR_BUILTIN_THREW", &["No such built-in module: culprt", "did you mean culprit"]);
}

#[test]
fn what_v8_did_not_set_up_yet_is_an_ordinary_error() {
    // V8 15.2 gives a context that is to be serialized neither of these (they are there after the start).
    check_refused(
        "wasm",
        "ERR_BUILTIN_THREW",
        &["threw at node:culprit:1: ReferenceError: WebAssembly is not defined"],
    );
    check_refused("shared memory", "ERR_BUILTIN_THREW", &["ReferenceError: SharedArrayBuffer is not defined"]);
}

#[test]
fn what_v8_cannot_serialize_is_told_with_the_builtin_that_keeps_it_and_the_next_step() {
    for recipe in ["date format", "segmenter", "stray handle"] {
        let next = "make it at its first use instead of while a builtin loads (look at 'culprit')";
        check_refused(
            recipe,
            "ERR_IMAGE_CHILD",
            &["its blob stage ended with signal", "an `Intl` object", next, "CheckGlobalAndEternalHandles failed"],
        );
    }
    check_refused(
        "stray function",
        "ERR_IMAGE_CHILD",
        &["its blob stage ended with signal", "add it to its binding with `Binding::function`"],
    );
}

#[test]
fn what_v8_makes_for_itself_in_passing_is_no_hindrance() {
    images::check_scripts("locale", &[("kept.join()", "5,5,-1,1/1/1970")]);
}

#[test]
fn what_still_waits_when_the_bootstrap_has_ended_is_refused() {
    let next = "a timer or an immediate waiting, which cannot be in an image; start it in pre-execution";
    check_refused("node timer", "ERR_IMAGE_BUILD", &[next, "ERR_IMAGE_PENDING"]);
    check_refused("node immediate", "ERR_IMAGE_BUILD", &[next, "ERR_IMAGE_PENDING"]);
}

#[test]
fn what_is_thrown_after_a_bootstrap_script_has_ended_is_told_as_well() {
    check_refused("node rejection", "ERR_BUILTIN_THREW", &["RangeError: lost", "threw at"]);
    check_refused("node tick", "ERR_BUILTIN_THREW", &["threw at node:culprit:1", "RangeError: in a tick"]);
    check_refused("node microtask", "ERR_BUILTIN_THREW", &["RangeError: in a microtask"]);
}

#[test]
fn a_bootstrap_that_asks_to_exit_is_refused() {
    check_refused("node exit", "ERR_IMAGE_BUILD", &["the bootstrap asked to exit with code 3", "ERR_IMAGE_EXIT"]);
    check_refused("node late exit", "ERR_IMAGE_BUILD", &["the bootstrap asked to exit with code 4"]);
}
