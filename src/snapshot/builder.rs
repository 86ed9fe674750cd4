//! Makes images. A blob and an isolate that started elsewhere cannot share a process, so each stage runs in a child of its own: the same
//! executable with the same arguments, told by an environment variable which stage it is.
//!
//! Stage one boots a context and serializes it. Stage two starts from that blob, runs the training and every public builtin, and keeps
//! the compiled code: a cache is valid only for isolates of the blob it was made under.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::sync::Arc;

use super::header::{self, Identity};
use super::training::Training;
use super::{Image, code_cache, refuse};
use crate::bootstrap;
use crate::engine::Engine;
use crate::engine::isolate::Isolate;
use crate::engine::platform::Platform;
use crate::error::{Error, ErrorKind, Result};
use crate::inventory::Origin;
use crate::loader::state::State;
use crate::loader::{self, compile};
use crate::realm::{Purpose, Realm};
use crate::registry::Registry;
use crate::runtime::host::Host;
use crate::runtime::{self, Runtime, RuntimeOptions, SnapshotUse};

/// Names the stage a child process is to run: `blob|caches`, the registry's hash, the folder for results.
const STAGE: &str = "LAZULI_IMAGE_STAGE";

/// Makes an [`Image`] of a registry.
///
/// ```no_run
/// use lazuli::{ImageBuilder, Layer, Registry};
///
/// let registry = Registry::builder().layer(Layer::node()).build()?;
/// let (image, report) = ImageBuilder::new(registry).build()?;
/// assert!(report.blob_bytes > 0);
/// std::fs::write("app.img", image.bytes()).unwrap();
/// # Ok::<(), lazuli::Error>(())
/// ```
#[derive(Debug)]
pub struct ImageBuilder {
    registry: Arc<Registry>,
    platform: Platform,
    training: Vec<Training>,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildReport {
    /// Bytes of the V8 blob.
    pub blob_bytes: u64,
    /// Builtins and bindings in the blob.
    pub members: usize,
    /// Builtins with a code cache.
    pub cached: usize,
    /// Bytes of all code caches.
    pub cache_bytes: u64,
}

impl ImageBuilder {
    /// Starts from a registry. The programs that will use the image need the same one.
    pub fn new(registry: Arc<Registry>) -> Self {
        ImageBuilder { registry, platform: Platform::new(), training: Vec::new() }
    }

    /// The platform of the programs that will use the image. Default: [`Platform::new`].
    pub fn platform(mut self, platform: Platform) -> Self {
        self.platform = platform;
        self
    }

    /// Adds a program to run so that its start path is in the image as compiled code. Default: none.
    pub fn train(mut self, training: Training) -> Self {
        self.training.push(training);
        self
    }

    /// Makes the image, in two child processes of this executable.
    ///
    /// The children are started with the arguments of this process and must reach this call again; there they do their stage and exit.
    /// Call it before anything that should happen once.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::JavaScript`] when a bootstrap script throws; [`ErrorKind::Image`] when the blob cannot be made or a child dies;
    /// [`ErrorKind::Io`] when a child cannot be started.
    pub fn build(self) -> Result<(Image, BuildReport)> {
        let hash: String = self.registry.hash().iter().map(|byte| format!("{byte:02x}")).collect();
        if let Ok(stage) = std::env::var(STAGE) {
            return self.child(&stage, &hash);
        }
        let folder = tempfile::Builder::new()
            .prefix("lazuli-image-")
            .tempdir()
            .map_err(|error| Error::io("cannot make a folder for the stages of an image", error))?;
        run_child("blob", &hash, folder.path())?;
        run_child("caches", &hash, folder.path())?;
        let image = Image::from_vec(read(&folder.path().join("image"))?)?;
        let report = BuildReport {
            blob_bytes: image.blob_bytes(),
            members: image.members().len(),
            cached: self.registry.indices().filter(|index| image.0.caches.len_of(*index) > 0).count(),
            cache_bytes: self.registry.indices().map(|index| image.0.caches.len_of(index)).sum(),
        };
        Ok((image, report))
    }

