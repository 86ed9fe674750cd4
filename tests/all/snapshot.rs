//! Startup images: what is in one works as if it had just been loaded, nothing of the place it was made at is in it, every process and
//! every runtime that starts from it is its own, and two different ones never meet in a process.

use std::sync::Arc;

use lazuli::{ErrorKind, Image, Layer, LazyTarget, Platform, Runtime, RuntimeOptions, SnapshotUse};

use crate::images::{self, Recipe, Start, check_scripts, image, recipe, toys};
use crate::support::{self, ChildCase, Output, Script, argument, child, child_with, tell};

mod damage;
pub(crate) mod unserializable;

pub(crate) const CHILD_CASES: &[ChildCase] = &[
    ("finalizers", finalizers),
    ("hash of a name", hash_of_a_name),
    ("second image", second_image),
    ("runtime before a build", runtime_before_a_build),
    ("runtimes in every order", runtimes_in_every_order),
    ("image is dropped first", image_is_dropped_first),
    ("images of one origin", images_of_one_origin),
    ("without a bootstrap", without_a_bootstrap),
    ("build elsewhere", build_elsewhere),
];

pub(crate) const RECIPES: &[Recipe] = &[
    Recipe { name: "node", layers: || vec![Layer::node()] },
    Recipe { name: "tables", layers: || toys([("internal/bootstrap/node", TABLES), ("tables", TABLES_BUILTIN)]) },
    Recipe { name: "lazies", layers: || toys([("internal/bootstrap/node", LAZIES), ("late", LATE)]) },
    Recipe { name: "weak", layers: || toys([("internal/bootstrap/node", WEAK), ("internal/main/idle", "")]) },
    Recipe { name: "values", layers: || toys([("internal/bootstrap/node", VALUES)]) },
    Recipe {
        name: "other",
        layers: || toys([("internal/bootstrap/node", "'use strict'; globalThis.other = 'another image';")]),
    },
    Recipe { name: "view", layers: || toys([("internal/bootstrap/node", VIEW)]) },
    Recipe {
        name: "embedder",
        layers: || {
            let layer =
                Layer::new("app").module("greet", "exports.greet = (name) => `hello ${name}`; globalThis.greeted = 1;");
            vec![layer.lazy(LazyTarget::Global, "greet", "greet", lazuli::Enumerable::Yes)]
        },
    },
];

// ---- what is in an image works -----------------------------------------------------------------------------------------------

const TABLES: &str = "'use strict'; globalThis.tables = require('tables');";
const TABLES_BUILTIN: &str = "'use strict';
const names = Array.from({ length: 1000 }, (_, index) => `key ${index}`);
const objects = names.map((name) => ({ name }));
exports.names = names;
exports.objects = objects;
exports.map = new Map(names.map((name, index) => [name, index]));
exports.byObject = new Map(objects.map((object, index) => [object, index]));
exports.weak = new WeakMap(objects.map((object, index) => [object, index]));
exports.set = new Set(names);
exports.symbols = new Set(names.map((name) => Symbol.for(name)));
exports.dictionary = Object.fromEntries(names.map((name, index) => [name, index]));
delete exports.dictionary['key 3'];
exports.dictionary['key 3'] = 3;
exports.count = () => names.filter((name, index) => {
  const fresh = `key ${index}`;
  return exports.map.get(fresh) === index && exports.set.has(fresh) && exports.dictionary[fresh] === index &&
    exports.symbols.has(Symbol.for(fresh)) && exports.byObject.get(objects[index]) === index && exports.weak.get(objects[index]) === index;
}).length;
";

#[test]
fn tables_of_a_thousand_keys_find_every_key_after_the_start() {
    check_scripts(
        "tables",
        &[
            ("tables.count()", "1000"),
            ("tables.map.size + tables.set.size + Object.keys(tables.dictionary).length", "3000"),
            ("tables.map.set('new', 1).get('new') + [...tables.map.keys()].indexOf('key 999')", "1000"),
            ("delete tables.dictionary['key 7'] && 'key 7' in tables.dictionary", "false"),
        ],
    );
}

#[test]
fn a_builtin_of_the_snapshot_is_there_and_is_not_run_again() {
    for start in [Start::from("tables"), Start::from("tables").without_snapshot()] {
        let ran = start.run(&["host.require('tables') === tables"]);
        assert_eq!(ran.values, ["true"], "{start:?}");
        let loads: Vec<_> = ran.inventory.loads.iter().filter(|load| load.id == "tables").collect();
        assert_eq!(loads.len(), 1, "{loads:?}");
    }
}

