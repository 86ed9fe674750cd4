//! Runtimes.

use crate::support::ChildCase;

pub(crate) const CHILD_CASES: &[ChildCase] = &[];
