//! Runs what is to be run, some tests at a time, each in a fresh folder; what is unexpected gets a second chance, alone.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Failure;
use crate::child::{self, Ended, Killed};
use crate::expectations::Lists;
use crate::needs::{self, Flag};
use crate::peer::Peer;
use crate::reason;
use crate::sources::View;
use crate::suites::{Kind, Test};

/// A test still running after this is stuck.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed { reason: String, output: String },
    Skipped { reason: String },
}

/// Tests within one file of the web-platform-tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Subtests {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) test: Test,
    pub(crate) verdict: Verdict,
    pub(crate) subtests: Subtests,
}

/// What every test is run with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) view: &'a View,
    pub(crate) peer: &'a Peer,
}

/// Runs all tests that have no reason to be skipped.
pub(crate) fn all(
    plan: Vec<(Option<String>, Test)>,
    setting: Setting<'_>,
    listed: &Lists,
    jobs: usize,
) -> Result<Vec<Outcome>, Failure> {
    let stop = child::stop_on_signals()?;
    let bar = bar(plan.len());
    let total = plan.len();
    let queue = Mutex::new(plan.into_iter().enumerate().collect::<VecDeque<_>>());
    let done = Mutex::new(Vec::with_capacity(total));
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let Some((place, (skip, test))) = lock(&queue).pop_front() else { return };
                    bar.set_message(test.id.clone());
                    match one(test, skip, setting, &stop) {
                        Ok(outcome) => lock(&done).push((place, outcome)),
                        Err(error) => {
                            stop.store(true, Ordering::Relaxed);
                            *lock(&failure) = Some(error);
                        }
                    }
                    bar.inc(1);
                }
            });
        }
    });
    if let Some(failure) = lock(&failure).take() {
        return Err(failure);
    }
    let mut done = std::mem::take(&mut *lock(&done));
    done.sort_by_key(|(place, _)| *place);
    let mut outcomes: Vec<Outcome> = done.into_iter().map(|(_, outcome)| outcome).collect();
    for outcome in &mut outcomes {
        // A busy machine upsets tests of time.
        if !stop.load(Ordering::Relaxed) && listed.fails_unexpectedly(outcome) {
            bar.set_message(format!("once more: {}", outcome.test.id));
            *outcome = one(outcome.test.clone(), None, setting, &stop)?;
        }
    }
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::new("stopped"));
    }
    Ok(outcomes)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line on a terminal, nothing elsewhere.
fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

fn one(test: Test, skip: Option<String>, setting: Setting<'_>, stop: &AtomicBool) -> Result<Outcome, Failure> {
    let Setting { binary, view, peer } = setting;
    let skipped = skip.map(|reason| Verdict::Skipped { reason });
    if let Some(verdict) = skipped {
        return Ok(Outcome { test, verdict, subtests: Subtests::default() });
    }
    let folder = tempfile::Builder::new()
        .prefix("lazuli-conformance-")
        .tempdir()
        .map_err(|error| Failure::new(format!("cannot make a folder for a test: {error}")))?;
    let folder_path = fs::canonicalize(folder.path()).map_err(|error| Failure::io("open", folder.path(), &error))?;
    // Some tests name themselves from the root of a checkout.
    std::os::unix::fs::symlink(view.root.join("test"), folder_path.join("test"))
        .map_err(|error| Failure::io("make a link in", &folder_path, &error))?;
    let mut command = command(&test, binary, view);
    command.current_dir(&folder_path).env("NODE_TEST_DIR", &folder_path);
    let mut ended = child::run(&mut command, LIMIT, stop)?;
    // Folders a test made unreadable or read-only are no reason to stop.
    let _ = folder.close();
    ended.output = view.told(&ended.output).replace(&folder_path.display().to_string(), "TMP");
    let subtests = match test.kind {
        Kind::Parallel => Subtests::default(),
        Kind::Wpt => subtests(&ended.output),
    };
    Ok(Outcome { verdict: verdict(&test, ended, subtests, peer), test, subtests })
}

fn command(test: &Test, binary: &Path, view: &View) -> Command {
    let mut command = Command::new(binary);
    command.arg("run");
    for name in ["NODE_OPTIONS", "NODE_NO_WARNINGS", "NODE_DEBUG", "NODE_PATH", "NO_COLOR", "FORCE_COLOR", "TERM"] {
        command.env_remove(name);
    }
    command.env("TEST_PARALLEL", "1").env("LC_ALL", "C.UTF-8");
    match test.kind {
        Kind::Parallel => {
            let flags = needs::flags(&test.text);
            command.args(flags.iter().filter(|flag| Flag::of(flag) == Flag::Ours));
            for flag in flags.iter().filter(|flag| Flag::of(flag) == Flag::V8) {
                command.arg(format!("--v8-flags={flag}"));
            }
            command.arg(view.test(test));
        }
        Kind::Wpt => {
            command.args(["--v8-flags=--expose-gc", "--expose-internals", "--no-warnings"]);
            command.arg(view.own("wpt/adapter.js")).arg(&view.wpt).arg(&test.source).arg(&test.variant);
        }
    }
    command
}

fn verdict(test: &Test, ended: Ended, subtests: Subtests, peer: &Peer) -> Verdict {
    let reason = match (ended.killed, ended.code) {
        (Some(Killed::TooLong), _) => format!("still running after {} s", LIMIT.as_secs()),
        (Some(Killed::TooMany), _) => "starts ever more processes".to_owned(),
        (Some(Killed::Stopped), _) => "stopped".to_owned(),
        (None, None) => format!("killed by signal {}", ended.signal.unwrap_or_default()),
        (None, Some(0)) => {
            return match reason::skipped_itself(&ended.output) {
                Some(reason) if test.kind == Kind::Parallel => Verdict::Skipped { reason },
                _ => Verdict::Passed,
            };
        }
        (None, Some(code)) => reason::of(&ended.output).unwrap_or_else(|| format!("exit code {code}")),
    };
    let reason = if peer.fails_alike(test, &ended.output) { format!("as in Node: {reason}") } else { reason };
    let reason = match subtests {
        Subtests { failed: 0, .. } => reason,
        Subtests { passed, failed } => format!("{failed} of {} subtests: {reason}", passed + failed),
    };
    Verdict::Failed { reason, output: ended.output }
}

/// Reads the adapter's last line, `subtests: 3 passed, 1 failed`.
fn subtests(output: &str) -> Subtests {
    let line = output.lines().rev().find_map(|line| line.strip_prefix("subtests: ")).unwrap_or_default();
    let mut numbers = line.split(' ').filter_map(|word| word.parse().ok());
    Subtests { passed: numbers.next().unwrap_or(0), failed: numbers.next().unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_the_adapter_counts() {
        let output = "x\nsubtests: 1 passed, 0 failed\ny\nsubtests: 12 passed, 3 failed\n";
        assert_eq!(subtests(output), Subtests { passed: 12, failed: 3 });
        assert_eq!(subtests("nothing"), Subtests::default());
    }
}
