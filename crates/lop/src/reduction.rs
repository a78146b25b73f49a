//! A reduction from its beginning to its end.

use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use lop_core::{Counts, Event, Executor, Inline, Limits, Observer, Search, Stop, Verdict, cache, list, model, tree};
use lop_syntax::{Program, Syntax, lang, parse};

use crate::threads::with_threads;

/// Comments hold no tokens and go first.
const COMMENTS: &str = "comments";

/// Somebody who is told of every step.
type Watcher<'a> = Box<dyn FnMut(&Step<'_>) -> ControlFlow<()> + 'a>;

/// A program that is to be reduced, and how.
///
/// ```
/// use std::ops::ControlFlow;
/// use lop::{Reduction, Step};
///
/// # fn main() -> Result<(), lop::Error> {
/// let mut sizes = Vec::new();
/// let reduced = Reduction::new("a b c d e f g h")
///     .language("text")
///     .algorithm("tokens")
///     .list("ddmin")
///     .jobs(2)
///     .observe(|step| {
///         if let Step::Best { text, .. } = step {
///             sizes.push(text.len());
///         }
///         ControlFlow::Continue(())
///     })
///     .run(|candidate| candidate.contains(&b'c') && candidate.contains(&b'f'))?;
/// assert_eq!(reduced.text, b"c f");
/// assert!(reduced.is_complete());
/// assert!(sizes.is_sorted_by(|before, after| before > after));
/// # Ok(())
/// # }
/// ```
pub struct Reduction<'a> {
    text: Arc<[u8]>,
    language: Option<String>,
    file_name: Option<String>,
    algorithm: String,
    list: Option<String>,
    cache: String,
    jobs: usize,
    limits: Limits,
    watchers: Vec<Watcher<'a>>,
}

impl<'a> Reduction<'a> {
    /// Of a program, by default read as lines and words.
    pub fn new(text: impl AsRef<[u8]>) -> Self {
        Reduction {
            text: text.as_ref().into(),
            language: None,
            file_name: None,
            algorithm: tree::DEFAULT.to_owned(),
            list: None,
            cache: cache::DEFAULT.to_owned(),
            jobs: 1,
            limits: Limits::default(),
            watchers: Vec::new(),
        }
    }

    /// Reads the program as this language, by its name on the command line; `text` is lines and words, `bytes` bytes.
    /// A language is there if the crate was built with the feature of its name.
    pub fn language(mut self, name: impl Into<String>) -> Self {
        self.language = Some(name.into());
        self
    }

    /// Finds the language by what a file with this program would be called, unless one is named.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// How to reduce, by name.
    pub fn algorithm(mut self, name: impl Into<String>) -> Self {
        self.algorithm = name.into();
        self
    }

    /// How lists are minimised, by name; otherwise as the algorithm likes it.
    pub fn list(mut self, name: impl Into<String>) -> Self {
        self.list = Some(name.into());
        self
    }

    /// How answers are remembered, by name.
    pub fn cache(mut self, name: impl Into<String>) -> Self {
        self.cache = name.into();
        self
    }

    /// Judges this many candidates at once, in threads. The result is the same for any number.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Asks at most this many questions.
    pub fn max_queries(mut self, queries: usize) -> Self {
        self.limits.queries = Some(queries);
        self
    }

    /// Starts over at most this often.
    pub fn max_rounds(mut self, rounds: usize) -> Self {
        self.limits.rounds = Some(rounds);
        self
    }

