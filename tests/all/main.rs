//! The integration tests of the library, one file a topic in the order of `src/`. Names of tests are sentences about behaviour, and every
//! topic reaches the library through its `check_*` helpers, so that a change of the API is a change of one function.
//!
//! V8 has one platform a process, and the harness runs tests on threads older than V8: every engine made here takes the platform of
//! [`support::engine`]. What needs another one, V8 flags, an image, an abort or a silent output happens in a child process: a case in
//! the `CHILD_CASES` of its file, run by [`support::child`].

mod images;
mod support;

mod code_cache;
mod cost;
mod inventory;
mod lazy;
mod loader;
mod registry;
mod runtime;
mod snapshot;
mod tidy;

/// Every case that runs in a process of its own.
const CHILD_CASES: [&[support::ChildCase]; 8] = [
    registry::CHILD_CASES,
    runtime::CHILD_CASES,
    lazy::CHILD_CASES,
    snapshot::CHILD_CASES,
    code_cache::CHILD_CASES,
    inventory::CHILD_CASES,
    images::CHILD_CASES,
    support::CHILD_CASES,
];

/// The entry of child processes; a test that does nothing in a run of the whole binary.
#[test]
fn child_entry() {
    support::run_child_case(CHILD_CASES.iter().copied().flatten());
}
