//! The registry: which ids are good, what belongs to which area, what layers may and may not say together, and that every problem is
//! told at once, with its origin and the next step. Nothing here starts V8.

use std::path::Path;

use lazuli::registry::id::{self, Area, BadId};
use lazuli::{Binding, Builder, Enumerable, Error, ErrorKind, Layer, LazyTarget, Registry};

use crate::support::{self, ChildCase, Script, modules};

pub(crate) const CHILD_CASES: &[ChildCase] = &[("registry without V8", without_v8)];

/// Builds a registry of layers that cannot be one.
#[track_caller]
fn check_refused(layers: impl IntoIterator<Item = Layer>) -> Error {
    let error =
        layers.into_iter().fold(Registry::builder(), Builder::layer).build().expect_err("the registry has a problem");
    assert_eq!(error.kind(), ErrorKind::Registry);
    error
}

/// One problem: its code, its subject, and words that must be in its message.
#[track_caller]
fn check_problem(layers: impl IntoIterator<Item = Layer>, code: &str, subject: &str, words: &[&str]) {
    let error = check_refused(layers);
    assert_eq!((error.code(), error.id()), (code, Some(subject)), "{error}");
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "'{word}' is not in: {message}");
    }
    assert!(!message.contains("problems"), "there is only one problem: {message}");
}

/// A registry whose layers fit together.
#[track_caller]
fn check_accepted(layers: impl IntoIterator<Item = Layer>) -> std::sync::Arc<Registry> {
    layers.into_iter().fold(Registry::builder(), Builder::layer).build().expect("the layers fit together")
}

#[track_caller]
fn check_id(text: &str, expected: Result<(), BadId>) {
    assert_eq!(id::check(text), expected, "id {text:?}");
    let built = Registry::builder().layer(modules([(text, "")])).build();
    assert_eq!(built.err().map(|error| error.code()), expected.err().map(|_| "ERR_BAD_ID"), "a builtin {text:?}");
}

#[test]
fn ids_are_ascii_segments_without_extension() {
    let table = [
        ("fs", Ok(())),
        ("internal/streams/duplex", Ok(())),
        ("internal/per_context/dom-exception", Ok(())),
        ("a.b", Ok(())),
        (".hidden", Ok(())),
        ("...", Ok(())),
        ("_http_agent", Ok(())),
        ("js", Ok(())),
        ("a/b.c/d", Ok(())),
        ("node:fs", Ok(())),
        ("", Err(BadId::Empty)),
        ("a b", Err(BadId::Character)),
        ("a\tb", Err(BadId::Character)),
        ("a\nb", Err(BadId::Character)),
        ("a\0b", Err(BadId::Character)),
        ("a\\b", Err(BadId::Character)),
        ("a#b", Err(BadId::Character)),
        ("é", Err(BadId::Character)),
        ("a\u{7f}", Err(BadId::Character)),
        ("a/ス", Err(BadId::Character)),
        ("/", Err(BadId::Segment)),
        ("/a", Err(BadId::Segment)),
        ("a/", Err(BadId::Segment)),
        ("a//b", Err(BadId::Segment)),
        (".", Err(BadId::Segment)),
        ("..", Err(BadId::Segment)),
        ("./a", Err(BadId::Segment)),
        ("a/../b", Err(BadId::Segment)),
        ("a/.", Err(BadId::Segment)),
        ("a.js", Err(BadId::Extension)),
        ("a.mjs", Err(BadId::Extension)),
        ("a.cjs", Err(BadId::Extension)),
        ("a/b.ts", Err(BadId::Extension)),
    ];
    for (text, expected) in table {
        check_id(text, expected);
    }
}

#[test]
fn the_prefix_of_an_id_decides_its_area_and_parameters() {
    let per_context = "exports primordials privateSymbols perIsolateSymbols";
    let realm = "process getLinkedBinding getInternalBinding primordials";
    let script = "process require internalBinding primordials";
    let module = "exports require module process internalBinding primordials";
    let table = [
        ("internal/per_context/primordials", Area::PerContext, per_context),
        ("internal/per_context/a/b", Area::PerContext, per_context),
        ("internal/per_context", Area::Module, module),
        ("internal/per_contexts/a", Area::Module, module),
        ("internal/bootstrap/realm", Area::Realm, realm),
        ("internal/bootstrap/realms", Area::Bootstrap, script),
        ("internal/bootstrap/realm/a", Area::Bootstrap, script),
        ("internal/bootstrap/node", Area::Bootstrap, script),
        ("internal/bootstrap/switches/is_main_thread", Area::Bootstrap, script),
        ("internal/bootstrap", Area::Module, module),
        ("internal/main/run_main_module", Area::Main, script),
        ("internal/main", Area::Module, module),
        ("internal/mains/a", Area::Module, module),
        ("internal/util", Area::Module, module),
        ("main/a", Area::Module, module),
        ("fs", Area::Module, module),
        ("not/internal/main/a", Area::Module, module),
    ];
    for (id, area, parameters) in table {
        assert_eq!(Area::of(id), area, "{id}");
        assert_eq!(area.parameters().join(" "), parameters, "{id}");
        check_parameters_at_run_time(id, parameters);
    }
}

