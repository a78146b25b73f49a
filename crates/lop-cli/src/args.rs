//! The command line, as clap reads it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use lop::{Protect, Strategy};

/// Reduces a program that makes a tool misbehave to the few lines that matter
#[derive(Debug, Parser)]
#[command(
    name = "lop",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    override_usage = "lop [OPTIONS] TEST INPUT...\n       lop [OPTIONS] --command LINE INPUT...",
    after_long_help = MANUAL
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub reduce: Reduce,
}

/// What `lop --help` says after the options.
const MANUAL: &str = "\
The test
  The interestingness test runs in a directory of its own that holds the candidate under the input's own file name; its path is \
also the first argument and in LOP_FILE. The input is never changed: the best program so far is in \
crash.reduced.c beside crash.c at every moment, whole. Interrupted? The same command continues.
  `lop init` writes a test for a crash, a hang, wrong code or two tools that disagree.

Without a script
  --command is a line for the shell that serves as the test. --golden makes a test from a command: a candidate is \
interesting if the command ends with the same exit code or signal as on the input, and its output matches \
--match-stdout and --match-stderr. With --cross-check, another command must end as on the input, too, such as a second \
compiler that still accepts the program. In all of them {} is replaced by the file's name.

Several files
  Of several files and directories, whole ones are dropped first, then each is reduced in its own language.
  The test finds a directory under its own name, which is also the first argument and in LOP_FILE; the result is \
in project.reduced beside it.
  The test finds several inputs under their paths from the innermost directory that holds them all. The first \
argument and LOP_FILE are the test's own directory, further arguments are the inputs in the order given, \
including those that were dropped; the result is in reduced beside them.
  Links stay links, permissions are kept. An existing output directory is replaced only if the input has \
every name that is in it.

Defaults
  Any option but those that name the test and the result can have a default in lop.toml beside the first \
input or in ~/.config/lop, such as `jobs = 4`, or in the environment, such as LOP_JOBS=4. The \
command line comes first, then the environment, then the file beside the input. That one has to be \
yours alone, and may not name commands, grammars, models, servers or outputs.

Exit codes
  0 done; 2 usage; 3 a file; 4 a grammar; 5 the input is not interesting; 6 the test cannot be run; \
7 interrupted; 8 a limit is reached; 9 the journal is in use, or belongs to another input, test or option; 10 the test that `lop init` would \
write is always true.

Examples
  lop ./interesting.sh crash.c
  lop --command 'gcc -O2 -c {} 2>&1 | grep -q \"internal compiler error\"' crash.c
  lop --golden 'gcc -c {}' --match-stderr 'compiler error: in fold' crash.c
  lop --golden 'tcc -c {}' --cross-check 'gcc -c {}' crash.c
  lop --protect 'BEGIN KEEP..END KEEP' ./interesting.sh crash.c
  lop ./interesting.sh main.c util.c include/util.h
  lop -a perses --list opdd -o small.c ./interesting.sh crash.c
  generate | lop --language json ./interesting.sh - >small.json";

