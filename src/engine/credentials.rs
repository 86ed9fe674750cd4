//! Who the process runs as, changed. The C library changes it for all threads at once; the system calls alone change the calling thread.

use std::ffi::{CStr, c_int};
use std::io;

/// One of the numbers that say who a process is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Identity {
    User,
    EffectiveUser,
    Group,
    EffectiveGroup,
}

pub(crate) fn set(identity: Identity, id: u32) -> io::Result<()> {
    let call = match identity {
        Identity::User => libc::setuid,
        Identity::EffectiveUser => libc::seteuid,
        Identity::Group => libc::setgid,
        Identity::EffectiveGroup => libc::setegid,
    };
    // SAFETY: each of the four takes any number, reads no memory of ours, and keeps nothing.
    result(unsafe { call(id) })
}

pub(crate) fn set_groups(groups: &[u32]) -> io::Result<()> {
    // SAFETY: the pointer and the length are those of one slice, which the call only reads.
    result(unsafe { libc::setgroups(groups.len(), groups.as_ptr()) })
}

/// All groups that the system has on record for a user, and one more.
pub(crate) fn init_groups(user: &CStr, group: u32) -> io::Result<()> {
    // SAFETY: the name ends in a NUL and outlives the call, which only reads it.
    result(unsafe { libc::initgroups(user.as_ptr(), group) })
}

fn result(status: c_int) -> io::Result<()> {
    if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