    /// Runs in a child. A program that makes several images meets this once for each; only the one that was asked for does anything.
    fn child(self, stage: &str, hash: &str) -> Result<(Image, BuildReport)> {
        let mut parts = stage.splitn(3, '|');
        let (Some(stage), Some(wanted), Some(folder)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(refuse(
                "ERR_IMAGE_STAGE",
                format!("the environment variable {STAGE} is not for programs to set; unset it"),
            ));
        };
        if wanted != hash {
            let report = BuildReport { blob_bytes: 0, members: 0, cached: 0, cache_bytes: 0 };
            return Ok((Image::from_vec(Image::empty_bytes())?, report));
        }
        let folder = PathBuf::from(folder);
        // What a training reads must not tell where an image was made.
        std::env::set_current_dir("/").map_err(|error| Error::io("cannot change to the root folder", error))?;
        let result = match stage {
            "blob" => self.make_blob(&folder).and_then(|image| write(&folder.join("blob"), &image)),
            _ => self.make_caches(&folder).and_then(|image| write(&folder.join("image"), &image)),
        };
        if let Err(error) = &result {
            let told = ChildError {
                code: error.code().into(),
                message: error.to_string(),
                id: error.id().map(str::to_owned),
                stack: error.stack().map(str::to_owned),
            };
            let text = serde_json::to_vec(&told).expect("an error is plain text");
            write(&folder.join("error"), &text)?;
        }
        std::process::exit(i32::from(result.is_err()));
    }

    fn make_blob(&self, folder: &Path) -> Result<Vec<u8>> {
        // Fixed seeds and no helper threads make two builds equal; V8 replaces the hash seed when it reads the blob, seeds `Math.random`
        // per context, and does not look at the flags a blob was made with.
        let seeds = ["--hash-seed=20261101", "--random-seed=20261101", "--predictable"];
        let platform = self.platform.clone().single_thread().flags(seeds);
        let engine = Engine::builder(Arc::clone(&self.registry)).platform(platform).build()?;
        let mut isolate = Isolate::creator(&engine)?;
        let booted = self.boot_for_blob(&engine, &mut isolate);
        let Booted { states, members, keepers } = match booted {
            Ok(booted) => booted,
            Err(error) => {
                isolate.abandon();
                return Err(error);
            }
        };
        // If V8 ends this process now, the parent can say whose fault it is.
        write(&folder.join("keepers"), keepers.join(", ").as_bytes())?;
        let blob = isolate
            .into_blob()
            .ok_or_else(|| refuse("ERR_IMAGE_BLOB", "V8 could not serialize the bootstrapped context".into()))?;
        if !blob.can_be_rehashed() {
            let message = "the blob cannot be rehashed, so every process would have the same hash seed; remove what V8 cannot rehash from the bootstrap";
            return Err(refuse("ERR_IMAGE_REHASH", message.into()));
        }
        let identity = Identity::of(&self.registry, &self.platform, &engine.references().hash(&self.registry));
        Ok(header::write(&identity, &blob, &[], &states, &members, &[]))
    }

    /// Fills the creator: trains in a context that is dropped, then boots the one that is kept.
    fn boot_for_blob(&self, engine: &Engine, isolate: &mut Isolate) -> Result<Booted> {
        for training in &self.training {
            let mut entered = isolate.enter();
            runtime::configure(&mut entered);
            {
                v8::scope!(let scope, &mut *entered);
                let context = v8::Context::new(scope, v8::ContextOptions::default());
                let scope = &mut v8::ContextScope::new(scope, context);
                let uncaught = Uncaught::default();
                let host = Host::new(uncaught.listen(training.runtime_options()), None);
                let realm = Realm::fresh(scope, engine, Purpose::BuildSnapshot, host);
                uncaught.or(&realm, bootstrap::run(scope, &realm))?;
                realm.building_snapshot.set(false);
                bootstrap::complete(scope, &realm);
                runtime::run_program(scope, &realm, &training.entry)?;
                uncaught.none()?;
            }
            entered.cancel_terminate_execution();
            entered.remove_slot::<Rc<Realm>>();
        }
        let mut entered = isolate.enter();
        runtime::configure(&mut entered);
        let told = {
            v8::scope!(let scope, &mut *entered);
            let bare = v8::Context::new(scope, v8::ContextOptions::default());
            scope.set_default_context(bare);
            let context = v8::Context::new(scope, v8::ContextOptions::default());
            {
                let scope = &mut v8::ContextScope::new(scope, context);
                let uncaught = Uncaught::default();
                let host = Host::new(uncaught.listen(RuntimeOptions::new()), None);
                let realm = Realm::fresh(scope, engine, Purpose::BuildSnapshot, host);
                uncaught.or(&realm, bootstrap::run(scope, &realm))?;
                // Tasks still queued on the platform hold roots that V8 refuses to serialize (nodejs/node#56403).
                uncaught.or(&realm, crate::event_loop::settle(scope, &realm))?;
                let record = realm.record(scope);
                scope.add_context_data(context, record);
                describe(&realm)
            }
            .inspect(|_| {
                scope.add_context(context);
            })
        };
        entered.remove_slot::<Rc<Realm>>();
        entered.clear_kept_objects();
        told
    }

