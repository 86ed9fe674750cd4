//! The tree of names: listing, making, renaming, linking, resolving. Removing and copying have files of their own.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::file::mode_of;
use super::{Args, Call, Return, Scope, flag, name_value, path, retry};
use crate::binding::Binding;

pub(super) fn functions(binding: Binding) -> Binding {
    binding
        .function("readdir", readdir)
        .function("opendir", opendir)
        .function("mkdir", mkdir)
        .function("mkdtemp", mkdtemp)
        .function("rmdir", rmdir)
        .function("unlink", unlink)
        .function("rename", rename)
        .function("symlink", symlink)
        .function("link", link)
        .function("readlink", readlink)
        .function("realpath", realpath)
}

/// One name in a directory, and its type as `UV_DIRENT_*` has it.
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    kind: u32,
}

/// The names in a directory in the order of the system, without `.` and `..`.
pub(super) fn list(path: &Path) -> rustix::io::Result<Vec<Entry>> {
    let fd = retry(|| rustix::fs::open(path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()))?;
    let mut entries = Vec::new();
    for entry in Dir::new(fd)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            entries.push(Entry { name: name.to_vec(), kind: dirent_type(entry.file_type()) });
        }
    }
    Ok(entries)
}

fn dirent_type(kind: FileType) -> u32 {
    match kind {
        FileType::RegularFile => 1,
        FileType::Directory => 2,
        FileType::Symlink => 3,
        FileType::Fifo => 4,
        FileType::Socket => 5,
        FileType::CharacterDevice => 6,
        FileType::BlockDevice => 7,
        FileType::Unknown => 0,
    }
}

fn names<'s>(scope: &mut Scope<'s, '_>, entries: &[Entry], as_bytes: bool) -> v8::Local<'s, v8::Array> {
    let names: Vec<_> = entries.iter().filter_map(|entry| name_value(scope, &entry.name, as_bytes)).collect();
    v8::Array::new_with_elements(scope, &names)
}

fn names_and_types<'s>(scope: &mut Scope<'s, '_>, entries: &[Entry], as_bytes: bool) -> v8::Local<'s, v8::Value> {
    let names = names(scope, entries, as_bytes);
    let types: Vec<_> = entries.iter().map(|entry| v8::Integer::new_from_unsigned(scope, entry.kind).into()).collect();
    let types = v8::Array::new_with_elements(scope, &types);
    v8::Array::new_with_elements(scope, &[names.into(), types.into()]).into()
}

/// `readdir(path, withFileTypes, asBytes)`: names in byte order, or `[names, types]`.
fn readdir(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = path(scope, args.get(0));
    let Some(mut entries) = Call::on("scandir", &path).check(scope, list(&path)) else { return };
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let as_bytes = flag(args.get(2));
    if flag(args.get(1)) {
        rv.set(names_and_types(scope, &entries, as_bytes));
    } else {
        rv.set(names(scope, &entries, as_bytes).into());
    }
}

/// `opendir(path, asBytes)`: `[names, types]` in the order of the system.
fn opendir(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = path(scope, args.get(0));
    if let Some(entries) = Call::on("opendir", &path).check(scope, list(&path)) {
        rv.set(names_and_types(scope, &entries, flag(args.get(1))));
    }
}

/// `mkdir(path, mode, recursive)`: with `recursive`, the first directory that was made, if one was.
fn mkdir(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = path(scope, args.get(0));
    let mode = mode_of(scope, args.get(1), 0o777);
    if !flag(args.get(2)) {
        Call::on("mkdir", &path).check(scope, rustix::fs::mkdir(&path, mode));
        return;
    }
    match make_all(&path, mode) {
        Ok(Some(first)) => {
            if let Some(name) = name_value(scope, first.as_os_str().as_bytes(), false) {
                rv.set(name);
            }
        }
        Ok(None) => {}
        Err(error) => Call::on("mkdir", &path).fail(scope, &error.into()),
    }
}

