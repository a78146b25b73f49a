//! The languages that lop knows.
//!
//! A language is one value in one file: how its files are recognised, its parser, what compilers ask for beyond the
//! grammar, its names, what its rules are for, its model, its checker, its formatters, its notes for the book. The folder's other
//! files are found by the build script; `Cargo.toml` names the crate of the parser.

pub mod description;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};

use flate2::read::DeflateDecoder;

use self::description::Description;
// A build with few languages uses few of these.
#[allow(unused_imports)]
use self::description::{
    Checker, CountedLoop, Files, Formatter, Function, Level, Names, Script, Shape, clang_format, prettier,
};
use crate::facts::Facts;
use crate::grammar::{Grammar, GrammarError, Validity};
use crate::syntax::{Layout, Syntax};

/// A language and all that is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// How its files are recognised.
    pub files: Files,
    /// The parser.
    pub parser: fn() -> tree_sitter::Language,
    /// The parser's `grammar.json`, deflated.
    pub grammar: &'static [u8],
    /// The meaning of whitespace.
    pub layout: Layout,
    /// Where compilers ask for more than the grammar.
    pub validity: Validity,
    /// Definitions, scopes, members.
    pub names: Names,
    /// Functions, calls, variables, expressions, types.
    pub shape: Shape,
    /// Its rewrite rules, one a line.
    pub rewrites: &'static str,
    /// The model that was trained for it, as its file.
    pub model: Option<&'static [u8]>,
    /// The checker that `lop train` asks.
    pub checker: Option<Checker>,
    /// Programs that lay out its programs; the first that is installed is used.
    pub formatters: &'static [Formatter],
    /// Notes for the book: limits of the grammar, and what a user should know.
    pub notes: &'static str,
}

impl Language {
    /// The language ready for use; its grammar is compiled once in the life of the process.
    pub fn syntax(&'static self) -> Result<Arc<Syntax>, GrammarError> {
        static KNOWN: Mutex<BTreeMap<&'static str, Arc<Syntax>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(syntax) = known.get(self.name) {
            return Ok(syntax.clone());
        }
        let mut json = String::new();
        DeflateDecoder::new(self.grammar)
            .read_to_string(&mut json)
            .expect("the build script wrote this grammar");
        let grammar = Grammar::compile(&json, &self.validity)?;
        let syntax = Arc::new(Syntax::of(self, grammar));
        known.insert(self.name, syntax.clone());
        Ok(syntax)
    }

    /// What `language.toml` would state of it.
    pub(crate) fn description(&self) -> Description {
        Description {
            files: self.files,
            layout: self.layout,
            validity: self.validity,
            names: self.names,
            shape: self.shape,
        }
    }

    /// What is known of it beyond its grammar. This needs no compiled grammar.
    pub fn facts(&self) -> Facts {
        Facts::new(self.name, &(self.parser)(), &self.names, &self.shape)
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
    by(&|language| language.files.names.contains(&file_name))
        .or_else(|| by(&|language| language.files.extensions.contains(&extension.as_str())))
        .or_else(|| {
            let interpreter = interpreter(source)?;
            by(&|language| language.files.interpreters.contains(&interpreter))
        })
}

/// The program that a first line such as `#!/usr/bin/env -S python3.11 -u` names, without its version.
pub(crate) fn interpreter(source: &[u8]) -> Option<&str> {
    let line = source.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        program = program.rsplit('/').next()?;
    }
    Some(program.trim_end_matches(|byte: char| byte.is_ascii_digit() || byte == '.'))
}

#[allow(unused_macros)]
macro_rules! grammar {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".json.deflate"))
    };
}

/// A parser that the build script compiled: its name, its function, and the function that says where its tables are.
#[allow(unused_macros)]
macro_rules! parser {
    ($name:literal, $language:ident, $table:ident) => {{
        #[allow(unsafe_code)]
        fn parser() -> tree_sitter::Language {
            unsafe extern "C" {
                fn $language() -> *const ();
                fn $table(small: std::ffi::c_uint) -> *mut u16;
            }
            static TABLES: crate::parse::Tables = crate::parse::Tables::new(include_bytes!(concat!(
                env!("OUT_DIR"),
                "/parsers/",
                $name,
                "/tables.deflate"
            )));
            // SAFETY: the build script wrote function and tables from the same parser, which nothing reads before.
            unsafe { TABLES.fill($table) };
            // SAFETY: the generator made this function, for this very version of the library.
            unsafe { tree_sitter_language::LanguageFn::from_raw($language) }.into()
        }
        parser
    }};
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

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
            for name in language.files.extensions.iter().chain(language.files.names) {
                assert_eq!(seen.insert(name, language.name), None, "{name}");
            }
        }
    }

    #[test]
    fn descriptions_name_rules_and_fields_that_the_grammar_has() {
        let unknown = LANGUAGES.iter().flat_map(|language| {
            let syntax = language.syntax().expect("a grammar");
            let grammar = syntax.grammar().map(|grammar| grammar.unknown.clone());
            let unknown = grammar.into_iter().flatten().chain(language.facts().unknown);
            unknown.map(|name| format!("{}: {name}", language.name))
        });
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn rewrite_rules_of_all_languages_parse() {
        for language in LANGUAGES {
            let syntax = language.syntax().expect("a grammar");
            for (line, rule) in crate::rewrite::lines(language.rewrites) {
                if let Err(error) = crate::rewrite::Rule::read(rule, &syntax) {
                    panic!(
                        "line {line} of rewrites/{}: {error} at byte {}",
                        language.name, error.at
                    );
                }
            }
        }
    }

    #[test]
    fn languages_are_sorted_by_name() {
        assert!(LANGUAGES.is_sorted_by_key(|language| language.name));
    }
}
