//! The registry: the ordered, immutable table of all builtins, bindings, aliases and declared lazy properties of a program.
//!
//! It is made once, shared by every thread, and knows nothing of V8: a definition says what a builtin is, an engine makes it run.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use xxhash_rust::xxh3::{Xxh3, Xxh3DefaultBuilder};

use crate::binding::Binding;
use crate::error::{Error, ErrorKind, Result};

mod directory;
mod embedded;
pub mod id;
pub(crate) mod layer;
pub(crate) mod source;
mod validate;

pub use self::layer::{Enumerable, Layer, LazyTarget, Origin};
pub use self::source::SourceText;

use self::id::Area;
use self::layer::LazyDeclaration;

/// The position of a builtin in its registry; the same in every isolate and in the startup image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ModuleIndex(pub(crate) u32);

impl ModuleIndex {
    pub(crate) fn get(self) -> usize {
        self.0 as usize
    }
}

/// One builtin.
#[derive(Debug)]
pub struct Definition {
    id: Cow<'static, str>,
    source: SourceText,
    origin: Origin,
}

impl Definition {
    /// The id, such as `internal/streams/duplex`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The source text.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// Which layer or file it came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The part of the tree its id is in.
    pub fn area(&self) -> Area {
        Area::of(&self.id)
    }

    /// Whether user code may require it without `--expose-internals`.
    pub fn is_public(&self) -> bool {
        !self.id.starts_with("internal/")
    }

    /// BLAKE3 over id, wrapper parameters and source: what a code cache of this builtin is keyed by.
    pub(crate) fn content_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.id.as_bytes());
        for parameter in self.area().parameters() {
            hasher.update(b"\0");
            hasher.update(parameter.as_bytes());
        }
        hasher.update(b"\0\0");
        hasher.update(self.source.hash());
        *hasher.finalize().as_bytes()
    }
}

/// A map in insertion order. It is made at each start and holds no key of a stranger, so its hash is a fast one.
pub(crate) type Table<K, V> = IndexMap<K, V, Xxh3DefaultBuilder>;

/// The table of everything a program is built in. Cheap to share: keep it in an [`Arc`].
#[derive(Debug)]
pub struct Registry {
    modules: Table<Cow<'static, str>, Definition>,
    aliases: Table<String, ModuleIndex>,
    bindings: Table<Cow<'static, str>, Binding>,
    lazies: Vec<LazyDeclaration>,
    scheme: String,
    bootstraps: bool,
}

impl Registry {
    /// Starts an empty registry.
    pub fn builder() -> Builder {
        Builder { layers: Vec::new(), scheme: "node".into() }
    }

    /// All builtins, sorted by id.
    pub fn modules(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.modules.values()
    }

    /// The builtin of this id or alias.
    pub fn get(&self, id: &str) -> Option<&Definition> {
        self.find(id).map(|index| self.definition(index))
    }

    /// Whether there is a builtin of this id or alias.
    pub fn contains(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// All bindings, sorted by name.
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = &Binding> {
        self.bindings.values()
    }

    /// The scheme users may write before a public id: `node` unless the builder was told otherwise.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The names V8 shows for a builtin in stacks: `node:fs`.
    pub(crate) fn script_name(&self, index: ModuleIndex) -> String {
        format!("{}:{}", self.scheme, self.definition(index).id)
    }

    /// The builtin a script name belongs to.
    pub(crate) fn find_script(&self, script_name: &str) -> Option<ModuleIndex> {
        let id = script_name.strip_prefix(self.scheme.as_str())?.strip_prefix(':')?;
        self.modules.get_index_of(id).map(|index| ModuleIndex(index as u32))
    }

    pub(crate) fn find(&self, id: &str) -> Option<ModuleIndex> {
        match self.modules.get_index_of(id) {
            Some(index) => Some(ModuleIndex(index as u32)),
            None => self.aliases.get(id).copied(),
        }
    }

    pub(crate) fn definition(&self, index: ModuleIndex) -> &Definition {
        &self.modules[index.get()]
    }

    pub(crate) fn len(&self) -> usize {
        self.modules.len()
    }

    pub(crate) fn indices(&self) -> impl Iterator<Item = ModuleIndex> {
        (0..self.modules.len() as u32).map(ModuleIndex)
    }

    pub(crate) fn binding_index(&self, name: &str) -> Option<usize> {
        self.bindings.get_index_of(name)
    }

    pub(crate) fn binding_at(&self, index: usize) -> &Binding {
        &self.bindings[index]
    }

    pub(crate) fn lazies(&self) -> &[LazyDeclaration] {
        &self.lazies
    }

    /// Whether a layer brought the bootstrap scripts; without them a context gets only the loader.
    pub(crate) fn bootstraps(&self) -> bool {
        self.bootstraps
    }

    /// The ids and aliases that come close to a text in spelling.
    pub(crate) fn did_you_mean(&self, wanted: &str) -> String {
        id::did_you_mean(wanted, self.modules.keys().map(AsRef::as_ref).chain(self.aliases.keys().map(String::as_str)))
    }

    /// A hash over everything that shapes a startup image: ids, BLAKE3 of the sources, aliases, lazy properties, scheme. It is taken at each
    /// start, so it is a fast one; what could be mistaken for something else is under the slow hashes it sums up.
    pub(crate) fn hash(&self) -> [u8; 16] {
        let mut hasher = Xxh3::new();
        hasher.update(self.scheme.as_bytes());
        for definition in self.modules.values() {
            hasher.update(b"\0m");
            hasher.update(definition.id.as_bytes());
            hasher.update(b"\0");
            hasher.update(definition.source.hash());
        }
        for (alias, index) in &self.aliases {
            hasher.update(b"\0a");
            hasher.update(alias.as_bytes());
            hasher.update(&index.0.to_le_bytes());
        }
        for lazy in &self.lazies {
            let text = format!("\0l{:?}{}{}{:?}", lazy.target, lazy.name, lazy.reference, lazy.enumerable);
            hasher.update(text.as_bytes());
        }
        hasher.digest128().to_le_bytes()
    }
}

/// Collects layers and makes a [`Registry`] of them.
#[derive(Debug)]
pub struct Builder {
    layers: Vec<Layer>,
    scheme: String,
}

impl Builder {
    /// Adds a layer.
    pub fn layer(mut self, layer: Layer) -> Self {
        self.layers.push(layer);
        self
    }

