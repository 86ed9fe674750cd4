//! Images that are not what they seem: foreign, truncated, damaged byte by byte, made for something else. Each is an error that names both
//! sides and the next step, or does exactly what the whole image does; none is a signal.

use std::collections::BTreeMap;

use lazuli::{ErrorKind, Image, Platform};

use crate::images::{self, Parts, Start, place, recipe};

/// The code of the error of opening these bytes, or `"whole"`.
fn open(bytes: &[u8]) -> &'static str {
    match Image::from_vec(bytes.to_vec()) {
        Ok(_) => "whole",
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Image);
            let told = error.to_string();
            let next = told.contains("build it again with `lazuli snapshot build`")
                || told.contains("give a file made by `lazuli snapshot build`");
            assert!(told.starts_with("the image is ") || told.starts_with("the image has "), "{told}");
            assert!(next, "no next step: {told}");
            error.code()
        }
    }
}

#[track_caller]
fn check_open(bytes: &[u8], code: &str) {
    assert_eq!(open(bytes), code);
}

#[test]
fn the_layout_the_tests_know_is_that_of_the_library() {
    let image = images::bytes("tables");
    assert!(Parts::of(&image).assemble() == image, "an image made of its parts is the same image");
    for part in 0..images::NAMES.len() {
        assert!(
            !place(&image, part).is_empty(),
            "{} is empty: the tests of damage would not see it",
            images::NAMES[part]
        );
    }
}

#[test]
fn what_is_no_image_is_told_so() {
    for bytes in [&b""[..], b"l", b"lazuli\x00", b"GIF89a, surely not an image", b"LAZULI\x00\n", &[0; 500]] {
        check_open(bytes, "ERR_IMAGE_FOREIGN");
    }
}

#[test]
fn an_image_that_is_cut_short_is_refused_at_every_length() {
    let image = images::bytes("tables");
    // Every length up to the end of the table, and three around the borders of each section.
    let borders = (0..images::NAMES.len()).flat_map(|part| [place(&image, part).start, place(&image, part).end]);
    let near = borders.flat_map(|border| [border.saturating_sub(1), border, border + 1]);
    let spread = (0..100).map(|step| image.len() * step / 100);
    for length in (0..=200).chain(near).chain(spread).filter(|length| *length < image.len()) {
        let code = open(&image[..length]);
        let expected = if length < 8 { "ERR_IMAGE_FOREIGN" } else { "ERR_IMAGE_TRUNCATED" };
        assert_eq!(code, expected, "cut at {length} of {}", image.len());
    }
}

#[test]
fn a_format_this_program_does_not_read_names_both() {
    let image = images::bytes("tables");
    let with = |at: usize, number: u32| {
        let mut bytes = image.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        Image::from_vec(bytes).expect_err("another format")
    };
    for (error, words) in
        [(with(8, 0), "has format 0 with 6"), (with(8, 2), "has format 2 with 6"), (with(12, 5), "has format 1 with 5")]
    {
        assert_eq!(error.code(), "ERR_IMAGE_FORMAT");
        let told = error.to_string();
        assert!(told.contains(words) && told.contains("this program reads format 1 with 6"), "{told}");
    }
}

#[test]
fn each_thing_an_image_is_made_for_is_compared_and_both_sides_are_named() {
    let rows = [
        ("lazuli", "0.0.9", "ERR_IMAGE_LAZULI_VERSION", env!("CARGO_PKG_VERSION")),
        ("v8", "15.2.0.0", "ERR_IMAGE_V8_VERSION", lazuli::v8::VERSION_STRING),
        ("target", "mips-plan9", "ERR_IMAGE_TARGET", std::env::consts::ARCH),
        ("flags", "--harmony-everything", "ERR_IMAGE_FLAGS", "''"),
        ("registry", "0123456789abcdef", "ERR_IMAGE_REGISTRY", ""),
        ("references", "0123456789abcdef", "ERR_IMAGE_REFERENCES", ""),
    ];
    let parts = Parts::of(&images::bytes("tables"));
    let identity: BTreeMap<String, String> = serde_json::from_slice(&parts.0[images::IDENTITY]).expect("text by name");
    let fields: Vec<&str> = identity.keys().map(String::as_str).collect();
    assert_eq!(fields, ["flags", "lazuli", "references", "registry", "target", "v8"], "a new field needs its row");
    for (field, theirs, code, ours) in rows {
        let image =
            Image::from_vec(parts.clone().with_identity(field, theirs).assemble()).expect("its checksums are right");
        let error =
            recipe("tables").engine(Some(image), Platform::unprotected()).expect_err("it is not for this program");
        let told = error.to_string();
        assert_eq!((error.kind(), error.code()), (ErrorKind::Image, code));
        let ours = if ours.is_empty() { &identity[field] } else { ours };
        for word in [theirs, ours, "this program has", "build it again"] {
            assert!(told.contains(word), "no '{word}' in: {told}");
        }
    }
}

