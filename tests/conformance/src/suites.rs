//! The table of suites, and the tests each has in a checkout.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::sources::Node;

/// How a test is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A script of Node's `test/parallel`, on its own.
    Parallel,
    /// A script of the web-platform-tests, with their harness.
    Wpt,
}

/// What a suite counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Among those of which lazuli promises that nine tests of ten pass; a difference is a fault.
    Promised,
    /// A difference is a fault.
    Binding,
    /// A difference is only told.
    Informational,
}

#[derive(Debug)]
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    kind: Kind,
    pub(crate) weight: Weight,
    /// Beginnings of file names, or folders of web-platform-tests. The first suite that takes a file has it.
    takes: &'static [&'static str],
}

const fn promised(name: &'static str, takes: &'static [&'static str]) -> Suite {
    Suite { name, kind: Kind::Parallel, weight: Weight::Promised, takes }
}

const fn node(name: &'static str, takes: &'static [&'static str]) -> Suite {
    Suite { name, kind: Kind::Parallel, weight: Weight::Binding, takes }
}

const fn informational(name: &'static str, takes: &'static [&'static str]) -> Suite {
    Suite { name, kind: Kind::Parallel, weight: Weight::Informational, takes }
}

const fn wpt(name: &'static str, takes: &'static [&'static str]) -> Suite {
    Suite { name, kind: Kind::Wpt, weight: Weight::Binding, takes }
}

pub(crate) const SUITES: &[Suite] = &[
    promised("events", &["test-event", "test-whatwg-events"]),
    promised("abort", &["test-abort"]),
    promised("buffer", &["test-buffer"]),
    promised("util", &["test-util"]),
    promised("assert", &["test-assert"]),
    node("encoding", &["test-whatwg-encoding"]),
    promised("path", &["test-path"]),
    promised("url", &["test-url", "test-whatwg-url"]),
    promised("querystring", &["test-querystring"]),
    promised("string_decoder", &["test-string-decoder"]),
    promised("timers", &["test-timers"]),
    promised("microtasks", &["test-next-tick", "test-microtask"]),
    promised("promises", &["test-promise"]),
    promised("console", &["test-console"]),
    promised("structured clone", &["test-structuredClone"]),
    node("process", &["test-process"]),
    informational("domain", &["test-domain"]),
    informational("fs", &["test-fs-"]),
    informational("v8", &["test-v8-"]),
    informational("vm", &["test-vm-"]),
    wpt("wpt: dom/abort", &["dom/abort"]),
    wpt("wpt: dom/events", &["dom/events"]),
    wpt("wpt: console", &["console"]),
    wpt("wpt: encoding", &["encoding"]),
    wpt("wpt: url", &["url"]),
    wpt("wpt: hr-time", &["hr-time"]),
    wpt("wpt: performance", &["performance-timeline", "user-timing"]),
    wpt("wpt: webidl", &["webidl"]),
    wpt("wpt: timers", &["html/webappapis/timers"]),
    wpt("wpt: microtask-queuing", &["html/webappapis/microtask-queuing"]),
    wpt("wpt: structured-clone", &["html/webappapis/structured-clone"]),
    wpt("wpt: atob", &["html/webappapis/atob"]),
    wpt("wpt: FileAPI", &["FileAPI/blob", "FileAPI/file"]),
    wpt("wpt: streams", &["streams"]),
    wpt("wpt: webmessaging", &["webmessaging"]),
];

#[derive(Clone, Debug)]
pub(crate) struct Test {
    /// `parallel/test-path.js`, `wpt/url/historical.any.js?variant`: its name in the lists.
    pub(crate) id: String,
    /// Its place in [`SUITES`].
    pub(crate) suite: usize,
    pub(crate) kind: Kind,
    pub(crate) source: PathBuf,
    /// As it is run.
    pub(crate) text: String,
    /// The query a web-platform-test is asked with: `?1-1000`.
    pub(crate) variant: String,
}

impl Test {
    pub(crate) fn is_informational(&self) -> bool {
        SUITES[self.suite].weight == Weight::Informational
    }
}

/// Every test that has one of the filters in its name, or all.
pub(crate) fn select(node: &Node, filters: &[String]) -> Result<Vec<Test>, Failure> {
    let mut tests = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (suite, Suite { name, kind, takes, .. }) in SUITES.iter().enumerate() {
        let before = tests.len();
        for take in *takes {
            let files = match kind {
                Kind::Parallel => parallel(&node.root.join("test/parallel"), take)?,
                Kind::Wpt => web_platform(&node.wpt().join(take))?,
            };
            for source in files.into_iter().filter(|file| seen.insert(file.clone())) {
                let text = fs::read_to_string(&source).map_err(|error| Failure::io("read", &source, &error))?;
                let (place, from, text) = match kind {
                    Kind::Parallel => ("", node.root.join("test"), with_stand_ins(&text)),
                    Kind::Wpt => ("wpt/", node.wpt(), text),
                };
                let id = format!("{place}{}", source.strip_prefix(&from).unwrap_or(&source).display());
                for variant in variants(&text, *kind) {
                    let id = format!("{id}{variant}");
                    let (source, text) = (source.clone(), text.clone());
                    tests.push(Test { id, suite, kind: *kind, source, text, variant });
                }
            }
        }
        if tests.len() == before {
            return Err(Failure::new(format!("suite '{name}' has no test in '{}'", node.root.display())));
        }
    }
    tests.retain(|test| filters.is_empty() || filters.iter().any(|filter| test.id.contains(filter.as_str())));
    Ok(tests)
}

/// What tests take from Node besides what they test, they take from where they take `test/common`: we stand in for it.
fn with_stand_ins(text: &str) -> String {
    text.replace("'node:test'", "'../common/test.js'")
        .replace("'internal/test/binding'", "'../common/internal_binding.js'")
}

fn parallel(folder: &Path, beginning: &str) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::io("read", folder, &error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(beginning) && (name.ends_with(".js") || name.ends_with(".mjs"))
    });
    files.sort();
    Ok(files)
}

fn web_platform(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| Failure::io("read", &folder, &error))?.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                // What only serves other tests, and what says of itself that it may change.
                if !["resources", "support", "tentative", "crashtests"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if (name.ends_with(".any.js") || name.ends_with(".window.js")) && !name.contains(".tentative.") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The queries a test is to be run with: one, empty, if it names none.
fn variants(text: &str, kind: Kind) -> Vec<String> {
    let mut found: Vec<String> = match kind {
        Kind::Parallel => Vec::new(),
        Kind::Wpt => meta(text, "variant").map(str::to_owned).collect(),
    };
    if found.is_empty() {
        found.push(String::new());
    }
    found
}

/// What a web-platform-test says of itself in lines like `// META: timeout=long`.
pub(crate) fn meta<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// META: "));
    lines.filter_map(move |line| line.strip_prefix(name)?.strip_prefix('=')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_suite_has_a_name_of_its_own() {
        let mut names: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SUITES.len());
    }

    #[test]
    fn a_test_runs_once_for_each_variant() {
        let text = "// META: variant=?1-10\n// META: variant=?11-last\n// META: timeout=long\n";
        assert_eq!(variants(text, Kind::Wpt), ["?1-10", "?11-last"]);
        assert_eq!(variants(text, Kind::Parallel), [""]);
        assert_eq!(meta(text, "timeout").collect::<Vec<_>>(), ["long"]);
    }
}
