//! ES modules under `lazuli run`: small folders with a `main.mjs`, in three kinds of start. Node.js 26 agrees with what they print, but for
//! words of errors that say more.

use std::process::Command;

use crate::support::{Ended, Folder};

/// The kinds of start in which a program does the same.
pub(crate) const STARTS: [&[&str]; 3] = [&[], &["--no-snapshot"], &["--no-snapshot", "--no-code-cache"]];

/// The program `main` of a folder prints this and ends well.
#[track_caller]
pub(crate) fn check(main: &str, files: &[(&str, &str)], out: &str) {
    check_args(files, &[], ("main.mjs", main), 0, out);
}

#[track_caller]
fn check_args(files: &[(&str, &str)], args: &[&str], (name, text): (&str, &str), code: i32, out: &str) {
    let folder = Folder::new(files);
    folder.write(name, text.as_bytes());
    let place = folder.path().canonicalize().expect("a folder").display().to_string();
    for start in STARTS {
        let ended = folder.lazuli(&[&["run"], start, args, &[name]].concat()).end().code(code);
        assert_eq!(ended.out.replace(&place, "<dir>"), out, "{start:?}: {ended:#?}");
    }
}

/// The program `main.mjs` of a folder ends with code 1, prints nothing, and tells these parts in this order.
#[track_caller]
pub(crate) fn check_refused(main: &str, files: &[(&str, &str)], parts: &[&str]) {
    let folder = Folder::new(files);
    folder.write("main.mjs", main.as_bytes());
    let place = folder.path().canonicalize().expect("a folder").display().to_string();
    for start in STARTS {
        let ended = folder.lazuli(&[&["run"], start, &["main.mjs"]].concat()).end().code(1).out("");
        let told = ended.err.replace(&place, "<dir>");
        let mut rest = told.as_str();
        for part in parts {
            rest = rest.split_once(part).unwrap_or_else(|| panic!("{start:?}: no '{part}' in {told}")).1;
        }
    }
}

/// A text that is no file.
#[track_caller]
fn check_text(args: &[&str], input: &str, code: i32, out: &str) -> Ended {
    let folder = Folder::new(&[("part.mjs", "export const x = 2; export default 'part';")]);
    folder.lazuli(args).input(input).end().code(code).out(out)
}

/// What `import()` of each specifier from `main.mjs` says, one line each.
#[track_caller]
fn check_rejections(files: &[(&str, &str)], table: &[(&str, &str)]) {
    let specifiers: Vec<String> = table.iter().map(|(specifier, _)| format!("{specifier:?}")).collect();
    let main = format!(
        "for (const specifier of [{}]) {{
            try {{ await import(specifier); console.log('imported'); }} catch (error) {{ console.log(error.code ?? error.name, error.message.split('\\n')[0]); }}
        }}",
        specifiers.join(", ")
    );
    let out: String = table.iter().map(|(_, told)| format!("{told}\n")).collect();
    check(&main, files, &out);
}

const PART: (&str, &str) = (
    "part.mjs",
    "export default 'd'; export const named = 'n'; export let live = 1; export function bump() { live++; }",
);

#[test]
fn files_are_imported_by_default_by_name_and_as_a_namespace() {
    let main = "import d, { named, named as other, live, bump } from './part.mjs';
        import * as ns from './part.mjs';
        console.log(d, named, other, live, Object.keys(ns).join(), ns[Symbol.toStringTag]);
        bump();
        console.log(live, ns.live, ns === await import('./part.mjs'));
        try { ns.live = 5; } catch (error) { console.log(error.name); }
        try { live = 5; } catch (error) { console.log(error.name); }";
    check(main, &[PART], "d n n 1 bump,default,live,named Module\n2 2 true\nTypeError\nTypeError\n");
}

#[test]
fn files_are_reexported_by_name_all_of_them_and_under_a_name() {
    let files = [
        PART,
        (
            "all.mjs",
            "export * from './part.mjs'; export * as whole from './part.mjs'; export { default as d } from './part.mjs'; export const named = 'own';",
        ),
    ];
    let main = "import * as ns from './all.mjs'; console.log(Object.keys(ns).join(), ns.named, ns.whole.named, ns.d);";
    check(main, &files, "bump,d,live,named,whole own n d\n");
}

#[test]
fn a_module_runs_once_under_one_url_and_again_under_another() {
    let files = [("count.mjs", "globalThis.count = (globalThis.count ?? 0) + 1; export default globalThis.count;")];
    let main = "import a from './count.mjs'; import b from './././count.mjs'; import c from './count.mjs?query'; import d from './count.mjs#hash';
        console.log(a, b, c, d, (await import(new URL('./count.mjs', import.meta.url))).default);";
    check(main, &files, "1 1 2 3 1\n");
}

