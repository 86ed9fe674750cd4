//! The startup image in this executable, made by the build script.

use lazuli::{Image, Result};

/// The embedded image, used where it lies in the executable. It is empty in a build for documentation or for another target.
///
/// # Errors
///
/// When it is damaged: the executable was changed after it was built.
pub(crate) fn embedded() -> Result<Image> {
    Image::from_static(lazuli::include_image!("lazuli.img"))
}