/// The builtin sees its parameters, each of the kind its name promises, and no others.
#[track_caller]
fn check_parameters_at_run_time(id: &str, parameters: &str) {
    const ALL: [&str; 10] = [
        "exports",
        "require",
        "module",
        "process",
        "internalBinding",
        "primordials",
        "privateSymbols",
        "perIsolateSymbols",
        "getLinkedBinding",
        "getInternalBinding",
    ];
    let probes: String = ALL.iter().map(|name| format!("{name}: typeof {name},")).collect();
    let source = format!("'use strict'; globalThis.seen = {{ {probes} count: arguments.length, self: String(this) }};");
    let mut runtime = support::runtime([modules([(id, source.as_str())])]);
    runtime.load(id).expect("it loads");
    let expected: Vec<String> = ALL
        .iter()
        .map(|name| {
            let kind = match *name {
                name if !parameters.split(' ').any(|parameter| parameter == name) => "undefined",
                "require" | "internalBinding" | "getLinkedBinding" | "getInternalBinding" => "function",
                _ => "object",
            };
            format!("\"{name}\":\"{kind}\"")
        })
        .collect();
    let count = parameters.split(' ').count();
    let expected = format!("{{{},\"count\":{count},\"self\":\"undefined\"}}", expected.join(","));
    assert_eq!(runtime.execute_script("test.js", "JSON.stringify(seen)").expect("a script"), expected, "{id}");
}

#[test]
fn only_ids_below_internal_are_hidden_from_users() {
    for (id, public) in
        [("fs", true), ("fs/promises", true), ("internals", true), ("a/internal/b", true), ("internal/fs", false)]
    {
        let registry = check_accepted([modules([(id, "")])]);
        assert_eq!(registry.get(id).map(|definition| definition.is_public()), Some(public), "{id}");
    }
}

#[test]
fn every_problem_is_told_at_once() {
    let layer = Layer::new("app")
        .needs("web")
        .module("bad id", "")
        .module("twice", "1")
        .module("twice", "2")
        .binding(Binding::new("fs"))
        .binding(Binding::new("fs"))
        .alias("circle", "circle")
        .alias("nowhere", "gone")
        .alias("bad alias", "twice")
        .lazy(LazyTarget::Global, "name", "missing#x", Enumerable::Yes)
        .directory("/no/such/folder");
    let error = check_refused([layer]);
    assert_eq!(error.code(), "ERR_MISSING_LAYER", "the first one gives the code");
    let message = error.to_string();
    let codes: Vec<&str> =
        message.lines().filter_map(|line| line.trim().strip_prefix('[')?.split(']').next()).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    let expected = [
        "ERR_ALIAS_CYCLE",
        "ERR_BAD_ID",
        "ERR_BAD_ID",
        "ERR_DUPLICATE_ID",
        "ERR_DUPLICATE_ID",
        "ERR_MISSING_LAYER",
        "ERR_UNKNOWN_REFERENCE",
        "ERR_UNKNOWN_REFERENCE",
        "ERR_UNREADABLE",
    ];
    assert_eq!(sorted, expected, "{message}");
    assert!(message.starts_with("the registry has 9 problems:\n"), "{message}");
    for line in message.lines().skip(1) {
        assert!(line.contains("'app'") || line.contains("/no/such/folder"), "the origin is not in: {line}");
    }
}

