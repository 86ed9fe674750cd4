//! `internalBinding('fs')`: the file system, synchronously. Functions throw failed system calls in Node's words. Arguments were checked
//! in JavaScript; paths come as strings, or as bytes where a name is not UTF-8. It must not know streams, callbacks or promises.
//!
//! Where a name goes out, a last argument `true` asks for bytes instead of a string.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::binding::Binding;
use crate::bindings::{bytes, uv};

mod copy;
mod entry;
mod file;
mod remove;
mod tree;
mod whole;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    let binding = Binding::new("fs");
    let binding = file::functions(binding);
    let binding = whole::functions(binding);
    let binding = entry::functions(binding);
    let binding = tree::functions(binding);
    binding.function("copyFile", copy::copy_file).function("rmSync", remove::rm)
}

/// The path in an argument.
pub(super) fn path(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>) -> PathBuf {
    let bytes = match bytes::view(value) {
        Some(view) => bytes::with_bytes(view, <[u8]>::to_vec),
        None => value.to_rust_string_lossy(scope).into_bytes(),
    };
    PathBuf::from(OsString::from_vec(bytes))
}

/// A number that stands for a descriptor.
fn descriptor(scope: &Scope<'_, '_>, value: v8::Local<'_, v8::Value>) -> rustix::fd::BorrowedFd<'static> {
    crate::engine::fd::borrow(value.int32_value(scope).unwrap_or(-1))
}

fn flag(value: v8::Local<'_, v8::Value>) -> bool {
    value.is_true()
}

/// The system call that failed, and the paths it was about.
struct Call<'a> {
    name: &'static str,
    path: Option<&'a Path>,
    dest: Option<&'a Path>,
}

impl<'a> Call<'a> {
    fn new(name: &'static str) -> Self {
        Call { name, path: None, dest: None }
    }

    fn on(name: &'static str, path: &'a Path) -> Self {
        Call { name, path: Some(path), dest: None }
    }

    fn from_to(name: &'static str, path: &'a Path, dest: &'a Path) -> Self {
        Call { name, path: Some(path), dest: Some(dest) }
    }

    /// The value of a call that succeeded; else the error is thrown.
    fn check<T>(&self, scope: &Scope<'_, '_>, result: Result<T, impl Into<io::Error>>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.fail(scope, &error.into());
                None
            }
        }
    }

    fn fail(&self, scope: &Scope<'_, '_>, error: &io::Error) {
        let (path, dest) = (self.path.map(shown), self.dest.map(shown));
        uv::throw_io(scope, error, self.name, path.as_deref(), dest.as_deref());
    }
}

fn shown(path: &Path) -> Cow<'_, str> {
    path.to_string_lossy()
}

/// Repeats a call that a signal interrupted.
fn retry<T>(mut call: impl FnMut() -> rustix::io::Result<T>) -> rustix::io::Result<T> {
    loop {
        match call() {
            Err(rustix::io::Errno::INTR) => {}
            result => return result,
        }
    }
}

/// A name for JavaScript: text, or its bytes.
fn name_value<'s>(scope: &mut Scope<'s, '_>, name: &[u8], as_bytes: bool) -> Option<v8::Local<'s, v8::Value>> {
    if as_bytes {
        return bytes::uint8_array(scope, name.to_vec()).map(Into::into);
    }
    v8::String::new_from_utf8(scope, name, v8::NewStringType::Normal).map(Into::into)
}