/// The options of a reduction.
#[derive(Debug, ClapArgs)]
pub(crate) struct Reduce {
    /// Interestingness test: exit code 0 if the problem is still there
    pub test: Option<PathBuf>,
    /// The file to reduce, several, or a directory; - for standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// A line for the shell as the test, instead of TEST
    #[arg(short, long, value_name = "LINE", conflicts_with = "golden", help_heading = "Test")]
    pub command: Option<String>,
    /// Make the test from how this command ends
    ///
    /// A candidate is interesting if the command ends on it as it does on the input.
    #[arg(long, value_name = "COMMAND", help_heading = "Test")]
    pub golden: Option<String>,
    /// With --golden: what its output must match
    ///
    /// A regular expression as `grep -E` reads it.
    #[arg(
        long,
        value_name = "REGEX",
        requires = "golden",
        help_heading = "Test",
        hide_short_help = true
    )]
    pub match_stdout: Option<String>,
    /// With --golden: what its error output must match
    ///
    /// A regular expression as `grep -E` reads it.
    #[arg(long, value_name = "REGEX", requires = "golden", help_heading = "Test")]
    pub match_stderr: Option<String>,
    /// With --golden: another command that must exit as it does on the input
    #[arg(
        long,
        value_name = "COMMAND",
        requires = "golden",
        help_heading = "Test",
        hide_short_help = true
    )]
    pub cross_check: Option<String>,
    /// Keep a copy of each candidate on which the test ends with this exit code
    ///
    /// For another bug that the test notices on the way: with exit code 77, say. The candidate is not interesting all the same.
    /// Copies are in crash.reduced.c.also beside the result, each in a directory of its own; of two that are the same there is one.
    #[arg(
        long,
        value_name = "CODE",
        value_parser = clap::value_parser!(u8).range(2..=125),
        help_heading = "Test",
        hide_short_help = true
    )]
    pub also_interesting: Option<u8>,
    /// End a run of the test after 90 (seconds), 2m or 1h
    ///
    /// The default is ten times what the test takes on the input, and 5 seconds at least; on the input itself it is 300
    /// seconds.
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = "Test")]
    pub timeout: Option<f64>,
    /// Give each process of the test this much memory
    #[arg(long, value_name = "MEGABYTES", help_heading = "Test", hide_short_help = true)]
    pub memory_limit: Option<u64>,
    /// Let the test write in its own directory only, and use no network
    #[arg(long, help_heading = "Test", hide_short_help = true)]
    pub sandbox: bool,
    /// Flaky tests: auto detects and filters them, off believes every verdict, N runs the test up to N times
    #[arg(
        long,
        value_name = "HOW",
        default_value = "auto",
        help_heading = "Test",
        hide_short_help = true
    )]
    pub flaky: lop_exec::Flakiness,
    /// Keep the output of every test run in this directory
    #[arg(long, value_name = "DIRECTORY", help_heading = "Test", hide_short_help = true)]
    pub keep_logs: Option<PathBuf>,

    /// The algorithm: see `lop algorithms`
    #[arg(
        short,
        long,
        value_name = "NAME",
        default_value = lop_core::tree::DEFAULT,
        help_heading = "Search"
    )]
    pub algorithm: String,
    /// Run this many tests at once [default: all cores]
    ///
    /// The result is the same for any number. With --remote, 0 runs them on servers only.
    #[arg(
        short,
        long,
        short_alias = 'n',
        alias = "n",
        value_name = "N",
        help_heading = "Search"
    )]
    pub jobs: Option<usize>,
    /// Stop with the best after 90 (seconds), 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = "Search")]
    pub time_limit: Option<f64>,
    /// Text that must stay: all matches, or BEGIN..END
    ///
    /// A regular expression, all whose matches must stay, also in comments; or two texts with two dots between them,
    /// such as 'BEGIN KEEP..END KEEP': all from the first to the second. Can be given several times.
    #[arg(long, value_name = "REGEX", help_heading = "Search")]
    pub protect: Vec<Protect>,
    /// Whether the result must still parse
    ///
    /// keep: candidates with more tokens in syntax errors than the input are rejected, so an input without errors
    /// stays without. free: any token may go, and the test alone decides.
    #[arg(long, value_enum, default_value_t = Syntax::Keep, help_heading = "Search", hide_short_help = true)]
    pub syntax: Syntax,
    /// Start over, even if the same command was interrupted before
    #[arg(long, help_heading = "Search", hide_short_help = true)]
    pub fresh: bool,
    /// The minimiser of lists: see `lop algorithms`
    #[arg(
        long,
        value_name = "NAME",
        help_heading = "Research",
        hide_short_help = true,
        hide_long_help = true
    )]
    pub list: Option<String>,
    /// The syntactic reducer that seru alternates with transformations: any other algorithm
    #[arg(
        long,
        value_name = "NAME",
        default_value = Strategy::SYNTACTIC,
        help_heading = "Research",
        hide_short_help = true, hide_long_help = true
    )]
    pub syntactic: String,
    /// The transformations to apply, with commas between [default: all]
    ///
    /// See `lop algorithms --transforms`. A name with a minus sign before it is left out.
    #[arg(
        long,
        alias = "heuristics",
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "Research",
        hide_short_help = true,
        hide_long_help = true
    )]
    pub transforms: Vec<String>,
    /// A rewrite rule, such as '$A ? $B : $C => $B'
    ///
    /// A pattern and its replacement, both in the language of the input: $A is a node, $$$A a row of nodes, and \$A
    /// the language's own $A. Can be given several times. `lop algorithms --rewrites` lists the rules that come with
    /// lop.
    #[arg(long, value_name = "RULE", help_heading = "Search", hide_short_help = true)]
    pub rewrite: Vec<String>,
    /// A file of rewrite rules, one a line; can be given several times
    #[arg(long, value_name = "FILE", help_heading = "Search", hide_short_help = true)]
    pub rewrite_file: Vec<PathBuf>,
    /// How far auto goes: fast, normal or thorough
    ///
    /// A fast run leaves out what removes little for many queries; a thorough one repeats the queries after every
    /// change.
    #[arg(
        long,
        value_name = "HOW",
        default_value = Strategy::EFFORT,
        help_heading = "Search",
        hide_short_help = true
    )]
    pub effort: String,
    /// The cache of verdicts: see `lop caches`
    #[arg(
        long,
        value_name = "NAME",
        default_value = lop_core::cache::DEFAULT,
        help_heading = "Research",
        hide_short_help = true, hide_long_help = true
    )]
    pub cache: String,
    /// Allow replacing a node by one of its descendants (hoisting)
    #[arg(long, value_enum, default_value_t = Switch::On, help_heading = "Research", hide_short_help = true, hide_long_help = true)]
    pub replacements: Switch,
    /// Look for descendants to hoist so many levels below a node
    #[arg(long, value_name = "N", default_value_t = lop::Hoists::default().depth, help_heading = "Search", hide_short_help = true)]
    pub replacement_depth: usize,
    /// Try at most this many descendants of a node, the smallest first
    #[arg(long, value_name = "N", default_value_t = lop::Hoists::default().most, help_heading = "Search", hide_short_help = true)]
    pub max_replacements: usize,
    /// Also try nodes covering the same tokens as an ancestor that was tried
    #[arg(long, help_heading = "Research", hide_short_help = true, hide_long_help = true)]
    pub no_pruning: bool,
    /// This many queries in a wave [default: 128]
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..), help_heading = "Research", hide_short_help = true, hide_long_help = true)]
    pub wave: Option<usize>,
    /// The model of the language: a file that `lop train` made, or none [default: the one that comes with lop]
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Research",
        hide_short_help = true,
        hide_long_help = true
    )]
    pub model: Option<PathBuf>,
    /// Whether the verdicts of this run update the model's probabilities
    #[arg(long, value_enum, default_value_t = Switch::On, help_heading = "Research", hide_short_help = true, hide_long_help = true)]
    pub online: Switch,
    /// The order of types in type-batched: varying, constant, random, agnostic, or names with commas between
    ///
    /// Highest probability first, with probabilities that change with progress, or constant ones; at random; all at
    /// once. Names of types are those of `lop model show`; a plus sign between two makes them one batch.
    #[arg(
        long,
        value_name = "ORDER",
        default_value = Strategy::SCHEDULE,
        help_heading = "Research",
        hide_short_help = true, hide_long_help = true
    )]
    pub schedule: String,
    /// The seed of a random schedule
    #[arg(
        long,
        value_name = "N",
        help_heading = "Research",
        hide_short_help = true,
        hide_long_help = true
    )]
    pub seed: Option<u64>,
    /// The chunks of nodes in type-batched: joint, joint+1, pdd, pdd+w, or off for one node at a time
    #[arg(
        long,
        value_name = "HOW",
        default_value = Strategy::JOINT,
        help_heading = "Research",
        hide_short_help = true, hide_long_help = true
    )]
    pub joint: String,
    /// The forest that model-guided uses: node, children, path, node+children or all
    #[arg(
        long,
        value_name = "SET",
        default_value = Strategy::FEATURES,
        help_heading = "Research",
        hide_short_help = true, hide_long_help = true
    )]
    pub features: String,
    /// The algorithm after the last batch of type-batched: any other one, or none
    #[arg(
        long,
        value_name = "NAME",
        default_value = Strategy::CLEAN_UP,
        help_heading = "Research",
        hide_short_help = true, hide_long_help = true
    )]
    pub clean_up: String,
    /// Repeat at most this many rounds
    #[arg(
        long,
        value_name = "N",
        help_heading = "Research",
        hide_short_help = true,
        hide_long_help = true
    )]
    pub max_rounds: Option<usize>,
    /// Stop after this many queries, with the best program so far
    #[arg(long, value_name = "N", help_heading = "Search", hide_short_help = true)]
    pub max_queries: Option<usize>,

    /// Where the result goes [default: crash.reduced.c]
    ///
    /// A dash is standard output. The default is crash.reduced.c for crash.c, project.reduced for a directory, reduced for several inputs, and
    /// standard output for standard input.
    #[arg(short, long, value_name = "PATH", help_heading = "Result")]
    pub output: Option<PathBuf>,
    /// Write it to the input's place; keeps crash.c.orig
    ///
    /// Several files are replaced when the reduction is done, and those that the result does without are removed; until then the
    /// best is in the directory reduced.
    #[arg(long, conflicts_with = "output", help_heading = "Result")]
    pub in_place: bool,
    /// Replace a file that lop did not make
    ///
    /// Without it, a crash.reduced.c that is not a result of lop's, or that was changed since, is left alone.
    #[arg(long, help_heading = "Result", hide_short_help = true)]
    pub force: bool,
    /// The format of the result
    ///
    /// Each format is used if the result stays interesting. Formatters that are looked for: see `lop languages
    /// --json`. They run without configuration files.
    #[arg(long, value_enum, default_value_t = Format::Tool, help_heading = "Result")]
    pub format: Format,
    /// Run another reducer on the result
    ///
    /// `cvise`, `creduce` or a command that takes a test and a file. Its result is kept if it is interesting and
    /// smaller.
    #[arg(long, value_name = "COMMAND", help_heading = "Result", hide_short_help = true)]
    pub finish_with: Option<String>,
    /// Print a JSON object with all figures at the end
    #[arg(long, help_heading = "Result", hide_short_help = true)]
    pub json: bool,
    /// Write the same object to a file
    #[arg(long, value_name = "FILE", help_heading = "Result", hide_short_help = true)]
    pub stats: Option<PathBuf>,
    /// Write every step as a line of text, without times: the same for every number of jobs
    #[arg(long, value_name = "FILE", help_heading = "Result", hide_short_help = true)]
    pub trace: Option<PathBuf>,
    /// Write all events as lines of JSON, for `lop report`, `lop explain` and others
    #[arg(long, value_name = "FILE", help_heading = "Result", hide_short_help = true)]
    pub events: Option<PathBuf>,
    /// Write a page about the run at its end: see `lop report`
    #[arg(long, value_name = "FILE", help_heading = "Result")]
    pub report: Option<PathBuf>,
    /// How to show progress [default: screen on a terminal, plain elsewhere, none with --quiet]
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        help_heading = "Result",
        hide_short_help = true
    )]
    pub progress: Option<Progress>,
    /// Print errors only
    #[arg(short, long, help_heading = "Result")]
    pub quiet: bool,
    /// Show the options for experiments with algorithms
    ///
    /// Schedules, chunks, waves, models, caches, and the parts of other algorithms: a good result needs none of them.
    #[arg(long, help_heading = "Result", hide_short_help = true)]
    pub help_research: bool,
    /// Do not look for defaults in lop.toml
    #[arg(long, help_heading = "Result", hide_short_help = true)]
    pub no_config: bool,
    #[command(flatten)]
    pub language: LanguageChoice,
    /// The long names of the options that were given, on the command line or as a default of the user's.
    #[arg(skip)]
    pub given: BTreeSet<String>,
    #[cfg(feature = "remote")]
    #[command(flatten)]
    pub remote: crate::commands::reduce::remote::Options,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// A time as people write it: `90`, `90s`, `1.5m`, `2h`.
