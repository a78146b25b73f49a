//! List reducers on numbers: the papers' tables, question by question.

use std::fmt::Write;

use expect_test::{Expect, expect};
use lop_core::list::{self, LIST_REDUCERS};
use lop_core::{ListSearch, Stop};

/// The numbers 1 to n, and a property of selections of them.
struct Numbers<'a> {
    n: usize,
    property: &'a dyn Fn(&[usize]) -> bool,
    trace: String,
    asked: usize,
    current: Vec<usize>,
}

impl ListSearch for Numbers<'_> {
    fn len(&self) -> usize {
        self.n
    }

    fn keep(&mut self, elements: &[usize]) -> Result<bool, Stop> {
        let numbers: Vec<usize> = elements.iter().map(|element| element + 1).collect();
        let is_interesting = (self.property)(&numbers);
        self.asked += 1;
        let row: String = (1..=self.n)
            .map(|number| {
                if numbers.contains(&number) {
                    format!("{number} ")
                } else {
                    ". ".into()
                }
            })
            .collect();
        writeln!(self.trace, "{:2} {row}{is_interesting}", self.asked).expect("a string takes all");
        if is_interesting {
            self.current = numbers;
        }
        Ok(is_interesting)
    }
}

fn run(name: &str, n: usize, property: &dyn Fn(&[usize]) -> bool) -> (Vec<usize>, String, usize) {
    let mut numbers = Numbers {
        n,
        property,
        trace: String::new(),
        asked: 0,
        current: (1..=n).collect(),
    };
    let kept = (list::named(name).expect("a list reducer").make)()
        .reduce(&mut numbers)
        .expect("no limit");
    let kept: Vec<usize> = kept.iter().map(|element| element + 1).collect();
    assert_eq!(kept, numbers.current, "what a reducer says it kept is what is left");
    (kept, numbers.trace, numbers.asked)
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
