//! The algorithms that were chosen, put to work.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use lop_core::tree::{self, Learning, Options};
use lop_core::{Counts, Limits, Search, Stop, cache, list, semantic};
use lop_exec::bundle::{Frame, Framed};
use lop_exec::{ExecutorStack, History, Settled};
use lop_syntax::{Program, Tree, parse};

use super::display::{Display, View};
use super::files::{Input, archives};
use super::learning::{self, Models};
use super::progress::Progress;
use super::recorder::Recorder;
use super::stats::Summary;
use super::trace::Trace;
use crate::args::{self, Switch};
use crate::input::Error;

/// How whole files are dropped. Directories are nodes, so the heaviest go first.
const DROPS_FILES: &str = "pardis-hybrid";
/// The reducer that has another one as its partner.
const SERU: &str = "seru";

/// The algorithms that were chosen.
pub struct Choice {
    pub tree: &'static tree::Entry,
    pub list: &'static list::Entry,
    pub cache: &'static cache::Entry,
    options: Options,
    limits: Limits,
    models: Models,
}

/// What a reduction works on.
pub struct Work<'a, 's> {
    pub input: &'a Input,
    pub stack: &'a mut ExecutorStack<'s>,
    pub history: &'a mut History,
    pub progress: &'a mut Progress,
    pub display: &'a mut Display,
    pub summary: &'a mut Summary,
    pub trace: &'a mut Trace,
    pub recorder: &'a mut Recorder,
}

impl Choice {
    pub fn of(args: &args::Reduce) -> Result<Self, Error> {
        let tree = tree::named(&args.algorithm).ok_or_else(|| Error::unknown("algorithm", &args.algorithm))?;
        let syntactic = tree::named(&args.syntactic).ok_or_else(|| Error::unknown("algorithm", &args.syntactic))?;
        let is_seru = tree.name == SERU;
        if is_seru && syntactic.name == SERU {
            return Err(Error::Usage {
                reason: "seru cannot be its own partner".to_owned(),
                hint: "give --syntactic another algorithm, such as perses".to_owned(),
            });
        }
        let lists = if is_seru { syntactic.list } else { tree.list };
        let list_name = args.list.as_deref().unwrap_or(lists);
        let list = list::named(list_name).ok_or_else(|| Error::unknown("list algorithm", list_name))?;
        let cache = cache::named(&args.cache).ok_or_else(|| Error::unknown("cache", &args.cache))?;
        let defaults = tree.options();
        Ok(Choice {
            tree,
            list,
            cache,
            options: Options {
                list: (list.make)().into(),
                replacements: args.replacements == Switch::On,
                pruning: !args.no_pruning,
                wave: args.wave.unwrap_or(defaults.wave),
                syntactic,
                heuristics: heuristics(&args.heuristics)?,
                learning: learning::of(args)?,
                ..defaults
            },
            limits: Limits {
                queries: args.max_queries,
                rounds: args.max_rounds,
            },
            models: Models::of(args)?,
        })
    }

    /// Makes sure that what was chosen fits the input.
    pub fn check(&self, args: &args::Reduce, input: &Input) -> Result<(), Error> {
        self.models.check(args, input)
    }

    /// Reduces until the result stands, which takes more than one search where the test is flaky.
    pub fn reduce_and_settle(&self, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        loop {
            match self.reduce(work) {
                // What is worth keeping is decided now, and not when the search has nothing left to ask.
                Ok(()) | Err(Stop::Contradiction) => {}
                Err(stop) => return Err(stop),
            }
            match work.stack.settle(work.history)? {
                Settled::Done(tally) => {
                    work.summary.tally = tally;
                    return Ok(());
                }
                Settled::Again => {
                    let best = work.history.last();
                    work.display.set_size(work.input.size(best));
                    work.recorder
                        .replace("the last one did not stand", || work.input.recorded(best));
                }
            }
        }
    }

    /// Drops whole files and reduces those that are left, until neither changes anything. What was searched
    /// is not searched again unless something else changed since.
    fn reduce(&self, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        let mut changes = 0;
        // How many changes there had been when the search on a file, or on the archive as a whole, was over.
        let mut searched: BTreeMap<Option<PathBuf>, usize> = BTreeMap::new();
        for round in 1.. {
            let before = changes;
            let whole = work.input.is_bundle().then_some(None);
            let files = work.input.paths(work.history.last()).into_iter().map(Some);
            for target in whole.into_iter().chain(files) {
                if searched.get(&target) == Some(&changes) {
                    continue;
                }
                let text = work.history.last().clone();
                match &target {
                    None => self.drop_files(work)?,
                    Some(path) => self.reduce_file(path, work)?,
                }
                changes += usize::from(*work.history.last() != text);
                searched.insert(target, changes);
            }
            let is_last = self.limits.rounds.is_some_and(|limit| round >= limit);
            if !work.input.is_bundle() || changes == before || is_last {
                break;
            }
        }
        Ok(())
    }

