//! `internalBinding('heap')`: how large V8's heap is, what is on it, and how it is collected. Sizes are in bytes.

use std::time::{SystemTime, UNIX_EPOCH};

use rustix::io::Errno;

use crate::binding::Binding;
use crate::bindings::{owned, uv};
use crate::engine::gc::{GcProfile, Memory};
use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("heap")
        .function("statistics", statistics)
        .function("spaceStatistics", space_statistics)
        .function("codeStatistics", code_statistics)
        .function("isOneByte", is_one_byte)
        .function("writeSnapshot", write_snapshot)
        .function("startGCProfile", start_gc_profile)
        .function("stopGCProfile", stop_gc_profile)
}

/// An object of numbers by name.
fn numbers<'s, 'n>(
    scope: &mut Scope<'s, '_>,
    fields: impl IntoIterator<Item = (&'n str, f64)>,
) -> v8::Local<'s, v8::Object> {
    let object = v8::Object::new(scope);
    for (name, value) in fields {
        js::set(scope, object, name, v8::Number::new(scope, value).into());
    }
    object
}

/// `statistics()`, in Node's names.
fn statistics<'s>(scope: &mut Scope<'s, '_>, _: Args<'s>, mut rv: Return<'s>) {
    let heap = scope.get_heap_statistics();
    let fields = [
        ("total_heap_size", heap.total_heap_size() as f64),
        ("total_heap_size_executable", heap.total_heap_size_executable() as f64),
        ("total_physical_size", heap.total_physical_size() as f64),
        ("total_available_size", heap.total_available_size() as f64),
        ("used_heap_size", heap.used_heap_size() as f64),
        ("heap_size_limit", heap.heap_size_limit() as f64),
        ("malloced_memory", heap.malloced_memory() as f64),
        ("peak_malloced_memory", heap.peak_malloced_memory() as f64),
        ("does_zap_garbage", f64::from(u8::from(heap.does_zap_garbage()))),
        ("number_of_native_contexts", heap.number_of_native_contexts() as f64),
        ("number_of_detached_contexts", heap.number_of_detached_contexts() as f64),
        ("total_global_handles_size", heap.total_global_handles_size() as f64),
        ("used_global_handles_size", heap.used_global_handles_size() as f64),
        ("external_memory", heap.external_memory() as f64),
        ("total_allocated_bytes", heap.total_allocated_bytes() as f64),
    ];
    rv.set(numbers(scope, fields).into());
}

/// `spaceStatistics()`: of each space of the heap, in Node's names.
fn space_statistics<'s>(scope: &mut Scope<'s, '_>, _: Args<'s>, mut rv: Return<'s>) {
    let names = ["space_name", "space_size", "space_used_size", "space_available_size", "physical_space_size"];
    let memory = Memory::of(scope);
    rv.set(spaces(scope, &memory, names));
}

fn spaces<'s>(scope: &mut Scope<'s, '_>, memory: &Memory, names: [&str; 5]) -> v8::Local<'s, v8::Value> {
    let [name, size, used, available, physical] = names;
    let mut list = Vec::new();
    for space in &memory.spaces {
        let object = v8::Object::new(scope);
        js::set(scope, object, name, js::string(scope, &space.space_name().to_string_lossy()).into());
        let fields = [
            (size, space.space_size()),
            (used, space.space_used_size()),
            (available, space.space_available_size()),
            (physical, space.physical_space_size()),
        ];
        for (name, value) in fields {
            js::set(scope, object, name, v8::Number::new(scope, value as f64).into());
        }
        list.push(object.into());
    }
    v8::Array::new_with_elements(scope, &list).into()
}

/// `codeStatistics()`, in Node's names.
fn code_statistics<'s>(scope: &mut Scope<'s, '_>, _: Args<'s>, mut rv: Return<'s>) {
    let Some(code) = scope.get_heap_code_and_metadata_statistics() else { return };
    let fields = [
        ("code_and_metadata_size", code.code_and_metadata_size() as f64),
        ("bytecode_and_metadata_size", code.bytecode_and_metadata_size() as f64),
        ("external_script_source_size", code.external_script_source_size() as f64),
        ("cpu_profiler_metadata_size", code.cpu_profiler_metadata_size() as f64),
    ];
    rv.set(numbers(scope, fields).into());
}

/// `isOneByte(string)`: how V8 holds it.
fn is_one_byte<'s>(_: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    rv.set_bool(v8::Local::<v8::String>::try_from(args.get(0)).is_ok_and(|text| text.is_onebyte()));
}