const VALUES: &str = "'use strict';
globalThis.kept = {
  regexp: /a(b+)/dg, date: new Date(86400000), big: 2n ** 70n, proxy: new Proxy({}, { get: (_, key) => `got ${String(key)}` }),
  bytes: new Uint8Array([1, 2, 255]), symbol: Symbol.for('shared'),
  generator: (function* () { yield 1; yield 2; yield 3; })(), iterator: new Map([[1, 2], [3, 4]]).entries(),
  pending: new Promise((resolve) => { globalThis.release = resolve; }),
  closure: ((count) => () => ++count)(40), Class: class Base { #hidden = 5; static made = 1; read() { return this.#hidden; } },
  error: new TypeError('kept', { cause: 7 }), accessor: { get a() { return 6; } }, holes: [1, , 3], evaluated: (0, eval)('(a) => a * 2'),
};
kept.generator.next();
kept.iterator.next();
(async () => { globalThis.awaited = await kept.pending; })();
";

#[test]
fn values_of_every_kind_survive() {
    check_scripts(
        "values",
        &[
            (
                "JSON.stringify([kept.regexp.exec('xabbb'), kept.date.toISOString(), String(kept.big), kept.proxy.key])",
                r#"[["abbb","bbb"],"1970-01-02T00:00:00.000Z","1180591620717411303424","got key"]"#,
            ),
            ("JSON.stringify([[...kept.bytes], kept.symbol === Symbol.for('shared')])", "[[1,2,255],true]"),
            ("JSON.stringify([[...kept.generator], [...kept.iterator]])", "[[2,3],[[3,4]]]"),
            (
                "JSON.stringify([kept.closure(), kept.closure(), new kept.Class().read(), kept.Class.made, new (class extends kept.Class {})().read()])",
                "[41,42,5,1,5]",
            ),
            (
                "`${kept.error} ${kept.error.cause} ${kept.error instanceof TypeError} ${kept.accessor.a} ${1 in kept.holes} ${kept.evaluated(4)}`",
                "TypeError: kept 7 true 6 false 8",
            ),
            ("release('late'); Promise.resolve().then(() => {}).constructor === kept.pending.constructor", "true"),
        ],
    );
}

// Apart from the others: V8 15.2 writes the address of a view into the blob, so no two builds with one are the same.
const VIEW: &str = "'use strict'; globalThis.view = new DataView(new ArrayBuffer(16), 8); view.setFloat64(0, Math.PI);";

#[test]
fn a_view_of_memory_survives() {
    check_scripts(
        "view",
        &[("view.getFloat64(0) - Math.PI + view.byteOffset", "8"), ("view.setInt8(7, 1), view.getInt8(7)", "1")],
    );
}

const WEAK: &str = "'use strict';
globalThis.finalized = [];
globalThis.strong = { name: 'strong' };
globalThis.dead = new WeakRef({});
globalThis.alive = new WeakRef(strong);
dead.deref();
alive.deref();
globalThis.registry = new FinalizationRegistry((held) => { finalized.push(held); });
registry.register({}, 'at build');
registry.register(strong, 'later', strong);
globalThis.doomed = { name: 'doomed' };
registry.register(doomed, 'doomed');
globalThis.map = new WeakMap([[strong, 1]]);
";

#[test]
fn weak_references_and_finalizers_can_be_in_an_image_and_work_after_the_start() {
    // `gc` is a global of flagged contexts, so an image made without the flag is refused; its blob serves nevertheless.
    let flagged = images::Parts::of(&images::bytes("weak")).with_identity("flags", "--expose-gc").assemble();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flagged.img");
    std::fs::write(&path, flagged).expect("it can be written");
    let told = child_with("finalizers", &path.display().to_string()).expect_success();
    assert_eq!(told.told(), ["from the snapshot: at build, then doomed", "from sources: , then at build,doomed"]);
}

fn finalizers() {
    let image = Image::open(argument()).expect("whole");
    let engine = recipe("weak").engine(Some(image), Platform::unprotected().flags(["--expose-gc"])).expect("it fits");
    for (name, kind) in [("the snapshot", SnapshotUse::Use), ("sources", SnapshotUse::Ignore)] {
        let mut script = Script::of(Runtime::new(&engine, RuntimeOptions::new().snapshot(kind)).expect("it starts"));
        assert_eq!(
            script.run("alive.deref() === strong && map.get(strong) === 1 && registry.unregister(strong)"),
            "true"
        );
        let before = script.run("finalized.splice(0).join()");
        script.run("strong = doomed = undefined; 0");
        // An object that was dereferenced lives until its turn has ended.
        script.runtime.run_main("internal/main/idle").expect("it is there");
        script.run("gc(); 0");
        script.runtime.run_main("internal/main/idle").expect("it is there");
        assert_eq!(script.run("alive.deref()"), "undefined");
        tell(format!("from {name}: {before}, then {}", script.run("finalized.sort().join()")));
    }
}

const LAZIES: &str = "'use strict';
const { defineLazyProperties } = internalBinding('util');
const plain = {}, frozen = {}, sealed = {}, hidden = {}, whole = {}, dictionary = { a: 1, b: 2 };
delete dictionary.a;
function callable() {}
for (const target of [plain, frozen, sealed, dictionary, callable]) defineLazyProperties(target, 'late', ['value', 'method']);
defineLazyProperties(hidden, 'late', ['value'], false);
defineLazyProperties(whole, { late: 'late#*', renamed: 'late#value' });
Object.freeze(frozen);
Object.seal(sealed);
globalThis.targets = { plain, frozen, sealed, hidden, whole, dictionary, callable };
";
const LATE: &str = "'use strict'; globalThis.runs = (globalThis.runs ?? 0) + 1; exports.value = { runs }; exports.method = function method() { return 5; };";

#[test]
fn lazy_properties_defined_before_the_snapshot_load_after_it() {
    let own = "JSON.stringify(Object.values(targets).map((target) => Reflect.ownKeys(target).filter((key) => ['value', 'method', 'late', 'renamed'].includes(key)).length))";
    check_scripts(
        "lazies",
        &[
            (own, "[2,2,2,1,2,2,2]"),
            ("'value' in targets.plain && typeof globalThis.runs", "undefined"),
            ("targets.plain.method()", "5"),
            ("runs", "1"),
            ("const { plain, frozen, sealed, hidden, whole, dictionary, callable } = targets;
              [plain, frozen, sealed, hidden, dictionary, callable].every((target) => target.value === whole.renamed) && whole.late.value === plain.value", "true"),
            ("runs", "1"),
            ("JSON.stringify(Object.getOwnPropertyDescriptor(targets.frozen, 'value'))",
             r#"{"value":{"runs":1},"writable":false,"enumerable":true,"configurable":false}"#),
            ("JSON.stringify(Object.getOwnPropertyDescriptor(targets.sealed, 'value'))",
             r#"{"value":{"runs":1},"writable":true,"enumerable":true,"configurable":false}"#),
            ("Object.keys(targets.hidden).length", "0"),
        ],
    );
}

#[test]
fn a_target_frozen_after_the_start_still_loads_once() {
    check_scripts(
        "lazies",
        &[
            ("Object.values(targets).forEach((target) => Object.freeze(target)); typeof globalThis.runs", "undefined"),
            (
                "targets.dictionary.value === targets.callable.value && targets.plain.value === targets.frozen.value",
                "true",
            ),
            ("runs", "1"),
            ("Object.getOwnPropertyDescriptor(targets.plain, 'value').writable", "false"),
            (
                "(() => { 'use strict'; try { targets.plain.value = 1; } catch (error) { return error.name; } })()",
                "TypeError",
            ),
        ],
    );
}

#[test]
fn every_lazy_load_of_an_image_is_in_its_inventory() {
    for start in [Start::from("lazies"), Start::from("lazies").without_snapshot()] {
        let ran = start.run(&["targets.plain.value; targets.frozen.value; targets.whole.late; 0"]);
        let loads: Vec<_> = ran.inventory.loads.iter().filter(|load| load.id == "late").collect();
        assert_eq!(loads.len(), 1, "{loads:?}");
        let cause = loads[0].cause.as_ref().expect("somebody read the property");
        assert_eq!((cause.from.as_str(), cause.edge), ("test.js", lazuli::inventory::Edge::Lazy));
    }
}

#[test]
fn a_registry_without_the_node_layer_starts_from_its_image() {
    check_scripts(
        "embedder",
        &[
            ("'greet' in globalThis && typeof greeted", "undefined"),
            ("greet('you')", "hello you"),
            ("greeted + typeof process + typeof require", "1undefinedundefined"),
        ],
    );
    assert_eq!(
        child_with("without a bootstrap", &image("embedder").display().to_string()).expect_success().told(),
        ["false", "true"]
    );
}

fn without_a_bootstrap() {
    let engine = recipe("embedder")
        .engine(Some(Image::open(argument()).expect("whole")), Platform::unprotected())
        .expect("it fits");
    let mut runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("it starts");
    tell(runtime.is_loaded("greet"));
    runtime.load("greet").expect("it loads");
    tell(runtime.is_loaded("greet"));
}

// ---- every process is its own ---------------------------------------------------------------------------------------------------

/// What a child from an image of the recipe tells.
#[track_caller]
fn check_differs_between_runs(what: impl Fn() -> String) {
    let runs = [what(), what(), what()];
    assert!(runs[0] != runs[1] && runs[1] != runs[2] && runs[0] != runs[2], "{runs:?}");
}

#[test]
fn the_seed_of_hashes_differs_between_runs() {
    // Flooding a table is possible only where the hashes of names are known (nodejs/node#27371).
    let told =
        || child_with("hash of a name", &image("tables").display().to_string()).expect_success().told().join(" ");
    check_differs_between_runs(told);
}

fn hash_of_a_name() {
    let engine = recipe("tables")
        .engine(Some(Image::open(argument()).expect("whole")), Platform::unprotected())
        .expect("it fits");
    let mut runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("it starts");
    let hashes = runtime.with_scope(|scope| {
        // The first is in the image, the second is not.
        ["key 500", "nowhere in the image"]
            .map(|text| lazuli::v8::String::new(scope, text).expect("a string").get_hash())
    });
    tell(format!("{hashes:?}"));
}

#[test]
fn random_numbers_differ_between_runs_and_between_contexts() {
    check_differs_between_runs(|| Start::from("tables").run(&["Math.random()"]).values.concat());
    check_differs_between_runs(|| Start::from("tables").without_snapshot().run(&["Math.random()"]).values.concat());
}

#[test]
fn two_builds_give_the_same_bytes() {
    for recipe in ["node", "values"] {
        let folder = tempfile::tempdir().expect("a folder");
        let again = folder.path().join("again.img");
        images::build(recipe, &again).expect_success();
        let (first, second) = (
            images::Parts::of(&images::bytes(recipe)),
            images::Parts::of(&std::fs::read(&again).expect("it was made")),
        );
        for (part, name) in images::NAMES.iter().enumerate() {
            let differing = first.0[part].iter().zip(&second.0[part]).position(|(a, b)| a != b);
            assert!(
                first.0[part] == second.0[part],
                "{recipe}: {name} of {} and {} bytes differ at {differing:?}",
                first.0[part].len(),
                second.0[part].len()
            );
        }
    }
}

/// Says where it is built: environment, folder, file mode mask. Returns what must not be in the image.
const MARKERS: [(&str, &str); 3] = [
    ("LAZULI_MARKER_NAME", "value-of-the-build-environment"),
    ("TZ", "Antarctica/Troll"),
    ("HOME", "/somewhere/home-of-the-builder"),
];

#[test]
fn nothing_of_the_place_it_was_made_at_is_in_an_image() {
    let folder = tempfile::Builder::new().prefix("folder-of-the-build-").tempdir().expect("a folder");
    let path = folder.path().join("x.img");
    let mut environment = MARKERS.to_vec();
    let order = path.display().to_string();
    environment.push(("LAZULI_TEST_ARGUMENT", &order));
    child("build elsewhere", &environment).expect_success();
    let made = std::fs::read(&path).expect("it was made");
    let holds = |text: &str| made.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("tickCallback") || holds("nextTick"), "this search finds what is there");
    for (name, value) in MARKERS {
        assert!(!holds(value), "the value of {name} is in the image");
    }
    for text in [
        "LAZULI_MARKER_NAME",
        "LAZULI_IMAGE_STAGE",
        "LAZULI_TEST_CASE",
        "folder-of-the-build-",
        "lazuli-image-",
        "build elsewhere",
        "child_entry",
        "--nocapture",
    ] {
        assert!(!holds(text), "'{text}' is in the image");
    }
    let executable = std::env::current_exe().expect("a test knows its executable");
    let executable = executable.file_name().expect("it has a name").to_string_lossy();
    assert!(!holds(&executable), "the name of the executable is in the image");
    // Neither does anything of it change the image.
    assert!(made == images::bytes("node"), "an image depends on where it was made");
}

fn build_elsewhere() {
    let path = argument();
    std::env::set_current_dir(std::path::Path::new(&path).parent().expect("a folder")).expect("it is there");
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o027));
    let (image, _) = recipe("node").builder().build().expect("the image can be made");
    std::fs::write(path, image.bytes()).expect("it can be written");
}

// ---- every runtime is its own -----------------------------------------------------------------------------------------------------

#[test]
fn runtimes_of_one_image_are_independent_and_are_dropped_in_any_order() {
    child_with("runtimes in every order", &image("tables").display().to_string()).expect_success();
}

fn runtimes_in_every_order() {
    let image = Image::open(argument()).expect("whole");
    let engine = recipe("tables").engine(Some(image), Platform::unprotected()).expect("it fits");
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let start = |kind| Script::of(Runtime::new(&engine, RuntimeOptions::new().snapshot(kind)).expect("it starts"));
        let mut runtimes =
            [Some(start(SnapshotUse::Use)), Some(start(SnapshotUse::Ignore)), Some(start(SnapshotUse::Use))];
        for (number, runtime) in runtimes.iter_mut().flatten().enumerate() {
            assert_eq!(runtime.run(&format!("tables.map.set('mine', {number}); tables.count()")), "1000");
        }
        for dropped in order {
            for (number, runtime) in runtimes.iter_mut().enumerate() {
                let Some(runtime) = runtime else { continue };
                assert_eq!(runtime.run("tables.map.get('mine')"), number.to_string(), "order {order:?}");
            }
            runtimes[dropped] = None;
        }
    }
}

