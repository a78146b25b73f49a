//! Auto: all stages that help, in the order of what they promise.
//!
//! **Idea.** No single reducer is the best one at every moment. Definitions that nothing needs go first, and long lists are
//! cut; then the stage runs that removed most tokens per query in its last turn. A stage that only fails is preempted, and
//! resumed once no other stage makes progress; one that seldom finds anything is given up as soon as it asks more in vain than
//! its last finds on our cases took.
//!
//! **Loop.**
//! ```text
//! every stage is open, and the earlier ones in the list promise more
//! all stages up to cuts, in turn, while one token in 8 goes
//! repeat:
//!     while a stage other than names is open or preempted:
//!         run the open one that promises most; it is preempted after tokens + 64 uninteresting candidates in a row
//!         if none is open: run the first preempted one to its end
//!         one that finds little is closed after some queries in vain, and after half as many in a turn that follows such a one
//!         edits count as failed that failed before, where the text around them is the same, and the same words stand elsewhere
//!         what it promises from now on: the tokens removed in this turn per estimated cost of its test runs
//!         the program has changed → all others are open again
//!         it has not, and the stage was not preempted → it is closed
//!     names, if it is open: tokens are gone → all others are open again
//!     nodes and tokens once more, without edits that count as failed: the program has changed → all are open again, else end
//! at last, whitespace
//! the text has errors → it is parsed as it is, and if one of its tokens can go, all begins again
//! ```
//!
//! The stages are these.
//!
//! | stage | what it does |
//! |---|---|
//! | early | transformations whose proposals are large and mostly interesting, where a language has such |
//! | includes | files that are included, each alone |
//! | slices | a few definitions with all that they need, as in binary-reduction |
//! | incidentals | what nothing else needs, such as static assertions, all at once |
//! | bodies | declarations in place of functions, by halves |
//! | cascade | a definition with all that uses it, and all that only these need |
//! | members | the same as slices, with members of records as definitions of their own |
//! | cuts | lists of 64 items and more: halves, quarters, eighths and sixteenths of them, from the end |
//! | types | batches of nodes of one type, as in type-batched |
//! | nodes | pardis-hybrid |
//! | coupled | edits that belong together |
//! | rewrites | rewrite rules: those of the language, and the user's |
//! | meaning | transformations that do not grow the program, as a detour: kept if pardis-hybrid then leaves less |
//! | windows | neighbouring nodes together, in programs of at most 500 tokens |
//! | tokens | every token alone |
//! | alternatives | nodes written anew by smaller alternatives |
//! | merges | names replaced by other names, as a detour with pardis-hybrid |
//! | growth | transformations that may grow the program, as a detour with pardis-hybrid |
//! | subtrees | nodes replaced by smaller ones of the program |
//! | globals | locals that become globals, as a detour with perses |
//! | names | short names for all, smaller numbers and strings, when nothing else is left to do |
//! | spaces | whitespace, last: hardly anything else depends on it |
//!
//! **Guarantees.** No token can go alone, either. The stage *tokens* is the one whose candidates need not parse; with syntax
//! kept, as it is by default, those that do not are refused without a test run where that is cheap, and never kept.
//!
//! **Cost.** That of the stages; it ends when none of them changes the same program.
//!
//! **Reference.** lop; Perses and C-Reduce have fixed orders, Shrink Ray runs again what was of use.

use std::rc::Rc;

use lop_syntax::edit::remove;
use lop_syntax::names;

use super::vulcan::{identifiers, subtrees, windows};
use super::{
    Effort, Heeds, Options, Reducer, ReducerEntry, alternatives, binary_reduction, cascade, coupled, cuts,
    pardis_hybrid, spaces, t_rec, type_batched,
};
use crate::guarantee::Guarantee;
use crate::list;
use crate::needs::Depth;
use crate::search::{Patience, Search, Stop};
use crate::steps::Places;
use crate::transform::{self, Transform};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "auto",
    summary: "All that helps, in the order that promises most, until nothing does.",
    reference: "lop",
    list: "opdd",
    heeds: &[
        Heeds::List,
        Heeds::Replacements,
        Heeds::Pruning,
        Heeds::Model,
        Heeds::Rewrites,
        Heeds::Effort,
        Heeds::Types,
    ],
    guarantees: &[Guarantee::OneMinimal, Guarantee::RemovesAll, Guarantee::Idempotent],
    make: |options| Box::new(Auto { options }),
};

