//! What every reducer promises, and what its entry promises besides, on random programs and families of properties.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::{
    BUDGET, FAMILIES, Family, Reduction, program, random_source, reduce, reduce_within, reducer, words,
};
use lop_core::cache::CACHES;
use lop_core::tree::{REDUCERS, ReducerEntry};
use lop_core::{Guarantee, Inline, Limits, Search, Stop, cache};
use lop_syntax::edit::remove;
use lop_syntax::{Kind, NodeId, Program, Random, is_valid};

/// A reduction of a random program under a property of a family.
struct Case<'a> {
    reducer: &'static ReducerEntry,
    family: &'a Family,
    property: &'a dyn Fn(&[u8]) -> bool,
    start: &'a Program,
    /// The texts of all test runs.
    candidates: Vec<Vec<u8>>,
    reduction: Reduction,
}

impl Case<'_> {
    fn name(&self) -> String {
        format!("{}, {}", self.reducer.name, self.family.name)
    }

    /// At most about a hundred of the candidates, from the first to the last: to parse all takes minutes.
    fn some_candidates(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.candidates.iter().step_by(1 + self.candidates.len() / 100)
    }
}

/// Every reducer on some programs under every family of properties. Each comes to its end at least once.
fn for_all(seeds: u64, mut check: impl FnMut(&Case<'_>)) {
    let mut ended: BTreeMap<&str, usize> = REDUCERS.iter().map(|entry| (entry.name, 0)).collect();
    for seed in 0..seeds {
        let source = random_source(seed);
        let start = program(source.as_bytes());
        for family in FAMILIES {
            let property = (family.of)(&source, &mut Random(seed));
            for reducer in REDUCERS {
                let candidates = RefCell::new(Vec::new());
                let oracle = |text: &[u8]| {
                    candidates.borrow_mut().push(text.to_vec());
                    property(text)
                };
                let reduction = reduce(reducer.name, &start, &mut Inline::new(&oracle), "sha");
                *ended.entry(reducer.name).or_default() += usize::from(reduction.has_ended);
                check(&Case {
                    reducer,
                    family,
                    property: &*property,
                    start: &start,
                    candidates: candidates.into_inner(),
                    reduction,
                });
            }
        }
    }
    assert!(ended.values().all(|count| *count > 0), "{ended:?}");
}

#[test]
fn every_reducer_keeps_its_guarantees() {
    let mut broken: BTreeMap<String, String> = BTreeMap::new();
    for_all(2, |case| {
        let (what, best) = (case.name(), &case.reduction.best);
        assert!((case.property)(best.text()), "{what}");
        let tokens = program(best.text()).token_count();
        assert!(tokens <= case.start.token_count(), "{what}: {tokens}");
        if case.family.name == "all no" {
            assert_eq!(best.text(), case.start.text(), "{what}");
        }
        for guarantee in case.reducer.guarantees {
            if let Some(example) = counterexample(*guarantee, case) {
                broken
                    .entry(format!("{}, {guarantee:?}", case.name()))
                    .or_insert(example);
            }
        }
    });
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn with_syntax_kept_every_reducer_leaves_a_program_that_parses() {
    let source = random_source(1);
    let start = program(source.as_bytes());
    // Those that let errors in.
    let families = FAMILIES
        .iter()
        .filter(|family| ["noise", "all yes"].contains(&family.name));
    for family in families {
        let property = (family.of)(&source, &mut Random(1));
        for entry in REDUCERS {
            let best = keeping_syntax(entry, &start, &*property);
            let what = format!("{}, {}: {}", entry.name, family.name, lossy(&best));
            assert!(property(&best) && is_valid(&best, start.tree().syntax()), "{what}");
        }
    }
}

/// What a reducer makes of a program that has to go on parsing, within a budget.
fn keeping_syntax(entry: &ReducerEntry, start: &Program, property: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut executor = Inline::new(&property);
    let cache = (cache::named("sha").expect("a cache").make)();
    let limits = Limits {
        queries: Some(BUDGET / 6),
        ..Limits::default()
    };
    let mut search = Search::new(start.clone(), &mut executor, cache, limits);
    search.keep_syntax();
    let result = reducer(entry.name, true).reduce(&mut search);
    assert!(
        matches!(result, Ok(()) | Err(Stop::QueryLimit)),
        "{}: {result:?}",
        entry.name
    );
    search.best().text().to_vec()
}

/// Something that a guarantee rules out, if it happened.
fn counterexample(guarantee: Guarantee, case: &Case<'_>) -> Option<String> {
    let best = &case.reduction.best;
    let has_ended = case.reduction.has_ended;
    match guarantee {
        Guarantee::OneMinimal => has_ended.then(|| removable_node(case)).flatten(),
        Guarantee::RemovesAll => {
            let is_left = has_ended && case.family.name == "all yes" && !best.text().trim_ascii().is_empty();
            is_left.then(|| lossy(best.text()))
        }
        // Under noise another layout is another verdict.
        Guarantee::Idempotent if !has_ended || case.family.name == "noise" => None,
        Guarantee::Idempotent => {
            let start = program(best.text());
            let again = reduce(case.reducer.name, &start, &mut Inline::new(&case.property), "sha");
            (again.improvements > 0).then(|| format!("{} → {}", lossy(best.text()), lossy(again.best.text())))
        }
        Guarantee::Monotone => {
            let sizes: Vec<usize> = case.reduction.programs.iter().map(|text| words(text).len()).collect();
            (!sizes.is_sorted_by(|one, next| one >= next)).then(|| format!("{sizes:?}"))
        }
        Guarantee::ValidCandidates => {
            let syntax = case.start.tree().syntax();
            let invalid = case.some_candidates().find(|text| !is_valid(text, syntax));
            invalid.map(|text| lossy(text))
        }
        Guarantee::OnlyDeletes => no_subsequence(case, solid),
        Guarantee::WholeTokens => no_subsequence(case, words),
        Guarantee::KeepsTokenCount => {
            let tokens = program(best.text()).token_count();
            (tokens != case.start.token_count()).then(|| lossy(best.text()))
        }
        Guarantee::LinearQueries => panic!("{}: that is about lists", case.name()),
    }
}

/// A single removable node that can be removed from the result.
fn removable_node(case: &Case<'_>) -> Option<String> {
    let best = program(case.reduction.best.text());
    // Without a parse there are no removable nodes, only words. A list is several nodes.
    if best.tree().is_broken() {
        return None;
    }
    let is_of_interest = |node: &NodeId| !matches!(best.tree().kind(*node), Kind::Extra | Kind::Separator | Kind::List);
    let mut nodes = best.tree().nodes().filter(is_of_interest);
    let node = nodes.find(|node| {
        let can_be_tried = best.is_live(*node) && best.is_removable(*node);
        let candidate = can_be_tried.then(|| best.propose(&remove(*node)).ok()).flatten();
        candidate.is_some_and(|candidate| {
            let text = candidate.text(&best);
            text != best.text() && (case.property)(&text)
        })
    })?;
    Some(format!("{} of {}", best.tree().name(node), lossy(best.text())))
}

/// A candidate whose parts are not parts of the input, in their order.
fn no_subsequence(case: &Case<'_>, parts: fn(&[u8]) -> Vec<&[u8]>) -> Option<String> {
    let whole = parts(case.start.text());
    let is_subsequence = |candidate: &&Vec<u8>| {
        let mut rest = whole.iter();
        parts(candidate).iter().all(|part| rest.any(|other| other == part))
    };
    let other = case.some_candidates().find(|candidate| !is_subsequence(candidate));
    other.map(|text| lossy(text))
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The bytes of a text that are no whitespace.
fn solid(text: &[u8]) -> Vec<&[u8]> {
    let bytes = text.chunks(1);
    bytes.filter(|byte| !byte[0].is_ascii_whitespace()).collect()
}

#[test]
fn every_cache_gives_the_same_result_and_none_asks_more_than_without() {
    let source = random_source(0);
    let start = program(source.as_bytes());
    for family in FAMILIES {
        let property = (family.of)(&source, &mut Random(0));
        for entry in REDUCERS {
            let without = reduce_within(300, entry.name, &start, &mut Inline::new(&property), "none");
            for cache in CACHES {
                let with = reduce_within(300, entry.name, &start, &mut Inline::new(&property), cache.name);
                let what = format!("{} {} {}", entry.name, family.name, cache.name);
                let (asked, cached) = (with.counts.asked, with.counts.cached);
                if without.has_ended {
                    assert_eq!(with.best.text(), without.best.text(), "{what}");
                    // What failed near the same text is answered without a cache, too.
                    let all = without.counts.asked + without.counts.cached;
                    assert_eq!(asked + cached, all, "{what}");
                } else {
                    assert!(asked + cached >= without.counts.asked, "{what}");
                }
            }
        }
    }
}
