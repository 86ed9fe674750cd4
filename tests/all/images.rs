//! What the tests of images share: recipes for registries, images made in child processes and kept for the rest of the run, scripts that
//! run from an image, and the layout of an image, so that its parts can be exchanged.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lazuli::{Engine, Image, ImageBuilder, Layer, Platform, Registry, Runtime, RuntimeOptions, SnapshotUse, Training};
use serde_json::{Value, json};

use crate::support::{self, ChildCase, Script, argument, tell};

pub(crate) const CHILD_CASES: &[ChildCase] = &[("build an image", build_case), ("run scripts", scripts_case)];

/// A registry of toys: its own bootstrap scripts over the native bindings, and the door of [`support::door`].
///
/// The stages of a build and the programs that start from the image are processes of their own; a recipe is how they agree.
pub(crate) struct Recipe {
    pub(crate) name: &'static str,
    pub(crate) layers: fn() -> Vec<Layer>,
}

impl Recipe {
    pub(crate) fn registry(&self) -> Arc<Registry> {
        let layers = (self.layers)().into_iter().chain([support::door()]);
        layers.fold(Registry::builder(), lazuli::Builder::layer).build().expect("the layers of a recipe fit together")
    }

    pub(crate) fn engine(&self, image: Option<Image>, platform: Platform) -> lazuli::Result<Engine> {
        let builder = Engine::builder(self.registry()).platform(platform);
        match image {
            Some(image) => builder.image(image).build(),
            None => builder.build(),
        }
    }

    pub(crate) fn builder(&self) -> ImageBuilder {
        let builder = ImageBuilder::new(self.registry()).platform(Platform::unprotected());
        match self.name {
            "node" => {
                builder.train(Training::new("internal/main/eval_string").option("evalSource", "console.log('trained')"))
            }
            _ => builder,
        }
    }
}

/// The layers of toys: builtins by id and source.
pub(crate) fn toys<'a>(builtins: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Layer> {
    vec![support::bindings_only(), support::modules(builtins)]
}

/// Changes the text of a builtin.
pub(crate) type Change = fn(&str) -> String;

/// The node layer with some of its builtins changed.
pub(crate) fn node_with(changes: &[(&str, Change)]) -> Layer {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("modules"), folder.path());
    for (id, change) in changes {
        let path = folder.path().join(format!("{id}.js"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{id}: {error}"));
        std::fs::write(path, change(&text)).expect("the folder is writable");
    }
    Layer::node_from(folder.path())
}

fn copy(from: &Path, to: &Path) {
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

/// Every recipe there is.
pub(crate) fn recipe(name: &str) -> &'static Recipe {
    let mut all = [
        crate::snapshot::RECIPES,
        crate::snapshot::unserializable::RECIPES,
        crate::code_cache::RECIPES,
        crate::inventory::RECIPES,
    ]
    .into_iter()
    .flatten();
    all.find(|recipe| recipe.name == name).unwrap_or_else(|| panic!("there is no recipe '{name}'"))
}

/// Where the images of this run are. A later run replaces them.
fn folder() -> PathBuf {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images").join(profile);
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}

/// The file with the image of a recipe, made once a run.
#[track_caller]
pub(crate) fn image(recipe: &str) -> PathBuf {
    static MADE: Mutex<Option<HashMap<String, PathBuf>>> = Mutex::new(None);
    let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let made = made.get_or_insert_default();
    if let Some(path) = made.get(recipe) {
        return path.clone();
    }
    let path = folder().join(format!("{}.img", recipe.replace(' ', "-")));
    build(recipe, &path).expect_success();
    made.insert(recipe.to_owned(), path.clone());
    path
}

pub(crate) fn bytes(recipe: &str) -> Vec<u8> {
    std::fs::read(image(recipe)).expect("the image was just made")
}

/// Builds the image of a recipe in a child process.
#[track_caller]
pub(crate) fn build(recipe: &str, path: &Path) -> support::Output {
    // What is left of an earlier run must not be taken for the result of this one.
    let _ = std::fs::remove_file(path);
    support::child_with("build an image", &json!({ "recipe": recipe, "path": path }).to_string())
}

fn build_case() {
    let order: Value = serde_json::from_str(&argument()).expect("an order");
    let text = |name: &str| order[name].as_str().unwrap_or_default();
    match recipe(text("recipe")).builder().build() {
        Ok((image, report)) => {
            assert_eq!(report.blob_bytes, image.blob_bytes());
            std::fs::write(text("path"), image.bytes()).expect("the image can be written");
        }
        Err(error) => {
            tell(error.code());
            tell(error.id().unwrap_or("no id"));
            tell(error.to_string().replace('\n', " | "));
            tell(error.stack().unwrap_or("no stack").replace('\n', " | "));
            std::process::exit(1);
        }
    }
}

/// How scripts are started.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    pub(crate) recipe: &'static str,
    /// The image, if it is not that of the recipe.
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) ignore_snapshot: bool,
    pub(crate) flags: &'static str,
}

impl Start {
    pub(crate) fn from(recipe: &'static str) -> Self {
        Start { recipe, ..Start::default() }
    }

    pub(crate) fn without_snapshot(mut self) -> Self {
        self.ignore_snapshot = true;
        self
    }

