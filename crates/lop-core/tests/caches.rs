//! What every cache promises: the same answers as all others.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use lop_core::cache::{self, CACHES, QueryCache, intervals};
use lop_core::tree::REDUCERS;
use lop_core::{Guarantee, Inline, Limits, Query, Search};
use lop_syntax::Random;
use lop_syntax::testing::{Operation, random_edit};
use lop_syntax::{Candidate, Edit, NodeId, Program, edit, lang, parse};

/// Caches that know a candidate by its text, whatever is in it.
const BY_TEXT: [&str; 4] = ["delta", "sha", "str", "zip"];

/// How many random programs are looked at.
const ROUNDS: usize = 20;

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
                writeln!(source, "int f{index}(int a, int b) {{").expect("memory");
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
    (entry.make)(entry.options()).reduce(&mut search).expect("no limit");
    let text = search.best().text().to_vec();
    drop(search);
    Reduced {
        text,
        asked: asked.into_inner(),
    }
}

#[test]
fn every_cache_leads_to_the_same_queries_and_result() {
    let mut random = Random(1);
    for round in 0..4 {
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
                let most = match entry.name {
                    // A detour that was rolled back leaves little of what was known before it.
                    "delta" if !reducer.promises(Guarantee::Monotone) => without.asked.len(),
                    // A candidate with new text may have been forgotten; that is rare.
                    "delta" if !reducer.promises(Guarantee::OnlyDeletes) => expected.asked.len() * 21 / 20 + 1,
                    name if BY_TEXT.contains(&name) => expected.asked.len(),
                    // Keys of tokens miss new text, and texts that read as other tokens.
                    _ if !reducer.promises(Guarantee::WholeTokens) => without.asked.len(),
                    _ => expected.asked.len(),
                };
                assert!(reduced.asked.len() <= most, "{what}");
                assert!(most > expected.asked.len() || reduced.asked == expected.asked, "{what}");
                assert!(reduced.asked.len() >= expected.asked.len(), "{what}");
            }
        }
    }
}

