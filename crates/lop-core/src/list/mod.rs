//! Minimising a list: which elements can go?

mod cdd;
mod ddmin;
mod halving;
mod opdd;
mod probdd;
mod wdd;
mod wprobdd;

pub use self::ddmin::Ddmin;
pub use self::opdd::Opdd;
use crate::guarantee::Guarantee;

/// A way to minimise a list.
pub trait ListReducer {
    /// The state at the start, for a list with elements of these weights.
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps>;
}

/// The state of a list reducer. Elements are numbered by their place at the start.
pub trait ListSteps {
    /// The elements to try without next, in rising order, none of which is gone; `None` at the end.
    fn next(&mut self) -> Option<Vec<usize>>;

    /// Takes the verdict on the last elements. Accepted elements are gone for good.
    fn answer(&mut self, is_accepted: bool);

    /// A copy of the state, for speculative execution.
    fn fork(&self) -> Box<dyn ListSteps>;
}

/// A list reducer that can be chosen by name.
pub struct ListEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What it promises besides what all list reducers promise.
    pub guarantees: &'static [Guarantee],
    /// Makes one.
    pub make: fn() -> Box<dyn ListReducer>,
}

/// All list reducers.
pub static LIST_REDUCERS: &[&ListEntry] = &[
    &cdd::ENTRY,
    &ddmin::ENTRY,
    &halving::ENTRY,
    &opdd::ENTRY,
    &opdd::FORWARD,
    &probdd::ENTRY,
    &wdd::ENTRY,
    &wprobdd::ENTRY,
];

/// A list reducer by its name.
pub fn named(name: &str) -> Option<&'static ListEntry> {
    LIST_REDUCERS.iter().copied().find(|entry| entry.name == name)
}

/// The `index`-th of `n` ranges of lengths as equal as can be, longer ones last.
fn part(elements: &[usize], n: usize, index: usize) -> &[usize] {
    let bound = |part: usize| part * elements.len() / n;
    &elements[bound(index)..bound(index + 1)]
}

/// The elements that are not in a subset; both in rising order.
fn without(elements: &[usize], subset: &[usize]) -> Vec<usize> {
    let mut left = subset.iter().copied().peekable();
    let is_in_subset = |element: &usize| {
        while left.next_if(|next| next < element).is_some() {}
        left.next_if_eq(element).is_some()
    };
    let mut is_in_subset = is_in_subset;
    elements
        .iter()
        .copied()
        .filter(|element| !is_in_subset(element))
        .collect()
}