fn seconds(text: &str) -> Result<f64, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3600.0)];
    let unit = units.iter().find(|(letter, _)| text.ends_with(*letter));
    let (number, unit) = match unit {
        Some((letter, unit)) => (text.trim_end_matches(*letter), *unit),
        None => (text, 1.0),
    };
    let number = positive(number).map_err(|error| format!("{error}, of seconds or followed by s, m or h"))?;
    Ok(number * unit)
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// One line that moves
    Bar,
    /// The whole terminal: figures, a graph, the best program; press ? for help
    Screen,
    /// A line a second when something was found
    Plain,
    /// Nothing
    None,
}

/// What candidates may do to the syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Syntax {
    /// Add no errors
    Keep,
    /// Anything
    Free,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the languages that lop knows
    Languages(Listing),
    /// List the algorithms
    Algorithms(Algorithms),
    /// List the caches
    Caches(Listing),
    /// Show the reduction tree of a file
    Tree(Tree),
    /// Count the tokens of files
    Tokens(Tokens),
    /// Print a file with other white space
    Print(Print),
    /// Write a test for a crash, a hang, wrong code or a disagreement
    Init(Init),
    /// Print the manual page of lop or of one of its commands
    Man(Man),
    /// Print what makes a shell complete lop's options
    Completions(Completions),
    /// Make a page of a run that was recorded with --events
    Report(Report),
    /// Say why each part of a result is still there
    Explain(Explain),
    /// Learn from a corpus what can go from programs of a language
    #[command(subcommand)]
    Train(Train),
    /// Look into a model, or judge it
    #[command(subcommand)]
    Model(Model),
}

