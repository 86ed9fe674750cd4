//! Code caches: they are used where they fit and never where they do not. One that is of another source, another blob, other flags, or
//! damaged is left out with a reason, the builtin is compiled from source, and the program does the same.

use lazuli::Inventory;
use lazuli::inventory::{Kind, Load, Origin};

use crate::images::{self, CACHE_DATA, CACHE_INDEX, IDENTITY, Parts, Recipe, Start, number, place, toys};
use crate::support::ChildCase;

pub(crate) const CHILD_CASES: &[ChildCase] = &[];

pub(crate) const RECIPES: &[Recipe] = &[
    Recipe {
        name: "cached",
        layers: || toys([("internal/bootstrap/node", BOOTSTRAP), ("answer", ANSWER), ("other", OTHER)]),
    },
    // Of the same length, so that V8 alone would take the cache of the first for it.
    Recipe {
        name: "cached, changed",
        layers: || toys([("internal/bootstrap/node", BOOTSTRAP), ("answer", CHANGED), ("other", OTHER)]),
    },
    Recipe {
        name: "cached, other blob",
        layers: || toys([("internal/bootstrap/node", OTHER_BOOTSTRAP), ("answer", ANSWER), ("other", OTHER)]),
    },
];

const BOOTSTRAP: &str = "'use strict'; globalThis.boot = 'one';";
const OTHER_BOOTSTRAP: &str = "'use strict'; globalThis.boot = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`of another blob ${index}`, index]));";
// The top level itself does the work: inner functions are compiled from the source at hand, and a test on them passes by luck.
const ANSWER: &str =
    "'use strict'; globalThis.answer = 1; exports.name = 'the answer'; exports.double = () => globalThis.answer * 2;";
const CHANGED: &str =
    "'use strict'; globalThis.answer = 2; exports.name = 'no answers'; exports.double = () => globalThis.answer * 2;";
const OTHER: &str = "'use strict'; exports.list = [1, 2, 3].map((item) => item * 2);";

/// What every start must give, whatever became of the caches.
const SCRIPT: &str = "JSON.stringify([host.require('answer').name, host.require('answer').double(), answer, host.require('other').list])";
const TOLD: &str = r#"["the answer",2,1,[2,4,6]]"#;
const CHANGED_TOLD: &str = r#"["no answers",4,2,[2,4,6]]"#;

fn load<'a>(inventory: &'a Inventory, id: &str) -> &'a Load {
    inventory.find(id).unwrap_or_else(|| panic!("{id} is not loaded"))
}

/// How a builtin came in: from the cache, or from source with the reason why its cache was not taken.
#[track_caller]
fn check_origin(start: &Start, told: &str, id: &str, origin: Origin, rejected: Option<&str>) {
    let ran = start.run(&[SCRIPT]);
    assert_eq!(ran.values, [told]);
    let load = load(&ran.inventory, id);
    assert_eq!(load.origin, origin, "{load:?}");
    match rejected {
        None => assert_eq!(load.rejected, None),
        Some(words) => {
            assert!(load.rejected.as_ref().is_some_and(|reason| reason.contains(words)), "no '{words}' in {load:?}")
        }
    }
}

/// Every builtin that was compiled and is not from the cache.
fn rejected(inventory: &Inventory) -> Vec<&Load> {
    let compiled = |load: &&Load| load.kind == Kind::Builtin && load.origin == Origin::Source;
    inventory.loads.iter().filter(compiled).collect()
}

fn parts(recipe: &str) -> Parts {
    Parts::of(&images::bytes(recipe))
}

#[test]
fn builtins_come_from_the_cache_of_their_image_with_and_without_its_snapshot() {
    for start in [Start::from("cached"), Start::from("cached").without_snapshot()] {
        check_origin(&start, TOLD, "answer", Origin::CodeCache, None);
        check_origin(&start, TOLD, "other", Origin::CodeCache, None);
        assert!(rejected(&start.run(&[SCRIPT]).inventory).is_empty());
    }
}

#[test]
fn changed_source_of_the_same_length_never_runs_the_old_code() {
    assert_eq!(ANSWER.len(), CHANGED.len(), "the case at hand");
    check_origin(&Start::from("cached, changed"), CHANGED_TOLD, "answer", Origin::CodeCache, None);
    // The image as a whole is refused; if even that had been fooled, each cache still belongs to its source.
    let registry: serde_json::Value = serde_json::from_slice(&parts("cached, changed").0[IDENTITY]).expect("JSON");
    let registry = registry["registry"].as_str().expect("a hash");
    let mut fooled = parts("cached").with_identity("registry", registry);
    let start = |image: Parts| Start::from("cached, changed").image(image.assemble());
    check_origin(&start(fooled.clone()), CHANGED_TOLD, "answer", Origin::Source, Some("another source"));
    check_origin(&start(fooled.clone()), CHANGED_TOLD, "other", Origin::CodeCache, None);
    check_origin(
        &start(fooled.clone()).without_snapshot(),
        CHANGED_TOLD,
        "answer",
        Origin::Source,
        Some("another source"),
    );
    // Even V8, which looks at the length only, would have taken it: with the content hash forged as well, the old code runs.
    fooled.0[CACHE_INDEX] = forged_hashes(&parts("cached"), &parts("cached, changed"));
    let ran = start(fooled).run(&["host.require('answer').name"]);
    assert_eq!(
        ran.values,
        ["the answer"],
        "if V8 checks more than the length now, the hash is no longer what keeps old code out"
    );
}

