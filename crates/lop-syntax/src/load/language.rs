//! What is stated of a grammar that the user brings: `language.toml` beside it.
//!
//! The file is data: names of rules, texts, extensions. It is read only from the folder of a grammar that the user named,
//! or from the copy of it in the cache, so it says nothing about files that lop finds elsewhere, and it runs nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{LoadError, file_error, parser};
use crate::facts::Unknown;
use crate::grammar::Grammar;
use crate::lang::description::{Description, Files};
use crate::stated::{Read, StatedError};
use crate::syntax::Syntax;

/// The file's name.
pub(super) const FILE: &str = "language.toml";

/// A `language.toml`.
pub(super) struct LanguageFile {
    path: PathBuf,
    /// Its text.
    pub text: String,
}

impl LanguageFile {
    /// Reads a file, if it is there.
    pub(super) fn read(path: PathBuf) -> Result<Option<Self>, LoadError> {
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(LanguageFile { path, text })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(file_error(&path, source)),
        }
    }

    fn refused(&self, source: StatedError) -> LoadError {
        LoadError::Description {
            path: self.path.clone(),
            source,
        }
    }
}

/// A language without its parser.
pub(super) struct Unparsed<'a> {
    grammar: Option<Grammar>,
    stated: Option<(&'a LanguageFile, Read<'a, Description>)>,
}

impl<'a> Unparsed<'a> {
    /// Compiles a `grammar.json` with what is stated of its language.
    pub(super) fn new(json: Option<&str>, file: Option<&'a LanguageFile>) -> Result<Self, LoadError> {
        let stated = file.map(|file| {
            let read = Read::new(&file.text).map_err(|error| file.refused(error))?;
            Ok::<_, LoadError>((file, read))
        });
        let mut unparsed = Unparsed {
            grammar: None,
            stated: stated.transpose()?,
        };
        let validity = unparsed.description().validity;
        unparsed.grammar = json.map(|json| Grammar::compile(json, &validity)).transpose()?;
        Ok(unparsed)
    }

    /// How files of the language are recognised.
    pub(super) fn files(&self) -> Files {
        self.description().files
    }

    fn description(&self) -> Description {
        let stated = self.stated.as_ref();
        stated.map_or(Description::GUESSED, |(_, read)| read.value)
    }

    /// The language with the parser in a library.
    pub(super) fn with_parser(self, library: &Path, name: &str) -> Result<Arc<Syntax>, LoadError> {
        let parser = parser(library, name)?;
        let description = self.description();
        let syntax = Syntax::new(name, parser, self.grammar, &description);
        let unknown = syntax.grammar().into_iter().flat_map(|grammar| &grammar.unknown);
        let unknown = unknown.chain(&syntax.facts().unknown).next();
        match (unknown, &self.stated) {
            (Some(unknown), Some((file, read))) => {
                Err(file.refused(read.refused(unknown, names_like(unknown, &syntax))))
            }
            _ => Ok(Arc::new(syntax)),
        }
    }
}

/// The names that the grammar has where it does not have this one.
fn names_like(unknown: &Unknown, syntax: &Syntax) -> Vec<String> {
    let Some(parser) = syntax.parser() else {
        return Vec::new();
    };
    if unknown.is_field {
        let fields = 1..=parser.field_count() as u16;
        return fields
            .filter_map(|field| parser.field_name_for_id(field))
            .map(str::to_owned)
            .collect();
    }
    let kinds = (0..parser.node_kind_count() as u16).filter(|kind| parser.node_kind_is_named(*kind));
    kinds
        .filter_map(|kind| parser.node_kind_for_id(kind))
        .map(str::to_owned)
        .collect()
}
