//! The byte layout of an image. All numbers are little-endian; sections are 16-byte aligned from the start of the image.
//!
//! ```text
//!   0  magic, 8 bytes
//!   8  format, u32
//!  12  number of sections, u32
//!  16  checksum of the section table, u64 (xxh3)
//!  24  section table: offset u64, length u64, checksum u64 (xxh3) for each of
//!      identity, blob, cache index, states, members, cache data
//! ```
//!
//! All checksums but that of the cache data are verified when an image is opened, before any byte reaches V8 (that of the blob not for an
//! image in the executable); each code cache has one of its own, verified when it is used. The identity is text, so that a mismatch can name both sides.

use xxhash_rust::xxh3::xxh3_64;

use super::refuse;
use crate::engine::platform::Platform;
use crate::error::Result;
use crate::registry::Registry;

const MAGIC: [u8; 8] = *b"lazuli\x00\n";
const FORMAT: u32 = 1;
const SECTIONS: usize = 6;
const TABLE: usize = 24;
const DATA: usize = TABLE + SECTIONS * 24;
const ALIGNMENT: usize = 16;
const NEXT_STEP: &str = "build it again with `lazuli snapshot build`";

/// The parts of an image, in file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Identity,
    Blob,
    CacheIndex,
    States,
    Members,
    CacheData,
}

const ALL: [(Section, &str); SECTIONS] = [
    (Section::Identity, "identity"),
    (Section::Blob, "blob"),
    (Section::CacheIndex, "cache index"),
    (Section::States, "states"),
    (Section::Members, "members"),
    (Section::CacheData, "cache data"),
];

/// Where the bytes of an image lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Provenance {
    /// In the executable, beside code that nobody checks either: summing the blob up would be 2 % of each start.
    Executable,
    Elsewhere,
}

#[derive(Debug)]
pub(super) struct Header {
    sections: [Place; SECTIONS],
    pub(super) identity: Identity,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    offset: usize,
    len: usize,
    checksum: u64,
}

impl Header {
    /// Reads and verifies everything that does not depend on who wants to start from the image.
    pub(super) fn read(bytes: &[u8], from: Provenance, name: &str) -> Result<Self> {
        if bytes.len() < 8 || bytes[..8] != MAGIC {
            let message = format!(
                "{name} is not a lazuli image: it does not begin with the bytes of one; give a file made by `lazuli snapshot build`"
            );
            return Err(refuse("ERR_IMAGE_FOREIGN", message));
        }
        if bytes.len() < DATA {
            return Err(truncated(name, bytes.len(), DATA));
        }
        let (format, count) = (u32_at(bytes, 8), u32_at(bytes, 12));
        if format != FORMAT || count as usize != SECTIONS {
            let message = format!(
                "{name} has format {format} with {count} sections, this program reads format {FORMAT} with {SECTIONS}; {NEXT_STEP}"
            );
            return Err(refuse("ERR_IMAGE_FORMAT", message));
        }
        if xxh3_64(&bytes[TABLE..DATA]) != u64_at(bytes, 16) {
            return Err(damaged(name, "section table"));
        }
        let mut sections = [Place { offset: 0, len: 0, checksum: 0 }; SECTIONS];
        for (number, place) in sections.iter_mut().enumerate() {
            let at = TABLE + number * 24;
            let (offset, len) = (u64_at(bytes, at) as usize, u64_at(bytes, at + 8) as usize);
            let end = offset.saturating_add(len);
            if end > bytes.len() {
                return Err(truncated(name, bytes.len(), end));
            }
            *place = Place { offset, len, checksum: u64_at(bytes, at + 16) };
        }
        let mut header = Header { sections, identity: Identity::default() };
        for (section, part) in ALL {
            let is_trusted = match section {
                Section::CacheData => true,
                Section::Blob => from == Provenance::Executable,
                _ => false,
            };
            if !is_trusted && xxh3_64(header.section(bytes, section)) != header.checksum(section) {
                return Err(damaged(name, part));
            }
        }
        header.identity =
            serde_json::from_slice(header.section(bytes, Section::Identity)).map_err(|_| damaged(name, "identity"))?;
        Ok(header)
    }

