//! Reducing files where they are, with the originals beside them.
//!
//! `crash.c.orig` is made when a run begins and never written again; a run on the result of another makes
//! `crash.c.orig.2`, and so on. While a run can be continued, the newest original is what it continues from.
//!
//! No file system replaces several files in one step. So several are reduced as without `--in-place`, and a run that is done
//! replaces them one after the other: until then the inputs are as they were, and the best programs are in a directory.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_exec::{Manner, save};

use super::files::Input;
use crate::input::Error;

/// `crash.c.orig` for `crash.c`, then `crash.c.orig.2`.
fn beside(path: &Path, number: usize) -> PathBuf {
    match number {
        1 => with_ending(path, ".orig"),
        number => with_ending(path, &format!(".orig.{number}")),
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// The originals that are there, the oldest first.
fn kept(path: &Path) -> Vec<PathBuf> {
    (1..)
        .map(|number| beside(path, number))
        .take_while(|original| original.exists())
        .collect()
}

/// The originals that are there, and the one that comes next.
pub(super) fn originals(path: &Path) -> Vec<PathBuf> {
    let mut originals = kept(path);
    originals.push(beside(path, originals.len() + 1));
    originals
}

/// Where the input of this run is: in the file itself, in the newest original if a run is continued, or in the oldest if
/// it is begun again.
pub(super) fn original(path: &Path, is_fresh: bool) -> PathBuf {
    let kept = kept(path);
    let (Some(oldest), Some(newest)) = (kept.first(), kept.last()) else {
        return path.to_owned();
    };
    if is_fresh {
        return oldest.clone();
    }
    // A run that ended before its first answer changed nothing.
    let is_same = || fs::read(path).is_ok_and(|text| fs::read(newest).is_ok_and(|original| original == text));
    if with_ending(path, ".lop-journal").exists() || is_same() {
        return newest.clone();
    }
    path.to_owned()
}

/// Keeps the input beside the file, unless an original is the same.
pub(super) fn keep_original(input: &Input) -> Result<(), Error> {
    keep(&input.path, &input.source, input.mode)
}

fn keep(path: &Path, content: &[u8], mode: u32) -> Result<(), Error> {
    let is_kept = |original: &PathBuf| fs::read(original).is_ok_and(|text| text == content);
    let kept = kept(path);
    if kept.iter().any(is_kept) {
        return Ok(());
    }
    write(&beside(path, kept.len() + 1), content, mode)
}

fn write(path: &Path, content: &[u8], mode: u32) -> Result<(), Error> {
    let manner = Manner {
        mode,
        ..Manner::default()
    };
    save(path, content, &manner).map_err(|source| lop_exec::refused(path, source).into())
}

/// Several files of an input: what was read of each, and what is left of it.
pub(super) struct Replaced {
    pub path: PathBuf,
    pub mode: u32,
    pub original: Arc<[u8]>,
    /// Nothing if the result does without the file.
    pub result: Option<Arc<[u8]>>,
}

/// Puts what is left of several files in their places. All originals are kept before the first is replaced.
pub(super) fn replace(files: &[Replaced]) -> Result<(), Error> {
    for file in files {
        keep(&file.path, &file.original, file.mode)?;
    }
    for file in files {
        match &file.result {
            Some(result) => write(&file.path, result, file.mode)?,
            None => fs::remove_file(&file.path).map_err(|source| lop_exec::refused(&file.path, source))?,
        }
    }
    Ok(())
}