/// The cache index of one image with the content hashes of another.
fn forged_hashes(caches: &Parts, hashes: &Parts) -> Vec<u8> {
    let entries = caches.0[CACHE_INDEX].chunks(56).zip(hashes.0[CACHE_INDEX].chunks(56));
    entries.flat_map(|(cache, hash)| [&hash[..32], &cache[32..]].concat()).collect()
}

#[test]
fn caches_of_another_blob_are_rejected_and_counted() {
    let mut mixed = parts("cached, other blob");
    let foreign = parts("cached");
    // The bootstrap script differs, so its hash does; all others are the same sources.
    mixed.0[CACHE_INDEX] = forged_hashes(&foreign, &mixed);
    mixed.0[CACHE_DATA] = foreign.0[CACHE_DATA].clone();
    for start in [Start::from("cached, other blob"), Start::from("cached, other blob").without_snapshot()] {
        let start = start.image(mixed.assemble());
        check_origin(&start, TOLD, "answer", Origin::Source, Some("V8 rejected it"));
        let ran = start.run(&[SCRIPT]);
        let counted = rejected(&ran.inventory);
        assert!(counted.len() >= 3, "{counted:?}");
        assert!(
            counted.iter().all(|load| load.rejected.as_ref().is_some_and(|reason| reason.contains("V8 rejected it"))),
            "{counted:?}"
        );
    }
}

#[test]
fn flags_that_differ_between_build_and_run_reject_every_cache_with_its_reason() {
    for start in [Start::from("cached"), Start::from("cached").without_snapshot()] {
        // It does not shape what the image holds, so the image as a whole serves.
        let start = start.flags("--stack-size=900");
        check_origin(&start, TOLD, "answer", Origin::Source, Some("under other flags"));
        let compiled = start.run(&[SCRIPT]).inventory;
        let compiled = rejected(&compiled);
        for id in ["answer", "other", "door"] {
            assert!(compiled.iter().any(|load| load.id == id), "{id} is not in {compiled:?}");
        }
        assert!(compiled.iter().all(|load| load.rejected.is_some()), "{compiled:?}");
    }
}

#[test]
fn limits_of_memory_leave_the_caches_valid() {
    // V8 15.2 does not count them among the flags of a cache (they are often set by the environment: nodejs/node#4845).
    for flags in ["--max-old-space-size=300", "--max-semi-space-size=4", "--random-seed=5"] {
        check_origin(&Start::from("cached").flags(flags), TOLD, "answer", Origin::CodeCache, None);
    }
}

#[test]
fn a_damaged_cache_is_compiled_from_source_and_told() {
    let image = images::bytes("cached");
    let index = answer(&image);
    let data = place(&image, CACHE_DATA).start;
    let offset = data + number(&image, index + 32) as usize;
    let mut damaged = image.clone();
    damaged[offset + 20] ^= 4;
    check_origin(&Start::from("cached").image(damaged), TOLD, "answer", Origin::Source, Some("its checksum differs"));

    // An entry that leads outside, with every checksum of the image right.
    let with = |at: usize, number: u64| {
        let mut parts = Parts::of(&image);
        let entry = index - place(&image, CACHE_INDEX).start;
        parts.0[CACHE_INDEX][entry + at..entry + at + 8].copy_from_slice(&number.to_le_bytes());
        Start::from("cached").image(parts.assemble())
    };
    for (at, number) in [(32, u64::MAX), (32, 1 << 40), (40, u64::MAX), (40, 1 << 62), (32, image.len() as u64)] {
        check_origin(&with(at, number), TOLD, "answer", Origin::Source, Some("it ends outside the image"));
    }
    check_origin(&with(40, 3), TOLD, "answer", Origin::Source, Some("its checksum differs"));
    check_origin(&with(32, 1), TOLD, "answer", Origin::Source, Some("its checksum differs"));
    // A length of zero means that there is none.
    check_origin(&with(40, 0), TOLD, "answer", Origin::Source, None);
}

/// Where the index entry of `answer` is.
fn answer(image: &[u8]) -> usize {
    let place = place(image, CACHE_INDEX);
    let ids: Vec<String> =
        images::recipe("cached").registry().modules().map(|definition| definition.id().to_owned()).collect();
    let position = ids.iter().position(|id| id == "answer").expect("it is there");
    place.start + position * 56
}

#[test]
fn two_hundred_flipped_bits_of_the_caches_are_never_a_signal() {
    let image = images::bytes("cached");
    let places = [place(&image, CACHE_DATA), place(&image, CACHE_INDEX)];
    let mut sources = 0;
    let flips: Vec<usize> =
        places.iter().flat_map(|place| (0..100).map(|step| place.start + place.len() * step / 100)).collect();
    // Twenty bits at a time: each cache has a checksum of its own, so what is damaged is told builtin by builtin.
    for group in 0..10 {
        let mut flipped = image.clone();
        for at in flips.iter().skip(group).step_by(10).filter(|at| places[0].contains(at)) {
            flipped[*at] ^= 1 << (at % 8);
        }
        let ran = Start::from("cached").image(flipped).without_snapshot().run(&[SCRIPT]);
        assert_eq!(ran.values, [TOLD], "group {group}");
        let damaged = rejected(&ran.inventory);
        assert!(damaged.iter().all(|load| load.rejected.is_some()), "{damaged:?}");
        sources += damaged.len();
    }
    assert!(sources > 0, "no flip met a cache that was used");
    // The index is checked as a whole.
    for at in flips.into_iter().filter(|at| places[1].contains(at)) {
        let mut flipped = image.clone();
        flipped[at] ^= 1 << (at % 8);
        let error = lazuli::Image::from_vec(flipped).expect_err("the index is damaged");
        assert_eq!(error.code(), "ERR_IMAGE_DAMAGED");
    }
}
