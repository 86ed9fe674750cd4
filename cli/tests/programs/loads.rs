//! What single steps of a program load at run time: imports of builtins, looks at the global object and at `process`, small output, errors.

use serde_json::Value;

use crate::support::{Folder, Run};

const STARTS: [&[&str]; 2] = [&[], &["--no-snapshot"]];

/// What the program loads at run time, in order, as `lazuli list` has it.
#[track_caller]
fn run_time(folder: &Folder, start: &[&str], program: &str, code: i32) -> Vec<Value> {
    let ended = folder.lazuli(&[&["list", "--format", "json"], start, &[program]].concat()).end().code(code);
    let from = ended.out.find("{\n  \"lazuli\"").unwrap_or_else(|| panic!("no document in {ended:#?}"));
    let document: Value = serde_json::from_str(&ended.out[from..]).expect("a document");
    document["run_time"].as_array().expect("a list").clone()
}

fn name(load: &Value) -> String {
    let id = load["id"].as_str().expect("an id");
    if load["kind"] == "binding" { format!("binding {id}") } else { id.to_owned() }
}

fn names(loads: &[Value]) -> Vec<String> {
    loads.iter().map(name).collect()
}

/// What a program loads at run time beyond what another one does, sorted. In every start the same.
#[track_caller]
fn check_adds((program, text): (&str, &str), (base, base_text): (&str, &str), code: i32, expected: &[&str]) {
    let folder = Folder::new(&[(program, text), (base, base_text)]);
    for start in STARTS {
        let before = names(&run_time(&folder, start, base, 0));
        let mut added = names(&run_time(&folder, start, program, code));
        assert!(before.iter().all(|id| added.contains(id)), "{start:?}: {base} loads {before:?}, {program} {added:?}");
        added.retain(|id| !before.contains(id));
        added.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(added, expected, "{start:?} {text}");
    }
}

/// The loader's own part in the first import of a builtin.
const LOADER: (&str, &str) = ("loader.mjs", "import 'node:path';");

#[track_caller]
fn check_import(text: &str, expected: &[&str]) {
    check_adds(("import.mjs", text), LOADER, 0, expected);
}

/// `fs` itself, and what `existsSync` needs.
const FS: [&str; 2] = ["binding constants", "fs"];
const EXISTS: [&str; 5] = ["binding constants", "binding types", "fs", "internal/fs/arguments", "internal/fs/entry"];

fn with(ids: &[&'static str], more: &[&'static str]) -> Vec<&'static str> {
    [ids, more].concat()
}

#[test]
fn a_default_import_of_a_builtin_loads_nothing_but_the_builtin() {
    check_import("import fs from 'node:fs'; fs;", &FS);
    check_import("import { default as fs } from 'node:fs'; fs;", &FS);
    check_import("import 'node:fs';", &FS);
    check_import("export { default } from 'node:fs';", &FS);
}

#[test]
fn an_import_of_a_name_adds_what_that_name_needs() {
    let expected = with(&EXISTS, &["internal/util/types"]);
    check_import("import { existsSync } from 'node:fs'; existsSync;", &expected);
    check_import("import { existsSync as there } from 'node:fs'; there;", &expected);
    check_import("import fs, { existsSync } from 'node:fs'; fs, existsSync;", &expected);
    check_import("export { existsSync } from 'node:fs';", &expected);
    check_import("const { existsSync } = await import('node:fs'); existsSync;", &expected);
    // A name that is no lazy one adds nothing, though it stands beside lazy ones.
    check_import("import { constants } from 'node:fs'; constants;", &FS);
}

#[test]
fn a_namespace_used_by_its_names_adds_what_these_need() {
    let expected = with(&EXISTS, &["internal/util/types"]);
    check_import("import * as fs from 'node:fs'; fs.existsSync;", &expected);
    check_import("import * as fs from 'node:fs'; fs['existsSync'];", &expected);
    check_import("import * as fs from 'node:fs'; function f() { return fs.existsSync('x'); } f();", &expected);
    check_import("import * as fs from 'node:fs'; fs.constants;", &FS);
    check_import("import * as fs from 'node:fs'; fs.default;", &FS);
}

