//! Syntax: a candidate with more errors than the input is not kept, and one that a compiler refuses for a name that nothing
//! uses any more is completed.
//!
//! A candidate that is quick to parse is parsed first, and refused without a query. A larger one is parsed only if its test
//! run finds it interesting: few are, and most candidates follow the grammar. Either way the verdict depends on the text
//! alone, so trace, cache and result are the same for every number of jobs, and when verdicts come from a journal.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::{Candidate, Edit, ErrorLimit, Program, Tree};
use rustc_hash::FxHashMap;

use crate::cache::{Fingerprint, spliced};
use crate::needs::Unused;
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
    /// Whether edits are completed.
    pub completes: bool,
    /// The names that have to be used in the tree of the last program.
    unused: RefCell<Option<(Arc<Tree>, Rc<Unused>)>>,
}

impl SyntaxCheck {
    /// Refuses texts with more errors than the limit.
    pub(super) fn new(limit: Option<ErrorLimit>) -> Self {
        SyntaxCheck {
            limit: limit.map(Rc::new),
            ..SyntaxCheck::default()
        }
    }

    /// The candidate of an edit, completed; none if it is rejected without a query.
    pub(super) fn candidate(&self, program: &Program, edit: &Edit) -> Option<Candidate> {
        let candidate = self.completed(program, edit)?;
        (!self.refuses(program, &candidate)).then_some(candidate)
    }

    /// The candidate of an edit, with what goes along with names that lose their last use.
    pub(super) fn completed(&self, program: &Program, edit: &Edit) -> Option<Candidate> {
        let candidate = program.propose(edit).ok()?;
        let Some(unused) = self.unused_of(program) else {
            return Some(candidate);
        };
        let more = unused.completion(program, &candidate);
        if more.is_empty() {
            return Some(candidate);
        }
        let changes = edit.changes.iter().cloned().chain(more).collect();
        program.propose(&Edit { changes }).ok().or(Some(candidate))
    }

    /// The names that have to be used in the tree of a program. They depend on the tree alone, whichever program of it comes
    /// first.
    fn unused_of(&self, program: &Program) -> Option<Rc<Unused>> {
        let tree = program.tree();
        if !self.completes || !Unused::are_in(tree.syntax().facts()) {
            return None;
        }
        let mut known = self.unused.borrow_mut();
        if !known.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, tree)) {
            *known = Some((tree.clone(), Rc::new(Unused::new(&Program::new(tree.clone())))));
        }
        known.as_ref().map(|(_, unused)| unused.clone())
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