#[test]
fn a_duplicate_names_both_origins() {
    type Add = fn(Layer) -> Layer;
    let table: [(&str, Add, Add); 5] = [
        ("same", |layer| layer.module("same", "1"), |layer| layer.module("same", "1")),
        ("same", |layer| layer.binding(Binding::new("same")), |layer| layer.binding(Binding::new("same"))),
        ("same", |layer| layer.alias("same", "target"), |layer| layer.alias("same", "target")),
        ("same", |layer| layer.module("same", "1"), |layer| layer.alias("same", "target")),
        (
            "same",
            |layer| layer.lazy(LazyTarget::Process, "same", "target", Enumerable::Yes),
            |layer| layer.lazy(LazyTarget::Process, "same", "target#x", Enumerable::No),
        ),
    ];
    for (subject, first, second) in table {
        for reversed in [false, true] {
            let (one, other) = (first(Layer::new("crate-one")), second(Layer::new("crate-two")));
            let pair = if reversed { [other, one] } else { [one, other] };
            let layers = [modules([("target", "")])].into_iter().chain(pair);
            check_problem(layers, "ERR_DUPLICATE_ID", subject, &["crate-one", "crate-two", "rename or remove"]);
        }
    }
}

#[test]
fn one_name_may_be_a_builtin_a_binding_and_lazy_on_two_targets() {
    let layer = Layer::new("app")
        .module("buffer", "")
        .binding(Binding::new("buffer"))
        .lazy(LazyTarget::Global, "buffer", "buffer#*", Enumerable::Yes)
        .lazy(LazyTarget::Process, "buffer", "buffer#*", Enumerable::Yes);
    check_accepted([layer]);
}

#[test]
fn a_chain_of_aliases_leads_to_its_builtin() {
    // In an order in which each alias stands before what it leads to, and over two layers.
    let far = Layer::new("far").alias("d", "c").alias("b", "a");
    let near = modules([("a", "'use strict'; exports.name = 'a';")]).alias("c", "b");
    let registry = check_accepted([far, near]);
    for name in ["a", "b", "c", "d"] {
        assert_eq!(registry.get(name).map(|definition| definition.id()), Some("a"), "{name}");
        assert!(registry.contains(name));
    }
    assert_eq!(registry.modules().len(), 1, "an alias is no builtin");
    assert!(registry.get("e").is_none() && !registry.contains("e"));
}

#[test]
fn aliases_that_lead_nowhere_are_refused_with_their_path() {
    let layer = || modules([("stream", "")]);
    check_problem([layer().alias("a", "a")], "ERR_ALIAS_CYCLE", "a", &["a -> a", "layer 'test'", "point one of them"]);
    check_problem([layer().alias("s", "strem")], "ERR_UNKNOWN_REFERENCE", "s", &["'strem'", "did you mean stream?"]);
    check_problem([layer().alias("s", "zzz")], "ERR_UNKNOWN_REFERENCE", "s", &["'zzz'", "layer 'test'"]);

    let circle = check_refused([layer().alias("a", "b").alias("b", "c").alias("c", "a").alias("in", "b")]).to_string();
    for path in ["a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c", "in -> b -> c -> a -> b"] {
        assert!(circle.contains(&format!("in a circle: {path};")), "'{path}' is not in: {circle}");
    }
}

#[test]
fn a_layer_is_refused_without_the_layers_it_needs() {
    let words = ["layer 'crypto'", "layer 'web'", "add it"];
    check_problem([Layer::new("crypto").needs("web")], "ERR_MISSING_LAYER", "crypto", &words);
    let both = || [Layer::new("crypto").needs("web"), Layer::new("web").needs("crypto")];
    check_accepted(both());
    check_accepted(both().into_iter().rev());
    check_accepted([Layer::new("alone").needs("alone")]);
}

#[test]
fn a_lazy_property_of_an_unknown_builtin_is_refused_with_close_names() {
    let layer = |reference: &str| {
        modules([("internal/streams/duplex", ""), ("events", "")]).alias("emitter", "events").lazy(
            LazyTarget::Global,
            "Duplex",
            reference,
            Enumerable::No,
        )
    };
    for reference in ["internal/streams/duplx", "internal/streams/duplx#Duplex", "internal/streams/duplx#*"] {
        let words = ["'internal/streams/duplx'", "did you mean internal/streams/duplex?", "layer 'test'"];
        check_problem([layer(reference)], "ERR_UNKNOWN_REFERENCE", "Duplex", &words);
    }
    check_problem([layer("")], "ERR_UNKNOWN_REFERENCE", "Duplex", &["no builtin"]);
    check_problem([layer("#x")], "ERR_UNKNOWN_REFERENCE", "Duplex", &["no builtin"]);
    for reference in ["events", "events#x", "events#*", "emitter", "emitter#once", "events#a#b"] {
        check_accepted([layer(reference)]);
    }
}

