//! Transformations: edits that need to know what a program means.
//!
//! A transformation looks at a program and proposes edits: a variable replaced by its value, a parameter removed together
//! with the argument at every call. It runs no test and changes nothing; a wrong proposal costs a query. It asks the
//! language's [`Facts`] and spells no rule, so it works in every language that states the facts it `needs`; `cue`,
//! `smtlib` and `llvm` hold those of one language.
//!
//! A [rewrite rule](lop_syntax::rewrite) is a transformation that is data: see [`rule_as_list`].
//!
//! There are two ways to apply them. [`as_list`] tries all proposals of a transformation as one list, so that one query
//! can make many. [`smallest_first`] makes the proposal that leaves the smallest program, larger than the best or not,
//! until none is interesting: this is the semantic half of SeRu.

mod array;
mod assignment;
mod calls;
mod condition;
mod cue;
mod declaration;
mod global;
mod inline_alias;
mod inline_body;
mod inline_call;
mod inline_function;
mod inline_variable;
mod instantiate;
mod layout;
mod level;
mod llvm;
mod member;
mod merge_declarations;
mod move_body;
mod name;
mod namespace;
mod node;
mod other_branch;
mod parameter;
mod plain_type;
mod pointer;
mod propagate;
mod result;
mod rewrite;
pub mod samples;
mod smtlib;
mod type_parameter;
mod unfold;
mod unroll_loop;
mod value;
mod view;

use std::collections::HashSet;
use std::sync::Arc;

use lop_syntax::rewrite::Rule;
use lop_syntax::{Edit, Facts, Tree};

pub use self::declaration::without_body;
pub use self::global::TRANSFORM as GLOBAL;
pub use self::rewrite::propose as propose_rewrites;
pub use self::view::View;
use crate::list::ListReducer;
use crate::search::{Search, Stop};
use crate::tree::items::Items;

/// During [`smallest_first`] the program may grow to this many times its size, and this many tokens besides. Not measured:
/// the bound ends transformations that feed each other.
const MAX_GROWTH: (usize, usize) = (3, 200);
/// Steps of one transformation in [`smallest_first`], per token of the program, and besides. Every step makes a text that
/// was not seen before, so that the loop ends without this bound, but not soon. Not measured.
const MAX_STEPS: (usize, usize) = (1, 16);

/// A transformation that can be chosen by name.
pub struct Transform {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Whether it has something to propose in a language.
    pub needs: fn(&Facts) -> bool,
    /// Whether a proposal may be larger than the program, and pays only together with what a syntactic reducer removes
    /// afterwards.
    pub may_grow: bool,
    /// Whether proposals that were made let it propose more of the same: merging pairs until none is left.
    pub repeats: bool,
    /// The edits that it proposes for a program, the most promising first.
    pub propose: fn(&View<'_>) -> Vec<Edit>,
}

/// Transformations that `coupled` applies as lists, in this order.
pub static COUPLED: &[&Transform] = &[
    &name::STATEMENTS,
    &name::USES,
    &parameter::TRANSFORM,
    &type_parameter::TRANSFORM,
    &instantiate::TRANSFORM,
    &namespace::TRANSFORM,
    &member::TRANSFORM,
    &declaration::TRANSFORM,
    &move_body::TRANSFORM,
    &assignment::TRANSFORM,
    &inline_alias::TRANSFORM,
    &inline_variable::TRANSFORM,
    &inline_call::TRANSFORM,
    &inline_body::TRANSFORM,
    &inline_function::TRANSFORM,
    &merge_declarations::TRANSFORM,
    &global::TRANSFORM,
];

/// Transformations over the shape of a language that `seru` applies smallest first, in this order: those that only remove
/// before those that may grow.
static SHAPE: &[&Transform] = &[
    &condition::TRANSFORM,
    &other_branch::TRANSFORM,
    &value::TRANSFORM,
    &plain_type::TRANSFORM,
    &result::TRANSFORM,
    &array::TRANSFORM,
    &pointer::TRANSFORM,
    &inline_variable::TRANSFORM,
    &propagate::TRANSFORM,
    &unroll_loop::TRANSFORM,
];

/// Transformations that make others possible and remove nothing themselves: `auto` applies them before its first stage.
pub static PREPARATIONS: &[&Transform] = &[llvm::PREPARATION];

/// Transformations whose proposals are so large, and so often interesting, that `auto` applies them as lists before all others.
pub static EARLY: &[&Transform] = llvm::ALL;

/// Transformations that `seru` applies, in this order.
pub fn semantic() -> impl Iterator<Item = &'static Transform> {
    [cue::ALL, smtlib::ALL, SHAPE].into_iter().flatten().copied()
}

