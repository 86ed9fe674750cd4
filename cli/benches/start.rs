//! What a start costs: restoring the image in this process, and whole processes of `lazuli run` with and without the image. Run it with
//! `cargo bench -p lazuli-cli`. For a comparison with bare V8 build `examples/bare.rs` and interleave the two; see `benches/record/`.

#![allow(missing_docs)] // Criterion's macros make public items.

use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};
use lazuli::{Engine, Image, Runtime, RuntimeOptions, SnapshotUse};

#[path = "../src/layer.rs"]
mod layer;

fn restore(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("bench.img");
    let built = Command::new(env!("CARGO_BIN_EXE_lazuli"))
        .args(["snapshot", "build", "-o"])
        .arg(&file)
        .stdout(Stdio::null())
        .status();
    assert!(built.is_ok_and(|status| status.success()), "the image is built");
    let image = Image::open(&file).expect("the image is sound");
    let registry = layer::registry(None).expect("the registry is sound");
    let engine =
        Engine::builder(registry).platform(layer::platform()).image(image).build().expect("image and program match");
    let mut group = criterion.benchmark_group("runtime");
    group.bench_function("restored", |bencher| {
        bencher.iter(|| Runtime::new(&engine, RuntimeOptions::new()).expect("it starts"));
    });
    group.bench_function("booted from the code cache", |bencher| {
        bencher.iter(|| Runtime::new(&engine, RuntimeOptions::new().snapshot(SnapshotUse::Ignore)).expect("it starts"));
    });
}

fn process(criterion: &mut Criterion) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/empty.js");
    let mut group = criterion.benchmark_group("process");
    for (name, flags) in
        [("snapshot", &[][..]), ("code cache", &["--no-snapshot"]), ("sources", &["--no-snapshot", "--no-code-cache"])]
    {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let status = Command::new(env!("CARGO_BIN_EXE_lazuli")).arg("run").args(flags).arg(script).status();
                assert!(status.is_ok_and(|status| status.success()));
            });
        });
    }
}

criterion_group!(benches, restore, process);
criterion_main!(benches);
