//! List reducers on numbers.

use std::fmt::Write;

use lop_core::list::{self, LIST_REDUCERS};

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