/// `writeSnapshot(fd)`: writes down everything on the heap, as the developer tools of browsers read it. `false` if V8 could not take the
/// snapshot, for want of memory.
fn write_snapshot<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let file = crate::engine::fd::borrow(args.get(0).int32_value(scope).unwrap_or(-1));
    let mut outcome = Ok(());
    let mut is_whole = false;
    scope.take_heap_snapshot(|mut chunk| {
        is_whole |= chunk.is_empty();
        while !chunk.is_empty() {
            match rustix::io::write(file, chunk) {
                Ok(0) => outcome = Err(Errno::IO),
                Ok(count) => chunk = &chunk[count..],
                Err(Errno::INTR) => {}
                Err(error) => outcome = Err(error),
            }
            if outcome.is_err() {
                return false;
            }
        }
        true
    });
    match outcome {
        Ok(()) => rv.set_bool(is_whole),
        Err(error) => uv::throw_io(scope, &error.into(), "write", None, None),
    }
}

// ---- profiles of garbage collections ---------------------------------------------------------------------------------------

/// `startGCProfile(owner)`: the profile stops with its owner, if not before.
fn start_gc_profile<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    if let Ok(owner) = v8::Local::<v8::Object>::try_from(args.get(0)) {
        let profile = GcProfile::start(scope);
        owned::give(scope, owner, profile);
    }
}

/// `stopGCProfile(owner)`: what there was since, or `undefined` if nothing was started.
fn stop_gc_profile<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Ok(owner) = v8::Local::<v8::Object>::try_from(args.get(0)) else { return };
    let Some(profile) = owned::take::<GcProfile>(scope, owner) else { return };
    let (started, collections) = profile.take();
    let mut list = Vec::new();
    for collection in &collections {
        let entry = v8::Object::new(scope);
        let before = memory(scope, &collection.before);
        let after = memory(scope, &collection.after);
        js::set(scope, entry, "gcType", js::string(scope, kind_name(collection.kind)).into());
        js::set(scope, entry, "beforeGC", before);
        // In microseconds.
        js::set(scope, entry, "cost", v8::Number::new(scope, collection.cost.as_nanos() as f64 / 1e3).into());
        js::set(scope, entry, "afterGC", after);
        list.push(entry.into());
    }
    let statistics = v8::Array::new_with_elements(scope, &list);
    let report = v8::Object::new(scope);
    js::set(scope, report, "version", v8::Integer::new(scope, 1).into());
    js::set(scope, report, "startTime", v8::Number::new(scope, milliseconds(started)).into());
    js::set(scope, report, "statistics", statistics.into());
    js::set(scope, report, "endTime", v8::Number::new(scope, milliseconds(SystemTime::now())).into());
    rv.set(report.into());
}

fn memory<'s>(scope: &mut Scope<'s, '_>, memory: &Memory) -> v8::Local<'s, v8::Value> {
    let heap = &memory.heap;
    let fields = [
        ("totalHeapSize", heap.total_heap_size() as f64),
        ("totalHeapSizeExecutable", heap.total_heap_size_executable() as f64),
        ("totalPhysicalSize", heap.total_physical_size() as f64),
        ("totalAvailableSize", heap.total_available_size() as f64),
        ("totalGlobalHandlesSize", heap.total_global_handles_size() as f64),
        ("usedGlobalHandlesSize", heap.used_global_handles_size() as f64),
        ("usedHeapSize", heap.used_heap_size() as f64),
        ("heapSizeLimit", heap.heap_size_limit() as f64),
        ("mallocedMemory", heap.malloced_memory() as f64),
        ("externalMemory", heap.external_memory() as f64),
        ("peakMallocedMemory", heap.peak_malloced_memory() as f64),
    ];
    let names = ["spaceName", "spaceSize", "spaceUsedSize", "spaceAvailableSize", "physicalSpaceSize"];
    let object = v8::Object::new(scope);
    let heap = numbers(scope, fields);
    let spaces = spaces(scope, memory, names);
    js::set(scope, object, "heapStatistics", heap.into());
    js::set(scope, object, "heapSpaceStatistics", spaces);
    object.into()
}

fn kind_name(kind: v8::GCType) -> &'static str {
    match kind {
        v8::GCType::kGCTypeScavenge => "Scavenge",
        v8::GCType::kGCTypeMinorMarkSweep => "MinorMarkSweep",
        v8::GCType::kGCTypeMarkSweepCompact => "MarkSweepCompact",
        v8::GCType::kGCTypeIncrementalMarking => "IncrementalMarking",
        _ => "ProcessWeakCallbacks",
    }
}

fn milliseconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as f64
}
