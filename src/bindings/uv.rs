//! `internalBinding('uv')`: names and descriptions of system errors in libuv's words, and the exceptions made from them.

use std::io;

use crate::binding::Binding;
use crate::js;

/// errno, name, description.
#[rustfmt::skip]
const ERRORS: &[(i32, &str, &str)] = &[
    (1, "EPERM", "operation not permitted"),
    (2, "ENOENT", "no such file or directory"),
    (3, "ESRCH", "no such process"),
    (4, "EINTR", "interrupted system call"),
    (5, "EIO", "i/o error"),
    (6, "ENXIO", "no such device or address"),
    (7, "E2BIG", "argument list too long"),
    (9, "EBADF", "bad file descriptor"),
    (11, "EAGAIN", "resource temporarily unavailable"),
    (12, "ENOMEM", "not enough memory"),
    (13, "EACCES", "permission denied"),
    (14, "EFAULT", "bad address in system call argument"),
    (16, "EBUSY", "resource busy or locked"),
    (17, "EEXIST", "file already exists"),
    (18, "EXDEV", "cross-device link not permitted"),
    (19, "ENODEV", "no such device"),
    (20, "ENOTDIR", "not a directory"),
    (21, "EISDIR", "illegal operation on a directory"),
    (22, "EINVAL", "invalid argument"),
    (23, "ENFILE", "file table overflow"),
    (24, "EMFILE", "too many open files"),
    (25, "ENOTTY", "inappropriate ioctl for device"),
    (26, "ETXTBSY", "text file is busy"),
    (27, "EFBIG", "file too large"),
    (28, "ENOSPC", "no space left on device"),
    (29, "ESPIPE", "invalid seek"),
    (30, "EROFS", "read-only file system"),
    (31, "EMLINK", "too many links"),
    (32, "EPIPE", "broken pipe"),
    (34, "ERANGE", "result too large"),
    (36, "ENAMETOOLONG", "name too long"),
    (38, "ENOSYS", "function not implemented"),
    (39, "ENOTEMPTY", "directory not empty"),
    (40, "ELOOP", "too many symbolic links encountered"),
    (49, "EUNATCH", "protocol driver not attached"),
    (61, "ENODATA", "no data available"),
    (64, "ENONET", "machine is not on the network"),
    (71, "EPROTO", "protocol error"),
    (75, "EOVERFLOW", "value too large for defined data type"),
    (84, "EILSEQ", "illegal byte sequence"),
    (88, "ENOTSOCK", "socket operation on non-socket"),
    (89, "EDESTADDRREQ", "destination address required"),
    (90, "EMSGSIZE", "message too long"),
    (91, "EPROTOTYPE", "protocol wrong type for socket"),
    (92, "ENOPROTOOPT", "protocol not available"),
    (93, "EPROTONOSUPPORT", "protocol not supported"),
    (94, "ESOCKTNOSUPPORT", "socket type not supported"),
    (95, "ENOTSUP", "operation not supported on socket"),
    (97, "EAFNOSUPPORT", "address family not supported"),
    (98, "EADDRINUSE", "address already in use"),
    (99, "EADDRNOTAVAIL", "address not available"),
    (100, "ENETDOWN", "network is down"),
    (101, "ENETUNREACH", "network is unreachable"),
    (103, "ECONNABORTED", "software caused connection abort"),
    (104, "ECONNRESET", "connection reset by peer"),
    (105, "ENOBUFS", "no buffer space available"),
    (106, "EISCONN", "socket is already connected"),
    (107, "ENOTCONN", "socket is not connected"),
    (108, "ESHUTDOWN", "cannot send after transport endpoint shutdown"),
    (110, "ETIMEDOUT", "connection timed out"),
    (111, "ECONNREFUSED", "connection refused"),
    (112, "EHOSTDOWN", "host is down"),
    (113, "EHOSTUNREACH", "host is unreachable"),
    (114, "EALREADY", "connection already in progress"),
    (121, "EREMOTEIO", "remote I/O error"),
    (125, "ECANCELED", "operation canceled"),
    (3000, "EAI_ADDRFAMILY", "address family not supported"),
    (3001, "EAI_AGAIN", "temporary failure"),
    (3002, "EAI_BADFLAGS", "bad ai_flags value"),
    (3003, "EAI_CANCELED", "request canceled"),
    (3004, "EAI_FAIL", "permanent failure"),
    (3005, "EAI_FAMILY", "ai_family not supported"),
    (3006, "EAI_MEMORY", "out of memory"),
    (3007, "EAI_NODATA", "no address"),
    (3008, "EAI_NONAME", "unknown node or service"),
    (3009, "EAI_OVERFLOW", "argument buffer overflow"),
    (3010, "EAI_SERVICE", "service not available for socket type"),
    (3011, "EAI_SOCKTYPE", "socket type not supported"),
    (3013, "EAI_BADHINTS", "invalid value for hints"),
    (3014, "EAI_PROTOCOL", "resolved protocol is unknown"),
];

