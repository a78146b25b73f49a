//! From files to an archive.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{Kind, Record, records};
use crate::{Error, FileId};

/// All of the permissions.
const MODE: u32 = 0o7777;

/// An input of several files.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// The archive of all of it.
    pub archive: Vec<u8>,
    /// The directory that all paths start from: the input, if that is one directory, and else the innermost
    /// that holds all inputs.
    pub top: PathBuf,
    /// The name of the top for the test; empty if the inputs are in the test's own directory.
    pub name: OsString,
    /// The paths of the inputs, if they are several.
    pub named: Vec<PathBuf>,
    /// All files and directories that were read.
    pub files: BTreeSet<FileId>,
    /// Paths that were left out.
    pub left_out: Vec<PathBuf>,
    /// The permissions that every file and directory has.
    pub mode: u32,
}

impl Bundle {
    /// The archive of a directory that was unpacked from this input; what the input does not have is left out.
    pub fn read_again(&self, folder: &Path) -> Result<Vec<u8>, Error> {
        let mut found = BTreeMap::new();
        let folder = fs::canonicalize(folder).map_err(cannot_read(folder))?;
        walk(&folder, Path::new(""), &[], &mut found, &mut Vec::new())?;
        let ours = records(&self.archive).unwrap_or_default();
        let ours: BTreeSet<&Path> = ours.iter().map(|record| record.path).collect();
        let mut archive = Vec::new();
        for (path, (full, metadata)) in found.iter().filter(|(path, _)| ours.contains(path.as_path())) {
            add(path, full, metadata, &mut archive)?;
        }
        Ok(archive)
    }
}

/// Reads one directory, or several inputs of any kind, each given as a path. Paths that lop writes meanwhile can be
/// left out.
///
/// A link that is itself an input is read as what it leads to; one that is met in a directory stays a link.
pub fn read(inputs: &[PathBuf], left_out: &[PathBuf]) -> Result<Bundle, Error> {
    let places: Vec<Place> = inputs.iter().map(|input| Place::of(input)).collect::<Result<_, _>>()?;
    let left_out: Vec<PathBuf> = left_out
        .iter()
        .filter_map(|path| Place::of(path).ok())
        .map(|place| place.path())
        .collect();
    let mut found = BTreeMap::new();
    let mut bundle = Bundle {
        archive: Vec::new(),
        top: common(&places),
        name: OsString::new(),
        named: Vec::new(),
        files: BTreeSet::new(),
        left_out: Vec::new(),
        mode: 0o666,
    };
    if let [place] = places.as_slice() {
        bundle.top = place.path();
        bundle.name = place.name.clone();
        walk(&bundle.top, Path::new(""), &left_out, &mut found, &mut bundle.left_out)?;
    } else {
        for place in &places {
            let path = place.path();
            let below = path
                .strip_prefix(&bundle.top)
                .expect("the top holds all inputs")
                .to_owned();
            walk(&path, &below, &left_out, &mut found, &mut bundle.left_out)?;
            bundle.named.push(below);
        }
    }
    for (path, (full, metadata)) in found {
        if !metadata.is_symlink() {
            bundle.files.insert(FileId::from(&metadata));
            bundle.mode &= metadata.permissions().mode();
        }
        add(&path, &full, &metadata, &mut bundle.archive)?;
    }
    Ok(bundle)
}

/// The place of an input: its directory, without links, and its name in it.
struct Place {
    folder: PathBuf,
    name: OsString,
}

impl Place {
    fn of(path: &Path) -> Result<Self, Error> {
        let split = |path: &Path| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).to_owned();
            path.file_name().map(|name| (folder, name.to_owned()))
        };
        // A path such as `..` has no name until it is resolved; the root of all has none.
        let (folder, name) = match split(path) {
            Some(place) => place,
            None => split(&fs::canonicalize(path).map_err(cannot_read(path))?)
                .ok_or_else(|| cannot_read(path)(io::ErrorKind::InvalidFilename.into()))?,
        };
        let folder = fs::canonicalize(folder).map_err(cannot_read(path))?;
        Ok(Place { folder, name })
    }

    fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }
}

/// The innermost directory that holds all places.
fn common(places: &[Place]) -> PathBuf {
    let mut top = places.first().map(|place| place.folder.clone()).unwrap_or_default();
    while !places.iter().all(|place| place.folder.starts_with(&top)) {
        top.pop();
    }
    top
}

type Found = BTreeMap<PathBuf, (PathBuf, Metadata)>;

/// Finds an input and all below it.
fn walk(
    input: &Path,
    below: &Path,
    left_out: &[PathBuf],
    found: &mut Found,
    met: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let metadata = fs::metadata(input).map_err(cannot_read(input))?;
    let mut waiting = vec![(input.to_owned(), below.to_owned(), metadata)];
    while let Some((full, below, metadata)) = waiting.pop() {
        if left_out.contains(&full) {
            met.push(full);
            continue;
        }
        if metadata.is_dir() {
            for entry in fs::read_dir(&full).map_err(cannot_read(&full))? {
                let entry = entry.map_err(cannot_read(&full))?;
                let metadata = entry.metadata().map_err(cannot_read(&entry.path()))?;
                waiting.push((entry.path(), below.join(entry.file_name()), metadata));
            }
        } else if !metadata.is_file() && !metadata.is_symlink() {
            return Err(Error::Special(full));
        }
        if found.insert(below, (full.clone(), metadata)).is_some() {
            return Err(Error::Twice(full));
        }
    }
    Ok(())
}

/// Reads one file, link or directory.
fn add(path: &Path, full: &Path, metadata: &Metadata, archive: &mut Vec<u8>) -> Result<(), Error> {
    let (kind, content) = if metadata.is_dir() {
        (Kind::Folder, Vec::new())
    } else if metadata.is_symlink() {
        let target = fs::read_link(full).map_err(cannot_read(full))?;
        (Kind::Link, target.as_os_str().as_bytes().to_owned())
    } else {
        (Kind::File, fs::read(full).map_err(cannot_read(full))?)
    };
    let record = Record {
        path,
        kind,
        mode: metadata.permissions().mode() & MODE,
        content: &content,
        span: 0..0,
    };
    record.write(&content, archive);
    Ok(())
}

fn cannot_read(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Read { path, source }
}
