//! `internalBinding('os')`: what the machine and the system say about themselves, read anew at each call. It must not be asked before
//! pre-execution.

use rustix::system::uname;

use crate::binding::Binding;
use crate::bindings::uv;
use crate::js;

mod cpu;
mod net;
mod user;

pub(super) use user::user_name;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("os")
        .function("getHostname", get_hostname)
        .function("getOSInformation", get_os_information)
        .function("getHomeDirectory", user::get_home_directory)
        .function("getUserInfo", user::get_user_info)
        .function("getCPUs", cpu::get_cpus)
        .function("getAvailableParallelism", cpu::get_available_parallelism)
        .function("getFreeMem", get_free_mem)
        .function("getTotalMem", get_total_mem)
        .function("getLoadAvg", get_load_avg)
        .function("getUptime", get_uptime)
        .function("getInterfaceAddresses", net::get_interface_addresses)
        .function("getPriority", get_priority)
        .function("setPriority", set_priority)
        .setup(|scope, object| {
            let big = v8::Boolean::new(scope, cfg!(target_endian = "big"));
            js::set(scope, object, "isBigEndian", big.into());
        })
}

fn get_hostname(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set(js::string(scope, &uname().nodename().to_string_lossy()).into());
}

/// `getOSInformation()`: `[sysname, version, release, machine]`
fn get_os_information(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let names = uname();
    let parts = [names.sysname(), names.version(), names.release(), names.machine()];
    let parts = parts.map(|part| js::string(scope, &part.to_string_lossy()).into());
    rv.set(v8::Array::new_with_elements(scope, &parts).into());
}

/// A line of `/proc/meminfo`, in bytes.
fn memory(name: &str) -> Option<f64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.trim().strip_suffix(" kB")?.parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}

/// What programs could still take, caches given back.
fn get_free_mem(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(memory("MemAvailable").unwrap_or_else(|| {
        let info = rustix::system::sysinfo();
        info.freeram as f64 * f64::from(info.mem_unit)
    }));
}

fn get_total_mem(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(memory("MemTotal").unwrap_or_else(|| {
        let info = rustix::system::sysinfo();
        info.totalram as f64 * f64::from(info.mem_unit)
    }));
}

/// `getLoadAvg()`: over one, five and fifteen minutes.
fn get_load_avg(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let mut parts = text.split(' ').map(|part| part.parse().unwrap_or(0.0));
    let loads = [(); 3].map(|()| v8::Number::new(scope, parts.next().unwrap_or(0.0)).into());
    rv.set(v8::Array::new_with_elements(scope, &loads).into());
}

/// Seconds since the machine started, sleep included.
fn get_uptime(_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let since = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    rv.set_double(since.tv_sec as f64 + f64::from((since.tv_nsec / 10_000_000) as i32) / 100.0);
}

/// The process of a number; none for this one (0), an error for what can be none.
fn process(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>) -> rustix::io::Result<Option<rustix::process::Pid>> {
    match value.int32_value(scope).unwrap_or(0) {
        number if number < 0 => Err(rustix::io::Errno::SRCH),
        number => Ok(rustix::process::Pid::from_raw(number)),
    }
}

/// `getPriority(pid)`: `[errno, priority]`, with a negative errno or 0.
fn get_priority(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let result = process(scope, args.get(0)).and_then(rustix::process::getpriority_process);
    let pair = match result {
        Ok(priority) => [0, priority],
        Err(error) => [-error.raw_os_error(), 0],
    };
    let pair = pair.map(|number| v8::Integer::new(scope, number).into());
    rv.set(v8::Array::new_with_elements(scope, &pair).into());
}

/// `setPriority(pid, priority)`: 0, or a negative errno.
fn set_priority(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let priority = args.get(1).int32_value(scope).unwrap_or(0);
    let result = process(scope, args.get(0)).and_then(|pid| rustix::process::setpriority_process(pid, priority));
    rv.set_int32(result.map_or_else(|error| -error.raw_os_error(), |()| 0));
}
