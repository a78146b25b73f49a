//! rustc: an internal compiler error has a message, mostly a place in the compiler, and the query that was computed.

use super::rust::{PANIC, panic};
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const ICE: &str = "error: internal compiler error: ";
/// The message of a panic that only passes on what was said before.
const PASSED_ON: &str = "Box<dyn Any>";
const UNEXPECTED: &str = "unexpected panic";

fn find(said: &Said<'_>) -> Option<Sign> {
    let message = message(said);
    let place = place(said);
    said.first("query stack during panic")
        .or_else(|| said.first("rustc version"))
        .or_else(|| said.first("note: rustc "))?;
    let query = query(said);
    let patterns = [message, place, query];
    Sign::new(
        "rustc's internal compiler error: its message, its place and the query",
        patterns.into_iter().flatten(),
    )
}

fn message(said: &Said<'_>) -> Option<Pattern> {
    let lines = said.lines().iter();
    let text = lines
        .filter_map(|line| line.trim_start().strip_prefix(ICE))
        .find(|text| !text.starts_with(UNEXPECTED))?;
    let (place, text) = match text.split_once(": ") {
        Some((place, rest)) if place.contains(".rs:") => (Some(place), rest),
        _ => (None, text),
    };
    let head = place.map_or(ICE.to_owned(), |place| format!("{ICE}{place}: "));
    said.message_after(&head, text)
}

/// The place of the panic, unless it only passes on an error that has one.
fn place(said: &Said<'_>) -> Option<Pattern> {
    let (number, rest) = said.first(PANIC)?;
    let (place, message) = panic(said, number, rest)?;
    (!message.contains(PASSED_ON) && !said.is_of_input(place)).then(|| Pattern::literal(place.trim_end_matches(':')))?
}

/// The innermost query: `#0 [type_of] computing the type of `f``.
fn query(said: &Said<'_>) -> Option<Pattern> {
    let (_, rest) = said.first("#0 [")?;
    Pattern::literal(&format!("#0 [{}]", rest.split(']').next()?))
}

#[cfg(test)]
mod tests {
    use super::super::testing::sign;

    #[test]
    fn an_internal_error_is_known_by_message_place_and_query() {
        let output = "\
error: internal compiler error: compiler/rustc_hir_typeck/src/closure.rs:112:17: node_type: no type for node HirId(DefId(0:3).5)
 --> a.c:3:1

thread 'rustc' (5117) panicked at compiler/rustc_hir_typeck/src/closure.rs:112:17:
Box<dyn Any>
stack backtrace:
   0: std::panicking::begin_panic

error: the compiler unexpectedly panicked. this is a bug.
query stack during panic:
#0 [typeck] type-checking `main`
end of query stack
";
        assert_eq!(
            sign(output, ""),
            [
                "error: internal compiler error: compiler/rustc_hir_typeck/src/closure.rs:112:17: node_type: no type for node HirId(DefId(",
                "#0 [typeck]"
            ]
        );
    }

    #[test]
    fn a_plain_panic_of_the_compiler_has_its_place() {
        let output = "\
thread 'rustc' panicked at /rustc/59807616e/compiler/rustc_abi/src/layout.rs:88:5:
called `Option::unwrap()` on a `None` value
query stack during panic:
#0 [layout_of] computing layout of `S`
";
        assert_eq!(
            sign(output, "struct S;"),
            [
                "/rustc/59807616e/compiler/rustc_abi/src/layout.rs:88:5",
                "#0 [layout_of]"
            ]
        );
    }
}
