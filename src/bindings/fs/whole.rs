//! Whole files, by path or by descriptor: read to the end, written to the last byte.

use std::path::PathBuf;

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;

use super::file::{mode_of, open_path, write_at};
use super::{Args, Call, Return, Scope, descriptor, path, retry};
use crate::binding::Binding;
use crate::bindings::bytes;
use crate::js::{self, Class};

/// More than one read can bring; Node refuses such files, too.
const MAX_FILE: u64 = (1 << 31) - 1;

pub(super) fn functions(binding: Binding) -> Binding {
    binding
        .function("readFileUtf8", read_file_utf8)
        .function("readFileBytes", read_file_bytes)
        .function("writeFileUtf8", write_file_utf8)
        .function("writeFileBytes", write_file_bytes)
}

/// What a file is named by in JavaScript.
enum Target {
    Path(PathBuf),
    Descriptor(BorrowedFd<'static>),
}

/// An open file; one that was opened here is closed with it.
enum Open {
    Own(OwnedFd),
    Given(BorrowedFd<'static>),
}

impl Open {
    fn fd(&self) -> BorrowedFd<'_> {
        match self {
            Open::Own(fd) => fd.as_fd(),
            Open::Given(fd) => *fd,
        }
    }
}

fn open(scope: &Scope<'_, '_>, args: &Args<'_>, flags: i32, mode: i32) -> Option<Open> {
    let target = args.get(0);
    let target = if target.is_number() {
        Target::Descriptor(descriptor(scope, target))
    } else {
        Target::Path(path(scope, target))
    };
    match target {
        Target::Descriptor(fd) => Some(Open::Given(fd)),
        Target::Path(path) => {
            let flags = args.get(flags).int32_value(scope).unwrap_or(0);
            let opened = open_path(&path, flags, mode_of(scope, args.get(mode), 0o666));
            Call::on("open", &path).check(scope, opened).map(Open::Own)
        }
    }
}

/// The bytes of the file in argument 0, opened with the flags in argument 1.
///
/// `sizing` names the call that a bad descriptor fails in: Node asks for the size first, but not for a text.
fn contents(scope: &Scope<'_, '_>, args: &Args<'_>, sizing: &'static str) -> Option<Vec<u8>> {
    let file = open(scope, args, 1, 2)?;
    let fields = Call::new(sizing).check(scope, rustix::fs::fstat(file.fd()))?;
    let size = u64::try_from(fields.st_size).unwrap_or(0);
    if size > MAX_FILE {
        js::throw(
            scope,
            Class::RangeError,
            "ERR_FS_FILE_TOO_LARGE",
            format_args!("File size ({size}) is greater than 2 GiB"),
        );
        return None;
    }
    // One byte more than the file says, so that its end is seen by the same read.
    let mut data = Vec::with_capacity(size as usize + 1);
    Call::new("read").check(scope, read_to_end(file.fd(), &mut data))?;
    Some(data)
}

fn read_to_end(fd: BorrowedFd<'_>, data: &mut Vec<u8>) -> rustix::io::Result<()> {
    loop {
        if data.capacity() - data.len() < 32 {
            data.reserve(64 * 1024);
        }
        match retry(|| rustix::io::read(fd, rustix::buffer::spare_capacity(data))) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(Errno::AGAIN) => wait(fd),
            Err(error) => return Err(error),
        }
    }
}

/// A pipe or terminal that was set not to block is waited for.
fn wait(fd: BorrowedFd<'_>) {
    let mut entry = [rustix::event::PollFd::from_borrowed_fd(fd, rustix::event::PollFlags::IN)];
    // An error here shows again in the read that follows.
    let _ = rustix::event::poll(&mut entry, None);
}

/// `readFileUtf8(path | fd, flags)`: the text; what is not UTF-8 becomes U+FFFD.
fn read_file_utf8(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(data) = contents(scope, &args, "read") else { return };
    match v8::String::new_from_utf8(scope, &data, v8::NewStringType::Normal) {
        Some(text) => rv.set(text.into()),
        None => crate::bindings::buffer::throw_too_long(scope),
    }
}

/// `readFileBytes(path | fd, flags)`: a `Uint8Array` of its own memory.
fn read_file_bytes(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(mut data) = contents(scope, &args, "fstat") else { return };
    data.shrink_to_fit();
    if let Some(array) = bytes::uint8_array(scope, data) {
        rv.set(array.into());
    }
}

/// `writeFileUtf8(path | fd, text, flags, mode)`
fn write_file_utf8(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let text = args.get(1).to_rust_string_lossy(scope);
    let Some(file) = open(scope, &args, 2, 3) else { return };
    Call::new("write").check(scope, write_all(file.fd(), text.as_bytes()));
}

/// `writeFileBytes(path | fd, view, flags, mode)`
fn write_file_bytes(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let Some(view) = bytes::view(args.get(1)) else { return };
    let Some(file) = open(scope, &args, 2, 3) else { return };
    let written = bytes::with_bytes(view, |data| write_all(file.fd(), data));
    Call::new("write").check(scope, written);
}

fn write_all(fd: BorrowedFd<'_>, mut data: &[u8]) -> rustix::io::Result<()> {
    // An empty text is written, too: the descriptor may be a bad one.
    loop {
        let count = write_at(fd, data, None)?;
        data = &data[count..];
        if data.is_empty() {
            return Ok(());
        }
    }
}
