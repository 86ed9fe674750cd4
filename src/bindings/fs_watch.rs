//! `internalBinding('fs_watch')`: changes of files as the system tells of them. Watchers and their listeners are known to
//! `internal/fs/watch`.

use super::{bytes, fs, uv};
use crate::binding::Binding;
use crate::realm::{Realm, Slot};

pub(super) fn binding() -> Binding {
    Binding::new("fs_watch")
        .function("setupWatches", setup_watches)
        .function("addWatch", add_watch)
        .function("removeWatch", remove_watch)
        .function("setWatchRefs", set_watch_refs)
}

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// `setupWatches(fn(watch, mask, name))`: called for each change; `name` is a Uint8Array or undefined.
fn setup_watches(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    Realm::of(scope).set(scope, Slot::FileChange, args.get(0));
}

/// `addWatch(path)`: a number, the same for all paths of one file.
fn add_watch(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = fs::path(scope, args.get(0));
    match Realm::of(scope).host.event_loop.watches().add(&path) {
        Ok(watch) => rv.set_int32(watch),
        Err(errno) => uv::throw_errno(scope, errno.raw_os_error(), "watch", Some(&path.to_string_lossy()), None),
    }
}

fn remove_watch(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    if let Some(watch) = args.get(0).int32_value(scope) {
        Realm::of(scope).host.event_loop.watches().remove(watch);
    }
}

/// `setWatchRefs(count)`: how many watchers keep the program alive.
fn set_watch_refs(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let count = args.get(0).uint32_value(scope).unwrap_or(0);
    Realm::of(scope).host.event_loop.watches().set_refs(count);
}

/// The arguments of a call of the hook.
pub(crate) fn change<'s>(
    scope: &mut Scope<'s, '_>,
    watch: i32,
    mask: u32,
    name: Option<Vec<u8>>,
) -> [v8::Local<'s, v8::Value>; 3] {
    let name = name.and_then(|name| bytes::uint8_array(scope, name));
    [
        v8::Integer::new(scope, watch).into(),
        v8::Integer::new_from_unsigned(scope, mask).into(),
        name.map_or_else(|| v8::undefined(scope).into(), Into::into),
    ]
}
