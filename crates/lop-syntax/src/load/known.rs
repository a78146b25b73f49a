//! Grammars that were used before.
//!
//! What is kept is a copy: the compiled parser and its `grammar.json`, in the user's cache folder. So a file that is read
//! with a grammar of before runs the code that the user named then, whatever stands in the grammar's folder now. There is
//! no other place: without a home nothing is kept.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::compile::library_file;
use super::{LoadError, compiled, syntax};
use crate::lang::LANGUAGES;
use crate::syntax::Syntax;

/// Which folder of the cache has the grammar for files with an extension.
const EXTENSIONS: &str = "extensions.json";

/// The language of a file by its extension, if a grammar was loaded for that before. Languages that lop knows of itself
/// come first.
pub fn known(file: &Path) -> Option<Result<Arc<Syntax>, LoadError>> {
    let extension = extension(file)?;
    let cache = cache_folder()?;
    let folder = cache.join(read(&cache).get(&extension)?);
    let name = fs::read_to_string(folder.join("name")).ok()?;
    let library = folder.join(library_file());
    let json = fs::read_to_string(folder.join("grammar.json")).ok();
    library
        .exists()
        .then(|| syntax(&library, &name, compiled(json.as_deref())?))
}

/// Extensions that tell nothing of a language.
const COMMON: &[&str] = &[
    "bak", "data", "in", "input", "log", "orig", "out", "test", "text", "tmp", "txt",
];

/// A copy of a grammar in the cache.
#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    extensions: Vec<String>,
}

impl Kept {
    /// Completes a folder that has the library; `None` if that fails, and then the grammar has to be named again.
    pub fn new(folder: PathBuf, name: &str, json: Option<&str>, extensions: Vec<String>) -> Option<Self> {
        if let Some(json) = json {
            write(&folder.join("grammar.json"), json.as_bytes()).ok()?;
        }
        write(&folder.join("name"), name.as_bytes()).ok()?;
        Some(Kept { folder, extensions })
    }

    /// Remembers the grammar for its own extensions, or for that of a file.
    pub fn remember_for(&self, file: &Path) {
        let Some((cache, hash)) = self
            .folder
            .parent()
            .zip(self.folder.file_name().and_then(OsStr::to_str))
        else {
            return;
        };
        let own = self.extensions.iter();
        let own = own.map(|extension| extension.trim_start_matches('.').to_lowercase());
        let of_file = extension(file).filter(|_| self.extensions.is_empty());
        let is_free = |extension: &String| {
            let mut languages = LANGUAGES.iter();
            let is_taken = languages.any(|language| language.files.extensions.contains(&extension.as_str()));
            !is_taken && !COMMON.contains(&extension.as_str())
        };
        let mut all = read(cache);
        let before = all.clone();
        all.extend(
            own.chain(of_file)
                .filter(is_free)
                .map(|extension| (extension, hash.to_owned())),
        );
        if all != before {
            // If this fails, the grammar has to be named again.
            let _ = write(&cache.join(EXTENSIONS), &serde_json::to_vec(&all).unwrap_or_default());
        }
    }
}

/// Replaces a file at once.
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&unfinished, text)?;
    fs::rename(&unfinished, path)
}

/// The ending of a file's name, in lower case.
fn extension(file: &Path) -> Option<String> {
    Some(file.extension()?.to_str()?.to_lowercase())
}

/// The folders of remembered grammars, by extension. Whatever is no name of such a folder is left out.
fn read(cache: &Path) -> BTreeMap<String, String> {
    let text = fs::read(cache.join(EXTENSIONS)).unwrap_or_default();
    let mut all: BTreeMap<String, String> = serde_json::from_slice(&text).unwrap_or_default();
    all.retain(|_, hash| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    all
}

/// Where compiled parsers are kept, if the user has a home.
pub(super) fn cache_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = absolute("HOME").or_else(|| absolute("USERPROFILE"));
    let folder = absolute("XDG_CACHE_HOME").or_else(|| Some(home?.join(".cache")))?;
    Some(folder.join("lop").join("grammars"))
}
