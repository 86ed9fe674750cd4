//! What the program has: asked once, of the program itself, so that a test stops being skipped when what it needs is built.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;

use crate::Failure;
use crate::child;
use crate::needs;
use crate::sources::View;
use crate::suites::Test;

#[derive(Debug, Deserialize)]
pub(crate) struct Probe {
    /// Builtins by id, and whether they can be loaded.
    pub(crate) builtins: BTreeMap<String, bool>,
    pub(crate) globals: BTreeSet<String>,
    /// `lazuli`, `v8` and whatever else it tells.
    pub(crate) versions: BTreeMap<String, String>,
}

/// Asks for every builtin that one of the tests names.
pub(crate) fn ask(binary: &Path, tests: &[Test], view: &View) -> Result<Probe, Failure> {
    let mut ids: BTreeSet<String> = tests.iter().flat_map(|test| needs::builtins(&test.text)).collect();
    ids.extend(needs::ASKED.map(str::to_owned));
    let ids = serde_json::to_string(&ids).map_err(|error| Failure::new(error.to_string()))?;
    let mut command = Command::new(binary);
    command.args(["run", "--expose-internals", "--no-warnings"]).arg(view.own("wpt/probe.js")).arg(ids);
    let ended = child::run(&mut command, Duration::from_secs(30), &AtomicBool::new(false))?;
    let document = ended.output.lines().rev().find(|line| line.starts_with('{')).unwrap_or_default();
    serde_json::from_str(document).map_err(|error| {
        let output = ended.output.trim();
        Failure::new(format!("'{}' does not say what it has ({error}): {output}", binary.display()))
    })
}
