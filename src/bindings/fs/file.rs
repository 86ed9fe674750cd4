//! Descriptors: open, close, read, write, sync, truncate. A short read or write is the caller's to see.

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::{Args, Call, Return, Scope, descriptor, path, retry};
use crate::binding::Binding;
use crate::bindings::bytes;

/// The greatest number up to which JavaScript tells all whole numbers apart.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

pub(super) fn functions(binding: Binding) -> Binding {
    binding
        .function("open", open)
        .function("close", close)
        .function("read", read)
        .function("readBuffers", read_buffers)
        .function("writeBuffer", write_buffer)
        .function("writeBuffers", write_buffers)
        .function("writeString", write_string)
        .function("ftruncate", ftruncate)
        .function("fsync", fsync)
        .function("fdatasync", fdatasync)
}

/// `open(path, flags, mode)`: a descriptor.
fn open(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    use rustix::fd::IntoRawFd;
    let path = path(scope, args.get(0));
    let opened = open_path(&path, args.get(1).int32_value(scope).unwrap_or(0), mode_of(scope, args.get(2), 0o666));
    if let Some(fd) = Call::on("open", &path).check(scope, opened) {
        rv.set_int32(fd.into_raw_fd());
    }
}

pub(super) fn open_path(path: &std::path::Path, flags: i32, mode: Mode) -> rustix::io::Result<rustix::fd::OwnedFd> {
    let flags = OFlags::from_bits_retain(flags as _) | OFlags::CLOEXEC;
    retry(|| rustix::fs::open(path, flags, mode))
}

pub(super) fn mode_of(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>, default: u32) -> Mode {
    let raw = if value.is_number() { value.uint32_value(scope).unwrap_or(default) } else { default };
    Mode::from_raw_mode(raw as _)
}

fn close(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let number = args.get(0).int32_value(scope).unwrap_or(-1);
    Call::new("close").check(scope, crate::engine::fd::close(number));
}

/// Where a read or write takes place; none for the descriptor's own position.
fn position(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>) -> Option<u64> {
    if let Ok(big) = v8::Local::<v8::BigInt>::try_from(value) {
        return u64::try_from(big.i64_value().0).ok();
    }
    // What is no whole number means the descriptor's own position, too.
    let number = value.number_value(scope).filter(|number| value.is_number() && number.fract() == 0.0)?;
    (0.0..=MAX_SAFE_INTEGER).contains(&number).then_some(number as u64)
}

/// `read(fd, view, offset, length, position)`: the number of bytes read.
fn read(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(view) = bytes::view(args.get(1)) else { return };
    let offset = bytes::index(scope, args.get(2));
    let length = bytes::index(scope, args.get(3)).min(view.byte_length().saturating_sub(offset));
    let (fd, position) = (descriptor(scope, args.get(0)), position(scope, args.get(4)));
    let mut room = vec![0; length];
    if let Some(count) = Call::new("read").check(scope, read_at(fd, &mut room, position)) {
        rv.set_double(bytes::fill(view, offset, &room[..count]) as f64);
    }
}

fn read_at(fd: rustix::fd::BorrowedFd<'_>, room: &mut [u8], position: Option<u64>) -> rustix::io::Result<usize> {
    retry(|| match position {
        Some(at) => rustix::io::pread(fd, &mut *room, at),
        None => rustix::io::read(fd, &mut *room),
    })
}

pub(super) fn write_at(
    fd: rustix::fd::BorrowedFd<'_>,
    data: &[u8],
    position: Option<u64>,
) -> rustix::io::Result<usize> {
    retry(|| match position {
        Some(at) => rustix::io::pwrite(fd, data, at),
        None => rustix::io::write(fd, data),
    })
}

/// `readBuffers(fd, views, position)`: one read, spread over the views in turn.
fn read_buffers(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let views = views(scope, args.get(1));
    let mut room = vec![0; views.iter().map(|view| view.byte_length()).sum()];
    let (fd, position) = (descriptor(scope, args.get(0)), position(scope, args.get(2)));
    // The system takes no empty list.
    let result = if views.is_empty() { Err(Errno::INVAL) } else { read_at(fd, &mut room, position) };
    let Some(count) = Call::new("read").check(scope, result) else { return };
    let mut rest = &room[..count];
    for view in views {
        let filled = bytes::fill(view, 0, rest);
        rest = &rest[filled..];
    }
    rv.set_double(count as f64);
}

fn views<'s>(scope: &Scope<'s, '_>, value: v8::Local<'s, v8::Value>) -> Vec<v8::Local<'s, v8::ArrayBufferView>> {
    let Ok(list) = v8::Local::<v8::Array>::try_from(value) else { return Vec::new() };
    (0..list.length()).filter_map(|at| list.get_index(scope, at).and_then(bytes::view)).collect()
}

/// `writeBuffer(fd, view, offset, length, position)`: the number of bytes written.
fn write_buffer(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(view) = bytes::view(args.get(1)) else { return };
    let (offset, length) = (bytes::index(scope, args.get(2)), bytes::index(scope, args.get(3)));
    let (fd, position) = (descriptor(scope, args.get(0)), position(scope, args.get(4)));
    let written = bytes::with_bytes(view, |data| {
        let data = data.get(offset..).unwrap_or_default();
        write_at(fd, &data[..length.min(data.len())], position)
    });
    if let Some(count) = Call::new("write").check(scope, written) {
        rv.set_double(count as f64);
    }
}

/// `writeBuffers(fd, views, position)`: as one piece, so that other writers do not come between.
fn write_buffers(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let mut data = Vec::new();
    for view in views(scope, args.get(1)) {
        bytes::with_bytes(view, |part| data.extend_from_slice(part));
    }
    let (fd, position) = (descriptor(scope, args.get(0)), position(scope, args.get(2)));
    if let Some(count) = Call::new("write").check(scope, write_at(fd, &data, position)) {
        rv.set_double(count as f64);
    }
}

/// `writeString(fd, text, position)`: in UTF-8; other encodings come as bytes.
fn write_string(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let text = args.get(1).to_rust_string_lossy(scope);
    let (fd, position) = (descriptor(scope, args.get(0)), position(scope, args.get(2)));
    if let Some(count) = Call::new("write").check(scope, write_at(fd, text.as_bytes(), position)) {
        rv.set_double(count as f64);
    }
}

fn ftruncate(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let (fd, length) = (descriptor(scope, args.get(0)), args.get(1).integer_value(scope).unwrap_or(0));
    let result =
        u64::try_from(length).map_err(|_| Errno::INVAL).and_then(|length| retry(|| rustix::fs::ftruncate(fd, length)));
    Call::new("ftruncate").check(scope, result);
}

fn fsync(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let fd = descriptor(scope, args.get(0));
    Call::new("fsync").check(scope, retry(|| rustix::fs::fsync(fd)));
}

fn fdatasync(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let fd = descriptor(scope, args.get(0));
    Call::new("fdatasync").check(scope, retry(|| rustix::fs::fdatasync(fd)));
}
