//! Reducing a file where it is, with the original beside it.
//!
//! `crash.c.orig` is made when a run begins and never written again. While a run can be continued, the original is
//! what it continues from; when it is done, another run has to be told what to do with it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use lop_exec::{Manner, save};

use super::files::Input;
use crate::input::Error;

/// `crash.c.orig` for `crash.c`.
pub fn beside(path: &Path) -> PathBuf {
    with_ending(path, ".orig")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Where the original is: in the file itself, or beside it if a run is continued or begun again.
pub fn original(path: &Path, is_fresh: bool) -> Result<PathBuf, Error> {
    let original = beside(path);
    if !original.exists() {
        return Ok(path.to_owned());
    }
    if is_fresh || with_ending(path, ".lop-journal").exists() {
        return Ok(original);
    }
    // A run that ended before its first answer changed nothing.
    if fs::read(path).is_ok_and(|text| fs::read(&original).is_ok_and(|original| original == text)) {
        return Ok(original);
    }
    Err(Error::OriginalThere(original))
}

/// Keeps the original beside the file.
pub fn keep_original(input: &Input) -> Result<(), Error> {
    let path = beside(&input.path);
    if path.exists() {
        return Ok(());
    }
    let manner = Manner {
        mode: input.mode,
        ..Manner::default()
    };
    save(&path, &input.source, &manner).map_err(|source| lop_exec::refused(&path, source).into())
}
