//! Samples, as `lop train collect` writes them.
//!
//! **Format.** A file is eight bytes, `lopdata` and the format's version, and then blocks. A block is the length of
//! its content and the content's CRC-32, four bytes each, the lowest first, and the content, deflated. The first block
//! says what was collected and how; every other one is a task. Files only grow, so a block that is not whole
//! can only be the last: [`Writer`](writer::Writer) cuts it off, [`Data::read`] leaves it out.
//!
//! Numbers and texts in blocks are those of [`lop_core::model::bytes`]. The first block has the language, the checker, a fingerprint of
//! the corpus, the seed and the most tokens of a file. A task has its file's path, the names of types that no task
//! before it met, and its samples. A type is its place among all names so far. A sample is
//!
//! | | |
//! |---|---|
//! | a byte | 1: it was interesting; 2: a name that is declared inside is used outside; 4: the token to keep is inside |
//! | a number each | the node's type, its tokens, how many nodes are above it, how many siblings before it |
//! | two numbers | the nodes of the program now, and at first |
//! | a count and numbers | the types of its children, each once |
//! | a count and numbers | the types on its path to the root, each once |

mod writer;

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::DeflateDecoder;
use lop_core::model::bytes::Bytes;
use lop_core::model::{Features, RuleType, Vocabulary};

use crate::Error;

pub use writer::Writer;

/// The last byte is the format's version.
const MAGIC: [u8; 8] = *b"lopdata\x01";
/// The length and the checksum before a block.
const BLOCK_HEADER: usize = 8;
/// Larger blocks are refused before memory is allocated for them. Not measured.
const MOST_BYTES: u64 = 1 << 30;
/// The bits of a sample's first byte.
const IS_INTERESTING: u32 = 1;
const IS_USED_OUTSIDE: u32 = 2;
const HOLDS_TOKEN: u32 = 4;

/// What was collected, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The language's name.
    pub language: String,
    /// The checker's command.
    pub checker: String,
    /// A fingerprint of the files.
    pub corpus: String,
    /// Where the random choices began.
    pub seed: u64,
    /// Files with more tokens were left out.
    pub most_tokens: u64,
}

/// A query about a node: its features and the verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The features of the node.
    pub features: Features,
    /// How many nodes the program had.
    pub nodes: u32,
    /// How many it had at first.
    pub nodes_at_first: u32,
    /// Whether the node holds the token to keep. Then the verdict is no, and the checker did not run.
    pub holds_token: bool,
    /// The verdict.
    pub is_interesting: bool,
}

/// The part of a program's nodes that is left.
pub fn progress(nodes: u32, nodes_at_first: u32) -> f32 {
    (f64::from(nodes) / f64::from(nodes_at_first.max(1))) as f32
}

/// All samples about one file and one token to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The file.
    pub file: String,
    /// In the order of the queries.
    pub samples: Vec<Sample>,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// What was collected, and how.
    pub settings: Settings,
    /// The types of its samples' features.
    pub types: Vocabulary,
    /// In the order in which they were done.
    pub tasks: Vec<Task>,
    /// How many bytes at the end belong to a task that was not finished.
    pub torn_bytes: usize,
}

impl Data {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = fs::read(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let mut blocks = Blocks::new(path, &bytes)?;
        let no_data = || Error::NoData(path.to_owned());
        let settings = blocks.next()?.ok_or_else(no_data)?;
        let settings = settings_of(&mut Bytes(&settings)).ok_or_else(no_data)?;
        let mut data = Data {
            settings,
            types: Vocabulary::default(),
            tasks: Vec::new(),
            torn_bytes: 0,
        };
        while let Some(block) = blocks.next()? {
            let task = task_of(&mut Bytes(&block), &mut data.types);
            data.tasks.push(task.ok_or_else(|| Error::Damaged {
                path: path.to_owned(),
                tasks: data.tasks.len(),
            })?);
        }
        data.torn_bytes = blocks.rest.len();
        Ok(data)
    }

