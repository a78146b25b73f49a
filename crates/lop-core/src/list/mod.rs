//! Minimising a list: which elements can go?

mod ddmin;
mod opdd;
mod probdd;

use crate::search::{ListSearch, Stop};

/// A way to minimise a list.
pub trait ListReducer {
    /// Asks until no more elements go, and returns those that stay.
    fn reduce(&self, list: &mut dyn ListSearch) -> Result<Vec<usize>, Stop>;
}

/// A list reducer that can be chosen by name.
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn ListReducer>,
}

/// All list reducers.
pub static LIST_REDUCERS: &[&Entry] = &[&ddmin::ENTRY, &opdd::ENTRY, &opdd::FORWARD, &probdd::ENTRY];

/// A list reducer by its name.
pub fn named(name: &str) -> Option<&'static Entry> {
    LIST_REDUCERS.iter().copied().find(|entry| entry.name == name)
}

/// Cuts elements into `n` runs of lengths as equal as can be, longer ones last.
fn split(elements: &[usize], n: usize) -> Vec<Vec<usize>> {
    let bound = |part: usize| part * elements.len() / n;
    (0..n)
        .map(|part| elements[bound(part)..bound(part + 1)].to_vec())
        .collect()
}

/// The elements that are not in a subset; both in rising order.
fn without(elements: &[usize], subset: &[usize]) -> Vec<usize> {
    elements
        .iter()
        .copied()
        .filter(|element| subset.binary_search(element).is_err())
        .collect()
}
