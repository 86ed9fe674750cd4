//! Walks `modules/` and writes the table of embedded builtins (id, source bytes, content hash) that `src/registry/embedded.rs`
//! includes. It refuses what would only fail later, on a user's machine: links, bad ids, sources that are not UTF-8.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("modules");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    walk(&root, &root, &mut files);
    files.sort();

    let mut table = String::from("pub(super) static MODULES: &[EmbeddedModule] = &[\n");
    for (id, path) in &files {
        let bytes = fs::read(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let text = std::str::from_utf8(&bytes).unwrap_or_else(|error| panic!("{} is not UTF-8: {error}", path.display()));
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
