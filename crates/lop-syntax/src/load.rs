//! A grammar that the user brings.
//!
//! A folder may hold `grammar.json` or `grammar.js`, `parser.c`, `scanner.c`, or a ready shared library,
//! at its top or below `src/` as tree-sitter lays them out. What is missing is made: `grammar.js` is run by
//! node, the parser is generated from the grammar and compiled with the C compiler at hand. A compiled
//! parser is kept in the user's cache folder under a hash of everything it was made from.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tree_sitter_language::LanguageFn;

use crate::grammar::{Grammar, GrammarError, Validity};
use crate::syntax::{Layout, Syntax};

/// Why a user's grammar cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Nothing there that lop knows.
    #[error("no grammar in \"{}\"", .0.display())]
    Nothing(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot use \"{}\"", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// `grammar.js` cannot be run.
    #[error("cannot run \"{}\": {message}", path.display())]
    Script {
        /// The script.
        path: PathBuf,
        /// What node says.
        message: String,
    },
    /// The generator rejects the grammar.
    #[error("cannot generate a parser: {0}")]
    Generate(String),
    /// There is no C compiler.
    #[error("no C compiler found to compile the parser")]
    NoCompiler,
    /// The C compiler rejects the parser.
    #[error("\"{compiler}\" cannot compile the parser: {message}")]
    Compile {
        /// The compiler's name.
        compiler: String,
        /// Its last words.
        message: String,
    },
    /// The library cannot be loaded.
    #[error("cannot load \"{}\"", path.display())]
    Library {
        /// The library.
        path: PathBuf,
        /// What the system says.
        source: libloading::Error,
    },
    /// The library is for a tree-sitter that this lop does not know.
    #[error("the parser in \"{}\" has ABI version {version}, which this lop does not know", path.display())]
    Version {
        /// The library.
        path: PathBuf,
        /// Its version.
        version: usize,
    },
    /// `grammar.json` does not make sense.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
}

impl LoadError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            LoadError::Nothing(_) => {
                "lop looks for grammar.json, grammar.js, parser.c or a shared library, there and in src/"
            }
            LoadError::Script { .. } => {
                "grammar.js needs node; or run `tree-sitter generate` and give the src/grammar.json that it writes"
            }
            LoadError::NoCompiler => "install gcc or clang, or set CC; or give a shared library",
            LoadError::Version { .. } => "generate the parser again with a newer tree-sitter",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

/// Loads a grammar from a folder or one of the files in it.
pub fn grammar(path: &Path) -> Result<Arc<Syntax>, LoadError> {
    let files = Files::find(path)?;
    let json = files.grammar_json()?;
    let known = json
        .as_deref()
        .map(|json| Grammar::compile(json, &Validity::NONE))
        .transpose()?;
    let (library, name) = match &files.library {
        Some(library) => (library.clone(), None),
        None => {
            let (code, name) = files.parser_code(json.as_deref())?;
            (compiled(&code, files.scanner.as_deref(), &files.folder)?, Some(name))
        }
    };
    let name = name
        .or_else(|| known.as_ref().map(|grammar| grammar.name.clone()))
        .unwrap_or_else(|| library_name(&library));
    let parser = parser(&library, &name)?;
    // What white space means is not known: taking it to be meaningful costs nothing.
    let syntax = match known {
        Some(grammar) => Syntax::new(&name, parser, grammar, Layout::Newline),
        None => Syntax::without_grammar(&name, parser),
    };
    Ok(Arc::new(syntax))
}

/// What there is of a grammar.
struct Files {
    folder: PathBuf,
    json: Option<PathBuf>,
    script: Option<PathBuf>,
    parser: Option<PathBuf>,
    scanner: Option<PathBuf>,
    library: Option<PathBuf>,
}

impl Files {
    fn find(path: &Path) -> Result<Self, LoadError> {
        let metadata = fs::metadata(path).map_err(|source| file_error(path, source))?;
        let (folder, file) = if metadata.is_dir() {
            (path.to_owned(), None)
        } else {
            (path.parent().unwrap_or(Path::new(".")).to_owned(), Some(path))
        };
        let named = |name: &str| {
            let places = [folder.join(name), folder.join("src").join(name)];
            places.into_iter().find(|place| place.is_file())
        };
        let is_library = |path: &Path| matches!(path.extension().and_then(OsStr::to_str), Some("so" | "dylib" | "dll"));
        let library = match file {
            Some(file) => is_library(file).then(|| file.to_owned()),
            None => {
                let entries = fs::read_dir(&folder).map_err(|source| file_error(&folder, source))?;
                let mut found: Vec<PathBuf> = entries
                    .flatten()
                    .map(|entry| entry.path())
                    .filter(|path| is_library(path))
                    .collect();
                found.sort();
                found.into_iter().next()
            }
        };
        let files = Files {
            json: named("grammar.json"),
            script: named("grammar.js"),
            parser: named("parser.c"),
            scanner: named("scanner.c"),
            library,
            folder,
        };
        let has_any =
            files.json.is_some() || files.script.is_some() || files.parser.is_some() || files.library.is_some();
        if has_any {
            Ok(files)
        } else {
            Err(LoadError::Nothing(path.to_owned()))
        }
    }

    fn grammar_json(&self) -> Result<Option<String>, LoadError> {
        if let Some(path) = &self.json {
            return fs::read_to_string(path)
                .map(Some)
                .map_err(|source| file_error(path, source));
        }
        let Some(path) = &self.script else {
            return Ok(None);
        };
        let json = tree_sitter_generate::load_grammar_file(path, Some("node"));
        json.map(Some).map_err(|error| LoadError::Script {
            path: path.clone(),
            message: error.to_string(),
        })
    }

