//! Files and directories whose changes a program waits for: one inotify instance of a runtime, made with its first watch. It knows
//! watches by their numbers; who they belong to is known to `internal/fs/watch`.

use std::cell::{Cell, OnceCell};
use std::mem::MaybeUninit;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::io::Result;

/// What Node tells of: not reading, opening and closing.
const CHANGES: WatchFlags = WatchFlags::ATTRIB
    .union(WatchFlags::CREATE)
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::DELETE)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO);

#[derive(Default)]
pub(crate) struct Watches {
    inotify: OnceCell<OwnedFd>,
    /// How many watches keep the program alive.
    refs: Cell<u32>,
}

/// Something that happened to what a watch is for.
pub(super) struct Change {
    pub(super) watch: i32,
    pub(super) mask: u32,
    /// Of the entry of a directory.
    pub(super) name: Option<Vec<u8>>,
}

impl Watches {
    /// The number of the watch; two paths of one file have the same.
    pub(crate) fn add(&self, path: &Path) -> Result<i32> {
        if self.inotify.get().is_none() {
            let made = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
            _ = self.inotify.set(made);
        }
        match self.inotify.get() {
            Some(inotify) => inotify::add_watch(inotify, path, CHANGES),
            None => Ok(-1),
        }
    }

    /// A watch that the system has given up already is no error.
    pub(crate) fn remove(&self, watch: i32) {
        if let Some(inotify) = self.inotify.get() {
            _ = inotify::remove_watch(inotify, watch);
        }
    }

    pub(crate) fn set_refs(&self, refs: u32) {
        self.refs.set(refs);
    }

    pub(super) fn is_alive(&self) -> bool {
        self.refs.get() > 0
    }

    /// Waits for a change, but no longer than `time`. Without a watch it does not wait, and says so.
    pub(super) fn wait(&self, time: Option<Duration>) -> bool {
        let Some(inotify) = self.inotify.get() else { return false };
        let limit = time.and_then(|time| Timespec::try_from(time).ok());
        // A signal may end the wait early, which the loop does not mind.
        _ = poll(&mut [PollFd::new(inotify, PollFlags::IN)], limit.as_ref());
        true
    }

    /// What has happened since the last call.
    pub(super) fn take(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let Some(inotify) = self.inotify.get() else { return changes };
        let mut buffer = [const { MaybeUninit::uninit() }; 4096];
        let mut reader = inotify::Reader::new(inotify, &mut buffer);
        while let Ok(event) = reader.next() {
            changes.push(Change {
                watch: event.wd(),
                mask: event.events().bits(),
                name: event.file_name().map(|name| name.to_bytes().to_vec()),
            });
        }
        changes
    }
}
