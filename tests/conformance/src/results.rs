//! What a run found: figures of each suite and every difference, as text, as JSON, and as the page RESULTS.md.

use std::fs;

use serde::Serialize;

use crate::args::Format;
use crate::expectations::Difference;
use crate::output;
use crate::probe::Probe;
use crate::run::{Outcome, Subtests, Verdict};
use crate::sources::Node;
use crate::suites::{SUITES, Weight};
use crate::{Failure, home};

#[derive(Debug, Default, Serialize)]
struct Figures {
    suite: &'static str,
    informational: bool,
    run: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    subtests_passed: usize,
    subtests_failed: usize,
}

impl Figures {
    fn add(&mut self, verdict: &Verdict, subtests: Subtests) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed { .. } => self.failed += 1,
            Verdict::Skipped { .. } => self.skipped += 1,
        }
        self.run = self.passed + self.failed;
        self.subtests_passed += subtests.passed;
        self.subtests_failed += subtests.failed;
    }

    fn sum<'a>(name: &'static str, all: impl Iterator<Item = &'a Figures>) -> Figures {
        all.fold(Figures { suite: name, ..Figures::default() }, |sum, one| Figures {
            run: sum.run + one.run,
            passed: sum.passed + one.passed,
            failed: sum.failed + one.failed,
            skipped: sum.skipped + one.skipped,
            subtests_passed: sum.subtests_passed + one.subtests_passed,
            subtests_failed: sum.subtests_failed + one.subtests_failed,
            ..sum
        })
    }

    fn cells(&self) -> [String; 7] {
        let subtests = match self.subtests_passed + self.subtests_failed {
            0 => String::new(),
            all => format!("{} of {all}", self.subtests_passed),
        };
        let numbers = [self.run, self.passed, self.failed, self.skipped].map(|number| number.to_string());
        let [run, passed, failed, skipped] = numbers;
        [self.suite.to_owned(), run, passed, failed, skipped, percentage(self.passed, self.run), subtests]
    }
}

const COLUMNS: [&str; 7] = ["suite", "run", "passed", "failed", "skipped", "passed of run", "subtests passed"];

fn percentage(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    }
}

