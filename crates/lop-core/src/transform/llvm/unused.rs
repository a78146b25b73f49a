//! Removes what only describes the code, and what nothing needs then.
//!
//! **Idea.** Metadata and groups of attributes hang on instructions and functions, and define each other. What is attached can
//! go at once; what no function or global mentions any more, in however many steps, goes in one query, and so does what only
//! named metadata mentions. One by one, that took 176 queries for 2,384 tokens of llc14-nvptx-storeretval.
//!
//! **Example.**
//! ```text
//! ret void, !dbg !0      →   ret void
//! !0 = !{!1}
//! !1 = !{!"a"}
//! ```
//!
//! **Reference.** llvm-reduce's `metadata`, `attributes` and `module-data`.

use lop_syntax::edit::remove_all;
use lop_syntax::{Edit, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::node::Node;
use super::super::{Transform, View};

/// What is attached.
pub(super) static ATTACHMENT: Transform = Transform {
    name: "llvm-attachment",
    summary: "Removes metadata that is attached to an instruction, a function or a global.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: |view| alone(view, "metadata_attachment", |_| true),
};

/// Groups of attributes, where they are used.
pub(super) static ATTRIBUTE: Transform = Transform {
    name: "llvm-attribute",
    summary: "Removes a use of a group of attributes.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: |view| {
        let is_use = |node: Node<'_>| !node.above().any(|above| above.is("attribute_group"));
        alone(view, "attribute_group_identifier", is_use)
    },
};

/// Definitions that nothing needs.
pub(super) static UNUSED: Transform = Transform {
    name: "llvm-unused",
    summary: "Removes all types, metadata, attributes and declarations that nothing needs, and all that only named metadata needs.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: unused,
};

/// What a definition is about begins with one of these.
const SIGNS: [char; 5] = ['!', '#', '%', '$', '@'];
/// What goes when nothing needs it.
const LEAVES: [&str; 5] = [
    "metadata_definition",
    "type_definition",
    "attribute_group",
    "comdat_definition",
    "function_declaration",
];

fn alone(view: &View<'_>, name: &str, fits: impl Fn(Node<'_>) -> bool) -> Vec<Edit> {
    let nodes = Node::named(view.tree, name).filter(|node| fits(*node));
    let removed = nodes.filter_map(|node| with_comma(view, node));
    removed.map(|node| remove_all([node])).collect()
}

/// The nearest node that can go, if it holds nothing but this one and a comma.
fn with_comma(view: &View<'_>, node: Node<'_>) -> Option<NodeId> {
    let tree = view.tree;
    let mut around = std::iter::successors(Some(node.id), |node| tree.parent(*node));
    let around = around.find(|around| tree.is_removable(*around))?;
    let text = tree.text(around);
    let bare = text.strip_prefix(b",").unwrap_or(text).trim_ascii();
    (bare == node.text().as_bytes()).then_some(around)
}

fn unused(view: &View<'_>) -> Vec<Edit> {
    let mut definitions: FxHashMap<&str, Node<'_>> = FxHashMap::default();
    let (mut named, mut roots) = (Vec::new(), Vec::new());
    for part in Node::root(view.tree).parts() {
        if LEAVES.contains(&part.name()) {
            definitions.extend(mentions(part).next().map(|name| (name, part)));
        } else if part.is("named_metadata") {
            named.push(part);
        } else {
            roots.push(part);
        }
    }
    let code = reached(&roots, &definitions);
    let all = reached(&[&roots[..], &named[..]].concat(), &definitions);
    let garbage = definitions.iter().filter(|(name, _)| !all.contains(*name));
    let garbage: Vec<Node<'_>> = garbage.map(|(_, node)| *node).collect();
    let described = definitions
        .iter()
        .filter(|(name, _)| all.contains(*name) && !code.contains(*name));
    let described: Vec<Node<'_>> = described.map(|(_, node)| *node).chain(named).collect();
    [garbage, described].into_iter().filter_map(without).collect()
}

/// The edit that removes some definitions, if there are any.
fn without(nodes: Vec<Node<'_>>) -> Option<Edit> {
    let mut nodes: Vec<_> = nodes.into_iter().map(Node::removable).collect::<Option<_>>()?;
    nodes.sort_unstable();
    (!nodes.is_empty()).then(|| remove_all(nodes))
}

/// The names that some parts of a module mention, and all that their definitions mention.
fn reached<'a>(roots: &[Node<'a>], definitions: &FxHashMap<&'a str, Node<'a>>) -> FxHashSet<&'a str> {
    let mut reached: FxHashSet<&'a str> = FxHashSet::default();
    let mut todo = roots.to_vec();
    while let Some(node) = todo.pop() {
        for name in mentions(node) {
            if reached.insert(name) {
                todo.extend(definitions.get(name));
            }
        }
    }
    reached
}

/// The names in a node, that of a definition first.
fn mentions<'a>(node: Node<'a>) -> impl Iterator<Item = &'a str> {
    let mut names: Vec<Node<'a>> = node
        .below()
        .into_iter()
        .filter(|node| node.name().ends_with("identifier"))
        .collect();
    names.sort_by_key(|name| name.span().start);
    let is_function = node.is("function_declaration");
    let own = move |name: &&'a str| !is_function || name.starts_with('@');
    let texts = names.into_iter().map(Node::text).filter(|text| text.starts_with(SIGNS));
    // A declaration is named behind its type.
    let mut texts: Vec<&'a str> = texts.collect();
    if let Some(place) = texts.iter().position(own) {
        texts.swap(0, place);
    }
    texts.into_iter()
}
