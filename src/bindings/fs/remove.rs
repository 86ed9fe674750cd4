//! Removing an entry with all that is in it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::io::Errno;

use super::{Args, Call, Return, Scope, flag, path, tree};

/// How often, and how soon, a busy entry is tried again.
struct Retries {
    max: u32,
    delay: Duration,
}

/// A call that failed, and what on.
struct Failure {
    syscall: &'static str,
    path: PathBuf,
    error: Errno,
}

/// `rmSync(path, maxRetries, recursive, retryDelay, force)`
pub(super) fn rm(scope: &mut Scope<'_, '_>, args: Args<'_>, _: Return<'_>) {
    let path = path(scope, args.get(0));
    let number = |at| args.get(at).uint32_value(scope).unwrap_or(0);
    let retries = Retries { max: number(1), delay: Duration::from_millis(number(3).into()) };
    if let Err(failure) = remove(&path, flag(args.get(2)), flag(args.get(4)), &retries) {
        Call::on(failure.syscall, &failure.path).fail(scope, &failure.error.into());
    }
}

fn remove(path: &Path, recursive: bool, force: bool, retries: &Retries) -> Result<(), Failure> {
    let failed = |syscall| move |error| Failure { syscall, path: path.to_owned(), error };
    let data = match rustix::fs::lstat(path) {
        Err(Errno::NOENT) if force => return Ok(()),
        result => result.map_err(failed("lstat"))?,
    };
    if rustix::fs::FileType::from_raw_mode(data.st_mode) != rustix::fs::FileType::Directory {
        return retries.run(|| rustix::fs::unlink(path)).map_err(failed("unlink"));
    }
    if recursive {
        for entry in tree::list(path).map_err(failed("scandir"))? {
            // What another process removes meanwhile is as gone as it should be.
            remove(&path.join(OsStr::from_bytes(&entry.name)), true, true, retries)?;
        }
    }
    retries.run(|| rustix::fs::rmdir(path)).map_err(failed("rmdir"))
}

impl Retries {
    fn run(&self, call: impl Fn() -> rustix::io::Result<()>) -> rustix::io::Result<()> {
        let mut tried = 0;
        loop {
            match call() {
                Err(Errno::NOENT) => return Ok(()),
                Err(Errno::BUSY | Errno::MFILE | Errno::NFILE | Errno::NOTEMPTY | Errno::PERM) if tried < self.max => {
                    tried += 1;
                    std::thread::sleep(self.delay * tried);
                }
                result => return result,
            }
        }
    }
}