#[test]
fn builtins_are_imported_by_default_by_name_and_as_a_namespace() {
    let main = "import fs, { existsSync } from 'node:fs';
        import * as path from 'path';
        import { default as util, inspect } from 'node:util';
        import promises, { readFile } from 'node:fs/promises';
        import { EventEmitter } from 'events';
        console.log(fs.existsSync === existsSync, path.sep, path.default.posix === path.posix, util.inspect === inspect);
        console.log(fs.promises === promises, promises.readFile === readFile, typeof new EventEmitter().on, inspect({ a: [1] }));
        console.log((await import('fs')).default === fs, (await import('node:fs')) === await import('fs'), Object.isFrozen(path));";
    check(main, &[], "true / true true\ntrue true function { a: [ 1 ] }\ntrue true false\n");
}

#[test]
fn modules_are_strict_and_have_nothing_of_commonjs() {
    let main = "console.log(this, typeof require, typeof module, typeof exports, typeof __filename, typeof __dirname, (function () { return this; })());";
    check(main, &[], "undefined undefined undefined undefined undefined undefined undefined\n");
}

#[test]
fn import_meta_tells_the_place_of_a_module_and_whether_it_is_the_program() {
    let show = "export default [import.meta.main, import.meta.url, import.meta.filename, import.meta.dirname];";
    let main = "import part from './sub/meta.mjs';
        console.log(Object.keys(import.meta).join(), import.meta.main, import.meta.url, import.meta.filename, import.meta.dirname);
        console.log(...part);
        console.log(import.meta.resolve('./gone.mjs'), import.meta.resolve('fs'), import.meta.resolve('node:fs'), import.meta.resolve('data:text/javascript,1'));
        try { import.meta.resolve('gone'); } catch (error) { console.log(error.code); }
        console.log(import.meta === import.meta, Object.getPrototypeOf(import.meta));";
    let out = "dirname,filename,main,resolve,url true file://<dir>/main.mjs <dir>/main.mjs <dir>
false file://<dir>/sub/meta.mjs <dir>/sub/meta.mjs <dir>/sub
file://<dir>/gone.mjs node:fs node:fs data:text/javascript,1
ERR_MODULE_NOT_FOUND
true null\n";
    check(main, &[("sub/meta.mjs", show)], out);
}

#[test]
fn names_of_files_are_escaped_in_urls_and_not_in_paths() {
    let files = [("with blank#ü%.mjs", "export default [import.meta.url, import.meta.filename];")];
    let main = "import part from './with%20blank%23%C3%BC%25.mjs'; console.log(part[0].split('/').pop(), part[1].split('/').pop());";
    check(main, &files, "with%20blank%23%C3%BC%25.mjs with blank#ü%.mjs\n");
}

#[test]
fn json_is_imported_with_its_attribute_and_is_the_value_of_require() {
    let files = [("value.json", "\u{feff}{\"a\": [1, 2]}"), ("bad.json", "{\"a\":"), ("first.json", "{}")];
    let main = "import value from './value.json' with { type: 'json' };
        import { createRequire } from 'node:module';
        const first = createRequire(import.meta.url)('./first.json');
        console.log((await import('./first.json', { with: { type: 'json' } })).default === first, (await import('./first.json?q', { with: { type: 'json' } })).default === first);
        console.log(value, createRequire(import.meta.url)('./value.json') === value, Object.keys(await import('./value.json', { with: { type: 'json' } })).join());
        for (const [specifier, attributes] of [['./value.json', {}], ['./main.mjs', { type: 'json' }], ['./main.mjs', { type: 'css' }], ['./main.mjs', { kind: 'json' }], ['./bad.json', { type: 'json' }]]) {
            try { await import(specifier, { with: attributes }); } catch (error) { console.log(error.code ?? error.message, error.message.includes('main.mjs')); }
        }";
    let out = "true false\n{ a: [ 1, 2 ] } true default\nERR_IMPORT_ATTRIBUTE_MISSING true\nERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE true
ERR_IMPORT_ATTRIBUTE_UNSUPPORTED true\nERR_IMPORT_ATTRIBUTE_UNSUPPORTED true\n<dir>/bad.json: Unexpected end of JSON input false\n";
    check(main, &files, out);
    let parts = [
        "TypeError [ERR_IMPORT_ATTRIBUTE_MISSING]: Module \"file://<dir>/value.json\" needs an import attribute of \"type: json\" imported from <dir>/main.mjs",
    ];
    check_refused("import value from './value.json';", &files, &parts);
}

