//! SeRu: a syntactic reducer and one that knows the language, in turn.
//!
//! **Idea.** A syntactic reducer ends where nothing more can be taken away alone. Heuristics that know the language
//! rewrite the program from there: a variable becomes its value, a loop its iterations. The result may be larger, but
//! more redundant, so the syntactic reducer may now get below where it was. If not, the detour is rolled back.
//!
//! **Loop.**
//! ```text
//! best = syntactic(program)
//! repeat until nothing changes:
//!     candidate = syntactic(semantic(best)); if it is smaller: best = candidate
//!
//! semantic: for each heuristic, in order:
//!     test its candidates, the smallest first, and go on from the first interesting one, until none is
//! ```
//!
//! **Guarantees.** The result is no larger than that of the syntactic reducer alone. Observers never see a best
//! program that is larger than the one before.
//!
//! **Cost.** That of the syntactic reducer for each turn, and for each step of a heuristic at most one query for
//! each of its candidates.
//!
//! **Reference.** bointner2025, algorithms 4.1 and 4.3. There, a smaller program
//! in the middle of a detour is lost if the end is larger; here the smallest program of the detour stays. `--syntactic` names
//! the partner, `--transforms` the heuristics.
//!
//! **Example.** `foo: 3, bar: foo` with a test for "`bar` is 3" is minimal for a syntactic reducer. Constant propagation
//! makes it `foo: 3, bar: 3`, and the syntactic reducer leaves `bar: 3`.

use super::{Heeds, Options, Reducer, ReducerEntry, perses};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::transform;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "seru",
    summary: "A syntactic reducer and heuristics that know the language, in turn.",
    reference: "bointner2025, algorithm 4.1",
    list: perses::ENTRY.list,
    heeds: &[Heeds::List, Heeds::Replacements, Heeds::Pruning, Heeds::Waves],
    guarantees: &[Guarantee::OneMinimal, Guarantee::RemovesAll, Guarantee::Idempotent],
    make: |options| Box::new(Seru { options }),
};

struct Seru {
    options: Options,
}

impl Reducer for Seru {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let transforms = self.options.semantic(|_| true);
        let syntactic = (self.options.syntactic.make)(self.options.clone());
        syntactic.reduce(search)?;
        loop {
            let has_paid = search.detour(|search| {
                transform::smallest_first(search, &transforms, &self.options.beside)?;
                syntactic.reduce(search)
            })?;
            if !has_paid {
                return Ok(());
            }
            // The smallest program may be from the middle of the detour.
            syntactic.reduce(search)?;
        }
    }
}
