//! What the kernel has counted for this process or thread.

use std::mem::MaybeUninit;

/// Of whom.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Who {
    Process,
    Thread,
}

pub(crate) fn usage(who: Who) -> libc::rusage {
    let who = match who {
        Who::Process => libc::RUSAGE_SELF,
        Who::Thread => libc::RUSAGE_THREAD,
    };
    let mut usage = MaybeUninit::zeroed();
    // SAFETY: the call writes one such struct, and the place is one. It fails only for another `who` or a bad place.
    unsafe { libc::getrusage(who, usage.as_mut_ptr()) };
    // SAFETY: zeroes are a valid value of it, as is all that the call may have written over them.
    unsafe { usage.assume_init() }
}