#[test]
fn commonjs_is_imported_by_default_and_by_the_names_its_text_shows() {
    let files = [
        (
            "plain.cjs",
            "exports.one = 1; module.exports.two = 2; Object.defineProperty(exports, 'three', { enumerable: true, value: 3 }); exports['fo' + 'ur'] = 4;",
        ),
        ("literal.cjs", "const a = 1, b = 2; module.exports = { a, 'b': b, get c() { return 3; } };"),
        ("reexport.cjs", "module.exports = require('./plain.cjs');"),
        ("spread.cjs", "const five = 5; module.exports = { ...require('./plain.cjs'), five: five };"),
        (
            "babel.cjs",
            "var _x = require(\"./plain.cjs\");\nObject.keys(_x).forEach(function (key) {\n  if (key === \"default\" || key === \"__esModule\") return;\n  exports[key] = _x[key];\n});",
        ),
        (
            "compiled.cjs",
            "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'd'; exports.named = 'n';",
        ),
        ("function.cjs", "module.exports = function f() {}; module.exports.extra = 'e';"),
    ];
    let main = "import plain, { one, two, three } from './plain.cjs';
        import { a, b } from './literal.cjs';
        import * as reexport from './reexport.cjs';
        import * as spread from './spread.cjs';
        import compiled, { named } from './compiled.cjs';
        import f, { extra } from './function.cjs';
        import { one as passed } from './babel.cjs';
        console.log(passed === one);
        console.log(one, two, three, plain.four, a, b, reexport.one, reexport.default === plain, spread.one, spread.five);
        console.log(Object.keys(await import('./plain.cjs')).join(), Object.keys(reexport).join());
        console.log(compiled, named, (await import('./compiled.cjs')).default === compiled, typeof f, extra, reexport['module.exports'] === plain);";
    let out = "true\n1 2 3 4 1 2 1 true 1 5\ndefault,module.exports,one,three,two default,module.exports,one,three,two
{ default: 'd', named: 'n' } n true function e true\n";
    check(main, &files, out);
}

#[test]
fn a_name_that_the_text_of_commonjs_does_not_show_is_told_with_the_way_out() {
    check_refused(
        "import { hidden } from './plain.cjs';",
        &[("plain.cjs", "exports['hid' + 'den'] = 1;")],
        &[
            "file://<dir>/main.mjs:1\nimport { hidden } from './plain.cjs';\n         ^^^^^^\n",
            "SyntaxError: Named export 'hidden' not found. The requested module './plain.cjs' is a CommonJS module",
            "import pkg from './plain.cjs';\nconst { hidden } = pkg;",
        ],
    );
}

#[test]
fn commonjs_runs_in_its_turn_and_its_error_is_that_of_the_import() {
    let files = [
        ("first.mjs", "globalThis.order = ['first'];"),
        ("second.cjs", "globalThis.order.push('second'); exports.main = require.main; exports.parent = module.parent;"),
        ("third.mjs", "globalThis.order.push('third');"),
        ("broken.cjs", "throw new RangeError('of commonjs');"),
    ];
    let main = "import './first.mjs'; import second from './second.cjs'; import './third.mjs';
        console.log(order.join(), second.main, second.parent);
        for (let time = 0; time < 2; time++) await import('./broken.cjs').catch((error) => console.log(error.name, error.message));";
    check(main, &files, "first,second,third undefined undefined\nRangeError of commonjs\nRangeError of commonjs\n");
}

#[test]
fn require_gives_the_namespace_of_an_es_module_that_does_not_wait() {
    let files = [
        ("named.mjs", "export const x = 2;"),
        ("default.mjs", "export default 1; export const x = 2;"),
        ("compiled.mjs", "export default 1; export const __esModule = 'own';"),
        ("whole.mjs", "export { f as 'module.exports' }; function f() {}"),
        ("waits.mjs", "export const x = await 1;"),
        ("below.mjs", "export * from './waits.mjs';"),
        ("broken.mjs", "throw new RangeError('of a module');"),
        ("cycle.mjs", "import { createRequire } from 'module'; createRequire(import.meta.url)('./main.cjs');"),
    ];
    let main = "const named = require('./named.mjs');
        console.log(named, require('./named.mjs') === named, require.cache[require.resolve('./named.mjs')].exports === named);
        console.log(require('./default.mjs').default, require('./default.mjs').__esModule, require('./compiled.mjs').__esModule, require('./whole.mjs').name);
        for (const name of ['./waits.mjs', './below.mjs', './broken.mjs', './gone.mjs']) {
            try { require(name); } catch (error) { console.log(error.code ?? error.message); }
        }
        import('./named.mjs').then((ns) => console.log(ns === named));
        import('./waits.mjs').then((ns) => console.log(ns.x, require('./waits.mjs') === ns)).catch((error) => console.log(error.code));";
    let out = "[Module: null prototype] { x: 2 } true true\n1 true own f
ERR_REQUIRE_ASYNC_MODULE\nERR_REQUIRE_ASYNC_MODULE\nof a module\nMODULE_NOT_FOUND\ntrue\n";
    check_args(&files, &[], ("main.cjs", main), 0, &format!("{out}ERR_REQUIRE_ASYNC_MODULE\n"));
}

#[test]
fn modules_that_wait_hold_back_those_that_import_them_and_no_others() {
    let files = [
        ("slow.mjs", "await new Promise((done) => setTimeout(done, 20)); console.log('slow'); export default 'x';"),
        ("user.mjs", "import x from './slow.mjs'; console.log('user', x);"),
        ("other.mjs", "console.log('other');"),
    ];
    check(
        "import './user.mjs'; import './other.mjs'; console.log('main'); console.log(await 5);",
        &files,
        "other\nslow\nuser x\nmain\n5\n",
    );
}

