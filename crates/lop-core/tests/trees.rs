//! What every tree reducer promises, on small programs.

use std::cell::RefCell;
use std::sync::Arc;

use lop_core::tree::{Heeds, Options, REDUCERS, ReducerEntry, named};
use lop_core::{Guarantee, Inline, Limits, Search, Stop, cache};
use lop_syntax::{Program, is_valid, lang, parse};

fn program(language: &str, source: &str) -> Program {
    let syntax = lang::named(language)
        .expect("a language of this build")
        .syntax()
        .expect("a shipped grammar");
    Program::new(Arc::new(parse(source.as_bytes(), &syntax)))
}

const SOURCE: &str = "
int d = 10; /* ten */
/* a pair */
struct S { int f1; int f2; };
int foo(int a, int b) {
    struct S s1 = {1, 2};
    int i = 0;
    if (a) { i += 2*i + i + 1; while (b) { target(1, i); b--; } } else { other(); }
    s1.f1 = d*i;
    return i;
}
int main(void) { foo(1, 2); return 0; }
";

fn contains(text: &[u8], wanted: &str) -> bool {
    String::from_utf8_lossy(text).contains(wanted)
}

fn reduce(
    algorithm: &str,
    cache_name: &str,
    replacements: bool,
    limits: Limits,
) -> (String, Vec<String>, Result<(), Stop>) {
    let entry = named(algorithm).expect("a tree reducer");
    let options = Options {
        replacements,
        ..entry.options()
    };
    reduce_with(entry, options, cache_name, limits)
}

fn reduce_with(
    entry: &ReducerEntry,
    options: Options,
    cache_name: &str,
    limits: Limits,
) -> (String, Vec<String>, Result<(), Stop>) {
    let asked = RefCell::new(Vec::new());
    let oracle = |text: &[u8]| {
        asked.borrow_mut().push(String::from_utf8_lossy(text).into_owned());
        contains(text, "target")
    };
    let program = program("c", SOURCE);
    let mut executor = Inline::new(&oracle);
    let mut search = Search::new(
        program,
        &mut executor,
        (cache::named(cache_name).expect("a cache").make)(),
        limits,
    );
    let result = (entry.make)(options).reduce(&mut search);
    let text = String::from_utf8(search.best().text().to_vec()).expect("text stays text");
    assert_eq!(search.counts().asked, asked.borrow().len());
    (text, asked.into_inner(), result)
}

#[test]
fn every_reducer_ends_small_and_interesting() {
    for entry in REDUCERS {
        for replacements in [true, false] {
            let (text, asked, result) = reduce(entry.name, "none", replacements, Limits::default());
            assert_eq!(result, Ok(()));
            assert!(contains(text.as_bytes(), "target"), "{}: {text}", entry.name);
            let tokens = program("c", &text).token_count();
            if entry.name == "comments" {
                assert!(!text.contains("/*"), "{text}");
            }
            if entry.promises(Guarantee::ValidCandidates) {
                let syntax = lang::named("c").unwrap().syntax().unwrap();
                let invalid = asked.iter().find(|text| !is_valid(text.as_bytes(), &syntax));
                assert_eq!(invalid, None, "{}", entry.name);
            }
            // What removes one kind of thing only may leave much.
            if !entry.promises(Guarantee::RemovesAll) {
                continue;
            }
            // The line with the target has 39 tokens, the statement around it 30; hoisted, a call is left.
            let hoists = replacements && entry.heeds.contains(&Heeds::Replacements);
            let most = match entry.name {
                "lines" => 39,
                _ if hoists => 12,
                _ => 30,
            };
            assert!(tokens <= most, "{} {replacements}: {tokens} {text}", entry.name);
        }
    }
}

#[test]
fn where_nothing_is_known_and_nothing_learnt_type_batched_is_its_clean_up() {
    let entry = named("type-batched").expect("a tree reducer");
    let mut options = entry.options();
    options.learning.model = None;
    options.learning.is_online = false;
    let (_, asked, _) = reduce_with(entry, options, "none", Limits::default());
    let (_, by_pardis, _) = reduce("pardis", "none", true, Limits::default());
    assert_eq!(asked, by_pardis);
}

#[test]
fn without_a_model_model_guided_is_pardis() {
    let (_, guided, _) = reduce("model-guided", "none", true, Limits::default());
    let (_, by_pardis, _) = reduce("pardis", "none", true, Limits::default());
    assert_eq!(guided, by_pardis);
}

#[test]
fn caches_spare_queries_and_change_nothing_else() {
    for entry in REDUCERS {
        let (without, all, _) = reduce(entry.name, "none", true, Limits::default());
        let (with, fewer, _) = reduce(entry.name, "sha", true, Limits::default());
        assert_eq!(without, with, "{}", entry.name);
        assert!(fewer.len() <= all.len(), "{}", entry.name);
        let mut seen = std::collections::BTreeSet::new();
        let again: Vec<&String> = fewer
            .iter()
            .filter(|text| !contains(text.as_bytes(), "target") && !seen.insert(*text))
            .collect();
        assert!(again.is_empty(), "{}: asked twice: {again:?}", entry.name);
    }
}

#[test]
fn a_search_stops_when_its_queries_are_spent_and_keeps_its_best() {
    for entry in REDUCERS {
        for queries in [0, 1, 5, 20] {
            let limits = Limits {
                queries: Some(queries),
                ..Limits::default()
            };
            let (text, asked, _) = reduce(entry.name, "none", true, limits);
            assert!(asked.len() <= queries, "{}", entry.name);
            assert!(contains(text.as_bytes(), "target"), "{}", entry.name);
        }
    }
}

#[test]
fn a_result_is_left_alone() {
    for entry in REDUCERS {
        let (text, _, _) = reduce(entry.name, "sha", true, Limits::default());
        let oracle = |candidate: &[u8]| candidate == text.as_bytes();
        let mut executor = Inline::new(&oracle);
        let mut search = Search::new(
            program("c", &text),
            &mut executor,
            (cache::named("none").unwrap().make)(),
            Limits::default(),
        );
        (entry.make)(entry.options()).reduce(&mut search).expect("no limit");
        assert_eq!(search.best().text(), text.as_bytes());
    }
}
