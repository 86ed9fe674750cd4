//! Costs: each sample is a compilation of its own, the three kinds of cache hold what they say, and a row says why it lacks something.

use std::fmt::Write as _;

use lazuli::cost::ModuleCost;
use lazuli::{CostMeter, ErrorKind};

use crate::support::{engine, modules};

/// The costs of builtins, given as id and source.
#[track_caller]
fn measure(builtins: &[(&str, &str)], ids: &[&str], samples: usize) -> Vec<ModuleCost> {
    let engine = engine([modules(builtins.iter().copied())]);
    CostMeter::new(&engine).samples(samples).measure(ids, &mut |_| {}).expect("the ids are known")
}

/// Functions that do something, of which the first few are called while the builtin loads.
fn functions(count: usize, called: usize) -> String {
    let mut source = String::from("'use strict';\n");
    for number in 0..count {
        let text = format!(
            "exports.f{number} = function f{number}(a, b) {{ const list = [a, b, {number}]; for (const item of list) if (item > {number}) return list.map((x) => x * item); return `none of {number}`; }};"
        );
        writeln!(source, "{text}").expect("writing to a string cannot fail");
        if number < called {
            writeln!(source, "exports.f{number}(1, 2);").expect("writing to a string cannot fail");
        }
    }
    source
}

#[test]
fn a_cache_grows_from_lazy_over_executed_to_eager() {
    let costs = measure(&[("many", &functions(50, 5))], &[], 2);
    let [cost] = costs.as_slice() else { panic!("{costs:?}") };
    let executed = cost.cache_executed_bytes.expect("it was evaluated");
    assert!(0 < cost.cache_bytes && cost.cache_bytes < executed && executed < cost.cache_eager_bytes, "{cost:?}");
    // Five of fifty functions are closer to none than to all.
    assert!(executed - cost.cache_bytes < cost.cache_eager_bytes - executed, "{cost:?}");
    let more = measure(&[("many", &functions(50, 50))], &[], 1);
    assert!(more[0].cache_executed_bytes > Some(executed), "calling more keeps more: {more:?}");
}

#[test]
fn every_sample_is_a_compilation_of_its_own() {
    let large = functions(4000, 0);
    let costs = measure(&[("large", &large), ("tiny", "exports.a = 1;")], &["large", "tiny"], 8);
    let compile = costs[0].compile.as_ref().expect("it compiles");
    let tiny = costs[1].compile.as_ref().expect("it compiles");
    assert_eq!((compile.len(), tiny.len()), (8, 8));
    // Were a compilation answered from what an earlier one left behind, it would cost as little as that of a tiny source.
    assert!(large.len() > 500_000, "{}", large.len());
    assert!(compile.times()[0] > tiny.median() * 5, "{compile:?} {tiny:?}");
    assert!(compile.times()[0] > compile.median() / 4, "{compile:?}");
    // From a cache it is cheaper, and eagerly dearer.
    let cached = costs[0].compile_cached.as_ref().expect("V8 took the cache of this very source");
    let eager = costs[0].compile_eager.as_ref().expect("it compiles");
    assert!(cached.median() < compile.median() && compile.median() < eager.median(), "{:?}", costs[0]);
}

#[test]
fn costs_come_in_the_order_asked_for_with_the_progress_before_each() {
    let builtins = [("a", "exports.a = 1;"), ("b", "exports.b = require('a');"), ("c", "")];
    let engine = engine([modules(builtins)]);
    let meter = CostMeter::new(&engine).samples(0);
    let mut told = Vec::new();
    let costs = meter.measure(&["c", "a"], &mut |progress| {
        told.push(format!("{} of {}: {}", progress.done, progress.total, progress.id))
    });
    let costs = costs.expect("the ids are known");
    assert_eq!(costs.iter().map(|cost| cost.id.as_str()).collect::<Vec<_>>(), ["c", "a"]);
    assert_eq!(told, ["0 of 2: c", "1 of 2: a"]);
    assert_eq!(costs[1].compile.as_ref().map(|samples| samples.len()), Some(1), "no samples count as one");
    let all = meter.measure(&[], &mut |_| {}).expect("all are known");
    assert_eq!(
        all.iter().map(|cost| (cost.id.as_str(), cost.source_bytes)).collect::<Vec<_>>(),
        [("a", 14), ("b", 25), ("c", 0)]
    );
}

#[test]
fn what_cannot_be_measured_says_why() {
    let builtins = [
        ("bad", "exports.x = ;"),
        ("throws", "exports.y = 1; throw new Error('as it loads');"),
        ("good", "exports.z = 1;"),
    ];
    let costs = measure(&builtins, &["bad", "throws", "good"], 1);
    let [bad, throws, good] = costs.as_slice() else { panic!("{costs:?}") };
    let reason = bad.error.as_ref().expect("it does not compile");
    assert!(reason.contains("bad") && reason.contains("node:bad:1") && reason.contains("SyntaxError"), "{reason}");
    assert!(bad.compile.is_none() && bad.evaluate.is_none() && bad.cache_bytes == 0, "{bad:?}");
    assert!(throws.error.is_none() && throws.compile.is_some() && throws.evaluate.is_none(), "{throws:?}");
    assert!(throws.cache_executed_bytes.is_none(), "{throws:?}");
    assert!(good.evaluate.is_some() && good.error.is_none(), "{good:?}");

    let engine = engine([modules(builtins)]);
    let error = CostMeter::new(&engine).measure(&["good", "godo"], &mut |_| {}).expect_err("there is no such builtin");
    assert_eq!(
        (error.kind(), error.code(), error.id()),
        (ErrorKind::JavaScript, "ERR_UNKNOWN_BUILTIN_MODULE", Some("godo"))
    );
    assert!(error.to_string().contains("did you mean good"), "{error}");
}
