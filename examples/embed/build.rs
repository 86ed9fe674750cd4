//! Makes the startup image that the program embeds.
#[path = "src/layer.rs"]
mod layer;

fn main() -> lazuli::Result<()> {
    let report = lazuli::build::image(lazuli::ImageBuilder::new(layer::registry()?), "embed.img")?;
    report.emit_cargo(&["build.rs".as_ref(), "src/layer.rs".as_ref()]);
    Ok(())
}
