//! The builtins lazuli ships, as the table that the build script wrote from `modules/`. It must not know how they are loaded.

use super::layer::Layer;
use super::source::SourceText;

pub(super) struct EmbeddedModule {
    pub(super) id: &'static str,
    pub(super) bytes: &'static [u8],
    pub(super) ascii: bool,
    pub(super) hash: [u8; 32],
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Adds every embedded builtin to a layer.
pub(super) fn add_to(layer: &mut Layer) {
    for module in MODULES {
        layer.push_embedded(module.id, SourceText::embedded(module.bytes, module.ascii, module.hash));
    }
}
