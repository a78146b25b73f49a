//! A grammar that the user brings.
//!
//! It is named by a path ([`files`]) or by the name of a package on this machine ([`package`]). Files that are
//! missing are made: `grammar.js` is run by node, the parser is generated from the grammar and compiled with the C
//! compiler at hand ([`compile`]). A compiled parser is kept in the user's cache folder, where it is found again for
//! files with the extensions of its language ([`known`]).

mod compile;
mod files;
mod known;
mod package;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tree_sitter_language::LanguageFn;

use self::files::Files;
use self::known::Kept;
pub use self::known::known;
use crate::grammar::{Grammar, GrammarError, Validity};
use crate::syntax::{Layout, Syntax};

/// Why a user's grammar cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Nothing there that lop knows.
    #[error("no grammar in \"{}\"", .0.display())]
    Nothing(PathBuf),
    /// No package of this name.
    #[error("no package \"{name}\" on this machine")]
    NoPackage {
        /// Its name.
        name: String,
    },
    /// A folder with several grammars.
    #[error("several grammars in \"{}\": {}", path.display(), names.join(", "))]
    Several {
        /// The folder.
        path: PathBuf,
        /// The folders of the grammars, as they can be added to the path.
        names: Vec<String>,
    },
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
            LoadError::NoPackage { .. } => {
                "lop looks for crates in cargo's registry, for folders that tree-sitter's config.json names, and for \
                 node_modules from the current directory upwards; or give the path of the grammar"
            }
            LoadError::Several { .. } => "add one of these names to the path",
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

/// Loads a grammar from a folder, from one of the files in it, or from a package of this name.
pub fn grammar(path: &Path) -> Result<Arc<Syntax>, LoadError> {
    Ok(brought(path)?.syntax)
}

/// Loads a grammar as [`grammar`] does, to be remembered for the file that it was brought for.
pub fn brought(path: &Path) -> Result<Brought, LoadError> {
    let folder = package::folder(path)?;
    let files = Files::find(folder.as_deref().unwrap_or(path))?;
    let json = files.grammar_json()?;
    // A grammar.json that lop cannot read is told before the generator stumbles over it.
    let grammar = compiled(json.as_deref())?;
    let ready = compile::ready(&files, json.as_deref())?;
    let syntax = syntax(&ready.library, &ready.name, grammar)?;
    let kept = ready.kept.clone();
    let kept = kept.and_then(|folder| Kept::new(folder, &ready.name, json.as_deref(), files.extensions));
    Ok(Brought { syntax, kept })
}

/// A grammar that the user brought.
#[derive(Debug)]
pub struct Brought {
    /// The language.
    pub syntax: Arc<Syntax>,
    kept: Option<Kept>,
}

impl Brought {
    /// Remembers the grammar for the extensions that its package tells; where that tells none, for that of this file.
    /// From then on [`known`] finds it.
    pub fn remember_for(&self, file: &Path) {
        if let Some(kept) = &self.kept {
            kept.remember_for(file);
        }
    }
}

/// The grammar in a `grammar.json`.
fn compiled(json: Option<&str>) -> Result<Option<Grammar>, LoadError> {
    Ok(json.map(|json| Grammar::compile(json, &Validity::NONE)).transpose()?)
}

/// A compiled parser and its grammar, where that is known, as a language.
fn syntax(library: &Path, name: &str, grammar: Option<Grammar>) -> Result<Arc<Syntax>, LoadError> {
    let parser = parser(library, name)?;
    // What whitespace means is not known: taking it to be meaningful costs nothing.
    let syntax = match grammar {
        Some(grammar) => Syntax::new(name, parser, grammar, Layout::Newline),
        None => Syntax::without_grammar(name, parser),
    };
    Ok(Arc::new(syntax))
}

fn file_error(path: &Path, source: io::Error) -> LoadError {
    LoadError::File {
        path: path.to_owned(),
        source,
    }
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