#[test]
fn an_image_lives_as_long_as_the_runtimes_that_started_from_it() {
    child_with("image is dropped first", &image("lazies").display().to_string()).expect_success();
}

fn image_is_dropped_first() {
    let bytes = std::fs::read(argument()).expect("it is there");
    let runtimes: Vec<Script> = (0..2)
        .map(|_| {
            let image = Image::from_vec(bytes.clone()).expect("whole");
            let engine = recipe("lazies").engine(Some(image.clone()), Platform::unprotected()).expect("it fits");
            drop(image);
            let runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("it starts");
            drop(engine);
            Script::of(runtime)
        })
        .collect();
    drop(bytes);
    for mut runtime in runtimes {
        // Compiles from the code cache of the image, and lazily compiles from a source that the registry held.
        assert_eq!(runtime.run("targets.plain.method() + targets.frozen.value.runs"), "6");
    }
}

// ---- where an image comes from --------------------------------------------------------------------------------------------------

#[test]
fn an_image_from_a_file_a_vector_and_static_memory_is_the_same() {
    child_with("images of one origin", &image("tables").display().to_string()).expect_success();
}

fn images_of_one_origin() {
    let path = argument();
    let bytes = std::fs::read(&path).expect("it is there");
    let leaked: &'static [u8] = Vec::leak(bytes.clone());
    let images = [Image::open(&path), Image::from_vec(bytes.clone()), Image::from_static(leaked)]
        .map(|image| image.expect("whole"));
    assert!(images.iter().all(|image| image.bytes() == bytes));
    assert_eq!(images[2].bytes().as_ptr(), leaked.as_ptr(), "static bytes are used where they are");
    // All three are one image, so they may meet in a process.
    let mut runtimes: Vec<Script> = images
        .into_iter()
        .map(|image| {
            let engine = recipe("tables").engine(Some(image), Platform::unprotected()).expect("it fits");
            Script::of(Runtime::new(&engine, RuntimeOptions::new()).expect("it starts"))
        })
        .collect();
    for runtime in &mut runtimes {
        assert_eq!(runtime.run("tables.count()"), "1000");
    }
}

