//! What loading costs inside a process: compiling builtins cold, from cache and eagerly; reading a lazy property first, later, and a plain
//! one beside it. Run it with `cargo bench --bench loading`.

#![allow(missing_docs)] // Criterion's macros make public items.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lazuli::{CostMeter, Engine, Layer, Registry, Runtime, RuntimeOptions, js, v8};

fn engine(layer: Layer) -> Engine {
    let registry = Registry::builder().layer(layer).build().expect("the layer is sound");
    Engine::builder(registry).build().expect("no image, no mismatch")
}

/// Every sample of the meter comes from an isolate of its own, so the times are taken from it rather than around it.
fn compile(criterion: &mut Criterion) {
    let engine = engine(Layer::node());
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(10);
    for id in ["events", "internal/errors", "internal/per_context/primordials", "internal/util/inspect"] {
        for (kind, pick) in [("cold", 0), ("cached", 1), ("eager", 2)] {
            group.bench_with_input(BenchmarkId::new(kind, id), &id, |bencher, id| {
                bencher.iter_custom(|rounds| {
                    let costs = CostMeter::new(&engine).samples(rounds as usize).measure(&[id], &mut |_| {});
                    let cost = &costs.expect("the builtin exists")[0];
                    let samples = [&cost.compile, &cost.compile_cached, &cost.compile_eager][pick];
                    samples.iter().flat_map(|samples| samples.times()).sum::<Duration>()
                });
            });
        }
    }
}

const DEFINE: &str = "
globalThis.fresh = () => { const target = {}; internal.define(target, 'app', ['k', 'lazy']); return target; };
globalThis.target = fresh();
globalThis.plain = { k: target.k };
const reader = () => new Function('object', 'rounds', 'let sum = 0; for (let i = 0; i < rounds; i++) sum += object.k; return sum;');
globalThis.readers = { target: reader(), plain: reader() };
";

fn lazy(criterion: &mut Criterion) {
    let layer = Layer::new("bench")
        .module("app", "exports.k = 1;")
        .module("setup", "globalThis.internal = { define: require('define') };")
        .module("define", "module.exports = internalBinding('util').defineLazyProperties;");
    let registry = Registry::builder().layer(Layer::node()).layer(layer).build().expect("the layers are sound");
    let engine = Engine::builder(registry).build().expect("no image, no mismatch");
    let mut runtime = Runtime::new(&engine, RuntimeOptions::new()).expect("it boots");
    runtime.load("setup").expect("the builtin loads");
    runtime.execute_script("define.js", DEFINE).expect("the script runs");

    let mut group = criterion.benchmark_group("lazy property");
    for target in ["target", "plain"] {
        let name = if target == "plain" { "plain property" } else { "later reads" };
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                runtime.with_scope(|scope| {
                    let global = scope.get_current_context().global(scope);
                    let readers = js::get(scope, global, "readers").expect("the script made them");
                    let readers = v8::Local::<v8::Object>::try_from(readers).expect("an object");
                    let read = js::get(scope, readers, target).expect("the script made it");
                    let read = v8::Local::<v8::Function>::try_from(read).expect("a function");
                    let object = js::get(scope, global, target).expect("the script made it");
                    let count = v8::Number::new(scope, rounds as f64).into();
                    let since = Instant::now();
                    read.call(scope, object, &[object, count]);
                    since.elapsed()
                })
            });
        });
    }
    group.bench_function("first read, builtin loaded", |bencher| {
        bencher.iter(|| runtime.execute_script("first.js", "fresh().k").expect("the script runs"));
    });
    group.bench_function("definition alone", |bencher| {
        bencher.iter(|| runtime.execute_script("first.js", "fresh()").expect("the script runs"));
    });
}

criterion_group!(benches, compile, lazy);
criterion_main!(benches);
