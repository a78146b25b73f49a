//! Parsers as shared libraries.
//!
//! A parser is compiled where it is, with the headers that were generated with it: those of another tree-sitter do not
//! fit its tables. The library is kept in the user's cache folder under a hash of the files it was made from. Without a
//! home there is no such folder, and the library is made in a folder that is gone once it is loaded.

use std::collections::hash_map::RandomState;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use super::files::Files;
use super::known::cache_folder;
use super::{LoadError, file_error};

/// A library to be loaded.
pub(super) struct Ready {
    pub library: PathBuf,
    /// The parser's function is `tree_sitter_NAME`.
    pub name: String,
    /// The folder in the cache that has a copy of the library.
    pub kept: Option<PathBuf>,
    /// The folder it is in, if that is to go.
    _private: Option<Private>,
}

/// The library of a grammar, compiled unless that was done before.
pub(super) fn ready(files: &Files, json: Option<&str>) -> Result<Ready, LoadError> {
    if let Some(library) = &files.library {
        let told = json.and_then(|json| serde_json::from_str::<serde_json::Value>(json).ok());
        let told = told.and_then(|told| Some(told.get("name")?.as_str()?.to_owned()));
        let content = fs::read(library).map_err(|source| file_error(library, source))?;
        let kept = cache_folder().map(|cache| cache.join(hash([&content[..], json.unwrap_or_default().as_bytes()])));
        return Ok(Ready {
            kept: kept.filter(|kept| keep(library, kept).is_ok()),
            library: library.clone(),
            name: told.unwrap_or_else(|| library_name(library)),
            _private: None,
        });
    }
    let source = Source::of(files, json)?;
    let hash = source.hash(json)?;
    let (place, private) = match cache_folder() {
        Some(cache) => (cache.join(hash), None),
        None => {
            let private = Private::new()?;
            (private.0.clone(), Some(private))
        }
    };
    let library = place.join(library_file());
    if !library.exists() {
        source.compile(&place, &library)?;
    }
    Ok(Ready {
        library,
        name: source.name,
        kept: private.is_none().then_some(place),
        _private: private,
    })
}

/// The name of a library in the cache.
pub(super) fn library_file() -> String {
    format!("parser.{}", env::consts::DLL_EXTENSION)
}

fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in [env!("CARGO_PKG_VERSION").as_bytes()].into_iter().chain(parts) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies a library into the cache. Two processes may do so at once: each writes a file of its own and moves it.
fn keep(library: &Path, kept: &Path) -> io::Result<()> {
    let place = kept.join(library_file());
    if place.exists() {
        return Ok(());
    }
    fs::create_dir_all(kept)?;
    let unfinished = kept.join(format!("parser.{}.tmp", std::process::id()));
    fs::copy(library, &unfinished)?;
    fs::rename(&unfinished, &place)
}

/// `libtree-sitter-foo.so` and `foo.so` hold `tree_sitter_foo`.
fn library_name(library: &Path) -> String {
    let stem = library.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let stem = stem.strip_prefix("lib").unwrap_or(stem);
    stem.strip_prefix("tree-sitter-").unwrap_or(stem).replace('-', "_")
}

/// The name in `const TSLanguage *tree_sitter_NAME(void)`. The functions of the scanner, which may be declared before it,
/// are called `tree_sitter_NAME_external_scanner_create(void)` and so on.
fn code_name(code: &str) -> Option<String> {
    let mut names = code.match_indices("tree_sitter_").filter_map(|(at, prefix)| {
        let rest = &code[at + prefix.len()..];
        let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '_')?;
        let is_function = rest[end..].starts_with("(void)") || rest[end..].starts_with("()");
        is_function.then(|| &rest[..end])
    });
    names
        .find(|name| !name.contains("_external_scanner_"))
        .map(str::to_owned)
}

/// The version of the tables, as `#define LANGUAGE_VERSION 14` tells it.
fn code_version(code: &str) -> Option<usize> {
    let rest = code.split("#define LANGUAGE_VERSION ").nth(1)?;
    rest.split_ascii_whitespace().next()?.parse().ok()
}

