//! What is wrong with builtins and images is told in one sentence that names the file or id and the next step, with exit code 1.

use crate::support::{Folder, Run, image};

const EMPTY: (&str, &str) = ("empty.js", "");

#[test]
fn a_folder_of_builtins_that_cannot_serve_is_refused() {
    let folder = Folder::new(&[EMPTY, ("no-js/readme.txt", "nothing here"), ("file", "")]);
    folder.write("binary/internal/a.js", b"exports.a = '\xff\xfe';");
    std::fs::create_dir(folder.path().join("hollow")).expect("a folder");
    let table: [(&str, &[&str]); 5] = [
        ("nowhere", &["nowhere", "cannot be listed", "give an existing folder of builtins"]),
        ("file", &["file", "cannot be listed", "give an existing folder of builtins"]),
        ("hollow", &["hollow", "holds no .js file"]),
        ("no-js", &["no-js", "holds no .js file"]),
        ("binary", &["binary/internal/a.js", "not UTF-8 at byte 13", "save it as UTF-8"]),
    ];
    for (modules, told) in table {
        for command in [&["run"][..], &["list"], &["cost"], &["report"], &["snapshot", "build", "-o", "x.img"]] {
            let mut args = [command, &["--modules", modules]].concat();
            if command.len() == 1 && command[0] != "cost" {
                args.push("empty.js");
            }
            folder.lazuli(&args).end().refused(told);
        }
    }
    assert!(!folder.path().join("x.img").exists());
}

/// The bootstrap cannot come to its end: one sentence, then the place and the stack.
#[track_caller]
fn check_broken_bootstrap(folder: &Folder, told: &[&str]) {
    for args in [
        &["run", "--modules", "mine", "empty.js"][..],
        &["list", "--modules", "mine", "empty.js"],
        &["snapshot", "build", "--modules", "mine", "-o", "x.img"],
    ] {
        let ended = folder.lazuli(args).end().code(1).out("");
        assert!(ended.err.starts_with("error: "), "{ended:#?}");
        let sentence = ended.err.lines().next().expect("a line").to_owned();
        for part in told {
            assert!(sentence.contains(part), "no '{part}' in {ended:#?}");
        }
        assert!(!ended.err.contains("panicked") && !ended.err.contains("RUST_BACKTRACE"), "{ended:#?}");
    }
    assert!(!folder.path().join("x.img").exists(), "an image was written");
}

#[test]
fn a_syntax_error_in_a_builtin_of_the_bootstrap_names_its_id_and_line() {
    let folder = Folder::with_modules("events", |text| format!("{text}\nlet x = ;\n"));
    let lines = folder.read("mine/events.js").lines().count();
    check_broken_bootstrap(
        &folder,
        &["internal/bootstrap/", &format!("node:events:{lines}"), "SyntaxError: Unexpected token ';'"],
    );
}

#[test]
fn a_builtin_of_the_bootstrap_that_throws_names_its_id_and_line() {
    let folder = Folder::with_modules("events", |text| {
        text.replacen("'use strict';", "'use strict'; throw new TypeError('broken on purpose');", 1)
    });
    check_broken_bootstrap(&folder, &["node:events:1", "TypeError: broken on purpose"]);
}

#[test]
fn an_unknown_id_in_a_builtin_of_the_bootstrap_names_it_and_a_close_one() {
    let folder = Folder::with_modules("events", |text| {
        text.replacen("'use strict';", "'use strict'; require('internal/utl');", 1)
    });
    check_broken_bootstrap(
        &folder,
        &["node:events:1", "No such built-in module: internal/utl", "did you mean internal/util"],
    );
}

#[test]
fn a_missing_bootstrap_script_or_entry_point_is_told() {
    let folder = Folder::with_modules("events", str::to_owned);
    std::fs::remove_file(folder.path().join("mine/internal/main/run_main_module.js")).expect("it was there");
    folder
        .lazuli(&["run", "--modules", "mine", "empty.js"])
        .end()
        .refused(&["no entry point 'internal/main/run_main_module'"]);
}

#[test]
fn a_builtin_of_the_program_with_a_syntax_error_is_an_error_of_the_script() {
    let folder = Folder::with_modules("querystring", |text| format!("{text}\nlet x = ;\n"));
    folder.write("ask.js", b"try { require('querystring'); } catch (error) { console.log(error.name, require('path').sep); }\nrequire('querystring');");
    let ended = folder.lazuli(&["run", "--modules", "mine", "ask.js"]).end().code(1).out("SyntaxError /\n");
    ended.err_has("node:querystring:").err_has("let x = ;").err_has("SyntaxError: Unexpected token ';'");
}

