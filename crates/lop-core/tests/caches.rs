//! What every cache promises: the same answers as all others.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use lop_core::cache::{self, CACHES, QueryCache, intervals};
use lop_core::tree::{Options, REDUCERS};
use lop_core::{Inline, Limits, Question, Search, list};
use lop_syntax::testing::{Operation, Random, random_edit};
use lop_syntax::{Program, lang, parse};

/// Caches that know a candidate by its text, whatever is in it.
const BY_TEXT: [&str; 4] = ["delta", "sha", "str", "zip"];

/// Reducers that put new text in.
const REWRITING: [&str; 3] = ["hdd", "hdd+", "hdd*"];
/// Reducers that read the text in several ways.
const REREADING: [&str; 2] = ["characters", "lines"];
/// How many random programs are looked at.
const ROUNDS: usize = 30;

fn program(language: &str, source: &str) -> Program {
    let language = lang::named(language).expect("a language of this build");
    let syntax = language.syntax().expect("a shipped grammar");
    Program::new(Arc::new(parse(source.as_bytes(), &syntax)))
}

/// A random program of few different tokens, so that the same text comes about in many ways.
fn random_source(language: &str, random: &mut Random) -> String {
    let mut source = String::new();
    match language {
        "c" => {
            for index in 0..1 + random.below(3) {
                write!(source, "int f{index}(int a, int b) {{\n").expect("memory");
                random_statements(random, 3, &mut source);
                source.push_str("}\n");
            }
        }
        _ => random_value(random, 4, &mut source),
    }
    source
}

fn random_statements(random: &mut Random, depth: usize, source: &mut String) {
    for _ in 0..random.below(5) {
        match random.below(if depth == 0 { 4 } else { 6 }) {
            0 => source.push_str("a = b;\n"),
            1 => source.push_str("  a = b + a * 2;"),
            2 => source.push_str("f0(a, b, a);\n"),
            3 => source.push_str("int a; /* a */ "),
            4 => {
                source.push_str("if (a) {\n");
                random_statements(random, depth - 1, source);
                source.push_str("} else {");
                random_statements(random, depth - 1, source);
                source.push_str("}\n");
            }
            _ => {
                source.push_str("while (b) {");
                random_statements(random, depth - 1, source);
                source.push_str("}\n");
            }
        }
    }
}

fn random_value(random: &mut Random, depth: usize, source: &mut String) {
    let values = random.below(5);
    match random.below(if depth == 0 { 2 } else { 4 }) {
        0 if depth < 4 => source.push_str(["1", "2", "null"][random.below(3)]),
        1 if depth < 4 => source.push_str(["\"a\"", "\"b\""][random.below(2)]),
        2 => {
            source.push('[');
            for index in 0..values {
                source.push_str(if index > 0 { ", " } else { "" });
                random_value(random, depth - 1, source);
            }
            source.push(']');
        }
        _ => {
            source.push('{');
            for index in 0..values {
                source.push_str(if index > 0 { ",\n" } else { "" });
                source.push_str(["\"a\": ", "\"b\": "][random.below(2)]);
                random_value(random, depth - 1, source);
            }
            source.push('}');
        }
    }
}

