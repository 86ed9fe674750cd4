//! File descriptors that JavaScript names by number.

use rustix::fd::BorrowedFd;

/// The descriptor of a number that JavaScript gave. Whether it is open is for the system call to say (`EBADF`).
pub(crate) fn borrow(number: i32) -> BorrowedFd<'static> {
    // A negative number other than -1 is as bad as any; -1 is the one value the type forbids, so a number no process reaches stands in.
    let number = if number < 0 { i32::MAX } else { number };
    // SAFETY: the number is not -1. A descriptor that is closed or reused meanwhile is no memory hazard: JavaScript owns these numbers
    // as it does in Node, and every use is a system call that checks them.
    unsafe { BorrowedFd::borrow_raw(number) }
}

/// Closes the descriptor of a number that JavaScript gave.
pub(crate) fn close(number: i32) -> rustix::io::Result<()> {
    // Closing itself tells nothing; whether there is something to close is asked before.
    rustix::io::fcntl_getfd(borrow(number))?;
    // SAFETY: the number is an open descriptor. JavaScript owns these numbers as it does in Node: that nobody uses it afterwards is
    // the script's affair, and a use that comes all the same is a failing system call, no memory hazard.
    unsafe { rustix::io::close(number) };
    Ok(())
}
