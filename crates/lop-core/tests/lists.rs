//! List reducers on numbers.

use std::fmt::Write;

use lop_core::Guarantee;
use lop_core::list::{self, LIST_REDUCERS};
use lop_syntax::Random;

/// Minimises the numbers 1 to n under a property; what is left and the trace come back.
fn run(name: &str, n: usize, property: &dyn Fn(&[usize]) -> bool) -> (Vec<usize>, String) {
    let mut steps = (list::named(name).expect("a list reducer").make)().start(&vec![1; n]);
    let mut numbers: Vec<usize> = (1..=n).collect();
    let mut trace = String::new();
    let mut asked = 0;
    while let Some(removed) = steps.next() {
        assert!(removed.is_sorted() && !removed.is_empty(), "{name}: {removed:?}");
        let is_left = |number: &usize| numbers.contains(number);
        assert!(
            removed.iter().all(|element| is_left(&(element + 1))),
            "{name}: {removed:?}"
        );
        let kept: Vec<usize> = numbers
            .iter()
            .copied()
            .filter(|number| !removed.contains(&(number - 1)))
            .collect();
        let is_interesting = property(&kept);
        asked += 1;
        let row: String = (1..=n)
            .map(|number| {
                if kept.contains(&number) {
                    format!("{number} ")
                } else {
                    ". ".into()
                }
            })
            .collect();
        writeln!(trace, "{asked:2} {row}{is_interesting}").expect("a string takes all");
        if is_interesting {
            numbers = kept;
        }
        steps.answer(is_interesting);
    }
    (numbers, trace)
}

fn has_all(wanted: &[usize]) -> impl Fn(&[usize]) -> bool {
    move |numbers| wanted.iter().all(|number| numbers.contains(number))
}

#[test]
fn every_list_reducer_finds_what_is_needed_when_elements_are_independent() {
    for entry in LIST_REDUCERS {
        for wanted in [&[1][..], &[8], &[1, 8], &[3, 4, 5], &[1, 2, 3, 4, 5, 6, 7, 8]] {
            let (kept, trace) = run(entry.name, 8, &has_all(wanted));
            assert_eq!(kept, wanted, "{}\n{trace}", entry.name);
        }
    }
}

/// What every list reducer and its entry promise, under properties as good as random and under dependencies.
#[test]
fn every_list_reducer_keeps_its_guarantees() {
    for n in [2, 3, 7, 16, 40] {
        for seed in 0..20 {
            for entry in LIST_REDUCERS {
                let property = random_property(n, seed);
                let (kept, trace) = run(entry.name, n, &property);
                let what = format!("{}, {n}, seed {seed}\n{trace}", entry.name);
                assert!(property(&kept) || kept.len() == n, "{what}");
                for guarantee in entry.guarantees {
                    match guarantee {
                        // A list reducer is not asked whether the last element can go.
                        Guarantee::OneMinimal if kept.len() > 1 => {
                            let can_go = |number: &&usize| property(&without(&kept, **number));
                            assert_eq!(kept.iter().find(can_go), None, "{what}");
                        }
                        Guarantee::OneMinimal => {}
                        Guarantee::LinearQueries => assert!(trace.lines().count() <= 5 * n, "{what}"),
                        other => panic!("{what}: {other:?} is about trees"),
                    }
                }
            }
        }
    }
}

/// For even seeds each element may need one before it, and a few are needed; for odd ones a third of all lists is
/// interesting.
fn random_property(n: usize, seed: u64) -> impl Fn(&[usize]) -> bool {
    let mut random = Random(seed);
    let needs: Vec<usize> = (0..=n).map(|number| random.below(number.max(1))).collect();
    let wanted: Vec<usize> = (0..1 + random.below(3)).map(|_| 1 + random.below(n)).collect();
    move |numbers| {
        if seed % 2 == 1 {
            let mixed = numbers
                .iter()
                .fold(seed, |mixed, number| Random(mixed ^ *number as u64).number());
            return mixed % 3 == 0;
        }
        let is_kept = |number: &usize| numbers.contains(number);
        let is_whole = |number: &usize| needs[*number] == 0 || is_kept(&needs[*number]);
        wanted.iter().all(is_kept) && numbers.iter().all(is_whole)
    }
}

fn without(numbers: &[usize], number: usize) -> Vec<usize> {
    numbers.iter().copied().filter(|other| *other != number).collect()
}