#[test]
fn a_program_that_waits_for_nothing_that_comes_ends_with_code_13_and_says_where() {
    let (two, part) =
        ("main.mjs:2\nawait new Promise(() => {});\n^\n", "part.mjs:1\n  await new Promise(() => {});\n  ^\n");
    for (main, waiting, code, out) in [
        ("console.log(1);\nawait new Promise(() => {});\nconsole.log(2);", &[two][..], 13, "1\n"),
        ("import './part.mjs'; console.log(2);", &[part], 13, ""),
        ("import './part.mjs'; import './more.mjs';", &[part, "more.mjs:1\nexport const x = (1, await"], 13, ""),
        (
            "process.on('exit', (code) => console.log('exit', code));\nawait new Promise(() => {});",
            &[two],
            13,
            "exit 13\n",
        ),
        ("process.on('exit', () => { process.exitCode = 4; }); await new Promise(() => {});", &[], 4, ""),
        ("process.exitCode = 7; await new Promise(() => {});", &[], 7, ""),
    ] {
        let folder = Folder::new(&[
            ("main.mjs", main),
            ("part.mjs", "  await new Promise(() => {});"),
            ("more.mjs", "export const x = (1, await { then() {} });"),
        ]);
        for start in STARTS {
            let ended = folder.lazuli(&[&["run"], start, &["main.mjs"]].concat()).end().code(code).out(out);
            assert_eq!(
                ended.err.matches("Warning: Detected unsettled top-level await at file:").count(),
                waiting.len()
            );
            waiting.iter().fold(ended, |ended, waiting| ended.err_has(waiting));
        }
    }
}

#[test]
fn import_as_a_function_works_in_commonjs_modules_and_texts() {
    let files = [PART, ("part.cjs", "exports.c = 'c';")];
    let main = "import('./part.mjs').then((ns) => console.log(ns.default, ns.named));
        import('./part.cjs').then((ns) => console.log(ns.c, ns.default.c));
        import('node:path').then((ns) => console.log(ns.sep));
        import('./gone.mjs').catch((error) => console.log(error.code));
        Promise.resolve(import({ toString() { throw 'thrown'; } })).catch((error) => console.log(error));
        console.log('first');
        new Function('return import(\"node:os\")')().then((ns) => console.log(typeof ns.EOL));
        (0, eval)('import(\"node:os\")').then((ns) => console.log(typeof ns.default.EOL));";
    let folder = Folder::new(&files);
    folder.write("main.cjs", main.as_bytes());
    for start in STARTS {
        let ended = folder.lazuli(&[&["run"], start, &["main.cjs"]].concat()).end().code(0);
        assert!(ended.out.starts_with("first\n"), "{ended:#?}");
        let mut lines: Vec<_> = ended.out.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, ["/", "ERR_MODULE_NOT_FOUND", "c c", "d n", "first", "string", "string", "thrown"]);
    }
    check_text(&["run", "-e", "import('./part.mjs').then((ns) => console.log(ns.x))"], "", 0, "2\n");
    check_text(&["run", "-p", "import('./part.mjs').then((ns) => console.log(ns.x)), 1"], "", 0, "2\n1\n");
    check_text(&["run"], "import('./part.mjs').then((ns) => console.log(ns.x))", 0, "2\n");
    check_text(&["run", "-e", "import('./gone.mjs')"], "", 1, "").err_has("ERR_MODULE_NOT_FOUND");
}

#[test]
fn a_text_is_a_module_if_it_is_said_to_be_or_its_syntax_says_so() {
    let text = "import { x } from './part.mjs'; console.log(await x, import.meta.main);";
    check_text(&["run", "--input-type=module", "-e", text], "", 0, "2 true\n");
    check_text(&["run", "-e", text], "", 0, "2 true\n");
    check_text(&["run", "--input-type=module"], text, 0, "2 true\n");
    check_text(&["run", "--input-type=module", "-", "a"], "console.log(process.argv[2])", 0, "a\n");
    check_text(&["run"], text, 0, "2 true\n");
    check_text(&["run", "-e", "console.log(typeof require, this === module.exports)"], "", 0, "function false\n");
    check_text(
        &["run", "--input-type=module", "-e", "console.log(typeof require, this)"],
        "",
        0,
        "undefined undefined\n",
    );
    check_text(&["run", "--input-type=commonjs", "-e", text], "", 1, "")
        .err_has("SyntaxError: Cannot use import statement outside a module");
    check_text(&["run", "--input-type=module", "-e", "await new Promise(() => {})"], "", 13, "");
    check_text(&["run", "--input-type=module", "-e", "import './gone.mjs'"], "", 1, "").err_has("ERR_MODULE_NOT_FOUND");
    check_text(&["run", "--input-type=module", "-e", "1;\nlet a = ;"], "", 1, "").err_has("let a = ;\n        ^");
    check_text(&["run", "--input-type=wasm", "-e", "1"], "", 2, "").err_has("possible values: module, commonjs");
}