    /// Sets the scheme of public ids, without the colon. Default: `node`.
    pub fn scheme(mut self, scheme: impl Into<String>) -> Self {
        self.scheme = scheme.into();
        self
    }

    /// Checks everything and makes the registry.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Registry`] listing every problem at once: duplicate or bad ids, references, aliases and needs that lead nowhere,
    /// alias cycles, files that cannot be read or are not UTF-8.
    pub fn build(self) -> Result<Arc<Registry>> {
        let mut problems = Vec::new();
        let mut registry = Registry {
            modules: Table::default(),
            aliases: Table::default(),
            bindings: Table::default(),
            lazies: Vec::new(),
            scheme: self.scheme,
            bootstraps: self.layers.iter().any(|layer| layer.bootstrap),
        };
        validate::needs(&self.layers, &mut problems);
        let mut aliases = Vec::new();
        let mut binding_origins: Table<Cow<'static, str>, Origin> = Table::default();
        for layer in self.layers {
            for (path, what) in layer.unreadable {
                problems.push(Problem::new("ERR_UNREADABLE", path.display(), None, what));
            }
            for (id, source, origin) in layer.modules {
                validate::id(&id, &origin, &mut problems);
                match registry.modules.get(id.as_ref()) {
                    Some(first) => problems.push(Problem::duplicate("builtins", &id, &first.origin, &origin)),
                    None => {
                        registry.modules.insert(id.clone(), Definition { id, source, origin });
                    }
                }
            }
            let origin = Origin::Layer(layer.name);
            for binding in layer.bindings {
                let name = binding.shared_name();
                match binding_origins.get(&name) {
                    Some(first) => problems.push(Problem::duplicate("bindings", &name, first, &origin)),
                    None => {
                        binding_origins.insert(name.clone(), origin.clone());
                        registry.bindings.insert(name, binding);
                    }
                }
            }
            aliases.extend(layer.aliases.into_iter().map(|(alias, to)| (alias, to, origin.clone())));
            registry.lazies.extend(layer.lazies);
        }
        // The embedded table is sorted already, and there is often no other.
        if !registry.modules.keys().is_sorted() {
            registry.modules.sort_unstable_keys();
        }
        registry.bindings.sort_unstable_keys();
        validate::aliases(&mut registry, aliases, &mut problems);
        validate::lazies(&registry, &mut problems);
        if problems.is_empty() { Ok(Arc::new(registry)) } else { Err(Problem::report(problems)) }
    }
}

/// One fault of a registry.
#[derive(Debug)]
struct Problem {
    code: &'static str,
    subject: String,
    text: String,
}

impl Problem {
    fn new(
        code: &'static str,
        subject: impl std::fmt::Display,
        origin: Option<&Origin>,
        text: impl std::fmt::Display,
    ) -> Self {
        let text = match origin {
            Some(origin) => format!("'{subject}' ({origin}): {text}"),
            None => format!("{subject}: {text}"),
        };
        Problem { code, subject: subject.to_string(), text }
    }

    fn duplicate(kinds: &str, name: &str, first: &Origin, second: &Origin) -> Self {
        let text = format!("there are two {kinds} of this name, from {first} and {second}; rename or remove one");
        Problem { code: "ERR_DUPLICATE_ID", subject: name.to_owned(), text: format!("'{name}': {text}") }
    }

    fn report(problems: Vec<Problem>) -> Error {
        let code = problems[0].code;
        let subject = problems[0].subject.clone();
        let message = match problems.as_slice() {
            [only] => only.text.clone(),
            all => {
                let lines: Vec<_> =
                    all.iter().map(|problem| format!("\n  [{}] {}", problem.code, problem.text)).collect();
                format!("the registry has {} problems:{}", all.len(), lines.concat())
            }
        };
        Error::new(ErrorKind::Registry, code, message).with_id(subject)
    }
}