    /// How many samples there are.
    pub fn sample_count(&self) -> usize {
        self.tasks.iter().map(|task| task.samples.len()).sum()
    }
}

/// The blocks of a file, one after the other.
struct Blocks<'a> {
    path: &'a Path,
    rest: &'a [u8],
    read: usize,
}

impl<'a> Blocks<'a> {
    fn new(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Error> {
        let (word, version) = (&MAGIC[..7], MAGIC[7]);
        match bytes.split_at_checked(MAGIC.len()) {
            Some((magic, rest)) if magic == MAGIC => Ok(Blocks { path, rest, read: 0 }),
            Some((magic, _)) if magic.starts_with(word) => Err(Error::Version {
                path: path.to_owned(),
                found: magic[7],
                known: version,
            }),
            _ => Err(Error::NoData(path.to_owned())),
        }
    }

    /// The content of the next block; none at the end, or if what is left is not a whole one.
    fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let Some((header, rest)) = self.rest.split_at_checked(BLOCK_HEADER) else {
            return Ok(None);
        };
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let Some((packed, rest)) = rest.split_at_checked(number(0) as usize) else {
            return Ok(None);
        };
        let is_whole = crc32fast::hash(packed) == number(4);
        // The last block may have been written in part, whatever its length says.
        if !is_whole && rest.is_empty() {
            return Ok(None);
        }
        let content = if is_whole { inflate(packed) } else { None };
        let content = content.ok_or_else(|| Error::Damaged {
            path: self.path.to_owned(),
            tasks: self.read.saturating_sub(1),
        })?;
        self.rest = rest;
        self.read += 1;
        Ok(Some(content))
    }
}

fn inflate(packed: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut decoder = DeflateDecoder::new(packed).take(MOST_BYTES);
    decoder.read_to_end(&mut content).ok()?;
    Some(content)
}

fn settings_of(bytes: &mut Bytes<'_>) -> Option<Settings> {
    Some(Settings {
        language: bytes.text()?,
        checker: bytes.text()?,
        corpus: bytes.text()?,
        seed: bytes.number()?,
        most_tokens: bytes.number()?,
    })
}

fn task_of(bytes: &mut Bytes<'_>, types: &mut Vocabulary) -> Option<Task> {
    let file = bytes.text()?;
    for _ in 0..bytes.count()? {
        types.add(&bytes.text()?);
    }
    let mut samples = Vec::new();
    for _ in 0..bytes.count()? {
        samples.push(sample_of(bytes, types.len())?);
    }
    bytes.is_empty().then_some(Task { file, samples })
}

fn sample_of(bytes: &mut Bytes<'_>, types: usize) -> Option<Sample> {
    let flags = bytes.small()?;
    let rule_type = type_of(bytes, types)?;
    let (weight, depth, sibling) = (bytes.small()?, bytes.small()?, bytes.small()?);
    let (nodes, nodes_at_first) = (bytes.small()?, bytes.small()?);
    let features = Features {
        rule_type,
        children: (0..bytes.count()?)
            .map(|_| type_of(bytes, types))
            .collect::<Option<_>>()?,
        path: (0..bytes.count()?)
            .map(|_| type_of(bytes, types))
            .collect::<Option<_>>()?,
        progress: progress(nodes, nodes_at_first),
        weight,
        depth,
        sibling,
        is_used_outside: flags & IS_USED_OUTSIDE != 0,
    };
    Some(Sample {
        features,
        nodes,
        nodes_at_first,
        holds_token: flags & HOLDS_TOKEN != 0,
        is_interesting: flags & IS_INTERESTING != 0,
    })
}

fn type_of(bytes: &mut Bytes<'_>, types: usize) -> Option<RuleType> {
    let number = u16::try_from(bytes.small()?).ok()?;
    (usize::from(number) < types).then_some(RuleType(number))
}
