//! The two lists beside this package, `expected.txt` with the tests that fail and `skipped.txt` with those that are not run, each with its
//! reason: read, compared with what was found, and rewritten on request.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::run::{Outcome, Verdict};
use crate::{Failure, home};

/// A reason that begins so allows both outcomes.
const FLAKY: &str = "flaky";

const FAILING: &str = "# Tests that fail, each with its reason; `cargo run --release -p conformance -- --bless` rewrites the list and keeps the\n\
    # reasons of those that still fail. A reason that begins with `flaky` allows both outcomes. The list only shrinks.\n";
const SKIPPED: &str = "# Tests that are not run because of what they need, or that skip themselves; `cargo run --release -p conformance -- --bless`\n\
    # rewrites the list. The list only shrinks.\n";

/// What is expected, by id.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    failing: BTreeMap<String, String>,
    skipped: BTreeMap<String, String>,
}

/// Something that is not as the lists say.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) reason: String,
    /// The end of what the test printed.
    pub(crate) tail: String,
    /// Told, but no fault.
    pub(crate) informational: bool,
}

fn file(name: &str) -> PathBuf {
    home().join(name)
}

impl Lists {
    pub(crate) fn read() -> Result<Self, Failure> {
        Ok(Lists { failing: read("expected.txt")?, skipped: read("skipped.txt")? })
    }

    /// Whether a second look is due.
    pub(crate) fn fails_unexpectedly(&self, outcome: &Outcome) -> bool {
        let Verdict::Failed { reason, .. } = &outcome.verdict else { return false };
        match self.failing.get(&outcome.test.id) {
            Some(expected) => !expected.starts_with(FLAKY) && count(expected) != count(reason),
            None => true,
        }
    }

    /// Every difference; after a whole run also what the lists name and nobody has.
    pub(crate) fn compare(&self, outcomes: &[Outcome], whole: bool) -> Vec<Difference> {
        let mut differences: Vec<Difference> = outcomes.iter().filter_map(|outcome| self.difference(outcome)).collect();
        if whole {
            let known = |id: &&String| !outcomes.iter().any(|outcome| outcome.test.id == **id);
            let gone = self.failing.iter().chain(&self.skipped).filter(|(id, _)| known(id));
            differences.extend(gone.map(|(id, reason)| Difference {
                id: id.clone(),
                kind: "is listed, but there is no such test",
                reason: reason.clone(),
                tail: String::new(),
                informational: false,
            }));
        }
        differences
    }

    fn difference(&self, outcome: &Outcome) -> Option<Difference> {
        let id = &outcome.test.id;
        let failing = self.failing.get(id);
        let flaky = failing.is_some_and(|reason| reason.starts_with(FLAKY));
        let (kind, reason, output) = match &outcome.verdict {
            Verdict::Passed if flaky => return None,
            Verdict::Passed => match (failing, self.skipped.get(id)) {
                (Some(reason), _) => ("newly passes", reason.clone(), ""),
                (None, Some(reason)) => ("is no longer skipped and passes", reason.clone(), ""),
                (None, None) => return None,
            },
            Verdict::Failed { reason, output } => match failing {
                Some(expected) if flaky || count(expected) == count(reason) => return None,
                Some(_) => ("fails in another number of subtests", reason.clone(), output.as_str()),
                None => ("newly fails", reason.clone(), output.as_str()),
            },
            Verdict::Skipped { .. } if self.skipped.contains_key(id) => return None,
            Verdict::Skipped { reason } => ("is newly skipped", reason.clone(), ""),
        };
        let informational = outcome.test.is_informational();
        Some(Difference { id: id.clone(), kind, reason, tail: tail(output), informational })
    }

    /// Writes the lists as they should be. Tests that were not run keep their lines, unless all were.
    pub(crate) fn bless(&self, outcomes: &[Outcome], whole: bool) -> Result<(), Failure> {
        let ran = |id: &String| whole || outcomes.iter().any(|outcome| outcome.test.id == *id);
        let kept = |list: &BTreeMap<String, String>| -> BTreeMap<String, String> {
            list.iter().filter(|(id, _)| !ran(id)).map(|(id, reason)| (id.clone(), reason.clone())).collect()
        };
        let (mut failing, mut skipped) = (kept(&self.failing), kept(&self.skipped));
        for Outcome { test, verdict, .. } in outcomes {
            let known = self.failing.get(&test.id);
            let flaky = known.is_some_and(|reason| reason.starts_with(FLAKY));
            match verdict {
                Verdict::Passed if flaky => {}
                Verdict::Passed => continue,
                Verdict::Skipped { reason } => {
                    skipped.insert(test.id.clone(), reason.clone());
                    continue;
                }
                Verdict::Failed { .. } => {}
            }
            let found = match verdict {
                Verdict::Failed { reason, .. } => reason.as_str(),
                _ => "",
            };
            let reason = known.filter(|known| flaky || count(known) == count(found)).map_or(found, String::as_str);
            failing.insert(test.id.clone(), reason.to_owned());
        }
        write("expected.txt", FAILING, &failing)?;
        write("skipped.txt", SKIPPED, &skipped)
    }
}

/// `3 of 40 subtests`, where a reason begins so.
fn count(reason: &str) -> Option<&str> {
    let end = reason.find(" subtests: ")?;
    reason.starts_with(|first: char| first.is_ascii_digit()).then(|| &reason[..end])
}

/// The last lines of what a test printed.
fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.trim_end().lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}

fn read(name: &str) -> Result<BTreeMap<String, String>, Failure> {
    let path = file(name);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::io("read", &path, &error)),
    };
    let mut list = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let entry = line.split_once(": ").filter(|(_, reason)| !reason.trim().is_empty());
        let Some((id, reason)) = entry else {
            return Err(Failure::new(format!("{name}:{}: found {line:?}, expected 'test: reason'", number + 1)));
        };
        if list.insert(id.to_owned(), reason.to_owned()).is_some() {
            return Err(Failure::new(format!("{name}:{}: {id} is listed twice", number + 1)));
        }
    }
    Ok(list)
}

fn write(name: &str, header: &str, list: &BTreeMap<String, String>) -> Result<(), Failure> {
    let mut text = header.to_owned();
    for (id, reason) in list {
        text.push_str(&format!("{id}: {}\n", reason.replace('\n', " ")));
    }
    let path = file(name);
    fs::write(&path, text).map_err(|error| Failure::io("write", &path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_of_subtests_is_part_of_what_is_expected() {
        assert_eq!(count("3 of 40 subtests: TypeError: x"), Some("3 of 40"));
        assert_eq!(count("needs child_process"), None);
    }

    #[test]
    fn the_lists_are_well_formed() {
        let lists = Lists::read().expect("the lists");
        let both: Vec<_> = lists.failing.keys().filter(|id| lists.skipped.contains_key(*id)).collect();
        assert!(both.is_empty(), "expected to fail and to be skipped: {both:?}");
    }
}
