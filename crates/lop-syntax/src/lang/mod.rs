//! The languages that lop knows.
//!
//! Each language is a file with a [`Language`] in it, one line in the table below, and in `Cargo.toml` a
//! feature and the place of its grammar.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};

use flate2::read::DeflateDecoder;

use crate::grammar::{Grammar, GrammarError, Overrides};
use crate::syntax::{Layout, Syntax};

/// A language: how its files are known, its parser, and where its compilers ask for more than its grammar.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Endings of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// Programs that a first line `#!` may name.
    pub interpreters: &'static [&'static str],
    /// The parser.
    pub parser: fn() -> tree_sitter::Language,
    /// The parser's `grammar.json`, deflated.
    pub grammar: &'static [u8],
    /// What white space means.
    pub layout: Layout,
    /// Where compilers ask for more than the grammar.
    pub overrides: Overrides,
}

impl Language {
    /// The language ready for use; its grammar is compiled once in the life of the process.
    pub fn syntax(&self) -> Result<Arc<Syntax>, GrammarError> {
        static KNOWN: Mutex<BTreeMap<&'static str, Arc<Syntax>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(syntax) = known.get(self.name) {
            return Ok(syntax.clone());
        }
        let mut json = String::new();
        DeflateDecoder::new(self.grammar)
            .read_to_string(&mut json)
            .expect("the build script wrote this grammar");
        let grammar = Grammar::compile(&json, &self.overrides)?;
        let syntax = Arc::new(Syntax::new(self.name, (self.parser)(), grammar, self.layout));
        known.insert(self.name, syntax.clone());
        Ok(syntax)
    }
}

/// A language with this name.
pub fn named(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.name == name)
}

/// The language of a file, by its name or its first line.
pub fn detect(path: &Path, source: &[u8]) -> Option<&'static Language> {
    let file_name = path.file_name()?.to_str().unwrap_or_default();
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
        .to_lowercase();
    let by = |fits: &dyn Fn(&Language) -> bool| LANGUAGES.iter().copied().find(|language| fits(language));
    by(&|language| language.file_names.contains(&file_name))
        .or_else(|| by(&|language| language.extensions.contains(&extension.as_str())))
        .or_else(|| {
            let interpreter = interpreter(source)?;
            by(&|language| language.interpreters.contains(&interpreter))
        })
}

/// The program that a first line such as `#!/usr/bin/env -S python3.11 -u` names, without its version.
fn interpreter(source: &[u8]) -> Option<&str> {
    let line = source.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        program = program.rsplit('/').next()?;
    }
    Some(program.trim_end_matches(|byte: char| byte.is_ascii_digit() || byte == '.'))
}

macro_rules! grammar {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".json.deflate"))
    };
}

/// The parser of one of our own grammars, which the build script compiled.
#[allow(unused_macros)]
macro_rules! own_parser {
    ($symbol:ident) => {{
        #[allow(unsafe_code)]
        fn parser() -> tree_sitter::Language {
            unsafe extern "C" {
                fn $symbol() -> *const ();
            }
            // SAFETY: the generator made this function, for this very version of the library.
            unsafe { tree_sitter_language::LanguageFn::from_raw($symbol) }.into()
        }
        parser
    }};
}

macro_rules! languages {
    ($($feature:literal $module:ident,)*) => {
        $(#[cfg(feature = $feature)] mod $module;)*

        /// All languages of this build, by name.
        pub static LANGUAGES: &[&Language] = &[$(#[cfg(feature = $feature)] &$module::LANGUAGE,)*];
    };
}

languages! {
    "bash" bash,
    "c" c,
    "cpp" cpp,
    "csharp" csharp,
    "css" css,
    "cue" cue,
    "dockerfile" dockerfile,
    "glsl" glsl,
    "go" go,
    "haskell" haskell,
    "html" html,
    "java" java,
    "javascript" javascript,
    "json" json,
    "kotlin" kotlin,
    "llvm" llvm,
    "lua" lua,
    "make" make,
    "markdown" markdown,
    "ocaml" ocaml,
    "php" php,
    "python" python,
    "ruby" ruby,
    "rust" rust,
    "scala" scala,
    "smtlib" smtlib,
    "solidity" solidity,
    "sql" sql,
    "swift" swift,
    "toml" toml,
    "tsx" tsx,
    "typescript" typescript,
    "wgsl" wgsl,
    "xml" xml,
    "yaml" yaml,
    "zig" zig,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_name_an_interpreter() {
        assert_eq!(interpreter(b"#!/bin/sh\n"), Some("sh"));
        assert_eq!(interpreter(b"#!/usr/bin/env python3.11\nx"), Some("python"));
        assert_eq!(interpreter(b"#! /usr/bin/env -S LANG=C node --flag\n"), Some("node"));
        assert_eq!(interpreter(b"print(1)"), None);
    }

    #[test]
    fn names_and_endings_belong_to_one_language_each() {
        let mut seen = BTreeMap::new();
        for language in LANGUAGES {
            for name in language.extensions.iter().chain(language.file_names) {
                assert_eq!(seen.insert(name, language.name), None, "{name}");
            }
        }
    }

    #[test]
    fn languages_are_sorted_by_name() {
        assert!(LANGUAGES.is_sorted_by_key(|language| language.name));
    }
}
