//! The interestingness test, as the search sees it.

/// The result of a test run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The program still shows the problem.
    Interesting,
    /// It does not.
    Uninteresting,
    /// The run gave no result, for example because it timed out.
    Unresolved,
}

/// An interestingness test as a function. Closures are oracles.
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
