//! Plain delta debugging: the file as one list of tokens, lines or characters.
//!
//! **Idea.** Forget the tree. Any list algorithm finds out which elements are needed, in any language and in
//! none, at the price of many queries about texts that do not parse.
//!
//! **Loop.**
//! ```text
//! until nothing goes:
//!     minimise the list of all tokens (lines, characters)
//! ```
//!
//! **Guarantees.** With ddmin no single element can go.
//!
//! **Cost.** That of the list algorithm for the whole file.
//!
//! **Reference.** gharachorlu2023, section 2.2.

use std::sync::Arc;

use lop_syntax::edit::Change;
use lop_syntax::{Kind, NodeId, Tree, text};

use super::items::Items;
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};

/// The table entry for tokens.
pub(super) static TOKENS: ReducerEntry = ReducerEntry {
    name: "tokens",
    summary: "The file as one list of tokens, without regard to its tree.",
    reference: "gharachorlu2023, section 2.2",
    list: "ddmin",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::OnlyDeletes,
    ],
    make: |options| Box::new(Flat { options, read: None }),
};

/// The table entry for lines.
pub(super) static LINES: ReducerEntry = ReducerEntry {
    name: "lines",
    summary: "The file as one list of lines.",
    reference: "gharachorlu2023, section 2.2",
    list: "ddmin",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::OnlyDeletes,
    ],
    make: |options| {
        let read = Some(text::lines as Read);
        Box::new(Flat { options, read })
    },
};

/// The table entry for characters.
pub(super) static CHARACTERS: ReducerEntry = ReducerEntry {
    name: "characters",
    summary: "The file as one list of characters, or of bytes where it is no text.",
    reference: "gharachorlu2023, section 2.2",
    list: "ddmin",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::OnlyDeletes,
    ],
    make: |options| {
        let read = Some(text::bytes as Read);
        Box::new(Flat { options, read })
    },
};

type Read = fn(&Arc<[u8]>) -> Tree;

struct Flat {
    options: Options,
    read: Option<Read>,
}

impl Reducer for Flat {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(|search| match self.read {
            Some(read) => search.read_as(read, |search| self.minimize(search)),
            None => self.minimize(search),
        })
    }
}

impl Flat {
    fn minimize(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let program = search.best();
        let tree = program.tree();
        let is_token = |node: &NodeId| matches!(tree.kind(*node), Kind::Token | Kind::Opaque) && program.is_live(*node);
        let tokens = tree.leaves().filter(is_token).map(Change::Remove).collect();
        search.follow(Items::new(tokens, program, &*self.options.list))?;
        Ok(())
    }
}