    fn make_caches(&self, folder: &Path) -> Result<Vec<u8>> {
        let image = Image::from_vec(read(&folder.join("blob"))?)?;
        // The seed of hashes is drawn from that of random numbers. Unlike a fixed seed of hashes, V8 counts neither of these among the
        // flags that a cache was made with.
        let platform = self.platform.clone().flags(["--random-seed=20261101", "--predictable"]);
        let engine = Engine::builder(Arc::clone(&self.registry)).platform(platform).image(image.clone()).build()?;
        let hashes = self.registry.modules().map(|definition| definition.content_hash());
        let mut caches: Vec<([u8; 32], Vec<u8>)> = hashes.map(|hash| (hash, Vec::new())).collect();
        // Without training, boot alone is the training.
        let trainings = if self.training.is_empty() { vec![None] } else { self.training.iter().map(Some).collect() };
        for training in trainings {
            let uncaught = Uncaught::default();
            let options = uncaught.listen(training.map_or_else(RuntimeOptions::new, Training::runtime_options));
            let mut runtime =
                Runtime::with_purpose(&engine, options.snapshot(SnapshotUse::Ignore), Purpose::MakeCodeCaches)?;
            runtime.enter(|scope, realm| -> Result<()> {
                if let Some(training) = training {
                    runtime::run_program(scope, realm, &training.entry)?;
                    uncaught.none()?;
                }
                scope.cancel_terminate_execution();
                load_public(scope, realm);
                collect(scope, realm, &mut caches);
                Ok(())
            })?;
        }
        let (index, data) = code_cache::write(&caches);
        let section = |section| image.section(section);
        Ok(header::write(
            &image.0.header.identity,
            image.blob(),
            &index,
            section(header::Section::States),
            section(header::Section::Members),
            &data,
        ))
    }
}

/// What is known of a bootstrapped realm: its sections, and the builtins that left global handles.
struct Booted {
    states: Vec<u8>,
    members: Vec<u8>,
    keepers: Vec<String>,
}

fn describe(realm: &Realm) -> Result<Booted> {
    let states = realm.states.borrow().all().iter().map(|state| u8::from(*state == State::Loaded)).collect();
    let mut members = realm.inventory().loads;
    for member in &mut members {
        member.origin = Origin::Snapshot;
        // A restored builtin is neither compiled nor evaluated; times of the build would also make two builds differ.
        (member.compile, member.evaluate) = Default::default();
    }
    let members =
        serde_json::to_vec(&members).map_err(|error| Error::bug(format!("members are plain text: {error}")))?;
    let registry = realm.engine.registry();
    let watch = realm.watch.borrow();
    let kept = watch.iter().flat_map(|watch| watch.kept());
    let keepers = kept.map(|index| format!("'{}'", registry.definition(*index).id())).collect();
    Ok(Booted { states, members, keepers })
}

/// Loads every public builtin, so that their caches hold the functions that loading calls. One that throws is left out.
fn load_public(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>) {
    let registry = Rc::clone(realm);
    let registry = registry.engine.registry();
    for (index, definition) in registry.indices().zip(registry.modules()) {
        if definition.is_public() {
            v8::tc_scope!(let scope, scope);
            loader::load(scope, realm, index, loader::Source::Host);
        }
    }
}

/// Code caches of everything that was compiled, and of what was not by compiling it now. A builtin with a syntax error has none.
fn collect(scope: &mut v8::PinScope<'_, '_>, realm: &Rc<Realm>, caches: &mut [([u8; 32], Vec<u8>)]) {
    let functions = realm.functions.borrow_mut().take().unwrap_or_default();
    for index in realm.engine.registry().indices() {
        v8::tc_scope!(let scope, scope);
        let compiled = functions.iter().rev().find(|(compiled, _)| *compiled == index);
        let function = match compiled {
            Some((_, function)) => Some(v8::Local::new(scope, function)),
            None => {
                let options = v8::script_compiler::CompileOptions::NoCompileOptions;
                compile::compile_with(scope, realm, index, None, options).map(|(function, _)| function)
            }
        };
        if let Some(cache) = function.and_then(|function| function.create_code_cache()) {
            // Of several trainings, the one that compiled most wins.
            if cache.len() > caches[index.get()].1.len() {
                caches[index.get()].1 = cache.to_vec();
            }
        }
    }
}

/// What nobody caught while an image was made.
#[derive(Clone, Default)]
struct Uncaught(Rc<RefCell<Option<Error>>>);

impl Uncaught {
    fn listen(&self, options: RuntimeOptions) -> RuntimeOptions {
        let told = Rc::clone(&self.0);
        options.on_uncaught(move |error| {
            let copy =
                Error::new(error.kind(), error.code(), error.to_string()).with_stack(error.stack().map(str::to_owned));
            *told.borrow_mut() = Some(copy);
        })
    }

