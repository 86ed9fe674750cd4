//! One test in its own process, with a limit of time and of company. Tests start processes that start processes: everything a test leaves
//! behind is killed with it, by its process group and by a mark in its environment that no descendant loses by itself.

use std::fs;
use std::io::Read as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};

use crate::Failure;

/// The mark: which run and which test a process belongs to.
const MARK: &str = "LAZULI_CONFORMANCE_TEST";
/// How deep processes of a test are nested; `common` counts it up and ends what is too deep.
const DEPTH: &str = "LAZULI_CONFORMANCE_DEPTH";

/// Processes of one test beyond this many are an accident.
const CROWD: usize = 12;
/// More output than this says nothing more.
const OUTPUT: usize = 128 * 1024;

/// A test that starts the harness would start itself.
pub(crate) fn refuse_to_nest() -> Result<(), Failure> {
    if std::env::var_os(MARK).is_some() || std::env::var_os(DEPTH).is_some() {
        return Err(Failure::new(format!(
            "this is a test of a conformance run ({MARK} is set): it does not start another"
        )));
    }
    Ok(())
}

/// Set when the user wants to stop; every wait ends with its process killed.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|error| Failure::new(format!("cannot listen to signals: {error}")))?;
    }
    Ok(stop)
}

/// Why a process was killed before it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killed {
    TooLong,
    TooMany,
    Stopped,
}

#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) killed: Option<Killed>,
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    /// Standard output and standard error, as they came.
    pub(crate) output: String,
}

/// Runs a command to its end or its limit.
pub(crate) fn run(command: &mut Command, limit: Duration, stop: &AtomicBool) -> Result<Ended, Failure> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| Failure::new(format!("cannot run {name}: {error}"));

    let (reader, writer) = std::io::pipe().map_err(failed)?;
    command.stdout(writer.try_clone().map_err(failed)?).stderr(writer).stdin(Stdio::null());
    command.env(MARK, &mark).env(DEPTH, "0").process_group(0);
    let child = command.spawn();
    // The command keeps the writing ends open as long as it stands.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.map_err(failed)?;
    let output = collect(reader);

    let pid = Pid::from_child(&child);
    limit_resources(pid, limit);
    let killed = wait(pid, &mark, limit, stop);
    // The leader is not reaped yet, so the number of the group is still its own.
    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    let status = reap(&mut child).map_err(failed)?;
    kill_marked(&mark, killed.is_some());
    Ok(Ended { killed, code: status.code(), signal: status.signal(), output: output.take() })
}

fn reap(child: &mut Child) -> std::io::Result<std::process::ExitStatus> {
    let _ = child.kill();
    child.wait()
}

/// What is left when no timer of ours runs any more: no core files, and an end to endless loops.
fn limit_resources(pid: Pid, limit: Duration) {
    let seconds = 2 * limit.as_secs() + 10;
    for (resource, most) in [(Resource::Core, 0), (Resource::Cpu, seconds)] {
        let _ = rustix::process::prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

fn wait(pid: Pid, mark: &str, limit: Duration, stop: &AtomicBool) -> Option<Killed> {
    let start = Instant::now();
    let mut next_count = Duration::from_millis(100);
    let mut pause = Duration::from_millis(1);
    loop {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match rustix::process::waitid(WaitId::Pid(pid), options) {
            Ok(None) | Err(rustix::io::Errno::INTR) => {}
            Ok(Some(_)) | Err(_) => return None,
        }
        let time = start.elapsed();
        if stop.load(Ordering::Relaxed) {
            return Some(Killed::Stopped);
        }
        if time > limit {
            return Some(Killed::TooLong);
        }
        if time > next_count {
            next_count += Duration::from_millis(100);
            if marked(mark).len() > CROWD {
                return Some(Killed::TooMany);
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Kills what has left the process group, until nothing is left that could start more. A process that is just being made shows no
/// environment, so where there was something, one look is not enough.
fn kill_marked(mark: &str, suspicious: bool) {
    let mut looks = if suspicious { 5 } else { 1 };
    for _ in 0..500 {
        let left = marked(mark);
        looks = if left.is_empty() { looks - 1 } else { 5 };
        if looks == 0 {
            return;
        }
        for pid in left {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn marked(mark: &str) -> Vec<Pid> {
    holders(&format!("{MARK}={mark}"))
}

/// Living processes with an entry in their environment; where there is no `/proc`, none are found.
fn holders(wanted: &str) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let found = entries.filter_map(|entry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        // That of a process that has ended is empty.
        let environment = fs::read(entry.path().join("environ")).ok()?;
        environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes()).then_some(pid)
    });
    found.collect()
}

/// Output that is still being read.
struct Collected(Arc<Mutex<Vec<u8>>>, std::thread::JoinHandle<()>);

/// Reads all there is, so that no writer waits, and keeps the beginning.
fn collect(mut reader: std::io::PipeReader) -> Collected {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&kept);
    let thread = std::thread::spawn(move || {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let room = OUTPUT.saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..length.min(room)]);
        }
    });
    Collected(kept, thread)
}

impl Collected {
    /// What came until now. All writers are dead, but one that lost its mark must not hold up the run.
    fn take(self) -> String {
        let Collected(kept, thread) = self;
        let patience = Instant::now() + Duration::from_secs(1);
        while !thread.is_finished() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Ended {
        run(Command::new("sh").args(["-c", script]), limit, &AtomicBool::new(false)).expect("a shell")
    }

    #[test]
    fn what_a_process_prints_and_how_it_ends_is_known() {
        let ended = shell("echo out; echo err >&2; exit 3", Duration::from_secs(5));
        assert_eq!((ended.killed, ended.code, ended.output.as_str()), (None, Some(3), "out\nerr\n"));
    }

    #[test]
    fn a_process_that_does_not_end_is_killed_with_its_children() {
        let start = Instant::now();
        let ended = shell("setsid sleep 47 & sleep 47", Duration::from_millis(300));
        assert_eq!(ended.killed, Some(Killed::TooLong));
        assert!(start.elapsed() < Duration::from_secs(5), "nobody waits for what left the group");
    }

    #[test]
    fn a_crowd_is_ended() {
        let ended = shell("for i in $(seq 40); do sleep 47 & done; wait", Duration::from_secs(20));
        assert_eq!(ended.killed, Some(Killed::TooMany));
    }
    #[test]
    fn a_test_that_starts_itself_over_and_over_leaves_nothing() {
        // Twice as many every 50 ms, half of them in groups of their own.
        let script = "sleep 0.05; setsid sh -c \"$BOMB\" & sh -c \"$BOMB\" & wait";
        let mut command = Command::new("sh");
        command.args(["-c", script]).env("BOMB", script).env("OF_A_BOMB", "1");
        let ended = run(&mut command, Duration::from_secs(20), &AtomicBool::new(false)).expect("a shell");
        assert_eq!(ended.killed, Some(Killed::TooMany));
        std::thread::sleep(Duration::from_millis(300));
        assert!(holders("OF_A_BOMB=1").is_empty());
    }
}
