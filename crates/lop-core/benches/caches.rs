//! What each cache costs in memory and time, on reductions of a large generated C program.
//!
//! `cargo bench --bench caches -- [TOKENS] [CACHE…]` prints a table for each reducer: how many queries were asked
//! and how many were answered by the cache, the most bytes that it held, how many answers it held in the end, and the
//! time that it took for a query (knowing and remembering) and for a new best.

#[path = "../../../xtask/src/generate.rs"]
mod generate;

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::cache::{CACHES, CacheEntry, QueryCache, Usage};
use lop_core::{Inline, Limits, Query, Search};
use lop_syntax::{Program, lang, parse};

/// A generated program has about so many bytes to a token.
const BYTES_PER_TOKEN: usize = 3;
/// How many names have to stay.
const NAMES: usize = 12;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with("--")).collect();
    let tokens = match arguments.first().and_then(|first| first.parse().ok()) {
        Some(tokens) => {
            arguments.remove(0);
            tokens
        }
        None => 20_000,
    };
    let source = generate::c(tokens * BYTES_PER_TOKEN);
    let syntax = lang::named("c").expect("built in").syntax().expect("a shipped grammar");
    let program = Program::new(Arc::new(parse(source.as_bytes(), &syntax)));
    println!("{} tokens, {} bytes", program.token_count(), source.len());
    let names = names(&source);
    for (reducer, needs_scope) in [("perses", true), ("hdd", true), ("pardis", true), ("tokens", false)] {
        println!("\n{reducer}");
        println!(
            "{:<10} {:>8} {:>8} {:>6} {:>12} {:>8} {:>11} {:>12} {:>9}",
            "cache", "asked", "cached", "tokens", "peak bytes", "answers", "µs/query", "µs/new best", "s in all"
        );
        let oracle = |text: &[u8]| {
            let places = places(text);
            names.iter().all(|name| places.contains_key(name.as_bytes()))
                && (!needs_scope || places.values().all(|at| is_declared(text, *at)))
        };
        for entry in CACHES.iter().filter(|entry| is_wanted(entry, &arguments)) {
            measure(&program, reducer, entry, &oracle);
        }
    }
}

fn is_wanted(entry: &CacheEntry, arguments: &[String]) -> bool {
    arguments.is_empty() || arguments.iter().any(|name| name == entry.name)
}

fn measure(program: &Program, reducer: &str, entry: &CacheEntry, oracle: &dyn Fn(&[u8]) -> bool) {
    let times = Rc::new(Times::default());
    let cache = Timed {
        cache: (entry.make)(),
        times: times.clone(),
    };
    let mut executor = Inline::new(&oracle);
    let start = Instant::now();
    let mut search = Search::new(program.clone(), &mut executor, Box::new(cache), Limits::default());
    let reducer = lop_core::tree::named(reducer).expect("a reducer");
    (reducer.make)(reducer.options()).reduce(&mut search).expect("no limit");
    let (counts, usage) = (*search.counts(), search.cache().usage());
    let micros = |time: &Cell<Duration>, count: usize| time.get().as_secs_f64() * 1e6 / count.max(1) as f64;
    println!(
        "{:<10} {:>8} {:>8} {:>6} {:>12} {:>8} {:>11.2} {:>12.1} {:>9.1}",
        entry.name,
        counts.asked,
        counts.cached,
        search.best().token_count(),
        usage.peak_bytes,
        usage.entries,
        micros(&times.queries, counts.asked + counts.cached),
        micros(&times.improvements, times.improved.get()),
        start.elapsed().as_secs_f64(),
    );
}

#[derive(Default)]
struct Times {
    queries: Cell<Duration>,
    improvements: Cell<Duration>,
    improved: Cell<usize>,
}

/// A cache and how long it takes.
struct Timed {
    cache: Box<dyn QueryCache>,
    times: Rc<Times>,
}

fn timed<T>(time: &Cell<Duration>, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    time.set(time.get() + start.elapsed());
    result
}

impl QueryCache for Timed {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        timed(&self.times.queries, || self.cache.contains(query))
    }

    fn insert(&mut self, query: &Query<'_>) {
        timed(&self.times.queries, || self.cache.insert(query));
    }

    fn improved(&mut self, best: &Program) {
        self.times.improved.set(self.times.improved.get() + 1);
        timed(&self.times.improvements, || self.cache.improved(best));
    }

    fn usage(&self) -> Usage {
        self.cache.usage()
    }

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(Timed {
            cache: self.cache.fork(),
            times: self.times.clone(),
        })
    }
}

/// Names that have to stay: every so many of those that there are.
fn names(source: &str) -> Vec<String> {
    let places = places(source.as_bytes());
    let mut names: Vec<(usize, &[u8])> = places.into_iter().map(|(name, at)| (at, name)).collect();
    names.sort_unstable();
    let step = names.len() / NAMES;
    let chosen = names.iter().skip(step / 2).step_by(step);
    chosen
        .map(|(_, name)| String::from_utf8_lossy(name).into_owned())
        .collect()
}

/// Where each generated name, a word with a number, is met first.
fn places(text: &[u8]) -> HashMap<&[u8], usize> {
    let mut places = HashMap::new();
    let mut at = 0;
    for word in text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_') {
        let number = word.iter().position(|byte| *byte == b'_').map(|at| &word[at + 1..]);
        if number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit)) {
            places.entry(word).or_insert(at);
        }
        at += word.len() + 1;
    }
    places
}

/// Whether what stands before a name looks like a type.
fn is_declared(text: &[u8], at: usize) -> bool {
    let before = text[..at].trim_ascii_end();
    before
        .last()
        .is_some_and(|byte| *byte == b'*' || byte.is_ascii_alphanumeric())
}
