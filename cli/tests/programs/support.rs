//! Runs the program `lazuli` with a limit of time and everything about its surroundings stated.

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A program that takes longer than this is stuck.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("cli/ is in the checkout")
}

pub(crate) fn fixture(name: &str) -> PathBuf {
    root().join("fixtures").join(name)
}

/// A folder with files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder =
            Folder(tempfile::Builder::new().prefix("lazuli-programs-").tempdir().expect("a folder for a test"));
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// With a copy of the builtins in `mine/`, one of them changed.
    pub(crate) fn with_modules(id: &str, change: impl Fn(&str) -> String) -> Self {
        let folder = Self::new(&[("empty.js", "")]);
        copy(&root().join("modules"), &folder.path().join("mine"));
        let path = folder.path().join(format!("mine/{id}.js"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{id}: {error}"));
        std::fs::write(&path, change(&text)).expect("a builtin of a test");
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folders of a test");
        std::fs::write(&path, bytes).expect("a file of a test");
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The program, here.
    pub(crate) fn lazuli(&self, args: &[&str]) -> Run {
        Run::new(args).current_dir(self.path())
    }

    /// What the program, here, ended with, all of it text.
    #[track_caller]
    pub(crate) fn ran(&self, args: &[&str]) -> Ended {
        let ended = self.lazuli(args).end();
        assert!(![&ended.out, &ended.err].iter().any(|text| text.contains('\u{FFFD}')), "output is UTF-8: {ended:#?}");
        ended
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// The image of this very program, made once for all tests.
pub(crate) fn image() -> &'static Path {
    static IMAGE: OnceLock<(Folder, PathBuf)> = OnceLock::new();
    let (_, path) = IMAGE.get_or_init(|| {
        let folder = Folder::new(&[]);
        let report = folder.ran(&["snapshot", "build", "-o", "x.img", "--format", "json"]).code(0).json();
        let path = folder.path().join("x.img");
        assert_eq!(report["bytes"], std::fs::metadata(&path).expect("the image").len());
        (folder, path)
    });
    path
}

/// A command that is about to run.
pub(crate) struct Run {
    command: Command,
    input: Vec<u8>,
}

impl Run {
    pub(crate) fn new<I: AsRef<OsStr>>(args: impl IntoIterator<Item = I>) -> Self {
        Self::of(Path::new(env!("CARGO_BIN_EXE_lazuli")), args)
    }

    /// Of a copy of the program.
    pub(crate) fn of<I: AsRef<OsStr>>(program: &Path, args: impl IntoIterator<Item = I>) -> Self {
        let mut command = Command::new(program);
        command
            .args(args)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NODE_NO_WARNINGS")
            .env_remove("NO_COLOR")
            .env_remove("FORCE_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Run { command, input: Vec::new() }
    }

    pub(crate) fn current_dir(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn input(mut self, text: &str) -> Self {
        self.input = text.as_bytes().to_vec();
        self
    }

    /// Changes what cannot be said otherwise.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Command)) -> Self {
        change(&mut self.command);
        self
    }

    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        let line = format!("{:?}", self.command);
        let mut child = self.command.spawn().unwrap_or_else(|error| panic!("{line}: {error}"));
        if let Some(mut stdin) = child.stdin.take() {
            let input = std::mem::take(&mut self.input);
            // A program that reads nothing may have ended already.
            std::thread::spawn(move || stdin.write_all(&input));
        }
        let (sender, ends) = mpsc::channel();
        let out = reader(child.stdout.take(), sender.clone());
        let err = reader(child.stderr.take(), sender);
        let stuck = (0..2).any(|_| ends.recv_timeout(TIME_LIMIT).is_err());
        let status = finish(&mut child, stuck);
        let (out, err) = (out.join().expect("stdout is read"), err.join().expect("stderr is read"));
        assert!(!stuck, "{line} was still running after {TIME_LIMIT:?}\n{out}\n{err}");
        Ended { code: status.code(), status: status.to_string(), out, err, line }
    }
}

fn finish(child: &mut Child, stuck: bool) -> std::process::ExitStatus {
    if stuck {
        child.kill().expect("a child can be ended");
    }
    child.wait().expect("a child ends")
}

fn reader(pipe: Option<impl Read + Send + 'static>, ended: mpsc::Sender<()>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes).expect("a pipe can be read");
        }
        // The other side is gone when the child was stuck.
        let _ = ended.send(());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) status: String,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) line: String,
}

impl Ended {
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}: {self:#?}", self.line);
        self
    }

    #[track_caller]
    pub(crate) fn out(self, out: &str) -> Self {
        assert_eq!(self.out, out, "{self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn out_has(self, part: &str) -> Self {
        assert!(self.out.contains(part), "no '{part}' in {self:#?}");
        self
    }

    /// The document on stdout.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        let document: Value = serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"));
        assert_eq!(document["lazuli"], 1, "{}", self.line);
        document
    }

    #[track_caller]
    pub(crate) fn err_has(self, part: &str) -> Self {
        assert!(self.err.contains(part), "no '{part}' in {self:#?}");
        self
    }

    /// Refused in one sentence, alone on stderr, with nothing on stdout.
    #[track_caller]
    pub(crate) fn refused(self, parts: &[&str]) -> Self {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""), "{self:#?}");
        assert!(self.err.starts_with("error: ") && self.err.lines().count() == 1, "{self:#?}");
        parts.iter().fold(self, |ended, part| ended.err_has(part))
    }
}
