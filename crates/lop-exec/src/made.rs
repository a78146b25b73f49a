//! Which file a path leads to, and whether lop made it.
//!
//! Names do not tell files apart: links, hard links and `..` give one file many of them. Device and inode do. And a name
//! does not tell who made a file, so lop leaves a mark, an extended attribute, on what it makes: the result of a reduction
//! may be replaced by a better one, a file that the user wrote under the same name may not.

use std::fs::{self, File, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{XattrFlags, fsetxattr, getxattr};
use sha2::{Digest, Sha256};

const ATTRIBUTE: &str = "user.lop";
const HASH_BYTES: usize = 16;

/// The identity of a file or directory, independent of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    /// The identity of the file or directory that a path leads to. Devices and pipes have none: writing to them
    /// overwrites nothing.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        (metadata.is_file() || metadata.is_dir()).then(|| FileId::from(&metadata))
    }
}

impl From<&Metadata> for FileId {
    fn from(metadata: &Metadata) -> Self {
        FileId {
            device: metadata.dev(),
            inode: metadata.ino(),
        }
    }
}

/// The test, the input and the options that a result depends on, as a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject([u8; HASH_BYTES]);

impl Subject {
    /// The digest of these parts, in this order.
    pub fn new(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Subject(half(&hash.finalize()))
    }
}

/// The mark on a file or directory that lop made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark(Vec<u8>);

impl Mark {
    /// The mark of a result with this content; a directory's content is not part of it.
    pub fn on_result(subject: Subject, content: &[u8]) -> Self {
        Mark([&subject.0[..], &half(&Sha256::digest(content))].concat())
    }

    /// The mark of any other file.
    pub fn plain() -> Self {
        Mark(b"made by lop".to_vec())
    }

    /// The mark on a file or directory that is no link.
    pub fn of(path: &Path) -> Option<Self> {
        if path.symlink_metadata().ok()?.is_symlink() {
            return None;
        }
        let mut bytes = vec![0; 64];
        let length = getxattr(path, ATTRIBUTE, &mut bytes[..]).ok()?;
        bytes.truncate(length);
        Some(Mark(bytes))
    }

    /// Whether the mark was made for a result with this content.
    pub fn is_of_content(&self, content: &[u8]) -> bool {
        self.0.len() == 2 * HASH_BYTES && self.0[HASH_BYTES..] == half(&Sha256::digest(content))
    }

    /// Whether the mark was made for a result about this.
    pub fn is_about(&self, subject: Subject) -> bool {
        self.0.len() == 2 * HASH_BYTES && self.0[..HASH_BYTES] == subject.0
    }

    /// Sets the mark. Some file systems have no attributes: there lop does not recognize its own files.
    pub fn leave(&self, on: &File) {
        let _ = fsetxattr(on, ATTRIBUTE, &self.0, XattrFlags::empty());
    }
}

fn half(digest: &[u8]) -> [u8; HASH_BYTES] {
    let mut half = [0; HASH_BYTES];
    half.copy_from_slice(&digest[..HASH_BYTES]);
    half
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_identity_under_all_its_names() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::write(path("file"), "x").unwrap();
        fs::write(path("other"), "x").unwrap();
        fs::hard_link(path("file"), path("hard")).unwrap();
        std::os::unix::fs::symlink("file", path("soft")).unwrap();
        let file = FileId::of(&path("file"));
        assert!(file.is_some());
        assert_eq!(FileId::of(&path("hard")), file);
        assert_eq!(FileId::of(&path("soft")), file);
        assert_ne!(FileId::of(&path("other")), file);
        assert_eq!(FileId::of(Path::new("/dev/null")), None);
    }

    #[test]
    fn a_mark_is_of_one_content_and_about_one_subject() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let subject = Subject::new(&[b"test", b"input"]);
        Mark::on_result(subject, b"content").leave(&File::create(&path).unwrap());
        let mark = Mark::of(&path).unwrap();
        assert!(mark.is_of_content(b"content") && mark.is_about(subject));
        assert!(!mark.is_of_content(b"edited") && !mark.is_about(Subject::new(&[b"testi", b"nput"])));
        assert!(!Mark::plain().is_of_content(b"content"));
    }
}