#[test]
fn an_image_that_is_not_there_is_named() {
    let error = Image::open("/nowhere/at all.img").expect_err("there is no such file");
    assert_eq!((error.kind(), error.code()), (ErrorKind::Io, "ERR_IO"));
    assert!(error.to_string().contains("/nowhere/at all.img"), "{error}");
    assert!(std::error::Error::source(&error).is_some(), "the cause is kept");
}

#[test]
fn an_empty_image_is_none() {
    let image = Image::from_vec(Image::empty_bytes()).expect("an empty image is whole");
    assert!(image.is_empty() && image.blob_bytes() == 0 && image.members().is_empty());
    let engine = recipe("tables").engine(Some(image.clone()), Platform::unprotected()).expect("it fits everything");
    assert!(engine.image().is_none());
    let mut runtime = Script::of(Runtime::new(&engine, RuntimeOptions::new()).expect("it boots from sources"));
    assert_eq!(runtime.run("tables.count()"), "1000");
    assert_eq!(runtime.runtime.inventory().startup, lazuli::inventory::Startup::None);
    assert!(image.list(&Arc::clone(engine.registry())).expect("a list").is_empty());
}

#[test]
fn an_image_tells_what_it_holds() {
    let image = Image::from_vec(images::bytes("tables")).expect("whole");
    let members = image.list(&recipe("tables").registry()).expect("its own registry");
    let named = |id: &str| {
        members.iter().find(|member| member.id == id).unwrap_or_else(|| panic!("{id} is missing from {members:?}"))
    };
    assert!(named("tables").in_snapshot && named("tables").cache_bytes > 0);
    assert_eq!(named("tables").source_bytes, TABLES_BUILTIN.len() as u64);
    assert!(
        !named("door").in_snapshot && named("door").cache_bytes > 0,
        "a public builtin outside the snapshot has a code cache"
    );
    assert!(members.is_sorted_by_key(|member| (member.kind, member.id.clone())));
    assert_eq!((image.lazuli_version(), image.v8_version()), (env!("CARGO_PKG_VERSION"), lazuli::v8::VERSION_STRING));
    assert!(format!("{image:?}").contains("blob_bytes"));
}