/// Makes a directory and what of its parents is missing; the first one made, from the top.
fn make_all(path: &Path, mode: Mode) -> rustix::io::Result<Option<PathBuf>> {
    let mut first = None;
    let mut missing = vec![path.to_owned()];
    while let Some(next) = missing.pop() {
        match rustix::fs::mkdir(&next, mode) {
            Ok(()) => {
                first.get_or_insert(next);
            }
            Err(Errno::NOENT) => {
                let parent = next.parent().filter(|parent| !parent.as_os_str().is_empty()).map(Path::to_owned);
                let Some(parent) = parent else { return Err(Errno::NOENT) };
                missing.push(next);
                missing.push(parent);
            }
            Err(error @ (Errno::ACCESS | Errno::NOTDIR | Errno::PERM)) => return Err(error),
            Err(error) => match std::fs::metadata(&next) {
                Ok(data) if data.is_dir() => {}
                // A file stands where a parent is wanted, or where the directory itself is.
                Ok(_) => {
                    return Err(if error == Errno::EXIST && !missing.is_empty() {
                        Errno::NOTDIR
                    } else {
                        Errno::EXIST
                    });
                }
                Err(_) => return Err(error),
            },
        }
    }
    Ok(first)
}

/// `mkdtemp(prefix, asBytes)`: makes a directory of that prefix and six random characters; its path.
fn mkdtemp(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let prefix = path(scope, args.get(0)).into_os_string().into_vec();
    let mut template = prefix.clone();
    template.extend_from_slice(b"XXXXXX");
    let template = PathBuf::from(std::ffi::OsString::from_vec(template));
    if let Some(made) = Call::on("mkdtemp", &template).check(scope, make_unique(&prefix))
        && let Some(name) = name_value(scope, &made, flag(args.get(1)))
    {
        rv.set(name);
    }
}

fn make_unique(prefix: &[u8]) -> rustix::io::Result<Vec<u8>> {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    for _ in 0..1000 {
        // Each state is keyed at random.
        let mut random = RandomState::new().build_hasher().finish();
        let mut name = prefix.to_vec();
        for _ in 0..6 {
            name.push(LETTERS[(random % 62) as usize]);
            random /= 62;
        }
        match rustix::fs::mkdir(name.as_slice(), Mode::RWXU) {
            Err(Errno::EXIST) => {}
            result => return result.map(|()| name),
        }
    }
    Err(Errno::EXIST)
}

fn rmdir(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    Call::on("rmdir", &path).check(scope, rustix::fs::rmdir(&path));
}

fn unlink(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    Call::on("unlink", &path).check(scope, rustix::fs::unlink(&path));
}

fn rename(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (from, to) = (path(scope, args.get(0)), path(scope, args.get(1)));
    Call::from_to("rename", &from, &to).check(scope, rustix::fs::rename(&from, &to));
}

/// `symlink(target, path)`
fn symlink(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (target, path) = (path(scope, args.get(0)), path(scope, args.get(1)));
    Call::from_to("symlink", &target, &path).check(scope, rustix::fs::symlink(&target, &path));
}

/// `link(existing, path)`
fn link(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (existing, path) = (path(scope, args.get(0)), path(scope, args.get(1)));
    Call::from_to("link", &existing, &path).check(scope, rustix::fs::link(&existing, &path));
}

/// `readlink(path, asBytes)`
fn readlink(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = path(scope, args.get(0));
    if let Some(target) = Call::on("readlink", &path).check(scope, rustix::fs::readlink(&path, Vec::new()))
        && let Some(name) = name_value(scope, target.to_bytes(), flag(args.get(1)))
    {
        rv.set(name);
    }
}

/// `realpath(path, asBytes)`
fn realpath(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let path = path(scope, args.get(0));
    let resolved: io::Result<PathBuf> = std::fs::canonicalize(&path);
    if let Some(resolved) = Call::on("realpath", &path).check(scope, resolved)
        && let Some(name) = name_value(scope, resolved.as_os_str().as_bytes(), flag(args.get(1)))
    {
        rv.set(name);
    }
}
