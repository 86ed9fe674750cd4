//! The code caches of an image: compiled code of builtins, keyed by a content hash of id, parameters and source. V8's own check looks at
//! the length of a source only, so ours comes first; and a damaged cache can crash V8, so each has a checksum.

use xxhash_rust::xxh3::xxh3_64;

use super::refuse;
use crate::error::Result;
use crate::registry::ModuleIndex;

/// Bytes of one index entry: content hash 32, offset u64, length u64, checksum u64.
const ENTRY: usize = 56;

/// What the image has for a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup<'a> {
    Found(&'a [u8]),
    Missing,
    Refused(&'static str),
}

/// The index, by registry position. An entry of length zero means there is none.
#[derive(Debug)]
pub(super) struct CodeCaches(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    hash: [u8; 32],
    offset: usize,
    len: usize,
    checksum: u64,
}

impl CodeCaches {
    pub(super) fn read(index: &[u8], name: &str) -> Result<Self> {
        if !index.len().is_multiple_of(ENTRY) {
            return Err(refuse(
                "ERR_IMAGE_DAMAGED",
                format!(
                    "{name} is damaged: its cache index has {} bytes; build it again with `lazuli snapshot build`",
                    index.len()
                ),
            ));
        }
        let number = |entry: &[u8], at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes"));
        let entries = index.chunks_exact(ENTRY).map(|entry| Entry {
            hash: entry[..32].try_into().expect("32 bytes"),
            offset: number(entry, 32) as usize,
            len: number(entry, 40) as usize,
            checksum: number(entry, 48),
        });
        Ok(CodeCaches(entries.collect()))
    }

    pub(super) fn len_of(&self, index: ModuleIndex) -> u64 {
        self.0.get(index.get()).map_or(0, |entry| entry.len as u64)
    }

    pub(super) fn view<'a>(&'a self, data: &'a [u8]) -> View<'a> {
        View { entries: &self.0, data }
    }
}

/// The index with the data it points into.
pub(crate) struct View<'a> {
    entries: &'a [Entry],
    data: &'a [u8],
}

impl<'a> View<'a> {
    pub(crate) fn get(&self, index: ModuleIndex, hash: &[u8; 32]) -> Lookup<'a> {
        let Some(entry) = self.entries.get(index.get()).filter(|entry| entry.len > 0) else { return Lookup::Missing };
        if entry.hash != *hash {
            return Lookup::Refused("it was made of another source");
        }
        match self.data.get(entry.offset..entry.offset.saturating_add(entry.len)) {
            Some(bytes) if xxh3_64(bytes) == entry.checksum => Lookup::Found(bytes),
            Some(_) => Lookup::Refused("it is damaged: its checksum differs"),
            None => Lookup::Refused("it is damaged: it ends outside the image"),
        }
    }
}

/// Lays out index and data; `caches` is in registry order, with nothing for a builtin without one.
pub(super) fn write(caches: &[([u8; 32], Vec<u8>)]) -> (Vec<u8>, Vec<u8>) {
    let (mut index, mut data) = (Vec::new(), Vec::new());
    for (hash, cache) in caches {
        // V8 copies a cache that is not aligned.
        data.resize(usize::next_multiple_of(data.len(), 16), 0);
        index.extend_from_slice(hash);
        index.extend((data.len() as u64).to_le_bytes());
        index.extend((cache.len() as u64).to_le_bytes());
        index.extend(xxh3_64(cache).to_le_bytes());
        data.extend_from_slice(cache);
    }
    (index, data)
}
