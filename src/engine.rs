//! The V8 fence: what is shared by every isolate of a program, and the only place with `unsafe`.
//!
//! An [`Engine`] joins a registry with a startup image, and holds the one table of external references that both V8's serializer and
//! its deserializer read. It owns no isolate and no handle; it may be shared by threads.

#![allow(unsafe_code)]

use std::sync::Arc;

use once_cell::sync::OnceCell;

use crate::error::Result;
use crate::registry::{ModuleIndex, Registry};
use crate::snapshot::{Image, code_cache};

pub(crate) mod callbacks;
pub(crate) mod credentials;
pub(crate) mod env;
pub(crate) mod fd;
pub(crate) mod gc;
pub(crate) mod heap;
pub(crate) mod isolate;
pub(crate) mod modules;
pub(crate) mod pins;
pub(crate) mod platform;
pub(crate) mod sigint;
pub(crate) mod signal;
pub(crate) mod source;
pub(crate) mod usage;

use self::callbacks::References;
use self::platform::Platform;
use self::source::StaticSources;

/// A registry, the image to start from, and how V8 is to be started: what all runtimes of a program share.
///
/// Making one does not start V8; the first [`Runtime`](crate::Runtime) does.
///
/// ```
/// use lazuli::{Engine, Layer, Registry};
///
/// let registry = Registry::builder().layer(Layer::node()).build()?;
/// let engine = Engine::builder(registry).build()?;
/// assert!(engine.image().is_none(), "no image was given, so runtimes boot from sources");
/// # Ok::<(), lazuli::Error>(())
/// ```
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

struct Inner {
    registry: Arc<Registry>,
    image: Option<Image>,
    platform: Platform,
    code_cache: CodeCacheUse,
    // The references point into `sources`, which points into `registry`: all three live as long as this struct.
    sources: StaticSources,
    references: OnceCell<References>,
}

/// Whether compiled code of the image is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeCacheUse {
    /// Builtins are compiled from the image's code cache where V8 accepts it.
    Use,
    /// Every builtin is compiled from source.
    Ignore,
}

/// Sets up an [`Engine`].
pub struct EngineBuilder {
    registry: Arc<Registry>,
    image: Option<Image>,
    platform: Platform,
    code_cache: CodeCacheUse,
}

impl EngineBuilder {
    /// The image that isolates start from. Default: none, every runtime boots from sources. An empty image counts as none.
    pub fn image(mut self, image: Image) -> Self {
        self.image = (!image.is_empty()).then_some(image);
        self
    }

    /// How V8 is started. Default: [`Platform::new`].
    pub fn platform(mut self, platform: Platform) -> Self {
        self.platform = platform;
        self
    }

    /// Whether the image's code caches are used. Default: [`CodeCacheUse::Use`].
    pub fn code_cache(mut self, code_cache: CodeCacheUse) -> Self {
        self.code_cache = code_cache;
        self
    }

    /// Joins the parts.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Image`](crate::ErrorKind::Image) when the image was made for another registry, another V8, other flags or
    /// another set of native functions; the message names both sides.
    pub fn build(self) -> Result<Engine> {
        let sources = StaticSources::new(&self.registry);
        let engine = Engine(Arc::new(Inner {
            registry: self.registry,
            image: self.image,
            platform: self.platform,
            code_cache: self.code_cache,
            sources,
            references: OnceCell::new(),
        }));
        if let Some(image) = &engine.0.image {
            image.check(&engine.0.registry, &engine.0.platform, &engine.references().hash(&engine.0.registry))?;
        }
        Ok(engine)
    }
}

impl Engine {
    /// Starts from a registry.
    pub fn builder(registry: Arc<Registry>) -> EngineBuilder {
        EngineBuilder { registry, image: None, platform: Platform::new(), code_cache: CodeCacheUse::Use }
    }

    /// The builtins.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.0.registry
    }

    /// The image isolates start from, if there is one.
    pub fn image(&self) -> Option<&Image> {
        self.0.image.as_ref()
    }

    pub(crate) fn platform(&self) -> &Platform {
        &self.0.platform
    }

    pub(crate) fn references(&self) -> &References {
        self.0.references.get_or_init(|| References::collect(&self.0.registry, &self.0.sources))
    }

    /// The source of a builtin as a V8 string, read in place where it is ASCII.
    pub(crate) fn source_string<'s>(
        &self,
        scope: &v8::PinScope<'s, '_>,
        index: ModuleIndex,
    ) -> Option<v8::Local<'s, v8::String>> {
        self.0.sources.string(scope, &self.0.registry, index)
    }

    /// The code cache of a builtin, unless there is none, it is of another source, or it is damaged.
    pub(crate) fn code_cache(&self, index: ModuleIndex) -> code_cache::Lookup<'_> {
        match &self.0.image {
            Some(image) if self.0.code_cache == CodeCacheUse::Use => {
                image.code_caches().get(index, &self.0.registry.definition(index).content_hash())
            }
            _ => code_cache::Lookup::Missing,
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("builtins", &self.0.registry.len()).field("image", &self.0.image).finish()
    }
}
