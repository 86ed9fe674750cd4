//! What a test needs that the program does not have, found in its text: a test that cannot pass yet is skipped, with the reason.

use std::path::PathBuf;

use crate::probe::Probe;
use crate::sources::View;
use crate::suites::{Kind, Test, meta};

/// Node's public builtins that are not named after a file of ours; everything under `internal/` counts, too.
const BUILTINS: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "sys",
    "test",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// A global that may be missing, and the words that show that a test cannot do without.
type Global = (&'static str, &'static str);

/// In the text of any test.
const ANYWHERE: &[Global] = &[
    ("MessageChannel", "new MessageChannel"),
    ("BroadcastChannel", "new BroadcastChannel"),
    ("Worker", "new Worker("),
];

/// In the text of a web-platform-test.
const ON_THE_WEB: &[Global] = &[
    ("ReadableStream", "ReadableStream"),
    ("TransformStream", "TransformStream"),
    ("WritableStream", "WritableStream"),
    ("TextDecoderStream", "TextDecoderStream"),
    ("TextEncoderStream", "TextEncoderStream"),
    ("CountQueuingStrategy", "CountQueuingStrategy"),
    ("PerformanceResourceTiming", "PerformanceResourceTiming"),
    ("XMLHttpRequest", "new XMLHttpRequest"),
];

/// In the scripts it is helped by: they may serve many tests, but what only a server can answer, none does without.
const IN_HELPERS: &[Global] = &[("XMLHttpRequest", "new XMLHttpRequest"), ("FormData", "new FormData(")];

/// Options of Node that change nothing a test of ours could see: new buffers, for one, are filled with zeros in any case.
const HARMLESS: &[&str] = &[
    "--no-experimental-fetch",
    "--experimental-global-customevent",
    "--experimental-vm-modules",
    "--zero-fill-buffers",
];

/// Why a test is skipped, if it is.
pub(crate) fn skip(test: &Test, probe: &Probe, view: &View) -> Option<String> {
    match test.kind {
        Kind::Parallel => skip_script(test, probe, view),
        Kind::Wpt => skip_web(test, probe, view),
    }
}

fn skip_script(test: &Test, probe: &Probe, view: &View) -> Option<String> {
    let text = &test.text;
    let lacks = |id: &str| probe.builtins.get(id) == Some(&false);
    // A test that asks first skips itself, or the part of it.
    let asks_first = |id: &str| id == "crypto" && text.contains("common.hasCrypto");
    if let Some(id) = builtins(text).into_iter().find(|id| lacks(id) && !asks_first(id)) {
        return Some(format!("needs {id}"));
    }
    let streams = ["createReadStream(", "createWriteStream(", "fs.ReadStream", "fs.WriteStream", ".readLines("];
    let children = ["spawnPromisified", "childShouldThrowAndAbort"];
    for (words, id) in [(&children[..], "child_process"), (&streams[..], "stream")] {
        if lacks(id) && words.iter().any(|word| text.contains(word)) {
            return Some(format!("needs {id}"));
        }
    }
    if let Some(reason) = lacks_global(probe, ANYWHERE, text) {
        return Some(reason);
    }
    for name in required(text) {
        let file: PathBuf = match name.strip_prefix("../common/") {
            Some(helper) => view.own("common").join(helper),
            None if name.starts_with("../../") => view.test(test).parent()?.join(name),
            None => continue,
        };
        if !file.exists() && !file.with_extension("js").exists() {
            return Some(format!("needs {}", name.trim_start_matches("../")));
        }
    }
    flags(text).into_iter().find(|flag| Flag::of(flag) == Flag::Unknown).map(|flag| format!("needs option {flag}"))
}

fn lacks_global(probe: &Probe, globals: &[Global], text: &str) -> Option<String> {
    let (name, _) = globals.iter().find(|(name, word)| text.contains(word) && !probe.globals.contains(*name))?;
    Some(format!("needs {name}"))
}

