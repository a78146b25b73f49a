//! The smallest interesting one of several edits: the step of a semantic reducer.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::{Edit, Program, Tree, parse};

use super::{Search, Stop};

impl Search<'_> {
    /// Tests several edits of the best program, the smallest first, and makes the first interesting one, also where that
    /// is larger than the best: then this belongs into a [`detour`](Search::detour). The result is parsed anew. Texts with
    /// more errors than the best program, texts equal to it or to another one, and trees that are not `wanted` are
    /// rejected without a query.
    pub fn attempt_smallest(&mut self, edits: Vec<Edit>, wanted: impl Fn(&Tree) -> bool) -> Result<bool, Stop> {
        let mut candidates = self.readable(edits, wanted);
        // Of equals the first: transformations propose the most promising edit first, and sorting is stable.
        candidates.sort_by_key(|candidate| (candidate.tokens, candidate.text.len()));
        let edits: Vec<Edit> = candidates.iter().map(|candidate| candidate.edit.clone()).collect();
        let Some(smallest) = self.first_interesting(&edits)? else {
            return Ok(false);
        };
        let tree = parse(candidates.swap_remove(smallest).text, self.best.tree().syntax());
        self.best = Rc::new(Program::new(Arc::new(tree)));
        self.cache.improved(&self.best);
        self.improved()?;
        Ok(true)
    }

    /// The edits whose texts parse as well as the best program, each text once.
    fn readable(&self, edits: Vec<Edit>, wanted: impl Fn(&Tree) -> bool) -> Vec<Readable> {
        let best = self.best.tree();
        let mut seen: HashSet<Arc<[u8]>> = HashSet::from([self.best.shared_text().clone()]);
        let mut readable = Vec::new();
        for edit in edits {
            let Some(candidate) = self.syntax.completed(&self.best, &edit) else {
                continue;
            };
            let edit = candidate.edit().clone();
            let text: Arc<[u8]> = candidate.text(&self.best).into();
            if !seen.insert(text.clone()) {
                continue;
            }
            let tree = parse(text.clone(), best.syntax());
            let reads_well = Arc::ptr_eq(tree.syntax(), best.syntax()) && tree.is_broken() <= best.is_broken();
            if reads_well && wanted(&tree) {
                readable.push(Readable {
                    edit,
                    text,
                    tokens: tree.tokens(),
                });
            }
        }
        readable
    }
}

/// An edit with the text it makes.
struct Readable {
    edit: Edit,
    text: Arc<[u8]>,
    /// Counted after parsing: a rewritten node may hold more than one.
    tokens: usize,
}
