//! A property of generated C that entangles its parts as compilers do, decided without a compiler.

use std::collections::{BTreeMap, BTreeSet};

use lop_syntax::Random;

/// A few names have to stay, and names that are declared before use have to be so.
pub(crate) struct Property {
    wanted: Vec<Vec<u8>>,
    declared: BTreeSet<Vec<u8>>,
}

impl Property {
    /// Wants so many names of a program to stay.
    pub(crate) fn of(source: &[u8], wanted: usize) -> Self {
        let declared: BTreeSet<Vec<u8>> = first_uses(source)
            .into_iter()
            .filter(|(_, is_declared)| *is_declared)
            .map(|(name, _)| name.to_vec())
            .collect();
        let names: Vec<&Vec<u8>> = declared.iter().collect();
        let mut random = Random(1);
        let wanted = (0..wanted).map(|_| names[random.below(names.len())].clone()).collect();
        Property { wanted, declared }
    }

    /// Whether a program has them.
    pub(crate) fn holds(&self, text: &[u8]) -> bool {
        let uses = first_uses(text);
        let is_fine = |(name, is_declared): (&&[u8], &bool)| *is_declared || !self.declared.contains(*name);
        self.wanted.iter().all(|name| uses.contains_key(&name[..])) && uses.iter().all(is_fine)
    }
}

/// Every name, and whether it stands after a type or a star where it is first met.
fn first_uses(text: &[u8]) -> BTreeMap<&[u8], bool> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_name = |word: &[u8]| word[0].is_ascii_alphabetic() || word[0] == b'_';
    let words = text
        .chunk_by(|one, other| is_word(one) && is_word(other))
        .filter(|word| !word[0].is_ascii_whitespace());
    let mut uses = BTreeMap::new();
    let mut before: &[u8] = b";";
    for word in words {
        if is_name(word) {
            uses.entry(word).or_insert(is_name(before) || before == b"*");
        }
        before = word;
    }
    uses
}
