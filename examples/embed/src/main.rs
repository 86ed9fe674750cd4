//! Starts from its own image and reads a lazy property.
mod layer;

use lazuli::{Engine, Image, Runtime, RuntimeOptions};

fn main() -> lazuli::Result<()> {
    let image = Image::from_static(lazuli::include_image!("embed.img"))?;
    let engine = Engine::builder(layer::registry()?).image(image).build()?;
    let mut runtime = Runtime::new(&engine, RuntimeOptions::new())?;
    assert!(!runtime.is_loaded("dice"), "nothing was loaded to start");
    assert_eq!(runtime.execute_script("main.js", "dice.roll()")?, "4");
    assert!(runtime.is_loaded("dice"), "reading the property loaded it");
    Ok(())
}
