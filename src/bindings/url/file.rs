//! Host and path of `file:` URLs. The crate drops empty names at the start of a path, and a host in front of a drive letter; here both
//! are read as the standard has it. Queries and fragments are left to the crate.

use url::Url;

/// What a `file:` URL is besides its query and fragment.
#[derive(Clone)]
pub(super) struct FilePath {
    pub(super) host: String,
    /// Names without the slashes in front of them.
    names: Vec<String>,
}

impl FilePath {
    /// Reads a URL that the crate has read and found to be of this scheme. `None` leaves it as the crate has it.
    pub(super) fn parse(text: &str, base: Option<&FilePath>) -> Option<Self> {
        let text: String = text
            .trim_matches(|character: char| character <= ' ')
            .chars()
            .filter(|character| !matches!(character, '\t' | '\n' | '\r'))
            .collect();
        let end = text.find(['?', '#']).unwrap_or(text.len());
        let text = text[..end].replace('\\', "/");
        let rest = match text.get(..5) {
            Some(scheme) if scheme.eq_ignore_ascii_case("file:") => &text[5..],
            _ => &text,
        };
        if let Some(rest) = rest.strip_prefix("//") {
            let end = rest.find('/').unwrap_or(rest.len());
            if is_drive(&rest[..end]) {
                return Some(FilePath { host: String::new(), names: Vec::new() }.with(rest));
            }
            let host = host(&rest[..end])?;
            return Some(FilePath { host, names: Vec::new() }.with(&rest[end..]));
        }
        if let Some(after) = rest.strip_prefix('/') {
            let mut path = FilePath { host: base.map_or(String::new(), |base| base.host.clone()), names: Vec::new() };
            let drive = base.and_then(|base| base.names.first()).filter(|name| is_drive(name));
            if let (Some(drive), false) = (drive, starts_with_drive(after)) {
                path.names.push(drive.clone());
            }
            return Some(path.with(rest));
        }
        let Some(base) = base else { return Some(FilePath { host: String::new(), names: Vec::new() }.with(rest)) };
        let mut path = base.clone();
        if rest.is_empty() {
            return Some(path);
        }
        if starts_with_drive(rest) {
            path.names.clear();
        } else {
            path.shorten();
        }
        Some(path.with(rest))
    }

    /// The same host with the path that a text stands for.
    pub(super) fn with_path(&self, text: &str) -> Self {
        let text: String = text.chars().filter(|character| !matches!(character, '\t' | '\n' | '\r')).collect();
        // A query cannot begin in there.
        let text = text.replace('\\', "/").replace('?', "%3F").replace('#', "%23");
        FilePath { host: self.host.clone(), names: Vec::new() }.with(&text)
    }

    pub(super) fn path(&self) -> String {
        self.names.iter().flat_map(|name| ["/", name]).collect()
    }

    /// Goes on by a path; a slash at its start says nothing.
    fn with(mut self, text: &str) -> Self {
        let mut names = text.strip_prefix('/').unwrap_or(text).split('/').peekable();
        while let Some(name) = names.next() {
            let is_last = names.peek().is_none();
            let dots = name.to_ascii_lowercase().replace("%2e", ".");
            match dots.as_str() {
                "." | ".." => {
                    if dots == ".." {
                        self.shorten();
                    }
                    if is_last {
                        self.names.push(String::new());
                    }
                }
                _ if self.names.is_empty() && is_drive(name) => self.names.push(format!("{}:", &name[..1])),
                _ => self.names.push(escape(name)),
            }
        }
        self
    }

    /// Up by one name, but not above a drive.
    fn shorten(&mut self) {
        if self.names.len() != 1 || !is_drive(&self.names[0]) {
            self.names.pop();
        }
    }
}

/// A letter, and `:` or the `|` that stands for it.
fn is_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn starts_with_drive(text: &str) -> bool {
    is_drive(text.split('/').next().unwrap_or_default())
}

/// A host in the form it has in a URL.
fn host(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some(String::new());
    }
    let url = Url::parse(&format!("ws://{text}/")).ok()?;
    let host = url.host_str()?;
    Some(if host == "localhost" { String::new() } else { host.to_owned() })
}

/// A name with the escapes that the crate gives it in other paths.
fn escape(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@%".contains(&byte);
    if name.bytes().all(plain) {
        return name.to_owned();
    }
    // The letters around it keep the name from meaning anything, and a blank at its end from being left out.
    match Url::parse(&format!("ws://h/x{name}x")) {
        Ok(url) => url.path()[2..url.path().len() - 1].to_owned(),
        Err(_) => name.to_owned(),
    }
}
