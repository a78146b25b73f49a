//! Random programs, families of properties, and reductions of the ones under the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use lop_core::tree::{Options, Reducer};
use lop_core::{Counts, Event, Executor, Limits, Observer, Search, Stop, cache, list};
use lop_syntax::Random;
use lop_syntax::{Program, lang, parse};

/// Reducers that look for one thing only: what they leave may be far from small.
pub const PARTS: &[&str] = &[
    "alternatives",
    "binary-reduction",
    "comments",
    "coupled",
    "identifiers",
    "spaces",
    "subtrees",
    "t-rec",
    "windows",
];

/// Reducers that put new text in.
pub const REWRITING: &[&str] = &[
    "alternatives",
    "auto",
    "coupled",
    "hdd",
    "hdd*",
    "hdd+",
    "identifiers",
    "seru",
    "subtrees",
    "t-rec",
    "vulcan",
];

/// Whether a reducer asks so much of a program that the first few are enough.
pub fn is_spared(name: &str, family: &Family, seed: u64) -> bool {
    let is_thorough =
        ["auto", "coupled", "seru", "vulcan"].contains(&name) || PARTS.contains(&name) && name != "comments";
    is_thorough && (seed > 0 || family.name == "noise")
}

/// Reads C.
pub fn program(source: &[u8]) -> Program {
    let syntax = lang::named("c")
        .expect("a language of this build")
        .syntax()
        .expect("a shipped grammar");
    Program::new(Arc::new(parse(source, &syntax)))
}

/// A C program: globals and functions, each using what was declared before it.
pub fn random_source(seed: u64) -> String {
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
pub fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.chunk_by(|one, other| is_word(one) && is_word(other))
        .filter(|word| !word[0].is_ascii_whitespace())
        .collect()
}

/// A property of programs, true of the one it was made for.
pub type Property = Box<dyn Fn(&[u8]) -> bool>;

/// A family of properties.
pub struct Family {
    /// What they are like.
    pub name: &'static str,
    /// The one for a program.
    pub of: fn(&str, &mut Random) -> Property,
}

/// All families.
pub const FAMILIES: &[Family] = &[
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
pub struct Reduction {
    /// The program that is left.
    pub best: Program,
    /// Every question: what is changed, and the answer.
    pub trace: Vec<String>,
    /// How many there were.
    pub counts: Counts,
}

/// Everything that is told, as lines.
#[derive(Default)]
struct Trace(Vec<String>);

impl Observer for Trace {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if let Event::Judged {
            edit,
            verdict,
            was_cached,
            ..
        } = event
        {
            self.0.push(format!("{edit:?} {verdict:?} {was_cached}"));
        }
        Ok(())
    }
}

/// Reduces a program by a reducer's name.
pub fn reduce(name: &str, start: &Program, executor: &mut dyn Executor, cache_name: &str) -> Reduction {
    let mut trace = Trace::default();
    let cache = (cache::named(cache_name).expect("a cache").make)();
    let mut search = Search::new(start.clone(), executor, cache, Limits::default());
    search.observe_with(&mut trace);
    reducer(name, true).reduce(&mut search).expect("no limit");
    let (best, counts) = (search.best().clone(), *search.counts());
    Reduction {
        best,
        trace: trace.0,
        counts,
    }
}

/// A reducer by its name, or by its name and a list reducer's: `perses+opdd`.
pub fn reducer(name: &str, replacements: bool) -> Box<dyn Reducer> {
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