#[test]
fn close_names_are_few_and_the_nearest_first() {
    let names = ["stream", "stream/web", "stream/promises", "string_decoder", "fs", "url", "events", "util"];
    let table: [(&str, &[&str]); 7] = [
        ("stream", &["stream", "stream/web", "stream/promises"]),
        ("strem", &["stream", "stream/web"]),
        ("stream/wev", &["stream/web", "stream"]),
        ("event", &["events"]),
        ("utils", &["util"]),
        ("", &[]),
        ("zlib", &[]),
    ];
    for (wanted, expected) in table {
        let found = id::close_names(wanted, names.into_iter());
        assert!(
            found.starts_with(expected) && found.len() <= 3,
            "{wanted:?} is close to {found:?}, expected {expected:?} first"
        );
        assert_eq!(found.is_empty(), expected.is_empty(), "{wanted:?} is close to {found:?}");
    }
}

/// A folder with files, given as path and bytes.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, bytes) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("below the folder")).expect("the folder is writable");
        std::fs::write(path, bytes).expect("the folder is writable");
    }
    folder
}

fn ids(registry: &Registry) -> Vec<&str> {
    registry.modules().map(|definition| definition.id()).collect()
}

#[test]
fn a_folder_gives_a_builtin_for_each_script_below_it() {
    let files: [(&str, &[u8]); 6] = [
        ("b.js", b"1"),
        ("internal/deep/er/a.js", "'\u{e9}'".as_bytes()),
        ("a.js", b""),
        ("README.md", b"# text"),
        ("data.json", b"\xff"),
        ("internal/no_extension", b"\xff"),
    ];
    let folder = folder(&files);
    let registry = check_accepted([Layer::new("dev").directory(folder.path())]);
    assert_eq!(ids(&registry), ["a", "b", "internal/deep/er/a"]);
    let deep = registry.get("internal/deep/er/a").expect("it is there");
    assert_eq!(deep.source().bytes(), "'\u{e9}'".as_bytes());
    assert!(!deep.source().is_ascii());
    assert!(deep.origin().to_string().ends_with("internal/deep/er/a.js"), "{}", deep.origin());
}

#[test]
fn links_in_a_folder_are_not_followed() {
    let outside = folder(&[("secret.js", b"1"), ("sub/other.js", b"2")]);
    let inside = folder(&[("own.js", b"3")]);
    let link =
        |to: &Path, name: &str| std::os::unix::fs::symlink(to, inside.path().join(name)).expect("links work here");
    link(&outside.path().join("secret.js"), "secret.js");
    link(&outside.path().join("sub"), "sub");
    link(inside.path(), "loop");
    link(Path::new("nowhere"), "dangling.js");
    let registry = check_accepted([Layer::new("dev").directory(inside.path())]);
    assert_eq!(ids(&registry), ["own"]);
}

#[test]
fn a_folder_that_cannot_serve_is_named() {
    let empty = folder(&[]);
    let others = folder(&[("readme.md", b""), ("sub/deep/data.json", b"")]);
    let file = folder(&[("file", b"")]);
    let table = [
        (empty.path().to_owned(), "holds no .js file"),
        (others.path().to_owned(), "holds no .js file"),
        (empty.path().join("gone"), "cannot be listed"),
        (file.path().join("file"), "cannot be listed"),
    ];
    for (path, word) in table {
        let subject = path.display().to_string();
        check_problem([Layer::new("dev").directory(&path)], "ERR_UNREADABLE", &subject, &[&subject, word, "give"]);
        check_problem([Layer::node_from(&path)], "ERR_UNREADABLE", &subject, &[&subject, word]);
    }
}

#[test]
fn a_file_that_is_not_utf8_or_no_id_is_named_with_the_others() {
    let files: [(&str, &[u8]); 4] =
        [("good.js", b"1"), ("latin1.js", b"'caf\xe9'"), ("cut.js", b"\xe2\x82"), ("two words.js", b"1")];
    let folder = folder(&files);
    let message = check_refused([Layer::new("dev").directory(folder.path())]).to_string();
    assert!(message.starts_with("the registry has 3 problems"), "{message}");
    for (file, word) in
        [("latin1.js", "not UTF-8 at byte 4"), ("cut.js", "not UTF-8 at byte 0"), ("two words.js", "this is not an id")]
    {
        let line =
            message.lines().find(|line| line.contains(file)).unwrap_or_else(|| panic!("{file} is not in: {message}"));
        assert!(line.contains(word) && line.contains(&folder.path().display().to_string()), "{line}");
    }
}

