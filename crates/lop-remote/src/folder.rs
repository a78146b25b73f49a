//! Files and directories as the protocol has them: a directory is a list of names and digests, and so is known by a
//! digest itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use bazel_remote_apis::build::bazel::remote::execution::v2::{Digest, Directory, DirectoryNode, FileNode, SymlinkNode};
use lop_exec::bundle::{Kind, Record};

use crate::Error;
use crate::blob::Blob;

/// Files by their place, to become directories.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folder {
    entries: BTreeMap<PathBuf, FolderEntry>,
}

#[derive(Debug, Clone)]
enum FolderEntry {
    File {
        content: Blob,
        is_executable: bool,
    },
    Link {
        target: String,
    },
    Folder,
    /// A directory by its digest.
    Known(Digest),
}

impl Folder {
    pub(crate) fn add_file(&mut self, path: &Path, content: impl Into<Arc<[u8]>>, is_executable: bool) {
        self.add_blob(path, Blob::new(content), is_executable);
    }

    /// A directory, if there is nothing yet.
    pub(crate) fn add_folder(&mut self, path: &Path) {
        self.entries.entry(path.to_owned()).or_insert(FolderEntry::Folder);
    }

    fn add_blob(&mut self, path: &Path, content: Blob, is_executable: bool) {
        self.add(path, FolderEntry::File { content, is_executable });
    }

    fn add_known(&mut self, path: &Path, digest: Digest) {
        self.add(path, FolderEntry::Known(digest));
    }

    /// A file or directory of this machine, with all that is in it. Links stay links.
    pub(crate) fn add_from_disk(&mut self, from: &Path, to: &Path) -> Result<(), Error> {
        // The path that the user gives may be a link.
        let mut is_named = true;
        let mut left = vec![(from.to_owned(), to.to_owned())];
        while let Some((from, to)) = left.pop() {
            let failed = |source| Error::Read {
                path: from.clone(),
                source,
            };
            let metadata = match std::mem::take(&mut is_named) {
                true => fs::metadata(&from),
                false => fs::symlink_metadata(&from),
            };
            let metadata = metadata.map_err(failed)?;
            if metadata.is_symlink() {
                let target = fs::read_link(&from).map_err(failed)?;
                let target = target.to_str().ok_or_else(|| Error::Name(from.clone()))?.to_owned();
                self.add(&to, FolderEntry::Link { target });
            } else if metadata.is_dir() {
                self.add(&to, FolderEntry::Folder);
                for entry in fs::read_dir(&from).map_err(failed)? {
                    let entry = entry.map_err(failed)?;
                    left.push((entry.path(), to.join(entry.file_name())));
                }
            } else {
                let blob = Blob::file(&from).map_err(failed)?;
                self.add_blob(&to, blob, metadata.permissions().mode() & 0o100 != 0);
            }
        }
        Ok(())
    }

    /// The same with directories at the top, and those in one of them, as digests only; and all that is in those.
    pub(crate) fn shallow(&self, open: &Path) -> Result<(Folder, Vec<Blob>), Error> {
        let mut shallow = Folder::default();
        let mut blobs = Vec::new();
        for (path, entry) in &self.entries {
            let is_below = path.parent() == Some(open);
            let is_top = path.parent() == Some(Path::new("")) && path != open;
            if !is_below && !is_top {
                continue;
            }
            if let FolderEntry::Folder = entry {
                let (digest, below) = self.below(path).blobs()?;
                blobs.extend(below);
                shallow.add_known(path, digest);
            } else {
                shallow.add(path, entry.clone());
            }
        }
        Ok((shallow, blobs))
    }

    fn below(&self, top: &Path) -> Folder {
        let mut folder = Folder::default();
        for (path, entry) in &self.entries {
            if let Ok(rest) = path.strip_prefix(top)
                && path != top
            {
                folder.add(rest, entry.clone());
            }
        }
        folder
    }

