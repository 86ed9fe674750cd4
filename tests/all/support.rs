//! What the tests share: engines on the one platform of this process, small runtimes with a door to builtins, and child processes.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use lazuli::inventory::Kind;
use lazuli::{Engine, Layer, Platform, Registry, Runtime, RuntimeOptions};

/// An engine over layers, on the platform that all engines of this process share.
#[track_caller]
pub(crate) fn engine(layers: impl IntoIterator<Item = Layer>) -> Engine {
    let builder = layers.into_iter().fold(Registry::builder(), lazuli::Builder::layer);
    let registry = builder.build().expect("the layers of this test fit together");
    Engine::builder(registry).platform(Platform::unprotected()).build().expect("no image, so nothing can be refused")
}

/// A runtime over layers.
#[track_caller]
pub(crate) fn runtime(layers: impl IntoIterator<Item = Layer>) -> Runtime {
    Runtime::new(&engine(layers), RuntimeOptions::new()).expect("the runtime starts")
}

/// A layer of builtins, given as id and source.
pub(crate) fn modules<'a>(modules: impl IntoIterator<Item = (&'a str, &'a str)>) -> Layer {
    let empty = Layer::new("test");
    modules.into_iter().fold(empty, |layer, (id, source)| layer.module_from_string(id.to_owned(), source.to_owned()))
}

/// The bindings of [`Layer::node`] without its bootstrap: `defineLazyProperties` in a bare context, which starts in a moment.
pub(crate) fn bindings_only() -> Layer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("unused.js"), "'use strict';").expect("the folder is writable");
    Layer::node_from(folder.path())
}

/// The builtin that lets scripts reach builtins: a hidden global `host`.
const HOST: &str = "'use strict';
const host = { __proto__: null, require, internalBinding, process, primordials };
// What a function gives, or what it throws, as text.
host.outcome = (work) => {
  try {
    return `value ${host.show(work())}`;
  } catch (error) {
    return `throws ${error?.code ?? error?.name ?? typeof error}`;
  }
};
host.show = (value) => (typeof value === 'function' ? `function ${value.name}` : JSON.stringify(value) ?? String(value));
Object.defineProperty(globalThis, 'host', { __proto__: null, value: host, configurable: true, writable: true });
";

/// A layer with the door to builtins; [`Script::new`] opens it.
pub(crate) fn door() -> Layer {
    Layer::new("door").module("door", HOST)
}

/// A runtime in which user scripts find `host.require` and `host.internalBinding`.
pub(crate) struct Script {
    pub(crate) runtime: Runtime,
}

impl Script {
    /// Over the given layers and the door.
    #[track_caller]
    pub(crate) fn new(layers: impl IntoIterator<Item = Layer>) -> Self {
        Self::of(runtime(layers.into_iter().chain([door()])))
    }

    /// Over the given layers, the bindings of the node layer and `host.defineLazyProperties`.
    #[track_caller]
    pub(crate) fn with_lazies(layers: impl IntoIterator<Item = Layer>) -> Self {
        let mut script = Self::new(layers.into_iter().chain([bindings_only()]));
        script.run("host.defineLazyProperties = host.internalBinding('util').defineLazyProperties");
        script
    }

    /// Over a runtime whose registry has [`door`].
    #[track_caller]
    pub(crate) fn of(mut runtime: Runtime) -> Self {
        runtime.load("door").expect("the door opens");
        Script { runtime }
    }

    /// The text of the value of a script.
    #[track_caller]
    pub(crate) fn run(&mut self, source: &str) -> String {
        match self.runtime.execute_script("test.js", source) {
            Ok(text) => text,
            Err(error) => panic!("the script failed: {error:?}\n{source}"),
        }
    }

    /// As `host.outcome`, of the body of a strict function.
    #[track_caller]
    pub(crate) fn outcome(&mut self, body: &str) -> String {
        self.run(&format!("host.outcome(() => {{ 'use strict'; {body} }})"))
    }

    /// Which of the builtins are loaded.
    pub(crate) fn loaded<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        ids.into_iter().filter(|id| self.runtime.is_loaded(id)).collect()
    }

    /// How often the builtin is in the record of loads.
    pub(crate) fn loads(&self, id: &str) -> usize {
        let inventory = self.runtime.inventory();
        inventory.loads.iter().filter(|load| load.kind == Kind::Builtin && load.id == id).count()
    }
}

