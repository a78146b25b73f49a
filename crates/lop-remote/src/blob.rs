//! Content and its digest.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bazel_remote_apis::build::bazel::remote::execution::v2::Digest;
use prost::Message;
use sha2::{Digest as _, Sha256};

/// Files are read in pieces of this size. Not measured.
const PIECE_BYTES: usize = 1 << 20;

/// Bytes that are known by their digest.
#[derive(Debug, Clone)]
pub(crate) struct Blob {
    pub digest: Digest,
    content: Content,
}

/// Candidates are in memory; files such as compilers are read when they are uploaded.
#[derive(Debug, Clone)]
enum Content {
    Bytes(Arc<[u8]>),
    File(PathBuf),
}

impl Blob {
    pub(crate) fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        Blob {
            digest: digest(&bytes),
            content: Content::Bytes(bytes),
        }
    }

    /// A message of the protocol as a blob.
    pub(crate) fn of(message: &impl Message) -> Self {
        Blob::new(message.encode_to_vec())
    }

    /// A file as it is now.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut hash = Sha256::new();
        let mut piece = vec![0; PIECE_BYTES];
        let mut length = 0;
        loop {
            let read = file.read(&mut piece)?;
            if read == 0 {
                break;
            }
            hash.update(&piece[..read]);
            length += read;
        }
        Ok(Blob {
            digest: Digest {
                hash: hex(&hash.finalize()),
                size_bytes: length as i64,
            },
            content: Content::File(path.to_owned()),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.digest.size_bytes as usize
    }

    /// The bytes, read if need be.
    pub(crate) fn bytes(&self) -> io::Result<Arc<[u8]>> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::File(path) => Ok(std::fs::read(path)?.into()),
        }
    }
}

/// The digest of some bytes.
pub(crate) fn digest(bytes: &[u8]) -> Digest {
    Digest {
        hash: hex(&Sha256::digest(bytes)),
        size_bytes: bytes.len() as i64,
    }
}

fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_sha_256_in_small_letters() {
        // FIPS 180-2, appendix B.1.
        let abc = digest(b"abc");
        assert_eq!(
            abc.hash,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(abc.size_bytes, 3);
    }

    #[test]
    fn a_file_has_the_digest_of_its_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"abc").unwrap();
        let blob = Blob::file(file.path()).unwrap();
        assert_eq!(blob.digest, digest(b"abc"));
        assert_eq!(&*blob.bytes().unwrap(), b"abc");
    }
}