    pub(super) fn section<'b>(&self, bytes: &'b [u8], section: Section) -> &'b [u8] {
        let place = self.sections[section as usize];
        &bytes[place.offset..place.offset + place.len]
    }

    pub(super) fn checksum(&self, section: Section) -> u64 {
        self.sections[section as usize].checksum
    }
}

/// Lays an image out.
pub(super) fn write(
    identity: &Identity,
    blob: &[u8],
    cache_index: &[u8],
    states: &[u8],
    members: &[u8],
    cache_data: &[u8],
) -> Vec<u8> {
    let identity = serde_json::to_vec(identity).expect("an identity is plain text");
    let contents = [identity.as_slice(), blob, cache_index, states, members, cache_data];
    let mut image = vec![0; DATA];
    let mut table = Vec::with_capacity(DATA - TABLE);
    for content in contents {
        image.resize(image.len().next_multiple_of(ALIGNMENT), 0);
        table.extend((image.len() as u64).to_le_bytes());
        table.extend((content.len() as u64).to_le_bytes());
        table.extend(xxh3_64(content).to_le_bytes());
        image.extend_from_slice(content);
    }
    image[..8].copy_from_slice(&MAGIC);
    image[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    image[12..16].copy_from_slice(&(SECTIONS as u32).to_le_bytes());
    image[16..24].copy_from_slice(&xxh3_64(&table).to_le_bytes());
    image[TABLE..DATA].copy_from_slice(&table);
    image
}

/// What an image is for. Two sides that agree on all of it can be joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Identity {
    pub(super) lazuli: String,
    pub(super) v8: String,
    target: String,
    flags: String,
    registry: String,
    references: String,
}

impl Identity {
    pub(super) fn of(registry: &Registry, platform: &Platform, references: &[u8; 16]) -> Self {
        Identity {
            lazuli: env!("CARGO_PKG_VERSION").into(),
            v8: v8::VERSION_STRING.into(),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            flags: platform.shaping_flags(),
            registry: hex(&registry.hash()),
            references: hex(references),
        }
    }

    pub(super) fn check(&self, ours: &Identity, name: &str) -> Result<()> {
        let rows = [
            ("ERR_IMAGE_LAZULI_VERSION", "lazuli", &self.lazuli, &ours.lazuli),
            ("ERR_IMAGE_V8_VERSION", "V8", &self.v8, &ours.v8),
            ("ERR_IMAGE_TARGET", "target", &self.target, &ours.target),
            ("ERR_IMAGE_FLAGS", "V8 flags", &self.flags, &ours.flags),
            ("ERR_IMAGE_REGISTRY", "set of builtins", &self.registry, &ours.registry),
            ("ERR_IMAGE_REFERENCES", "set of native functions", &self.references, &ours.references),
        ];
        match rows.into_iter().find(|(_, _, theirs, ours)| theirs != ours) {
            None => Ok(()),
            Some((code, what, theirs, ours)) => {
                let message = format!("{name} was made for {what} '{theirs}', this program has '{ours}'; {NEXT_STEP}");
                Err(refuse(code, message))
            }
        }
    }
}

fn hex(hash: &[u8; 16]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn truncated(name: &str, found: usize, expected: usize) -> crate::Error {
    refuse(
        "ERR_IMAGE_TRUNCATED",
        format!("{name} is cut short: it has {found} bytes, its header wants {expected}; {NEXT_STEP}"),
    )
}

fn damaged(name: &str, part: &str) -> crate::Error {
    refuse(
        "ERR_IMAGE_DAMAGED",
        format!("{name} is damaged: its {part} does not have the recorded checksum; {NEXT_STEP}"),
    )
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}
