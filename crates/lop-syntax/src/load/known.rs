//! Grammars that were used before.
//!
//! What is kept is a copy: the compiled parser, its `grammar.json` and its `language.toml`, in the user's cache folder. So a
//! file that is read with a grammar of before runs the code that the user named then, whatever stands in the grammar's
//! folder now. There is no other place: without a home nothing is kept.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::LoadError;
use super::compile::library_file;
use super::language::{self, LanguageFile, Unparsed};
use crate::lang::description::Files;
use crate::lang::{LANGUAGES, interpreter};
use crate::syntax::Syntax;

/// Which folder of the cache has the grammar for files, by their keys: `vhd` for an extension, `/Jamfile` for a file name,
/// `#!jam` for an interpreter.
const EXTENSIONS: &str = "extensions.json";

/// The language of a file by its name, its extension or its first line, if a grammar was loaded for that before. Languages
/// that lop knows of itself come first.
pub fn known(file: &Path, source: &[u8]) -> Option<Result<Arc<Syntax>, LoadError>> {
    let cache = cache_folder()?;
    let all = read(&cache);
    let name = file.file_name().and_then(OsStr::to_str);
    let keys = [
        name.map(|name| format!("/{name}")),
        extension(file),
        interpreter(source).map(|program| format!("#!{program}")),
    ];
    let folder = cache.join(keys.into_iter().flatten().find_map(|key| all.get(&key))?);
    let name = fs::read_to_string(folder.join("name")).ok()?;
    let library = folder.join(library_file());
    library.exists().then(|| {
        let json = fs::read_to_string(folder.join("grammar.json")).ok();
        let language = LanguageFile::read(folder.join(language::FILE))?;
        Unparsed::new(json.as_deref(), language.as_ref())?.with_parser(&library, &name)
    })
}

/// The keys of files that are stated to be of a language, or else of those with the extensions that its package tells.
pub(super) fn keys(stated: &Files, told: &[String]) -> Vec<String> {
    let extension = |extension: &str| extension.trim_start_matches('.').to_lowercase();
    let extensions = stated.extensions.iter().map(|stated| extension(stated));
    let names = stated.names.iter().map(|name| format!("/{name}"));
    let interpreters = stated.interpreters.iter().map(|program| format!("#!{program}"));
    let keys: Vec<String> = extensions.chain(names).chain(interpreters).collect();
    match keys.is_empty() {
        true => told.iter().map(|told| extension(told)).collect(),
        false => keys,
    }
}

/// Extensions that tell nothing of a language.
const COMMON: &[&str] = &[
    "bak", "data", "in", "input", "log", "orig", "out", "test", "text", "tmp", "txt",
];

/// A copy of a grammar in the cache.
#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    /// The keys of the files that it is for.
    recognised: Vec<String>,
}

impl Kept {
    /// Completes a folder that has the library with `grammar.json` and `language.toml`; `None` if that fails, and then the
    /// grammar has to be named again.
    pub(super) fn new(folder: &Path, name: &str, texts: [Option<&str>; 2], recognised: Vec<String>) -> Option<Self> {
        for (file, text) in ["grammar.json", language::FILE].into_iter().zip(texts) {
            let path = folder.join(file);
            match text {
                Some(text) => write(&path, text.as_bytes()).ok()?,
                None if path.exists() => fs::remove_file(path).ok()?,
                None => {}
            }
        }
        write(&folder.join("name"), name.as_bytes()).ok()?;
        Some(Kept {
            folder: folder.to_owned(),
            recognised,
        })
    }

    /// Remembers the grammar for its own files, or for the extension of this one.
    pub(super) fn remember_for(&self, file: &Path) {
        let Some((cache, hash)) = self
            .folder
            .parent()
            .zip(self.folder.file_name().and_then(OsStr::to_str))
        else {
            return;
        };
        let own = self.recognised.iter().cloned();
        let of_file = extension(file).filter(|_| self.recognised.is_empty());
        let is_free = |key: &String| {
            let mut languages = LANGUAGES.iter();
            let is_taken = languages.any(|language| keys(&language.files, &[]).contains(key));
            !is_taken && !COMMON.contains(&key.as_str())
        };
        let mut all = read(cache);
        let before = all.clone();
        all.extend(own.chain(of_file).filter(is_free).map(|key| (key, hash.to_owned())));
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

/// The folders of remembered grammars, by the keys of files. Whatever is no name of such a folder is left out.
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
