//! Comments, all of them or as many as can go.
//!
//! **Idea.** Comments hold no tokens, so reducers that go by weight pass them over. They mostly go all at
//! once, and where one has to stay (a pragma in disguise) the others go as a list.
//!
//! **Loop.**
//! ```text
//! the program without its comments is interesting → done
//! else minimise the list of comments
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** One query, mostly.
//!
//! **Reference.** lop; C-Reduce and Perses drop comments before they start.

use lop_syntax::edit::Change;
use lop_syntax::{Kind, NodeId};

use super::items::Items;
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "comments",
    summary: "Comments only: all at once, else as a list.",
    reference: "lop",
    list: "opdd",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
        Guarantee::KeepsTokenCount,
    ],
    make: |options| Box::new(Comments { options }),
};

struct Comments {
    options: Options,
}

impl Reducer for Comments {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let program = search.best();
        let is_comment = |node: &NodeId| program.tree().kind(*node) == Kind::Extra && program.is_live(*node);
        let comments = program.tree().nodes().filter(is_comment).map(Change::Remove);
        search.follow(Items::new(comments.collect(), program, &*self.options.list))?;
        Ok(())
    }
}
