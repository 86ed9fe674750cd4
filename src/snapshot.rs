//! Startup images: what a process starts from. An [`Image`] is checked bytes (header, V8 blob, code caches, membership) that may come
//! from the executable, a file or a vector; nothing of it reaches V8 before its checksums were verified.

use std::path::Path;
use std::sync::Arc;

use crate::engine::platform::Platform;
use crate::error::{Error, ErrorKind, Result};
use crate::inventory::{Kind, Load};
use crate::loader::state::State;
use crate::registry::Registry;

pub(crate) mod builder;
pub(crate) mod code_cache;
mod header;
pub(crate) mod training;
pub(crate) mod watch;

pub use self::builder::{BuildReport, ImageBuilder};

use self::code_cache::CodeCaches;
use self::header::{Header, Identity, Provenance, Section};

/// A startup image. Cheap to clone; isolates keep the one they started from alive.
///
/// ```no_run
/// use lazuli::{Engine, Image, Layer, Registry};
///
/// let registry = Registry::builder().layer(Layer::node()).build()?;
/// let engine = Engine::builder(registry).image(Image::open("app.img")?).build()?;
/// # let _ = engine;
/// # Ok::<(), lazuli::Error>(())
/// ```
#[derive(Clone)]
pub struct Image(Arc<Inner>);

struct Inner {
    bytes: Bytes,
    header: Header,
    caches: CodeCaches,
    name: String,
}

enum Bytes {
    Static(&'static [u8]),
    Owned(Vec<u8>),
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Static(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// One line of `lazuli snapshot ls`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Member {
    /// The id of the builtin or the name of the binding.
    pub id: String,
    /// Builtin or binding.
    pub kind: Kind,
    /// Whether it is in the blob, already evaluated.
    pub in_snapshot: bool,
    /// Bytes of its source, zero for a binding.
    pub source_bytes: u64,
    /// Bytes of its code cache, zero if it has none.
    pub cache_bytes: u64,
}

impl Image {
    /// An image in the executable, as [`include_image!`](crate::include_image) gives it. It is used where it is, without a copy.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Image`] when it is foreign, truncated or damaged. The blob is taken as it is: it is part of the executable, whose code
    /// nobody sums up either.
    pub fn from_static(bytes: &'static [u8]) -> Result<Self> {
        Self::parse(Bytes::Static(bytes), "the embedded image".into())
    }

    /// An image from memory.
    ///
    /// # Errors
    ///
    /// As [`Image::from_static`].
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self> {
        Self::parse(Bytes::Owned(bytes), "the image".into())
    }

    /// An image from a file. The file is read, not mapped: one that is cut short under a mapping kills the process.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`] when it cannot be read, else as [`Image::from_static`]; the file is named.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = format!("image {}", path.display());
        let bytes = std::fs::read(path).map_err(|error| Error::io(format!("cannot read {name}"), error))?;
        Self::parse(Bytes::Owned(bytes), name)
    }

    fn parse(bytes: Bytes, name: String) -> Result<Self> {
        let from = if matches!(bytes, Bytes::Static(_)) { Provenance::Executable } else { Provenance::Elsewhere };
        let header = Header::read(bytes.get(), from, &name)?;
        let caches = CodeCaches::read(header.section(bytes.get(), Section::CacheIndex), &name)?;
        Ok(Image(Arc::new(Inner { bytes, header, caches, name })))
    }

    /// The bytes of an image without content, which programs built for documentation or for another target embed: they start from
    /// sources.
    pub fn empty_bytes() -> Vec<u8> {
        header::write(&Identity::default(), &[], &[], &[], &[], &[])
    }

    /// Whether the image has no content.
    pub fn is_empty(&self) -> bool {
        self.blob().is_empty()
    }

    /// The whole image, as it would be written to a file.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes.get()
    }

    /// The version of lazuli that made it.
    pub fn lazuli_version(&self) -> &str {
        &self.0.header.identity.lazuli
    }

    /// The version of V8 it is for.
    pub fn v8_version(&self) -> &str {
        &self.0.header.identity.v8
    }

    /// Bytes of the V8 blob.
    pub fn blob_bytes(&self) -> u64 {
        self.blob().len() as u64
    }

    /// What is in the image, sorted: builtins and bindings in the blob, and builtins that have a code cache.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Image`] when the image was made for another registry.
    pub fn list(&self, registry: &Registry) -> Result<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        for load in self.members() {
            members.push(Member { id: load.id, kind: load.kind, in_snapshot: true, source_bytes: 0, cache_bytes: 0 });
        }
        for (index, definition) in registry.indices().zip(registry.modules()) {
            let cache_bytes = self.0.caches.len_of(index);
            let known = members.iter().position(|member| member.kind == Kind::Builtin && member.id == definition.id());
            let at = match known {
                Some(at) => at,
                None if cache_bytes == 0 => continue,
                None => {
                    let id = definition.id().to_owned();
                    members.push(Member {
                        id,
                        kind: Kind::Builtin,
                        in_snapshot: false,
                        source_bytes: 0,
                        cache_bytes: 0,
                    });
                    members.len() - 1
                }
            };
            members[at].source_bytes = definition.source().bytes().len() as u64;
            members[at].cache_bytes = cache_bytes;
        }
        members.sort_by(|a, b| (a.kind, &a.id).cmp(&(b.kind, &b.id)));
        Ok(members)
    }

    /// The loads that made the snapshot, in order.
    pub fn members(&self) -> Vec<Load> {
        serde_json::from_slice(self.section(Section::Members)).unwrap_or_default()
    }

    pub(crate) fn blob(&self) -> &[u8] {
        self.section(Section::Blob)
    }

    /// Identifies the blob among the images of a process.
    pub(crate) fn checksum(&self) -> u64 {
        self.0.header.checksum(Section::Blob)
    }

    pub(crate) fn code_caches(&self) -> code_cache::View<'_> {
        self.0.caches.view(self.section(Section::CacheData))
    }

    /// The state of each builtin in the bootstrapped context.
    pub(crate) fn states(&self, count: usize) -> crate::loader::state::States {
        let loaded = self.section(Section::States);
        let state = |index| if loaded.get(index) == Some(&1) { State::Loaded } else { State::Unloaded };
        crate::loader::state::States::restored((0..count).map(state).collect())
    }

    fn section(&self, section: Section) -> &[u8] {
        self.0.header.section(self.0.bytes.get(), section)
    }

    /// Compares what the image was made for with what wants to start from it.
    pub(crate) fn check(&self, registry: &Registry, platform: &Platform, references: &[u8; 16]) -> Result<()> {
        let ours = Identity::of(registry, platform, references);
        self.0.header.identity.check(&ours, &self.0.name)
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Image").field("from", &self.0.name).field("blob_bytes", &self.blob_bytes()).finish()
    }
}

fn refuse(code: &'static str, message: String) -> Error {
    Error::new(ErrorKind::Image, code, message)
}