/// Sources of a parser.
struct Source<'a> {
    files: &'a Files,
    code: String,
    name: String,
}

impl<'a> Source<'a> {
    /// Reads the parser, or generates it from the grammar.
    fn of(files: &'a Files, json: Option<&str>) -> Result<Self, LoadError> {
        if let Some(path) = &files.parser {
            let code = fs::read(path).map_err(|source| file_error(path, source))?;
            // Parsers may hold names of tokens that are no UTF-8.
            let code = String::from_utf8_lossy(&code).into_owned();
            let name = code_name(&code).ok_or_else(|| LoadError::Nothing(path.clone()))?;
            return Ok(Source { files, code, name });
        }
        let json = json.ok_or_else(|| LoadError::Nothing(files.folder.clone()))?;
        let generated = tree_sitter_generate::generate_parser_for_grammar(
            json,
            None,
            tree_sitter_generate::OptLevel::default(),
            &mut Vec::new(),
        );
        let (name, code) = generated.map_err(|error| LoadError::Generate(error.to_string()))?;
        Ok(Source { files, code, name })
    }

    /// A hash of the grammar, the parser, and everything that it and the scanner may include.
    fn hash(&self, json: Option<&str>) -> Result<String, LoadError> {
        let mut included = Vec::new();
        let folders = self.include_folders();
        // Scanners of several grammars of a repository include one that they share.
        let shared = ["../common", "../../common"].map(|path| folders[0].join(path));
        let all = folders
            .iter()
            .chain(shared.iter().filter(|_| self.files.scanner.is_some()));
        for folder in all {
            for folder in [folder.clone(), folder.join("tree_sitter")] {
                let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
                let is_code = |path: &PathBuf| {
                    let extension = path.extension().and_then(OsStr::to_str);
                    matches!(extension, Some("c" | "cc" | "h" | "hpp" | "inc")) && path.is_file()
                };
                let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_code).collect();
                paths.sort();
                for path in paths {
                    included.push(fs::read(&path).map_err(|source| file_error(&path, source))?);
                }
            }
        }
        let own = [json.unwrap_or_default().as_bytes(), self.code.as_bytes()];
        Ok(hash(own.into_iter().chain(included.iter().map(|file| &file[..]))))
    }

    /// Where headers are looked for: beside the parser, beside the scanner, in the folder and its `src`.
    fn include_folders(&self) -> Vec<PathBuf> {
        let files = self.files;
        let sources = [&files.parser, &files.scanner].into_iter().flatten();
        let mut folders: Vec<PathBuf> = sources.filter_map(|path| path.parent()).map(Path::to_owned).collect();
        folders.extend([files.folder.clone(), files.folder.join("src")]);
        let mut known = std::collections::BTreeSet::new();
        folders.retain(|folder| known.insert(folder.clone()));
        folders
    }

    /// Compiles the parser and its scanner.
    fn compile(&self, place: &Path, library: &Path) -> Result<(), LoadError> {
        let headers = place.join("tree_sitter");
        let write = |path: PathBuf, text: &str| fs::write(&path, text).map_err(|source| file_error(&path, source));
        fs::create_dir_all(&headers).map_err(|source| file_error(&headers, source))?;
        write(headers.join("parser.h"), &parser_header(&self.code))?;
        write(headers.join("alloc.h"), tree_sitter_generate::ALLOC_HEADER)?;
        write(headers.join("array.h"), tree_sitter_generate::ARRAY_HEADER)?;
        let parser = match &self.files.parser {
            Some(parser) => parser.clone(),
            None => {
                write(place.join("parser.c"), &self.code)?;
                place.join("parser.c")
            }
        };
        // Two processes may compile at once: each writes a file of its own and moves it into place.
        let unfinished = place.join(format!("parser.{}.tmp", std::process::id()));
        self.run_compiler(&parser, place, &unfinished)?;
        fs::rename(&unfinished, library).map_err(|source| file_error(library, source))
    }

    /// Compiles with the first compiler that can be started.
    fn run_compiler(&self, parser: &Path, place: &Path, library: &Path) -> Result<(), LoadError> {
        let scanner = self.files.scanner.as_deref();
        let is_cpp = scanner.is_some_and(|scanner| scanner.extension() == Some(OsStr::new("cc")));
        let (variable, compilers) = match is_cpp {
            true => ("CXX", ["c++", "g++", "clang++"]),
            false => ("CC", ["cc", "gcc", "clang"]),
        };
        let mut arguments: Vec<OsString> = ["-shared", "-fPIC", "-O1", "-w"].map(OsString::from).into();
        // Scanners that older compilers took with a warning are no errors.
        let tolerated = [
            "incompatible-pointer-types",
            "implicit-function-declaration",
            "int-conversion",
        ];
        arguments.extend(tolerated.map(|name| OsString::from(format!("-Wno-error={name}"))));
        for folder in self.include_folders().iter().map(PathBuf::as_path).chain([place]) {
            arguments.extend([OsString::from("-I"), folder.into()]);
        }
        if is_cpp {
            arguments.extend([
                OsString::from("-x"),
                "c".into(),
                parser.into(),
                "-x".into(),
                "c++".into(),
            ]);
        } else {
            arguments.extend([OsString::from("-std=gnu11"), parser.into()]);
        }
        arguments.extend(scanner.map(OsString::from));
        arguments.extend([OsString::from("-o"), library.into()]);
        let chosen = env::var(variable).ok().into_iter();
        for compiler in chosen.chain(compilers.map(str::to_owned)) {
            let output = match Command::new(&compiler).args(&arguments).output() {
                Ok(output) => output,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(source) => return Err(file_error(Path::new(&compiler), source)),
            };
            if output.status.success() {
                return Ok(());
            }
            let message = String::from_utf8_lossy(&output.stderr);
            let error = message.lines().find(|line| line.contains("error"));
            let message = error.unwrap_or("it failed").to_owned();
            return Err(LoadError::Compile { compiler, message });
        }
        Err(LoadError::NoCompiler)
    }
}

