//! Ids of builtins: which are legal, and which wrapper parameters a prefix gives. Pure text; it must not know what is registered.

use std::fmt;

/// The part of the tree an id belongs to. It decides the parameters of the function a source is compiled into, as in Node.js.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// `internal/per_context/*`: runs first in every context.
    PerContext,
    /// `internal/bootstrap/realm`: the loaders of a realm.
    Realm,
    /// `internal/bootstrap/*`: what makes `process` and the globals.
    Bootstrap,
    /// `internal/main/*`: the entry points.
    Main,
    /// Everything else.
    Module,
}

impl Area {
    /// The area of an id.
    pub fn of(id: &str) -> Area {
        if id.starts_with("internal/per_context/") {
            Area::PerContext
        } else if id == "internal/bootstrap/realm" {
            Area::Realm
        } else if id.starts_with("internal/bootstrap/") {
            Area::Bootstrap
        } else if id.starts_with("internal/main/") {
            Area::Main
        } else {
            Area::Module
        }
    }

    /// The names of the wrapper parameters, in order.
    pub fn parameters(self) -> &'static [&'static str] {
        match self {
            Area::PerContext => &["exports", "primordials", "privateSymbols", "perIsolateSymbols"],
            Area::Realm => &["process", "getLinkedBinding", "getInternalBinding", "primordials"],
            Area::Bootstrap | Area::Main => &["process", "require", "internalBinding", "primordials"],
            Area::Module => &["exports", "require", "module", "process", "internalBinding", "primordials"],
        }
    }
}

/// Why a text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadId {
    /// It is empty.
    Empty,
    /// It has a character outside printable ASCII, a backslash, a blank or a `#`.
    Character,
    /// It has an empty segment, `.` or `..`.
    Segment,
    /// It ends in a file extension of JavaScript.
    Extension,
}

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadId::Empty => "it is empty",
            BadId::Character => "only printable ASCII without blanks, '\\' and '#' is allowed",
            BadId::Segment => "segments may not be empty, '.' or '..'",
            BadId::Extension => "an id has no file extension",
        })
    }
}

/// Checks an id: ASCII, `/`-separated, no extension, no empty or dot segments.
pub fn check(id: &str) -> Result<(), BadId> {
    if id.is_empty() {
        return Err(BadId::Empty);
    }
    if !id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\' && byte != b'#') {
        return Err(BadId::Character);
    }
    if id.split('/').any(|segment| matches!(segment, "" | "." | "..")) {
        return Err(BadId::Segment);
    }
    if [".js", ".mjs", ".cjs", ".ts"].iter().any(|extension| id.ends_with(extension)) {
        return Err(BadId::Extension);
    }
    Ok(())
}

/// A module reference: which exports of which builtin a lazy property stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The builtin.
    pub id: &'a str,
    /// What is taken from its exports.
    pub export: Export<'a>,
}

/// The part of a reference after `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export<'a> {
    /// `id`: the property of the same name, else the exports if they are a function.
    SameName,
    /// `id#name`.
    Named(&'a str),
    /// `id#*`: the whole exports.
    Whole,
}

impl<'a> Reference<'a> {
    /// Splits a reference at its first `#`.
    pub fn parse(text: &'a str) -> Reference<'a> {
        match text.split_once('#') {
            None => Reference { id: text, export: Export::SameName },
            Some((id, "*")) => Reference { id, export: Export::Whole },
            Some((id, name)) => Reference { id, export: Export::Named(name) },
        }
    }
}

/// The candidates nearest in spelling to `wanted`, best first, three at the most.
pub fn close_names<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut scored: Vec<(f64, &str)> =
        candidates.map(|name| (strsim::jaro_winkler(wanted, name), name)).filter(|(score, _)| *score > 0.8).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

/// `; did you mean a or b?`, or nothing when no name is close.
pub fn did_you_mean<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    match close_names(wanted, candidates).as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}
