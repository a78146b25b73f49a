//! The files of a grammar.
//!
//! A folder may hold `grammar.json` or `grammar.js`, `parser.c`, `scanner.c` or `scanner.cc`, or a ready shared library,
//! and `language.toml`, at its top or below `src/` as tree-sitter lays them out. `tree-sitter.json`, or `package.json` before it, says which
//! extensions the language has, and where the grammars are if there are several.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::language::{self, LanguageFile};
use super::{LoadError, file_error};

/// The parts of a grammar that are there.
pub(super) struct Files {
    /// The folder that was named, or that the named file is in.
    pub folder: PathBuf,
    pub json: Option<PathBuf>,
    pub script: Option<PathBuf>,
    pub parser: Option<PathBuf>,
    pub scanner: Option<PathBuf>,
    pub library: Option<PathBuf>,
    /// Endings of file names, without the dot, as far as the grammar tells.
    pub extensions: Vec<String>,
}

impl Files {
    /// Finds the files below a folder, or beside a file.
    pub(super) fn find(path: &Path) -> Result<Self, LoadError> {
        // Paths get a folder: a library without one would be looked for among those of the system.
        let path = std::path::absolute(path).map_err(|source| file_error(path, source))?;
        let metadata = fs::metadata(&path).map_err(|source| file_error(&path, source))?;
        if !metadata.is_dir() {
            let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
            let library = Some(&path).filter(|path| is_library(path)).cloned();
            let files = Files::of(folder, library);
            return files.ok_or(LoadError::Nothing(path));
        }
        let library = first_library(&path)?;
        if let Some(files) = Files::of(path.clone(), library) {
            return Ok(files);
        }
        let inner = inner_grammars(&path);
        let own = inner.iter().find(|inner| is_named_after(&path, inner));
        match (own, &inner[..]) {
            (Some(only), _) | (None, [only]) => Files::of(path.join(only), None).ok_or(LoadError::Nothing(path)),
            (None, []) => Err(LoadError::Nothing(path)),
            (None, _) => Err(LoadError::Several { path, names: inner }),
        }
    }

    /// The files of a folder, if they make a grammar.
    fn of(folder: PathBuf, library: Option<PathBuf>) -> Option<Self> {
        let named = |name: &str| {
            let places = [folder.join(name), folder.join("src").join(name)];
            places.into_iter().find(|place| place.is_file())
        };
        let files = Files {
            json: named("grammar.json"),
            script: named("grammar.js"),
            parser: named("parser.c"),
            scanner: named("scanner.c").or_else(|| named("scanner.cc")),
            library,
            extensions: extensions(&folder),
            folder,
        };
        let parts = [&files.json, &files.script, &files.parser, &files.library];
        parts.iter().any(|part| part.is_some()).then_some(files)
    }

    /// The `language.toml` of the folder.
    pub(super) fn language(&self) -> Result<Option<LanguageFile>, LoadError> {
        match LanguageFile::read(self.folder.join(language::FILE))? {
            None => LanguageFile::read(self.folder.join("src").join(language::FILE)),
            found => Ok(found),
        }
    }

    /// The text of `grammar.json`.
    pub(super) fn grammar_json(&self) -> Result<Option<String>, LoadError> {
        if let Some(path) = &self.json {
            return fs::read_to_string(path)
                .map(Some)
                .map_err(|source| file_error(path, source));
        }
        let Some(path) = self.script.as_ref().filter(|_| self.parser.is_none()) else {
            return Ok(None);
        };
        let json = tree_sitter_generate::load_grammar_file(path, Some("node"));
        json.map(Some).map_err(|error| LoadError::Script {
            path: path.clone(),
            message: error.to_string(),
        })
    }
}

/// Whether a grammar in a package has the package's name: `fsharp` in `tree-sitter-fsharp` or `tree-sitter-fsharp-0.3.0`.
fn is_named_after(package: &Path, inner: &str) -> bool {
    let package = package.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let name = package.strip_prefix("tree-sitter-").unwrap_or(package);
    let inner = inner.rsplit('/').next().unwrap_or(inner);
    let rest = name.strip_prefix(inner);
    rest.is_some_and(|rest| {
        let version = rest.strip_prefix('-').unwrap_or_default();
        rest.is_empty() || version.starts_with(|first: char| first.is_ascii_digit())
    })
}

fn is_library(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("so" | "dylib" | "dll"))
}

/// The first library of a folder, by name.
fn first_library(folder: &Path) -> Result<Option<PathBuf>, LoadError> {
    let entries = fs::read_dir(folder).map_err(|source| file_error(folder, source))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| is_library(path)).min())
}

/// The folders below one that hold a grammar each, as paths from there.
fn inner_grammars(folder: &Path) -> Vec<String> {
    let is_grammar = |path: &String| Files::of(folder.join(path), None).is_some();
    let told: Vec<String> = grammars_told(folder).into_iter().map(|told| told.path).collect();
    let told: Vec<String> = told.into_iter().filter(is_grammar).collect();
    if !told.is_empty() {
        return told;
    }
    let mut found = Vec::new();
    for outer in ["", "grammars"] {
        let entries = fs::read_dir(folder.join(outer)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let paths = names.map(|name| {
            if outer.is_empty() {
                name
            } else {
                format!("{outer}/{name}")
            }
        });
        found.extend(paths.filter(is_grammar));
    }
    found.sort();
    found
}

/// A grammar as `tree-sitter.json` or `package.json` tells of it.
struct Told {
    path: String,
    extensions: Vec<String>,
}

fn grammars_told(folder: &Path) -> Vec<Told> {
    let read = |name: &str, key: &str| -> Option<Vec<Value>> {
        let text = fs::read(folder.join(name)).ok()?;
        let value: Value = serde_json::from_slice(&text).ok()?;
        match value.get(key)? {
            Value::Array(grammars) => Some(grammars.clone()),
            grammar @ Value::Object(_) => Some(vec![grammar.clone()]),
            _ => None,
        }
    };
    let grammars = read("tree-sitter.json", "grammars").or_else(|| read("package.json", "tree-sitter"));
    let told = |grammar: Value| {
        let types = grammar.get("file-types").and_then(Value::as_array);
        let types = types.into_iter().flatten().filter_map(Value::as_str);
        Told {
            path: grammar.get("path").and_then(Value::as_str).unwrap_or(".").to_owned(),
            extensions: types.map(str::to_owned).collect(),
        }
    };
    grammars.into_iter().flatten().map(told).collect()
}

/// The extensions of a grammar's files, as told in its folder or in one above it.
fn extensions(folder: &Path) -> Vec<String> {
    let home = |path: &Path| fs::canonicalize(path).ok();
    let Some(own) = home(folder) else {
        return Vec::new();
    };
    // `src/` stands in the grammar's folder, which may be one of several in a repository.
    for outer in own.ancestors().take(4) {
        for told in grammars_told(outer) {
            let place = home(&outer.join(&told.path));
            if place.is_some_and(|place| own == place || own == place.join("src")) {
                return told.extensions;
            }
        }
    }
    Vec::new()
}
