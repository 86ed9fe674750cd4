//! `internalBinding('stdio')`: blocking output and input on the standard descriptors. Everything is written before a call returns, so
//! that nothing is lost at exit; it must not know consoles or streams.

use rustix::fd::BorrowedFd;
use rustix::io::Errno;

use crate::binding::Binding;
use crate::engine::fd::borrow;

pub(super) fn binding() -> Binding {
    Binding::new("stdio")
        .function("writeString", write_string)
        .function("writeBytes", write_bytes)
        .function("readAll", read_all)
        .function("isatty", isatty)
        .function("getWindowSize", get_window_size)
}

/// `writeString(fd, text)`: 0, or a negative errno.
fn write_string(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let text = args.get(1).to_rust_string_lossy(scope);
    rv.set_int32(write_all(descriptor(scope, &args), text.as_bytes()));
}

/// `writeBytes(fd, view)`: 0, or a negative errno.
fn write_bytes(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let Ok(view) = v8::Local::<v8::ArrayBufferView>::try_from(args.get(1)) else { return };
    let mut bytes = vec![0; view.byte_length()];
    view.copy_contents(&mut bytes);
    rv.set_int32(write_all(descriptor(scope, &args), &bytes));
}

/// `readAll(fd)`: everything until the end, as a `Uint8Array`; or a negative errno.
fn read_all(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let fd = descriptor(scope, &args);
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match rustix::io::read(fd, chunk.as_mut_slice()) {
            Ok(0) => break,
            Ok(read) => bytes.extend_from_slice(&chunk[..read]),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => wait(fd, rustix::event::PollFlags::IN),
            Err(error) => return rv.set_int32(-error.raw_os_error()),
        }
    }
    let length = bytes.len();
    let store = v8::ArrayBuffer::new_backing_store_from_vec(bytes).make_shared();
    let buffer = v8::ArrayBuffer::with_backing_store(scope, &store);
    if let Some(array) = v8::Uint8Array::new(scope, buffer, 0, length) {
        rv.set(array.into());
    }
}

fn isatty(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    rv.set_bool(rustix::termios::isatty(descriptor(scope, &args)));
}

/// `getWindowSize(fd)`: `[columns, rows]`, or `undefined` where there is no terminal.
fn get_window_size(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    if let Ok(size) = rustix::termios::tcgetwinsize(descriptor(scope, &args)) {
        let pair = [size.ws_col, size.ws_row].map(|number| v8::Integer::new(scope, number.into()).into());
        rv.set(v8::Array::new_with_elements(scope, &pair).into());
    }
}

fn descriptor(scope: &v8::PinScope<'_, '_>, args: &v8::FunctionCallbackArguments<'_>) -> BorrowedFd<'static> {
    borrow(args.get(0).int32_value(scope).unwrap_or(-1))
}

/// Writes everything; a descriptor that is not ready is waited for.
fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> i32 {
    while !bytes.is_empty() {
        match rustix::io::write(fd, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => wait(fd, rustix::event::PollFlags::OUT),
            Err(error) => return -error.raw_os_error(),
        }
    }
    0
}

fn wait(fd: BorrowedFd<'_>, events: rustix::event::PollFlags) {
    let mut entry = [rustix::event::PollFd::from_borrowed_fd(fd, events)];
    // An error here shows again, by name, in the read or write that follows.
    let _ = rustix::event::poll(&mut entry, None);
}
