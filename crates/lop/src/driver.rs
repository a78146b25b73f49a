//! One driver of a reduction, for the library's [`Reduction`](crate::Reduction) and for the command.
//!
//! A driver knows which algorithms work on a file, in which order, with which options and which model. Verdicts come from
//! an executor, and observers learn everything else from events: a driver prints nothing and writes nothing.

use std::sync::Arc;

use lop_core::tree::{self, Learning, Options};
use lop_core::{Counts, Executor, Limits, Observer, Search, Stop, cache, list};
use lop_syntax::rewrite::Rule;
use lop_syntax::{Program, Syntax, Tree};

use crate::Error;
use crate::strategy::{Entries, ModelSource, Strategy};

/// Comments hold no tokens and go first.
const COMMENTS: &str = "comments";
/// How whole files are dropped. Directories are nodes, so the heaviest go first.
const DROPS_FILES: &str = "pardis-hybrid";

/// Makes the searches of a reduction.
pub struct Driver {
    entries: Entries,
    model: ModelSource,
    rewrites: Vec<String>,
    keep_syntax: bool,
    limits: Limits,
    counts: Counts,
}

/// What one search works on.
pub struct Subject<'a> {
    /// The name that events give it.
    pub file: &'a str,
    /// Its content.
    pub tree: Arc<Tree>,
    /// Other files of the same input and in the same language.
    pub beside: Vec<Arc<Tree>>,
}

/// What a search left.
#[derive(Debug, Clone)]
pub struct Searched {
    /// The smallest interesting program that was found.
    pub text: Arc<[u8]>,
    /// How many tokens it has.
    pub tokens: usize,
    /// Why the search ended before its algorithm was done.
    pub stopped: Option<Stop>,
}

impl Driver {
    /// Of the algorithms that a strategy names.
    pub fn new(strategy: &Strategy) -> Result<Self, Error> {
        Ok(Driver {
            entries: strategy.entries()?,
            model: strategy.model.clone(),
            rewrites: strategy.rewrites.clone(),
            keep_syntax: strategy.keep_syntax,
            limits: strategy.limits,
            counts: Counts::default(),
        })
    }

    /// The tree reducer.
    pub fn algorithm(&self) -> &'static tree::ReducerEntry {
        self.entries.algorithm
    }

    /// The list reducer.
    pub fn list(&self) -> &'static list::ListEntry {
        self.entries.list
    }

    /// The cache.
    pub fn cache(&self) -> &'static cache::CacheEntry {
        self.entries.cache
    }

    /// Limits of all searches together.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The queries of all searches so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Refuses rewrite rules that are in none of these languages.
    pub fn check_rewrites(&self, languages: &[Arc<Syntax>]) -> Result<(), Error> {
        for rule in &self.rewrites {
            let mut readings = languages.iter().map(|language| Rule::read(rule, language));
            // What is wrong with it in the first language is as good a reason as any.
            if let Some(Err(error)) = readings.next()
                && !readings.any(|reading| reading.is_ok())
            {
                return Err(Error::Rewrite(error));
            }
        }
        Ok(())
    }

    /// The rewrite rules that a language has a meaning for.
    fn rewrites(&self, language: &Arc<Syntax>) -> Vec<Rule> {
        let rules = self.rewrites.iter();
        rules.filter_map(|rule| Rule::read(rule, language).ok()).collect()
    }

    /// Reduces a file: its comments, then all of it.
    pub fn reduce(
        &mut self,
        subject: Subject<'_>,
        executor: &mut dyn Executor,
        observers: &mut [&mut dyn Observer],
    ) -> Searched {
        let common = &self.entries.options;
        let options = Options {
            rewrites: self.rewrites(subject.tree.syntax()).into(),
            beside: subject.beside.into(),
            learning: Learning {
                model: self.model.for_files(subject.tree.syntax()),
                ..common.learning.clone()
            },
            ..common.clone()
        };
        let comments = tree::named(COMMENTS).expect("it is in the table");
        let stages = [comments, self.entries.algorithm].map(|stage| (stage, options.clone()));
        self.search(Some(subject.file), subject.tree, &stages, executor, observers)
    }

    /// Drops whole files of a tree whose pieces are files and directories.
    pub fn drop_files(
        &mut self,
        archive: Arc<Tree>,
        executor: &mut dyn Executor,
        observers: &mut [&mut dyn Observer],
    ) -> Searched {
        let entry = tree::named(DROPS_FILES).expect("it is in the table");
        // A file in a directory cannot take the directory's place.
        let options = Options {
            replacements: false,
            ..entry.options()
        };
        self.search(None, archive, &[(entry, options)], executor, observers)
    }

    /// One search, stage after stage.
    fn search(
        &mut self,
        file: Option<&str>,
        tree: Arc<Tree>,
        stages: &[(&tree::ReducerEntry, Options)],
        executor: &mut dyn Executor,
        observers: &mut [&mut dyn Observer],
    ) -> Searched {
        let limits = Limits {
            queries: self.limits.queries.map(|most| most.saturating_sub(self.counts.asked)),
            ..self.limits
        };
        let cache = (self.entries.cache.make)();
        let mut search = Search::new(Program::new(tree), executor, cache, limits);
        if self.keep_syntax {
            search.keep_syntax();
        }
        for observer in observers {
            search.observe_with(&mut **observer);
        }
        let result = search.run(file, |search| {
            stages.iter().try_for_each(|(stage, options)| {
                let reducer = (stage.make)(options.clone());
                search.stage(stage.name, |search| reducer.reduce(search)).map(drop)
            })
        });
        self.counts += *search.counts();
        Searched {
            text: search.best().shared_text().clone(),
            tokens: search.best().token_count(),
            stopped: result.err(),
        }
    }
}
