//! Compares an inventory with the lists a test or a file pins, and says what a person needs to act: which ids are new or gone in which
//! list, through which chain each new one came, and what it costs.

use std::fmt;

use super::{Inventory, List, Load, Origin};

/// Whether an id appeared or vanished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is loaded now and was not expected.
    Added,
    /// It was expected and is not loaded.
    Removed,
}

/// One id that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The list it differs in.
    pub list: List,
    /// Its line in a list file.
    pub label: String,
    /// Added or removed.
    pub change: Change,
    /// For an added one, what it costs and the hops that led to it, entry first.
    pub explanation: Vec<String>,
}

/// What differs between expected lists and an inventory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The ids that differ, in list order.
    pub entries: Vec<Entry>,
}

impl Inventory {
    /// Compares with lists in the form of [`Inventory::test_form`]. Order within a list does not count.
    ///
    /// # Errors
    ///
    /// A sentence naming the first line that is neither a list name nor an indented id.
    pub fn compare(&self, expected: &str) -> Result<Difference, String> {
        let expected = parse(expected)?;
        let mut entries = Vec::new();
        for list in List::ALL {
            let wanted = &expected[list as usize];
            let mut loads: Vec<&Load> = self.list(list).collect();
            loads.sort_by_key(|load| load.label());
            for load in &loads {
                let label = load.label();
                if !wanted.contains(&label) {
                    entries.push(Entry { list, label, change: Change::Added, explanation: self.explain(load) });
                }
            }
            for label in wanted {
                if !loads.iter().any(|load| load.label() == *label) {
                    entries.push(Entry {
                        list,
                        label: label.clone(),
                        change: Change::Removed,
                        explanation: Vec::new(),
                    });
                }
            }
        }
        Ok(Difference { entries })
    }

    /// The cost of a load and its chain of hops, one line each.
    fn explain(&self, load: &Load) -> Vec<String> {
        let origin = match load.origin {
            Origin::Snapshot => "in the snapshot",
            Origin::CodeCache => "from the code cache",
            Origin::Source => "from source",
        };
        let cost = load.compile + load.evaluate;
        let mut lines = vec![format!("costs {} us, {origin}", cost.as_micros())];
        lines.extend(
            self.chain(load).iter().filter_map(|hop| hop.cause.as_ref().map(|cause| format!("{cause} -> {}", hop.id))),
        );
        lines
    }
}

fn parse(text: &str) -> Result<[Vec<String>; 3], String> {
    let mut lists: [Vec<String>; 3] = Default::default();
    let mut current = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(label) = line.strip_prefix("  ") {
            match current {
                Some(list) => lists[list as usize].push(label.trim_end().to_owned()),
                None => return Err(format!("line {}: '{label}' stands before any list name", number + 1)),
            }
        } else if let Some(list) = List::ALL.into_iter().find(|list| line.strip_suffix(':') == Some(list.name())) {
            current = Some(list);
        } else if !line.trim().is_empty() {
            return Err(format!("line {}: '{line}' is neither a list name nor an indented id", number + 1));
        }
    }
    Ok(lists)
}

impl Difference {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether something is loaded that was not expected. Lists may shrink freely.
    pub fn grew(&self) -> bool {
        self.entries.iter().any(|entry| entry.change == Change::Added)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (change, title) in [(Change::Added, "unexpectedly loaded"), (Change::Removed, "no longer loaded")] {
            for list in List::ALL {
                let mut entries =
                    self.entries.iter().filter(|entry| entry.list == list && entry.change == change).peekable();
                if entries.peek().is_some() {
                    writeln!(f, "{title} in {}:", list.name())?;
                }
                for entry in entries {
                    writeln!(f, "  {}", entry.label)?;
                    for line in &entry.explanation {
                        writeln!(f, "      {line}")?;
                    }
                }
            }
        }
        Ok(())
    }
}
