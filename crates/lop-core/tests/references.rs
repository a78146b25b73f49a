//! What algorithms refer to.

use lop_core::{REFERENCES, Reference, cache, list, transform, tree};

fn references() -> impl Iterator<Item = &'static str> {
    let trees = tree::REDUCERS.iter().map(|entry| entry.reference);
    let lists = list::LIST_REDUCERS.iter().map(|entry| entry.reference);
    let caches = cache::CACHES.iter().map(|entry| entry.reference);
    let transforms = transform::all().map(|transform| transform.reference);
    trees.chain(lists).chain(caches).chain(transforms)
}

/// Whether a word is an author and a year.
fn is_key(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    digits == 4 && word.starts_with(|first: char| first.is_ascii_lowercase())
}

#[test]
fn every_key_is_in_the_table() {
    for reference in references() {
        let words = reference.split(|character: char| !character.is_ascii_alphanumeric());
        for word in words.filter(|word| is_key(word)) {
            assert!(Reference::named(word).is_some(), "{reference}");
        }
    }
}

#[test]
fn the_table_is_sorted_and_its_keys_say_when() {
    assert!(REFERENCES.is_sorted_by_key(|work| work.key));
    for work in REFERENCES {
        assert!(
            is_key(work.key) && work.key.contains(&work.year.to_string()),
            "{work:?}"
        );
        let family_name = work
            .key
            .split(|character: char| character.is_ascii_digit())
            .next()
            .unwrap();
        assert!(work.authors.to_lowercase().contains(family_name), "{work:?}");
    }
}
