//! Signals to processes.

use rustix::io::Errno;
use rustix::process::{self, Pid, Signal};

/// Sends a signal, or with 0 only asks whether that would be allowed. Gives 0 or a negative errno, as libuv does.
pub(crate) fn kill(pid: i32, number: i32) -> i32 {
    let signal = match number {
        0 => None,
        // SAFETY: the number comes from JavaScript; the system call refuses what is not a signal. Signals below 1 and above 64, for which
        // the type makes no promise, are refused here. Those that the C library keeps for itself are sent by nobody else in this process.
        1..=64 => Some(unsafe { Signal::from_raw_unchecked(number) }),
        _ => return -Errno::INVAL.raw_os_error(),
    };
    let result = match (Pid::from_raw(pid.saturating_abs()), signal) {
        (None, None) => process::test_kill_current_process_group(),
        (None, Some(signal)) => process::kill_current_process_group(signal),
        (Some(group), None) if pid < 0 => process::test_kill_process_group(group),
        (Some(group), Some(signal)) if pid < 0 => process::kill_process_group(group, signal),
        (Some(process_id), None) => process::test_kill_process(process_id),
        (Some(process_id), Some(signal)) => process::kill_process(process_id, signal),
    };
    result.map_or_else(|error| -error.raw_os_error(), |()| 0)
}
