//! The registry of the program `lazuli`: the library's own layer and what only this program has. The build script includes this file,
//! too, so that the image is made of the very registry that starts from it.

use std::path::Path;
use std::sync::Arc;

use lazuli::{Layer, Registry, Result};

#[path = "resolver.rs"]
mod resolver;

/// The registry, with the builtins of `modules` in place of the embedded ones if a folder is given.
pub(crate) fn registry(modules: Option<&Path>) -> Result<Arc<Registry>> {
    let node = modules.map_or_else(Layer::node, Layer::node_from);
    Registry::builder().layer(node).layer(Layer::new("cli").needs("node").binding(resolver::binding())).build()
}
