//! Several files and directories as one text.
//!
//! An *archive* is the files of an input, one record after the other: its path below the top, its permissions, its
//! content. Records state their length, so any subset of the records of an archive is an archive again, and journals,
//! caches and the flakiness filter work for several files as for one: their text is the archive.
//!
//! Links are kept as links and never followed. Anything but files, directories and links is refused.

mod frame;
mod read;
mod save;

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub use self::frame::{Frame, Framed};
pub use self::read::{Bundle, read};
pub use self::save::{SavedBundle, place_apart, unpack};

/// Kind, permissions, and the lengths of path and content.
const HEADER_BYTES: usize = 1 + 4 + 4 + 8;

/// The kind of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A symbolic link; its content is where it leads.
    Link,
    /// A directory, without what is in it.
    Folder,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::File, Kind::Link, Kind::Folder];
}

/// One file, link or directory of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'a> {
    /// Its path from the top; the top itself has an empty path.
    pub path: &'a Path,
    /// What it is.
    pub kind: Kind,
    /// Its permissions.
    pub mode: u32,
    /// The bytes of a file.
    pub content: &'a [u8],
    /// Where in the archive it is.
    pub span: Range<usize>,
}

impl Record<'_> {
    /// Writes the record with other content at the end of an archive.
    fn write(&self, content: &[u8], archive: &mut Vec<u8>) {
        let path = self.path.as_os_str().as_bytes();
        archive.push(self.kind as u8);
        archive.extend(self.mode.to_le_bytes());
        archive.extend((path.len() as u32).to_le_bytes());
        archive.extend((content.len() as u64).to_le_bytes());
        archive.extend(path);
        archive.extend(content);
    }

    /// Whether two records differ in nothing but their content and where in an archive they are.
    fn is_same_but_content(&self, other: &Record<'_>) -> bool {
        (self.path, self.kind, self.mode) == (other.path, other.kind, other.mode)
    }
}

/// The records of an archive, directories before what is in them. `None` if it is something else.
pub fn records(archive: &[u8]) -> Option<Vec<Record<'_>>> {
    let mut records = Vec::new();
    let mut at = 0;
    while at < archive.len() {
        let record = record_at(archive, at)?;
        at = record.span.end;
        records.push(record);
    }
    Some(records)
}

fn record_at(archive: &[u8], at: usize) -> Option<Record<'_>> {
    let (header, rest) = archive[at..].split_first_chunk::<HEADER_BYTES>()?;
    let number = |range: Range<usize>| {
        let mut bytes = [0; 8];
        bytes[..range.len()].copy_from_slice(&header[range]);
        u64::from_le_bytes(bytes)
    };
    let (path, rest) = rest.split_at_checked(usize::try_from(number(5..9)).ok()?)?;
    let content = rest.get(..usize::try_from(number(9..17)).ok()?)?;
    Some(Record {
        path: Path::new(OsStr::from_bytes(path)),
        kind: *Kind::ALL.get(usize::from(header[0]))?,
        mode: u32::try_from(number(1..5)).ok()?,
        content,
        span: at..at + HEADER_BYTES + path.len() + content.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = Vec::new();
        for (path, content) in files {
            let record = Record {
                path: Path::new(path),
                kind: Kind::File,
                mode: 0o640,
                content,
                span: 0..0,
            };
            record.write(content, &mut archive);
        }
        archive
    }

    #[test]
    fn an_archive_without_some_records_is_an_archive() {
        let whole = archive(&[("a", b"one"), ("b/c", b""), ("d", b"\0\xff")]);
        let spans: Vec<_> = records(&whole).unwrap().into_iter().map(|record| record.span).collect();
        let part = [&whole[spans[0].clone()], &whole[spans[2].clone()]].concat();
        assert_eq!(part, archive(&[("a", b"one"), ("d", b"\0\xff")]));
        assert_eq!(records(&part).unwrap()[1].content, b"\0\xff");
        assert_eq!(records(b"").unwrap(), []);
    }

    #[test]
    fn what_is_cut_off_or_something_else_is_no_archive() {
        let whole = archive(&[("a", b"one"), ("b/c", b"two")]);
        let first = records(&whole).unwrap()[0].span.end;
        for end in 1..whole.len() {
            assert_eq!(records(&whole[..end]).is_some(), end == first, "{end}");
        }
        assert!(records(&[0xff; 100]).is_none());
    }

    #[test]
    fn a_frame_puts_content_between_the_other_records() {
        let whole = archive(&[("a", b"one"), ("b", b"two"), ("c", b"three")]);
        let frame = Frame::around(&whole, &records(&whole).unwrap()[1]);
        assert_eq!(*frame.text(b"two"), *whole);
        assert_eq!(
            *frame.text(b"other"),
            *archive(&[("a", b"one"), ("b", b"other"), ("c", b"three")])
        );
        assert_eq!(*Frame::none().text(b"text"), *b"text");
    }
}