/// A case that needs a process of its own: its name, and what runs there.
pub(crate) type ChildCase = (&'static str, fn());

/// Names the case a child is to run.
const CASE: &str = "LAZULI_TEST_CASE";

/// An argument for the case.
const ARGUMENT: &str = "LAZULI_TEST_ARGUMENT";

/// A child that takes longer than this is stuck.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What a child left behind.
#[derive(Debug)]
pub(crate) struct Output {
    /// The exit code, or `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    /// How it ended, in words.
    pub(crate) status: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Output {
    /// What the case told with [`tell`], line by line.
    pub(crate) fn told(&self) -> Vec<&str> {
        self.stdout.lines().filter_map(|line| line.split_once(MARK).map(|(_, told)| told)).collect()
    }

    /// Fails unless the child ended well.
    #[track_caller]
    pub(crate) fn expect_success(self) -> Self {
        assert_eq!(self.code, Some(0), "{}\n{}\n{}", self.status, self.stdout, self.stderr);
        self
    }
}

/// Sets what a child tells apart from what its harness prints.
const MARK: &str = "@told ";

/// Tells the parent a line.
pub(crate) fn tell(line: impl std::fmt::Display) {
    writeln!(std::io::stdout(), "\n{MARK}{line}").expect("the parent reads");
}

/// The argument the parent gave.
pub(crate) fn argument() -> String {
    std::env::var(ARGUMENT).unwrap_or_default()
}

/// Runs a case in a process of its own.
#[track_caller]
pub(crate) fn child(case: &str, env: &[(&str, &str)]) -> Output {
    let program = std::env::current_exe().expect("a test knows its executable");
    let mut command = Command::new(program);
    command.args(["child_entry", "--exact", "--nocapture", "--test-threads=1"]);
    command.env(CASE, case).env_remove(ARGUMENT).envs(env.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("this executable can be started again");
    let (sender, ends) = mpsc::channel();
    let (mut stdout, mut stderr) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let readers = [
        std::thread::spawn({
            let sender = sender.clone();
            move || {
                let mut text = Vec::new();
                let read = stdout.read_to_end(&mut text);
                (sender.send(()), read, text).2
            }
        }),
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let read = stderr.read_to_end(&mut text);
            (sender.send(()), read, text).2
        }),
    ];
    let stuck = (0..readers.len()).any(|_| ends.recv_timeout(TIME_LIMIT).is_err());
    if stuck {
        child.kill().expect("a child can be ended");
    }
    let status = child.wait().expect("a child ends");
    let [stdout, stderr] = readers.map(|reader| String::from_utf8_lossy(&reader.join().expect("reads")).into_owned());
    assert!(!stuck, "case '{case}' was still running after {TIME_LIMIT:?}\n{stdout}\n{stderr}");
    Output { code: status.code(), status: status.to_string(), stdout, stderr }
}

/// [`child`] with an argument for the case.
#[track_caller]
pub(crate) fn child_with(case: &str, argument: &str) -> Output {
    child(case, &[(ARGUMENT, argument)])
}

/// Runs the case this process was started for, if it was started for one, and ends the process.
pub(crate) fn run_child_case<'a>(cases: impl Iterator<Item = &'a ChildCase>) {
    let Ok(wanted) = std::env::var(CASE) else { return };
    let (_, run) =
        cases.into_iter().find(|(name, _)| *name == wanted).unwrap_or_else(|| panic!("there is no case '{wanted}'"));
    run();
    // The harness would print how long it took.
    std::process::exit(0);
}

pub(crate) const CHILD_CASES: &[ChildCase] = &[("nothing", || {}), ("panic", || panic!("as asked"))];

#[test]
fn a_child_tells_success_and_failure() {
    child("nothing", &[]).expect_success();
    let failed = child("panic", &[]);
    assert_eq!(failed.code, Some(101), "{failed:?}");
    assert!(failed.stderr.contains("as asked"), "{failed:?}");
    assert_ne!(child("no such case", &[]).code, Some(0));
}
