//! `internalBinding('credentials')`: who the process runs as.

use rustix::process::{getegid, geteuid, getgid, getgroups, getuid};

use crate::binding::Binding;
use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("credentials")
        .function("safeGetenv", safe_getenv)
        .function("getuid", |_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>| rv.set_uint32(getuid().as_raw()))
        .function("geteuid", |_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>| rv.set_uint32(geteuid().as_raw()))
        .function("getgid", |_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>| rv.set_uint32(getgid().as_raw()))
        .function("getegid", |_: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>| rv.set_uint32(getegid().as_raw()))
        .function("getgroups", get_groups)
}

/// `safeGetenv(name)`: not read when the program runs with more rights than its user has.
fn safe_getenv(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if getuid() != geteuid() || getgid() != getegid() {
        return;
    }
    let name = args.get(0).to_rust_string_lossy(scope);
    if name.is_empty() || name.contains(['=', '\0']) {
        return;
    }
    if let Some(value) = std::env::var_os(name) {
        rv.set(js::string(scope, &value.to_string_lossy()).into());
    }
}

/// All groups, the effective one included.
fn get_groups(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let mut groups = getgroups().unwrap_or_default();
    if !groups.contains(&getegid()) {
        groups.push(getegid());
    }
    let numbers: Vec<v8::Local<'_, v8::Value>> =
        groups.iter().map(|group| v8::Integer::new_from_unsigned(scope, group.as_raw()).into()).collect();
    rv.set(v8::Array::new_with_elements(scope, &numbers).into());
}
