//! Metadata of one entry: stat, access, existence, mode, owner, times.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::UNIX_EPOCH;

use rustix::fs::{Access, AtFlags, CWD, Gid, Timespec, Timestamps, Uid};

use super::file::mode_of;
use super::{Args, Call, Return, Scope, descriptor, flag, path, retry};
use crate::binding::Binding;

pub(super) fn functions(binding: Binding) -> Binding {
    binding
        .function("stat", stat)
        .function("lstat", lstat)
        .function("fstat", fstat)
        .function("statfs", statfs)
        .function("internalModuleStat", internal_module_stat)
        .function("existsSync", exists)
        .function("access", access)
        .function("chmod", chmod)
        .function("fchmod", fchmod)
        .function("chown", chown)
        .function("lchown", lchown)
        .function("fchown", fchown)
        .function("utimes", utimes)
        .function("lutimes", lutimes)
        .function("futimes", futimes)
}

/// The eighteen fields in the order of Node's `Stats`, times in seconds and nanoseconds.
fn fields(data: &std::fs::Metadata) -> [i64; 18] {
    // Not every file system tells when an entry was made.
    let birth = data.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    [
        data.dev() as i64,
        data.mode().into(),
        data.nlink() as i64,
        data.uid().into(),
        data.gid().into(),
        data.rdev() as i64,
        data.blksize() as i64,
        data.ino() as i64,
        data.size() as i64,
        data.blocks() as i64,
        data.atime(),
        data.atime_nsec(),
        data.mtime(),
        data.mtime_nsec(),
        data.ctime(),
        data.ctime_nsec(),
        birth.as_secs() as i64,
        birth.subsec_nanos().into(),
    ]
}

/// Where the times begin in what `stat` gives.
const TIMES: usize = 10;

/// A list of numbers, or of bigints where whole 64 bits count.
fn list<'s>(scope: &Scope<'s, '_>, fields: &[i64], bigint: bool) -> v8::Local<'s, v8::Value> {
    let values: Vec<v8::Local<'_, v8::Value>> = fields
        .iter()
        .enumerate()
        .map(|(at, field)| match bigint {
            // An inode number may use the top bit; a time may lie before 1970.
            true if *field < 0 && at < TIMES => v8::BigInt::new_from_u64(scope, *field as u64).into(),
            true => v8::BigInt::new_from_i64(scope, *field).into(),
            false => v8::Number::new(scope, *field as f64).into(),
        })
        .collect();
    v8::Array::new_with_elements(scope, &values).into()
}

/// `stat(path, bigint, throwIfNoEntry)`: `undefined` for what is not there, if that is not to throw.
fn stat(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    stat_with(scope, &args, rv, "stat", |path| std::fs::metadata(path));
}

fn lstat(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    stat_with(scope, &args, rv, "lstat", |path| std::fs::symlink_metadata(path));
}

fn stat_with(
    scope: &mut Scope<'_, '_>,
    args: &Args<'_>,
    mut rv: Return<'_>,
    name: &'static str,
    read: fn(&Path) -> io::Result<std::fs::Metadata>,
) {
    let path = path(scope, args.get(0));
    let result = read(&path);
    if args.get(2).is_false() && result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return;
    }
    if let Some(data) = Call::on(name, &path).check(scope, result) {
        rv.set(list(scope, &fields(&data), flag(args.get(1))));
    }
}

/// `fstat(fd, bigint)`
fn fstat(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    // Through a copy of the descriptor, since only an owned file tells its time of birth.
    let file = descriptor(scope, args.get(0)).try_clone_to_owned().map(std::fs::File::from);
    let data = file.and_then(|file| file.metadata());
    if let Some(data) = Call::new("fstat").check(scope, data) {
        rv.set(list(scope, &fields(&data), flag(args.get(1))));
    }
}