pub(super) fn binding() -> Binding {
    Binding::new("uv")
        .function("errname", errname)
        .function("getErrorMap", get_error_map)
        .function("getErrorMessage", get_error_message)
        .setup(|scope, object| {
            for (errno, name, _) in ERRORS {
                js::set(scope, object, &format!("UV_{name}"), v8::Integer::new(scope, -errno).into());
            }
        })
}

/// Name and description of an errno.
pub(super) fn describe(errno: i32) -> (String, &'static str) {
    match ERRORS.iter().find(|(number, ..)| *number == errno) {
        Some((_, name, description)) => ((*name).to_owned(), description),
        None => (format!("Unknown system error {}", -errno), "unknown error"),
    }
}

/// Throws a failed system call as Node does: `errno`, `code`, `syscall`, and the paths it was about.
pub(super) fn throw_io(
    scope: &v8::PinScope<'_, '_>,
    error: &io::Error,
    syscall: &str,
    path: Option<&str>,
    dest: Option<&str>,
) {
    throw_errno(scope, error.raw_os_error().unwrap_or(5), syscall, path, dest);
}

/// As [`throw_io`], from an errno.
pub(super) fn throw_errno(
    scope: &v8::PinScope<'_, '_>,
    errno: i32,
    syscall: &str,
    path: Option<&str>,
    dest: Option<&str>,
) {
    let (code, description) = describe(errno);
    let mut message = format!("{code}: {description}, {syscall}");
    if let Some(path) = path {
        message.push_str(&format!(" '{path}'"));
    }
    if let Some(dest) = dest {
        message.push_str(&format!(" -> '{dest}'"));
    }
    let error = v8::Exception::error(scope, js::string(scope, &message));
    if let Ok(object) = v8::Local::<v8::Object>::try_from(error) {
        js::set(scope, object, "errno", v8::Integer::new(scope, -errno).into());
        js::set(scope, object, "code", js::string(scope, &code).into());
        js::set(scope, object, "syscall", js::string(scope, syscall).into());
        for (name, value) in [("path", path), ("dest", dest)] {
            if let Some(value) = value {
                js::set(scope, object, name, js::string(scope, value).into());
            }
        }
    }
    scope.throw_exception(error);
}

/// Throws a failed system call as Node does where libuv had no part in it: a positive `errno`, the words of the C library.
pub(super) fn throw_plain(scope: &v8::PinScope<'_, '_>, error: &io::Error, syscall: &str, path: Option<&str>) {
    let errno = error.raw_os_error().unwrap_or(5);
    let (code, _) = describe(errno);
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    let path_text = path.map(|path| format!(" '{path}'")).unwrap_or_default();
    let exception = v8::Exception::error(scope, js::string(scope, &format!("{code}, {text}{path_text}")));
    if let Ok(object) = v8::Local::<v8::Object>::try_from(exception) {
        js::set(scope, object, "errno", v8::Integer::new(scope, errno).into());
        js::set(scope, object, "code", js::string(scope, &code).into());
        if let Some(path) = path {
            js::set(scope, object, "path", js::string(scope, path).into());
        }
        js::set(scope, object, "syscall", js::string(scope, syscall).into());
    }
    scope.throw_exception(exception);
}

/// `errname(errno)` of a negative number.
fn errname(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let (name, _) = describe(args.get(0).int32_value(scope).unwrap_or(0).saturating_neg());
    rv.set(js::string(scope, &name).into());
}

/// `getErrorMessage(errno)` of a negative number.
fn get_error_message(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let (_, description) = describe(args.get(0).int32_value(scope).unwrap_or(0).saturating_neg());
    rv.set(js::string(scope, description).into());
}

/// `getErrorMap()`: a `Map` from negative errno to `[name, description]`.
fn get_error_map(scope: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let map = v8::Map::new(scope);
    for (errno, name, description) in ERRORS {
        let pair = [js::string(scope, name).into(), js::string(scope, description).into()];
        let pair = v8::Array::new_with_elements(scope, &pair);
        map.set(scope, v8::Integer::new(scope, -errno).into(), pair.into());
    }
    rv.set(map.into());
}
