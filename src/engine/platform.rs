//! Starts V8, once a process, with the flags of the first engine that needs it. Knows nothing of registries.

use std::sync::Mutex;

use crate::error::{Error, ErrorKind, Result};

/// How V8 is started: its flags and its helper threads. All engines of a process share one V8, so the first start decides.
///
/// On processors with memory protection keys, a thread that runs JavaScript must have been created after V8 was started by one of its
/// ancestors, or be killed by a segmentation fault (`SEGV_PKUERR`). Call [`Platform::start`] early in `main`, or take
/// [`Platform::unprotected`] where threads come from somewhere else, as in a test harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    flags: Vec<String>,
    threads: Threads,
    hash_seed: HashSeed,
}

/// Where the seed of V8's hash tables comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashSeed {
    /// Each process draws its own, so that nobody can prepare keys that collide in it (nodejs/node#27371): for programs that take keys from
    /// strangers. V8 15.2 searches for three primes then and hashes what is in the image anew, which took 2 to 4 ms of each start
    /// (2026-11-30).
    PerProcess,
    /// Every process has the seed that the image was made with, as is V8's own default since 15.
    OfImage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Threads {
    Pool,
    Unprotected,
    Single,
}

static STARTED: Mutex<Option<Platform>> = Mutex::new(None);

impl Default for Platform {
    fn default() -> Self {
        Self::new()
    }
}

impl Platform {
    /// V8's default platform: a pool of helper threads for garbage collection and optimising compilers.
    pub fn new() -> Self {
        Platform { flags: Vec::new(), threads: Threads::Pool, hash_seed: HashSeed::PerProcess }
    }

    /// The default platform without thread-isolated memory, for hosts whose threads are older than V8's start.
    pub fn unprotected() -> Self {
        Platform { flags: Vec::new(), threads: Threads::Unprotected, hash_seed: HashSeed::PerProcess }
    }

    /// No helper threads: the cheapest start, for short programs.
    pub fn single_threaded() -> Self {
        Platform { flags: Vec::new(), threads: Threads::Single, hash_seed: HashSeed::PerProcess }
    }

    /// Where the hash seed comes from. Default: [`HashSeed::PerProcess`].
    ///
    /// It is part of what V8 checks code caches by: an image serves a program that decides otherwise, without its code caches.
    pub fn hash_seed(mut self, hash_seed: HashSeed) -> Self {
        self.hash_seed = hash_seed;
        self
    }

    /// Adds V8 flags such as `--max-old-space-size=100`. Default: none.
    ///
    /// They are hashed into images made with them; code caches made under other flags are rejected by V8 and counted as such.
    pub fn flags(mut self, flags: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// The same flags without helper threads.
    pub(crate) fn single_thread(mut self) -> Self {
        self.threads = Threads::Single;
        self
    }

    /// Starts V8 now instead of with the first isolate.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Config`] if V8 does not know a flag, or was started before with other settings.
    pub fn start(&self) -> Result<()> {
        let mut started = STARTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*started {
            None => {}
            Some(first) if first == self => return Ok(()),
            Some(first) => {
                let message = format!(
                    "V8 was started with {first} and cannot be started again with {self}; give every engine of a process the same platform"
                );
                return Err(Error::new(ErrorKind::Config, "ERR_PLATFORM_LATE", message));
            }
        }
        self.set_flags()?;
        let platform = match self.threads {
            Threads::Pool => v8::new_default_platform(0, false),
            Threads::Unprotected => v8::new_unprotected_default_platform(0, false),
            Threads::Single => v8::new_single_threaded_default_platform(false),
        };
        v8::V8::initialize_platform(platform.make_shared());
        v8::V8::initialize();
        *started = Some(self.clone());
        Ok(())
    }

    fn set_flags(&self) -> Result<()> {
        let mut flags = vec![String::new()];
        if self.hash_seed == HashSeed::PerProcess {
            flags.push("--rehash-snapshot".into());
        }
        if self.threads == Threads::Single {
            flags.push("--single-threaded".into());
        }
        flags.extend(self.flags.iter().cloned());
        // V8 write-protects its flags otherwise, and a program that changes one (`v8.setFlagsFromString`) ends with a segmentation fault.
        flags.push("--no-freeze-flags-after-init".into());
        let unknown = v8::V8::set_flags_from_command_line(flags);
        match unknown.get(1) {
            None => Ok(()),
            Some(flag) => {
                let message =
                    format!("V8 {} has no flag '{flag}'; remove it or correct its spelling", v8::VERSION_STRING);
                Err(Error::new(ErrorKind::Config, "ERR_V8_FLAG", message))
            }
        }
    }

    /// The flags that shape what an image holds: those that change the language or its globals. An image made without any other flag
    /// (a limit, a choice of compilers or collectors) serves with it; V8 then rejects the code caches, which the inventory counts.
    pub(crate) fn shaping_flags(&self) -> String {
        const LANGUAGE: [&str; 8] =
            ["allow-", "enable-", "experimental-", "expose-", "harmony", "icu-", "js-", "use-strict"];
        let shapes = |flag: &&str| {
            let name = flag.trim_start_matches('-').replace('_', "-");
            let name = name.strip_prefix("no-").unwrap_or(&name);
            LANGUAGE.iter().any(|prefix| name.starts_with(prefix))
        };
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).filter(shapes).collect();
        flags.join(" ")
    }
}

impl std::fmt::Display for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let threads = match self.threads {
            Threads::Pool => "helper threads",
            Threads::Unprotected => "unprotected helper threads",
            Threads::Single => "a single thread",
        };
        match self.flags.as_slice() {
            [] => write!(f, "{threads} and no flags"),
            flags => write!(f, "{threads} and flags '{}'", flags.join(" ")),
        }
    }
}
