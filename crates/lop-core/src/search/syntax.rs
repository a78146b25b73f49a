//! Syntax: a candidate with more errors than the input is not kept, and one that a compiler refuses for a name that nothing
//! uses any more is completed.
//!
//! A candidate that is quick to parse is parsed first, and refused without a query. A larger one is parsed only if its test
//! run finds it interesting: few are, and most candidates follow the grammar. Either way the verdict depends on the text
//! alone, so trace, cache and result are the same for every number of jobs, and when verdicts come from a journal.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::{Candidate, Edit, ErrorLimit, Program, Tree};

use crate::executor::Ticket;
use crate::needs::Unused;
use crate::oracle::Verdict;

/// Candidates of programs of at most this many bytes are parsed before their test run. A text of this size takes 2 ms, or
/// less if it has an error, a test run 10 ms and more.
const MAX_PARSED_FIRST: usize = 1 << 14;

/// What is refused for its errors; nothing without a limit.
#[derive(Default)]
pub(super) struct SyntaxCheck {
    limit: Option<ErrorLimit>,
    /// The texts in flight.
    submitted: HashMap<Ticket, Arc<[u8]>>,
    /// Whether edits are completed.
    pub completes: bool,
    /// The names that have to be used in the tree of the last program.
    unused: RefCell<Option<(Arc<Tree>, Rc<Unused>)>>,
}

impl SyntaxCheck {
    /// Refuses texts with more errors than the limit.
    pub(super) fn new(limit: Option<ErrorLimit>) -> Self {
        SyntaxCheck {
            limit,
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
        let limit = self.limit.as_ref();
        let limit = limit.filter(|_| program.text().len() <= MAX_PARSED_FIRST);
        limit.is_some_and(|limit| !limit.allows(&candidate.text(program)))
    }

    /// Takes notice of a query that is in flight.
    pub(super) fn submitted(&mut self, ticket: Ticket, text: &Arc<[u8]>) {
        if self.limit.is_some() {
            self.submitted.insert(ticket, text.clone());
        }
    }

    /// Forgets a query that was cancelled.
    pub(super) fn cancelled(&mut self, ticket: Ticket) {
        self.submitted.remove(&ticket);
    }

    /// The verdict of a query, given what the test says.
    pub(super) fn verdict(&mut self, ticket: Ticket, said: Verdict) -> Verdict {
        let text = self.submitted.remove(&ticket);
        match (&self.limit, text) {
            (Some(limit), Some(text)) if said == Verdict::Interesting && !limit.allows(&text) => Verdict::Uninteresting,
            _ => said,
        }
    }
}
