//! A tree from a parser whose grammar is not known.
//!
//! Which children a node needs is not known either, so each may go: every node is a list of its
//! children, and whether what is left still parses is for the test to say.

use std::sync::Arc;

use crate::lexical::trim;
use crate::parse::arena::Arena;
use crate::parse::bounded::{BoundedParser, GaveUp};
use crate::syntax::Syntax;
use crate::tree::{Kind, NONE, NodeId, Tree};

/// Parses with tree-sitter and takes the tree as it is.
pub(super) fn parse(source: &Arc<[u8]>, syntax: &Arc<Syntax>, mut parser: BoundedParser<'_>) -> Result<Tree, GaveUp> {
    let parsed = parser.parse(source)?;
    let mut arena = Arena::new(source);
    let mut cursor = parsed.walk();
    let root = arena.root(Kind::Regular, NONE, cursor.node().kind_id());
    let mut parents: Vec<NodeId> = Vec::new();
    let mut node = root;
    let mut end = 0;
    loop {
        let here = cursor.node();
        if here.child_count() > 0 && !here.is_extra() {
            parents.push(arena.add(Kind::List, node, NONE, NONE, NONE));
            cursor.goto_first_child();
        } else {
            let list = parents.last().copied().unwrap_or(root);
            add_text(&mut arena, source, end..here.start_byte(), list);
            arena.piece(here.start_byte(), here.end_byte(), node);
            end = here.end_byte().max(end);
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    add_text(&mut arena, source, end..source.len(), root);
                    arena.is_broken = parsed.root_node().has_error();
                    return Ok(arena.finish(syntax));
                }
                parents.pop();
            }
        }
        let list = *parents.last().expect("only the root is in no list");
        let next = cursor.node();
        let kind = if next.is_extra() {
            Kind::Extra
        } else if next.is_error() {
            Kind::Error
        } else if next.child_count() == 0 {
            Kind::Token
        } else {
            Kind::Regular
        };
        node = arena.add(kind, list, NONE, NONE, next.kind_id());
    }
}

/// Adds text that no node covers, unless it is blank.
fn add_text(arena: &mut Arena<'_>, source: &[u8], span: std::ops::Range<usize>, parent: NodeId) {
    let Some(text) = source.get(span.clone()).filter(|text| !trim(text).is_empty()) else {
        return;
    };
    let start = span.start + (trim(text).as_ptr().addr() - text.as_ptr().addr());
    let leaf = arena.add(Kind::Token, parent, NONE, NONE, NONE);
    arena.piece(start, start + trim(text).len(), leaf);
}
