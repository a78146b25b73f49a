//! Any number of jobs gives the same trace and the same bytes, in whatever order answers come.

use crate::common::{FAMILIES, program, random_source, reduce, reduce_within};
use lop_core::testing::Simulated;
use lop_core::tree::REDUCERS;
use lop_syntax::Random;

/// Speculation runs many times as many tests as there are queries, so the budget is smaller than elsewhere.
const QUERIES: usize = 120;

#[test]
fn any_number_of_jobs_gives_the_same_trace_and_bytes() {
    for seed in 0..2 {
        let source = random_source(seed);
        let start = program(source.as_bytes());
        for family in FAMILIES {
            let property = (family.of)(&source, &mut Random(seed));
            for entry in REDUCERS {
                let mut alone = Simulated::new(&property, 1);
                let expected = reduce_within(QUERIES, entry.name, &start, &mut alone, "sha");
                for jobs in [2, 16] {
                    let mut together = Simulated::new(&property, jobs).with_latency(seed + jobs as u64, 7);
                    let reduction = reduce_within(QUERIES, entry.name, &start, &mut together, "sha");
                    let what = format!("{} {} seed {seed}, {jobs} jobs", entry.name, family.name);
                    assert!(expected.trace == reduction.trace, "{what}: another trace");
                    assert_eq!(expected.best.text(), reduction.best.text(), "{what}");
                    assert_eq!(expected.counts.asked, reduction.counts.asked, "{what}");
                    assert!(reduction.counts.executed >= reduction.counts.asked, "{what}");
                }
            }
        }
    }
}

#[test]
fn an_answer_that_got_lost_in_the_crowd_is_asked_for_again_alone() {
    for seed in 0..2 {
        let source = random_source(seed);
        let start = program(source.as_bytes());
        let property = (FAMILIES[1].of)(&source, &mut Random(seed));
        for entry in REDUCERS {
            let name = entry.name;
            let expected = reduce_within(QUERIES, name, &start, &mut Simulated::new(&property, 1), "sha");
            let mut crowd = Simulated::new(&property, 8)
                .with_latency(seed, 5)
                .with_lost_answers(seed);
            let reduction = reduce_within(QUERIES, name, &start, &mut crowd, "sha");
            assert!(expected.trace == reduction.trace, "{name} seed {seed}");
            assert_eq!(expected.best.text(), reduction.best.text(), "{name} seed {seed}");
        }
    }
}

#[test]
fn more_jobs_take_less_time() {
    for name in ["ddmin", "opdd", "probdd"].map(|list| format!("perses+{list}")) {
        let time = |jobs| {
            let times = (0..8).map(|seed| {
                let source = random_source(seed);
                let property = (FAMILIES[1].of)(&source, &mut Random(seed));
                let mut executor = Simulated::new(&property, jobs);
                reduce(&name, &program(source.as_bytes()), &mut executor, "sha");
                executor.now()
            });
            times.sum::<u64>()
        };
        assert!(time(16) * 2 < time(1), "{name}: {} {}", time(16), time(1));
    }
}

/// `auto` to its end, where most of its queries are made by short step sequences that foresight looks beyond.
#[test]
fn auto_asks_the_same_to_its_end_whatever_the_order_of_verdicts() {
    let source = random_source(5);
    let start = program(source.as_bytes());
    let property = (FAMILIES[1].of)(&source, &mut Random(5));
    let expected = reduce("auto", &start, &mut Simulated::new(&property, 1), "sha");
    for jobs in [2, 7, 64] {
        let mut together = Simulated::new(&property, jobs).with_latency(jobs as u64, 9);
        let reduction = reduce("auto", &start, &mut together, "sha");
        assert!(expected.trace == reduction.trace, "{jobs} jobs: another trace");
        assert_eq!(expected.best.text(), reduction.best.text(), "{jobs} jobs");
        assert!(together.is_idle(), "{jobs} jobs: runs are left");
    }
    let mut crowd = Simulated::new(&property, 16).with_latency(3, 9).with_lost_answers(3);
    let reduction = reduce("auto", &start, &mut crowd, "sha");
    assert!(expected.trace == reduction.trace, "with lost verdicts: another trace");
}

/// Queries about a program that nothing makes smaller: all verdicts are the predicted ones.
#[test]
fn a_program_that_is_done_keeps_all_jobs_busy() {
    let source = random_source(5);
    let start = program(source.as_bytes());
    let text = source.clone().into_bytes();
    let is_original = move |candidate: &[u8]| candidate == text;
    let time = |jobs| {
        let mut executor = Simulated::new(&is_original, jobs);
        reduce("auto", &start, &mut executor, "sha");
        executor.now()
    };
    let alone = time(1);
    assert!(alone > 200, "{alone} queries are too few to tell");
    assert!(time(16) * 12 <= alone, "{} of {alone}", time(16));
}
