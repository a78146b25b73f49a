//! Hierarchical delta debugging: level by level.
//!
//! **Idea.** What is high in the tree holds much text, so start there: minimise the nodes of each level as
//! one list, from the root down.
//!
//! **Loop.**
//! ```text
//! level = 0
//! while the level has nodes:
//!     minimise the removable nodes of the level as a list
//!     level = level + 1
//! ```
//!
//! **Guarantees.** Interesting and never larger; run to a fix-point, no removable node can go.
//!
//! **Cost.** That of the list algorithm for every level; levels are wide, so quadratic algorithms show.
//!
//! **Reference.** S001, section 2.3, Algorithm 1.

use lop_syntax::NodeId;

use super::queue::children;
use super::{Entry, Options, Reducer};
use crate::search::{ListSearch, NodeList, Search, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "hdd",
    summary: "Level by level from the root, each level as one list.",
    reference: "S001, section 2.3",
    list: "ddmin",
    make: |options| Box::new(Hdd { options }),
};

struct Hdd {
    options: Options,
}

impl Reducer for Hdd {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fix_point(|search| self.round(search))
    }
}

impl Hdd {
    fn round(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let mut level = vec![search.best().tree().root()];
        while !level.is_empty() {
            let removable: Vec<NodeId> = level
                .iter()
                .copied()
                .filter(|node| search.best().is_removable(*node))
                .collect();
            let mut list = NodeList::new(search, &removable);
            if !removable.is_empty() && !list.keep(&[])? {
                self.options.list.reduce(&mut list)?;
            }
            let below = level.iter().filter(|node| search.best().is_live(**node));
            level = below
                .flat_map(|node| children(search.best(), *node))
                .map(|(child, _)| child)
                .collect();
        }
        Ok(())
    }
}
