//! ES modules at their edges: texts that hide what they ask for, graphs too deep for the stack, errors that resist, odd files and packages.

use crate::modules::{STARTS, check, check_refused};
use crate::support::Folder;

#[test]
fn a_name_of_a_builtin_that_the_text_does_not_show_is_there() {
    let main = "import * as ns from 'node:util';
        console.log(typeof ns.inherits, eval('typeof ns.format'), (eval)('typeof ns.promisify'));
        const { parseArgs } = await import('node:util'), name = 'node:util';
        console.log(typeof (await import(name)).deprecate, typeof (await eval(\"import('node:util')\")).types);
        console.log(typeof (await new Function(\"return import('node:util')\")()).callbackify);";
    check(main, &[], "function function function\nfunction object\nfunction\n");

    // A script hands out what its last statement gives; a file may change while its program runs.
    let script = "const fs = require('node:fs'), vm = require('node:vm');
        const options = { filename: '/some.js', importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
        const later = async () => { const { inherits } = await import('node:util'); return typeof inherits; };
        fs.writeFileSync(__filename, fs.readFileSync(__filename, 'utf8').replaceAll('inherits', 'promisify'));
        later().then(console.log).then(() => vm.runInThisContext(\"import('node:util')\", options)).then((util) => console.log(typeof util.format));";
    let folder = Folder::new(&[]);
    for start in STARTS {
        folder.write("main.cjs", script.as_bytes());
        folder
            .lazuli(&[&["run", "--no-warnings"], start, &["main.cjs"]].concat())
            .end()
            .code(0)
            .out("function\nfunction\n");
    }
}

#[test]
fn a_graph_of_ten_thousand_modules_in_a_chain_runs_from_its_end_or_fails_there() {
    let folder = Folder::new(&[("beside.mjs", "console.log('beside');")]);
    for index in 0..9999 {
        let text = format!("import x from './{}.mjs'; import './beside.mjs'; export default x + 1;", index + 1);
        folder.write(&format!("{index}.mjs"), text.as_bytes());
    }
    let main = "await import('./0.mjs').then((ns) => console.log(ns.default), (error) => console.log(error.name, error.message));";
    folder.write("main.mjs", main.as_bytes());
    for (end, out) in [
        ("console.log('end'); export default 1;", "end\nbeside\n10000\n"),
        ("console.log('end'); await 1; export default 1;", "end\nbeside\n10000\n"),
        ("console.log('end'); export default 1; throw new Error('no');", "end\nError no\n"),
        (
            "console.log('end');",
            "SyntaxError The requested module './9999.mjs' does not provide an export named 'default'\n",
        ),
    ] {
        folder.write("9999.mjs", end.as_bytes());
        folder.lazuli(&["run", "main.mjs"]).end().code(0).out(out);
    }
}

#[test]
fn an_error_that_nobody_can_read_or_change_rejects_the_import() {
    let main = "for (const name of ['proxy', 'getter', 'frozen'])
            await import(`./${name}.mjs`).catch(() => console.log(name));";
    let files = [
        ("proxy.mjs", "throw new Proxy({}, { get() { throw 1; } });"),
        ("getter.mjs", "throw { get name() { throw 1; } };"),
        ("frozen.mjs", "throw Object.freeze(new ReferenceError('require is not defined'));"),
    ];
    check(main, &files, "proxy\ngetter\nfrozen\n");
}

#[test]
fn a_module_that_waits_and_asks_for_what_commonjs_has_may_be_either() {
    let main = "for (const id of ['./waits.mjs', './quick.mjs'])
            await import(id).catch((error) => console.log(error.code, error.message));";
    let told = "ERR_AMBIGUOUS_MODULE_SYNTAX require is not defined: the file may be an ES module, as it has `await` at its top level, \
        or CommonJS, as it uses require. For CommonJS, wrap the `await` in an async function; for an ES module, use import, export \
        and import.meta instead.\nundefined require is not defined in ES module scope, you can use import instead\n";
    check(main, &[("waits.mjs", "const fs = require('fs'); await fs;"), ("quick.mjs", "require('fs');")], told);
}

#[test]
fn a_name_of_commonjs_in_a_module_is_told_with_its_place_and_the_way_out() {
    let place = "file://<dir>/main.mjs:2\nrequire('x');\n^\n";
    check_refused("await 1;\nrequire('x');", &[], &[place, "ReferenceError: require is not defined: the file may be"]);
    check_refused(
        "\nrequire('x');",
        &[],
        &[place, "ReferenceError: require is not defined in ES module scope, you can use import"],
    );
    let files = [("package.json", "{ \"type\": \"module\" }"), ("part.js", "module.exports = 1;")];
    check_refused(
        "import './part.js?query';",
        &files,
        &[
            "file://<dir>/part.js?query:1\nmodule.exports = 1;\n^",
            "ReferenceError: module is not defined in ES module scope, you can use export instead\nThis file is being treated",
            "'<dir>/package.json' contains \"type\": \"module\"",
        ],
    );
}

#[test]
fn a_package_file_may_have_a_mark_of_byte_order_and_must_be_json() {
    let main = "console.log(typeof (await import('./part.js')).default, typeof (await import('#path')).join);
        await import('./broken/part.js').catch((error) => console.log(error.code, error.message.includes('broken/package.json')));";
    let files = [
        ("package.json", "\u{feff}{ \"type\": \"module\", \"imports\": { \"#path\": \"path\" } }"),
        ("part.js", "export default typeof require;"),
        ("broken/package.json", "{ \"type\""),
        ("broken/part.js", ""),
    ];
    check(main, &files, "string function\nERR_INVALID_PACKAGE_CONFIG true\n");
}

#[test]
fn a_mark_of_byte_order_is_no_part_of_a_text() {
    let main = "import { x } from './marked.mjs'; import d from 'data:text/javascript,%EF%BB%BFexport default 2'; console.log(x, d);";
    check(main, &[("marked.mjs", "\u{feff}#!/usr/bin/env node\nexport const x = 1;")], "1 2\n");
}

#[test]
fn where_the_program_is_does_not_matter_to_what_has_a_full_path() {
    let main = "process.cwd = () => { throw new Error('nowhere'); };
        console.log((await import('./part.cjs')).x);";
    check(main, &[("part.cjs", "exports.x = 1;")], "1\n");
}

#[cfg(unix)]
#[test]
fn a_package_behind_a_link_keeps_its_name_if_links_do() {
    let folder = Folder::new(&[
        ("real/package.json", "{ \"exports\": \"./index.cjs\" }"),
        ("real/index.cjs", "exports.own = __filename.replace(/^.*\\/(?=[^/]+\\/[^/]+$)/, '');"),
        ("node_modules/other/index.js", ""),
        (
            "main.mjs",
            "import { own } from 'linked'; import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);
            console.log(own, require('linked').own, require('./link.cjs').own);",
        ),
    ]);
    std::os::unix::fs::symlink("../real", folder.path().join("node_modules/linked")).expect("a link");
    std::os::unix::fs::symlink("real/index.cjs", folder.path().join("link.cjs")).expect("a link");
    folder.lazuli(&["run", "main.mjs"]).end().code(0).out("real/index.cjs real/index.cjs real/index.cjs\n");
    let ended = folder.lazuli(&["run", "--preserve-symlinks", "main.mjs"]).end().code(0);
    let folder_name = folder.path().file_name().expect("a name").to_string_lossy();
    assert_eq!(ended.out, format!("linked/index.cjs linked/index.cjs {folder_name}/link.cjs\n"), "{ended:#?}");
}

#[test]
fn what_a_package_says_of_itself_is_told_by_its_files() {
    let main = "for (const id of ['own/lost', '#', '#own/', 'plain/', 'plain/index.js/', '//host/part.mjs'])
            await import(id).then(() => console.log(id), (error) => console.log(error.code, error.message.split(' imported')[0].replace(process.platform, '<platform>')));
        console.log((await import('nothing')).x, import.meta.resolve('node:nothing'));";
    let files = [
        (
            "package.json",
            r##"{ "name": "own", "exports": { "./lost": "./lost.js" }, "imports": { "#own/*": "./*" } }"##,
        ),
        ("node_modules/nothing/package.json", r#"{ "exports": null, "main": "main.js" }"#),
        ("node_modules/nothing/main.js", "exports.x = 1;"),
        ("node_modules/plain/index.js", ""),
    ];
    let told = "ERR_MODULE_NOT_FOUND Cannot find module '<dir>/lost.js'
ERR_INVALID_MODULE_SPECIFIER Invalid module \"#\" is not a valid internal imports specifier name
ERR_INVALID_MODULE_SPECIFIER Invalid module \"#own/\" is not a valid internal imports specifier name
ERR_UNSUPPORTED_DIR_IMPORT Directory import '<dir>/node_modules/plain/' is not supported resolving ES modules
ERR_UNSUPPORTED_DIR_IMPORT Directory import '<dir>/node_modules/plain/index.js/' is not supported resolving ES modules
ERR_INVALID_FILE_URL_HOST File URL host must be \"localhost\" or empty on <platform>
1 node:nothing
";
    check(main, &files, told);
}

#[test]
fn what_waits_cannot_be_required_and_in_a_cycle_that_is_told_first() {
    let main = "import { ask } from './ask.cjs'; import './waits.mjs'; ask('main');";
    let files = [
        (
            "ask.cjs",
            "exports.ask = (when) => { try { require('./waits.mjs'); } catch (error) { console.log(when, error.code); } }; exports.ask('early');",
        ),
        ("waits.mjs", "import './main.mjs'; await null;"),
    ];
    check(main, &files, "early ERR_REQUIRE_ASYNC_MODULE\nmain ERR_REQUIRE_ASYNC_MODULE\n");
}
