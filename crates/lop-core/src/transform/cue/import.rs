//! Drops imports, with what uses them.
//!
//! **Idea.** An unused import is removed. A use of an import becomes a plain value of a kind that may do in its
//! place, and the import goes too.
//!
//! **Example.** bointner2025, figure 4.5.
//! ```text
//! import "strings"
//! foo: strings.Repeat("a1", 5)    →   foo: ""
//! ```
//!
//! **Reference.** bointner2025, section 4.2.3.

use lop_syntax::Edit;
use lop_syntax::edit::{Change, remove};

use super::super::node::Node;
use super::super::{Transform, View};
use super::scope::{Meaning, Package, imports};
use super::syntax::is_use;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-import",
    summary: "Drops imports, with plain values for what uses them.",
    reference: "bointner2025, section 4.2.3",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

/// What may do in place of something imported.
const PLAIN: [&str; 7] = ["\"\"", "_", "0", "true", "[]", "{}", "string"];

fn propose<'a>(view: &View<'a>) -> Vec<Edit> {
    let package = Package::of(view);
    let users: Vec<Node<'a>> = Node::named(view.tree, "identifier")
        .filter(|node| is_use(*node))
        .collect();
    let mut edits = Vec::new();
    for import in imports(Node::root(view.tree)) {
        let is_user = |user: &&Node<'a>| package.meanings(**user) == [Meaning::Import(import)];
        let uses: Vec<Node<'_>> = users.iter().filter(is_user).map(|user| whole_use(*user)).collect();
        let declaration = import.parent().filter(|parent| parent.is("import_declaration"));
        let gone = import.removable().or_else(|| declaration?.removable());
        let Some(gone) = gone else { continue };
        if uses.is_empty() {
            edits.push(remove(gone));
            continue;
        }
        // A use inside what goes with another one goes with it.
        let outer = uses.iter().filter(|inner| {
            let around = |outer: &Node<'_>| **inner != *outer && inner.is_inside(*outer);
            !uses.iter().any(around)
        });
        let outer: Vec<Node<'_>> = outer.copied().collect();
        for plain in PLAIN {
            let uses = outer
                .iter()
                .map(|user| Change::Rewrite(user.id, plain.as_bytes().into()));
            let changes = uses.chain([Change::Remove(gone)]).collect();
            edits.push(Edit { changes });
        }
    }
    edits.extend(singles(&package, &users));
    edits
}

/// A plain value for one use at a time, where there are several kinds of them.
fn singles<'a>(package: &Package<'a>, users: &[Node<'a>]) -> Vec<Edit> {
    let is_imported = |user: &&Node<'a>| matches!(package.meanings(**user)[..], [Meaning::Import(_)]);
    let imported: Vec<&Node<'a>> = users.iter().filter(is_imported).collect();
    if imported.len() < 2 {
        return Vec::new();
    }
    let uses = imported.into_iter().map(|user| whole_use(*user));
    uses.flat_map(|user| PLAIN.map(|plain| lop_syntax::edit::rewrite(user.id, plain.as_bytes())))
        .collect()
}

/// The expression that takes something from an import: `strings.Repeat("a", 5)` for `strings`.
fn whole_use(user: Node<'_>) -> Node<'_> {
    let mut whole = user;
    for around in user.above() {
        let is_base = around.parts().first() == Some(&whole);
        if !is_base || !["selector_expression", "call_expression"].contains(&around.name()) {
            break;
        }
        whole = around;
    }
    whole
}