/// A stage is preempted after this many uninteresting candidates in a row, and as many more as the program has tokens.
/// Not measured: one candidate for each token is what a sweep takes, the constant keeps small programs from preempting.
const PATIENCE: usize = 64;
/// Stages that find little are closed after this many queries in vain, and as many more as the program has tokens, at the latest.
const TAIL_PATIENCE: usize = 16;
/// A turn after one in vain has half the patience, so many times. Not measured.
const MAX_HALVED: u32 = 3;
/// Candidates of a node in the stage *alternatives*, the smallest first: of a thorough run, and of others. With 24 the reducer
/// `alternatives` asks 602 queries instead of 887 with 64 on the C program of bench/guard.md, and leaves the same 50 tokens;
/// the 158 and 102 queries that the stage asked with 24 at the ends of two real cases found nothing.
const MAX_ALTERNATIVES: (usize, usize) = (24, 8);
/// Larger programs skip the stage *windows*, which tries up to 11 candidates for each node of each level. Not measured.
const MAX_WINDOWED: usize = 500;

#[derive(Clone)]
struct Auto {
    options: Options,
}

/// A stage of `auto`.
struct Stage {
    name: &'static str,
    work: Work,
    /// As in the table above.
    summary: &'static str,
    run: fn(&mut Search<'_>, &Options) -> Result<(), Stop>,
}

/// What a stage is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    /// It removes much, or has to be sure.
    Main,
    /// It finds little for many queries: a fast run goes without, and a normal one closes it after so many in vain. On 15 public
    /// cases and without this bound, finds of *windows* took 7 to 129 queries in vain, of *alternatives* 9 to 81, of *subtrees*
    /// 44, of *meaning* up to 47 but for one of 169; the last turn of each stage asked up to 478 more.
    Tail(usize),
    /// It saves bytes, and runs when no token can go any more.
    Bytes,
}

/// The stages at the beginning of the list that remove large parts of a program, a few queries each.
const COARSE: usize = 8;
/// The stages that the promises of `auto` rest on.
const CERTAIN: [&str; 2] = ["nodes", "tokens"];
/// The coarse stages run in turn while they remove more than one token in this many. Not measured.
const FAIR_SHARE: usize = 8;

