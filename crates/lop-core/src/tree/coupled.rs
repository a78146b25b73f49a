//! Coupled: edits that belong together.
//!
//! **Idea.** A definition cannot go while something uses it, and a parameter cannot go while calls pass an argument for it.
//! Together they can. A [transformation](crate::transform) proposes such edits; all its proposals are one list, so that
//! one query can make many. A wrong proposal costs a query.
//!
//! **Loop.**
//! ```text
//! until no token goes:
//!     for each transformation:
//!         all its proposals for the best program are a list: make as many as can be made
//!         one that may grow the program is a detour: perses follows, and all is rolled back if it does not pay
//!     the same for each rewrite rule
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** For every kind that of the list algorithm.
//!
//! **Reference.** lop; C-Reduce does most of these for C, Mimir and Latra some.

use super::{Heeds, Options, Reducer, ReducerEntry, perses};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::transform::{self, Transform};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "coupled",
    summary: "Edits that belong together: a definition and its uses, a parameter and its arguments.",
    reference: "lop",
    list: "probdd",
    heeds: &[Heeds::List, Heeds::Replacements, Heeds::Rewrites],
    guarantees: &[Guarantee::Idempotent],
    make: |options| Box::new(Coupled { options }),
};

struct Coupled {
    options: Options,
}

impl Reducer for Coupled {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(|search| {
            sweep(search, &self.options)?;
            rewrites(search, &self.options)?;
            globals(search, &self.options)
        })
    }
}

/// Every transformation once, but for the one that moves declarations out of functions.
pub(super) fn sweep(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    let others = transform::COUPLED.iter().filter(|transform| !is_global(transform));
    for transform in others.filter(|transform| options.has(transform)) {
        if transform.may_grow {
            search.detour(|search| apply_and_reduce(search, transform, options))?;
        } else {
            apply(search, transform, options)?;
        }
    }
    Ok(())
}

/// Every rewrite rule, of the language and of the user: one that shrinks what it matches until it matches nothing more, any
/// other one once, as a detour.
pub(super) fn rewrites(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    let syntax = search.best().tree().syntax().clone();
    for rule in syntax.rewrites().iter().chain(&*options.rewrites) {
        if rule.shrinks() {
            while transform::rule_as_list(search, rule, &*options.list)? {}
        } else {
            search.detour(|search| {
                if transform::rule_as_list(search, rule, &*options.list)? {
                    (perses::ENTRY.make)(options.clone()).reduce(search)?;
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// Every one of some transformations once, wherever it leads.
pub(super) fn apply_all(search: &mut Search<'_>, transforms: &[&Transform], options: &Options) -> Result<(), Stop> {
    for transform in transforms.iter().filter(|transform| options.has(transform)) {
        apply(search, transform, options)?;
    }
    Ok(())
}

/// Moves declarations out of their functions, if tokens go then. This comes when all others are done, because they can do
/// more with a declaration inside a function.
pub(super) fn globals(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    let globals = transform::COUPLED.iter().filter(|transform| is_global(transform));
    for transform in globals.filter(|transform| options.has(transform)) {
        search.detour_for_tokens(|search| apply_and_reduce(search, transform, options))?;
    }
    Ok(())
}

fn is_global(transform: &Transform) -> bool {
    std::ptr::eq(transform, &transform::GLOBAL)
}

/// Applies a transformation, and perses if it changed something.
fn apply_and_reduce(search: &mut Search<'_>, transform: &Transform, options: &Options) -> Result<(), Stop> {
    if transform::as_list(search, transform, &*options.list, &options.beside)? {
        (perses::ENTRY.make)(options.clone()).reduce(search)?;
    }
    Ok(())
}

/// Applies a transformation until it has nothing more to propose, where a proposal makes room for the next one.
fn apply(search: &mut Search<'_>, transform: &Transform, options: &Options) -> Result<(), Stop> {
    while transform::as_list(search, transform, &*options.list, &options.beside)? && transform.repeats {}
    Ok(())
}
