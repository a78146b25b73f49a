//! Makes bit vectors narrower.
//!
//! **Idea.** A solver that is wrong about 32 bits is mostly wrong about one. All sorts of one width and all literals of that
//! width change together.
//!
//! **Example.**
//! ```text
//! (declare-fun x () (_ BitVec 32))         (declare-fun x () (_ BitVec 1))
//! (assert (= x #x00000001))           →    (assert (= x #b1))
//! ```
//!
//! **Reference.** ddSMT 2.0, bit-width reduction.

use std::collections::BTreeSet;

use lop_syntax::edit::Change;
use lop_syntax::{Edit, Tree};

use super::super::node::Node;
use super::super::{Transform, View};
use super::sort::width;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "smt-width",
    summary: "Makes bit vectors narrower.",
    reference: "ddSMT",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let sorts = Node::named(view.tree, "indexed_identifier");
    let widths: BTreeSet<usize> = sorts.filter_map(|sort| width(sort.text())).collect();
    let mut edits = Vec::new();
    for wide in widths {
        for narrow in [1, wide / 2] {
            if narrow > 0 && narrow < wide {
                edits.push(narrowed(view.tree, wide, narrow));
            }
        }
    }
    edits
}

fn narrowed(tree: &Tree, wide: usize, narrow: usize) -> Edit {
    let change = |node: Node<'_>| {
        let text = match node.name() {
            "indexed_identifier" if width(node.text()) == Some(wide) => format!("(_ BitVec {narrow})"),
            "indexed_identifier" => literal(node, wide, narrow)?,
            "hexadecimal" | "binary" => digits(node.text(), wide, narrow)?,
            _ => return None,
        };
        Some(Change::Rewrite(node.id, text.into_bytes().into()))
    };
    let changes = Node::all(tree).filter_map(change).collect();
    Edit { changes }
}

/// `(_ bv5 8)` with fewer bits.
fn literal(node: Node<'_>, wide: usize, narrow: usize) -> Option<String> {
    let inner = node.text().strip_prefix("(_ bv")?.strip_suffix(')')?;
    let (value, own) = inner.split_once(' ')?;
    let value: u128 = value.parse().ok()?;
    let left = value & (1_u128.checked_shl(u32::try_from(narrow).ok()?)? - 1);
    (own.trim().parse() == Ok(wide)).then(|| format!("(_ bv{left} {narrow})"))
}

/// `#x0f` with fewer bits.
fn digits(text: &str, wide: usize, narrow: usize) -> Option<String> {
    let bits: String = match text.strip_prefix("#x") {
        Some(digits) => {
            let bits = |digit: char| Some(format!("{:04b}", digit.to_digit(16)?));
            digits.chars().map(bits).collect::<Option<_>>()?
        }
        None => text.strip_prefix("#b")?.to_owned(),
    };
    (bits.len() == wide).then(|| format!("#b{}", &bits[wide - narrow..]))
}