#[test]
fn a_file_is_a_module_by_its_extension_its_package_or_its_syntax() {
    let files = [
        ("typed/package.json", "{ \"type\": \"module\" }"),
        ("typed/index.js", "export default typeof require;"),
        ("typed/sub/deep.js", "export default typeof require;"),
        ("typed/common.cjs", "module.exports = typeof require;"),
        ("old/package.json", "{ \"type\": \"commonjs\" }"),
        ("old/index.js", "module.exports = typeof require;"),
        ("free/index.js", "export default typeof require;"),
        ("free/common.js", "module.exports = typeof require;"),
    ];
    let main = "for (const name of ['typed/index.js', 'typed/sub/deep.js', 'typed/common.cjs', 'old/index.js', 'free/index.js', 'free/common.js'])
            console.log(name, (await import(`./${name}`)).default);";
    let out = "typed/index.js undefined\ntyped/sub/deep.js undefined\ntyped/common.cjs function\nold/index.js function\nfree/index.js undefined\nfree/common.js function\n";
    check(main, &files, out);
}

#[test]
fn data_urls_are_modules_that_import_only_what_has_a_url() {
    let main = "import d, { y } from 'data:text/javascript,export default 5; export const y = 6';
        console.log(d, y, (await import('data:text/javascript;base64,ZXhwb3J0IGRlZmF1bHQgNw==')).default);
        console.log((await import('data:application/json,{\"a\":1}', { with: { type: 'json' } })).default.a, (await import('data:text/javascript,export { sep } from \"node:path\"')).sep);
        console.log((await import('data:text/javascript,export default [import.meta.url, import.meta.filename, import.meta.main]')).default);";
    let escapes = "console.log((await import('data:text/javascript,export default \"%41%zz%FF\" + (1?2:3)')).default, (await import('data: TEXT/javascript ; base64,ZXhwb3J0IGRlZmF1bHQgNw')).default);";
    check(escapes, &[], "A%zz\u{fffd}2 7\n");
    let url = "data:text/javascript,export default [import.meta.url, import.meta.filename, import.meta.main]";
    check(main, &[], &format!("5 6 7\n1 /\n[\n  '{url}',\n  undefined,\n  false\n]\n"));
}

#[test]
fn modules_in_a_cycle_see_functions_early_and_variables_in_time() {
    let files = [(
        "other.mjs",
        "import { a, early } from './main.mjs'; export const b = early(); export const getA = () => a; try { a; } catch (error) { console.log(error.name, error.message); }",
    )];
    let main = "import { b, getA } from './other.mjs'; export const a = 'a'; export function early() { return 'hoisted'; } console.log(b, getA());";
    check(main, &files, "ReferenceError Cannot access 'a' before initialization\nhoisted a\n");
    let three = [
        ("a.mjs", "import './b.mjs'; console.log('a');"),
        ("b.mjs", "import './c.mjs'; console.log('b');"),
        ("c.mjs", "import './a.mjs'; import './c.mjs'; console.log('c');"),
    ];
    check("import './a.mjs'; console.log('main');", &three, "c\nb\na\nmain\n");
}

#[test]
fn what_is_being_evaluated_cannot_be_required() {
    let files = [
        (
            "ask.cjs",
            "exports.ask = (id) => { try { console.log(typeof require(id).v); } catch (error) { console.log(error.code, error.message.split(' in a cycle')[0].split('/').pop()); } };",
        ),
        ("self.mjs", "import { ask } from './ask.cjs'; ask('./self.mjs'); export const v = 1;"),
        ("waits.mjs", "import { ask } from './ask.cjs'; ask('./waits.mjs'); await 1; export const v = 1;"),
        ("back.mjs", "import './main.mjs'; export const v = 1;"),
        ("wrong.mjs", "import { gone } from './main.mjs'; export const v = 1;"),
    ];
    let main = "import { ask } from './ask.cjs';
        for (const name of ['self', 'waits', 'back', 'wrong', 'main']) ask(`./${name}.mjs`);
        await import('./waits.mjs');";
    let told = |code: &str, name: &str| format!("ERR_REQUIRE_{code}_MODULE {name}.mjs\n");
    let first = [told("CYCLE", "self"), "number\n".to_owned(), told("ASYNC", "waits"), told("CYCLE", "back")].concat();
    let rest = [told("CYCLE", "wrong"), told("ASYNC", "main"), told("ASYNC", "waits")].concat();
    check(main, &files, &(first + &rest));
}

#[test]
fn a_deferred_import_runs_when_it_is_first_looked_at() {
    let files = [("side.mjs", "console.log('side'); export const x = 1;"), ("unused.mjs", "console.log('unused');")];
    let main = "import defer * as side from './side.mjs'; import defer * as unused from './unused.mjs'; import defer * as util from 'node:util';
        console.log('before'); console.log(side.x, side.x); console.log(typeof util.inspect);";
    check(main, &files, "before\nside\n1 1\nfunction\n");
}

