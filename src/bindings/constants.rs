//! `internalBinding('constants')`: numbers of the operating system by name, in Node's order. It must not ask the system anything: the
//! object may be part of a startup image.

use rustix::fs::OFlags;

use crate::binding::Binding;
use crate::js;

pub(super) fn binding() -> Binding {
    Binding::new("constants").setup(|scope, object| {
        let os = js::null_object(scope);
        constant(scope, os, "UV_UDP_REUSEADDR", 4);
        for (name, table) in [("dlopen", DLOPEN), ("errno", ERRNO), ("signals", SIGNALS), ("priority", PRIORITY)] {
            let numbers = group(scope, table.iter().copied());
            js::set(scope, os, name, numbers.into());
        }
        js::set(scope, object, "os", os.into());
        let fs = group(scope, FS.iter().map(|(name, value)| (*name, *value as i32)));
        js::set(scope, object, "fs", fs.into());
        let trace = group(scope, TRACE.iter().copied());
        js::set(scope, object, "trace", trace.into());
    })
}

fn group<'s>(
    scope: &v8::PinScope<'s, '_>,
    table: impl Iterator<Item = (&'static str, i32)>,
) -> v8::Local<'s, v8::Object> {
    let object = js::null_object(scope);
    for (name, value) in table {
        constant(scope, object, name, value);
    }
    object
}

fn constant(scope: &v8::PinScope<'_, '_>, object: v8::Local<'_, v8::Object>, name: &str, value: i32) {
    let fixed = v8::PropertyAttribute::READ_ONLY | v8::PropertyAttribute::DONT_DELETE;
    object.define_own_property(scope, js::key(scope, name), v8::Integer::new(scope, value).into(), fixed);
}

// Linux has the same numbers for errors and signals on x86-64 and arm64; where it has not, as for some flags of `open`, they come
// from `rustix`.

#[rustfmt::skip]
const ERRNO: &[(&str, i32)] = &[
    ("E2BIG", 7), ("EACCES", 13), ("EADDRINUSE", 98), ("EADDRNOTAVAIL", 99), ("EAFNOSUPPORT", 97), ("EAGAIN", 11),
    ("EALREADY", 114), ("EBADF", 9), ("EBADMSG", 74), ("EBUSY", 16), ("ECANCELED", 125), ("ECHILD", 10),
    ("ECONNABORTED", 103), ("ECONNREFUSED", 111), ("ECONNRESET", 104), ("EDEADLK", 35), ("EDESTADDRREQ", 89), ("EDOM", 33),
    ("EDQUOT", 122), ("EEXIST", 17), ("EFAULT", 14), ("EFBIG", 27), ("EHOSTUNREACH", 113), ("EIDRM", 43), ("EILSEQ", 84),
    ("EINPROGRESS", 115), ("EINTR", 4), ("EINVAL", 22), ("EIO", 5), ("EISCONN", 106), ("EISDIR", 21), ("ELOOP", 40),
    ("EMFILE", 24), ("EMLINK", 31), ("EMSGSIZE", 90), ("EMULTIHOP", 72), ("ENAMETOOLONG", 36), ("ENETDOWN", 100),
    ("ENETRESET", 102), ("ENETUNREACH", 101), ("ENFILE", 23), ("ENOBUFS", 105), ("ENODATA", 61), ("ENODEV", 19),
    ("ENOENT", 2), ("ENOEXEC", 8), ("ENOLCK", 37), ("ENOLINK", 67), ("ENOMEM", 12), ("ENOMSG", 42), ("ENOPROTOOPT", 92),
    ("ENOSPC", 28), ("ENOSR", 63), ("ENOSTR", 60), ("ENOSYS", 38), ("ENOTCONN", 107), ("ENOTDIR", 20), ("ENOTEMPTY", 39),
    ("ENOTSOCK", 88), ("ENOTSUP", 95), ("ENOTTY", 25), ("ENXIO", 6), ("EOPNOTSUPP", 95), ("EOVERFLOW", 75), ("EPERM", 1),
    ("EPIPE", 32), ("EPROTO", 71), ("EPROTONOSUPPORT", 93), ("EPROTOTYPE", 91), ("ERANGE", 34), ("EROFS", 30), ("ESPIPE", 29),
    ("ESRCH", 3), ("ESTALE", 116), ("ETIME", 62), ("ETIMEDOUT", 110), ("ETXTBSY", 26), ("EWOULDBLOCK", 11), ("EXDEV", 18),
];

#[rustfmt::skip]
const SIGNALS: &[(&str, i32)] = &[
    ("SIGHUP", 1), ("SIGINT", 2), ("SIGQUIT", 3), ("SIGILL", 4), ("SIGTRAP", 5), ("SIGABRT", 6), ("SIGIOT", 6), ("SIGBUS", 7),
    ("SIGFPE", 8), ("SIGKILL", 9), ("SIGUSR1", 10), ("SIGSEGV", 11), ("SIGUSR2", 12), ("SIGPIPE", 13), ("SIGALRM", 14),
    ("SIGTERM", 15), ("SIGCHLD", 17), ("SIGSTKFLT", 16), ("SIGCONT", 18), ("SIGSTOP", 19), ("SIGTSTP", 20), ("SIGTTIN", 21),
    ("SIGTTOU", 22), ("SIGURG", 23), ("SIGXCPU", 24), ("SIGXFSZ", 25), ("SIGVTALRM", 26), ("SIGPROF", 27), ("SIGWINCH", 28),
    ("SIGIO", 29), ("SIGPOLL", 29), ("SIGPWR", 30), ("SIGSYS", 31),
];

const DLOPEN: &[(&str, i32)] =
    &[("RTLD_LAZY", 1), ("RTLD_NOW", 2), ("RTLD_GLOBAL", 256), ("RTLD_LOCAL", 0), ("RTLD_DEEPBIND", 8)];

