//! What a start costs: restoring the image in this process, and whole processes of `lazuli run` with and without the image. Run it with
//! `cargo bench -p lazuli-cli`. For a comparison with bare V8 and the peers, in turn, see `benches/interleave.py` and `benches/record/`.

use std::process::Command;

use criterion::Criterion;
use lazuli::{Engine, Runtime, RuntimeOptions, SnapshotUse};

#[path = "../src/layer.rs"]
#[allow(dead_code, reason = "the unit tests of its files do not run here, their helpers are compiled all the same")]
mod layer;

fn main() {
    let registry = layer::registry(None).expect("the registry is sound");
    // In the two children that make the image this call does not return.
    let (image, _) = layer::image_builder(registry.clone()).build().expect("the image can be made");
    let mut criterion = Criterion::default().configure_from_args();
    let engine = Engine::builder(registry).platform(layer::platform()).image(image).build();
    restore(&mut criterion, &engine.expect("image and program match"));
    process(&mut criterion);
    criterion.final_summary();
}

fn restore(criterion: &mut Criterion, engine: &Engine) {
    let mut group = criterion.benchmark_group("runtime");
    group.bench_function("restored", |bencher| {
        bencher.iter(|| Runtime::new(engine, RuntimeOptions::new()).expect("it starts"));
    });
    group.bench_function("booted from the code cache", |bencher| {
        bencher.iter(|| Runtime::new(engine, RuntimeOptions::new().snapshot(SnapshotUse::Ignore)).expect("it starts"));
    });
}

fn process(criterion: &mut Criterion) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/empty.js");
    let mut group = criterion.benchmark_group("process");
    let starts =
        [("snapshot", &[][..]), ("code cache", &["--no-snapshot"]), ("sources", &["--no-snapshot", "--no-code-cache"])];
    for (name, flags) in starts {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let status = Command::new(env!("CARGO_BIN_EXE_lazuli")).arg("run").args(flags).arg(script).status();
                assert!(status.is_ok_and(|status| status.success()));
            });
        });
    }
}
