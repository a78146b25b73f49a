//! Why a reduction does not begin.

use lop_syntax::grammar::GrammarError;
use lop_syntax::rewrite::RuleError;

/// Why a reduction does not begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The test does not find the program itself interesting.
    #[error("the program is not interesting")]
    NotInteresting,
    /// Nothing has this name.
    #[error("no {kind} is called \"{name}\"")]
    #[non_exhaustive]
    UnknownName {
        /// What was looked for.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A setting has no such value.
    #[error("{setting} cannot be \"{value}\"")]
    #[non_exhaustive]
    UnknownValue {
        /// The setting, as the field of [`Strategy`](crate::Strategy) is called.
        setting: &'static str,
        /// The value.
        value: String,
        /// The values that it can have.
        known: Vec<&'static str>,
    },
    /// An algorithm that works with another one was given itself.
    #[error("{algorithm} cannot be its own partner")]
    #[non_exhaustive]
    OwnPartner {
        /// The algorithm.
        algorithm: &'static str,
        /// The setting that names the partner, as the field of [`Strategy`](crate::Strategy) is called.
        setting: &'static str,
    },
    /// A rewrite rule is in no language of the input.
    #[error("cannot use the rewrite rule \"{}\" for {}: {}", .0.rule, .0.language, .0.kind)]
    Rewrite(RuleError),
    /// A grammar does not work.
    #[error("cannot use the grammar of \"{language}\"")]
    #[non_exhaustive]
    Grammar {
        /// The language.
        language: String,
        /// What is wrong.
        source: GrammarError,
    },
}

impl Error {
    pub(crate) fn unknown(kind: &'static str, name: &str) -> Self {
        Error::UnknownName {
            kind,
            name: name.to_owned(),
        }
    }
}