fn skip_web(test: &Test, probe: &Probe, view: &View) -> Option<String> {
    let (id, text) = (&test.id, &test.text);
    if id.contains(".sub.") {
        return Some("needs a server".to_owned());
    }
    if id.contains("-shadowrealm.") {
        return Some("needs ShadowRealm".to_owned());
    }
    let scopes: Vec<&str> = meta(text, "global").flat_map(|scopes| scopes.split(',')).map(str::trim).collect();
    if !scopes.is_empty() && !scopes.iter().any(|scope| ["window", "worker", "dedicatedworker"].contains(scope)) {
        return Some(format!("needs a global scope of {}", scopes.join(", ")));
    }
    let dom = ["document.", "document,", "window.open", "iframe", "new Image", "onload", "getComputedStyle"];
    if id.contains(".window.js") && dom.iter().any(|word| text.contains(word)) {
        return Some("needs a DOM".to_owned());
    }
    let mut helpers = String::new();
    for name in meta(text, "script") {
        let file = match name.strip_prefix('/') {
            Some(name) => view.wpt.join(name),
            None => test.source.parent()?.join(name),
        };
        match std::fs::read_to_string(file) {
            Ok(text) => helpers.push_str(&text),
            Err(_) => return Some(format!("needs {name}, which the source package lacks")),
        }
    }
    lacks_global(probe, ANYWHERE, text)
        .or_else(|| lacks_global(probe, ON_THE_WEB, text))
        .or_else(|| lacks_global(probe, IN_HELPERS, &helpers))
}

/// What becomes of an option in a test's `// Flags:` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    /// An option of `lazuli run`.
    Ours,
    V8,
    Harmless,
    Unknown,
}

impl Flag {
    pub(crate) fn of(flag: &str) -> Flag {
        let name = flag.split('=').next().unwrap_or_default().replace('_', "-");
        match name.as_str() {
            "--expose-internals"
            | "--unhandled-rejections"
            | "--no-warnings"
            | "--disable-warning"
            | "--trace-warnings"
            | "--trace-deprecation"
            | "--no-deprecation"
            | "--throw-deprecation"
            | "--pending-deprecation"
            | "--preserve-symlinks"
            | "--preserve-symlinks-main" => Flag::Ours,
            "--expose-gc"
            | "--allow-natives-syntax"
            | "--stack-size"
            | "--stack-trace-limit"
            | "--max-old-space-size"
            | "--expose-externalize-string"
            | "--gc-interval"
            | "--gc-global"
            | "--stress-compaction" => Flag::V8,
            name if name.starts_with("--harmony") => Flag::V8,
            name if HARMLESS.contains(&name) => Flag::Harmless,
            _ => Flag::Unknown,
        }
    }
}

/// The options a test asks for.
pub(crate) fn flags(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("// Flags:")).flat_map(str::split_whitespace).collect()
}

/// Ids that are asked for in any case: tests need them without naming them.
pub(crate) const ASKED: [&str; 2] = ["child_process", "stream"];

/// Ids of builtins a test names, without `node:`.
pub(crate) fn builtins(text: &str) -> Vec<String> {
    let known = |id: &str| {
        let first = id.split('/').next().unwrap_or_default();
        first == "internal" || BUILTINS.contains(&first)
    };
    let ids = required(text).into_iter().filter_map(|name| match name.strip_prefix("node:") {
        Some(id) => Some(id),
        None => known(name).then_some(name),
    });
    ids.map(str::to_owned).collect()
}

/// What stands in `require('…')`, `import('…')`, `import '…'` and `from '…'` at the ends of lines.
fn required(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
        for opening in ["require('", "require(\"", "import('", "import '", "} from '"] {
            for (at, _) in line.match_indices(opening) {
                let rest = &line[at + opening.len()..];
                found.extend(rest.split(['\'', '"']).next());
            }
        }
        if line.starts_with("import ") {
            found.extend(
                line.rsplit(" from '")
                    .next()
                    .filter(|_| line.contains(" from '"))
                    .and_then(|rest| rest.split('\'').next()),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_are_found_in_every_way_to_load_them() {
        let text = "const a = require('fs'), b = require(\"node:net\");\n// require('dns')\nimport c from 'internal/x';\n\
            import { d,\n  e } from 'os';\nimport('vm');\nimport 'node:test';\nBuffer.from('path'); require('./fs'); require('other');\n";
        assert_eq!(builtins(text), ["fs", "net", "internal/x", "os", "vm", "test"]);
    }

    #[test]
    fn flags_are_known_or_told() {
        let text = "'use strict';\n// Flags: --expose-gc --no-warnings\n// Flags: --title=foo\n";
        let kinds: Vec<Flag> = flags(text).into_iter().map(Flag::of).collect();
        assert_eq!(kinds, [Flag::V8, Flag::Ours, Flag::Unknown]);
        assert_eq!(Flag::of("--expose_gc"), Flag::V8);
    }
}