const PRIORITY: &[(&str, i32)] = &[
    ("PRIORITY_LOW", 19),
    ("PRIORITY_BELOW_NORMAL", 10),
    ("PRIORITY_NORMAL", 0),
    ("PRIORITY_ABOVE_NORMAL", -7),
    ("PRIORITY_HIGH", -14),
    ("PRIORITY_HIGHEST", -20),
];

#[rustfmt::skip]
const FS: &[(&str, u32)] = &[
    ("UV_FS_SYMLINK_DIR", 1), ("UV_FS_SYMLINK_JUNCTION", 2),
    ("O_RDONLY", OFlags::RDONLY.bits()), ("O_WRONLY", OFlags::WRONLY.bits()), ("O_RDWR", OFlags::RDWR.bits()),
    ("UV_DIRENT_UNKNOWN", 0), ("UV_DIRENT_FILE", 1), ("UV_DIRENT_DIR", 2), ("UV_DIRENT_LINK", 3), ("UV_DIRENT_FIFO", 4),
    ("UV_DIRENT_SOCKET", 5), ("UV_DIRENT_CHAR", 6), ("UV_DIRENT_BLOCK", 7),
    ("EXTENSIONLESS_FORMAT_JAVASCRIPT", 0), ("EXTENSIONLESS_FORMAT_WASM", 1),
    ("S_IFMT", 0o170000), ("S_IFREG", 0o100000), ("S_IFDIR", 0o40000), ("S_IFCHR", 0o20000), ("S_IFBLK", 0o60000),
    ("S_IFIFO", 0o10000), ("S_IFLNK", 0o120000), ("S_IFSOCK", 0o140000),
    ("O_CREAT", OFlags::CREATE.bits()),
    ("O_EXCL", OFlags::EXCL.bits()),
    ("UV_FS_O_FILEMAP", 0),
    ("O_NOCTTY", OFlags::NOCTTY.bits()),
    ("O_TRUNC", OFlags::TRUNC.bits()),
    ("O_APPEND", OFlags::APPEND.bits()),
    ("O_DIRECTORY", OFlags::DIRECTORY.bits()),
    ("O_NOATIME", OFlags::NOATIME.bits()),
    ("O_NOFOLLOW", OFlags::NOFOLLOW.bits()),
    ("O_SYNC", OFlags::SYNC.bits()),
    // Not that of `rustix`, which is the number of `O_SYNC`.
    ("O_DSYNC", 0o10000),
    ("O_DIRECT", OFlags::DIRECT.bits()),
    ("O_NONBLOCK", OFlags::NONBLOCK.bits()),
    ("S_IRWXU", 0o700), ("S_IRUSR", 0o400), ("S_IWUSR", 0o200), ("S_IXUSR", 0o100),
    ("S_IRWXG", 0o70), ("S_IRGRP", 0o40), ("S_IWGRP", 0o20), ("S_IXGRP", 0o10),
    ("S_IRWXO", 0o7), ("S_IROTH", 0o4), ("S_IWOTH", 0o2), ("S_IXOTH", 0o1),
    ("F_OK", 0), ("R_OK", 4), ("W_OK", 2), ("X_OK", 1),
    ("UV_FS_COPYFILE_EXCL", 1), ("COPYFILE_EXCL", 1), ("UV_FS_COPYFILE_FICLONE", 2), ("COPYFILE_FICLONE", 2),
    ("UV_FS_COPYFILE_FICLONE_FORCE", 4), ("COPYFILE_FICLONE_FORCE", 4),
];

/// The letters of the trace event format.
#[rustfmt::skip]
const TRACE: &[(&str, i32)] = &[
    ("TRACE_EVENT_PHASE_BEGIN", 66), ("TRACE_EVENT_PHASE_END", 69), ("TRACE_EVENT_PHASE_COMPLETE", 88),
    ("TRACE_EVENT_PHASE_INSTANT", 73), ("TRACE_EVENT_PHASE_ASYNC_BEGIN", 83), ("TRACE_EVENT_PHASE_ASYNC_STEP_INTO", 84),
    ("TRACE_EVENT_PHASE_ASYNC_STEP_PAST", 112), ("TRACE_EVENT_PHASE_ASYNC_END", 70),
    ("TRACE_EVENT_PHASE_NESTABLE_ASYNC_BEGIN", 98), ("TRACE_EVENT_PHASE_NESTABLE_ASYNC_END", 101),
    ("TRACE_EVENT_PHASE_NESTABLE_ASYNC_INSTANT", 110), ("TRACE_EVENT_PHASE_FLOW_BEGIN", 115),
    ("TRACE_EVENT_PHASE_FLOW_STEP", 116), ("TRACE_EVENT_PHASE_FLOW_END", 102), ("TRACE_EVENT_PHASE_METADATA", 77),
    ("TRACE_EVENT_PHASE_COUNTER", 67), ("TRACE_EVENT_PHASE_SAMPLE", 80), ("TRACE_EVENT_PHASE_CREATE_OBJECT", 78),
    ("TRACE_EVENT_PHASE_SNAPSHOT_OBJECT", 79), ("TRACE_EVENT_PHASE_DELETE_OBJECT", 68),
    ("TRACE_EVENT_PHASE_MEMORY_DUMP", 118), ("TRACE_EVENT_PHASE_MARK", 82), ("TRACE_EVENT_PHASE_CLOCK_SYNC", 99),
    ("TRACE_EVENT_PHASE_ENTER_CONTEXT", 40), ("TRACE_EVENT_PHASE_LEAVE_CONTEXT", 41), ("TRACE_EVENT_PHASE_LINK_IDS", 61),
];
