//! List reducers on numbers: the papers' tables, question by question.

use std::fmt::Write;

use expect_test::{Expect, expect};
use lop_core::list::{self, LIST_REDUCERS};

/// Minimises the numbers 1 to n under a property; what is left, the trace and the number of questions come back.
fn run(name: &str, n: usize, property: &dyn Fn(&[usize]) -> bool) -> (Vec<usize>, String, usize) {
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
    (numbers, trace, asked)
}

fn has_all(wanted: &[usize]) -> impl Fn(&[usize]) -> bool {
    move |numbers| wanted.iter().all(|number| numbers.contains(number))
}

fn check(name: &str, n: usize, property: &dyn Fn(&[usize]) -> bool, expected: &Expect) {
    expected.assert_eq(&run(name, n, property).1);
}

/// S001 Figure 2.1, its 27 tests in its order; step 28 is the result.
#[test]
fn ddmin_asks_as_in_figure_2_1() {
    check(
        "ddmin",
        8,
        &has_all(&[1, 7, 8]),
        &expect![[r#"
         1 1 2 3 4 . . . . false
         2 . . . . 5 6 7 8 false
         3 1 2 . . . . . . false
         4 . . 3 4 . . . . false
         5 . . . . 5 6 . . false
         6 . . . . . . 7 8 false
         7 . . 3 4 5 6 7 8 false
         8 1 2 . . 5 6 7 8 true
         9 1 2 . . . . . . false
        10 . . . . 5 6 . . false
        11 . . . . . . 7 8 false
        12 . . . . 5 6 7 8 false
        13 1 2 . . . . 7 8 true
        14 1 2 . . . . . . false
        15 . . . . . . 7 8 false
        16 1 . . . . . . . false
        17 . 2 . . . . . . false
        18 . . . . . . 7 . false
        19 . . . . . . . 8 false
        20 . 2 . . . . 7 8 false
        21 1 . . . . . 7 8 true
        22 1 . . . . . . . false
        23 . . . . . . 7 . false
        24 . . . . . . . 8 false
        25 . . . . . . 7 8 false
        26 1 . . . . . . 8 false
        27 1 . . . . . 7 . false
    "#]],
    );
}

/// S001 Figure 3.2: the odd numbers are needed, and an even one can go only after the next even one.
fn even_numbers_go_backward(numbers: &[usize]) -> bool {
    let has = |number| numbers.contains(&number);
    has_all(&[1, 3, 5, 7])(numbers) && (has(2) || !has(4)) && (has(4) || !has(6)) && (has(6) || !has(8))
}

/// S001 Figure 3.1: ddmin removes 8, 6, 4, 2 and visits all again after each.
#[test]
fn ddmin_is_quadratic_in_figure_3_1_and_opdd_is_not() {
    let (kept, trace, asked) = run("ddmin", 8, &even_numbers_go_backward);
    assert_eq!(kept, [1, 3, 5, 7]);
    let successes: Vec<&str> = trace
        .lines()
        .filter(|line| line.ends_with("true"))
        .map(|line| &line[3..])
        .collect();
    assert_eq!(
        successes,
        [
            "1 2 3 4 5 6 7 . true",
            "1 2 3 4 5 . 7 . true",
            "1 2 3 . 5 . 7 . true",
            "1 . 3 . 5 . 7 . true"
        ]
    );
    let (kept, _, backward) = run("opdd", 8, &even_numbers_go_backward);
    assert_eq!(kept, [1, 3, 5, 7]);
    assert!(backward < asked, "{backward} {asked}");
    let (kept, _, _) = run("opdd-forward", 8, &even_numbers_go_backward);
    assert_eq!(kept, [1, 2, 3, 4, 5, 6, 7], "in this order only 8 can go in one pass");
}

#[test]
fn every_list_reducer_finds_what_is_needed_when_elements_are_independent() {
    for entry in LIST_REDUCERS {
        for wanted in [&[1][..], &[8], &[1, 8], &[3, 4, 5], &[1, 2, 3, 4, 5, 6, 7, 8]] {
            let (kept, trace, _) = run(entry.name, 8, &has_all(wanted));
            assert_eq!(kept, wanted, "{}\n{trace}", entry.name);
        }
    }
}

#[test]
fn one_pass_takes_linearly_many_questions() {
    for n in [2, 3, 7, 64, 100, 1000] {
        for property in [
            &(|_: &[usize]| false) as &dyn Fn(&[usize]) -> bool,
            &has_all(&(1..=n).collect::<Vec<_>>()),
        ] {
            for name in ["opdd", "opdd-forward"] {
                let (_, _, asked) = run(name, n, property);
                // Two questions for each subset of each granularity; these double, so their sum is below 3n.
                assert!(asked < 6 * n, "{name} {n}: {asked}");
            }
        }
    }
}
