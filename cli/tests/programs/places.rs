//! The finished program, wherever it is and whatever surrounds it: it needs nothing of the checkout, and every start sees the place it runs
//! at and nothing of the place its image was made at.

use std::path::Path;

use crate::support::{Folder, Run, fixture, image};

/// A copy of the program in a folder of its own.
fn moved() -> (Folder, std::path::PathBuf) {
    let folder = Folder::new(&[
        ("app/main.js", "console.log(require('./part').join('-'), require('util').inspect({ a: 1 }));"),
        ("app/part.js", "module.exports = ['a', 'part'];"),
    ]);
    let program = folder.path().join("another name");
    std::fs::copy(env!("CARGO_BIN_EXE_lazuli"), &program).expect("a copy of the program");
    (folder, program)
}

#[test]
fn a_copy_of_the_program_works_elsewhere_without_any_environment() {
    let (folder, program) = moved();
    for args in [
        &["run", "app/main.js"][..],
        &["run", "--no-snapshot", "app/main.js"],
        &["run", "--no-snapshot", "--no-code-cache", "app/main.js"],
    ] {
        let bare = |command: &mut std::process::Command| {
            command.env_clear();
        };
        Run::of(&program, args).current_dir(folder.path()).with(bare).end().code(0).out("a-part { a: 1 }\n");
        let home = |command: &mut std::process::Command| {
            command.env_clear().env("HOME", "").env("PATH", "").env("TMPDIR", "/nowhere");
        };
        Run::of(&program, args).current_dir(folder.path()).with(home).end().code(0).out("a-part { a: 1 }\n");
    }
    let main = folder.path().join("app/main.js");
    Run::of(&program, ["run".as_ref(), main.as_os_str()])
        .current_dir(Path::new("/"))
        .end()
        .code(0)
        .out("a-part { a: 1 }\n");
}

#[test]
fn every_command_of_a_copy_works() {
    let (folder, program) = moved();
    for args in [
        &["list", "app/main.js"][..],
        &["why", "util", "app/main.js"],
        &["report", "app/main.js"],
        &["cost", "--samples", "1", "path"],
        &["snapshot", "ls"],
        &["snapshot", "build", "-o", "own.img"],
        &["run", "--image", "own.img", "app/main.js"],
    ] {
        let told = Run::of(&program, args).current_dir(folder.path()).end().code(0).out;
        assert!(!told.contains(env!("CARGO_MANIFEST_DIR")), "{args:?} names the checkout");
    }
    // Made at another place, by another name of the program: the same image.
    let own = std::fs::read(folder.path().join("own.img")).expect("it was made");
    assert!(own == std::fs::read(image()).expect("it was made"), "an image depends on where it is made");
}

/// Tells everything a start takes from its surroundings.
const TELL: &str = "
const path = require('path');
console.log(JSON.stringify({
  cwd: path.basename(process.cwd()), marker: process.env.LAZULI_MARKER, all: Object.keys(process.env).sort(), argv: process.argv.slice(2),
  execPath: path.basename(process.execPath), argv0: process.argv0, offset: new Date(0).getTimezoneOffset(), umask: process.umask().toString(8),
  pid: process.pid === require('fs').readlinkSync('/proc/self') * 1, ppid: process.ppid > 0, title: typeof process.title, execArgv: process.execArgv,
  uptime: process.uptime() < 50, home: require('os').homedir(), tmp: require('os').tmpdir(), now: Math.abs(Date.now() - performance.timeOrigin) < 60000,
}));
";

