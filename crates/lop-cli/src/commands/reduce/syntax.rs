//! `--syntax`: limits to syntax errors, and the errors of a result.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::ErrorLimit;
use serde::Serialize;

use super::files::Input;
use crate::args::Syntax;

/// The errors that the files of a result may have.
#[derive(Clone)]
pub(super) struct SyntaxLimits {
    input: Rc<Input>,
    syntax: Syntax,
    /// Files in a language without a parser are not here.
    limits: Rc<BTreeMap<PathBuf, ErrorLimit>>,
}

/// The report of a result's syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct SyntaxReport {
    /// What `--syntax` says.
    policy: &'static str,
    /// How many tokens are in errors; nothing is known of languages without a parser.
    #[serde(rename = "tokens_in_errors")]
    errors: Option<usize>,
}

impl SyntaxLimits {
    /// The limits that the errors of an input set.
    pub(super) fn new(input: &Rc<Input>, syntax: Syntax) -> Self {
        let files = input.paths(&input.source).into_iter();
        let limits = files.filter_map(|path| {
            let part = input.part(&input.source, &path)?;
            let limit = ErrorLimit::of(&part.content, &part.syntax)?;
            Some((path, limit))
        });
        SyntaxLimits {
            input: input.clone(),
            syntax,
            limits: Rc::new(limits.collect()),
        }
    }

    /// Whether a text may be kept.
    pub(super) fn allow(&self, text: &[u8]) -> bool {
        self.syntax == Syntax::Free || self.files(text).all(|(limit, content)| limit.allows(&content))
    }

    /// The report of a result.
    pub(super) fn report(&self, text: &[u8]) -> SyntaxReport {
        let errors = self.files(text).map(|(limit, content)| limit.errors(&content));
        SyntaxReport {
            policy: match self.syntax {
                Syntax::Keep => "keep",
                Syntax::Free => "free",
            },
            errors: errors.reduce(|sum, errors| sum + errors),
        }
    }

    /// The files of a text that have a limit.
    fn files<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (&'a ErrorLimit, Arc<[u8]>)> {
        let paths = self.input.paths(text).into_iter();
        paths.filter_map(|path| Some((self.limits.get(&path)?, self.input.part(text, &path)?.content)))
    }
}

impl SyntaxReport {
    /// A line for the user, if the syntax is worth a report.
    pub(super) fn line(&self) -> Option<String> {
        let verdict = match self.errors? {
            0 => "the result parses".to_owned(),
            1 => "one token of the result is in a syntax error".to_owned(),
            errors => format!("{errors} tokens of the result are in syntax errors"),
        };
        Some(format!("{verdict} (--syntax {})", self.policy))
    }
}