/// All of the lazies behind the exports of `fs`.
const WHOLE_FS: [&str; 25] = [
    "binding buffer",
    "binding constants",
    "binding fs_watch",
    "binding messaging",
    "binding symbols",
    "binding types",
    "fs",
    "internal/blob",
    "internal/fs/arguments",
    "internal/fs/callback",
    "internal/fs/cp",
    "internal/fs/dir",
    "internal/fs/disposable",
    "internal/fs/entry",
    "internal/fs/file",
    "internal/fs/file_handle",
    "internal/fs/glob",
    "internal/fs/promises",
    "internal/fs/realpath",
    "internal/fs/stats",
    "internal/fs/task",
    "internal/fs/tree",
    "internal/fs/watch",
    "internal/fs/watch_file",
    "internal/path/glob",
];

#[test]
fn a_namespace_that_escapes_loads_all_of_its_names_because_of_the_line_that_imports_it() {
    let expected = with(&WHOLE_FS, &["internal/util/types"]);
    check_import("import * as fs from 'node:fs'; globalThis.kept = fs;", &expected);
    check_import("import * as fs from 'node:fs'; export { fs };", &expected);
    check_import("export * from 'node:fs';", &expected);
    check_import("const fs = await import('node:fs'); globalThis.kept = fs;", &expected);

    let folder =
        Folder::new(&[("escape.mjs", "// First line.\n\nimport * as fs from 'node:fs';\nglobalThis.kept = fs;\n")]);
    let url = format!("file://{}", folder.path().canonicalize().expect("a folder").join("escape.mjs").display());
    for start in STARTS {
        let loads = run_time(&folder, start, "escape.mjs", 0);
        for id in [
            "fs",
            "internal/fs/callback",
            "internal/fs/cp",
            "internal/fs/promises",
            "internal/blob",
            "internal/fs/stats",
        ] {
            let load = loads.iter().find(|load| load["id"] == id).unwrap_or_else(|| panic!("no {id} in {loads:?}"));
            let cause = &load["cause"];
            assert_eq!(
                (&cause["file"], &cause["line"], &cause["edge"]),
                (&url.clone().into(), &3.into(), &"import".into()),
                "{start:?} {load}"
            );
        }
        // What these need in turn is traced to the same line.
        let ended = folder.lazuli(&[&["why"], start, &["internal/fs/arguments", "escape.mjs"]].concat()).end().code(0);
        assert!(ended.out.contains("escape.mjs:3"), "{ended:#?}");
    }
}

/// A builtin whose export `broken` cannot be loaded.
const FRAGILE: [(&str, &str); 3] = [
    (
        "mine/fragile.js",
        "'use strict';
        const { defineLazyProperties } = require('internal/util');
        module.exports = { whole: 'whole' };
        defineLazyProperties(module.exports, 'internal/fragile', ['broken']);
        defineLazyProperties(module.exports, 'internal/sound', ['sound']);",
    ),
    ("mine/internal/fragile.js", "'use strict'; throw new RangeError('a lazy export');"),
    ("mine/internal/sound.js", "'use strict'; exports.sound = 'sound';"),
];

#[test]
fn a_lazy_export_that_throws_breaks_only_the_module_that_names_it() {
    let folder = Folder::with_modules("events", str::to_owned);
    for (name, text) in FRAGILE {
        folder.write(name, text.as_bytes());
    }
    for (name, text) in [
        ("names-it.mjs", "import { broken } from 'node:fragile'; console.log('ran', broken);"),
        ("names-another.mjs", "import { sound } from 'node:fragile'; export default sound;"),
        ("escapes.mjs", "import * as ns from 'node:fragile'; globalThis.kept = ns; export default [ns.whole, ns.sound, ns.broken];"),
        (
            "main.mjs",
            "import fragile, { whole } from 'node:fragile'; console.log(whole, Object.keys(fragile).join());
            for (let time = 0; time < 2; time++) await import('./names-it.mjs').catch((error) => console.log(error.name, error.message));
            console.log((await import('./names-another.mjs')).default, (await import('./escapes.mjs')).default.join('-'));
            try { fragile.broken; } catch (error) { console.log(error.message); }",
        ),
    ] {
        folder.write(name, text.as_bytes());
    }
    for start in STARTS {
        let run = |program: &str| folder.lazuli(&[&["run", "--modules", "mine"], start, &[program]].concat()).end();
        run("main.mjs").code(0).out(
            "whole whole,broken,sound\nRangeError a lazy export\nRangeError a lazy export\nsound whole-sound-\na lazy export\n",
        );
        let ended = run("names-it.mjs").code(1).out("").err_has("RangeError: a lazy export");
        assert!(ended.err.contains("node:internal/fragile:1"), "{ended:#?}");
    }
}

// ---- The global object ---------------------------------------------------------------------------------------------

