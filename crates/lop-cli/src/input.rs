//! Reading files, and detecting their languages.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::CommandFactory;
use lop_core::model::{self, Model};
use lop_core::{cache, list, transform, tree};
use lop_syntax::rewrite::{FaultKind, RuleError};
use lop_syntax::{Syntax, Tree, lang, load, parse};

use crate::args::{Args, LanguageChoice};
use crate::exit_code::ExitStatus;
use crate::memory;
use crate::say::say;
use crate::suggest;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("cannot read \"{}\"", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write \"{}\"", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("a reduction of \"{}\" as {language} takes about {} of memory, and {} are left", path.display(), gigabytes(*needed), gigabytes(*available))]
    Memory {
        path: PathBuf,
        language: String,
        needed: u64,
        available: u64,
    },
    #[error("line {line} of \"{}\" is not an event", path.display())]
    Events {
        path: PathBuf,
        line: usize,
        source: serde_json::Error,
    },
    #[error("\"{}\" does not hold the events of a run", .0.display())]
    NoEvents(PathBuf),
    #[error("cannot use the model \"{}\"", path.display())]
    Model { path: PathBuf, source: model::ModelError },
    #[error("{}", refused_rule(place.as_ref(), rule))]
    Rewrite {
        place: Option<(PathBuf, usize)>,
        rule: RuleError,
    },
    #[error("no {kind} is called \"{name}\"")]
    UnknownName { kind: &'static str, name: String },
    #[error("{reason}")]
    Usage { reason: String, hint: String },
    #[error("cannot use \"{}\": {reason}", path.display())]
    Config {
        path: PathBuf,
        reason: String,
        hint: String,
    },
    #[error("{reason}")]
    Init {
        reason: String,
        hint: String,
        output: Vec<u8>,
    },
    #[error("no test is written: {}", .0)]
    AlwaysTrue(lop_exec::sanity::Weakness),
    #[error("the command {reason}")]
    Golden {
        reason: String,
        hint: String,
        output: Vec<u8>,
    },
    #[error("{name} would overwrite {what}: \"{}\"", path.display())]
    Overwrites {
        name: String,
        path: PathBuf,
        what: &'static str,
    },
    #[error("\"{}\" exists, and lop did not make it", .0.display())]
    NotOurs(PathBuf),
    #[error(transparent)]
    Exec(#[from] lop_exec::Error),
    #[cfg(feature = "remote")]
    #[error(transparent)]
    Remote(#[from] lop_remote::Error),
    #[error("cannot print")]
    Print(#[source] io::Error),
    #[error(transparent)]
    Library(lop::Error),
    #[error(transparent)]
    Load(#[from] load::LoadError),
    #[error(transparent)]
    Train(#[from] lop_train::Error),
}

impl Error {
    /// The next step for the user.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Error::Read { source, .. } if source.kind() == io::ErrorKind::IsADirectory => {
                Some("give the files in it one by one".to_owned())
            }
            Error::Events { .. } | Error::NoEvents(_) => {
                Some("`lop --events FILE ...` of the same version of lop writes them".to_owned())
            }
            Error::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Some("check its name; paths begin at the current directory".to_owned())
            }
            Error::Memory { .. } => Some(
                "make room, cut the file down by hand first, or reduce it with --language text, which takes about half of that"
                    .to_owned(),
            ),
            Error::Model { .. } => Some(
                "without --model lop takes the one that comes with it; `lop train` makes others, --model none goes without"
                    .to_owned(),
            ),
            Error::Rewrite { rule, .. } => Some(rule_hint(rule.kind).to_owned()),
            Error::UnknownName { kind, name } => Some(name_hint(kind, name)),
            Error::Usage { hint, .. }
            | Error::Config { hint, .. }
            | Error::Golden { hint, .. }
            | Error::Init { hint, .. } => Some(hint.clone()),
            Error::AlwaysTrue(_) => Some(
                "say more about what goes wrong, such as what is printed, or add a --guard; --force writes it nevertheless"
                    .to_owned(),
            ),
            Error::Overwrites { .. } => Some("give it another name".to_owned()),
            Error::NotOurs(_) => Some("--force replaces it; -o writes the result elsewhere".to_owned()),
            Error::Exec(error) => error.hint(),
            #[cfg(feature = "remote")]
            Error::Remote(error) => error.hint().map(str::to_owned),
            Error::Load(load::LoadError::Description { source, .. }) => {
                let known = source.known.iter().map(String::as_str);
                let nearest = suggest::nearest(&source.word, known);
                let listed = "the book's page on grammars of your own lists the facts";
                Some(nearest.map_or(listed.to_owned(), |nearest| format!("did you mean \"{nearest}\"?")))
            }
            Error::Load(error) => error.hint(),
            Error::Train(error) => error.hint(),
            _ => None,
        }
    }

    /// The exit code that goes with it.
    pub(crate) fn status(&self) -> ExitStatus {
        match self {
            Error::Read { .. }
            | Error::Write { .. }
            | Error::Memory { .. }
            | Error::Print(_)
            | Error::Overwrites { .. }
            | Error::NotOurs(_)
            | Error::Model { .. }
            | Error::Events { .. }
            | Error::NoEvents(_) => ExitStatus::File,
            Error::UnknownName { .. } | Error::Usage { .. } | Error::Config { .. } | Error::Rewrite { .. } => {
                ExitStatus::Usage
            }
            Error::Golden { .. } | Error::Init { .. } => ExitStatus::NotInteresting,
            Error::AlwaysTrue(_) => ExitStatus::AlwaysTrue,
            #[cfg(feature = "remote")]
            Error::Remote(
                lop_remote::Error::Address(_) | lop_remote::Error::Header(_) | lop_remote::Error::Place(_),
            ) => ExitStatus::Usage,
            #[cfg(feature = "remote")]
            Error::Remote(lop_remote::Error::Read { .. } | lop_remote::Error::Name(_)) => ExitStatus::File,
            #[cfg(feature = "remote")]
            Error::Remote(_) => ExitStatus::Test,
            Error::Exec(error) => match error {
                lop_exec::Error::NotInteresting { .. } | lop_exec::Error::NotInterestingElsewhere { .. } => {
                    ExitStatus::NotInteresting
                }
                lop_exec::Error::Read { .. }
                | lop_exec::Error::Write { .. }
                | lop_exec::Error::Special(_)
                | lop_exec::Error::Link(_)
                | lop_exec::Error::ForeignJournal(_)
                | lop_exec::Error::Twice(_)
                | lop_exec::Error::OutputIsInput { .. }
                | lop_exec::Error::Foreign { .. }
                | lop_exec::Error::Journal { .. }
                | lop_exec::Error::NoJournal(_) => ExitStatus::File,
                lop_exec::Error::JournalInUse(_) | lop_exec::Error::JournalOutdated { .. } => ExitStatus::Journal,
                lop_exec::Error::Interrupted => ExitStatus::Interrupted,
                lop_exec::Error::TimeLimit => ExitStatus::Limit,
                _ => ExitStatus::Test,
            },
            Error::Library(lop::Error::Grammar { .. }) | Error::Load(_) => ExitStatus::Grammar,
            Error::Library(lop::Error::NotInteresting) => ExitStatus::NotInteresting,
            Error::Library(_) => ExitStatus::Usage,
            Error::Train(error) => match error {
                lop_train::Error::Start { .. }
                | lop_train::Error::NoAnswer { .. }
                | lop_train::Error::Contradiction { .. } => ExitStatus::Test,
                lop_train::Error::NoneAccepted { .. } => ExitStatus::NotInteresting,
                _ => ExitStatus::File,
            },
        }
    }

    /// The output of the test, where it explains the error.
    pub(crate) fn output(&self) -> Option<&[u8]> {
        match self {
            Error::Exec(
                lop_exec::Error::NotInteresting { output, .. }
                | lop_exec::Error::NotInterestingElsewhere { output, .. },
            )
            | Error::Golden { output, .. }
            | Error::Init { output, .. } => Some(output),
            _ => None,
        }
    }

    /// Whether the reader of standard output, such as `head`, has closed it.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Error::Print(source) if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<lop::Error> for Error {
    /// Settings of the library are options here.
    fn from(error: lop::Error) -> Self {
        let option = |setting: &str| setting.replace('_', "-");
        match error {
            lop::Error::UnknownName { kind, name, .. } => Error::UnknownName { kind, name },
            lop::Error::UnknownValue {
                setting, value, known, ..
            } => Error::Usage {
                reason: format!("--{} cannot be \"{value}\"", option(setting)),
                hint: format!("it is one of {}", known.join(", ")),
            },
            lop::Error::OwnPartner { setting, .. } => Error::Usage {
                reason: error.to_string(),
                hint: format!("give --{} another algorithm", option(setting)),
            },
            error => Error::Library(error),
        }
    }
}

/// A rewrite rule that cannot be used, with the place where that shows.
fn refused_rule(place: Option<&(PathBuf, usize)>, refused: &RuleError) -> String {
    let RuleError {
        rule,
        language,
        kind,
        at,
    } = refused;
    let file = place.map(|(path, line)| format!("line {line} of \"{}\": ", path.display()));
    let file = file.unwrap_or_default();
    let before = rule.get(..*at).unwrap_or(rule).chars().count();
    format!(
        "{file}cannot use a rewrite rule for {language}: {kind}\n  {rule}\n  {:before$}^",
        ""
    )
}

fn rule_hint(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NoArrow | FaultKind::NoPattern => "a rule is PATTERN => REPLACEMENT, such as '$A ? $B : $C => $B'",
        FaultKind::Everything => "write some of the language's own text around it",
        FaultKind::Unbound => "only what the pattern names can be written again: $A is a node, $$$A a row of nodes",
        FaultKind::Pattern | FaultKind::Replacement => {
            "both sides are in the language of the input: $A is a node, $$$A a row of nodes, \\$A the language's own $A"
        }
        FaultKind::SeveralNodes => "one expression, one statement or one declaration can be a pattern",
        FaultKind::InToken => "a metavariable stands for whole tokens, not for a part of a string or of a name",
        FaultKind::NoGrammar => "--language or --grammar says what the input is",
    }
}

