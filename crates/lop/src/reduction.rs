//! A reduction of one text with a function as the interestingness test.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use lop_core::{Counts, Event, Executor, Inline, Observer, Stop, Verdict};
use lop_syntax::{Syntax, parse};

use crate::driver::{Driver, Subject};
use crate::protect::{Protect, Protected};
use crate::strategy::{ModelSource, Strategy};
use crate::threads::with_threads;
use crate::{Error, language};

/// Receives every step; may stop the reduction.
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
    file_name: String,
    strategy: Strategy,
    protects: Vec<Protect>,
    jobs: usize,
    watchers: Vec<Watcher<'a>>,
}

impl<'a> Reduction<'a> {
    /// Of a program, by default read as lines and words.
    pub fn new(text: impl AsRef<[u8]>) -> Self {
        Reduction {
            text: text.as_ref().into(),
            language: None,
            file_name: String::new(),
            strategy: Strategy::default(),
            protects: Vec::new(),
            jobs: 1,
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
        self.file_name = name.into();
        self
    }

    /// All settings of the search at once; the methods below change one each.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// How to reduce, by name.
    pub fn algorithm(mut self, name: impl Into<String>) -> Self {
        self.strategy.algorithm = name.into();
        self
    }

    /// How lists are minimised, by name; otherwise as the algorithm likes it.
    pub fn list(mut self, name: impl Into<String>) -> Self {
        self.strategy.list = Some(name.into());
        self
    }

    /// How verdicts are remembered, by name.
    pub fn cache(mut self, name: impl Into<String>) -> Self {
        self.strategy.cache = name.into();
        self
    }

    /// Whether a node may be replaced by one of its descendants.
    pub fn replacements(mut self, is_allowed: bool) -> Self {
        self.strategy.replacements = is_allowed;
        self
    }

    /// Whether candidates with more syntax errors than the program are refused, as they are by default.
    pub fn keep_syntax(mut self, is_kept: bool) -> Self {
        self.strategy.keep_syntax = is_kept;
        self
    }

    /// The transformations to apply, by name; a name with a minus sign before it is left out.
    pub fn transforms(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.strategy.transforms = names.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a rewrite rule, such as `$A ? $B : $C => $B`. Can be given several times.
    pub fn rewrite(mut self, rule: impl Into<String>) -> Self {
        self.strategy.rewrites.push(rule.into());
        self
    }

    /// Where the model of the language comes from.
    pub fn model(mut self, model: ModelSource) -> Self {
        self.strategy.model = model;
        self
    }

    /// Keeps parts of the program: a candidate without one of them is not interesting, and the function is not called
    /// for it. Can be given several times.
    pub fn protect(mut self, protect: Protect) -> Self {
        self.protects.push(protect);
        self
    }

    /// Judges this many candidates at once, in threads. The result is the same for any number.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Makes at most this many queries.
    pub fn max_queries(mut self, queries: usize) -> Self {
        self.strategy.limits.queries = Some(queries);
        self
    }

    /// Starts over at most this often.
    pub fn max_rounds(mut self, rounds: usize) -> Self {
        self.strategy.limits.rounds = Some(rounds);
        self
    }

    /// Calls `watcher` with every step. It may stop the reduction: the best program so far is the result then.
    pub fn observe(mut self, watcher: impl FnMut(&Step<'_>) -> ControlFlow<()> + 'a) -> Self {
        self.watchers.push(Box::new(watcher));
        self
    }

    /// Reduces, with a function that tells whether a candidate is still interesting. For the same candidate it has to
    /// say the same each time.
    pub fn run(mut self, is_interesting: impl Fn(&[u8]) -> bool + Sync) -> Result<Reduced, Error> {
        let driver = Driver::new(&self.strategy)?;
        let syntax = self.syntax()?;
        driver.check_rewrites(std::slice::from_ref(&syntax))?;
        if !is_interesting(&self.text) {
            return Err(Error::NotInteresting);
        }
        let file = Path::new("");
        let protected = Protected::of(&self.protects, &[(file, &self.text)]);
        let test = |text: &[u8]| protected.hold(&[(file, text)]) && is_interesting(text);
        let mut watching = Watching {
            watchers: std::mem::take(&mut self.watchers),
        };
        if self.jobs == 1 {
            return Ok(self.search(driver, &syntax, &mut Inline::new(&test), &mut watching));
        }
        Ok(with_threads(self.jobs, &test, |threads| {
            self.search(driver, &syntax, threads, &mut watching)
        }))
    }

    fn syntax(&self) -> Result<Arc<Syntax>, Error> {
        match &self.language {
            Some(name) => language::syntax_named(name),
            None => language::syntax_for(Path::new(&self.file_name), &self.text),
        }
    }

    fn search(
        &self,
        mut driver: Driver,
        syntax: &Arc<Syntax>,
        executor: &mut dyn Executor,
        watching: &mut Watching<'a>,
    ) -> Reduced {
        let tree = Arc::new(parse(self.text.clone(), syntax));
        let tokens_before = tree.tokens();
        let subject = Subject {
            file: &self.file_name,
            tree,
            beside: Vec::new(),
        };
        let searched = driver.reduce(subject, executor, &mut [watching]);
        Reduced {
            text: searched.text.to_vec(),
            tokens_before,
            tokens: searched.tokens,
            counts: *driver.counts(),
            stopped: searched.stopped,
        }
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
    /// A candidate has a verdict, of a call or from the cache.
    #[non_exhaustive]
    Judged {
        /// The verdict.
        is_interesting: bool,
        /// Whether it came from the cache.
        was_known: bool,
    },
    /// There is a new best program.
    #[non_exhaustive]
    Best {
        /// The program.
        text: &'a [u8],
        /// How many tokens it has.
        tokens: usize,
        /// The queries so far.
        asked: usize,
    },
    /// The algorithm starts another round on its own result.
    #[non_exhaustive]
    Round {
        /// Which round this is, from one.
        round: usize,
    },
}

/// The result of a reduction.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reduced {
    /// The smallest interesting program that was found.
    pub text: Vec<u8>,
    /// How many tokens the program had.
    pub tokens_before: usize,
    /// How many it has now.
    pub tokens: usize,
    /// How many queries there were.
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