/// Transformations that ask the facts of any language, each once.
pub fn shared() -> impl Iterator<Item = &'static Transform> {
    let is_new = |transform: &&'static Transform| !COUPLED.iter().any(|other| other.name == transform.name);
    COUPLED.iter().copied().chain(SHAPE.iter().copied().filter(is_new))
}

/// All transformations, each once.
pub fn all() -> impl Iterator<Item = &'static Transform> {
    shared().chain(
        [cue::ALL, smtlib::ALL, EARLY, PREPARATIONS]
            .into_iter()
            .flatten()
            .copied(),
    )
}

/// A transformation by its name.
pub fn named(name: &str) -> Option<&'static Transform> {
    all().find(|transform| transform.name == name)
}

/// Makes as many proposals of a transformation as stay interesting, as one list; whether there was one.
pub fn as_list(
    search: &mut Search<'_>,
    transform: &Transform,
    list: &dyn ListReducer,
    beside: &[Arc<Tree>],
) -> Result<bool, Stop> {
    if !(transform.needs)(search.best().tree().syntax().facts()) {
        return Ok(false);
    }
    search.parse_anew();
    let edits = (transform.propose)(&View::new(search.best(), beside));
    make_list(search, transform.name, edits, list)
}

/// The same for a rewrite rule, under its own text.
pub fn rule_as_list(search: &mut Search<'_>, rule: &Rule, list: &dyn ListReducer) -> Result<bool, Stop> {
    search.parse_anew();
    let edits = rewrite::propose(&View::new(search.best(), &[]), rule);
    make_list(search, &rule.text, edits, list)
}

fn make_list(search: &mut Search<'_>, name: &str, edits: Vec<Edit>, list: &dyn ListReducer) -> Result<bool, Stop> {
    if edits.is_empty() {
        return Ok(false);
    }
    let mut is_changed = false;
    search.stage(name, |search| {
        is_changed = search.follow(Items::of_edits(edits, search.best(), list))?.is_some();
        search.parse_anew();
        Ok(())
    })?;
    Ok(is_changed)
}

/// For each transformation in turn: of its proposals, the smallest interesting program becomes the best, larger or not, and
/// the same transformation works again; if none is interesting, it is the next one's turn. This belongs into a
/// [detour](Search::detour).
pub fn smallest_first(search: &mut Search<'_>, transforms: &[&Transform], beside: &[Arc<Tree>]) -> Result<(), Stop> {
    search.parse_anew();
    let syntax = search.best().tree().syntax().clone();
    let tokens = search.best().token_count();
    let max_tokens = MAX_GROWTH.0 * tokens + MAX_GROWTH.1;
    // No transformation undoes what another one, or it itself, has done.
    let mut seen: HashSet<Arc<[u8]>> = HashSet::new();
    for transform in transforms.iter().filter(|transform| (transform.needs)(syntax.facts())) {
        search.stage(transform.name, |search| {
            for _ in 0..MAX_STEPS.0 * tokens + MAX_STEPS.1 {
                if search.has_given_up() {
                    break;
                }
                seen.insert(search.best().shared_text().clone());
                let edits = (transform.propose)(&View::new(search.best(), beside));
                let wanted = |tree: &Tree| tree.tokens() <= max_tokens && !seen.contains(tree.source());
                if !search.attempt_smallest(edits, wanted)? {
                    break;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}