    pub(crate) fn image(mut self, bytes: Vec<u8>) -> Self {
        self.bytes = Some(bytes);
        self
    }

    pub(crate) fn flags(mut self, flags: &'static str) -> Self {
        self.flags = flags;
        self
    }

    /// Runs scripts one after the other in one runtime of a child process.
    #[track_caller]
    pub(crate) fn run(&self, scripts: &[&str]) -> Ran {
        let file = self.bytes.as_ref().map(|bytes| {
            let file = tempfile::NamedTempFile::new_in(folder()).expect("the folder is writable");
            std::fs::write(file.path(), bytes).expect("the file is writable");
            file
        });
        let path = file.as_ref().map_or_else(|| image(self.recipe), |file| file.path().to_owned());
        let order = json!({ "recipe": self.recipe, "path": path, "ignore": self.ignore_snapshot, "flags": self.flags, "scripts": scripts });
        let output = support::child_with("run scripts", &order.to_string()).expect_success();
        let mut told = output.told().into_iter();
        let inventory =
            serde_json::from_str(told.next_back().expect("the inventory is told last")).expect("an inventory");
        Ran { values: told.map(str::to_owned).collect(), inventory }
    }
}

/// What scripts gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) values: Vec<String>,
    pub(crate) inventory: lazuli::Inventory,
}

fn scripts_case() {
    let order: Value = serde_json::from_str(&argument()).expect("an order");
    let text = |name: &str| order[name].as_str().unwrap_or_default();
    let image = Image::open(text("path")).expect("the image is whole");
    let platform = Platform::unprotected().flags(text("flags").split_whitespace());
    let engine = recipe(text("recipe")).engine(Some(image), platform).expect("the image is of this recipe");
    let snapshot = if order["ignore"] == true { SnapshotUse::Ignore } else { SnapshotUse::Use };
    let runtime = Runtime::new(&engine, RuntimeOptions::new().snapshot(snapshot)).expect("the runtime starts");
    let mut script = Script::of(runtime);
    for source in order["scripts"].as_array().expect("a list") {
        tell(script.run(source.as_str().expect("a script")).replace('\n', " | "));
    }
    tell(serde_json::to_string(&script.runtime.inventory()).expect("an inventory is data"));
}

/// The values of scripts, which must be the same from the snapshot and from a bare context of the same image.
#[track_caller]
pub(crate) fn check_scripts(recipe: &'static str, scripts: &[(&str, &str)]) {
    let sources: Vec<&str> = scripts.iter().map(|(source, _)| *source).collect();
    let expected: Vec<&str> = scripts.iter().map(|(_, value)| *value).collect();
    for start in [Start::from(recipe), Start::from(recipe).without_snapshot()] {
        assert_eq!(start.run(&sources).values, expected, "{start:?}");
    }
}

// ---- the layout, as the header of src/snapshot/header.rs tells it ------------------------------------------------------------

/// The parts of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts(pub(crate) [Vec<u8>; 6]);

pub(crate) const NAMES: [&str; 6] = ["identity", "blob", "cache index", "states", "members", "cache data"];
pub(crate) const IDENTITY: usize = 0;
pub(crate) const CACHE_INDEX: usize = 2;
pub(crate) const CACHE_DATA: usize = 5;
const TABLE: usize = 24;
const DATA: usize = TABLE + 6 * 24;

/// Where a part is.
pub(crate) fn place(image: &[u8], part: usize) -> std::ops::Range<usize> {
    let at = TABLE + part * 24;
    let offset = number(image, at) as usize;
    offset..offset + number(image, at + 8) as usize
}

pub(crate) fn number(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

impl Parts {
    pub(crate) fn of(image: &[u8]) -> Self {
        Parts(std::array::from_fn(|part| image[place(image, part)].to_vec()))
    }

    /// An image of these parts whose every checksum is right.
    pub(crate) fn assemble(&self) -> Vec<u8> {
        let checksum = |bytes: &[u8]| xxhash_rust::xxh3::xxh3_64(bytes).to_le_bytes();
        let (mut image, mut table) = (vec![0; DATA], Vec::new());
        for part in &self.0 {
            image.resize(image.len().next_multiple_of(16), 0);
            table.extend((image.len() as u64).to_le_bytes());
            table.extend((part.len() as u64).to_le_bytes());
            table.extend(checksum(part));
            image.extend_from_slice(part);
        }
        image[..8].copy_from_slice(b"lazuli\x00\n");
        image[8..12].copy_from_slice(&1_u32.to_le_bytes());
        image[12..16].copy_from_slice(&6_u32.to_le_bytes());
        image[16..24].copy_from_slice(&checksum(&table));
        image[TABLE..DATA].copy_from_slice(&table);
        image
    }

    /// The identity with one field changed.
    pub(crate) fn with_identity(mut self, field: &str, value: &str) -> Self {
        let mut identity: Value = serde_json::from_slice(&self.0[IDENTITY]).expect("the identity is JSON");
        assert!(identity[field].is_string(), "an identity has no field '{field}': {identity}");
        identity[field] = value.into();
        self.0[IDENTITY] = identity.to_string().into_bytes();
        self
    }
}
