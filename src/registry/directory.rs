//! Reads a folder of builtins (`--modules DIR`). What is wrong with a file is kept beside the layer, so that `build()` reports it
//! together with every other problem.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use super::layer::{Layer, Origin};
use super::source::SourceText;

pub(super) fn read(folder: &Path, layer: &mut Layer) {
    let before = layer.modules.len() + layer.unreadable.len();
    walk(folder, folder, layer);
    if layer.modules.len() + layer.unreadable.len() == before {
        layer
            .unreadable
            .push((folder.to_owned(), "it holds no .js file; give the folder whose files are the builtins".into()));
    }
}

fn walk(root: &Path, folder: &Path, layer: &mut Layer) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            layer.unreadable.push((
                folder.to_owned(),
                format!("it cannot be listed ({error}); give an existing folder of builtins"),
            ));
            return;
        }
    };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(root, &path, layer),
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|extension| extension == "js") => {
                read_file(root, &path, layer);
            }
            _ => {}
        }
    }
}

fn read_file(root: &Path, path: &Path, layer: &mut Layer) {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            layer.unreadable.push((path.to_owned(), format!("it cannot be read ({error})")));
            return;
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => {
            let id = path.with_extension("");
            let id = id.strip_prefix(root).unwrap_or(&id).to_string_lossy().replace('\\', "/");
            layer.modules.push((Cow::Owned(id), SourceText::from_string(text), Origin::File(path.to_owned())));
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            layer.unreadable.push((path.to_owned(), format!("it is not UTF-8 at byte {at}; save it as UTF-8")));
        }
    }
}