#[test]
fn a_deferred_import_as_a_function_gives_a_namespace_that_runs_its_module_late() {
    let files = [("side.mjs", "console.log('side'); export const x = 1;")];
    let main = "const side = await import.defer('./side.mjs'); console.log('before'); console.log(side.x);";
    check(main, &files, "before\nside\n1\n");
}

#[test]
fn what_is_patched_on_a_builtin_is_exported_once_asked_for() {
    let main = "import fs, { readFileSync } from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; import * as ns from 'node:fs';
        const old = readFileSync;
        fs.readFileSync = () => 'mine';
        console.log(readFileSync === old);
        syncBuiltinESMExports();
        console.log(readFileSync(), ns.readFileSync());
        fs.fresh = 1; delete fs.readFileSync; syncBuiltinESMExports();
        console.log(readFileSync, 'fresh' in ns, ns.default === fs);";
    check(main, &[], "true\nmine mine\nundefined false true\n");
}

const PACKAGES: [(&str, &str); 13] = [
    ("odd.unknown", ""),
    (
        "node_modules/maps/package.json",
        r##"{ "name": "maps", "exports": { ".": { "import": "./i.mjs", "require": "./r.cjs" }, "./feature/*": "./lib/*.mjs", "./feature/hidden/*": null, "./data": "./d.json" },
            "imports": { "#in": "./lib/one.mjs", "#fs": "node:fs" } }"##,
    ),
    (
        "node_modules/maps/i.mjs",
        "import x from '#in'; import fs from '#fs'; import self from 'maps/feature/one'; export default ['import', x, typeof fs.open, self].join();",
    ),
    ("node_modules/maps/r.cjs", "module.exports = 'require';"),
    ("node_modules/maps/lib/one.mjs", "export default 'one';"),
    ("node_modules/maps/lib/hidden/two.mjs", "export default 'two';"),
    ("node_modules/maps/d.json", "\"data\""),
    ("node_modules/old/package.json", "{ \"main\": \"lib/entry\" }"),
    ("node_modules/old/lib/entry.js", "exports.old = 'old';"),
    ("node_modules/@scope/index/index.js", "exports.scoped = 'scoped';"),
    ("node_modules/broken/package.json", "{ \"exports\": "),
    ("node_modules/outside/package.json", "{ \"exports\": { \".\": \"../escape.js\", \"./no\": \"./gone.mjs\" } }"),
    ("folder/index.js", ""),
];

#[test]
fn packages_are_found_by_their_exports_imports_and_main() {
    let main = "import maps from 'maps'; import one from 'maps/feature/one'; import data from 'maps/data' with { type: 'json' };
        import { old } from 'old'; import { scoped } from '@scope/index'; import { createRequire } from 'node:module';
        console.log(maps, one, data, old, scoped, createRequire(import.meta.url)('maps'), import.meta.resolve('maps/feature/one'));
        import deep from 'old/lib/entry.js'; console.log(deep.old);";
    check(
        main,
        &PACKAGES,
        "import,one,function,one one data old scoped require file://<dir>/node_modules/maps/lib/one.mjs\nold\n",
    );
}

