//! Vulcan: beyond what removal alone can do.
//!
//! **Idea.** A tree reducer stops where no node can go. Three others go on from there, and whatever they change may let
//! it go on: windows of neighbouring nodes are tried in all combinations, names are replaced by others, and nodes by
//! smaller ones of the program.
//!
//! **Loop.**
//! ```text
//! perses to its fixpoint
//! until nothing changes:
//!     for each of windows, identifiers, subtrees:
//!         while it changes something: perses again
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** That of perses for every change, and that of the three.
//!
//! **Reference.** xu2023.

pub(super) mod identifiers;
pub(super) mod subtrees;
pub(super) mod windows;

use super::{Heeds, Options, Reducer, ReducerEntry, perses};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "vulcan",
    summary: "Perses, then windows of nodes, other names and other sub-trees, then perses again.",
    reference: "xu2023",
    list: "ddmin",
    heeds: &[Heeds::List, Heeds::Replacements],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
    ],
    make: |options| Box::new(Vulcan { options }),
};

struct Vulcan {
    options: Options,
}

/// Changes something, or finds nothing to change.
type Part = fn(&mut Search<'_>) -> Result<(), Stop>;

const PARTS: [Part; 3] = [windows::sweep, identifiers::replace_one, subtrees::replace_one];

impl Reducer for Vulcan {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let main = (perses::ENTRY.make)(self.options.clone());
        main.reduce(search)?;
        search.until_unchanged(|search| {
            for part in PARTS {
                loop {
                    let before = search.best().shared_text().clone();
                    part(search)?;
                    if *search.best().text() == *before {
                        break;
                    }
                    search.parse_anew();
                    main.reduce(search)?;
                }
            }
            Ok(())
        })
    }
}