const STAGES: [Stage; 21] = [
    Stage {
        name: "early",
        work: Work::Main,
        summary: "transformations whose proposals are large and mostly interesting, where a language has such",
        run: |search, options| coupled::apply_all(search, transform::EARLY, &joint(options)),
    },
    Stage {
        name: "includes",
        work: Work::Main,
        summary: "files that are included, each alone",
        run: |search, _| cuts::includes(search),
    },
    Stage {
        name: "slices",
        work: Work::Main,
        summary: "a few definitions with all that they need, as in binary-reduction",
        run: |search, _| binary_reduction::sweep(search, Depth::Declarations),
    },
    Stage {
        name: "incidentals",
        work: Work::Main,
        summary: "what nothing else needs, such as static assertions, all at once",
        run: |search, _| cuts::incidentals(search),
    },
    Stage {
        name: "bodies",
        work: Work::Main,
        summary: "declarations in place of functions, by halves",
        run: |search, _| cuts::bodies(search),
    },
    Stage {
        name: "cascade",
        work: Work::Main,
        summary: "a definition with all that uses it, and all that only these need",
        run: |search, _| cascade::sweeps(search),
    },
    Stage {
        name: "members",
        work: Work::Main,
        summary: "the same as slices, with members of records as definitions of their own",
        run: |search, _| binary_reduction::members(search),
    },
    Stage {
        name: "cuts",
        work: Work::Main,
        summary: "lists of 64 items and more: halves, quarters, eighths and sixteenths of them, from the end",
        run: |search, _| cuts::lists(search),
    },
    Stage {
        name: "types",
        work: Work::Main,
        summary: "batches of nodes of one type, as in type-batched",
        run: type_batched::batches,
    },
    Stage {
        name: "nodes",
        work: Work::Main,
        summary: "pardis-hybrid",
        run: nodes,
    },
    Stage {
        name: "coupled",
        work: Work::Main,
        summary: "edits that belong together",
        run: |search, options| coupled::sweep(search, &joint(options)),
    },
    Stage {
        name: "rewrites",
        work: Work::Main,
        summary: "rewrite rules: those of the language, and the user's",
        run: |search, options| coupled::rewrites(search, &joint(options)),
    },
    Stage {
        name: "meaning",
        work: Work::Tail(160),
        summary: "transformations that do not grow the program, as a detour: kept if pardis-hybrid then leaves less",
        run: |search, options| meaning(search, options, |transform| !transform.may_grow),
    },
    Stage {
        name: "windows",
        work: Work::Tail(96),
        summary: "neighbouring nodes together, in programs of at most 500 tokens",
        run: |search, _| match search.best().token_count() {
            0..=MAX_WINDOWED => windows::sweep(search),
            _ => Ok(()),
        },
    },
    Stage {
        name: "tokens",
        work: Work::Main,
        summary: "every token alone",
        run: |search, _| tokens(search),
    },
    Stage {
        name: "alternatives",
        work: Work::Tail(64),
        summary: "nodes written anew by smaller alternatives",
        run: |search, options| alternatives::sweep(search, most_alternatives(options.effort)),
    },
    Stage {
        name: "merges",
        work: Work::Tail(48),
        summary: "names replaced by other names, as a detour with pardis-hybrid",
        run: merges,
    },
    Stage {
        name: "growth",
        work: Work::Tail(96),
        summary: "transformations that may grow the program, as a detour with pardis-hybrid",
        run: |search, options| meaning(search, options, |transform| transform.may_grow),
    },
    Stage {
        name: "subtrees",
        work: Work::Tail(64),
        summary: "nodes replaced by smaller ones of the program",
        run: |search, _| subtrees::sweep(search),
    },
    Stage {
        name: "globals",
        work: Work::Tail(24),
        summary: "locals that become globals, as a detour with perses",
        run: |search, options| coupled::globals(search, &joint(options)),
    },
    Stage {
        name: "names",
        work: Work::Bytes,
        summary: "short names for all, smaller numbers and strings, when nothing else is left to do",
        run: |search, options| {
            t_rec::rename_all(search, &joint(options))?;
            t_rec::unname(search)?;
            t_rec::shrink_tokens(search)
        },
    },
];

/// The stages by name, each with what it does.
pub fn stages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let last = (
        spaces::ENTRY.name,
        "whitespace, last: hardly anything else depends on it",
    );
    STAGES.iter().map(|stage| (stage.name, stage.summary)).chain([last])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Preempted,
    Closed,
}

#[derive(Clone)]
struct Turns {
    state: State,
    /// Tokens removed per estimated cost of the test runs in the last turn.
    promise: f64,
    /// How many turns in a row have asked and removed nothing.
    in_vain: u32,
}

impl Reducer for Auto {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.completing(|search| self.reduce_completing(search))
    }
}

impl Auto {
    /// All that auto does; edits are completed.
    fn reduce_completing(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let facts = search.best().tree().syntax().clone();
        let mut preparations = transform::PREPARATIONS.iter();
        if !preparations.any(|transform| (transform.needs)(facts.facts()) && self.options.has(transform)) {
            return self.reduce_prepared(search);
        }
        // A preparation alone may grow the program.
        search.detour(|search| {
            coupled::apply_all(search, transform::PREPARATIONS, &self.options)?;
            self.reduce_prepared(search)
        })?;
        Ok(())
    }

    /// All stages, and white space, while errors in the text hide tokens that can go.
    fn reduce_prepared(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let mut least = usize::MAX;
        loop {
            self.to_fixpoint(search)?;
            search.stage(spaces::ENTRY.name, |search| {
                spaces::sweep(search, &joint(&self.options))
            })?;
            // Parses with errors do not count tokens alike, so only a shorter text is a reason to go on.
            let bytes = search.best().text().len();
            if !search.best().tree().is_broken() || bytes >= std::mem::replace(&mut least, bytes) {
                return Ok(());
            }
            // Text that stages wrote into a program with errors was one piece to them; parsed anew, it has tokens.
            if search.stage("tokens", tokens)?.removed_tokens == 0 {
                return Ok(());
            }
        }
    }