/// `statfs(path, bigint)`: type, block size, blocks, free, available, files, free files.
fn statfs(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = path(scope, args.get(0));
    let Some(data) = Call::on("statfs", &path).check(scope, rustix::fs::statfs(&path)) else { return };
    #[allow(clippy::unnecessary_cast, reason = "the fields have other types on other systems")]
    let fields = [
        data.f_type as i64,
        data.f_bsize as i64,
        data.f_blocks as i64,
        data.f_bfree as i64,
        data.f_bavail as i64,
        data.f_files as i64,
        data.f_ffree as i64,
    ];
    rv.set(list(scope, &fields, flag(args.get(1))));
}

/// `internalModuleStat(path)`: 0 for a file, 1 for a directory, less where there is nothing.
fn internal_module_stat(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    rv.set_int32(match std::fs::metadata(path(scope, args.get(0))) {
        Ok(data) if data.is_dir() => 1,
        Ok(_) => 0,
        Err(error) => -error.raw_os_error().unwrap_or(1),
    });
}

fn exists(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    rv.set_bool(rustix::fs::access(path(scope, args.get(0)), Access::EXISTS).is_ok());
}

/// `access(path, mode)`
fn access(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let mode = Access::from_bits_retain(args.get(1).uint32_value(scope).unwrap_or(0) as _);
    Call::on("access", &path).check(scope, rustix::fs::access(&path, mode));
}

fn chmod(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let mode = mode_of(scope, args.get(1), 0);
    Call::on("chmod", &path).check(scope, rustix::fs::chmod(&path, mode));
}

fn fchmod(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (fd, mode) = (descriptor(scope, args.get(0)), mode_of(scope, args.get(1), 0));
    Call::new("fchmod").check(scope, rustix::fs::fchmod(fd, mode));
}

/// User and group; -1 leaves one as it is.
fn owner(scope: &Scope<'_, '_>, args: &Args<'_>) -> (Option<Uid>, Option<Gid>) {
    let id = |at| args.get(at).integer_value(scope).and_then(|id| u32::try_from(id).ok()).filter(|id| *id != u32::MAX);
    (id(1).map(Uid::from_raw), id(2).map(Gid::from_raw))
}

fn chown(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let (user, group) = owner(scope, &args);
    Call::on("chown", &path).check(scope, rustix::fs::chown(&path, user, group));
}

fn lchown(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let (user, group) = owner(scope, &args);
    let result = rustix::fs::chownat(CWD, &path, user, group, AtFlags::SYMLINK_NOFOLLOW);
    Call::on("lchown", &path).check(scope, result);
}

fn fchown(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (user, group) = owner(scope, &args);
    let fd = descriptor(scope, args.get(0));
    Call::new("fchown").check(scope, rustix::fs::fchown(fd, user, group));
}

/// Seconds, with a fraction, as the system counts them.
fn timespec(seconds: f64) -> Timespec {
    let whole = seconds.floor();
    let nanoseconds = ((seconds - whole) * 1e9) as i64;
    Timespec { tv_sec: whole as i64, tv_nsec: nanoseconds.clamp(0, 999_999_999) as _ }
}

fn times(scope: &Scope<'_, '_>, args: &Args<'_>) -> Timestamps {
    let time = |at| timespec(args.get(at).number_value(scope).unwrap_or(0.0));
    Timestamps { last_access: time(1), last_modification: time(2) }
}

/// `utimes(path, atime, mtime)` in seconds.
fn utimes(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let result = rustix::fs::utimensat(CWD, &path, &times(scope, &args), AtFlags::empty());
    Call::on("utime", &path).check(scope, result);
}

fn lutimes(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let result = rustix::fs::utimensat(CWD, &path, &times(scope, &args), AtFlags::SYMLINK_NOFOLLOW);
    Call::on("lutime", &path).check(scope, result);
}

fn futimes(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let fd = descriptor(scope, args.get(0));
    let times = times(scope, &args);
    Call::new("futime").check(scope, retry(|| rustix::fs::futimens(fd, &times)));
}