/// The subcommands of `lop model`.
#[derive(Debug, Subcommand)]
pub(crate) enum Model {
    /// Show what a model has learned
    Show(Show),
    /// Compare a model's predictions with verdicts that were collected
    Eval(Eval),
}

/// The options of `lop model show`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Types stand in the order in which they go most easily at the beginning of a reduction; lists, options and groups are
types of their own, called after the rule around them. Then the forests, and where all of it comes from.

Example:
  lop model show c
  lop model show --json my.model")]
pub(crate) struct Show {
    /// A language, for the model that comes with lop, or a file
    pub model: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The options of `lop model eval`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
For each forest of the model: precision, recall, size, and the time of a prediction. Precision and recall are shown for
equally many positive and negative samples, and for all samples. Data that the model was fitted to say little about it.

Example:
  lop model eval c.model other.data")]
pub(crate) struct Eval {
    /// A file that `lop train fit` wrote
    pub model: PathBuf,
    /// The data of `lop train collect`
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
}

/// The subcommands of `lop train`.
#[derive(Debug, Subcommand)]
pub(crate) enum Train {
    /// Run a checker on candidates of the files of a corpus, and record its verdicts
    Collect(Collect),
    /// Fit a model to the recorded verdicts
    Fit(Fit),
}

/// The options of `lop train fit`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
A quarter of the samples is held back; the table evaluates the model on them. The same data, options and
version of lop make the same bytes.

Example:
  lop train fit lua.data -o lua.model
  lop --model lua.model ./interesting.sh crash.lua")]
pub(crate) struct Fit {
    /// The data of `lop train collect`, all of one language
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
    /// Where the model goes
    #[arg(short, long, value_name = "MODEL")]
    pub output: PathBuf,
    /// Trees of a forest
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub trees: usize,
    /// Largest depth of a tree
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub depth: usize,
    /// Weight of positive samples: higher recall, lower precision
    #[arg(long, value_name = "N", default_value_t = 3.0, value_parser = positive)]
    pub yes_weight: f64,
    /// Train forests on types only, as in the papers
    ///
    /// Otherwise each uses its types and progress, the node's tokens, its depth, its place among its siblings, and
    /// whether a name that it declares is used elsewhere.
    #[arg(long)]
    pub plain: bool,
    /// Least number of samples in a leaf of a tree
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub leaf: usize,
    /// The samples held back to evaluate the model
    #[arg(long, value_enum, default_value_t = HoldBack::Files)]
    pub hold_back: HoldBack,
    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// The samples held back to evaluate a model.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum HoldBack {
    /// Whole files of the corpus, so that the model has not seen any part of them
    Files,
    /// Queries of any file, as in the papers
    #[value(name = "questions")]
    Samples,
}

/// The options of `lop train collect`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
A task takes a file of the corpus and a token in it, and removes whatever else can go as long as the checker accepts
the file. No bug is needed. Every query and its verdict go into DATA, for `lop train fit`. The choices depend on
--seed alone, so the data are the same for any number of jobs. Interrupted? The same command continues; so does the
same with more --questions.

A checker is a line for the shell in which {} stands for the file, and exit code 0 means valid; or a process that
stays, reads a path from each line of its input, and prints ok or no. For c, cpp, go, java, javascript, json, python,
rust, smtlib and typescript a checker comes with lop.

Example:
  lop train collect --language c --questions 150000 -o c.data corpus/
  lop train collect --language lua --checker 'luac -p {}' -o lua.data corpus/
  lop train collect --language ruby --checker-server 'ruby checker.rb' -o ruby.data corpus/")]
pub(crate) struct Collect {
    /// Files, and directories with files of the language
    #[arg(required = true)]
    pub corpus: Vec<PathBuf>,
    /// Where queries and verdicts go
    #[arg(short, long, value_name = "DATA")]
    pub output: PathBuf,
    /// A line for the shell that says whether a file is valid
    #[arg(long, value_name = "LINE")]
    pub checker: Option<String>,
    /// A line for the shell that starts a process that checks one file after the other
    #[arg(long, value_name = "LINE", conflicts_with = "checker")]
    pub checker_server: Option<String>,
    /// Stop after this many queries, including those in DATA [default: 10000]
    #[arg(long, value_name = "N")]
    pub questions: Option<usize>,
    /// Stop after this many tasks instead
    #[arg(long, value_name = "N", conflicts_with = "questions")]
    pub tasks: Option<usize>,
    /// Leave out files with more tokens than this
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub max_tokens: usize,
    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Do this many tasks at once [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub jobs: Option<usize>,
    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// The options of `lop init`.
#[derive(Debug, Default, Clone, ClapArgs)]
#[command(
    override_usage = "lop init [OPTIONS] INPUT...\n       lop init [OPTIONS] --crash COMMAND INPUT...\n       \
                      lop init [OPTIONS] --hang COMMAND INPUT...\n       \
                      lop init [OPTIONS] --wrong-code TRUSTED SUSPECT INPUT...\n       \
                      lop init [OPTIONS] --disagree ONE OTHER INPUT...\n       \
                      lop init [OPTIONS] --from FILE [INPUT...]",
    after_long_help = "\
The commands are tried on the input, and what they do there is what the script asks for. lop says what it took \
for the sign of the bug and what it is unsure of. The script is written only if it finds the input interesting, and \
an empty file or a single token not. In all commands {} stands for the file's name; without it, the name goes at the \
end. Several inputs keep their paths from the innermost directory that holds them all, and the command names them. \
Without a kind of problem lop asks.

A test runs in an empty directory. A crash is tried there and where you stand: if it is not the same, the command needs \
something that is here. --include brings it along; a directory or several files as inputs are reduced together.

--from reads a clang reproducer (.sh, or the source beside it), what GCC's -freport-bug wrote, rustc-ice-*.txt, a \
fuzzer's artefact, compile_commands.json, or the log of a build. The command in it is shown, and executed only if you \
say yes, with --yes or when asked.

Examples:
  lop init --crash 'gcc -O2 -c {}' crash.c
  lop init --crash 'gcc -O2 -c {}' --stderr 'internal compiler error' --guard 'clang -c {}' crash.c
  lop init --crash 'gcc -c {}' --include config.h crash.c
  lop init --wrong-code 'gcc -O0' 'gcc -O3' wrong.c
  lop init --hang 'z3 {}' --seconds 5 slow.smt2
  lop init --disagree 'jq -c . {}' 'python3 -m json.tool --compact {}' data.json
  lop init --from /tmp/crash-6e5ffb.sh
  lop init --from compile_commands.json src/parse.cpp
  lop init --from crash-da39a3ee --crash ./fuzz_target"
)]
pub(crate) struct Init {
    /// The file that shows the problem, several, or a directory
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// A command that crashes or prints something wrong
    #[arg(long, value_name = "COMMAND", group = "kind")]
    pub crash: Option<String>,
    /// A command that does not end
    #[arg(long, value_name = "COMMAND", group = "kind")]
    pub hang: Option<String>,
    /// Two compilers whose programs behave differently; -o is added
    #[arg(long, num_args = 2, value_names = ["TRUSTED", "SUSPECT"], group = "kind")]
    pub wrong_code: Option<Vec<String>>,
    /// Two commands of which one accepts the file, or that print different things
    #[arg(long, num_args = 2, value_names = ["ONE", "OTHER"], group = "kind")]
    pub disagree: Option<Vec<String>>,
    /// Take command and input from a file that a tool left behind
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Execute the command that --from finds without a confirmation
    #[arg(long, requires = "from")]
    pub yes: bool,
    /// The crash's standard output must match this regular expression (`grep -E`)
    #[arg(long, value_name = "REGEX", requires = "crash")]
    pub stdout: Option<String>,
    /// The crash's error output must match this regular expression [default: what tells the crash from others]
    #[arg(long, value_name = "REGEX", requires = "crash")]
    pub stderr: Option<String>,
    /// It is a hang after this many seconds [default: 10]
    #[arg(long, value_name = "N", requires = "hang", value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: Option<u64>,
    /// A compiler whose program has to run without complaint, or none [default: for C and C++, one with the
    /// address and undefined-behaviour sanitizers]
    #[arg(long, value_name = "COMMAND", requires = "wrong_code")]
    pub sanitize: Option<String>,
    /// A command that must succeed; can be given several times
    #[arg(long, value_name = "COMMAND")]
    pub guard: Vec<String>,
    /// A file or directory beside the input that the commands read and that is not reduced
    ///
    /// The script copies it to where it runs. Can be given several times.
    #[arg(long, value_name = "PATH")]
    pub include: Vec<PathBuf>,
    /// Where the script goes
    #[arg(short, long, value_name = "FILE", default_value = "interesting.sh")]
    pub output: PathBuf,
    /// Replace a script that exists, and write one that is always true
    #[arg(long)]
    pub force: bool,
    /// Whether the command is one that --from found.
    #[arg(skip)]
    pub is_command_found: bool,
}

/// The options of `lop man`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Man {
    /// A command of lop
    pub command: Option<String>,
}

