//! What lop writes is nothing that it reads, and no two outputs are one file.
//!
//! All paths are checked before the first byte is written, by device and inode: an output with another name than the
//! input may be a link to it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use lop_exec::{FileId, Mark, bundle};

use super::files::Input;
use super::plan::{Destination, Plan, TestSource};
use super::{also, in_place};
use crate::input::Error;

/// Refuses outputs that are an input, the test, or another output.
pub(super) fn check(plan: &Plan, input: &Input, result: &Path) -> Result<(), Error> {
    if input.is_bundle() && result != Path::new("-") {
        bundle::place_apart(result, &plan.sources.paths)?;
    }
    if plan.sources.is_in_place {
        for path in &plan.sources.paths {
            lop_exec::check_writable(path)?;
        }
    }
    let read = read_files(plan);
    let mut seen: Vec<(String, PathBuf)> = Vec::new();
    for (name, path) in written_files(plan, result) {
        let id = FileId::of(&path);
        let is_result_in_place = matches!(plan.destination, Destination::InPlace) && path == result;
        if let Some(id) = id.filter(|_| !is_result_in_place) {
            let victim = read.iter().find(|(_, read)| FileId::of(read) == Some(id));
            let victim = victim.map(|(what, _)| *what);
            let victim = victim.or_else(|| input.has_file(id).then_some("a file of the input"));
            if let Some(what) = victim {
                return Err(Error::Overwrites { name, path, what });
            }
        }
        // A directory that is a link stays one.
        if !path.is_dir() {
            lop_exec::check_no_link(&path)?;
        }
        let place = place(&path);
        let is_same = |(_, other): &&(String, PathBuf)| {
            *other == place && !is_stream(&path) || id.is_some() && FileId::of(other) == id
        };
        if let Some((other, _)) = seen.iter().find(is_same) {
            let reason = format!("{other} and {name} are the same file, \"{}\"", path.display());
            return Err(Error::Usage {
                reason,
                hint: "give each a name of its own".to_owned(),
            });
        }
        seen.push((name, place));
    }
    // Outputs in a directory that is the input are left out of it; something else under that name is a part of it.
    let is_part = |path: &&PathBuf| path.exists() && Mark::of(path).is_none();
    if let Some(path) = input.left_out().iter().find(is_part) {
        return Err(Error::Overwrites {
            name: "an output".to_owned(),
            path: path.clone(),
            what: "a file of the input",
        });
    }
    Ok(())
}

/// Files that must not be written, with their names for errors.
fn read_files(plan: &Plan) -> Vec<(&'static str, PathBuf)> {
    let inputs = plan.sources.paths.iter();
    let mut files: Vec<_> = inputs.map(|path| ("the input", path.clone())).collect();
    if plan.sources.is_in_place {
        let originals = plan.sources.paths.iter().flat_map(|path| in_place::originals(path));
        files.extend(originals.map(|path| ("the original", path)));
    }
    if let TestSource::Script(script) = &plan.test {
        files.push(("the test", script.clone()));
    }
    files.extend(plan.model.iter().map(|(path, _)| ("the model", path.clone())));
    files.extend(plan.sources.grammar.iter().map(|path| ("the grammar", path.clone())));
    files
}

/// Files that are written, with their names for errors.
fn written_files(plan: &Plan, result: &Path) -> Vec<(String, PathBuf)> {
    let mut files = vec![
        ("the result".to_owned(), result.to_owned()),
        ("the journal".to_owned(), journal(result)),
    ];
    let reports = &plan.reports;
    let others = [
        ("--stats", &reports.stats),
        ("--trace", &reports.trace),
        ("--events", &reports.events),
        ("--report", &reports.page),
        ("--keep-logs", &reports.logs),
    ];
    files.extend(
        others
            .into_iter()
            .filter_map(|(name, path)| Some((name.to_owned(), path.clone()?))),
    );
    if plan.also_interesting.is_some() {
        files.push(("--also-interesting".to_owned(), also::folder(result)));
    }
    // Standard output is not a file.
    files.retain(|(_, path)| path != Path::new("-"));
    files
}

/// `crash.reduced.c.lop-journal` for `crash.reduced.c`.
pub(super) fn journal(result: &Path) -> PathBuf {
    let mut name: OsString = result.file_name().unwrap_or_default().to_owned();
    name.push(".lop-journal");
    result.with_file_name(name)
}

fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// A path without links in its directory, so that two paths of one place are equal.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    folder.join(path.file_name().unwrap_or_default())
}
