//! Syntax: a candidate with more errors than the input is not kept.
//!
//! A candidate that is quick to parse is parsed first, and refused without a query. A larger one is parsed only if its test
//! run finds it interesting: few are, and most candidates follow the grammar. Either way the verdict depends on the text
//! alone, so trace, cache and result are the same for every number of jobs, and when verdicts come from a journal.

use std::cell::RefCell;
use std::rc::Rc;

use lop_syntax::{Candidate, ErrorLimit, Program};
use rustc_hash::FxHashMap;

use crate::cache::{Fingerprint, spliced};
use crate::oracle::Verdict;

/// Candidates of programs of at most this many bytes are parsed before their test run. A text of this size takes 2 ms, or
/// less if it has an error, a test run 10 ms and more.
const MAX_PARSED_FIRST: usize = 1 << 14;

/// So many candidates are known to be refused or not: 2 MB.
const MAX_KNOWN: usize = 1 << 16;

/// What is refused for its errors; nothing without a limit.
#[derive(Clone, Default)]
pub(super) struct SyntaxCheck {
    limit: Option<Rc<ErrorLimit>>,
    /// Whether candidates were refused: speculation and foresight propose most of them several times.
    known: Rc<RefCell<FxHashMap<Fingerprint, bool>>>,
}

impl SyntaxCheck {
    /// Refuses texts with more errors than the limit.
    pub(super) fn new(limit: Option<ErrorLimit>) -> Self {
        SyntaxCheck {
            limit: limit.map(Rc::new),
            known: Rc::default(),
        }
    }

    /// Whether a candidate is refused without a query.
    pub(super) fn refuses(&self, program: &Program, candidate: &Candidate) -> bool {
        let Some(limit) = self.limit.as_ref().filter(|_| program.text().len() <= MAX_PARSED_FIRST) else {
            return false;
        };
        let mut known = self.known.borrow_mut();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        let fingerprint = spliced(program.text(), candidate.splices());
        let refuses = || !limit.allows(&candidate.text(program));
        *known.entry(fingerprint).or_insert_with(refuses)
    }

    /// The verdict on a text, given what the test says.
    pub(super) fn verdict(&self, text: &[u8], said: Verdict) -> Verdict {
        match &self.limit {
            Some(limit) if said == Verdict::Interesting && !limit.allows(text) => Verdict::Uninteresting,
            _ => said,
        }
    }
}
