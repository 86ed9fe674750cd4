//! SIGINT, while somebody watches for it. All watchers of a process share one handler and one thread, which are there only meanwhile;
//! afterwards the disposition is what it was before. Who began last is told, and nobody else.

use std::io::{self, PipeReader, PipeWriter, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd as _;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::fd;

/// What the handler writes for a signal, and what is written for the thread to end.
const ARRIVED: u8 = 1;
const END: u8 = 0;

/// Where the handler writes to. The pipe is made once and never closed: a handler may still be at work when the watch has ended.
static PIPE: AtomicI32 = AtomicI32::new(-1);

/// Whether the watch is on. Held while it is turned on or off.
static WATCH: Mutex<Watch> = Mutex::new(Watch { watchers: 0, running: None, pipe: None });

/// Who is told. Held only for moments, also by the thread.
static HEARD: Mutex<Heard> = Mutex::new(Heard { pending: false, scripts: Vec::new() });

struct Watch {
    watchers: usize,
    running: Option<Running>,
    pipe: Option<(PipeReader, PipeWriter)>,
}

struct Running {
    before: libc::sigaction,
    thread: JoinHandle<()>,
}

struct Heard {
    /// It came when no script was there to be stopped.
    pending: bool,
    scripts: Vec<Arc<Script>>,
}

/// A run that SIGINT stops.
struct Script {
    isolate: v8::IsolateHandle,
    stopped: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to watch. Each call is to be followed by one of [`stop`].
pub(crate) fn start() -> io::Result<()> {
    let mut watch = lock(&WATCH);
    if watch.watchers == 0 {
        let pipe = match watch.pipe.take() {
            Some(pipe) => pipe,
            None => new_pipe()?,
        };
        let (reader, _) = watch.pipe.insert(pipe);
        let reader = reader.try_clone()?;
        let thread = std::thread::Builder::new().name("sigint".to_owned()).spawn(move || listen(reader))?;
        watch.running = Some(Running { before: handle(), thread });
    }
    watch.watchers += 1;
    Ok(())
}

fn new_pipe() -> io::Result<(PipeReader, PipeWriter)> {
    let (reader, writer) = io::pipe()?;
    // A handler must not wait.
    rustix::io::ioctl_fionbio(&writer, true)?;
    PIPE.store(writer.as_raw_fd(), Ordering::Release);
    Ok((reader, writer))
}

/// Stops watching. Whether one is pending; it is not any more.
pub(crate) fn stop() -> bool {
    let pending = std::mem::take(&mut lock(&HEARD).pending);
    leave() || pending
}

/// Whether one was still pending when the last watcher left.
fn leave() -> bool {
    let mut watch = lock(&WATCH);
    watch.watchers = watch.watchers.saturating_sub(1);
    if watch.watchers > 0 {
        return false;
    }
    let Some(Running { before, thread }) = watch.running.take() else { return false };
    restore(&before);
    // Behind all that arrived; the thread reads them in this order. One that panicked is gone as well.
    write(PIPE.load(Ordering::Acquire), END);
    let _ = thread.join();
    std::mem::take(&mut lock(&HEARD).pending)
}

/// Whether one came while no script was there to be stopped.
pub(crate) fn is_pending() -> bool {
    lock(&HEARD).pending
}

/// Stops the JavaScript of an isolate when one comes, until it is dropped.
pub(crate) struct Guard(Arc<Script>);

impl Guard {
    pub(crate) fn new(isolate: v8::IsolateHandle) -> io::Result<Self> {
        start()?;
        let script = Arc::new(Script { isolate, stopped: AtomicBool::new(false) });
        lock(&HEARD).scripts.push(Arc::clone(&script));
        Ok(Guard(script))
    }

    /// Whether it was stopped. Nothing stops it any more.
    pub(crate) fn end(self) -> bool {
        let script = Arc::clone(&self.0);
        drop(self);
        script.stopped.load(Ordering::Acquire)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        lock(&HEARD).scripts.retain(|script| !Arc::ptr_eq(script, &self.0));
        leave();
    }
}

fn listen(mut pipe: PipeReader) {
    let mut byte = [END];
    while pipe.read_exact(&mut byte).is_ok() && byte[0] == ARRIVED {
        arrived();
    }
}

fn arrived() {
    let mut heard = lock(&HEARD);
    match heard.scripts.last() {
        Some(script) => {
            script.stopped.store(true, Ordering::Release);
            script.isolate.terminate_execution();
        }
        None => heard.pending = true,
    }
}

fn write(pipe: i32, byte: u8) {
    // A full pipe tells the same.
    let _ = rustix::io::write(fd::borrow(pipe), &[byte]);
}

/// Runs on any thread, at any moment: one system call, which does not wait, and nothing else.
extern "C" fn on_signal(_: libc::c_int) {
    write(PIPE.load(Ordering::Acquire), ARRIVED);
}

/// Installs the handler and gives the disposition before.
fn handle() -> libc::sigaction {
    let handler: extern "C" fn(libc::c_int) = on_signal;
    // SAFETY: the structures are plain data, valid when zeroed, and live for the calls that fill or read them. The handler does only what
    // a signal handler may, and SIGINT can be handled, so the calls cannot fail.
    unsafe {
        let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
        action.sa_sigaction = handler as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART;
        libc::sigfillset(&mut action.sa_mask);
        let mut before = MaybeUninit::zeroed();
        libc::sigaction(libc::SIGINT, &action, before.as_mut_ptr());
        before.assume_init()
    }
}

fn restore(before: &libc::sigaction) {
    // SAFETY: it is what `handle` was given by the system, and nothing of it has ended since: handlers are code.
    unsafe {
        libc::sigaction(libc::SIGINT, before, std::ptr::null_mut());
    }
}
