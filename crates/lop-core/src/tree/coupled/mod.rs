//! Coupled: edits that belong together.
//!
//! **Idea.** A definition cannot go while something uses it, and a parameter cannot go while calls give it an argument.
//! Together they can. Names tell what belongs together: where a language has a table of definitions and scopes,
//! names in the innermost scope, and everywhere else names that are spelt alike. A wrong guess costs a question.
//! All places where a kind of edit applies are one list, so that one question can try many.
//!
//! **Loop.**
//! ```text
//! until no token goes:
//!     for each kind of edit:
//!         all its places in the best program are a list: make as many as can be made
//!         a kind that may grow the program is a detour: perses follows, and all is forgotten if it does not pay
//! ```
//!
//! The kinds are these.
//!
//! | kind | what goes or changes together |
//! |---|---|
//! | statements | a name: every statement, declaration or import in which it stands |
//! | names | a name: around each of its tokens the least that can go |
//! | parameters | a parameter, the argument at every call, and what used it |
//! | type parameters | a type parameter and the argument at every use |
//! | members | a member, what stands in its place in lists of values, and what used it |
//! | declarations | a function becomes its declaration |
//! | moves | a function that nobody calls goes, and its body takes the place of another function's, or stands in front of it |
//! | assignments | an assignment goes to where the variable is used next: the value alone, or all of it |
//! | aliases | a type's other name becomes the type |
//! | initialisers | a variable becomes its value |
//! | returns | a call becomes what the function returns |
//! | bodies | a call becomes the function's body |
//! | inlined | a function that is called once goes, and its statements stand in front of the call's own, with variables for parameters |
//! | shared declarations | a declaration goes, and what it declares stands in an earlier one of the same type |
//! | globals | a declaration leaves its function, and stands in front of it |
//!
//! **Guarantees.** Interesting and never larger.
//!
//! **Cost.** For every kind that of the list algorithm.
//!
//! **Reference.** lop; C-Reduce does most of these for C, Mimir and Latra some.

mod calls;
mod inline;
mod moves;
mod unfold;
mod uses;

use lop_syntax::{Edit, Kind, NodeId, Program};

use super::items::Items;
use super::{Entry, Heeds, Options, Reducer, perses};
use crate::search::{Search, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "coupled",
    summary: "Edits that belong together: a definition and its uses, a parameter and its arguments.",
    reference: "lop",
    list: "probdd",
    heeds: &[Heeds::List, Heeds::Replacements],
    make: |options| Box::new(Coupled { options }),
};

struct Coupled {
    options: Options,
}

/// All places where a kind of edit applies.
type Edits = fn(&Program) -> Vec<Edit>;

/// A kind of coupled edit.
struct Pattern {
    edits: Edits,
    /// Whether the program may grow.
    may_grow: bool,
}

const PATTERNS: [Pattern; 13] = [
    Pattern {
        edits: uses::statements,
        may_grow: false,
    },
    Pattern {
        edits: uses::names,
        may_grow: false,
    },
    Pattern {
        edits: calls::parameters,
        may_grow: false,
    },
    Pattern {
        edits: calls::type_parameters,
        may_grow: false,
    },
    Pattern {
        edits: uses::members,
        may_grow: false,
    },
    Pattern {
        edits: uses::declarations,
        may_grow: false,
    },
    Pattern {
        edits: moves::uncalled_functions,
        may_grow: false,
    },
    Pattern {
        edits: moves::assignments,
        may_grow: false,
    },
    Pattern {
        edits: inline::aliases,
        may_grow: true,
    },
    Pattern {
        edits: inline::initialisers,
        may_grow: true,
    },
    Pattern {
        edits: unfold::returns,
        may_grow: true,
    },
    Pattern {
        edits: unfold::bodies,
        may_grow: true,
    },
    Pattern {
        edits: unfold::inlined,
        may_grow: true,
    },
];

impl Reducer for Coupled {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fix_point(|search| {
            sweep(search, &self.options)?;
            globals(search, &self.options)
        })
    }
}

/// Every kind once, but for globals.
pub fn sweep(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    PATTERNS
        .iter()
        .try_for_each(|pattern| attempt(search, pattern, options))?;
    while make(search, moves::shared_declarations, options)? {}
    Ok(())
}

/// Declarations that leave their functions, if tokens go then. What other kinds can do with a declaration in a function they
/// cannot outside of it, so this comes when they are done.
pub fn globals(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    search.detour_for_tokens(|search| make_and_reduce(search, moves::globals, options))?;
    Ok(())
}

fn attempt(search: &mut Search<'_>, pattern: &Pattern, options: &Options) -> Result<(), Stop> {
    if pattern.may_grow {
        search.detour(|search| make_and_reduce(search, pattern.edits, options))?;
    } else {
        make(search, pattern.edits, options)?;
    }
    Ok(())
}

/// Makes edits of a kind, and lets perses follow if there was one.
fn make_and_reduce(search: &mut Search<'_>, edits: Edits, options: &Options) -> Result<(), Stop> {
    if make(search, edits, options)? {
        (perses::ENTRY.make)(options.clone()).reduce(search)?;
    }
    Ok(())
}

/// Makes as many edits of a kind as can be made; whether there was one.
fn make(search: &mut Search<'_>, edits: Edits, options: &Options) -> Result<bool, Stop> {
    let best = search.best();
    let edits = edits(best);
    if edits.is_empty() {
        return Ok(false);
    }
    let accepted = search.follow(Items::of_edits(edits, best, &*options.list))?;
    search.parse_anew();
    Ok(accepted.is_some())
}

fn live_nodes(program: &Program) -> impl Iterator<Item = NodeId> + '_ {
    let tree = program.tree();
    tree.nodes()
        .filter(move |node| tree.kind(*node) == Kind::Regular && program.is_live(*node))
}

/// The least that can go around a node.
fn removable_around(program: &Program, node: NodeId) -> Option<NodeId> {
    let mut around = std::iter::successors(Some(node), |node| program.parent(*node));
    around.find(|node| program.is_removable(*node))
}

/// The statement, declaration or whatever else stands in a list without separators around a node.
fn statement_around(program: &Program, node: NodeId) -> Option<NodeId> {
    let tree = program.tree();
    let mut around = std::iter::successors(Some(node), |node| program.parent(*node));
    around.find(|node| {
        let list = program.parent(*node).filter(|parent| tree.kind(*parent) == Kind::List);
        let is_plain = list.is_some_and(|list| {
            let separators = tree.children(list).filter(|item| tree.kind(*item) == Kind::Separator);
            separators.count() == 0
        });
        is_plain && program.weight(*node) > 1 && program.is_removable(*node)
    })
}

/// Whether a node is another one, or below it.
fn is_within(program: &Program, node: NodeId, root: NodeId) -> bool {
    let mut around = std::iter::successors(Some(node), |node| program.parent(*node));
    around.any(|around| around == root)
}

/// What stands for a node, in brackets if the node is more than a token.
fn grouped(program: &Program, node: NodeId, text: Vec<u8>) -> Vec<u8> {
    let is_plain = program.weight(node) == 1 || program.tree().syntax().name == "smtlib" || text.starts_with(b"{");
    if is_plain {
        text
    } else {
        [b"(", &text[..], b")"].concat()
    }
}