/// What a step in CommonJS adds to an empty program.
#[track_caller]
fn check_step(text: &str, expected: &[&str]) {
    check_adds(("step.js", text), ("empty.js", ""), 0, expected);
}

#[test]
fn listing_the_names_of_globals_loads_nothing() {
    for text in [
        "Object.getOwnPropertyNames(globalThis); Object.keys(globalThis); Reflect.ownKeys(globalThis);",
        "for (const name in globalThis) name;",
        "for (const name of Reflect.ownKeys(globalThis)) { name in globalThis; Object.hasOwn(globalThis, name); Object.prototype.propertyIsEnumerable.call(globalThis, name); }",
        "for (const name of Object.getOwnPropertyNames(process)) { name in process; Object.hasOwn(process, name); }",
        "typeof gone; 'fetch' in globalThis; delete globalThis.URL; globalThis.Event = 1;",
    ] {
        check_step(text, &[]);
    }
    // They are there, though.
    let text = "const names = Object.getOwnPropertyNames(globalThis); console.log(names.length > 80, ['URL', 'Buffer', 'AbortController', 'structuredClone'].every((name) => names.includes(name)));";
    Run::new(["run", "-e", text]).end().code(0).out("true true\n");
}

/// The enumerable globals of Node.js.
const ENUMERABLE: &str = "clearImmediate,setImmediate,clearInterval,clearTimeout,setInterval,setTimeout,queueMicrotask,atob,btoa,structuredClone,performance";

/// What `atob`, `btoa`, `structuredClone` and `performance` need.
const BEHIND_ENUMERABLE: [&str; 18] = [
    "binding buffer",
    "binding messaging",
    "binding performance",
    "binding types",
    "buffer",
    "internal/buffer",
    "internal/buffer/class",
    "internal/buffer/encodings",
    "internal/buffer/methods",
    "internal/buffer/text",
    "internal/event_target",
    "internal/event_target/event",
    "internal/perf/entry",
    "internal/perf/observe",
    "internal/perf/performance",
    "internal/structured_clone",
    "internal/util/types",
    "perf_hooks",
];

/// What the others need, `URL` and `AbortController` for example. A copy of the global object loads it, too: to know whether a property is
/// enumerable V8 asks for its descriptor, and for that it reads the value of a native data property.
const BEHIND_OTHERS: [&str; 10] = [
    "binding encoding_binding",
    "binding symbols",
    "binding url",
    "internal/abort_controller",
    "internal/blob",
    "internal/domexception",
    "internal/encoding",
    "internal/file",
    "internal/url",
    "internal/url/search_params",
];

#[test]
fn reading_every_enumerable_global_loads_what_these_need() {
    check_step(&format!("for (const name of '{ENUMERABLE}'.split(',')) globalThis[name];"), &BEHIND_ENUMERABLE);
    check_step("for (const name in globalThis) globalThis[name];", &BEHIND_ENUMERABLE);
}

#[test]
fn a_copy_of_all_globals_loads_what_globals_need_and_has_the_enumerable_ones() {
    let all = with(&BEHIND_ENUMERABLE, &BEHIND_OTHERS);
    let copied = |copy: &str| {
        format!("const seen = Object.keys({copy}).join(); if (seen !== '{ENUMERABLE}') throw new Error(seen);")
    };
    check_step(&copied("{ ...globalThis }"), &all);
    check_step(&copied("Object.assign({}, globalThis)"), &all);
    check_step("Object.getOwnPropertyDescriptors(globalThis);", &all);
    // Nothing is printed by it.
    for start in STARTS {
        let ended = Run::new([&["run"], start, &["-e", "({ ...globalThis });"]].concat()).end().code(0).out("");
        assert_eq!(ended.err, "", "{start:?}");
    }
}

// ---- `process`, output, errors, colours ----------------------------------------------------------------------------

#[test]
fn asking_for_streams_creates_none() {
    check_step(
        "for (const name of ['stdin', 'stdout', 'stderr']) { name in process; Object.hasOwn(process, name); } Object.keys(process); for (const name in process) name;",
        &[],
    );
}

#[test]
fn primitives_are_printed_without_anything_being_loaded() {
    check_step(
        "console.log('text', 1, -0, true, null, undefined, 2n, Symbol('x')); console.error('x'); console.warn(1); console.info(); console.debug('d');",
        &[],
    );
}

const INSPECT: [&str; 8] = [
    "binding types",
    "internal/util/inspect",
    "internal/util/inspect/entries",
    "internal/util/inspect/names",
    "internal/util/inspect/printf",
    "internal/util/inspect/text",
    "internal/util/inspect/value",
    "internal/util/types",
];