/// A walk from program to program: queries with random answers, some about programs that never become the best.
fn walk(language: &str, operations: &[Operation], random: &mut Random, check: impl Fn(&str, &Query<'_>, bool, bool)) {
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
        let query = Query::new(&best, &candidate);
        let is_known = known.contains(&**query.text());
        for (name, cache) in &mut caches {
            check(name, &query, cache.contains(&query), is_known);
            if let Some(foreseen) = &foreseen {
                let foreseen = Query::new(&ahead, foreseen);
                let is_known = known.contains(&**foreseen.text());
                check(name, &foreseen, cache.contains(&foreseen), is_known);
            }
        }
        if random.below(4) > 0 || is_known {
            known.insert(query.text().to_vec());
            for (name, cache) in &mut caches {
                cache.insert(&query);
                check(name, &query, cache.contains(&query), true);
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
        assert!(usage.entries <= known.len() || !BY_TEXT.contains(name), "{name}");
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
            |name, query, is_found, is_known| {
                let text = String::from_utf8_lossy(query.text());
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
            |name, query, is_found, is_known| {
                let text = String::from_utf8_lossy(query.text());
                assert!(is_known || !is_found, "{name}: {text}");
                let is_exact = ["sha", "str", "zip"].contains(&name);
                assert!(is_found || !is_known || !is_exact, "{name}: {text}");
            },
        );
    }
}

/// A variant of Figure 1, and whether it is interesting.
struct Variant {
    name: &'static str,
    edit: &'static str,
    tokens: Vec<String>,
    is_interesting: bool,
}

const FIGURE_1: [(&str, &str, bool); 9] = [
    ("p1", "without `int a = 0;` `int b = 9;` `return a + 0;`", false),
    ("p2", "without `int a = 0;`", false),
    ("p3", "without `int b = 9;` `return a + 0;`", false),
    ("p4", "without `int b = 9;`", true),
    ("p5", "without `return a + 0;`", false),
    ("p6", "without `int a = 0;`", false),
    ("p7", "`0` for `a + 0`", true),
    ("p8", "without `return 0;`", false),
    ("p9", "without `int a = 0;`", true),
];

/// The edit that a cell of the table tells of.
fn edit_named(program: &Program, name: &str) -> Edit {
    let tree = program.tree();
    let texts: Vec<&str> = name.split('`').skip(1).step_by(2).collect();
    // The last edits speak of a statement that has lost `a +` by then.
    let reads = |node: NodeId, text: &str| {
        let before = text.replace("return 0;", "return a + 0;");
        program.is_live(node) && tree.text(node) == before.as_bytes()
    };
    let nodes = || tree.nodes();
    if name.starts_with("without") {
        let removed = texts.iter().map(|text| {
            let is_it = |node: &NodeId| reads(*node, text) && program.is_removable(*node);
            nodes().find(is_it).expect("the node is there")
        });
        return edit::remove_all(removed);
    }
    let outer = nodes().filter(|node| reads(*node, texts[1]));
    let mut pairs = outer.flat_map(|outer| program.replacements(outer, 4).into_iter().map(move |by| (outer, by)));
    let (outer, by) = pairs
        .find(|(_, by)| reads(*by, texts[0]))
        .expect("the replacement is there");
    edit::replace(outer, by)
}

fn tokens(program: &Program, candidate: &Candidate) -> Vec<String> {
    let pieces = candidate.pieces(program);
    pieces
        .map(|piece| String::from_utf8_lossy(piece.text).into_owned())
        .collect()
}

/// The encoding as the paper writes it, counted from one.
fn encoding(minimum: &[String], sequence: &[String]) -> Option<String> {
    let intervals = intervals::encode(minimum, sequence)?;
    let numbers: Vec<String> = intervals.iter().map(|number| (number + 1).to_string()).collect();
    Some(format!("⟨{}⟩", numbers.join(",")))
}

/// Walks through Figure 1 with every cache: the table of the walk, and the tables of encodings.
fn figure_1(source: &str) -> Vec<String> {
    const SHOWN: [&str; 8] = ["str", "zip", "sha", "cc", "rstr", "rcc", "rcc-size", "delta"];
    let mut caches: Vec<_> = SHOWN.map(|name| (cache::named(name).expect("a cache").make)()).into();
    let mut best = program("c", source);
    let original = best
        .pieces()
        .map(|piece| String::from_utf8_lossy(piece.text).into_owned());
    let mut minimum: Vec<String> = original.collect();
    caches.iter_mut().for_each(|cache| cache.improved(&best));
    let mut kept: Vec<Variant> = Vec::new();
    let mut table = format!("{:<8}{:<52}{:<13}", "variant", "edit", "interesting");
    SHOWN
        .iter()
        .for_each(|name| write!(table, "{name:>9}").expect("memory"));
    table.push_str("  kept by rcc\n");
    let mut encodings = vec![encoding_table("p0", &minimum, source)];
    for (name, edit, is_interesting) in FIGURE_1 {
        let candidate = best.propose(&edit_named(&best, edit)).expect("the edit can be made");
        let query = Query::new(&best, &candidate);
        let is_known = ["p5", "p8"].contains(&name);
        for (cache, shown) in caches.iter_mut().zip(SHOWN) {
            assert_eq!(cache.contains(&query), is_known, "{name} {shown}");
        }
        let variant = Variant {
            name,
            edit,
            tokens: tokens(&best, &candidate),
            is_interesting,
        };
        if is_interesting {
            minimum.clone_from(&variant.tokens);
            kept.retain(|variant| encoding(&minimum, &variant.tokens).is_some());
            best.accept(&candidate);
            caches.iter_mut().for_each(|cache| cache.improved(&best));
            encodings.push(encoding_table(name, &minimum, source));
        } else if !is_known {
            caches.iter_mut().for_each(|cache| cache.insert(&query));
            kept.push(Variant {
                tokens: variant.tokens.clone(),
                ..variant
            });
        }
        for (cache, shown) in caches.iter().zip(SHOWN) {
            if ["rstr", "rcc", "delta"].contains(&shown) {
                assert_eq!(cache.usage().entries, kept.len(), "{name} {shown}");
            }
        }
        let answer = match (variant.is_interesting, is_known) {
            (true, _) => "yes",
            (false, true) => "no, known",
            (false, false) => "no",
        };
        write!(table, "{:<8}{:<52}{answer:<13}", variant.name, variant.edit).expect("memory");
        for cache in &caches {
            write!(table, "{:>9}", cache.usage().entries).expect("memory");
        }
        let names: Vec<&str> = kept.iter().map(|variant| variant.name).collect();
        writeln!(table, "  {}", names.join(" ")).expect("memory");
    }
    encodings.insert(0, table);
    encodings
}

/// All variants of Figure 1 that are parts of a program.
fn encoding_table(name: &str, minimum: &[String], source: &str) -> String {
    let mut best = program("c", source);
    let mut table = format!("{name}: {}\n", minimum.join(" "));
    for (name, edit, is_interesting) in FIGURE_1 {
        let candidate = best.propose(&edit_named(&best, edit)).expect("the edit can be made");
        let tokens = tokens(&best, &candidate);
        if tokens.len() < minimum.len() {
            let encoding = encoding(minimum, &tokens);
            let encoding = encoding.as_deref().unwrap_or("no subsequence");
            writeln!(table, "{name}  {encoding:<20}{}", tokens.join(" ")).expect("memory");
        }
        if is_interesting {
            best.accept(&candidate);
        }
    }
    table
}

#[test]
fn answers_come_and_go_as_in_figure_1() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tian2023-figure-1.md");
    let golden = std::fs::read_to_string(&path).expect("a readable golden file");
    let (_, source) = golden.split_once("```c\n").expect("the program");
    let (source, _) = source.split_once("```").expect("its end");
    let tables = figure_1(source);
    let [_, against_p0, against_p4, against_p7, _] = &tables[..] else {
        panic!("five tables")
    };
    // What the paper prints.
    for (table, line) in [
        (against_p0, "p2  ⟨1,7,12,22⟩ "),
        (against_p0, "p3  ⟨1,11,21,22⟩ "),
        (against_p4, "p3  ⟨1,11,16,17⟩ "),
        (against_p7, "p3  ⟨1,11,14,15⟩ "),
    ] {
        assert!(table.contains(line), "{line}\n{table}");
    }
    let mut updated = String::new();
    let mut tables = tables.iter();
    let mut parts = golden.split_inclusive("```text\n");
    updated.push_str(parts.next().expect("something"));
    for part in parts {
        let (_, rest) = part.split_once("```\n").expect("a block ends");
        write!(updated, "{}```\n{rest}", tables.next().expect("a table for each block")).expect("memory");
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, updated).expect("a writable golden file");
    } else {
        assert_eq!(
            golden, updated,
            "run UPDATE_GOLDEN=1 cargo test and read the difference"
        );
    }
}