#[test]
fn an_unknown_builtin_is_an_error_of_the_script_with_its_code() {
    let folder = Folder::new(&[("ask.js", "require('node:nothing');")]);
    folder
        .lazuli(&["run", "ask.js"])
        .end()
        .code(1)
        .out("")
        .err_has("ask.js:1")
        .err_has("ERR_UNKNOWN_BUILTIN_MODULE")
        .err_has("node:nothing");
    // What is internal is no builtin for a script.
    Folder::new(&[("ask.js", "require('node:internal/util');")])
        .lazuli(&["run", "ask.js"])
        .end()
        .code(1)
        .err_has("ERR_UNKNOWN_BUILTIN_MODULE");
}

#[test]
fn an_image_of_other_builtins_is_refused_with_both_sides() {
    let folder = Folder::with_modules("events", |text| format!("{text}\n// changed\n"));
    folder.lazuli(&["snapshot", "build", "--modules", "mine", "-o", "mine.img"]).end().code(0);
    folder.lazuli(&["run", "--modules", "mine", "--image", "mine.img", "-p", "1 + 1"]).end().code(0).out("2\n");
    let told = &[
        "image mine.img was made for set of builtins '",
        "this program has '",
        "build it again with `lazuli snapshot build`",
    ];
    for args in [
        &["run", "--image", "mine.img", "empty.js"][..],
        &["list", "--image", "mine.img", "empty.js"],
        &["report", "--image", "mine.img", "empty.js"],
        &["snapshot", "ls", "mine.img"],
    ] {
        folder.lazuli(args).end().refused(told);
    }
    std::fs::copy(image(), folder.path().join("own.img")).expect("a copy");
    folder
        .lazuli(&["run", "--modules", "mine", "--image", "own.img", "empty.js"])
        .end()
        .refused(&["image own.img was made for set of builtins '"]);
}

#[test]
fn what_is_no_image_is_refused_by_name() {
    let folder =
        Folder::new(&[EMPTY, ("none.img", ""), ("text.img", "lazuli, but not an image"), ("folder.img/x", "")]);
    let whole = std::fs::read(image()).expect("it was made");
    folder.write("half.img", &whole[..whole.len() / 2]);
    let table: [(&str, &str); 5] = [
        ("none.img", "image none.img is not a lazuli image"),
        ("text.img", "image text.img is not a lazuli image"),
        ("folder.img", "cannot read image folder.img"),
        ("half.img", "image half.img is cut short"),
        ("missing.img", "cannot read image missing.img"),
    ];
    for (name, told) in table {
        for args in [
            &["run", "--image", name, "empty.js"][..],
            &["list", "--image", name, "empty.js"],
            &["cost", "--image", name, "path"],
            &["snapshot", "ls", name],
        ] {
            folder.lazuli(args).end().refused(&[told]);
        }
    }
}

#[test]
fn a_build_that_fails_leaves_what_was_there() {
    let folder = Folder::with_modules("events", |text| format!("{text}\nthrow new Error('no image');\n"));
    folder.write("x.img", b"the old image");
    folder.lazuli(&["snapshot", "build", "--modules", "mine", "-o", "x.img"]).end().code(1).err_has("Error: no image");
    assert_eq!(folder.read("x.img"), "the old image");
    folder
        .lazuli(&["snapshot", "build", "-o", "nowhere/x.img"])
        .end()
        .refused(&["cannot write the image to nowhere/x.img"]);
    folder.lazuli(&["snapshot", "build", "-o", "mine"]).end().refused(&["cannot write the image to mine"]);
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn a_builtin_that_cannot_be_in_an_image_is_named_with_the_next_step() {
    let folder =
        Folder::with_modules("events", |text| format!("{text}\nglobalThis.kept = new Intl.DateTimeFormat('en');\n"));
    let ended = folder.lazuli(&["snapshot", "build", "--modules", "mine", "-o", "x.img"]).end().code(1).out("");
    for part in [
        "error: the image cannot be made: its blob stage ended with signal",
        "make it at its first use",
        "(look at 'events')",
        "CheckGlobalAndEternalHandles failed",
    ] {
        assert!(ended.err.contains(part), "no '{part}' in {ended:#?}");
    }
    assert!(!folder.path().join("x.img").exists());
}

#[test]
fn the_variable_of_the_stages_set_by_hand_is_refused() {
    let set = |command: &mut std::process::Command| {
        command.env("LAZULI_IMAGE_STAGE", "nonsense");
    };
    let folder = Folder::new(&[]);
    Run::new(["snapshot", "build", "-o", "x.img"])
        .current_dir(folder.path())
        .with(set)
        .end()
        .refused(&["LAZULI_IMAGE_STAGE", "unset it"]);
}