/// The header for a parser that comes without its own. Before version 15 of the tables a field had another name, and one
/// had another type.
fn parser_header(code: &str) -> String {
    let header = tree_sitter_generate::PARSER_HEADER;
    if code_version(code).is_none_or(|version| version >= 15) {
        return header.to_owned();
    }
    header
        .replace("uint32_t abi_version;", "uint32_t version;")
        .replace("const TSLexerMode *lex_modes;", "const TSLexMode *lex_modes;")
}

/// A folder that only this user can enter, and that is gone when it is dropped.
struct Private(PathBuf);

impl Private {
    fn new() -> Result<Self, LoadError> {
        // The name cannot be known before, and a folder that is there already is not taken.
        let name = format!("lop-{:016x}", RandomState::new().build_hasher().finish());
        let folder = env::temp_dir().join(name);
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder).map_err(|source| file_error(&folder, source))?;
        Ok(Private(folder))
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // Whatever stays behind is in the temporary directory.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_that_of_the_parser_and_not_of_its_scanner() {
        let code = "void *tree_sitter_a_b_external_scanner_create(void);\n\
                    void tree_sitter_a_b_external_scanner_destroy(void *);\n\
                    TS_PUBLIC const TSLanguage *tree_sitter_a_b(void) {\n";
        assert_eq!(code_name(code).as_deref(), Some("a_b"));
        assert_eq!(
            code_name("extern const TSLanguage *tree_sitter_c() {").as_deref(),
            Some("c")
        );
        assert_eq!(code_name("void *tree_sitter_a_external_scanner_create(void);"), None);
    }

    #[test]
    fn the_header_fits_the_version_of_the_tables() {
        let old = parser_header("#define LANGUAGE_VERSION 14\n");
        assert!(old.contains("uint32_t version;") && old.contains("const TSLexMode *lex_modes;"));
        let new = parser_header("#define LANGUAGE_VERSION 15\n");
        assert!(new.contains("uint32_t abi_version;") && new.contains("const TSLexerMode *lex_modes;"));
    }
}
