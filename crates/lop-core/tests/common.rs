//! Random programs, families of properties, and reductions of the ones under the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use lop_core::tree::{Options, Reducer};
use lop_core::{Counts, Event, Executor, Limits, Observer, Search, Stop, cache, list};
use lop_syntax::Random;
use lop_syntax::{Program, lang, parse};

/// Contract runs end after this many queries, so that no reducer has to be spared by name. What a reducer promises of its
/// end is checked of the runs that got there.
pub(crate) const BUDGET: usize = 600;

/// Reads C.
pub(crate) fn program(source: &[u8]) -> Program {
    let syntax = lang::named("c")
        .expect("a language of this build")
        .syntax()
        .expect("a shipped grammar");
    Program::new(Arc::new(parse(source, &syntax)))
}

/// A C program: globals and functions, each using what was declared before it.
pub(crate) fn random_source(seed: u64) -> String {
    let mut random = Random(seed);
    let mut names: Vec<String> = vec!["g0".into()];
    let mut source = "int g0 = 1;\n".to_owned();
    for index in 1..3 + random.below(6) {
        if random.below(3) == 0 {
            source += &format!("int g{index} = {};\n", expression(&mut random, &names, 0));
            names.push(format!("g{index}"));
        } else {
            source += &format!("int f{index}(int a{index}, int b{index}) {{\n");
            let mut inside = names.clone();
            inside.extend([format!("a{index}"), format!("b{index}")]);
            statements(&mut random, &mut inside, 0, &mut source);
            source += "  return 0;\n}\n";
        }
    }
    source
}

fn statements(random: &mut Random, names: &mut Vec<String>, depth: usize, source: &mut String) {
    for _ in 0..1 + random.below(4) {
        let value = expression(random, names, 0);
        let name = names[random.below(names.len())].clone();
        match random.below(if depth < 3 { 5 } else { 2 }) {
            0 => *source += &format!("  {name} = {value};\n"),
            1 => {
                let new = format!("v{}", random.below(1000));
                *source += &format!("  int {new} = {value};\n");
                names.push(new);
            }
            2 => {
                *source += &format!("  if ({value}) {{\n");
                statements(random, &mut names.clone(), depth + 1, source);
                *source += "  } else {\n";
                statements(random, &mut names.clone(), depth + 1, source);
                *source += "  }\n";
            }
            3 => {
                *source += &format!("  while ({value}) {{\n");
                statements(random, &mut names.clone(), depth + 1, source);
                *source += "  }\n";
            }
            _ => *source += &format!("  {name} += {value} * ({value});\n"),
        }
    }
}

fn expression(random: &mut Random, names: &[String], depth: usize) -> String {
    let name = &names[random.below(names.len())];
    match random.below(if depth < 2 { 4 } else { 2 }) {
        0 => name.clone(),
        1 => random.below(100).to_string(),
        2 => format!("({} + {})", expression(random, names, depth + 1), name),
        _ => format!("{name} - {}", expression(random, names, depth + 1)),
    }
}

/// The words and signs of a text.
pub(crate) fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.chunk_by(|one, other| is_word(one) && is_word(other))
        .filter(|word| !word[0].is_ascii_whitespace())
        .collect()
}

/// A property of programs, true of the one it was made for.
pub(crate) type Property = Box<dyn Fn(&[u8]) -> bool>;

/// A family of properties.
pub(crate) struct Family {
    /// What they are like.
    pub name: &'static str,
    /// The one for a program.
    pub of: fn(&str, &mut Random) -> Property,
}

/// All families.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "monotone",
        of: monotone,
    },
    Family {
        name: "dependencies",
        of: dependencies,
    },
    Family {
        name: "noise",
        of: noise,
    },
    Family {
        name: "all yes",
        of: |_, _| Box::new(|_| true),
    },
    Family {
        name: "all no",
        of: |source, _| only(source),
    },
];

/// A few words have to stay.
fn monotone(source: &str, random: &mut Random) -> Property {
    let all = words(source.as_bytes());
    let names: Vec<Vec<u8>> = all
        .iter()
        .filter(|word| word[0].is_ascii_alphabetic())
        .map(|word| word.to_vec())
        .collect();
    let wanted: Vec<Vec<u8>> = (0..1 + random.below(3))
        .map(|_| names[random.below(names.len())].clone())
        .collect();
    Box::new(move |text| {
        let words = words(text);
        wanted.iter().all(|wanted| words.contains(&&wanted[..]))
    })
}