    /// Has somebody told of every step, who may break it off: the best program so far is the result then.
    pub fn observe(mut self, watcher: impl FnMut(&Step<'_>) -> ControlFlow<()> + 'a) -> Self {
        self.watchers.push(Box::new(watcher));
        self
    }

    /// Reduces, with a function that tells whether a candidate is still interesting. For the same candidate it has to
    /// say the same each time.
    pub fn run(mut self, is_interesting: impl Fn(&[u8]) -> bool + Sync) -> Result<Reduced, Error> {
        let chosen = Chosen::of(&self)?;
        if !is_interesting(&self.text) {
            return Err(Error::NotInteresting);
        }
        let mut watching = Watching {
            watchers: std::mem::take(&mut self.watchers),
        };
        let jobs = self.jobs;
        if jobs == 1 {
            return Ok(self.search(&chosen, &mut Inline::new(&is_interesting), &mut watching));
        }
        Ok(with_threads(jobs, &is_interesting, |threads| {
            self.search(&chosen, threads, &mut watching)
        }))
    }

    fn search(&self, chosen: &Chosen, executor: &mut dyn Executor, watching: &mut Watching<'a>) -> Reduced {
        let tree = parse(self.text.clone(), &chosen.syntax);
        let tokens_before = tree.tokens();
        let program = Program::new(Arc::new(tree));
        let mut search = Search::new(program, executor, (chosen.cache.make)(), self.limits);
        search.observe_with(watching);
        let defaults = chosen.algorithm.options();
        let model = model::shipped(&chosen.syntax.name).and_then(Result::ok);
        let options = tree::Options {
            list: (chosen.list.make)().into(),
            learning: tree::Learning {
                model: model.map(Rc::new),
                ..defaults.learning
            },
            ..defaults
        };
        let stages = [chosen.comments, chosen.algorithm];
        let stopped = stages
            .into_iter()
            .try_for_each(|stage| (stage.make)(options.clone()).reduce(&mut search))
            .err();
        Reduced {
            text: search.best().text().to_vec(),
            tokens_before,
            tokens: search.best().token_count(),
            counts: *search.counts(),
            stopped,
        }
    }
}

/// What the names of a reduction stand for.
struct Chosen {
    syntax: Arc<Syntax>,
    algorithm: &'static tree::Entry,
    comments: &'static tree::Entry,
    list: &'static list::Entry,
    cache: &'static cache::Entry,
}

impl Chosen {
    fn of(reduction: &Reduction<'_>) -> Result<Self, Error> {
        let unknown = |kind: &'static str, name: &str| Error::UnknownName {
            kind,
            name: name.to_owned(),
        };
        let tree_named = |name: &str| tree::named(name).ok_or_else(|| unknown("algorithm", name));
        let algorithm = tree_named(&reduction.algorithm)?;
        let list = reduction.list.as_deref().unwrap_or(algorithm.list);
        Ok(Chosen {
            syntax: syntax(reduction)?,
            algorithm,
            comments: tree_named(COMMENTS)?,
            list: list::named(list).ok_or_else(|| unknown("list algorithm", list))?,
            cache: cache::named(&reduction.cache).ok_or_else(|| unknown("cache", &reduction.cache))?,
        })
    }
}

fn syntax(reduction: &Reduction<'_>) -> Result<Arc<Syntax>, Error> {
    let language = match reduction.language.as_deref() {
        Some("text") => None,
        Some("bytes") => return Ok(Arc::new(Syntax::bytes())),
        Some(name) => Some(lang::named(name).ok_or_else(|| Error::UnknownName {
            kind: "language",
            name: name.to_owned(),
        })?),
        None => {
            let name = reduction.file_name.as_deref().map(Path::new);
            name.and_then(|name| lang::detect(name, &reduction.text))
        }
    };
    match language {
        None => Ok(Arc::new(Syntax::text())),
        Some(language) => language.syntax().map_err(|error| Error::Grammar {
            language: language.name.to_owned(),
            reason: error.to_string(),
        }),
    }
}

/// Passes the steps of a search on.
struct Watching<'a> {
    watchers: Vec<Watcher<'a>>,
}

impl Observer for Watching<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let step = match event {
            Event::Judged {
                verdict, was_cached, ..
            } => Step::Judged {
                is_interesting: *verdict == Verdict::Interesting,
                was_known: *was_cached,
            },
            Event::Improved { best, counts } => Step::Best {
                text: best.text(),
                tokens: best.token_count(),
                asked: counts.asked,
            },
            Event::Round { round } => Step::Round { round: *round },
            Event::StageBegun { .. }
            | Event::StageEnded { .. }
            | Event::SearchBegun { .. }
            | Event::SearchEnded { .. }
            | Event::BestReplaced { .. } => return Ok(()),
        };
        let is_over = self.watchers.iter_mut().any(|watcher| watcher(&step).is_break());
        if is_over { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

/// A step of a reduction.
#[derive(Debug)]
#[non_exhaustive]
pub enum Step<'a> {
    /// A candidate was judged, or known from before.
    #[non_exhaustive]
    Judged {
        /// The answer.
        is_interesting: bool,
        /// Whether it was known.
        was_known: bool,
    },
    /// There is a new best program.
    #[non_exhaustive]
    Best {
        /// The program.
        text: &'a [u8],
        /// How many tokens it has.
        tokens: usize,
        /// How many questions were asked so far.
        asked: usize,
    },
    /// The algorithm starts over on what is left.
    #[non_exhaustive]
    Round {
        /// Which round this is, from one.
        round: usize,
    },
}

/// What came of a reduction.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reduced {
    /// The smallest interesting program that was found.
    pub text: Vec<u8>,
    /// How many tokens the program had.
    pub tokens_before: usize,
    /// How many it has now.
    pub tokens: usize,
    /// How many questions there were.
    pub counts: Counts,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
}

impl Reduced {
    /// Whether the algorithm came to its end.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// Why a reduction does not begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The function says no to the program itself.
    #[error("the program is not interesting")]
    NotInteresting,
    /// Nothing has this name.
    #[error("no {kind} is called \"{name}\"")]
    #[non_exhaustive]
    UnknownName {
        /// What was looked for.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A language does not work.
    #[error("cannot use the grammar of \"{language}\": {reason}")]
    #[non_exhaustive]
    Grammar {
        /// The language.
        language: String,
        /// What is wrong.
        reason: String,
    },
}