#[test]
fn packages_export_by_conditions_and_a_file_they_promise_and_lack_is_named() {
    let files = [
        (
            "package.json",
            r##"{ "imports": { "#lost": "./lost.js", "#by": { "one": "./one.js", "default": "./two.js" }, "#path": { "one": "node:path", "default": "node:os" } } }"##,
        ),
        (
            "node_modules/p/package.json",
            r#"{ "exports": { ".": { "two": "./gone-two.js", "one": "./one.js", "default": "./gone.js" }, "./sub/*": ["not valid", "./lib/*.js"] } }"#,
        ),
        ("node_modules/p/one.js", "module.exports = 'p one';"),
        ("node_modules/sugar/package.json", r#"{ "exports": { "require": "./gone.cjs", "import": "./gone.mjs" } }"#),
        ("node_modules/old/package.json", r#"{ "main": "./gone.js" }"#),
        ("one.js", "module.exports = 'one';"),
        ("two.js", "module.exports = 'two';"),
        (
            "ask.cjs",
            "const told = (value) => value.default ?? value;
            const short = (error) => error.message.split('\\n')[0].replace(/^Cannot find (module|package) /, 'no ').replace(/ imported .*/, '');
            exports.ask = async (load) => {
                for (const id of ['p', 'p/sub/a/b', 'sugar', 'old', '#lost', '#by', '#path'])
                    try { const found = told(await load(id)); console.log(id, typeof found === 'string' ? found : 'join' in found); }
                    catch (error) { console.log(id, short(error)); }
            };",
        ),
        ("main.cjs", "require('./ask.cjs').ask(async (id) => require(id));"),
        ("main.mjs", "import ask from './ask.cjs'; await ask.ask((id) => import(id));"),
    ];
    let packages = "<dir>/node_modules";
    let lost = |kind: &str, advice: &str| {
        format!(
            "p/sub/a/b no '{packages}/p/lib/a/b.js'\nsugar no '{packages}/sugar/gone.{kind}'\nold no '{packages}/old/gone.js'{advice}\n#lost no '<dir>/lost.js'\n"
        )
    };
    let advice = ". Please verify that the package.json has a valid \"main\" entry";
    for (main, lost) in [("main.mjs", lost("mjs", "")), ("main.cjs", lost("cjs", advice))] {
        for (args, first, last) in [
            (&[][..], format!("p no '{packages}/p/gone.js'"), "#by two\n#path false"),
            (&["-C", "one"], "p p one".to_owned(), "#by one\n#path true"),
            (
                &["--conditions", "one", "--conditions=two"],
                format!("p no '{packages}/p/gone-two.js'"),
                "#by one\n#path true",
            ),
        ] {
            check_args(
                &files,
                args,
                (main, files.iter().find(|file| file.0 == main).expect("it").1),
                0,
                &format!("{first}\n{lost}{last}\n"),
            );
        }
    }
}

#[test]
fn a_specifier_that_leads_nowhere_says_why() {
    check_rejections(
        &PACKAGES,
        &[
            ("./gone.mjs", "ERR_MODULE_NOT_FOUND Cannot find module '<dir>/gone.mjs' imported from <dir>/main.mjs"),
            ("gone", "ERR_MODULE_NOT_FOUND Cannot find package 'gone' imported from <dir>/main.mjs"),
            (
                "old/gone.js",
                "ERR_MODULE_NOT_FOUND Cannot find module '<dir>/node_modules/old/gone.js' imported from <dir>/main.mjs",
            ),
            (
                "./folder",
                "ERR_UNSUPPORTED_DIR_IMPORT Directory import '<dir>/folder' is not supported resolving ES modules imported from <dir>/main.mjs",
            ),
            (
                "maps/feature/hidden/two",
                "ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './feature/hidden/two' is not defined by \"exports\" in <dir>/node_modules/maps/package.json imported from <dir>/main.mjs",
            ),
            (
                "maps/lib/one.mjs",
                "ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './lib/one.mjs' is not defined by \"exports\" in <dir>/node_modules/maps/package.json imported from <dir>/main.mjs",
            ),
            (
                "#none",
                "ERR_PACKAGE_IMPORT_NOT_DEFINED Package import specifier \"#none\" is not defined imported from <dir>/main.mjs",
            ),
            ("node:gone", "ERR_UNKNOWN_BUILTIN_MODULE No such built-in module: node:gone imported from <dir>/main.mjs"),
            (
                "node:internal/util",
                "ERR_UNKNOWN_BUILTIN_MODULE No such built-in module: node:internal/util imported from <dir>/main.mjs",
            ),
            (
                "@scope",
                "ERR_INVALID_MODULE_SPECIFIER Invalid module \"@scope\" is not a valid package name imported from <dir>/main.mjs",
            ),
            (
                "./a%2fb.mjs",
                "ERR_INVALID_MODULE_SPECIFIER Invalid module \"<dir>/a%2fb.mjs\" must not include encoded \"/\" or \"\\\" characters imported from <dir>/main.mjs",
            ),
            (
                "./folder/index.js.unknown",
                "ERR_MODULE_NOT_FOUND Cannot find module '<dir>/folder/index.js.unknown' imported from <dir>/main.mjs",
            ),
            (
                "http://example.com/x.mjs",
                "ERR_UNSUPPORTED_ESM_URL_SCHEME ES modules can be loaded from URLs with a scheme in file, data, and node. Received protocol 'http:' imported from <dir>/main.mjs",
            ),
            (
                "./odd.unknown",
                "ERR_UNKNOWN_FILE_EXTENSION Unknown file extension \".unknown\" for <dir>/odd.unknown imported from <dir>/main.mjs",
            ),
            (
                "data:text/css,a",
                "ERR_UNKNOWN_MODULE_FORMAT Unknown module format: text/css for URL data:text/css,a imported from <dir>/main.mjs",
            ),
        ],
    );
}

#[test]
fn a_missing_name_is_told_at_the_import_that_asks_for_it() {
    check_refused(
        "\nimport { nine } from './part.mjs';",
        &[PART],
        &[
            "file://<dir>/main.mjs:2\nimport { nine } from './part.mjs';\n         ^^^^\n",
            "SyntaxError: The requested module './part.mjs' does not provide an export named 'nine'",
        ],
    );
    check_refused(
        "import { nine } from 'node:fs';",
        &[],
        &[
            "file://<dir>/main.mjs:1\n",
            "SyntaxError: The requested module 'node:fs' does not provide an export named 'nine'",
        ],
    );
    check_refused(
        "export { nine } from './part.mjs'; console.log(1);",
        &[PART],
        &["file://<dir>/main.mjs:1\n", "SyntaxError: "],
    );
    check_refused(
        "console.log(1);\nimport './other.mjs';",
        &[PART, ("other.mjs", "\n\nimport { nine } from './part.mjs';")],
        &["file://<dir>/other.mjs:3\n", "'nine'"],
    );
}

#[test]
fn a_missing_module_is_told_before_anything_runs() {
    check_refused(
        "console.log(1);\nimport './gone.mjs';",
        &[],
        &[
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '<dir>/gone.mjs' imported from <dir>/main.mjs",
            "code: 'ERR_MODULE_NOT_FOUND'",
            "url: 'file://<dir>/gone.mjs'",
        ],
    );
    check_refused(
        "console.log(1); import 'gone';",
        &[],
        &["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'gone' imported from <dir>/main.mjs"],
    );
    check_refused(
        "import './part.mjs';",
        &[("part.mjs", "import './gone.mjs';")],
        &["Cannot find module '<dir>/gone.mjs' imported from <dir>/part.mjs"],
    );
    check_refused(
        "import { Gone } from 'node:gone';",
        &[],
        &["Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:gone"],
    );
}

#[test]
fn an_error_in_a_module_is_told_with_its_file_and_line() {
    check_refused(
        "1;\nlet x = ;",
        &[],
        &["file://<dir>/main.mjs:2\nlet x = ;\n        ^\n", "SyntaxError: Unexpected token ';'"],
    );
    check_refused(
        "console.log(1); import './bad.mjs';",
        &[("bad.mjs", "\n\n  with (a) b;")],
        &[
            "file://<dir>/bad.mjs:3\n  with (a) b;\n  ^",
            "SyntaxError: Strict mode code may not include a with statement",
        ],
    );
    check_refused(
        "import './thrown.mjs';",
        &[("thrown.mjs", "\nthrow new TypeError('x');")],
        &[
            "file://<dir>/thrown.mjs:2\nthrow new TypeError('x');\n      ^\n",
            "TypeError: x\n    at file://<dir>/thrown.mjs:2:7",
        ],
    );
    check_refused(
        "await 1;\nawait Promise.reject(new TypeError('late'));",
        &[],
        &["TypeError: late\n    at file://<dir>/main.mjs:2:22"],
    );
    check_refused("throw 'text';", &[], &["text\n(Thrown value is not an error, so there is no stack)"]);
}

#[test]
fn a_module_that_failed_fails_again_with_the_same_error_and_one_that_was_missing_may_come() {
    let main = "import fs from 'node:fs';
        const errors = [];
        for (let time = 0; time < 2; time++) await import('./broken.mjs').catch((error) => errors.push(error));
        console.log(errors.length, errors[0] === errors[1], errors[0].message);
        const late = new URL('./late.mjs', import.meta.url);
        fs.rmSync(late, { force: true });
        await import(late).catch((error) => console.log(error.code));
        fs.writeFileSync(late, 'export default 1');
        console.log((await import(late)).default);";
    check(main, &[("broken.mjs", "throw new Error('once');")], "2 true once\nERR_MODULE_NOT_FOUND\n1\n");
}

#[test]
fn a_thousand_modules_deep_and_a_thousand_wide_are_linked() {
    let deep: Vec<(String, String)> = (0..1000)
        .map(|index| {
            (
                format!("deep/{index}.mjs"),
                if index == 999 {
                    "export default 1;".into()
                } else {
                    format!("export {{ default }} from './{}.mjs';", index + 1)
                },
            )
        })
        .collect();
    let folder = Folder::new(&deep.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>());
    let wide: String = (0..1000).map(|index| format!("import v{index} from './deep/{index}.mjs';\n")).collect();
    folder.write("main.mjs", format!("import first from './deep/0.mjs';\n{wide}console.log(first, v999);").as_bytes());
    folder.lazuli(&["run", "main.mjs"]).end().code(0).out("1 1\n");
}

#[cfg(unix)]
#[test]
fn a_module_behind_a_link_is_the_module_it_leads_to() {
    let folder = Folder::new(&[
        (
            "real/main.mjs",
            "import part from './part.mjs'; console.log(part, import.meta.url.endsWith('/real/main.mjs'), import.meta.main);",
        ),
        ("real/part.mjs", "export default 'real';"),
        ("links/part.mjs", "export default 'beside the link';"),
    ]);
    std::os::unix::fs::symlink(folder.path().join("real/main.mjs"), folder.path().join("links/main.mjs"))
        .expect("a link");
    folder.lazuli(&["run", "links/main.mjs"]).end().code(0).out("real true true\n");
    let flags = |command: &mut Command| {
        command.args(["--preserve-symlinks-main", "--preserve-symlinks", "links/main.mjs"]);
    };
    folder.lazuli(&["run"]).with(flags).end().code(0).out("beside the link false true\n");
}
