//! The image in this program and the recipe for more of its kind. What an image is made of is decided in `layer.rs`, which the build
//! script shares; this file must not decide it again.

use std::sync::Arc;

use lazuli::{Image, ImageBuilder, Registry, Result};

use crate::layer;

/// The image the build script made. Empty when this program was built for documentation or for another target.
pub(crate) fn embedded() -> Result<Image> {
    Image::from_static(lazuli::include_image!("lazuli.img"))
}

/// A builder of images like the embedded one.
pub(crate) fn builder(registry: Arc<Registry>) -> ImageBuilder {
    layer::image_builder(registry)
}