/// A number of bytes for the user.
fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

/// The most similar name, and the command that lists all names.
fn name_hint(kind: &str, name: &str) -> String {
    let algorithms = "`lop algorithms` lists them all";
    match kind {
        "transformation" => {
            let names = transform::all().map(|transform| transform.name);
            suggest::hint(name, names, "`lop algorithms --transforms` lists them all")
        }
        "cache" => {
            let names = cache::CACHES.iter().map(|entry| entry.name);
            suggest::hint(name, names, "`lop caches` lists them all")
        }
        "language" => {
            let names = lang::LANGUAGES.iter().map(|language| language.name);
            suggest::hint(name, names.chain(lop::PLAIN), "`lop languages` lists them all")
        }
        "command" => suggest::hint(
            name,
            command_names().iter().map(String::as_str),
            "`lop --help` lists them all",
        ),
        "list algorithm" => suggest::hint(name, list::LIST_REDUCERS.iter().map(|entry| entry.name), algorithms),
        _ => suggest::hint(name, tree::REDUCERS.iter().map(|entry| entry.name), algorithms),
    }
}

/// The names of lop's commands.
pub(crate) fn command_names() -> Vec<String> {
    let command = Args::command();
    command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect()
}

/// Reads a file and parses it in the language that was chosen or that fits.
pub(crate) fn read_tree(path: &Path, choice: &LanguageChoice) -> Result<Tree, Error> {
    let source = read(path)?;
    let syntax = Chooser::new(choice)?.choose(path, &source)?;
    memory::check(path, source.len(), &syntax)?;
    let tree = parse(source, &syntax);
    if let Some(gave_up) = tree.gave_up() {
        let (language, path) = (&syntax.name, path.display());
        say!("warning: the parser of {language} {gave_up} on \"{path}\": it is read as text, in lines and words");
    }
    Ok(tree)
}

