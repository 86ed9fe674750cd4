//! Copying one file: contents and mode.

use std::path::Path;

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{Mode, OFlags};

use super::file::{open_path, write_at};
use super::{Args, Call, Return, Scope, path, retry};

const EXCLUSIVE: u32 = 1;
const FORCE_CLONE: u32 = 4;

/// `copyFile(from, to, mode)`: `mode` is of `COPYFILE_*`.
pub(super) fn copy_file(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (from, to) = (path(scope, args.get(0)), path(scope, args.get(1)));
    let mode = args.get(2).uint32_value(scope).unwrap_or(0);
    Call::from_to("copyfile", &from, &to).check(scope, copy(&from, &to, mode));
}

fn copy(from: &Path, to: &Path, mode: u32) -> rustix::io::Result<()> {
    let source = open_path(from, 0, Mode::empty())?;
    let data = rustix::fs::fstat(&source)?;
    let permissions = Mode::from_raw_mode(data.st_mode);
    let mut flags = OFlags::WRONLY | OFlags::CREATE;
    if mode & EXCLUSIVE != 0 {
        flags |= OFlags::EXCL;
    }
    let target = open_path(to, flags.bits() as i32, permissions)?;
    let existing = rustix::fs::fstat(&target)?;
    // A file copied onto itself is left alone, not emptied.
    if existing.st_dev == data.st_dev && existing.st_ino == data.st_ino {
        return Ok(());
    }
    let copied =
        if mode & FORCE_CLONE != 0 { clone(&source, &target) } else { copy_contents(&source, &target, permissions) };
    // Half a copy is none.
    copied.inspect_err(|_| {
        let _ = rustix::fs::unlink(to);
    })
}

fn copy_contents(source: &OwnedFd, target: &OwnedFd, permissions: Mode) -> rustix::io::Result<()> {
    rustix::fs::ftruncate(target, 0)?;
    rustix::fs::fchmod(target, permissions)?;
    let mut chunk = vec![0; 128 * 1024];
    loop {
        let count = retry(|| rustix::io::read(source, chunk.as_mut_slice()))?;
        if count == 0 {
            return Ok(());
        }
        let mut rest = &chunk[..count];
        while !rest.is_empty() {
            rest = &rest[write_at(target.as_fd(), rest, None)?..];
        }
    }
}

#[cfg(target_os = "linux")]
fn clone(source: &OwnedFd, target: &OwnedFd) -> rustix::io::Result<()> {
    rustix::fs::ioctl_ficlone(target, source)
}

#[cfg(not(target_os = "linux"))]
fn clone(_: &OwnedFd, _: &OwnedFd) -> rustix::io::Result<()> {
    Err(rustix::io::Errno::NOTSUP)
}
