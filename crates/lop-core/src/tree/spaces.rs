//! Spaces: as little whitespace as is interesting.
//!
//! **Idea.** Whitespace holds no tokens, so reducers that go by weight leave it as it was, and a few tokens stand far
//! apart. Most of it means nothing: every gap becomes a single character, and a gap between tokens that stay apart without
//! it goes.
//!
//! **Loop.**
//! ```text
//! for each of these, all gaps at once, else as a list:
//!     a longer gap becomes one character: the end of a line if there is one, else a blank
//!     a gap inside a line that keeps no tokens apart goes
//!     a line end that keeps no tokens apart goes, as long as lines have at most 80 characters
//! ```
//!
//! Where indentation has a meaning it stays, and so do ends of lines. What follows the last token counts as a gap.
//!
//! **Guarantees.** The tokens stay what they are, as far as the lexical rules of most languages go; the test has the
//! last word.
//!
//! **Cost.** Three queries, mostly.
//!
//! **Reference.** lop; C-Reduce and Shrink Ray end with passes like it.

use lop_syntax::edit::Change;
use lop_syntax::{Kind, Layout, NodeId, Program, may_touch, parse};

use super::items::Items;
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "spaces",
    summary: "Whitespace only: as little as is interesting.",
    reference: "lop",
    list: "probdd",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
        Guarantee::KeepsTokenCount,
    ],
    make: |options| Box::new(Spaces { options }),
};

/// Lines are joined up to this length, for people who read the result. Not a matter of measurement.
const LONGEST_LINE: usize = 80;

struct Spaces {
    options: Options,
}

impl Reducer for Spaces {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        sweep(search, &self.options)
    }
}

/// One pass over all gaps. Text that edits wrote is parsed first, so that its gaps count.
pub(super) fn sweep(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    let syntax = search.best().tree().syntax().clone();
    search.read_as(
        |text| parse(text.clone(), &syntax),
        |search| {
            for smaller in [single_characters, inside_lines, short_lines] {
                let best = search.best();
                let changes = smaller(&gaps(best));
                if !changes.is_empty() {
                    search.follow(Items::new(changes, best, &*options.list))?;
                }
            }
            Ok(())
        },
    )
}

/// Whitespace, and what is known of it.
struct Gap<'a> {
    text: &'a [u8],
    /// The token or comment behind it, and its length; behind the last one stands the root.
    next: NodeId,
    next_length: usize,
    /// Whether its neighbours stay two tokens without it.
    may_go: bool,
    /// Whether the comment before it ends with the line.
    ends_comment: bool,
    /// Whether lines and their indentation have a meaning.
    is_layout: bool,
}

impl Gap<'_> {
    fn ends_line(&self) -> bool {
        self.text.contains(&b'\n')
    }

    /// The change that makes it smaller, if there is one.
    fn becomes(&self, smaller: &[u8]) -> Option<Change> {
        (smaller.len() < self.text.len()).then(|| Change::Space(self.next, smaller.into()))
    }
}

/// All gaps of a program, in their order.
fn gaps(program: &Program) -> Vec<Gap<'_>> {
    let tree = program.tree();
    let leaves: Vec<NodeId> = tree.leaves().collect();
    let is_layout = tree.syntax().layout == Layout::Indent;
    let mut gaps = Vec::new();
    let mut before: (&[u8], bool) = (b"", false);
    for piece in program.pieces() {
        let next = leaves[piece.index];
        gaps.push(Gap {
            text: piece.gap,
            next,
            next_length: piece.text.len(),
            may_go: may_touch(before.0, piece.text),
            ends_comment: before.1,
            is_layout,
        });
        before = (piece.text, tree.kind(next) == Kind::Extra);
    }
    gaps.push(Gap {
        text: program.tail(),
        next: tree.root(),
        next_length: 0,
        may_go: true,
        ends_comment: false,
        is_layout: false,
    });
    gaps
}

fn single_characters(gaps: &[Gap<'_>]) -> Vec<Change> {
    let smaller = gaps.iter().filter_map(|gap| {
        let line = gap.text.iter().rposition(|byte| *byte == b'\n');
        let single = match line {
            Some(line) if gap.is_layout => &gap.text[line..],
            Some(line) => &gap.text[line..=line],
            None => gap.text.get(..1)?,
        };
        gap.becomes(single)
    });
    smaller.collect()
}

fn inside_lines(gaps: &[Gap<'_>]) -> Vec<Change> {
    let inside = gaps.iter().filter(|gap| gap.may_go && !gap.ends_line());
    inside.filter_map(|gap| gap.becomes(b"")).collect()
}

/// Removes ends of lines that keep no tokens apart, as long as lines stay short.
fn short_lines(gaps: &[Gap<'_>]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut length = 0;
    for line in gaps.chunk_by(|_, next| !next.ends_line()) {
        let [first, ..] = line else { continue };
        let own: usize = line.iter().map(|gap| gap.text.len() + gap.next_length).sum();
        let is_joined = first.may_go && !first.ends_comment && !first.is_layout && length + own <= LONGEST_LINE;
        length = if is_joined { length + own } else { own };
        changes.extend(first.becomes(b"").filter(|_| is_joined));
    }
    changes
}
