//! `lazuli snapshot`: makes startup images and lists what is in one. What an image is made of is decided elsewhere.

use std::path::Path;

use lazuli::inventory::Kind;
use lazuli::{Engine, Image, Member};
use serde::Serialize;

use crate::args::{Format, SnapshotBuildArgs, SnapshotLsArgs};
use crate::output::{self, Align, Grid, Page, count, size};
use crate::{Failure, image, layer, start};

/// Makes an image. Its stages are this program once more, with the same arguments: nothing happens before `build` that should happen once.
pub(crate) fn build(args: SnapshotBuildArgs) -> Result<i32, Failure> {
    let registry = layer::registry(args.made_of.modules.as_deref())?;
    let (image, report) = image::builder(registry).platform(start::platform(&args.made_of)).build()?;
    write(&args.output, image.bytes())?;
    let built = Built {
        file: args.output.display().to_string(),
        bytes: image.bytes().len() as u64,
        blob_bytes: report.blob_bytes,
        members: report.members,
        cached: report.cached,
        cache_bytes: report.cache_bytes,
    };
    match args.format.format {
        Format::Json => output::print_json(&built)?,
        format => {
            let mut page = Page::new(format);
            page.line(&format!(
                "{}: {}; snapshot of {} with {}, code caches of {} with {}",
                built.file,
                size(built.bytes),
                size(built.blob_bytes),
                count(built.members, "member"),
                size(built.cache_bytes),
                count(built.cached, "builtin"),
            ));
            page.print()?;
        }
    }
    Ok(0)
}

#[derive(Serialize)]
struct Built {
    file: String,
    bytes: u64,
    blob_bytes: u64,
    members: usize,
    cached: usize,
    cache_bytes: u64,
}

/// Replaces a file at once, so that a program that starts meanwhile finds the old image or the new one.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::io(format!("cannot write the image to {}", path.display()), &error);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}", std::process::id()));
    let fresh = Path::new(&name);
    let written = std::fs::write(fresh, bytes).and_then(|()| std::fs::rename(fresh, path));
    if written.is_err() {
        // It may not be there; what matters is told below.
        let _ = std::fs::remove_file(fresh);
    }
    written.map_err(failed)
}

/// Lists an image.
pub(crate) fn ls(args: SnapshotLsArgs) -> Result<i32, Failure> {
    let image = match &args.file {
        Some(file) => Image::open(file)?,
        None => image::embedded()?,
    };
    if image.is_empty() {
        let next = "it was built for documentation or another target; make one with `lazuli snapshot build`";
        return Err(Failure::new(format!("the image has no content: {next}")));
    }
    let registry = layer::registry(args.made_of.modules.as_deref())?;
    // The engine checks that the image belongs to these builtins, which the sizes below are taken from.
    let engine = Engine::builder(registry).platform(start::platform(&args.made_of)).image(image.clone()).build()?;
    let members = image.list(engine.registry())?;
    match args.format.format {
        Format::Json => output::print_json(&Listing::of(&image, &members))?,
        format => print(format, &image, &members)?,
    }
    Ok(0)
}

#[derive(Serialize)]
struct Listing<'a> {
    lazuli_version: &'a str,
    v8_version: &'a str,
    bytes: u64,
    blob_bytes: u64,
    members: &'a [Member],
}

impl<'a> Listing<'a> {
    fn of(image: &'a Image, members: &'a [Member]) -> Self {
        Listing {
            lazuli_version: image.lazuli_version(),
            v8_version: image.v8_version(),
            bytes: image.bytes().len() as u64,
            blob_bytes: image.blob_bytes(),
            members,
        }
    }
}

fn print(format: Format, image: &Image, members: &[Member]) -> Result<(), Failure> {
    let mut page = Page::new(format);
    let inside = members.iter().filter(|member| member.in_snapshot).count();
    let caches: u64 = members.iter().map(|member| member.cache_bytes).sum();
    page.title(&format!("image of lazuli {} for V8 {}", image.lazuli_version(), image.v8_version()));
    page.line(&format!(
        "{}: snapshot of {} with {}, code caches of {}",
        size(image.bytes().len() as u64),
        size(image.blob_bytes()),
        count(inside, "member"),
        size(caches),
    ));
    page.gap();
    let mut grid = Grid::new([
        ("id", Align::Left),
        ("kind", Align::Left),
        ("in snapshot", Align::Left),
        ("source", Align::Right),
        ("code cache", Align::Right),
    ]);
    for member in members {
        let builtin = member.kind == Kind::Builtin;
        let bytes = |bytes| if builtin { size(bytes) } else { String::new() };
        grid.row([
            member.id.clone(),
            if builtin { "builtin" } else { "binding" }.to_owned(),
            if member.in_snapshot { "yes" } else { "no" }.to_owned(),
            bytes(member.source_bytes),
            bytes(member.cache_bytes),
        ]);
    }
    page.table(&grid);
    page.print()
}
