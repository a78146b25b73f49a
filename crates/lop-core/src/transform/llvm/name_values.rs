//! Gives values and blocks names instead of numbers.
//!
//! **Idea.** `%7` is the name of the seventh value of its function: a number has to follow the one before it, so that an
//! instruction cannot go without another number for all that come later. With a name it can. Names of one and two letters
//! are no longer than the numbers; at the end they are what a reader would have chosen.
//!
//! **Example.**
//! ```text
//! define i32 @f(i32 %0) { %2 = add i32 %0, 1 ret i32 %2 }   →   define i32 @f(i32 %a) { %b = add i32 %a, 1 ret i32 %b }
//! ```
//!
//! **Reference.** LLVM's `instnamer` pass, which is run before a module is reduced by hand.

use std::collections::BTreeMap;
use std::ops::Range;

use lop_syntax::NodeId;
use lop_syntax::edit::{Change, Edit};

use super::super::node::{Node, replaced};
use super::super::{Transform, View};
use super::module::Function;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "llvm-name-values",
    summary: "Gives values and blocks names instead of numbers.",
    reference: "LLVM",
    needs: super::is_spoken,
    may_grow: true,
    repeats: false,
    propose,
};

/// One edit for the whole module: a number that stays would have to be another one.
fn propose(view: &View<'_>) -> Vec<Edit> {
    let changes: Vec<Change> = Function::all(view).iter().flat_map(named).collect();
    if changes.is_empty() {
        return Vec::new();
    }
    vec![Edit { changes }]
}

fn named(function: &Function<'_>) -> Vec<Change> {
    let mut tokens: Vec<Node<'_>> = function.locals.values().flatten().copied().collect();
    tokens.sort_unstable_by_key(|token| token.span().start);
    let mut fresh = (0..)
        .map(letters)
        .filter(|name| !function.locals.contains_key(name.as_str()));
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut places: Vec<(Range<usize>, String, NodeId)> = Vec::new();
    for token in tokens {
        if let Some(number) = number(token) {
            let name = names.entry(number).or_insert_with(|| fresh.next().unwrap_or_default());
            places.push((token.span(), token.text().replace(&number.to_string(), name), token.id));
        }
    }
    let mut changes = Vec::new();
    for (first, name) in unlabelled(function, &names) {
        let (inside, others) = places.into_iter().partition(|(span, ..)| {
            let whole = first.span();
            whole.start <= span.start && span.end <= whole.end
        });
        places = others;
        let inside: Vec<(Range<usize>, String, NodeId)> = inside;
        let inside = inside.into_iter().map(|(span, text, _)| (span, text)).collect();
        let text = format!("{name}:\n{}", replaced(first, inside));
        changes.push(Change::Rewrite(first.id, text.into_bytes().into()));
    }
    let places = places.into_iter();
    changes.extend(places.map(|(_, text, token)| Change::Rewrite(token, text.into_bytes().into())));
    changes
}

/// The number of a value or a block, where it has one.
fn number(token: Node<'_>) -> Option<u32> {
    token.text().trim_matches(['%', ':']).parse().ok()
}

/// Blocks whose number is not written although something mentions it: their first instruction, and their name. The number is
/// the one after the last that was given before it.
fn unlabelled<'a, 'n>(function: &Function<'a>, names: &'n BTreeMap<u32, String>) -> Vec<(Node<'a>, &'n String)> {
    let mut found = Vec::new();
    let mut next = 0;
    for part in function.node.below() {
        let definition = match part.name() {
            "parameter" => part.field("name"),
            "assignment" | "terminator_assignment" => part.field("result"),
            "label" => Some(part),
            "basic_block" => {
                let first = part.parts().first().copied().filter(|first| !first.is("label"));
                let name = names.get(&next);
                found.extend(first.zip(name));
                next += u32::from(first.is_some());
                None
            }
            _ => None,
        };
        next = definition.and_then(number).map_or(next, |number| number + 1);
    }
    found
}

/// The `index`-th of the names `a` to `z`, `A` to `Z`, `aa` and so on.
fn letters(index: usize) -> String {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    let mut rest = index + 1;
    while rest > 0 {
        name.insert(0, LETTERS[(rest - 1) % LETTERS.len()].into());
        rest = (rest - 1) / LETTERS.len();
    }
    name
}