#[test]
fn layers_of_different_crates_make_one_registry_in_any_order() {
    let base = || {
        modules([("base", "'use strict'; exports.value = internalBinding('base').answer;")]).binding(
            Binding::new("base").setup(|scope, object| {
                lazuli::js::set(scope, object, "answer", lazuli::v8::Integer::new(scope, 42).into())
            }),
        )
    };
    let extra = || {
        Layer::new("extra")
            .needs("test")
            .module("extra", "'use strict'; exports.value = require('b').value;")
            .alias("b", "base")
    };
    for layers in [[base(), extra()], [extra(), base()]] {
        let mut script = Script::new(layers);
        assert_eq!(script.run("host.internalBinding('base').answer"), "42");
        script.runtime.load("extra").expect("it loads");
        assert_eq!(script.loaded(["base", "extra"]), ["base", "extra"]);
        assert_eq!(ids(script.runtime.engine().registry()), ["base", "door", "extra"]);
    }
}

#[test]
fn the_scheme_names_builtins_in_stacks_and_in_causes() {
    let layer = modules([
        ("inner", "'use strict'; exports.stack = new Error().stack;"),
        ("outer", "'use strict'; require('inner');"),
    ]);
    let registry = Registry::builder().layer(layer).layer(support::door()).scheme("acme").build().expect("a registry");
    assert_eq!(registry.scheme(), "acme");
    let engine =
        lazuli::Engine::builder(registry).platform(lazuli::Platform::unprotected()).build().expect("an engine");
    let mut script = Script::of(lazuli::Runtime::new(&engine, lazuli::RuntimeOptions::new()).expect("a runtime"));
    script.run("host.require('outer')");
    let stack = script.run("host.require('inner').stack");
    assert!(stack.contains("acme:inner:1:") && stack.contains("acme:outer:1:"), "{stack}");
    let inventory = script.runtime.inventory();
    let cause = inventory.find("inner").and_then(|load| load.cause.clone()).expect("a builtin asked");
    assert_eq!((cause.from.as_str(), cause.file.as_deref(), cause.line), ("outer", Some("acme:outer"), Some(1)));
    assert_eq!(Registry::builder().build().expect("an empty registry").scheme(), "node");
}

#[test]
fn a_registry_is_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Registry>();
    shared::<Layer>();
    shared::<Error>();
    shared::<lazuli::Engine>();
    shared::<lazuli::Image>();
    shared::<lazuli::Inventory>();
}

#[test]
fn the_embedded_builtins_make_a_registry_of_their_own() {
    let registry = check_accepted([Layer::node()]);
    assert!(registry.contains("internal/per_context/primordials") && registry.contains("internal/bootstrap/node"));
    assert!(registry.modules().zip(registry.modules().skip(1)).all(|(one, next)| one.id() < next.id()), "sorted by id");
    for definition in registry.modules() {
        assert_eq!(definition.origin().to_string(), "layer 'node'", "{}", definition.id());
    }
}

#[test]
fn what_needs_no_javascript_does_not_start_v8() {
    assert_eq!(support::child("registry without V8", &[]).expect_success().told(), ["done"]);
}

fn without_v8() {
    let threads = || std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
    let before = threads();
    let registry = check_accepted([Layer::node(), modules([("mine", "1")])]);
    let engine = lazuli::Engine::builder(registry.clone()).build().expect("an engine");
    assert!(engine.registry().get("mine").is_some_and(|definition| definition.source().is_ascii()));
    lazuli::Image::from_vec(vec![0; 4096]).expect_err("that is no image");
    assert!(lazuli::Image::from_vec(lazuli::Image::empty_bytes()).expect("an empty image").is_empty());
    let inventory: lazuli::Inventory = serde_json::from_str(r#"{"startup":"none","loads":[]}"#).expect("an inventory");
    inventory.compare(&inventory.test_form()).expect("lists").is_empty();
    check_refused([Layer::new("a").needs("b")]);
    assert_eq!(threads(), before, "V8 has helper threads");
    // V8 starts once; that it still can, with other settings, shows that nothing of the above has started it.
    lazuli::Platform::single_threaded().flags(["--stack-size=900"]).start().expect("V8 was not started yet");
    support::tell("done");
}