/// A test of some kind: one that asks for words, for an even number of something, or for nothing that makes sense.
/// The whole program is interesting to all.
fn random_oracle(source: &str, random: &mut Random) -> impl Fn(&[u8]) -> bool + use<> {
    let source = source.as_bytes().to_vec();
    let words = [b'a', b'b', b'1', b'f', b'2', b'{'];
    let word = words[random.below(words.len())];
    let (least, kind, salt) = (random.below(4), random.below(4), random.number());
    move |text: &[u8]| {
        let count = text.iter().filter(|byte| **byte == word).count();
        let noise = text.iter().fold(salt, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let is_interesting = match kind {
            0 => count >= least,
            1 => count % 2 == least % 2,
            2 => count >= least && (noise >> 40) % 3 == 0,
            _ => (noise >> 40) % 5 == 0,
        };
        is_interesting || text == source
    }
}

struct Reduced {
    text: Vec<u8>,
    asked: Vec<Vec<u8>>,
}

fn reduce(algorithm: &str, cache_name: &str, program: &Program, oracle: &dyn Fn(&[u8]) -> bool) -> Reduced {
    let entry = lop_core::tree::named(algorithm).expect("a tree reducer");
    let asked = RefCell::new(Vec::new());
    let oracle = |text: &[u8]| {
        asked.borrow_mut().push(text.to_vec());
        oracle(text)
    };
    let mut executor = Inline::new(&oracle);
    let cache = (cache::named(cache_name).expect("a cache").make)();
    let mut search = Search::new(program.clone(), &mut executor, cache, Limits::default());
    let options = Options {
        list: (list::named(entry.list).expect("a list reducer").make)().into(),
        replacements: true,
        pruning: true,
    };
    (entry.make)(options).reduce(&mut search).expect("no limit");
    let text = search.best().text().to_vec();
    drop(search);
    Reduced {
        text,
        asked: asked.into_inner(),
    }
}

#[test]
fn every_cache_leads_to_the_same_questions_and_result() {
    let mut random = Random(1);
    for round in 0..ROUNDS {
        let language = ["c", "json"][round % 2];
        let source = random_source(language, &mut random);
        let program = program(language, &source);
        let oracle = random_oracle(&source, &mut random);
        for reducer in REDUCERS {
            let expected = reduce(reducer.name, "str", &program, &oracle);
            let without = reduce(reducer.name, "none", &program, &oracle);
            assert_eq!(without.text, expected.text, "{}: {source}", reducer.name);
            for entry in CACHES {
                let reduced = reduce(reducer.name, entry.name, &program, &oracle);
                let what = format!("{} {}: {source}", reducer.name, entry.name);
                assert_eq!(reduced.text, expected.text, "{what}");
                if entry.name == "none" {
                    continue;
                }
                // Those that know tokens miss what was put in, and what was read as other tokens.
                let is_only_removing = !REWRITING.contains(&reducer.name) && !REREADING.contains(&reducer.name);
                if BY_TEXT.contains(&entry.name) || is_only_removing {
                    assert_eq!(reduced.asked.len(), expected.asked.len(), "{what}");
                    assert!(reduced.asked == expected.asked, "{what}");
                }
                assert!(reduced.asked.len() >= expected.asked.len(), "{what}");
                assert!(reduced.asked.len() <= without.asked.len(), "{what}");
            }
        }
    }
}

/// A walk from program to program: questions with random answers, some about programs that never become the best.
fn walk(
    language: &str,
    operations: &[Operation],
    random: &mut Random,
    check: impl Fn(&str, &Question<'_>, bool, bool),
) {
    let mut caches: Vec<(&str, Box<dyn QueryCache>)> = Vec::new();
    caches.extend(CACHES.iter().map(|entry| (entry.name, (entry.make)())));
    let mut best = program(language, &random_source(language, random));
    let mut known: HashSet<Vec<u8>> = HashSet::new();
    let improved = |best: &Program, caches: &mut [(&str, Box<dyn QueryCache>)]| {
        caches.iter_mut().for_each(|(_, cache)| cache.improved(best));
    };
    improved(&best, &mut caches);
    for _ in 0..60 {
        let operation = operations[random.below(operations.len())];
        let Some(candidate) = random_edit(&best, operation, random).and_then(|edit| best.propose(&edit).ok()) else {
            continue;
        };
        let ahead = {
            let mut ahead = best.clone();
            ahead.accept(&candidate);
            ahead
        };
        let foreseen = random_edit(&ahead, operation, random).and_then(|edit| ahead.propose(&edit).ok());
        let question = Question::new(&best, &candidate);
        let is_known = known.contains(&**question.text());
        for (name, cache) in &mut caches {
            check(name, &question, cache.contains(&question), is_known);
            if let Some(foreseen) = &foreseen {
                let foreseen = Question::new(&ahead, foreseen);
                let is_known = known.contains(&**foreseen.text());
                check(name, &foreseen, cache.contains(&foreseen), is_known);
            }
        }
        if random.below(4) > 0 || is_known {
            known.insert(question.text().to_vec());
            for (name, cache) in &mut caches {
                cache.insert(&question);
                check(name, &question, cache.contains(&question), true);
            }
            continue;
        }
        best = ahead;
        improved(&best, &mut caches);
        if random.below(3) == 0 {
            best = Program::new(Arc::new(parse(best.text(), best.tree().syntax())));
            improved(&best, &mut caches);
        }
    }
    for (name, cache) in &caches {
        let usage = cache.usage();
        assert!(usage.bytes <= usage.peak_bytes, "{name}");
        // One text can be several sequences of tokens.
        assert!(usage.entries <= known.len() || *name == "rstr", "{name}");
    }
}

#[test]
fn what_is_taken_away_is_known_exactly_when_it_was_asked_before() {
    let operations = [
        Operation::Remove,
        Operation::RemoveMany,
        Operation::Replace,
        Operation::Splice,
    ];
    let mut random = Random(2);
    for round in 0..10 * ROUNDS {
        walk(
            ["c", "json"][round % 2],
            &operations,
            &mut random,
            |name, question, is_found, is_known| {
                let text = String::from_utf8_lossy(question.text());
                assert_eq!(is_found, is_known && name != "none", "{name}: {text}");
            },
        );
    }
}

#[test]
fn what_was_never_asked_is_never_known() {
    let mut random = Random(3);
    for round in 0..10 * ROUNDS {
        walk(
            ["c", "json"][round % 2],
            &Operation::ALL,
            &mut random,
            |name, question, is_found, is_known| {
                let text = String::from_utf8_lossy(question.text());
                assert!(is_known || !is_found, "{name}: {text}");
                let is_exact = ["sha", "str", "zip"].contains(&name);
                assert!(is_found || !is_known || !is_exact, "{name}: {text}");
            },
        );
    }
}
