//! The user the process runs as, from the environment and `/etc/passwd`.

use rustix::process::geteuid;

use super::{Args, Return, Scope, uv};
use crate::js;

const NOT_FOUND: i32 = 2;

struct User {
    name: String,
    group: u32,
    home: String,
    shell: String,
}

fn lookup(id: u32) -> Option<User> {
    let text = std::fs::read("/etc/passwd").ok()?;
    String::from_utf8_lossy(&text).lines().find_map(|line| {
        let mut parts = line.split(':');
        let (name, _, user, group) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let (_, home, shell) = (parts.next()?, parts.next()?, parts.next()?);
        (user.parse() == Ok(id)).then(|| User {
            name: name.to_owned(),
            group: group.parse().unwrap_or(0),
            home: home.to_owned(),
            shell: shell.to_owned(),
        })
    })
}

/// The name of a user.
pub(crate) fn user_name(id: u32) -> Option<String> {
    lookup(id).map(|user| user.name)
}

/// `$HOME`, even if it is wrong; else what the system has on record.
pub(super) fn get_home_directory(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let home = std::env::var_os("HOME").map(|home| home.to_string_lossy().into_owned());
    match home.or_else(|| lookup(geteuid().as_raw()).map(|user| user.home)) {
        Some(home) => rv.set(js::string(scope, &home).into()),
        None => uv::throw_errno(scope, NOT_FOUND, "uv_os_homedir", None, None),
    }
}

/// `getUserInfo()`: uid, gid, username, homedir, shell.
pub(super) fn get_user_info(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let id = geteuid().as_raw();
    let Some(user) = lookup(id) else { return uv::throw_errno(scope, NOT_FOUND, "uv_os_get_passwd", None, None) };
    let object = js::null_object(scope);
    js::set(scope, object, "uid", v8::Integer::new_from_unsigned(scope, id).into());
    js::set(scope, object, "gid", v8::Integer::new_from_unsigned(scope, user.group).into());
    for (name, value) in [("username", &user.name), ("homedir", &user.home), ("shell", &user.shell)] {
        js::set(scope, object, name, js::string(scope, value).into());
    }
    rv.set(object.into());
}
