//! A parse that ends, whatever the text is.
//!
//! Parsers are C code that was not written for hostile texts. Their external scanners abort where a state does not fit the 1024
//! bytes that it is stored in: YAML nested 254 levels deep, a heredoc of Ruby whose delimiter has 256 letters. After
//! errors tree-sitter follows several readings of a text at once, and on damaged files takes gigabytes or minutes for some kilobytes.
//!
//! **Time and memory** are bounded by what they depend on, not by the clock: operations of the parser, chunks of text that the
//! lexer asks for, bytes that tree-sitter allocates in sum. Each has a budget in proportion to the text, so that the same
//! text is parsed or given up on every machine, in every run. tree-sitter asks every hundred operations whether to go on, and
//! frees all that it has when it is told not to.
//!
//! **Aborts** are left by `siglongjmp` from a handler of `SIGABRT`, in `bounded.c`: between the call and the abort there are only frames
//! of C, none of Rust. The parser, whose state may be anything now, is never touched again, and its memory is lost. Two other ways were
//! weighed. A child process that parses first contains more, a wild pointer for one; but it would have to be forked for each of the thousands of
//! texts that a reduction parses, out of a process with threads, and every text parsed twice. A copy of the parser's table with
//! functions around those of the scanner sees neither the assertions of tree-sitter itself nor its lack of memory. A signal that
//! another process sends is not taken for an abort.

use std::ops::Range;
use std::sync::Once;

use tree_sitter::{Language, Parser, Point, Tree, ffi};

/// Operations of a parser that any text may take, and those for each of its bytes. Samples of twelve languages take 1 to 3 for a byte, with
/// and without 128 random changes.
const STEPS: i64 = 1_000_000;
const STEPS_PER_BYTE: i64 = 50;
/// Bytes that may be allocated in sum, whatever the text, and for each of its bytes. These samples take 50 to 140 for a byte, 1,600 at most
/// after random changes; 2,000 bytes of `/*` in Zig take 96,000 for each. 190 MB took 0.6 seconds, and 3 MB of them were in use at once.
const BYTES: i64 = 256 << 20;
const BYTES_PER_BYTE: i64 = 2_000;

/// Why a parser was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum GaveUp {
    /// It took too many steps.
    #[error("takes too long")]
    TooLong,
    /// It took too much memory.
    #[error("takes too much memory")]
    TooLarge,
    /// It aborted.
    #[error("aborts")]
    Aborted,
}

/// How a parse ended, as `bounded.c` says it.
const DONE: u8 = 0;
const FOUND_ERROR: u8 = 1;
const TOO_LONG: u8 = 2;
const TOO_LARGE: u8 = 3;

/// A text to be parsed, and what may be spent on it.
#[repr(C)]
struct BoundedParse {
    text: *const u8,
    length: u32,
    stops_at_error: bool,
    end: u8,
    steps: i64,
    bytes: i64,
}

#[allow(unsafe_code)]
unsafe extern "C" {
    fn lop_prepare();
    fn lop_parse(parser: *mut ffi::TSParser, task: *mut BoundedParse) -> *mut ffi::TSTree;
}

/// A parser with a budget for a text and its parts.
pub(super) struct BoundedParser<'a> {
    language: &'a Language,
    /// `None` after an abort.
    parser: Option<Parser>,
    steps: i64,
    bytes: i64,
}

impl<'a> BoundedParser<'a> {
    /// A parser for a text of so many bytes.
    #[allow(unsafe_code)]
    pub(super) fn new(language: &'a Language, length: usize) -> Result<Self, GaveUp> {
        static PREPARED: Once = Once::new();
        // SAFETY: the allocator that is set is the one of the C library, as it was, so that memory which came from either
        // goes back to the same.
        PREPARED.call_once(|| unsafe { lop_prepare() });
        let mut parser = Parser::new();
        let is_known = parser.set_language(language);
        is_known.expect("the version of a parser is checked when it is loaded");
        // Places in a text are numbers of 32 bits.
        let length = i64::from(u32::try_from(length).map_err(|_| GaveUp::TooLarge)?);
        Ok(BoundedParser {
            language,
            parser: Some(parser),
            steps: STEPS + STEPS_PER_BYTE * length,
            bytes: BYTES + BYTES_PER_BYTE * length,
        })
    }

    /// The language that it parses.
    pub(super) fn language(&self) -> &'a Language {
        self.language
    }

    /// The tree of a text.
    pub(super) fn parse(&mut self, text: &[u8]) -> Result<Tree, GaveUp> {
        let tree = self.run(text, false)?;
        Ok(tree.expect("a parse that ends makes a tree"))
    }

    /// The tree of some ranges of a text. Lines are not counted in it.
    pub(super) fn parse_ranges(&mut self, text: &[u8], ranges: &[Range<usize>]) -> Result<Tree, GaveUp> {
        let range = |range: &Range<usize>| tree_sitter::Range {
            start_byte: range.start,
            end_byte: range.end,
            start_point: Point::new(0, range.start),
            end_point: Point::new(0, range.end),
        };
        let ranges: Vec<tree_sitter::Range> = ranges.iter().map(range).collect();
        let parser = self.parser.as_mut().ok_or(GaveUp::Aborted)?;
        parser.set_included_ranges(&ranges).expect("ranges in order");
        self.parse(text)
    }

    /// Whether a text has no error: parsing ends at the first one, for making sense of what follows takes longest.
    pub(super) fn is_valid(&mut self, text: &[u8]) -> Result<bool, GaveUp> {
        let tree = self.run(text, true)?;
        Ok(tree.is_some_and(|tree| !tree.root_node().has_error()))
    }

    #[allow(unsafe_code)]
    fn run(&mut self, text: &[u8], stops_at_error: bool) -> Result<Option<Tree>, GaveUp> {
        let parser = self.parser.take().ok_or(GaveUp::Aborted)?.into_raw();
        let mut task = BoundedParse {
            text: text.as_ptr(),
            length: text.len() as u32,
            stops_at_error,
            end: DONE,
            steps: self.steps,
            bytes: self.bytes,
        };
        // SAFETY: the parser is one of tree-sitter's, and `task` outlives the call.
        let tree = unsafe { lop_parse(parser, &raw mut task) };
        (self.steps, self.bytes) = (task.steps, task.bytes);
        let gave_up = match task.end {
            DONE | FOUND_ERROR => None,
            TOO_LONG => Some(GaveUp::TooLong),
            TOO_LARGE => Some(GaveUp::TooLarge),
            _ => return Err(GaveUp::Aborted),
        };
        // SAFETY: it came from `into_raw`, and was not left in the middle of something.
        let mut parser = unsafe { Parser::from_raw(parser) };
        parser.reset();
        parser.set_included_ranges(&[]).expect("no range is in order");
        self.parser = Some(parser);
        if let Some(gave_up) = gave_up {
            return Err(gave_up);
        }
        // SAFETY: a tree that is not null is the caller's.
        Ok((!tree.is_null()).then(|| unsafe { Tree::from_raw(tree) }))
    }
}
