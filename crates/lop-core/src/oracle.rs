//! The user's test, as the search sees it.

/// What the test says of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It still shows what the user is after.
    Interesting,
    /// It does not.
    Uninteresting,
    /// The test gave no answer, for example because it took too long.
    Unresolved,
}

/// Whatever can tell interesting programs from others. Closures are oracles.
pub trait Oracle {
    /// Judges a program by its text.
    fn judge(&self, text: &[u8]) -> Verdict;
}

impl<F: Fn(&[u8]) -> bool> Oracle for F {
    fn judge(&self, text: &[u8]) -> Verdict {
        if self(text) {
            Verdict::Interesting
        } else {
            Verdict::Uninteresting
        }
    }
}