    fn none(&self) -> Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }

    /// The outcome of a step, or why it could not come to an end.
    fn or(&self, realm: &Realm, outcome: Result<()>) -> Result<()> {
        self.none()?;
        match realm.host.exit_code() {
            None => outcome,
            Some(code) => {
                let message = format!("the bootstrap asked to exit with code {code}; leave that to the program");
                Err(Error::new(ErrorKind::Image, "ERR_IMAGE_EXIT", message))
            }
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
struct ChildError {
    code: String,
    message: String,
    id: Option<String>,
    stack: Option<String>,
}

fn run_child(stage: &str, hash: &str, folder: &Path) -> Result<()> {
    let program = std::env::current_exe().map_err(|error| Error::io("cannot find this executable", error))?;
    let output = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(STAGE, format!("{stage}|{hash}|{}", folder.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| Error::io(format!("cannot start the {stage} stage of an image"), error))?;
    if output.status.success() {
        return Ok(());
    }
    if let Ok(error) = std::fs::read(folder.join("error"))
        && let Ok(told) = serde_json::from_slice::<ChildError>(&error)
    {
        let kind = if told.stack.is_some() { ErrorKind::JavaScript } else { ErrorKind::Image };
        let code = if told.stack.is_some() { "ERR_BUILTIN_THREW" } else { "ERR_IMAGE_BUILD" };
        let error = Error::new(kind, code, format!("the image cannot be made: {} [{}]", told.message, told.code));
        let error = error.with_stack(told.stack);
        return Err(match told.id {
            Some(id) => error.with_id(id),
            None => error,
        });
    }
    let keepers = std::fs::read_to_string(folder.join("keepers")).unwrap_or_default();
    Err(refuse("ERR_IMAGE_CHILD", died(stage, &output.status, &String::from_utf8_lossy(&output.stderr), &keepers)))
}

/// What V8 cannot put into a blob it reports by ending the process: the last words, and what they mean for the author of a builtin.
fn died(stage: &str, status: &ExitStatus, stderr: &str, keepers: &str) -> String {
    const LAST_LINES: usize = 12;
    const CAUSES: [(&str, &str); 2] = [
        (
            "CheckGlobalAndEternalHandles",
            "something was alive after the bootstrap that V8 cannot serialize: an `Intl` object, or a `v8::Global` that a binding keeps; make \
             it at its first use instead of while a builtin loads",
        ),
        (
            "Unknown external reference",
            "a native function was reachable that no table lists; add it to its binding with `Binding::function` instead of in the setup",
        ),
    ];
    // Frames of native code mean nothing to the author of a builtin.
    let is_told = |line: &&str| {
        !line.trim_matches(['#', '=', ' ']).is_empty() && !line.starts_with("    ") && !line.starts_with("====")
    };
    let told: Vec<&str> = stderr.lines().filter(is_told).collect();
    let cause = CAUSES
        .iter()
        .find(|(words, _)| stderr.contains(words))
        .map_or("make what the bootstrap keeps at its first use, until the image can be made", |(_, cause)| cause);
    let last = told[told.len().saturating_sub(LAST_LINES)..].join("\n");
    let whose = if keepers.is_empty() { String::new() } else { format!(" (look at {keepers})") };
    format!("the image cannot be made: its {stage} stage ended with {status}; {cause}{whose}\n{last}")
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| Error::io(format!("cannot read {}", path.display()), error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).map_err(|error| Error::io(format!("cannot write {}", path.display()), error))
}
