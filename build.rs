//! Walks `modules/` and writes the table of embedded builtins (id, source bytes, content hash) that `src/registry/embedded.rs`
//! includes. It refuses what would only fail later, on a user's machine: links, bad ids, sources that are not UTF-8.
//!
//! In a build for documentation (`DOCS_RS`) the `v8` crate links no V8. Build scripts of embedders are programs all the same and must link;
//! they do not run anything of V8 then, so its symbols are defined as zero for them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("modules");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    walk(&root, &root, &mut files);
    files.sort();

    let mut table = String::from("pub(super) static MODULES: &[EmbeddedModule] = &[\n");
    for (id, path) in &files {
        let bytes = fs::read(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let text =
            std::str::from_utf8(&bytes).unwrap_or_else(|error| panic!("{} is not UTF-8: {error}", path.display()));
        println!("cargo:rerun-if-changed={}", path.display());
        writeln!(
            table,
            "    EmbeddedModule {{ id: {id:?}, bytes: include_bytes!({path:?}), ascii: {}, hash: {:?} }},",
            text.is_ascii(),
            blake3::hash(&bytes).as_bytes()
        )
        .expect("writing to a string cannot fail");
    }
    table.push_str("];\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("embedded.rs"), table).expect("OUT_DIR is writable");

    println!("cargo:rerun-if-env-changed=DOCS_RS");
    if std::env::var_os("DOCS_RS").is_some() {
        define_v8_symbols(&out);
    }
}

/// Gives the linker a script in the place of a library, which defines every native symbol that the `v8` crate declares.
fn define_v8_symbols(out: &Path) {
    let sources = v8_sources().expect("cargo metadata names the folder of the v8 crate");
    let mut script = String::new();
    for entry in fs::read_dir(&sources).expect("the sources of the v8 crate can be listed") {
        let path = entry.expect("the sources of the v8 crate can be listed").path();
        let folder = path.is_dir().then(|| fs::read_dir(&path).expect("a folder of sources can be listed"));
        let nested = folder.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        for file in std::iter::once(path.clone()).filter(|path| path.is_file()).chain(nested) {
            let text = fs::read_to_string(&file).unwrap_or_default();
            for symbol in extern_symbols(&text) {
                writeln!(script, "{symbol} = 0;").expect("writing to a string cannot fail");
            }
        }
    }
    fs::write(out.join("libv8_undefined.so"), script).expect("OUT_DIR is writable");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=dylib=v8_undefined");
}

fn v8_sources() -> Option<PathBuf> {
    let cargo = std::env::var_os("CARGO")?;
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR")?).join("Cargo.toml");
    let target = std::env::var("TARGET").ok()?;
    let arguments = ["metadata", "--format-version=1", "--offline", "--filter-platform", &target, "--manifest-path"];
    let output = std::process::Command::new(cargo).args(arguments).arg(manifest).output().ok()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    let packages = metadata["packages"].as_array()?;
    let v8 = packages.iter().find(|package| package["name"] == "v8")?;
    Some(Path::new(v8["manifest_path"].as_str()?).parent()?.join("src"))
}

/// The names of functions and statics in `extern "C"` blocks, and those that the macro for typed arrays puts together.
fn extern_symbols(text: &str) -> impl Iterator<Item = String> {
    let mut inside = false;
    text.lines().filter_map(move |line| {
        let line = line.trim();
        if line.contains("extern \"C\" {") {
            inside = true;
        } else if line == "}" {
            inside = false;
        }
        if let Some(array) = line.strip_prefix("typed_array!(").and_then(|rest| rest.strip_suffix(");")) {
            return Some(format!("v8__{array}__New"));
        }
        let rest =
            ["fn ", "static "].iter().find_map(|keyword| Some(line.split_once(keyword)?.1)).filter(|_| inside)?;
        rest.split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
            .next()
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
    })
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    for entry in entries {
        let entry = entry.unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
        let (path, kind) = (entry.path(), entry.file_type().expect("the kind of a directory entry is known"));
        assert!(!kind.is_symlink(), "{} is a link; builtins are plain files", path.display());
        if kind.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            walk(root, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            let id = path.with_extension("");
            let id = id.strip_prefix(root).expect("the walk stays below its root").to_str().expect("ids are ASCII");
            files.push((id.replace('\\', "/"), path));
        }
    }
}