/// Reads a file, or standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let result = if path == Path::new("-") {
        let mut source = Vec::new();
        io::stdin().lock().read_to_end(&mut source).map(|_| source)
    } else {
        std::fs::read(path)
    };
    result.map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })
}

/// Reads a model, for a language if one is given.
pub(crate) fn read_model(path: &Path, language: Option<&str>) -> Result<Model, Error> {
    model::file::read(&read(path)?, language).map_err(|source| Error::Model {
        path: path.to_owned(),
        source,
    })
}

/// Detects the languages of files.
pub(crate) struct Chooser {
    /// The language of `--language`, for all files.
    chosen: Option<Arc<Syntax>>,
    /// The grammar of `--grammar`.
    brought: Option<load::Brought>,
}

impl Chooser {
    /// A chooser for the options `--language` and `--grammar`.
    pub(crate) fn new(choice: &LanguageChoice) -> Result<Self, Error> {
        let brought = choice.grammar.as_deref().map(load::brought).transpose()?;
        let chosen = match (&brought, choice.language.as_deref()) {
            (Some(brought), _) => Some(brought.syntax.clone()),
            (None, Some(name)) => Some(lop::syntax_named(name)?),
            (None, None) => None,
        };
        Ok(Chooser { chosen, brought })
    }

    /// The language of a file.
    pub(crate) fn choose(&self, path: &Path, source: &[u8]) -> Result<Arc<Syntax>, Error> {
        if let Some(brought) = &self.brought {
            brought.remember_for(path);
        }
        if let Some(chosen) = &self.chosen {
            return Ok(chosen.clone());
        }
        let known = match lang::detect(path, source) {
            Some(_) => None,
            None => load::known(path, source),
        };
        match known {
            Some(known) => Ok(known?),
            None => Ok(lop::syntax_for(path, source)?),
        }
    }
}