    /// Runs stages until none changes the program.
    fn to_fixpoint(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let open = Turns {
            state: State::Open,
            promise: f64::INFINITY,
            in_vain: 0,
        };
        let mut turns: Vec<Turns> = STAGES.iter().map(|_| Turns { ..open }).collect();
        loop {
            let before = search.best().token_count();
            for stage in 0..COARSE {
                self.turn(search, &mut turns, stage)?;
            }
            if before.saturating_sub(search.best().token_count()) * FAIR_SHARE <= before {
                break;
            }
        }
        let schedule = Schedule {
            auto: self.clone(),
            turns,
        };
        let result = schedule.run(search);
        search.end_foresight();
        result
    }

    /// Runs the stages that the promises of `auto` rest on, and forgets nothing; whether they change nothing.
    fn is_certain(&self, search: &mut Search<'_>) -> Result<bool, Stop> {
        let before = search.best().shared_text().clone();
        for stage in STAGES.iter().filter(|stage| CERTAIN.contains(&stage.name)) {
            search.stage(stage.name, |search| {
                (stage.run)(search, &self.options)?;
                search.parse_anew();
                Ok(())
            })?;
        }
        Ok(*search.best().text() == *before)
    }

    /// The stages of some work that the effort allows.
    fn stages(&self, is_wanted: fn(Work) -> bool) -> Vec<usize> {
        let is_left_out = |work: Work| self.options.effort == Effort::Fast && matches!(work, Work::Tail(_));
        let stages = STAGES.iter().enumerate();
        let stages = stages.filter(|(_, stage)| is_wanted(stage.work) && !is_left_out(stage.work));
        stages.map(|(index, _)| index).collect()
    }

    /// Runs a stage, unless it is closed, and takes notice of what it promises and opens.
    fn turn(&self, search: &mut Search<'_>, turns: &mut [Turns], next: usize) -> Result<(), Stop> {
        if turns[next].state == State::Closed {
            return Ok(());
        }
        let before = search.best().shared_text().clone();
        let is_open = turns[next].state == State::Open;
        let stage = &STAGES[next];
        let tokens = search.best().token_count();
        let is_hopeless = |work| matches!(work, Work::Tail(_)) && self.options.effort != Effort::Thorough;
        let patience = match stage.work {
            Work::Tail(most) if is_hopeless(stage.work) => {
                let most = most.min(TAIL_PATIENCE + tokens);
                Some(Patience::for_queries(most >> turns[next].in_vain.min(MAX_HALVED)))
            }
            _ => is_open.then(|| Patience::for_sequences(PATIENCE + tokens)),
        };
        let mut was_preempted = false;
        let turn = search.stage(stage.name, |search| {
            was_preempted = search.with_patience(patience, |search| self.run(stage, next, search))?;
            search.parse_anew();
            Ok(())
        })?;
        was_preempted &= !is_hopeless(stage.work);
        turns[next].in_vain = match turn.removed_tokens {
            0 => turns[next].in_vain + u32::from(turn.asked > 0),
            _ => 0,
        };
        turns[next].promise = turn.removed_tokens as f64 / turn.cost.max(1.0);
        turns[next].state = if was_preempted { State::Preempted } else { State::Open };
        if *search.best().text() == *before {
            if !was_preempted {
                turns[next].state = State::Closed;
            }
            return Ok(());
        }
        if stage.work != Work::Bytes || turn.removed_tokens > 0 {
            turns.iter_mut().for_each(|turns| turns.state = State::Open);
        }
        Ok(())
    }

    /// Runs a stage; from the first one on that tries small edits, what failed is remembered.
    fn run(&self, stage: &Stage, place: usize, search: &mut Search<'_>) -> Result<(), Stop> {
        if place < COARSE || self.options.effort == Effort::Thorough {
            return (stage.run)(search, &self.options);
        }
        search.remembering(|search| (stage.run)(search, &self.options))
    }
}

/// What `auto` does after the coarse stages, from one turn to the next.
#[derive(Clone)]
struct Schedule {
    auto: Auto,
    turns: Vec<Turns>,
}

