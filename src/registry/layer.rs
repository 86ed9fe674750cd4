//! The unit of composition: what one crate brings to a runtime. A layer is data; it is checked when a registry is built from it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::source::SourceText;
use crate::binding::Binding;

/// Builtins, bindings, lazy properties and aliases that belong together, and the layers they need.
///
/// Any crate can publish one. Lazuli's own builtins are the layer [`Layer::node`].
///
/// ```
/// use lazuli::{Layer, Registry};
///
/// let greeting = Layer::new("greeting")
///     .module("greeting", "'use strict'; exports.hello = (name) => `hello ${name}`;")
///     .alias("hello", "greeting");
/// let registry = Registry::builder().layer(greeting).build()?;
/// assert!(registry.contains("hello"));
/// # Ok::<(), lazuli::Error>(())
/// ```
#[derive(Debug)]
pub struct Layer {
    pub(super) name: Cow<'static, str>,
    pub(super) modules: Vec<(Cow<'static, str>, SourceText, Origin)>,
    pub(super) bindings: Vec<Binding>,
    pub(super) lazies: Vec<LazyDeclaration>,
    pub(super) aliases: Vec<(String, String)>,
    pub(super) needs: Vec<String>,
    pub(super) bootstrap: bool,
    pub(super) unreadable: Vec<(PathBuf, String)>,
}

/// Where a builtin's source came from, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A layer in the executable.
    Layer(Cow<'static, str>),
    /// A file of a module folder.
    File(PathBuf),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Layer(name) => write!(f, "layer '{name}'"),
            Origin::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The object a declared lazy property is put on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LazyTarget {
    /// The global object, once the web phase has run.
    Global,
    /// `process`, once the node phase has run.
    Process,
}

/// One lazy property declared in Rust.
#[derive(Clone, Debug)]
pub(crate) struct LazyDeclaration {
    pub(crate) target: LazyTarget,
    pub(crate) name: String,
    pub(crate) reference: String,
    pub(crate) enumerable: Enumerable,
    pub(super) origin: Origin,
}

/// Whether a property shows up in `for…in` and `Object.keys`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumerable {
    /// It shows up.
    Yes,
    /// It does not.
    No,
}

impl Layer {
    /// An empty layer; its name appears in messages and is what other layers need it by.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Layer {
            name: name.into(),
            modules: Vec::new(),
            bindings: Vec::new(),
            lazies: Vec::new(),
            aliases: Vec::new(),
            needs: Vec::new(),
            bootstrap: false,
            unreadable: Vec::new(),
        }
    }

    /// Lazuli's own builtins: Node's names and behaviour, with the bootstrap that makes `process` and the globals, and the bindings
    /// they stand on.
    pub fn node() -> Self {
        let mut layer = Self::node_bindings();
        super::embedded::add_to(&mut layer);
        layer
    }

    /// The bindings of [`Layer::node`] with the sources of a folder in place of the embedded ones: for work on builtins, without a
    /// rebuild. Files that cannot be read or are not UTF-8 are reported by [`Builder::build`](crate::Builder::build).
    pub fn node_from(folder: impl AsRef<Path>) -> Self {
        Self::node_bindings().directory(folder)
    }

    fn node_bindings() -> Self {
        let mut layer = Self::new("node");
        layer.bindings = crate::bindings::all();
        layer.bootstrap = true;
        layer
    }

    pub(super) fn push_embedded(&mut self, id: &'static str, source: SourceText) {
        self.modules.push((Cow::Borrowed(id), source, Origin::Layer(self.name.clone())));
    }

    /// Adds a builtin whose source is part of the executable.
    pub fn module(mut self, id: impl Into<Cow<'static, str>>, source: &'static str) -> Self {
        let origin = Origin::Layer(self.name.clone());
        self.modules.push((id.into(), SourceText::from_static(source), origin));
        self
    }

    /// Adds a builtin whose source was made at run time.
    pub fn module_from_string(mut self, id: impl Into<Cow<'static, str>>, source: String) -> Self {
        let origin = Origin::Layer(self.name.clone());
        self.modules.push((id.into(), SourceText::from_string(source), origin));
        self
    }

    /// Adds every `.js` file below a folder; an id is the path without extension. Links are not followed.
    pub fn directory(mut self, folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        super::directory::read(folder, &mut self);
        self
    }

    /// Adds a native object for `internalBinding(name)`.
    pub fn binding(mut self, binding: Binding) -> Self {
        self.bindings.push(binding);
        self
    }

    /// Declares a property that loads a builtin on first read. `reference` is `id`, `id#export` or `id#*`.
    pub fn lazy(
        mut self,
        target: LazyTarget,
        name: impl Into<String>,
        reference: impl Into<String>,
        enumerable: Enumerable,
    ) -> Self {
        let (name, reference, origin) = (name.into(), reference.into(), Origin::Layer(self.name.clone()));
        self.lazies.push(LazyDeclaration { target, name, reference, enumerable, origin });
        self
    }

    /// Makes `alias` another name of `id`, which may itself be an alias.
    pub fn alias(mut self, alias: impl Into<String>, id: impl Into<String>) -> Self {
        self.aliases.push((alias.into(), id.into()));
        self
    }

    /// States that this layer works only together with another one.
    pub fn needs(mut self, layer: impl Into<String>) -> Self {
        self.needs.push(layer.into());
        self
    }
}
