//! How long it takes to parse a large file and to edit it.

#[path = "../../../xtask/src/generate.rs"]
mod generate;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput};
use lop_syntax::{Edit, Kind, Program, Tree, edit, lang, parse};

fn main() {
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    let source: Arc<[u8]> = generate::c(1_050_000).into_bytes().into();
    parsing(&mut criterion, &source);
    editing(&mut criterion, &source);
    criterion.final_summary();
}

fn parsing(criterion: &mut Criterion, source: &Arc<[u8]>) {
    let language = lang::named("c").expect("the language is built in");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let mut group = criterion.benchmark_group("parsing");
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("parse_1mb", |bencher| {
        bencher.iter_with_large_drop(|| parse(source.clone(), &syntax));
    });
    group.bench_function("tree_sitter_1mb", |bencher| {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&(language.parser)()).expect("the versions fit");
        bencher.iter_with_large_drop(|| parser.parse(source, None).expect("nothing stops the parser"));
    });
    group.finish();
}

fn editing(criterion: &mut Criterion, source: &Arc<[u8]>) {
    let language = lang::named("c").expect("the language is built in");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let tree = Arc::new(parse(source.clone(), &syntax));
    let edits = removals(&tree);
    let program = Program::new(tree);
    // Every time another edit, lest the processor learn one by heart.
    let mut next = edits.iter().cycle();
    let mut edit = || next.next().expect("there are statements");
    let mut group = criterion.benchmark_group("editing");
    group.bench_function("propose_1mb", |bencher| {
        bencher.iter(|| black_box(program.propose(edit()).expect("a statement can go")));
    });
    group.bench_function("propose_and_render_1mb", |bencher| {
        bencher.iter(|| {
            let candidate = program.propose(edit()).expect("a statement can go");
            black_box(candidate.text(&program))
        });
    });
    group.bench_function("accept_1mb", |bencher| {
        bencher.iter_batched(
            || {
                let candidate = program.propose(edit()).expect("a statement can go");
                (program.clone(), candidate)
            },
            |(mut program, candidate)| {
                program.accept(&candidate);
                program
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Removals of single statements from all over the file, in an order without order.
fn removals(tree: &Tree) -> Vec<Edit> {
    let is_in_list = |node| tree.parent(node).is_some_and(|parent| tree.kind(parent) == Kind::List);
    let mut statements: Vec<_> = tree
        .nodes()
        .filter(|node| tree.name(*node) == "expression_statement" && is_in_list(*node))
        .collect();
    statements.sort_by_key(|node| node.0.wrapping_mul(0x9e37_79b9));
    statements.truncate(1000);
    statements.into_iter().map(edit::remove).collect()
}