impl Schedule {
    /// Runs stages until none changes the program. Before each turn the search gets a copy of the schedule, to foresee what
    /// follows.
    fn run(mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        loop {
            let copy = self.clone();
            search.foresee_with(Rc::new(move |search| copy.clone().run(search)));
            if !self.step(search)? {
                return Ok(());
            }
        }
    }

    /// One turn, or the end of a round. Whether there is more to do.
    fn step(&mut self, search: &mut Search<'_>) -> Result<bool, Stop> {
        let turns = &mut self.turns;
        let tokens = next(turns, &self.auto.stages(|work| work != Work::Bytes));
        let bytes = || next(turns, &self.auto.stages(|work| work == Work::Bytes));
        if let Some(next) = tokens.or_else(bytes) {
            self.auto.turn(search, turns, next)?;
        } else if self.auto.is_certain(search)? {
            return Ok(false);
        } else {
            turns.iter_mut().for_each(|turns| turns.state = State::Open);
        }
        Ok(true)
    }
}

/// The open one of some stages that promises most, else a preempted one.
fn next(turns: &[Turns], stages: &[usize]) -> Option<usize> {
    let with = |state| stages.iter().copied().filter(move |stage| turns[*stage].state == state);
    let by_promise = |one: &usize, other: &usize| turns[*one].promise.total_cmp(&turns[*other].promise);
    // `max_by` returns the last of equals, so the list is reversed: the earlier stage wins.
    let open = with(State::Open).rev().max_by(by_promise);
    open.or_else(|| with(State::Preempted).next())
}

/// `options` with probdd for lists, which learns the elements that fail.
fn joint(options: &Options) -> Options {
    let list = list::named("probdd").map(|entry| (entry.make)().into());
    Options {
        list: list.unwrap_or_else(|| options.list.clone()),
        ..options.clone()
    }
}

fn most_alternatives(effort: Effort) -> usize {
    match effort {
        Effort::Thorough => MAX_ALTERNATIVES.0,
        Effort::Fast | Effort::Normal => MAX_ALTERNATIVES.1,
    }
}

fn nodes(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    (pardis_hybrid::ENTRY.make)(options.clone()).reduce(search)
}

/// Applies the transformations that `fits` accepts, smallest first, as a detour.
fn meaning(search: &mut Search<'_>, options: &Options, fits: fn(&Transform) -> bool) -> Result<(), Stop> {
    let transforms = options.semantic(fits);
    if_it_pays(search, options, |search| {
        transform::smallest_first(search, &transforms, &options.beside)
    })
}

/// Replaces names by other names where that is interesting, as a detour.
fn merges(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    if_it_pays(search, options, |search| {
        let names = names::by_text(search.best());
        let texts: Vec<Box<[u8]>> = names.into_iter().map(|name| name.text).collect();
        search.follow(Places::new(texts, |best, text| {
            identifiers::substitutions(best, &names::by_text(best), text)
        }))?;
        search.parse_anew();
        Ok(())
    })
}

/// Makes a change and runs pardis-hybrid after it; rolls both back unless tokens go.
fn if_it_pays(
    search: &mut Search<'_>,
    options: &Options,
    change: impl FnOnce(&mut Search<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    search.detour_for_tokens(|search| {
        let before = search.best().shared_text().clone();
        change(search)?;
        if *search.best().text() != *before {
            search.with_patience(None, |search| nodes(search, options))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Tries to remove every token alone, from the end, whether the grammar lets it go or not.
fn tokens(search: &mut Search<'_>) -> Result<(), Stop> {
    let mut tokens: Vec<_> = search.best().live_tokens().collect();
    tokens.reverse();
    search.follow(Places::new(tokens, |best, token| {
        let is_there = best.is_open(*token);
        is_there.then(|| remove(*token)).into_iter().collect()
    }))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_stages_is_that_of_the_book() {
        let rows = include_str!("auto.rs").lines().filter_map(|line| {
            let (name, summary) = line.strip_prefix("//! | ")?.strip_suffix(" |")?.split_once(" | ")?;
            Some((name, summary))
        });
        let rows: Vec<(&str, &str)> = rows.skip(1).collect();
        assert_eq!(rows, stages().collect::<Vec<_>>());
    }
}
