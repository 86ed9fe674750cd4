//! The inventory.
use crate::images::Recipe;
use crate::support::ChildCase;
pub(crate) const CHILD_CASES: &[ChildCase] = &[];
pub(crate) const RECIPES: &[Recipe] = &[];
