//! The text of one builtin and its content hash. Whether V8 reads it in place is decided by the engine from `is_ascii`.

use once_cell::sync::OnceCell;

/// The source text of a builtin: static memory of the executable, or owned bytes read from a folder or given by the host.
#[derive(Debug)]
pub struct SourceText {
    text: Text,
    ascii: bool,
    hash: OnceCell<[u8; 32]>,
}

#[derive(Debug)]
enum Text {
    /// Bytes the build script proved to be UTF-8.
    Embedded(&'static [u8]),
    Static(&'static str),
    Owned(Box<str>),
}

impl SourceText {
    /// Text in the executable, hashed when the executable was built.
    pub(crate) fn embedded(bytes: &'static [u8], ascii: bool, hash: [u8; 32]) -> Self {
        SourceText { text: Text::Embedded(bytes), ascii, hash: OnceCell::with_value(hash) }
    }

    /// Text in the executable.
    pub fn from_static(text: &'static str) -> Self {
        SourceText { ascii: text.is_ascii(), text: Text::Static(text), hash: OnceCell::new() }
    }

    /// Text that was read or made at run time.
    pub fn from_string(text: String) -> Self {
        SourceText { ascii: text.is_ascii(), text: Text::Owned(text.into_boxed_str()), hash: OnceCell::new() }
    }

    /// The UTF-8 bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.text {
            Text::Embedded(bytes) => bytes,
            Text::Static(text) => text.as_bytes(),
            Text::Owned(text) => text.as_bytes(),
        }
    }

    /// Whether every byte is ASCII, so that V8 can read the bytes where they are.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// BLAKE3 of the bytes: the identity that code caches and images are checked by.
    pub fn hash(&self) -> &[u8; 32] {
        self.hash.get_or_init(|| *blake3::hash(self.bytes()).as_bytes())
    }
}