#[derive(Debug)]
pub(crate) struct Report<'a> {
    outcomes: &'a [Outcome],
    differences: &'a [Difference],
    probe: &'a Probe,
    node: &'a Node,
    figures: Vec<Figures>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(
        outcomes: &'a [Outcome],
        differences: &'a [Difference],
        probe: &'a Probe,
        node: &'a Node,
    ) -> Self {
        let fresh = |suite: &crate::suites::Suite| Figures {
            suite: suite.name,
            informational: suite.weight == Weight::Informational,
            ..Figures::default()
        };
        let mut figures: Vec<Figures> = SUITES.iter().map(fresh).collect();
        for outcome in outcomes {
            figures[outcome.test.suite].add(&outcome.verdict, outcome.subtests);
        }
        Report { outcomes, differences, probe, node, figures }
    }

    fn rows(&self) -> Vec<[String; 7]> {
        let told = self.figures.iter().filter(|figures| figures.run + figures.skipped > 0);
        let mut rows: Vec<[String; 7]> = told.map(Figures::cells).collect();
        if rows.len() > 1 {
            rows.push(Figures::sum("all", self.figures.iter()).cells());
        }
        rows
    }

    /// Of the suites a promise is made about, what passes of all tests but those that need what a base of builtins is without. A test that
    /// is skipped for another reason has failed.
    fn promise(&self) -> String {
        let beside = ["child_process", "crypto", "http", "inspector", "net"].map(|id| format!("needs {id}"));
        let (mut passed, mut all) = (0, 0);
        for outcome in self.outcomes.iter().filter(|outcome| SUITES[outcome.test.suite].weight == Weight::Promised) {
            match &outcome.verdict {
                Verdict::Skipped { reason } if beside.contains(reason) || reason.starts_with("skips itself") => {
                    continue;
                }
                Verdict::Passed => passed += 1,
                Verdict::Failed { .. } | Verdict::Skipped { .. } => {}
            }
            all += 1;
        }
        format!(
            "Of the suites marked +, {passed} of {all} tests pass ({}) that need no network, child process, inspector or crypto; those skipped\n\
            for another reason count as failed.",
            percentage(passed, all)
        )
    }

    fn version(&self, name: &str) -> &str {
        self.probe.versions.get(name).map_or("unknown", String::as_str)
    }

    pub(crate) fn print(&self, format: Format) -> Result<(), Failure> {
        match format {
            Format::Text => output::print(&self.text()),
            Format::Json => output::print(&self.json()?),
        }
    }

    fn text(&self) -> String {
        let rows = self.rows();
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([COLUMNS[column].len()]).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
        let line = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        let mut text = line(&COLUMNS.map(str::to_owned));
        for row in &rows {
            text.push_str(&line(row));
        }
        for difference in self.differences {
            let note = if difference.informational { " (informational)" } else { "" };
            text.push_str(&format!("\n{} {}{note}: {}\n", difference.id, difference.kind, difference.reason));
            for line in difference.tail.lines() {
                text.push_str(&format!("    {line}\n"));
            }
        }
        text
    }

    fn json(&self) -> Result<String, Failure> {
        let tests = self.outcomes.iter().map(|Outcome { test, verdict, subtests }| {
            let (outcome, reason) = match verdict {
                Verdict::Passed => ("passed", None),
                Verdict::Failed { reason, .. } => ("failed", Some(reason)),
                Verdict::Skipped { reason } => ("skipped", Some(reason)),
            };
            let suite = SUITES[test.suite].name;
            serde_json::json!({ "id": test.id, "suite": suite, "outcome": outcome, "reason": reason,
                "subtests_passed": subtests.passed, "subtests_failed": subtests.failed })
        });
        let differences = self.differences.iter().map(|difference| {
            serde_json::json!({ "id": difference.id, "difference": difference.kind, "reason": difference.reason,
                "informational": difference.informational, "output": difference.tail })
        });
        let document = serde_json::json!({
            "lazuli": 1,
            "versions": { "lazuli": self.version("lazuli"), "v8": self.version("v8"), "node": self.node.version },
            "suites": self.figures,
            "tests": tests.collect::<Vec<_>>(),
            "differences": differences.collect::<Vec<_>>(),
        });
        let text = serde_json::to_string_pretty(&document).map_err(|error| Failure::new(error.to_string()))?;
        Ok(text + "\n")
    }

    /// Writes RESULTS.md.
    pub(crate) fn write_page(&self) -> Result<(), Failure> {
        let mut text = format!(
            "# Conformance\n\n\
            Node.js {}'s own tests and the web-platform-tests that come with it, on lazuli {} with V8 {}. Nobody here wrote them.\n\
            A test passes when its file runs to its end with exit code 0 within 10 s. Those that fail stand in `expected.txt`, those that\n\
            are skipped in `skipped.txt`, each with its reason. Suites marked * are informational.\n\n\
            {}\n\n\
            ```sh\ncargo build --release -p lazuli-cli && cargo run --release -p conformance -- --bless\n```\n\n",
            self.node.version,
            self.version("lazuli"),
            self.version("v8"),
            self.promise(),
        );
        text.push_str(&format!("| {} |\n| --- |{}\n", COLUMNS.join(" | "), " ---: |".repeat(COLUMNS.len() - 1)));
        for mut row in self.rows() {
            match SUITES.iter().find(|suite| suite.name == row[0]).map(|suite| suite.weight) {
                Some(Weight::Promised) => row[0].push_str(" +"),
                Some(Weight::Informational) => row[0].push_str(" *"),
                Some(Weight::Binding) | None => {}
            }
            text.push_str(&format!("| {} |\n", row.join(" | ")));
        }
        text.push_str(&self.reasons());
        let path = home().join("RESULTS.md");
        fs::write(&path, text).map_err(|error| Failure::io("write", &path, &error))
    }

    /// What tests are skipped for, most frequent first.
    fn reasons(&self) -> String {
        let mut counts = std::collections::BTreeMap::<&str, usize>::new();
        for outcome in self.outcomes {
            if let Verdict::Skipped { reason } = &outcome.verdict {
                *counts.entry(reason).or_default() += 1;
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
        let mut text = "\n## Skipped, by reason\n\n| reason | tests |\n| --- | ---: |\n".to_owned();
        for (reason, count) in counts {
            text.push_str(&format!("| {} | {count} |\n", reason.replace('|', "\\|")));
        }
        text
    }
}