    fn drop_files(&self, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        let entry = tree::named(DROPS_FILES).expect("it is in the table");
        // What is in a directory does not get elsewhere by replacing it.
        let options = Options {
            replacements: false,
            ..entry.options()
        };
        let tree = Arc::new(parse(work.history.last().clone(), &Arc::new(archives())));
        work.display
            .begin_search(String::new(), View::Files, tree.tokens(), tree.source().len());
        work.recorder.begin_search(None, tree.source());
        self.search(tree, &Frame::none(), &[(entry, options)], work)?;
        work.display.set_size(work.input.size(work.history.last()));
        Ok(())
    }

    fn reduce_file(&self, path: &Path, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        let Some(part) = work.input.part(work.history.last(), path) else {
            return Ok(());
        };
        let comments = tree::named("comments").expect("it is in the table");
        let options = Options {
            beside: work.input.beside(work.history.last(), path).into(),
            learning: Learning {
                model: self.models.for_language(&part.syntax.name),
                ..self.options.learning.clone()
            },
            ..self.options.clone()
        };
        let stages = [comments, self.tree].map(|stage| (stage, options.clone()));
        let tree = work.input.tree(&part);
        let file = path.display().to_string();
        work.display
            .begin_search(file, View::Tokens, tree.tokens(), tree.source().len());
        work.recorder
            .begin_search(Some(work.input.file_name(path)), tree.source());
        self.search(tree, &part.frame, &stages, work)
    }

    /// One search, stage after stage, on a text with something around it.
    fn search(
        &self,
        tree: Arc<Tree>,
        frame: &Frame,
        stages: &[(&tree::Entry, Options)],
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stop> {
        let limits = Limits {
            queries: self
                .limits
                .queries
                .map(|most| most.saturating_sub(work.summary.counts.asked)),
            ..self.limits
        };
        let mut observer = work.progress.watch(work.input, work.history, frame);
        let mut framed = Framed::new(work.stack, frame);
        let program = Program::new(tree);
        let mut search = Search::new(program, &mut framed, (self.cache.make)(), limits);
        search.observe_with(&mut observer);
        search.observe_with(work.trace);
        search.observe_with(&mut work.summary.stages);
        search.observe_with(work.display);
        search.observe_with(work.recorder);
        let result = stages.iter().try_for_each(|(stage, options)| {
            let reducer = (stage.make)(options.clone());
            search.stage(stage.name, |search| reducer.reduce(search)).map(drop)
        });
        let (counts, usage) = (*search.counts(), search.cache().usage());
        let course = search.cache_course().clone();
        drop(search);
        add(&mut work.summary.counts, &counts);
        work.recorder.end_search(&counts, &usage);
        work.summary.note_cache(usage, course);
        result
    }
}

fn add(all: &mut Counts, more: &Counts) {
    all.asked += more.asked;
    all.executed += more.executed;
    all.repeated += more.repeated;
    all.cached += more.cached;
    all.interesting += more.interesting;
    all.rounds += more.rounds;
}

/// The heuristics that a list of names stands for: those that are named, or all, without those that are left out.
fn heuristics(names: &[String]) -> Result<Rc<[&'static semantic::Entry]>, Error> {
    let find = |name: &str| semantic::named(name).ok_or_else(|| Error::unknown("heuristic", name));
    let (left_out, chosen): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.starts_with('-'));
    let left_out = left_out.into_iter().map(|name| find(&name[1..]));
    let left_out: Vec<&semantic::Entry> = left_out.collect::<Result<_, _>>()?;
    let mut heuristics: Vec<&semantic::Entry> = match &chosen[..] {
        [] => semantic::HEURISTICS.to_vec(),
        chosen => chosen.iter().map(|name| find(name)).collect::<Result<_, _>>()?,
    };
    heuristics.retain(|entry| left_out.iter().all(|left_out| left_out.name != entry.name));
    Ok(heuristics.into())
}
