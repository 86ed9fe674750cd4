//! The inventory: what a list says, what a difference says, and that both are right for what is in an image. Neither the order of loads
//! nor anything a script does changes them.

use lazuli::Inventory;
use lazuli::inventory::{Change, Kind, List, Origin, Startup};

use crate::images::{self, CACHE_INDEX, Parts, Recipe, Start};
use crate::support::{ChildCase, Script, modules};

pub(crate) const CHILD_CASES: &[ChildCase] = &[];

pub(crate) const RECIPES: &[Recipe] = &[
    // One careless line in a builtin that every start loads.
    Recipe {
        name: "node, careless",
        layers: || {
            let careless = |text: &str| text.replacen("'use strict';", "'use strict'; require('querystring');", 1);
            vec![images::node_with(&[("events", careless)])]
        },
    },
];

/// A difference as text, without the times.
fn told(inventory: &Inventory, expected: &str) -> String {
    let difference = inventory.compare(expected).expect("the lists can be read");
    let text = difference.to_string();
    let lines = text.lines().map(|line| match line.trim_start().strip_prefix("costs ") {
        Some(cost) => format!(
            "      costs _ {}",
            cost.trim_start_matches(|character: char| character.is_ascii_digit()).trim_start()
        ),
        None => line.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

/// What is loaded, against lists: the whole text.
#[track_caller]
fn check_difference(inventory: &Inventory, expected: &str, text: &str) {
    assert_eq!(told(inventory, expected), text);
}

/// A session whose host loads `entry`, which needs `middle`, which needs `deep` in its second line; then a script asks for `late`.
fn session() -> Inventory {
    let builtins = [
        ("entry", "require('middle');"),
        ("middle", "'use strict';\nrequire('deep');"),
        ("deep", ""),
        ("late", "require('deep'); internalBinding('util');"),
    ];
    let mut script = Script::new([modules(builtins), crate::support::bindings_only()]);
    script.runtime.load("entry").expect("it loads");
    script.run("\nhost.require('late')");
    script.runtime.inventory()
}

const LISTS: &str = "\
before_pre_execution:
pre_execution:
  deep
  door
  entry
  middle
run_time:
  binding util
  late
";

#[test]
fn the_test_form_names_every_load_sorted_in_three_lists() {
    let inventory = session();
    assert_eq!(inventory.test_form(), LISTS);
    check_difference(&inventory, LISTS, "");
    assert!(inventory.compare(LISTS).expect("it can be read").is_empty());
}

#[test]
fn what_is_new_is_told_with_its_cost_its_origin_and_every_hop_and_what_is_gone_by_name() {
    let expected = "
before_pre_execution:
pre_execution:
  vanished
  door
  entry
run_time:
  middle
  binding util
";
    let text = "\
unexpectedly loaded in pre_execution:
  deep
      costs _ us, from source
      entry (node:entry:1) -> middle
      middle (node:middle:2) -> deep
  middle
      costs _ us, from source
      entry (node:entry:1) -> middle
unexpectedly loaded in run_time:
  late
      costs _ us, from source
      door (test.js:2) for test.js:2 -> late
no longer loaded in pre_execution:
  vanished
no longer loaded in run_time:
  middle
";
    check_difference(&session(), expected, text);
    let difference = session().compare(expected).expect("it can be read");
    assert!(difference.grew());
    let changes: Vec<_> =
        difference.entries.iter().map(|entry| (entry.list, entry.label.as_str(), entry.change)).collect();
    assert_eq!(
        changes,
        [
            (List::PreExecution, "deep", Change::Added),
            (List::PreExecution, "middle", Change::Added),
            (List::PreExecution, "vanished", Change::Removed),
            (List::RunTime, "late", Change::Added),
            (List::RunTime, "middle", Change::Removed),
        ]
    );
}

#[test]
fn a_list_may_shrink() {
    let more = format!("{LISTS}  never loaded\n");
    let difference = session().compare(&more).expect("it can be read");
    assert!(!difference.grew() && !difference.is_empty());
    check_difference(&session(), &more, "no longer loaded in run_time:\n  never loaded\n");
}

#[test]
fn lists_that_cannot_be_read_name_the_line() {
    let inventory = session();
    let table = [
        ("  fs\n", "line 1: 'fs' stands before any list name"),
        ("run_time:\n\nfs\n", "line 3: 'fs' is neither a list name nor an indented id"),
        ("before_pre_execution:\nrun time:\n", "line 2: 'run time:' is neither a list name nor an indented id"),
    ];
    for (lists, told) in table {
        assert_eq!(inventory.compare(lists).expect_err("it cannot be read"), told);
    }
    // Blank lines, line ends of Windows and blanks at the end of an id are no difference.
    check_difference(&inventory, &LISTS.replace('\n', "\r\n\r\n").replace("  late", "  late  "), "");
}

#[test]
fn an_inventory_survives_being_written_and_read() {
    let inventory = session();
    let text = serde_json::to_string(&inventory).expect("it is data");
    let back: Inventory = serde_json::from_str(&text).expect("it is data");
    // A duration of nanoseconds is written in microseconds.
    assert_eq!(serde_json::to_string(&back).expect("it is data"), text);
    assert_eq!(back.test_form(), LISTS);
    assert!(!text.contains("hits"), "what nobody asked for is not written");
}

// ---- from an image -----------------------------------------------------------------------------------------------------------------

/// The builtins a start compiled without a cache.
fn compiled_from_source(inventory: &Inventory) -> Vec<&str> {
    let from_source = inventory.loads.iter().filter(|load| load.kind == Kind::Builtin && load.origin == Origin::Source);
    from_source.map(|load| load.id.as_str()).collect()
}

#[test]
fn no_builtin_is_compiled_without_a_cache_when_a_program_starts_from_an_image() {
    let public = images::recipe("node")
        .registry()
        .modules()
        .filter(|module| module.is_public())
        .map(|module| module.id().to_owned())
        .collect::<Vec<_>>();
    let load_all = format!("const {{ require }} = host; {public:?}.forEach((id) => require(id)); 0");
    for start in [Start::from("node"), Start::from("node").without_snapshot()] {
        let inventory = start.run(&[&load_all]).inventory;
        assert_eq!(compiled_from_source(&inventory), [""; 0], "{start:?}");
    }
    // The same lists, and one builtin without a cache: the ids alone would not show it.
    let mut parts = Parts::of(&images::bytes("node"));
    let ids: Vec<_> = images::recipe("node").registry().modules().map(|module| module.id().to_owned()).collect();
    let entry = ids.iter().position(|id| id == "events").expect("it is there") * 56;
    parts.0[CACHE_INDEX][entry + 40..entry + 48].fill(0);
    let whole = Start::from("node").without_snapshot().run(&["0"]).inventory;
    let lacking = Start::from("node").without_snapshot().image(parts.assemble()).run(&["0"]).inventory;
    assert_eq!(compiled_from_source(&lacking), ["events"]);
    assert_eq!(whole.test_form(), lacking.test_form());
}

#[test]
fn a_start_without_the_snapshot_loads_nothing_that_is_not_in_it() {
    let [snapshot, bare] =
        [Start::from("node"), Start::from("node").without_snapshot()].map(|start| start.run(&["0"]).inventory);
    assert_eq!((snapshot.startup, bare.startup), (Startup::Snapshot, Startup::None));
    assert!(snapshot.list(List::BeforePreExecution).all(|load| load.origin == Origin::Snapshot), "{snapshot:?}");
    // What only serves the snapshot is loaded only for it, so the lists of a bare start are the shorter ones.
    let difference = bare.compare(&snapshot.test_form()).expect("it can be read");
    assert!(!difference.grew() && !difference.is_empty(), "{difference}");
}

#[test]
fn an_eager_require_that_pulls_a_lazy_builtin_into_the_snapshot_is_growth_with_its_importer() {
    let pinned = Start::from("node").run(&["0"]).inventory.test_form();
    assert!(!pinned.contains("querystring"), "the case at hand");
    let careless = Start::from("node, careless").run(&["0"]).inventory;
    let difference = careless.compare(&pinned).expect("it can be read");
    assert!(difference.grew(), "{difference}");
    let text = told(&careless, &pinned);
    let told: Vec<&str> = text.lines().collect();
    assert_eq!(told[0], "unexpectedly loaded in before_pre_execution:", "{text}");
    let at = told.iter().position(|line| *line == "  querystring").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(told[at + 1], "      costs _ us, in the snapshot", "{text}");
    let hops: Vec<&str> =
        told[at + 2..].iter().map(|line| line.trim_start()).take_while(|line| line.contains(" -> ")).collect();
    assert!(hops[0].starts_with("internal/bootstrap/"), "{text}");
    assert_eq!(*hops.last().expect("hops"), "events (node:events:1) -> querystring", "{text}");
    // What it needs in turn is told with the same chain, one hop longer.
    assert!(text.contains("querystring (node:querystring:"), "{text}");
    // The other way round it is only less.
    assert!(!Start::from("node").run(&["0"]).inventory.compare(&careless.test_form()).expect("it can be read").grew());
}

#[test]
fn nothing_a_script_does_changes_the_inventory() {
    let tampering = "
      Array.prototype.push = Array.prototype.concat = Map.prototype.set = JSON.stringify = () => { throw new Error('tampered'); };
      Object.prototype.id = 'tampered';
      try { process.moduleLoadList.length = 0; } catch {}
      try { process.moduleLoadList = ['NativeModule tampered']; } catch {}
      delete globalThis.performance;
      0";
    let inventory = |script: &str| Start::from("node").run(&[script, "host.require('querystring'); 0"]).inventory;
    let (quiet, tampered) = (inventory("0"), inventory(tampering));
    assert_eq!(quiet.test_form(), tampered.test_form());
    assert!(quiet.test_form().contains("  querystring\n"));
}

#[test]
fn the_load_list_of_node_is_the_inventory_as_names() {
    let ran = Start::from("node").run(&["process.moduleLoadList.join(',')"]);
    let names = ran.inventory.loads.iter().map(|load| match load.kind {
        Kind::Builtin => format!("NativeModule {}", load.id),
        Kind::Binding => format!("Internal Binding {}", load.id),
    });
    assert_eq!(ran.values[0], names.collect::<Vec<_>>().join(","));
}