#[test]
fn objects_are_printed_by_the_inspection_alone() {
    check_step("console.log({ a: [1, 'x', new Map([[1, 2]])] });", &INSPECT);
    check_step("console.error([{}]);", &INSPECT);
    check_step("console.log('%s and %d', 'x', 1);", &INSPECT);
}

#[test]
fn colours_are_decided_without_a_stream() {
    let expected = with(&INSPECT, &["internal/util/colors", "internal/util/style_text", "util"]);
    check_step("require('util').styleText('red', 'x');", &expected);
    let asked = "require('internal/util/colors').shouldColorize({ isTTY: true, getColorDepth: () => 8 });";
    let folder = Folder::new(&[("asked.js", asked), ("empty.js", "")]);
    for start in STARTS {
        let added = names(&run_time(&folder, &[start, &["--expose-internals"]].concat(), "asked.js", 0));
        assert_eq!(added, ["internal/util/colors"], "{start:?}");
    }
}

#[test]
fn asking_whether_a_descriptor_is_a_terminal_makes_no_stream() {
    let ask = "const tty = require('tty'); if (['x', 1.5, -1, undefined].some(tty.isatty) || !('WriteStream' in tty)) throw 1;";
    check_step(ask, &["tty"]);
}

/// What an error that nobody catches adds, before anything was printed.
#[track_caller]
fn check_uncaught(text: &str, expected: &[&str]) {
    check_adds(("uncaught.js", text), ("empty.js", ""), 1, expected);
}

#[test]
fn an_error_that_nobody_catches_creates_no_stream() {
    let report = ["binding types", "internal/process/report"];
    check_uncaught("throw new Error('x');", &report);
    check_uncaught("throw 1;", &with(&INSPECT, &report[1..]));
    check_uncaught("Promise.reject(new Error('x'));", &report);
    check_uncaught("process.nextTick(() => { throw new Error('x'); });", &report);
    check_uncaught(
        "throw Object.assign(new Error('x'), { code: 'E', deep: { a: [1] } });",
        &with(&INSPECT, &["internal/process/report", "internal/util/inspect/error"]),
    );
}

// ---- Buffers and the image -----------------------------------------------------------------------------------------

#[test]
fn small_buffers_hold_nothing_of_the_build_and_lie_where_they_would_without_an_image() {
    // While the image is made, far more than a pool is filled, and the last buffers stay alive.
    let folder = Folder::with_modules("internal/bootstrap/switches/is_main_thread", |text| {
        format!(
            "{text}
            {{
              const {{ Buffer }} = require('buffer');
              const kept = [];
              for (let length = 1; length <= 2000; length++) kept.push(Buffer.allocUnsafe(1 + length % 300).fill(0xAA), Buffer.from('\\xaa'.repeat(9), 'latin1'));
              Object.defineProperty(globalThis, 'kept', {{ __proto__: null, value: kept.slice(-50), configurable: true }});
            }}"
        )
    });
    let text = "const offsets = [];
        let dirty = 0;
        for (let index = 0; index < 1000; index++) {
            const buffer = index % 3 ? Buffer.allocUnsafe(1 + index % 100) : Buffer.allocUnsafeSlow(1 + index % 100);
            offsets.push(`${buffer.byteOffset}/${buffer.buffer.byteLength}`);
            for (const byte of buffer) if (byte === 0xAA) dirty++;
            for (const byte of new Uint8Array(buffer.buffer)) if (byte === 0xAA) dirty++;
        }
        console.log(dirty, globalThis.kept?.length, globalThis.kept?.every((buffer) => buffer.every((byte) => byte === 0xAA)));
        console.log(offsets.join());";
    folder.write("probe.js", text.as_bytes());
    folder.lazuli(&["snapshot", "build", "--modules", "mine", "-o", "x.img"]).end().code(0);
    let told = folder.lazuli(&["run", "--modules", "mine", "--image", "x.img", "probe.js"]).end().code(0).out;
    let plain = folder.lazuli(&["run", "--no-snapshot", "probe.js"]).end().code(0).out;
    let (first, offsets) = told.split_once('\n').expect("two lines");
    assert_eq!(first, "0 50 true", "the buffers of the build are in the image, and only they hold its bytes");
    assert_eq!(offsets, plain.split_once('\n').expect("two lines").1);
    let image = folder.lazuli(&["run", "probe.js"]).end().code(0).out;
    assert_eq!(image, plain);
}