/// The options of `lop completions`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Example:
  lop completions bash >~/.local/share/bash-completion/completions/lop
  lop completions fish >~/.config/fish/completions/lop.fish")]
pub(crate) struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// The options of `lop report`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
The page needs nothing but itself: figures, what each stage removed at what cost, a slider through
every program that was the best, and why what is left is left.

Example:
  lop --events run.jsonl ./interesting.sh crash.c
  lop report run.jsonl -o run.html")]
pub(crate) struct Report {
    /// The file of --events
    pub events: PathBuf,
    /// Where the page goes; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}

/// The options of `lop explain`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
The result is shown with letters under its tokens for what happened when they were removed; a table
says what the letters mean. Of all queries that would have removed a token, the smallest counts.

Example:
  lop --events crash.reduced.c.events ./interesting.sh crash.c
  lop explain crash.reduced.c")]
pub(crate) struct Explain {
    /// The file of --events, or a result that has it beside it with .events after its name
    pub events: PathBuf,
    /// Print one JSON object with every token
    #[arg(long)]
    pub json: bool,
}

/// The options of `lop algorithms`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Algorithms {
    /// Describe this algorithm, stage of auto or transformation
    #[arg(value_name = "NAME", conflicts_with = "transforms")]
    pub name: Option<String>,
    /// List transformations instead, with the number of languages that each works in
    #[arg(long, alias = "heuristics")]
    pub transforms: bool,
    /// List the rewrite rules that come with lop instead, by language
    #[arg(long, conflicts_with = "transforms")]
    pub rewrites: bool,
    #[command(flatten)]
    pub listing: Listing,
}

