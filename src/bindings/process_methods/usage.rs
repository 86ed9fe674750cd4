//! What a process uses of memory and processor time.

use rustix::process::Resource;

use crate::engine::usage::{Who, usage};

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

/// User and system time, in microseconds.
fn times(usage: &libc::rusage) -> [f64; 2] {
    [usage.ru_utime, usage.ru_stime].map(|time| time.tv_sec as f64 * 1e6 + time.tv_usec as f64)
}

/// `cpuUsage()`: `[user, system]`.
pub(super) fn cpu_usage(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set(numbers(scope, &times(&usage(Who::Process))));
}

/// `threadCpuUsage()`: the same of the thread that calls.
pub(super) fn thread_cpu_usage(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set(numbers(scope, &times(&usage(Who::Thread))));
}

/// `resourceUsage()`: Node's sixteen numbers, which are those of the system in its order.
pub(super) fn resource_usage(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let usage = usage(Who::Process);
    let [user, system] = times(&usage);
    let counts = [
        usage.ru_maxrss,
        usage.ru_ixrss,
        usage.ru_idrss,
        usage.ru_isrss,
        usage.ru_minflt,
        usage.ru_majflt,
        usage.ru_nswap,
        usage.ru_inblock,
        usage.ru_oublock,
        usage.ru_msgsnd,
        usage.ru_msgrcv,
        usage.ru_nsignals,
        usage.ru_nvcsw,
        usage.ru_nivcsw,
    ];
    let all: Vec<f64> = [user, system].into_iter().chain(counts.map(|count| count as f64)).collect();
    rv.set(numbers(scope, &all));
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
