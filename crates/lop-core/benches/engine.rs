//! What a query costs besides its answer: proposing, known answers, rendering, bookkeeping.
//!
//! An oracle that answers at once lets a reducer ask 2,000 queries about programs of 1,000 and 60,000 tokens.

#[path = "../../../xtask/src/generate.rs"]
mod generate;

use std::sync::Arc;

use criterion::{Criterion, Throughput};
use lop_core::{Inline, Limits, Search, cache, tree};
use lop_syntax::{Program, lang, parse};

const QUERIES: usize = 2_000;

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    for (name, bytes) in [("1k", 1_600), ("60k", 200_000)] {
        let source = generate::c(bytes).into_bytes();
        let language = lang::named("c").expect("the language is built in");
        let syntax = language.syntax().expect("a shipped grammar compiles");
        let program = Program::new(Arc::new(parse(source, &syntax)));
        let mut group = criterion.benchmark_group(format!("query_{name}"));
        for (reducer, cache) in [
            ("perses", "delta"),
            ("pardis", "delta"),
            ("pardis-hybrid", "delta"),
            ("pardis-hybrid", "none"),
            ("pardis-hybrid", "sha"),
            ("hdd", "delta"),
            ("waves", "delta"),
        ] {
            group.throughput(Throughput::Elements(reduce(&program, reducer, cache) as u64));
            group.bench_function(format!("{reducer}_{cache}"), |bencher| {
                bencher.iter(|| reduce(&program, reducer, cache));
            });
        }
        group.finish();
    }
    criterion.final_summary();
}

/// Asks queries and returns their number. Every tenth is answered with yes, until half of the program is gone.
fn reduce(program: &Program, reducer: &str, cache: &str) -> usize {
    let least = program.text().len() / 2;
    let oracle = |text: &[u8]| text.len().is_multiple_of(10) && text.len() > least;
    let mut executor = Inline::new(&oracle);
    let limits = Limits {
        queries: Some(QUERIES),
        rounds: None,
    };
    let cache = (cache::named(cache).expect("a cache").make)();
    let mut search = Search::new(program.clone(), &mut executor, cache, limits);
    let entry = tree::named(reducer).expect("a reducer");
    let _ = (entry.make)(entry.options()).reduce(&mut search);
    search.counts().asked
}
