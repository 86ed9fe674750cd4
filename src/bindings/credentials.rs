//! `internalBinding('credentials')`: who the process runs as.

use std::ffi::CString;
use std::io;

use rustix::process::{getegid, geteuid, getgid, getgroups, getuid};

use super::{os, uv};
use crate::binding::Binding;
use crate::engine::credentials::{self, Identity};
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
        .function("setuid", set_uid)
        .function("seteuid", set_euid)
        .function("setgid", set_gid)
        .function("setegid", set_egid)
        .function("setgroups", set_groups)
        .function("initgroups", init_groups)
}

const USERS: &str = "/etc/passwd";
const GROUPS: &str = "/etc/group";

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

fn set_uid(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    set(scope, args, rv, ("setuid", Identity::User, USERS));
}

fn set_euid(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    set(scope, args, rv, ("seteuid", Identity::EffectiveUser, USERS));
}

fn set_gid(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    set(scope, args, rv, ("setgid", Identity::Group, GROUPS));
}

fn set_egid(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    set(scope, args, rv, ("setegid", Identity::EffectiveGroup, GROUPS));
}

/// `setuid(id)` and the like: 1 if it is a name that the system does not know.
fn set(
    scope: &mut Scope<'_, '_>,
    args: Args<'_>,
    mut rv: Return<'_>,
    (syscall, identity, file): (&str, Identity, &str),
) {
    match id_of(scope, args.get(0), file) {
        Some(id) => finish(scope, credentials::set(identity, id), syscall),
        None => rv.set_uint32(1),
    }
}

/// `setgroups(groups)`: the position, from 1, of a name that the system does not know.
fn set_groups(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(array) = v8::Local::<v8::Array>::try_from(args.get(0)) else { return };
    let mut groups = Vec::new();
    for index in 0..array.length() {
        let Some(group) = array.get_index(scope, index) else { return };
        match id_of(scope, group, GROUPS) {
            Some(id) => groups.push(id),
            None => return rv.set_uint32(index + 1),
        }
    }
    finish(scope, credentials::set_groups(&groups), "setgroups");
}

/// `initgroups(user, extraGroup)`: 1 if there is no such user, 2 if there is no such group.
fn init_groups(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    // The system itself looks the name up: one that it does not know is in no group but the one given.
    let user = match args.get(0).uint32_value(scope).filter(|_| args.get(0).is_uint32()) {
        Some(id) => os::user_name(id),
        None => Some(args.get(0).to_rust_string_lossy(scope)),
    };
    let Some(user) = user.and_then(|name| CString::new(name).ok()) else { return rv.set_uint32(1) };
    match id_of(scope, args.get(1), GROUPS) {
        Some(group) => finish(scope, credentials::init_groups(&user, group), "initgroups"),
        None => rv.set_uint32(2),
    }
}

/// A number as it is; a name looked up in one of the system's two lists.
fn id_of(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>, file: &str) -> Option<u32> {
    if !value.is_string() {
        return value.uint32_value(scope);
    }
    let name = value.to_rust_string_lossy(scope);
    let text = std::fs::read(file).ok()?;
    String::from_utf8_lossy(&text).lines().find_map(|line| {
        let mut parts = line.split(':');
        let id = if parts.next() == Some(&name) { parts.nth(1) } else { None };
        id?.parse().ok()
    })
}

fn finish(scope: &Scope<'_, '_>, result: io::Result<()>, syscall: &str) {
    if let Err(error) = result {
        uv::throw_plain(scope, &error, syscall, None);
    }
}
