//! For build scripts of embedders: makes the startup image a program embeds. It prints nothing itself; [`Report::emit_cargo`] does, on
//! request, what a build script has to print.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::snapshot::{BuildReport, Image, ImageBuilder};

/// What [`image`] wrote.
#[derive(Clone, Debug)]
pub struct Report {
    /// The file with the image.
    pub path: PathBuf,
    /// What is in it; `None` if it is empty.
    pub built: Option<BuildReport>,
    /// Why the image is empty, in one sentence.
    pub warning: Option<String>,
}

/// Makes an image and writes it to `OUT_DIR/name`, for [`include_image!`](crate::include_image).
///
/// Under `DOCS_RS` (no V8 can run there) and when cross-compiling (a blob made here would be of the wrong architecture) the image is
/// empty: the program then starts from sources.
///
/// The build script is run again, twice, as a child process, and must reach this call in the same way; see [`ImageBuilder::build`].
///
/// # Errors
///
/// As [`ImageBuilder::build`]; [`ErrorKind::Io`](crate::ErrorKind::Io) when the file cannot be written.
///
/// # Panics
///
/// Outside a build script, where cargo's variables are not set.
pub fn image(builder: ImageBuilder, name: &str) -> Result<Report> {
    let variable = |name: &str| {
        std::env::var(name).unwrap_or_else(|_| panic!("{name} is set by cargo for build scripts; call this from one"))
    };
    let path = Path::new(&variable("OUT_DIR")).join(name);
    let warning = if std::env::var_os("DOCS_RS").is_some() {
        Some("DOCS_RS is set: the startup image is empty".to_owned())
    } else if variable("HOST") != variable("TARGET") {
        Some(format!(
            "built on {} for {}: the startup image is empty and the program starts from sources",
            variable("HOST"),
            variable("TARGET")
        ))
    } else {
        None
    };
    let (bytes, built) = match &warning {
        Some(_) => (Image::empty_bytes(), None),
        None => {
            let (image, report) = builder.build()?;
            (image.bytes().to_vec(), Some(report))
        }
    };
    std::fs::write(&path, bytes).map_err(|error| Error::io(format!("cannot write {}", path.display()), error))?;
    Ok(Report { path, built, warning })
}

impl Report {
    /// Prints the directives for cargo: the warning, if there is one, and the files a rebuild depends on.
    pub fn emit_cargo(&self, inputs: &[&Path]) {
        use std::io::Write as _;
        let mut out = std::io::stdout().lock();
        let mut line = |text: String| {
            // Cargo reads the lines; nobody is there to be told that it stopped.
            let _ = writeln!(out, "{text}");
        };
        for input in inputs {
            line(format!("cargo:rerun-if-changed={}", input.display()));
        }
        line("cargo:rerun-if-env-changed=DOCS_RS".into());
        if let Some(warning) = &self.warning {
            line(format!("cargo:warning={warning}"));
        }
    }
}

/// The bytes of an image that [`build::image`](crate::build::image) wrote to `OUT_DIR`, aligned so that V8 reads them in place.
///
/// ```text
/// let image = lazuli::Image::from_static(lazuli::include_image!("app.img"))?;
/// ```
#[macro_export]
macro_rules! include_image {
    ($name:literal) => {{
        #[repr(C, align(16))]
        struct Aligned<Bytes: ?Sized>(Bytes);
        static IMAGE: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $name)));
        &IMAGE.0
    }};
}