#[cfg(target_os = "linux")]
#[test]
fn what_a_start_sees_is_the_place_it_runs_at() {
    let built = Folder::new(&[]);
    let line = "umask 077; exec \"$0\" snapshot build -o \"$1\"";
    let path = built.path().join("x.img");
    let args = ["-c".as_ref(), line.as_ref(), env!("CARGO_BIN_EXE_lazuli").as_ref(), path.as_os_str()];
    let surroundings = |command: &mut std::process::Command| {
        command
            .env("LAZULI_MARKER", "of-the-build")
            .env("TZ", "Asia/Tokyo")
            .env("HOME", "/home-of-the-build")
            .env("FORCE_COLOR", "3");
    };
    Run::of("/bin/sh".as_ref(), args).current_dir(built.path()).with(surroundings).end().code(0);

    let here = Folder::new(&[("run here/tell.js", TELL)]);
    let run = |start: &str| {
        let line = format!("umask 027; exec \"$0\" run {start} tell.js x 'y z'");
        let surroundings = |command: &mut std::process::Command| {
            command
                .env_clear()
                .env("LAZULI_MARKER", "of-the-run")
                .env("TZ", "America/New_York")
                .env("HOME", "/home-of-the-run")
                .env("TMPDIR", "/tmp-of-the-run");
        };
        let folder = here.path().join("run here");
        Run::of("/bin/sh".as_ref(), ["-c", &line, env!("CARGO_BIN_EXE_lazuli")])
            .current_dir(&folder)
            .with(surroundings)
            .end()
            .code(0)
            .out
    };
    let told = run(&format!("--image '{}'", path.display()));
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let expected = serde_json::json!({
        "cwd": "run here", "marker": "of-the-run", "argv": ["x", "y z"], "execPath": "lazuli", "offset": 300, "umask": "27", "pid": true, "ppid": true,
        "title": "string", "uptime": true, "home": "/home-of-the-run", "tmp": "/tmp-of-the-run", "now": true,
    });
    for (name, value) in expected.as_object().expect("an object") {
        assert_eq!(&told[name], value, "{name} in {told}");
    }
    let all = told["all"].as_array().expect("a list");
    assert!(
        all.iter().all(|name| ["HOME", "LAZULI_MARKER", "PWD", "OLDPWD", "SHLVL", "TMPDIR", "TZ", "_"]
            .contains(&name.as_str().expect("text"))),
        "{told}"
    );
    // A start without the snapshot sees the same.
    let image = format!("--image '{}'", path.display());
    for start in [format!("{image} --no-snapshot"), String::new(), "--no-snapshot --no-code-cache".into()] {
        let mut bare: serde_json::Value = serde_json::from_str(&run(&start)).expect("JSON");
        bare["execArgv"] = told["execArgv"].clone();
        assert_eq!(bare, told, "{start}");
    }
    let made = std::fs::read(&path).expect("it was made");
    for marker in ["of-the-build", "LAZULI_MARKER", "lazuli-programs-", "Asia/Tokyo"] {
        assert!(!made.windows(marker.len()).any(|window| window == marker.as_bytes()), "'{marker}' is in the image");
    }
}

#[test]
fn names_of_scripts_are_taken_as_they_are() {
    for name in [
        "with blank.js",
        "ünï ✓.js",
        "percent%20.js",
        "hash#.js",
        "-dash.js",
        "quote'\".js",
        "no-extension",
        "many.dots.in.name.js",
    ] {
        let folder = Folder::new(&[(name, "console.log(require('path').basename(__filename)); throw new Error('x');")]);
        let ended = folder.lazuli(&["run", "--", name]).end().code(1).out(&format!("{name}\n"));
        assert!(ended.err.contains(&format!("{name}:1\n")), "{ended:#?}");
        folder.lazuli(&["run", &format!("./{name}")]).end().code(1).out(&format!("{name}\n"));
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_to_the_module_unless_asked_not_to() {
    let folder = Folder::new(&[
        ("real/main.js", "console.log(require('./part'), __filename.includes('real'));"),
        ("real/part.js", "module.exports = 'real';"),
        ("links/part.js", "module.exports = 'beside the link';"),
    ]);
    std::os::unix::fs::symlink(folder.path().join("real/main.js"), folder.path().join("links/main.js"))
        .expect("a link");
    folder.lazuli(&["run", "links/main.js"]).end().code(0).out("real true\n");
    folder
        .lazuli(&["run", "--preserve-symlinks-main", "--preserve-symlinks", "links/main.js"])
        .end()
        .code(0)
        .out("beside the link false\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_current_folder_that_is_gone_is_an_ordinary_error() {
    let folder = Folder::new(&[]);
    let script = fixture("empty.js");
    let gone = folder.path().join("gone");
    std::fs::create_dir(&gone).expect("a folder");
    let line = "rmdir ../gone && \"$0\" run -e 'try { process.cwd() } catch (error) { console.log(error.code, error.syscall) }' && exec \"$0\" run \"$1\"";
    let args = ["-c".as_ref(), line.as_ref(), env!("CARGO_BIN_EXE_lazuli").as_ref(), script.as_os_str()];
    Run::of("/bin/sh".as_ref(), args).current_dir(&gone).end().code(0).out("ENOENT uv_cwd\n");
}
