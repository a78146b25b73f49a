//! What algorithms promise, as data.
//!
//! Every reducer promises some things: its result is interesting, has no more tokens than the input, and does not depend
//! on the cache or on the number of jobs. A [`Guarantee`] is what only some promise, and an algorithm's table entry lists
//! them. The contract tests loop over the tables and hold each entry to its list; `cargo xtask docs` prints it on the
//! entry's page. Guarantees are about an algorithm with the options of its own entry.

/// A promise that some algorithms make, and others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guarantee {
    /// The result is 1-minimal.
    OneMinimal,
    /// Nothing is left if every candidate is interesting.
    RemovesAll,
    /// A second run on the result finds nothing.
    Idempotent,
    /// No step grows the program.
    Monotone,
    /// Every candidate parses if the input does.
    ValidCandidates,
    /// No text is written that the input does not have.
    OnlyDeletes,
    /// Tokens go as a whole.
    WholeTokens,
    /// The number of tokens stays.
    KeepsTokenCount,
    /// The number of queries grows no faster than the list.
    LinearQueries,
}

impl Guarantee {
    /// All of them.
    pub const ALL: [Guarantee; 9] = [
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
        Guarantee::KeepsTokenCount,
        Guarantee::LinearQueries,
    ];

    /// The promise as a clause, for the book.
    pub fn text(self) -> &'static str {
        match self {
            Guarantee::OneMinimal => {
                "The result is 1-minimal: no single element can go, and no removable node if it parses."
            }
            Guarantee::RemovesAll => "If every candidate is interesting, no token is left.",
            Guarantee::Idempotent => "A second run on the result changes nothing.",
            Guarantee::Monotone => "No step grows the program: there are no detours.",
            Guarantee::ValidCandidates => "If the input parses without errors, so does every candidate.",
            Guarantee::OnlyDeletes => "Every candidate is the input with parts left out, whitespace aside.",
            Guarantee::WholeTokens => "The tokens of every candidate are tokens of the input, in their order.",
            Guarantee::KeepsTokenCount => "The result has as many tokens as the input.",
            Guarantee::LinearQueries => "At most five queries for each element of the list.",
        }
    }
}