// ---- two images never meet -------------------------------------------------------------------------------------------------------

/// Starts a runtime from each of two images in one process; `-` is none.
#[track_caller]
fn check_second(first: &str, second: &str, expected: &[&str]) {
    let path = |recipe: &str| if recipe == "-" { String::from("-") } else { image(recipe).display().to_string() };
    let argument = [first, &path(first), second, &path(second)].join("\n");
    let told = child_with("second image", &argument).expect_success();
    let told = told.told();
    assert_eq!(told[0], expected[0]);
    for words in &expected[1..] {
        assert!(told[1].contains(words), "no '{words}' in {told:?}");
    }
}

fn second_image() {
    let argument = argument();
    let lines: Vec<&str> = argument.lines().collect();
    let start = |name: &str, path: &str| {
        let image = (path != "-").then(|| Image::open(path).expect("whole"));
        let name = if name == "-" { "tables" } else { name };
        Runtime::new(&recipe(name).engine(image, Platform::unprotected()).expect("it fits"), RuntimeOptions::new())
    };
    let mut first = start(lines[0], lines[1]).expect("the first is free to choose");
    match start(lines[2], lines[3]) {
        Ok(mut second) => {
            tell("both run");
            tell(second.execute_script("second.js", "1 + 1").expect("it runs"));
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Config);
            tell(error.code());
            tell(error);
        }
    }
    assert_eq!(first.execute_script("first.js", "6 * 7").expect("the first still runs"), "42");
    drop(first);
    // Once it is dropped, the process still belongs to its image: V8's read-only memory does.
    assert_eq!(start(lines[2], lines[3]).is_ok(), lines[1] == lines[3]);
}

#[test]
fn a_second_image_in_a_process_is_an_error_and_not_an_abort() {
    check_second("tables", "other", &["ERR_SECOND_IMAGE", "image ", "use one image for all engines of a process"]);
    check_second("tables", "-", &["ERR_SECOND_IMAGE", "no image"]);
    check_second("-", "tables", &["ERR_SECOND_IMAGE", "no image"]);
    check_second("tables", "tables", &["both run", "2"]);
    check_second("-", "-", &["both run", "2"]);
}

#[test]
fn a_program_that_runs_before_it_builds_is_told_so() {
    let Output { code, stdout, .. } = support::child("runtime before a build", &[]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("ERR_SECOND_IMAGE") && stdout.contains("the making of an image"), "{stdout}");
}

fn runtime_before_a_build() {
    let engine = recipe("other").engine(None, Platform::unprotected()).expect("nothing to refuse");
    let _runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("it starts");
    tell(recipe("other").builder().build().expect_err("the stage meets a runtime in its own process"));
}
