//! Copying one file: contents and mode.

use std::path::Path;

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
    if mode & FORCE_CLONE != 0 {
        return clone(&source, &target);
    }
    rustix::fs::ftruncate(&target, 0)?;
    rustix::fs::fchmod(&target, permissions)?;
    let mut chunk = vec![0; 128 * 1024];
    loop {
        let count = retry(|| rustix::io::read(&source, chunk.as_mut_slice()))?;
        if count == 0 {
            return Ok(());
        }
        let mut rest = &chunk[..count];
        while !rest.is_empty() {
            rest = &rest[write_at(rustix::fd::AsFd::as_fd(&target), rest, None)?..];
        }
    }
}

#[cfg(target_os = "linux")]
fn clone(source: &rustix::fd::OwnedFd, target: &rustix::fd::OwnedFd) -> rustix::io::Result<()> {
    rustix::fs::ioctl_ficlone(target, source)
}

#[cfg(not(target_os = "linux"))]
fn clone(_: &rustix::fd::OwnedFd, _: &rustix::fd::OwnedFd) -> rustix::io::Result<()> {
    Err(rustix::io::Errno::NOTSUP)
}