/// A few words have to stay, and what is used has to be declared before.
fn dependencies(source: &str, random: &mut Random) -> Property {
    let wanted = monotone(source, random);
    Box::new(move |text| {
        let words = words(text);
        let mut is_declared: BTreeMap<&[u8], bool> = BTreeMap::new();
        for pair in words.windows(2) {
            if pair[1][0].is_ascii_alphabetic() {
                is_declared.entry(pair[1]).or_insert(pair[0] == b"int");
            }
        }
        let is_keyword = |word: &[u8]| [&b"int"[..], b"if", b"else", b"while", b"return"].contains(&word);
        wanted(text)
            && is_declared
                .iter()
                .all(|(word, is_declared)| *is_declared || is_keyword(word))
    })
}

/// As good as random: a third of all texts, and the original.
fn noise(source: &str, random: &mut Random) -> Property {
    let (source, seed) = (source.as_bytes().to_vec(), random.number());
    Box::new(move |text| {
        let mixed = text
            .iter()
            .fold(seed, |seed, byte| Random(seed ^ u64::from(*byte)).number());
        text == source || mixed % 3 == 0
    })
}

fn only(source: &str) -> Property {
    let source = source.as_bytes().to_vec();
    Box::new(move |text| text == source)
}

/// What a reduction did.
pub(crate) struct Reduction {
    /// The program that is left.
    pub best: Program,
    /// Every query: what is changed, and the verdict.
    pub trace: Vec<String>,
    /// How many there were.
    pub counts: Counts,
    /// How often there was a new best program.
    pub improvements: usize,
    /// The texts of the programs that candidates were edits of, each once in a row.
    pub programs: Vec<Vec<u8>>,
    /// Whether the reducer came to its end, and not to that of the budget.
    pub has_ended: bool,
}

/// What an observer is told.
#[derive(Default)]
struct Trace {
    lines: Vec<String>,
    improvements: usize,
    programs: Vec<Vec<u8>>,
}

impl Observer for Trace {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::Judged {
                program,
                edit,
                verdict,
                was_cached,
                ..
            } => {
                self.lines.push(format!("{edit:?} {verdict:?} {was_cached}"));
                if self.programs.last().is_none_or(|last| last != program.text()) {
                    self.programs.push(program.text().to_vec());
                }
            }
            Event::Improved { .. } => self.improvements += 1,
            _ => {}
        }
        Ok(())
    }
}

/// Reduces a program by a reducer's name, with at most [`BUDGET`] queries.
pub(crate) fn reduce(name: &str, start: &Program, executor: &mut dyn Executor, cache_name: &str) -> Reduction {
    reduce_within(BUDGET, name, start, executor, cache_name)
}

/// Reduces a program by a reducer's name, with at most so many queries.
pub(crate) fn reduce_within(
    budget: usize,
    name: &str,
    start: &Program,
    executor: &mut dyn Executor,
    cache_name: &str,
) -> Reduction {
    let mut trace = Trace::default();
    let cache = (cache::named(cache_name).expect("a cache").make)();
    let limits = Limits {
        queries: Some(budget),
        ..Limits::default()
    };
    let mut search = Search::new(start.clone(), executor, cache, limits);
    search.observe_with(&mut trace);
    let result = reducer(name, true).reduce(&mut search);
    assert!(matches!(result, Ok(()) | Err(Stop::QueryLimit)), "{name}: {result:?}");
    let (best, counts) = (search.best().clone(), *search.counts());
    drop(search);
    Reduction {
        best,
        trace: trace.lines,
        counts,
        improvements: trace.improvements,
        programs: trace.programs,
        has_ended: result.is_ok(),
    }
}

/// A reducer by its name, or by its name and a list reducer's: `perses+opdd`.
pub(crate) fn reducer(name: &str, replacements: bool) -> Box<dyn Reducer> {
    let (tree, list) = match lop_core::tree::named(name) {
        Some(entry) => (entry, entry.list),
        None => {
            let (tree, list) = name.rsplit_once('+').expect("a reducer and a list reducer");
            (lop_core::tree::named(tree).expect("a tree reducer"), list)
        }
    };
    let list = (list::named(list).expect("a list reducer").make)().into();
    (tree.make)(Options {
        list,
        replacements,
        ..tree.options()
    })
}