#[test]
fn an_image_of_other_builtins_or_flags_is_refused_before_v8_starts() {
    let image = || Image::from_vec(images::bytes("tables")).expect("whole");
    let code = |recipe: &str, platform: Platform| {
        images::recipe(recipe).engine(Some(image()), platform).err().map(|error| error.code())
    };
    assert_eq!(code("other", Platform::unprotected()), Some("ERR_IMAGE_REGISTRY"));
    assert_eq!(code("tables", Platform::unprotected().flags(["--expose-gc"])), Some("ERR_IMAGE_FLAGS"));
    // A limit does not shape what is in an image.
    assert_eq!(code("tables", Platform::unprotected().flags(["--max-old-space-size=200"])), None);
    let error = image().list(&recipe("other").registry());
    assert!(
        error.is_err() || error.is_ok_and(|members| !members.is_empty()),
        "a list of another registry is an error or an answer"
    );
}

#[test]
fn one_flipped_byte_anywhere_is_refused_or_changes_nothing() {
    let image = images::bytes("tables");
    let scripts =
        ["JSON.stringify([tables.count(), tables.map.get('key 77'), Object.keys(host.require('tables')).join()])"];
    let whole = Start::from("tables").run(&scripts).values;
    let mut harmless = Vec::new();
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    // The header byte by byte, forty places in each section, and all that lies between sections.
    let spread = (0..images::NAMES.len()).flat_map(|part| {
        let place = place(&image, part);
        (0..40).map(move |step| place.start + place.len() * step / 40)
    });
    let inside = |at: &usize| *at < 168 || (0..images::NAMES.len()).any(|part| place(&image, part).contains(at));
    let between = (168..image.len()).filter(|at| !inside(at));
    for at in (0..168).chain(spread).chain(between) {
        let mut flipped = image.clone();
        flipped[at] ^= 1 << (at % 8);
        match open(&flipped) {
            "whole" => harmless.push((at, flipped)),
            code => *refused.entry(code).or_default() += 1,
        }
    }
    assert!(refused.values().sum::<usize>() >= 300, "{refused:?}");
    for (at, _) in &harmless {
        let cache = place(&image, images::CACHE_DATA).contains(at);
        assert!(cache || !inside(at), "byte {at} is neither in a code cache nor between sections, and was not missed");
    }
    // Of the caches, each that is damaged is left out; forty starts tell as much as all.
    let caches: Vec<_> =
        harmless.into_iter().filter(|(at, _)| place(&image, images::CACHE_DATA).contains(at)).collect();
    assert!(caches.len() >= 30, "{}", caches.len());
    for (at, flipped) in caches.into_iter().step_by(8) {
        for start in [Start::from("tables"), Start::from("tables").without_snapshot()] {
            assert_eq!(start.image(flipped.clone()).run(&scripts).values, whole, "byte {at}");
        }
    }
}

#[test]
fn an_image_followed_by_something_else_is_the_same_image() {
    let mut bytes = images::bytes("tables");
    bytes.extend(b"something else");
    assert_eq!(Start::from("tables").image(bytes).run(&["tables.count()"]).values, ["1000"]);
}

#[test]
fn sections_that_contradict_each_other_are_refused_or_do_no_harm() {
    let whole = Parts::of(&images::bytes("tables"));
    let with = |part: usize, bytes: &[u8]| {
        let mut parts = whole.clone();
        parts.0[part] = bytes.to_vec();
        parts.assemble()
    };
    check_open(&with(images::IDENTITY, b"not text"), "ERR_IMAGE_DAMAGED");
    check_open(&with(images::IDENTITY, b"{}"), "ERR_IMAGE_DAMAGED");
    check_open(&with(images::CACHE_INDEX, &whole.0[images::CACHE_INDEX][1..]), "ERR_IMAGE_DAMAGED");
    // The lists of an image without members lack them; its builtins are there.
    for image in [with(4, b"[]"), with(4, b"damaged"), with(images::CACHE_DATA, b""), with(images::CACHE_INDEX, b"")] {
        assert_eq!(Start::from("tables").image(image).run(&["tables.count()"]).values, ["1000"]);
    }
}
