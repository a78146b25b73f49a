//! The events of a run as lines of JSON: `--events` writes them, `lop report` and `lop explain` read them.
//!
//! Every line is an object whose `event` says which of [`Line`] it is; `t` is always seconds since the start. A
//! program is its input with the splices of every improvement made, so each one that was ever the best can be
//! rebuilt. The book's page "Events" is the manual of the format.

mod past;
mod recording;

use serde::{Deserialize, Serialize};

pub(crate) use past::Past;
pub(crate) use recording::{Program, Recording};

/// The version of the format.
pub(crate) const SCHEMA: u32 = 1;

/// One line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Line {
    /// The run begins; always the first line.
    Start(Start),
    /// A search begins, on one file or on the list of all.
    Search(Search),
    /// A stage of the search begins.
    StageBegin(StageBegin),
    /// A stage is over.
    StageEnd(StageEnd),
    /// A reducer starts over on what is left.
    Round { t: f64, round: usize },
    /// A run of the test is over.
    Run(Run),
    /// A query was answered. The format's first version calls it a question.
    #[serde(rename = "question")]
    Query(Query),
    /// There is a new best program.
    Improved(Improved),
    /// The best program was replaced: the one before did not stand, or was printed in another format.
    Program { t: f64, files: Vec<File>, reason: String },
    /// What the cache of a search kept.
    Cache(Cache),
    /// The run is over; missing if it was killed.
    End(End),
}

/// What the run is about.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Start {
    pub schema: u32,
    pub version: String,
    pub input: String,
    pub output: String,
    pub algorithm: String,
    pub list: String,
    pub cache: String,
    pub jobs: usize,
    pub tokens: usize,
    pub bytes: usize,
    /// The grammar that the user brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar: Option<String>,
    /// The command line, as a shell reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// The test: a script, a line for the shell, or a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Text>,
    pub files: Vec<File>,
}

/// A file of the input.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct File {
    pub path: String,
    pub language: String,
    pub text: Text,
}

/// Bytes: a string where they are UTF-8, else an array of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Text(String),
    Bytes(Vec<u8>),
}

impl Text {
    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Text::Text(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Text::Text(text.to_owned()),
            Err(_) => Text::Bytes(bytes.to_owned()),
        }
    }
}

/// A range of bytes that goes, and what comes in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Splice {
    /// From here to there goes.
    Cut(usize, usize),
    /// From here to there goes, and this comes.
    Put(usize, usize, Text),
}

impl Splice {
    /// From where.
    pub(crate) fn start(&self) -> usize {
        match self {
            Splice::Cut(start, _) | Splice::Put(start, _, _) => *start,
        }
    }

    /// To where.
    pub(crate) fn end(&self) -> usize {
        match self {
            Splice::Cut(_, end) | Splice::Put(_, end, _) => *end,
        }
    }

    /// What comes.
    pub(crate) fn new_bytes(&self) -> &[u8] {
        match self {
            Splice::Cut(..) => &[],
            Splice::Put(_, _, text) => text.bytes(),
        }
    }
}

/// The text with splices made, which are in order and apart. `None` if they are of another text.
pub(crate) fn spliced(text: &[u8], splices: &[Splice]) -> Option<Vec<u8>> {
    let mut new = Vec::with_capacity(text.len());
    let mut at = 0;
    for splice in splices {
        new.extend(text.get(at..splice.start())?);
        new.extend(splice.new_bytes());
        at = splice.end();
    }
    new.extend(text.get(at..)?);
    Some(new)
}

/// A search begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Search {
    pub t: f64,
    /// The file that is reduced; none if whole files are dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A stage begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StageBegin {
    pub t: f64,
    pub name: String,
    pub tokens: usize,
}

/// A stage ended: how many queries it made, and how many tokens it left.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StageEnd {
    pub t: f64,
    pub name: String,
    pub tokens: usize,
    pub asked: usize,
    pub known: usize,
    pub interesting: usize,
    /// Why it ended before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A test run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Run {
    pub run: usize,
    pub slot: usize,
    /// When it began.
    pub t: f64,
    pub seconds: f64,
    pub ended: Ended,
    /// The last line of what it printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ended {
    Code(i32),
    Signal(i32),
    TimedOut,
    TooManyProcesses,
    /// The query was cancelled.
    Cancelled,
    /// The test could not be started.
    NotStarted,
}

/// The verdict on a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    Interesting,
    Uninteresting,
    Unresolved,
}

/// A query and its verdict, in the order of one job.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Query {
    pub n: usize,
    pub t: f64,
    pub change: Change,
    /// The rule of the first node that is changed.
    pub rule: String,
    /// How many nodes are changed.
    pub nodes: usize,
    /// How many tokens it would remove.
    pub tokens: usize,
    pub answer: Answer,
    /// Whether the cache had the verdict.
    #[serde(default, skip_serializing_if = "is_false")]
    pub known: bool,
    /// The run that gave the verdict; none if it was cached, or is from the journal of an earlier run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<usize>,
    /// The change of the best program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub splices: Vec<Splice>,
    /// The files that it drops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Whether the candidate is made of a program on a detour, not of the best program.
    #[serde(default, skip_serializing_if = "is_false")]
    pub aside: bool,
}

fn is_false(is_true: &bool) -> bool {
    !is_true
}

/// What is done to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    Remove,
    Replace,
    Rewrite,
    Space,
}

/// A new best program.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Improved {
    pub t: f64,
    /// The last query before it.
    pub n: usize,
    /// Tokens and bytes of the file, or the number of files and the bytes of their archive.
    pub tokens: usize,
    pub bytes: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub splices: Vec<Splice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// What a cache kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Cache {
    pub t: f64,
    pub scheme: String,
    pub known: usize,
    pub asked: usize,
    pub entries: usize,
    pub peak_bytes: usize,
}

/// All figures at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct End {
    pub t: f64,
    pub stopped: String,
    pub tokens: usize,
    pub bytes: usize,
    pub asked: usize,
    pub executed: usize,
    pub known: usize,
    pub interesting: usize,
    pub rounds: usize,
}
