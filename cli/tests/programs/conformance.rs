//! A small fixed sample of Node's own tests and of the web-platform-tests, where `cargo run -p conformance` left their sources or
//! `NODE_SOURCE_DIR` names them. The sample has nothing that depends on how fast the machine is.

use std::path::Path;
use std::process::Command;

/// Parts of names: of each family of tests, a few that use much of it.
const SAMPLE: [&str; 14] = [
    "parallel/test-assert-deep.js",
    "parallel/test-buffer-indexof.js",
    "parallel/test-buffer-readuint.js",
    "parallel/test-event-emitter-errors.js",
    "parallel/test-eventtarget.js",
    "parallel/test-microtask-queue-",
    "parallel/test-path-normalize.js",
    "parallel/test-querystring.js",
    "parallel/test-string-decoder.js",
    "parallel/test-url-parse-",
    "parallel/test-util-format.js",
    "parallel/test-util-inspect-",
    "wpt/encoding/textdecoder-",
    "wpt/url/url-searchparams",
];

#[test]
fn a_sample_of_the_tests_of_others_ends_as_listed() {
    let fetched = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("conformance").join("node/test/parallel");
    if std::env::var_os("NODE_SOURCE_DIR").is_none() && !fetched.is_dir() {
        return;
    }
    let harness = ["run", "--quiet", "--package", "conformance", "--", "--binary", env!("CARGO_BIN_EXE_lazuli")];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ended = Command::new(cargo).args(harness).args(SAMPLE).output().expect("cargo starts");
    let [out, err] = [&ended.stdout, &ended.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(ended.status.success(), "{out}\n{err}");
}
