//! What Node itself fails of the web-platform-tests, from the status files beside its own tests: a failure that Node shares says so.

use std::path::PathBuf;

use serde_json::Value;

use crate::sources::Node;
use crate::suites::{Kind, Test};

#[derive(Debug)]
pub(crate) struct Peer {
    status: PathBuf,
}

impl Peer {
    pub(crate) fn of(node: &Node) -> Self {
        Peer { status: node.root.join("test/wpt/status") }
    }

    /// Whether Node skips this test, or fails all that failed here.
    pub(crate) fn fails_alike(&self, test: &Test, output: &str) -> bool {
        let Some(entry) = self.entry(test) else { return false };
        if entry["skip"].is_string() || entry["skip"].is_array() {
            return true;
        }
        let names = ["expected", "flaky"].into_iter().filter_map(|list| entry["fail"][list].as_array()).flatten();
        let names: Vec<&str> = names.filter_map(Value::as_str).collect();
        let mut failed = output.lines().filter_map(|line| line.strip_prefix("FAIL: ")).peekable();
        failed.peek().is_some()
            && failed
                .all(|line| names.iter().any(|name| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'))))
    }

    /// The entry of a test: `url/x.any.js` is `x.any.js` in `url.json`, `dom/abort/x.any.js` is `x.any.js` in `dom/abort.json`.
    fn entry(&self, test: &Test) -> Option<Value> {
        let path = test.id.strip_prefix("wpt/").filter(|_| test.kind == Kind::Wpt)?;
        let path = path.split('?').next()?;
        path.match_indices('/').find_map(|(at, _)| {
            let file = self.status.join(format!("{}.json", &path[..at]));
            let document: Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
            document.get(&path[at + 1..]).cloned()
        })
    }
}