    /// A record of an archive, below a place.
    pub(crate) fn add_record(&mut self, below: &Path, record: &Record<'_>) -> Result<(), Error> {
        let path = below.join(record.path);
        match record.kind {
            Kind::File => self.add_file(&path, record.content, record.mode & 0o100 != 0),
            Kind::Folder => self.add(&path, FolderEntry::Folder),
            Kind::Link => {
                let target = String::from_utf8(record.content.to_vec()).map_err(|_| Error::Name(path.clone()))?;
                self.add(&path, FolderEntry::Link { target });
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, entry: FolderEntry) {
        let path: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
        for above in path.ancestors().skip(1) {
            self.entries.entry(above.to_owned()).or_insert(FolderEntry::Folder);
        }
        self.entries.insert(path, entry);
    }

    /// The digest of the whole, and all that has to be there for it.
    pub(crate) fn blobs(&self) -> Result<(Digest, Vec<Blob>), Error> {
        let mut open: BTreeMap<&Path, Directory> = BTreeMap::from([(Path::new(""), Directory::default())]);
        let mut blobs = Vec::new();
        for (path, entry) in &self.entries {
            if matches!(entry, FolderEntry::Folder) {
                open.entry(path).or_default();
            }
        }
        // The deepest first, so that a directory is whole before its own digest is needed.
        let mut paths: Vec<&PathBuf> = self
            .entries
            .keys()
            .filter(|path| !path.as_os_str().is_empty())
            .collect();
        paths.sort_by_key(|path| (std::cmp::Reverse(path.components().count()), *path));
        for path in paths {
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.ok_or_else(|| Error::Name(path.clone()))?.to_owned();
            let folder = |digest| DirectoryNode {
                name: name.clone(),
                digest: Some(digest),
            };
            let above = path.parent().unwrap_or(Path::new(""));
            let node = match &self.entries[path] {
                FolderEntry::Folder => {
                    let blob = Blob::of(&open.remove(path.as_path()).unwrap_or_default());
                    blobs.push(blob.clone());
                    Node::Folder(folder(blob.digest))
                }
                FolderEntry::Known(digest) => Node::Folder(folder(digest.clone())),
                FolderEntry::Link { target } => Node::Link(SymlinkNode {
                    name: name.clone(),
                    target: target.clone(),
                    node_properties: None,
                }),
                FolderEntry::File { content, is_executable } => {
                    blobs.push(content.clone());
                    Node::File(FileNode {
                        name: name.clone(),
                        digest: Some(content.digest.clone()),
                        is_executable: *is_executable,
                        node_properties: None,
                    })
                }
            };
            node.put_into(open.entry(above).or_default());
        }
        let root = Blob::of(&open.remove(Path::new("")).unwrap_or_default());
        let digest = root.digest.clone();
        blobs.push(root);
        let mut seen = BTreeSet::new();
        blobs.retain(|blob| seen.insert(blob.digest.hash.clone()));
        Ok((digest, blobs))
    }
}

enum Node {
    File(FileNode),
    Folder(DirectoryNode),
    Link(SymlinkNode),
}

impl Node {
    /// Paths come in their order, so nodes do.
    fn put_into(self, directory: &mut Directory) {
        match self {
            Node::File(node) => directory.files.push(node),
            Node::Folder(node) => directory.directories.push(node),
            Node::Link(node) => directory.symlinks.push(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message;

    fn root(folder: &Folder) -> Directory {
        let (digest, blobs) = folder.blobs().unwrap();
        let blob = blobs.iter().find(|blob| blob.digest == digest).unwrap();
        Directory::decode(&*blob.bytes().unwrap()).unwrap()
    }

    #[test]
    fn names_stand_in_order_and_the_order_of_adding_does_not_matter() {
        let names = ["b", "a", "c/d", "a-b", "c/a"];
        let folder = |names: &[&str]| {
            let mut folder = Folder::default();
            names
                .iter()
                .for_each(|name| folder.add_file(name.as_ref(), name.as_bytes(), false));
            folder
        };
        let one = folder(&names);
        let mut other = names;
        other.reverse();
        assert_eq!(one.blobs().unwrap().0, folder(&other).blobs().unwrap().0);
        let files: Vec<String> = root(&one).files.into_iter().map(|file| file.name).collect();
        assert_eq!(files, ["a", "a-b", "b"]);
        assert_eq!(root(&one).directories[0].name, "c");
    }

    #[test]
    fn the_empty_directory_has_the_digest_of_nothing() {
        let (digest, _) = Folder::default().blobs().unwrap();
        assert_eq!(digest, crate::blob::digest(b""));
    }

    #[test]
    fn a_known_directory_stands_for_the_same_directory() {
        let mut inner = Folder::default();
        inner.add_file("x".as_ref(), &b"x"[..], true);
        let mut whole = Folder::default();
        whole.add_file("test/x".as_ref(), &b"x"[..], true);
        let mut known = Folder::default();
        known.add_known("test".as_ref(), inner.blobs().unwrap().0);
        assert_eq!(known.blobs().unwrap().0, whole.blobs().unwrap().0);
    }

    #[test]
    fn very_deep_directories_are_no_matter() {
        let path: PathBuf = std::iter::repeat_n("d", 5000).collect();
        let mut folder = Folder::default();
        folder.add_file(&path.join("file"), &b""[..], false);
        assert_eq!(folder.blobs().unwrap().1.len(), 5000 + 2);
    }
}