/// The options of commands that print a list.
#[derive(Debug, ClapArgs)]
pub(crate) struct Listing {
    /// Print one JSON array
    #[arg(long)]
    pub json: bool,
}

/// The options of `lop tree`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Each line shows one node: a minus sign if the node can be removed by itself, its name, how many
tokens stand below it, and the text of a token. Lists, options and groups stand between the nodes of
the grammar: an item of a list can go, and so can what is optional. A list+ keeps one item.

With --names each line shows a name: where it is defined and where it is used, as line:column. Names
are told apart by scopes in languages of which these are known, and by their spelling in all others.

Example:
  lop tree crash.c
  lop tree --depth 3 --json crash.c")]
pub(crate) struct Tree {
    /// The file; - for standard input
    pub file: PathBuf,
    /// Print one JSON array with an object for each node
    #[arg(long)]
    pub json: bool,
    /// Show the names instead
    #[arg(long)]
    pub names: bool,
    /// Leave out nodes deeper than this
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// The options of `lop tokens`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
A token is a leaf of the language's grammar; a string is one token. Comments and white space do not
count. Files without a grammar are counted in words. Of a directory, every file is counted.")]
pub(crate) struct Tokens {
    /// The files, and directories with files; - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON array with an object for each file
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// The options of `lop print`.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Nothing but white space changes: the result is parsed again, and where it would not read the same,
less is done. The file itself is not touched.")]
pub(crate) struct Print {
    /// The file; - for standard input
    pub file: PathBuf,
    /// How to lay it out
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub format: Format,
    #[command(flatten)]
    pub language: LanguageChoice,
}

/// How a program is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// By a formatter of the language if one is installed, else pretty, else compact
    Tool,
    /// One statement to a line, indented by brackets
    Pretty,
    /// With as little white space as possible
    Compact,
    /// As it is
    #[value(alias = "original")]
    AsIs,
}

/// How a file is read.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct LanguageChoice {
    /// Read the input as this language: see `lop languages`
    ///
    /// Independent of its name. `text` reads any file as lines and words, `bytes` as bytes.
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// Read the input with a tree-sitter grammar of your own
    ///
    /// A folder or file with grammar.json, grammar.js or parser.c, or a shared library with grammar.json beside it. Or the
    /// name of a package on this machine, such as tree-sitter-vhdl: a crate that cargo has fetched, a folder that
    /// tree-sitter's config.json names, or a package in node_modules. Later, files with the extensions of its language are
    /// read with it.
    #[arg(long, value_name = "PATH|NAME", conflicts_with = "language", hide_short_help = true)]
    pub grammar: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_are_seconds_unless_they_say_otherwise() {
        assert_eq!(seconds("90"), Ok(90.0));
        assert_eq!(seconds("90s"), Ok(90.0));
        assert_eq!(seconds("1.5m"), Ok(90.0));
        assert_eq!(seconds("2h"), Ok(7200.0));
        for wrong in ["", "0", "-1", "s", "1d", "1ms", "inf"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
