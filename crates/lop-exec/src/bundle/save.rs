//! From an archive to files.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with, syncfs};

use super::{Bundle, Kind, Record, records};
use crate::{Error, Manner, Mark, save, scratch};

/// Makes the files of an archive in a directory, which is made if it is not there.
pub fn unpack(archive: &[u8], top: &Path) -> io::Result<()> {
    let records = records(archive).ok_or(io::ErrorKind::InvalidData)?;
    let mut folders = BTreeSet::from([Path::new("")]);
    fs::create_dir_all(top)?;
    for record in &records {
        let folder = match record.kind {
            Kind::Folder => Some(record.path),
            Kind::File | Kind::Link => record.path.parent(),
        };
        // An archive may lack the record of a directory that its other records are in.
        if let Some(folder) = folder
            && folders.insert(folder)
        {
            fs::create_dir_all(top.join(folder))?;
        }
        let path = || top.join(record.path);
        match record.kind {
            Kind::Folder => {}
            Kind::Link => symlink(OsStr::from_bytes(record.content), path())?,
            Kind::File => {
                let mut file = File::create_new(path())?;
                file.write_all(record.content)?;
                file.set_permissions(Permissions::from_mode(record.mode))?;
            }
        }
    }
    // Permissions last, and from the inside out: a directory may not allow anything to be made in it.
    for record in records.iter().rev().filter(|record| record.kind == Kind::Folder) {
        let path = if record.path == Path::new("") {
            top.to_owned()
        } else {
            top.join(record.path)
        };
        fs::set_permissions(path, Permissions::from_mode(record.mode))?;
    }
    Ok(())
}

/// A directory with the files of the best archive, which is whole at any moment.
///
/// If an archive differs from the one before in the content of one file, that file is replaced; else a new
/// directory is made beside the old one and the two are exchanged, which is one step for the system.
#[derive(Debug)]
pub struct SavedBundle {
    path: PathBuf,
    unfinished: PathBuf,
    saved: Option<Vec<u8>>,
}

impl SavedBundle {
    /// A directory for the results of an input. An existing one is replaced if the input has every name in it, as a
    /// result of an earlier run does.
    pub fn new(path: &Path, bundle: &Bundle, inputs: &[PathBuf]) -> Result<Self, Error> {
        let path = place_apart(path, inputs)?;
        let failed = |source| Error::Write {
            path: path.clone(),
            source,
        };
        check_old(&path, bundle)?;
        let mut unfinished = OsString::from(".");
        unfinished.push(path.file_name().unwrap_or_default());
        unfinished.push(".lop-unfinished");
        let saved = SavedBundle {
            unfinished: path.with_file_name(unfinished),
            path: path.clone(),
            saved: None,
        };
        saved
            .begin()
            .and_then(|()| fs::remove_dir(&saved.unfinished))
            .map_err(failed)?;
        Ok(saved)
    }

    /// Puts an archive on the disk, and leaves a mark on the directory.
    pub fn save(&mut self, archive: &[u8], mark: &Mark) -> io::Result<()> {
        let is_done = match self.saved.as_deref().map(|old| only_change(old, archive)) {
            Some(Change::None) => true,
            // A directory may not allow files in it to be replaced.
            Some(Change::Content(record)) => {
                let manner = Manner {
                    mode: record.mode,
                    ..Manner::default()
                };
                save(&self.path.join(record.path), record.content, &manner).is_ok()
            }
            Some(Change::More) | None => false,
        };
        if !is_done {
            self.swap(archive, mark)?;
        }
        self.saved = Some(archive.to_owned());
        Ok(())
    }

    /// Removes what a dead process may have left, and begins a new directory.
    fn begin(&self) -> io::Result<()> {
        remove(&self.unfinished)?;
        // The files in it get their permissions one by one, and the directory last.
        scratch::make(&self.unfinished)
    }

    fn swap(&self, archive: &[u8], mark: &Mark) -> io::Result<()> {
        self.begin()?;
        mark.leave(&File::open(&self.unfinished)?);
        unpack(archive, &self.unfinished)?;
        let folder = File::open(self.path.parent().unwrap_or(Path::new("/")))?;
        // All files at once: one after the other, a thousand of them take seconds.
        syncfs(&folder)?;
        if self.path.symlink_metadata().is_err() {
            fs::rename(&self.unfinished, &self.path)?;
        } else if renameat_with(CWD, &self.unfinished, CWD, &self.path, RenameFlags::EXCHANGE).is_ok() {
            remove(&self.unfinished)?;
        } else {
            // Some file systems cannot exchange; then there is a moment without a result.
            let old = self.unfinished.with_extension("lop-unfinished-old");
            remove(&old)?;
            fs::rename(&self.path, &old)?;
            fs::rename(&self.unfinished, &self.path)?;
            remove(&old)?;
        }
        folder.sync_all()
    }
}

/// Where a directory for results is, without links, if it neither holds an input nor stands in one. Nothing is touched.
pub fn place_apart(path: &Path, inputs: &[PathBuf]) -> Result<PathBuf, Error> {
    // A link stays a link, and the directory it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let failed = |source| Error::Write {
        path: path.clone(),
        source,
    };
    let name = path
        .file_name()
        .ok_or_else(|| failed(io::ErrorKind::InvalidFilename.into()))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).map_err(failed)?;
    let path = folder.join(name);
    for input in inputs.iter().filter_map(|input| fs::canonicalize(input).ok()) {
        if path.starts_with(&input) || input.starts_with(&path) {
            return Err(Error::OutputIsInput { output: path, input });
        }
    }
    Ok(path)
}

fn remove(folder: &Path) -> io::Result<()> {
    match scratch::remove(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// The difference of two archives.
enum Change<'a> {
    None,
    Content(Record<'a>),
    More,
}

fn only_change<'a>(old: &[u8], new: &'a [u8]) -> Change<'a> {
    let (Some(old), Some(new)) = (records(old), records(new)) else {
        return Change::More;
    };
    let is_alike = old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old.is_same_but_content(new));
    if !is_alike {
        return Change::More;
    }
    let mut changed = old.iter().zip(new).filter(|(old, new)| old.content != new.content);
    match (changed.next(), changed.next()) {
        (None, _) => Change::None,
        (Some((_, record)), None) if record.kind == Kind::File => Change::Content(record),
        _ => Change::More,
    }
}

/// Checks that replacing a directory loses no file.
fn check_old(path: &Path, bundle: &Bundle) -> Result<(), Error> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    match path.symlink_metadata() {
        Err(_) => return Ok(()),
        Ok(old) if !old.is_dir() => return Err(failed(io::ErrorKind::NotADirectory.into())),
        Ok(_) => {}
    }
    let records = records(&bundle.archive).unwrap_or_default();
    let ours: BTreeSet<&Path> = records.iter().flat_map(|record| record.path.ancestors()).collect();
    let mut waiting = vec![path.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let below = entry.path();
            let below = below.strip_prefix(path).unwrap_or(&below);
            let is_ours = ours.contains(below) || entry.file_name().as_bytes().ends_with(b".lop-unfinished");
            if !is_ours {
                return Err(Error::Foreign {
                    output: path.to_owned(),
                    path: below.to_owned(),
                });
            }
            if entry.file_type().map_err(failed)?.is_dir() {
                waiting.push(entry.path());
            }
        }
    }
    Ok(())
}
