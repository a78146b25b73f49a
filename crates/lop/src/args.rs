//! The command line, as clap reads it.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Reduces a program that makes a tool misbehave to the few lines that matter.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_long_help = "\
The test runs in a directory of its own that holds the candidate under the input's own file name; its
path is also the first argument and in LOP_FILE. The input is never changed: the best program so far is in
crash.reduced.c beside crash.c at every moment, whole. Interrupted? The same command continues.

Of several files and directories, whole ones are dropped first, then each is reduced in its own language.
  A directory is there under its own name, which is also the first argument and in LOP_FILE; the result is
  in project.reduced beside it.
  Several inputs are there under their paths from the innermost directory that holds them all. The first
  argument and LOP_FILE are the test's own directory, further arguments are the inputs in the order given,
  whether they are still there or not; the result is in reduced beside them.
Links stay links, permissions are kept. An output directory that is there already is replaced only if all
that is in it has a name that something in the input has.

Examples:
  lop ./interesting.sh crash.c
  lop ./interesting.sh main.c util.c include/util.h
  lop ./interesting.sh project
  lop -a perses --list opdd -o small.c ./interesting.sh crash.c"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub reduce: Reduce,
}

/// What a reduction is told.
#[derive(Debug, ClapArgs)]
pub struct Reduce {
    /// The script that tells: exit code 0 means interesting
    #[arg(required = true)]
    pub test: Option<PathBuf>,
    /// The file to reduce; or several files and directories, to be reduced as one
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Where the best program goes [default: crash.reduced.c for crash.c, project.reduced for a directory,
    /// reduced for several inputs]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// How to reduce: see `lop algorithms`
    #[arg(short, long, value_name = "NAME", default_value = "pardis-hybrid")]
    pub algorithm: String,
    /// How lists are minimised: see `lop algorithms`
    #[arg(long, value_name = "NAME")]
    pub list: Option<String>,
    /// How answers are remembered: see `lop caches`
    #[arg(long, value_name = "NAME", default_value = "delta")]
    pub cache: String,
    /// Whether nodes may take the places of those above them
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub replacements: Switch,
    /// Ask about every node of a chain that holds the same tokens
    #[arg(long)]
    pub no_pruning: bool,
    /// Ask this many questions in a wave [default: 128]
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub wave: Option<usize>,
    /// Start over at most this often
    #[arg(long, value_name = "N")]
    pub max_rounds: Option<usize>,
    /// Run the test at most this often
    #[arg(long, value_name = "N")]
    pub max_queries: Option<usize>,
    /// Run this many tests at once; the result is the same for any number [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub jobs: Option<usize>,
    /// Give the test this many seconds [default: ten times what it takes on the input, at least 5]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub timeout: Option<f64>,
    /// Stop after this many seconds with the best program so far
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub time_limit: Option<f64>,
    /// Give each process of the test this much memory
    #[arg(long, value_name = "MEGABYTES")]
    pub memory_limit: Option<u64>,
    /// Let the test write in its own directory only, and use no network
    #[arg(long)]
    pub sandbox: bool,
    /// What to do about tests that do not always give the same answer: auto, off, or how often to ask
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub flaky: lop_exec::Flakiness,
    /// Keep what every run of the test prints in this directory
    #[arg(long, value_name = "DIRECTORY")]
    pub keep_logs: Option<PathBuf>,
    /// Start over, even if the same command was interrupted before
    #[arg(long)]
    pub fresh: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Original)]
    pub format: Format,
    /// Write a JSON object with all figures at the end
    #[arg(long, value_name = "FILE")]
    pub stats: Option<PathBuf>,
    /// Write every step as a line of text, without times: the same for every number of jobs
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Say nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub language: LanguageChoice,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the languages that lop knows
    Languages(Listing),
    /// List the algorithms
    Algorithms(Listing),
    /// List the caches
    Caches(Listing),
    /// Show the reduction tree of a file
    Tree(Tree),
    /// Count the tokens of files
    Tokens(Tokens),
    /// Print a file with other white space
    Print(Print),
}

/// What commands are told that list something.
#[derive(Debug, ClapArgs)]
pub struct Listing {
    /// Print one JSON array
    #[arg(long)]
    pub json: bool,
}

/// What `lop tree` is told.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Each line shows one node: a minus sign if the node can be removed by itself, its name, how many
tokens stand below it, and the text of a token. Lists, options and groups stand between the nodes of
the grammar: an item of a list can go, and so can what is optional. A list+ keeps one item.

Example:
  lop tree crash.c
  lop tree --depth 3 --json crash.c")]
pub struct Tree {
    /// The file; - for standard input
    pub file: PathBuf,
    /// Print one JSON array with an object for each node
    #[arg(long)]
    pub json: bool,
    /// Leave out nodes deeper than this
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// What `lop tokens` is told.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
A token is a leaf of the language's grammar; a string is one token. Comments and white space do not
count. Files without a grammar are counted in words.")]
pub struct Tokens {
    /// The files; - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON array with an object for each file
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// What `lop print` is told.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Nothing but white space changes: the result is parsed again, and where it would not read the same,
less is done. The file itself is not touched.")]
pub struct Print {
    /// The file; - for standard input
    pub file: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub format: Format,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// How a program is printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Format {
    /// As it is
    Original,
    /// With as little white space as possible
    Compact,
    /// One statement to a line, indented by brackets
    Pretty,
}

/// How a file is read.
#[derive(Debug, ClapArgs)]
pub struct LanguageChoice {
    /// Read the input as this language, whatever its name; `text` for lines and words, `bytes` for anything
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// Read the input with a tree-sitter grammar of your own: a folder or file with grammar.json,
    /// grammar.js or parser.c, or a shared library with grammar.json beside it
    #[arg(long, value_name = "PATH", conflicts_with = "language")]
    pub grammar: Option<PathBuf>,
}
