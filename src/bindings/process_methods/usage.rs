//! What a process uses of memory and processor time.

use rustix::process::Resource;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

fn numbers<'s>(scope: &Scope<'s, '_>, numbers: &[f64]) -> v8::Local<'s, v8::Value> {
    let elements: Vec<v8::Local<'_, v8::Value>> =
        numbers.iter().map(|number| v8::Number::new(scope, *number).into()).collect();
    v8::Array::new_with_elements(scope, &elements).into()
}

/// `memoryUsage()`: `[rss, heapTotal, heapUsed, external, arrayBuffers]` in bytes.
pub(super) fn memory_usage(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let heap = scope.get_heap_statistics();
    let (total, used, external) = (heap.total_heap_size(), heap.used_heap_size(), heap.external_memory());
    rv.set(numbers(scope, &[resident(), total as f64, used as f64, external as f64, external as f64]));
}

pub(super) fn rss(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(resident());
}

/// Resident bytes, from the kernel's page counts.
fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages: f64 = pages.and_then(|text| text.split(' ').nth(1)?.parse().ok()).unwrap_or(0.0);
    pages * rustix::param::page_size() as f64
}

/// The processor time of this process from `/proc/self/stat`, in microseconds of user and system time.
fn times() -> (f64, f64) {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may hold blanks.
    let fields: Vec<&str> = text.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
    let ticks = |index: usize| fields.get(index).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    let microseconds = 1e6 / rustix::param::clock_ticks_per_second() as f64;
    (ticks(11) * microseconds, ticks(12) * microseconds)
}

/// `cpuUsage()`: `[user, system]` in microseconds.
pub(super) fn cpu_usage(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let (user, system) = times();
    rv.set(numbers(scope, &[user, system]));
}

/// `resourceUsage()`: Node's sixteen numbers; those the kernel does not account for on Linux are zero, as there.
pub(super) fn resource_usage(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let (user, system) = times();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| -> f64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0.0)
    };
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
    let faults = |index: usize| fields.get(index).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    let mut usage = [0.0; 16];
    usage[0] = user;
    usage[1] = system;
    usage[2] = field("VmHWM");
    usage[6] = faults(7);
    usage[7] = faults(9);
    usage[14] = field("voluntary_ctxt_switches");
    usage[15] = field("nonvoluntary_ctxt_switches");
    rv.set(numbers(scope, &usage));
}

/// `availableMemory()` in bytes.
pub(super) fn available_memory(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes: f64 = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0.0);
    rv.set_double(kilobytes * 1024.0);
}

/// `constrainedMemory()`: the limit of the address space in bytes, zero if there is none.
pub(super) fn constrained_memory(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(rustix::process::getrlimit(Resource::As).current.map_or(0.0, |bytes| bytes as f64));
}
