//! Panics of Rust programs: the place of the panic, and its message.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

pub(super) const PANIC: &str = "panicked at ";
const LIBRARY: &str = "the panic is in Rust's library: run with RUST_BACKTRACE=1 in the command to know the caller";

fn find(said: &Said<'_>) -> Option<Sign> {
    let (number, rest) = said.first(PANIC)?;
    let (place, message) = panic(said, number, rest)?;
    let is_library = place.contains("/library/");
    // The older form has the message between the words and the place.
    let words = if rest.starts_with(place) { PANIC } else { "" };
    let place = (!said.is_of_input(place))
        .then(|| Pattern::literal(&format!("{words}{place}")))
        .flatten();
    Sign::new(
        "the place and the message of a panic",
        place.into_iter().chain(said.message(message)),
    )
    .map(|sign| sign.with_doubt(is_library.then_some(LIBRARY)))
}

/// The place and the message: on one line each since Rust 1.73, on one line the other way round before.
pub(super) fn panic<'a>(said: &Said<'a>, number: usize, rest: &'a str) -> Option<(&'a str, &'a str)> {
    match rest.strip_prefix('\'').and_then(|quoted| quoted.rsplit_once("', ")) {
        Some((message, place)) => Some((place, message)),
        None => Some((rest, said.after(number).first().copied().unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn a_panic_is_known_by_its_place_and_message() {
        let output = "thread 'main' panicked at src/parse.rs:41:9:\nindex out of bounds: the len is 3 but the index is 7\nnote: run with `RUST_BACKTRACE=1`\n";
        let expected = [
            "panicked at src/parse.rs:41:9:",
            "index out of bounds: the len is  …  but the index is",
        ];
        assert_eq!(sign(output, ""), expected);
        let old = "thread 'main' panicked at 'no entry found', src/parse.rs:41:9\n";
        assert_eq!(sign(old, ""), ["src/parse.rs:41:9", "no entry found"]);
        let library = "thread 'main' panicked at /rustc/17/library/alloc/src/vec.rs:9:1:\nswap_remove\n";
        assert!(is_doubtful(library, "") && !is_doubtful(output, ""));
    }
}