    /// The C text of the parser and the grammar's name.
    fn parser_code(&self, json: Option<&str>) -> Result<(String, String), LoadError> {
        if let Some(path) = &self.parser {
            let code = fs::read_to_string(path).map_err(|source| file_error(path, source))?;
            let name = code_name(&code).ok_or_else(|| LoadError::Nothing(path.clone()))?;
            return Ok((code, name));
        }
        let json = json.ok_or_else(|| LoadError::Nothing(self.folder.clone()))?;
        let generated = tree_sitter_generate::generate_parser_for_grammar(
            json,
            None,
            tree_sitter_generate::OptLevel::default(),
            &mut Vec::new(),
        );
        let (name, code) = generated.map_err(|error| LoadError::Generate(error.to_string()))?;
        Ok((code, name))
    }
}

fn file_error(path: &Path, source: io::Error) -> LoadError {
    LoadError::File {
        path: path.to_owned(),
        source,
    }
}

/// The name in `const TSLanguage *tree_sitter_NAME(void)`.
fn code_name(code: &str) -> Option<String> {
    code.match_indices("tree_sitter_")
        .find_map(|(at, prefix)| {
            let rest = &code[at + prefix.len()..];
            let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '_')?;
            rest[end..].starts_with("(void)").then(|| rest[..end].to_owned())
        })
        .filter(|name| !name.contains("external_scanner"))
}

/// `libtree-sitter-foo.so` and `foo.so` hold `tree_sitter_foo`.
fn library_name(library: &Path) -> String {
    let stem = library.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let stem = stem.strip_prefix("lib").unwrap_or(stem);
    stem.strip_prefix("tree-sitter-").unwrap_or(stem).replace('-', "_")
}

/// Where compiled parsers are kept.
fn cache_folder() -> PathBuf {
    let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    let folder = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    folder.unwrap_or_else(env::temp_dir).join("lop").join("grammars")
}

/// Compiles a parser, unless that was done before.
fn compiled(code: &str, scanner: Option<&Path>, folder: &Path) -> Result<PathBuf, LoadError> {
    let scanner_code = match scanner {
        Some(path) => fs::read(path).map_err(|source| file_error(path, source))?,
        None => Vec::new(),
    };
    let mut hash = Sha256::new();
    for part in [env!("CARGO_PKG_VERSION").as_bytes(), code.as_bytes(), &scanner_code] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let place = cache_folder().join(&hash);
    let library = place.join(format!("parser.{}", env::consts::DLL_EXTENSION));
    if library.exists() {
        return Ok(library);
    }
    let headers = place.join("tree_sitter");
    let write = |path: PathBuf, text: &str| fs::write(&path, text).map_err(|source| file_error(&path, source));
    fs::create_dir_all(&headers).map_err(|source| file_error(&headers, source))?;
    write(place.join("parser.c"), code)?;
    write(headers.join("parser.h"), tree_sitter_generate::PARSER_HEADER)?;
    write(headers.join("alloc.h"), tree_sitter_generate::ALLOC_HEADER)?;
    write(headers.join("array.h"), tree_sitter_generate::ARRAY_HEADER)?;
    // Two lops may compile at once: each writes a file of its own and moves it into place.
    let unfinished = place.join(format!("parser.{}.tmp", std::process::id()));
    compile(&place, scanner, folder, &unfinished)?;
    fs::rename(&unfinished, &library).map_err(|source| file_error(&library, source))?;
    Ok(library)
}

/// Compiles with the first C compiler that can be started.
fn compile(place: &Path, scanner: Option<&Path>, folder: &Path, library: &Path) -> Result<(), LoadError> {
    let chosen = env::var("CC").ok().into_iter();
    for compiler in chosen.chain(["cc", "gcc", "clang"].map(str::to_owned)) {
        let mut command = Command::new(&compiler);
        command
            .args(["-shared", "-fPIC", "-O1", "-w", "-std=c11", "-o"])
            .arg(library);
        command
            .arg("-I")
            .arg(place)
            .arg("-I")
            .arg(folder)
            .arg("-I")
            .arg(folder.join("src"));
        command.arg(place.join("parser.c")).args(scanner);
        let output = match command.output() {
            Ok(output) => output,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(source) => return Err(file_error(Path::new(&compiler), source)),
        };
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr);
        let message = message
            .lines()
            .find(|line| line.contains("error"))
            .unwrap_or("it failed")
            .to_owned();
        return Err(LoadError::Compile { compiler, message });
    }
    Err(LoadError::NoCompiler)
}

/// Loads a library and takes the parser out of it. The library stays loaded for good.
#[allow(unsafe_code)]
fn parser(library: &Path, name: &str) -> Result<tree_sitter::Language, LoadError> {
    let failed = |source| LoadError::Library {
        path: library.to_owned(),
        source,
    };
    let symbol = format!("tree_sitter_{name}");
    // SAFETY: loading runs what the library's author put into it. The user named this very grammar, and a
    // function of this name takes nothing and returns a language, as every tree-sitter parser's does.
    let function = unsafe {
        let library = Box::leak(Box::new(libloading::Library::new(library).map_err(failed)?));
        let function: libloading::Symbol<'static, unsafe extern "C" fn() -> *const ()> =
            library.get(symbol.as_bytes()).map_err(failed)?;
        LanguageFn::from_raw(*function)
    };
    let language = tree_sitter::Language::new(function);
    let known = tree_sitter::MIN_COMPATIBLE_LANGUAGE_VERSION..=tree_sitter::LANGUAGE_VERSION;
    if known.contains(&language.abi_version()) {
        return Ok(language);
    }
    Err(LoadError::Version {
        path: library.to_owned(),
        version: language.abi_version(),
    })
}
