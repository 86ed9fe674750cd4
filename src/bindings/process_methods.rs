//! `internalBinding('process_methods')`: what `process` needs of the operating system and of the host. Nothing here is read before
//! pre-execution.

use std::time::Instant;

use crate::binding::Binding;
use crate::js;
use crate::realm::Realm;

mod start_info;
mod usage;

pub(super) fn binding() -> Binding {
    Binding::new("process_methods")
        .function("buildInfo", start_info::build_info)
        .function("startInfo", start_info::start_info)
        .function("getEnv", get_env)
        .function("setEnv", set_env)
        .function("deleteEnv", delete_env)
        .function("envKeys", env_keys)
        .function("cwd", cwd)
        .function("chdir", chdir)
        .function("umask", umask)
        .function("hrtime", hrtime)
        .function("hrtimeBigInt", hrtime_bigint)
        .function("uptime", uptime)
        .function("memoryUsage", usage::memory_usage)
        .function("rss", usage::rss)
        .function("cpuUsage", usage::cpu_usage)
        .function("threadCpuUsage", usage::thread_cpu_usage)
        .function("resourceUsage", usage::resource_usage)
        .function("availableMemory", usage::available_memory)
        .function("constrainedMemory", usage::constrained_memory)
        .function("reallyExit", really_exit)
        .function("execve", execve)
        .function("kill", kill)
        .function("abort", abort)
        .function("moduleLoadList", module_load_list)
}

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// `getEnv(name)`: `undefined` if it is not set or its name could not be one.
fn get_env(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let name = args.get(0).to_rust_string_lossy(scope);
    if let Some(value) = valid_name(&name).then(|| std::env::var_os(&name)).flatten() {
        rv.set(js::string(scope, &value.to_string_lossy()).into());
    }
}

fn set_env(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (name, value) = (args.get(0).to_rust_string_lossy(scope), args.get(1).to_rust_string_lossy(scope));
    if valid_name(&name) && !value.contains('\0') {
        crate::engine::env::set(&name, Some(&value));
        notice_time_zone(scope, &name);
    }
}

fn delete_env(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let name = args.get(0).to_rust_string_lossy(scope);
    if valid_name(&name) {
        crate::engine::env::set(&name, None);
        notice_time_zone(scope, &name);
    }
}

/// V8 remembers the time zone; a program that changes `TZ` expects dates to follow, as in Node.
fn notice_time_zone(isolate: &mut v8::Isolate, variable: &str) {
    if variable == "TZ" {
        isolate.date_time_configuration_change_notification(v8::TimeZoneDetection::Redetect);
    }
}

fn env_keys(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let names: Vec<v8::Local<'_, v8::Value>> =
        std::env::vars_os().map(|(name, _)| js::string(scope, &name.to_string_lossy()).into()).collect();
    rv.set(v8::Array::new_with_elements(scope, &names).into());
}

fn valid_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0'])
}

fn cwd(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    match std::env::current_dir() {
        Ok(folder) => rv.set(js::string(scope, &folder.to_string_lossy()).into()),
        Err(error) => super::uv::throw_io(scope, &error, "uv_cwd", None, None),
    }
}

fn chdir(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let folder = args.get(0).to_rust_string_lossy(scope);
    if let Err(error) = std::env::set_current_dir(&folder) {
        let from = std::env::current_dir().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
        super::uv::throw_io(scope, &error, "chdir", Some(&from), Some(&folder));
    }
}

/// `umask([mask])`: the mask before.
fn umask(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    use rustix::fs::Mode;
    let given = args.get(0).uint32_value(scope).filter(|_| !args.get(0).is_undefined());
    let old = rustix::process::umask(Mode::from_raw_mode(given.unwrap_or(0)));
    if given.is_none() {
        rustix::process::umask(old);
    }
    rv.set_uint32(old.as_raw_mode());
}

fn monotonic() -> rustix::time::Timespec {
    rustix::time::clock_gettime(rustix::time::ClockId::Monotonic)
}

/// `hrtime()`: `[seconds, nanoseconds]`.
fn hrtime(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let now = monotonic();
    let pair = [v8::Number::new(scope, now.tv_sec as f64).into(), v8::Number::new(scope, now.tv_nsec as f64).into()];
    rv.set(v8::Array::new_with_elements(scope, &pair).into());
}

fn hrtime_bigint(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let now = monotonic();
    let nanoseconds = now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64;
    rv.set(v8::BigInt::new_from_u64(scope, nanoseconds).into());
}

/// `uptime()`: seconds since this runtime was made.
fn uptime(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let since = Instant::now() - Realm::of(scope).host.event_loop.origin();
    rv.set_double(since.as_secs_f64());
}

/// `reallyExit(code)`: ends the program. Nothing after the call runs.
fn really_exit(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let code = args.get(0).int32_value(scope).unwrap_or(0);
    Realm::of(scope).host.exit(scope, code);
}

/// `execve(path, words, variables)`: another program in place of this one; names and values of its variables take turns. Returns only
/// by throwing.
fn execve(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    use std::os::unix::process::CommandExt as _;

    let path = args.get(0).to_rust_string_lossy(scope);
    let words = texts(scope, args.get(1));
    let variables = texts(scope, args.get(2));
    // What can fail is tried before: the call itself resets signals, and then it is too late to go on as if nothing had been.
    let reachable = rustix::fs::access(&path, rustix::fs::Access::EXEC_OK).map_err(std::io::Error::from);
    let error = reachable.err().unwrap_or_else(|| {
        // Without a folder, the name is that of a file here, not of a command.
        let mut command = std::process::Command::new(std::path::Path::new(".").join(&path));
        command.arg0(words.first().map_or("", String::as_str)).args(words.iter().skip(1)).env_clear();
        for pair in variables.chunks_exact(2) {
            command.env(&pair[0], &pair[1]);
        }
        command.exec()
    });
    super::uv::throw_plain(scope, &error, "execve", Some(&path));
}

/// The strings of an array.
fn texts(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>) -> Vec<String> {
    let Ok(array) = v8::Local::<v8::Array>::try_from(value) else { return Vec::new() };
    let texts =
        (0..array.length()).filter_map(|index| Some(array.get_index(scope, index)?.to_rust_string_lossy(scope)));
    texts.collect()
}

/// `kill(pid, signal)`: 0, or a negative errno. Signal 0 only asks.
fn kill(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let number = |index| args.get(index).int32_value(scope).unwrap_or(0);
    rv.set_int32(crate::engine::signal::kill(number(0), number(1)));
}

/// `abort()`: as Node's, it takes the process down at once.
fn abort(_: &mut Scope<'_, '_>, _: Args<'_>, _: Return<'_>) {
    std::process::abort();
}

/// `moduleLoadList()`, in Node's words. A copy: what a program does to it changes no record.
fn module_load_list(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let names: Vec<v8::Local<'_, v8::Value>> =
        Realm::of(scope).load_list().iter().map(|name| js::string(scope, name).into()).collect();
    rv.set(v8::Array::new_with_elements(scope, &names).into());
}
