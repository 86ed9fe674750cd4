//! Comparing and searching bytes.

use std::cmp::Ordering;

use super::{Args, Return, Scope};
use crate::bindings::bytes::{index, view, with_bytes};

/// `compare(a, b)`: -1, 0 or 1.
pub(super) fn compare(_: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let (Some(a), Some(b)) = (view(args.get(0)), view(args.get(1))) else { return };
    rv.set_int32(match with_bytes(a, |a| with_bytes(b, |b| a.cmp(b))) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    });
}

/// `indexOf(view, needle, start, forward, wide)`: a byte index, or -1.
pub(super) fn index_of(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let (Some(haystack), Some(needle)) = (view(args.get(0)), view(args.get(1))) else { return };
    let start = index(scope, args.get(2));
    let (forward, step) = (args.get(3).is_true(), if args.get(4).is_true() { 2 } else { 1 });
    let found =
        with_bytes(haystack, |haystack| with_bytes(needle, |needle| find(haystack, needle, start, forward, step)));
    rv.set_double(found.map_or(-1.0, |at| at as f64));
}

/// The match that begins first at or after `start`, or last at or before it, at a multiple of `step`.
fn find(haystack: &[u8], needle: &[u8], start: usize, forward: bool, step: usize) -> Option<usize> {
    let haystack = &haystack[..haystack.len() / step * step];
    let needle = &needle[..needle.len() / step * step];
    let last = haystack.len().checked_sub(needle.len())?;
    let (first, rest) = needle.split_first()?;
    let matches = |at: &usize| haystack[*at] == *first && haystack[at + 1..].starts_with(rest);
    if forward && step == 1 {
        let mut at = start;
        while at <= last {
            at += position(&haystack[at..=last], *first)?;
            if haystack[at + 1..].starts_with(rest) {
                return Some(at);
            }
            at += 1;
        }
        None
    } else if forward {
        (start.next_multiple_of(step)..=last).step_by(step).find(matches)
    } else {
        (0..=start.min(last) / step).rev().map(|unit| unit * step).find(matches)
    }
}

/// Where a byte first is. A block is first asked as a whole, which the compiler turns into wide instructions.
fn position(bytes: &[u8], byte: u8) -> Option<usize> {
    const BLOCK: usize = 64;
    let (index, block) = bytes
        .chunks(BLOCK)
        .enumerate()
        .find(|(_, block)| block.iter().fold(false, |found, other| found | (*other == byte)))?;
    block.iter().position(|other| *other == byte).map(|at| index * BLOCK + at)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn matches_are_found_in_both_directions_and_by_whole_units() {
        for (haystack, needle, start, forward, step, expected) in [
            ("abcabc", "abc", 0, true, 1, Some(0)),
            ("abcabc", "abc", 1, true, 1, Some(3)),
            ("abcabc", "abc", 4, true, 1, None),
            ("abcabc", "abc", 5, false, 1, Some(3)),
            ("abcabc", "abc", 2, false, 1, Some(0)),
            ("abc", "abcd", 0, true, 1, None),
            ("xababab", "ab", 0, true, 2, None),
            ("xxababa", "ab", 1, true, 2, Some(2)),
            ("xxababa", "ab", 6, false, 2, Some(4)),
        ] {
            assert_eq!(
                find(haystack.as_bytes(), needle.as_bytes(), start, forward, step),
                expected,
                "{needle} in {haystack}"
            );
        }
    }
}
