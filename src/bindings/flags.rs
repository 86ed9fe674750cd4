//! `internalBinding('flags')`: the flags of V8 that a program may change while it runs.
//!
//! V8 has about a thousand flags and makes no promise for a change after its start: of those that were tried one by one on 2026-11-30, a
//! dozen ended the process. So there is a list of those that are known to be safe at any time, and V8 never sees another. Which flags V8
//! runs with is part of what code caches are checked by, so whatever is loaded after a change is compiled from its source.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::binding::Binding;
use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// Switches that V8 asks about again and again, and that only change what is told, what contexts to come have, or how functions are kept.
const SWITCHES: [&str; 9] = [
    "expose-gc",
    "flush-bytecode",
    "lazy",
    "trace-deopt",
    "trace-gc",
    "trace-gc-nvp",
    "trace-gc-verbose",
    "trace-opt",
    "use-strict",
];

/// Lets scripts call functions of V8's own.
const NATIVES: &str = "allow-natives-syntax";

/// What V8's fuzzers run with: functions that can end the process are left out, and the others check what they are given. One of them
/// collects garbage, which V8 wants to be told of.
const SAFE_NATIVES: &str = "--fuzzing --expose-gc --allow-natives-syntax";

/// Whether scripts were ever allowed to: compiled functions go on calling V8's when the syntax is taken back, so what makes that safe stays.
static HAD_NATIVES: AtomicBool = AtomicBool::new(false);

pub(super) fn binding() -> Binding {
    Binding::new("flags").function("set", set).function("versionTag", version_tag)
}

/// `set(text)`: sets what can be set of a command line, and gives the list of the other flags on it.
fn set<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let text = args.get(0).to_rust_string_lossy(scope);
    // As V8 does: `--` ends the flags, and what is none is passed over.
    let words = text.split_ascii_whitespace().take_while(|word| *word != "--").filter(|word| word.starts_with('-'));
    let refused: Vec<v8::Local<'s, v8::Value>> =
        words.filter(|word| !set_switch(word)).map(|word| js::string(scope, word).into()).collect();
    rv.set(v8::Array::new_with_elements(scope, &refused).into());
}

/// Whether it is one of those that may be set, which it then is. V8 takes one dash or two, `no` with and without a dash after it, and `_`
/// for dashes.
fn set_switch(flag: &str) -> bool {
    let name = flag.strip_prefix("--").unwrap_or(&flag[1..]).replace('_', "-");
    let (name, on) = match name.strip_prefix("no") {
        Some(name) => (name.strip_prefix('-').unwrap_or(name), false),
        None => (name.as_str(), true),
    };
    match (name, on) {
        (NATIVES, true) => {
            HAD_NATIVES.store(true, Ordering::Relaxed);
            v8::V8::set_flags_from_string(SAFE_NATIVES);
        }
        ("expose-gc", false) if HAD_NATIVES.load(Ordering::Relaxed) => {}
        _ if name != NATIVES && !SWITCHES.contains(&name) => return false,
        (_, true) => v8::V8::set_flags_from_string(&format!("--{name}")),
        (_, false) => v8::V8::set_flags_from_string(&format!("--no-{name}")),
    }
    true
}

/// `versionTag()`: what code caches are checked by: V8's version, its flags, and the features of the processor.
fn version_tag<'s>(_: &mut Scope<'s, '_>, _: Args<'s>, mut rv: Return<'s>) {
    rv.set_uint32(v8::script_compiler::cached_data_version_tag());
}
