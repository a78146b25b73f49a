//! z3 and cvc5: violated assertions with the file and line of the solver's source, and fatal failures.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

fn find(said: &Said<'_>) -> Option<Sign> {
    z3(said).or_else(|| cvc5(said))
}

/// `ASSERTION VIOLATION`, then `File:`, `Line:` and the expression on lines of their own.
fn z3(said: &Said<'_>) -> Option<Sign> {
    let (number, _) = said
        .first("ASSERTION VIOLATION")
        .or_else(|| said.first("UNEXPECTED CODE WAS REACHED"))?;
    let head = Pattern::literal(said.lines()[number].trim());
    let mut rest = said.after(number).iter();
    let file = rest
        .find(|line| line.starts_with("File: "))
        .and_then(|line| Pattern::literal(line));
    let line = rest
        .next()
        .filter(|line| line.starts_with("Line: "))
        .and_then(|line| Pattern::literal(line));
    let expression = rest
        .next()
        .filter(|line| !line.starts_with('('))
        .and_then(|line| Pattern::literal(line));
    let what = "a violated assertion of z3, with its file and line";
    Sign::new(what, [file, line, expression.or(head)].into_iter().flatten())
}

/// `Fatal failure within FUNCTION at FILE:LINE`, then what failed.
fn cvc5(said: &Said<'_>) -> Option<Sign> {
    if let Some((number, rest)) = said.first("Fatal failure within ") {
        let place = rest.rsplit_once(" at ").map_or(rest, |(_, place)| place);
        let mut below = said.after(number).iter().filter(|line| !line.trim().is_empty());
        let kind = below.next().and_then(|line| Pattern::literal(line));
        let expression = below.next().and_then(|line| said.message(line));
        let patterns = [Pattern::literal(&format!(" at {place}")), kind, expression];
        return Sign::new(
            "a fatal failure of cvc5, with its file and line",
            patterns.into_iter().flatten(),
        );
    }
    let (_, rest) = said.first("cvc5 suffered a ")?;
    let sign = Sign::new("a crash of cvc5", Pattern::literal(&format!("cvc5 suffered a {rest}")))?;
    Some(sign.with_doubt(Some(
        "every crash of this kind counts: a build with assertions says more",
    )))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn a_violated_assertion_is_known_by_its_place() {
        let output = "ASSERTION VIOLATION\nFile: ../src/ast/rewriter/poly_rewriter_def.h\nLine: 388\nm_util.is_numeral(t)\n(C)ontinue, (A)bort, (S)top, (T)hrow exception, Invoke (G)DB\n";
        assert_eq!(
            sign(output, ""),
            [
                "File: ../src/ast/rewriter/poly_rewriter_def.h",
                "Line: 388",
                "m_util.is_numeral(t)"
            ]
        );
        let unexpected = "ASSERTION VIOLATION\nFile: ../src/smt/theory_arith.h\nLine: 17\nUNEXPECTED CODE WAS REACHED.\nZ3 4.8.12.0\n";
        assert_eq!(sign(unexpected, "")[2], "UNEXPECTED CODE WAS REACHED.");
    }

    #[test]
    fn a_fatal_failure_is_known_by_its_place() {
        let output = "Fatal failure within void cvc5::internal::theory::Foo::check(cvc5::internal::Node) at /src/theory/foo.cpp:117\nCheck failure\n\n n.getKind() == Kind::ADD\n";
        assert_eq!(
            sign(output, ""),
            [
                "at /src/theory/foo.cpp:117",
                "Check failure",
                "n.getKind() == Kind::ADD"
            ]
        );
        assert!(is_doubtful("cvc5 suffered a segfault.\nOffending address is 0x0\n", ""));
    }

    #[test]
    fn an_ordinary_error_is_a_message_without_the_place_in_the_input() {
        let output = "(error \"line 3 column 12: unknown constant foo_1\")\n";
        assert_eq!(
            sign(output, "foo_1"),
            ["(error \"line  …  column  … : unknown constant"]
        );
    }
}
