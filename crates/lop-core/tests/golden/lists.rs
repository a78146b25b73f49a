//! Lists of numbers: blocks that say `list REDUCER FIRST..LAST PROPERTY`.

use std::collections::BTreeSet;

use lop_core::list::{self, Ddmin, ListReducer, Opdd};
use lop_syntax::Random;

/// A query about a list.
pub(super) struct Row {
    pub stays: Vec<usize>,
    pub goes: Vec<usize>,
    pub is_yes: bool,
    /// The same elements were asked about before, so that a cache knows the answer.
    pub is_seen: bool,
    /// The same elements were tried without before, on a longer list.
    pub is_revisit: bool,
}

impl Row {
    /// Whether it asks about the list without a subset, not about a subset alone.
    fn is_complement(&self) -> bool {
        self.goes.len() < self.stays.len()
    }
}

/// The queries of a block, or only the `complements` if it says so.
pub(super) fn run(info: &str) -> Vec<Row> {
    let words: Vec<&str> = info.split(' ').collect();
    let rows = minimize(&*reducer(words[1]), &range(words[2]), property(words[3]));
    let is_shown = |row: &Row| words.get(4).is_none() || row.is_complement();
    rows.into_iter().filter(is_shown).collect()
}

fn range(text: &str) -> Vec<usize> {
    let (first, last) = text.split_once("..").expect("a range");
    let [first, last] = [first, last].map(|end| end.parse::<usize>().expect("a number"));
    if first < last {
        (first..=last).collect()
    } else {
        (last..=first).rev().collect()
    }
}

fn reducer(name: &str) -> Box<dyn ListReducer> {
    match name {
        "ddmin-from-6" => Box::new(Ddmin { n: 6 }),
        "opdd-forward-from-6" => Box::new(Opdd {
            n: 6,
            is_backward: false,
        }),
        _ => (list::named(name).expect("a list reducer").make)(),
    }
}

/// A property by its name.
pub(super) fn property(name: &str) -> fn(&[usize]) -> bool {
    match name {
        "{1,7,8}" => |list| has_all(list, &[1, 7, 8]),
        "psi-1" => psi_1,
        "psi-2" => |list| has_all(list, &[1, 3]),
        "psi-3" => |list| has_all(list, &[3, 8]) || has_all(list, &[4, 6]),
        "11-and-12-first" => |list| {
            let has_11_or_12 = list.contains(&11) || list.contains(&12);
            has_all(list, &[1, 2, 3, 4, 5, 6, 7, 8]) && (!has_11_or_12 || has_all(list, &[9, 10]))
        },
        "nothing-goes" => |_| false,
        _ => panic!("there is no property {name}"),
    }
}

fn has_all(list: &[usize], elements: &[usize]) -> bool {
    elements.iter().all(|element| list.contains(element))
}

/// The odd ones are needed, and an even one can go only after the next even one.
fn psi_1(list: &[usize]) -> bool {
    let has = |element| list.contains(&element);
    has_all(list, &[1, 3, 5, 7]) && (has(2) || !has(4)) && (has(4) || !has(6)) && (has(6) || !has(8))
}

/// A property: some elements are needed, and some need others; every fourth is as good as random.
pub(super) fn random_property(length: usize, seed: u64) -> impl Fn(&[usize]) -> bool {
    let mut random = Random(seed);
    let mut element = || 1 + random.below(length);
    let needed: Vec<usize> = (0..element() - 1).map(|_| element()).collect();
    let pairs: Vec<(usize, usize)> = (0..4).map(|_| (element(), element())).collect();
    move |list| {
        if seed % 4 == 3 {
            let mix = |seed: u64, element: &usize| Random(seed ^ *element as u64).number();
            return list.iter().fold(seed, mix).is_multiple_of(3);
        }
        let has = |element: &usize| list.contains(element);
        needed.iter().all(has) && pairs.iter().all(|(one, other)| has(one) || !has(other))
    }
}

/// All queries that a reducer asks about a list.
pub(super) fn minimize(reducer: &dyn ListReducer, elements: &[usize], property: impl Fn(&[usize]) -> bool) -> Vec<Row> {
    let mut steps = reducer.start(&vec![1; elements.len()]);
    let mut left = elements.to_vec();
    let (mut asked, mut tried) = (BTreeSet::new(), BTreeSet::new());
    let mut rows = Vec::new();
    while let Some(removed) = steps.next() {
        let goes: Vec<usize> = removed.iter().map(|index| elements[*index]).collect();
        assert!(!goes.is_empty() && has_all(&left, &goes), "{goes:?} of {left:?}");
        let mut stays = left.clone();
        stays.retain(|element| !goes.contains(element));
        let is_yes = property(&stays);
        if is_yes {
            left.clone_from(&stays);
        }
        steps.answer(is_yes);
        let is_seen = !asked.insert(stays.clone());
        let is_revisit = !tried.insert(goes.clone()) && !is_seen;
        rows.push(Row {
            stays,
            goes,
            is_yes,
            is_seen,
            is_revisit,
        });
    }
    rows
}

/// The table of a block.
pub(super) fn show(info: &str, rows: &[Row]) -> String {
    let last = info
        .split(' ')
        .nth(2)
        .map(range)
        .into_iter()
        .flatten()
        .max()
        .expect("a number");
    let width = last.to_string().len();
    let mut text = String::new();
    for (row, number) in rows.iter().zip(1..) {
        text += &format!("{number:3} ");
        for element in 1..=last {
            let cell = if row.stays.contains(&element) {
                &*element.to_string()
            } else {
                "."
            };
            text += &format!(" {cell:>width$}");
        }
        let note = match (row.is_seen, row.is_revisit) {
            (true, _) => "  seen",
            (_, true) => "  revisit",
            _ => "",
        };
        text += &format!("  {}{note}\n", super::answer(row.is_yes));
    }
    let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let (yes, seen, revisits) = (
        count(|row| row.is_yes),
        count(|row| row.is_seen),
        count(|row| row.is_revisit),
    );
    text + &format!("{} queries, {yes} yes, {seen} seen, {revisits} revisits\n", rows.len())
}
