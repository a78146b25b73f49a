//! Assertions of C and C++ programs, LLVM's tools among them: they name the expression and its place in the tool's source.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

fn find(said: &Said<'_>) -> Option<Sign> {
    let line = said.lines().iter().find(|line| is_assertion(line))?;
    // The program's name comes first, which may be a path that changes.
    let text = line
        .split_once(": ")
        .filter(|(program, _)| !program.contains(' '))
        .map_or(*line, |(_, rest)| rest);
    let text = if text.contains("ssertion") { text } else { line };
    let pattern = if said.is_of_input(text) {
        said.message(text)
    } else {
        Pattern::literal(text)
    };
    Sign::new("a failed assertion, with its place in the tool's source", pattern)
}

fn is_assertion(line: &str) -> bool {
    // glibc and LLVM, then the BSDs and musl.
    line.contains(": Assertion `") && line.contains("' failed") || line.contains("Assertion failed: ")
}

#[cfg(test)]
mod tests {
    use super::super::testing::sign;

    #[test]
    fn the_expression_and_its_place_are_the_sign() {
        let clang = "clang: /src/llvm/lib/IR/Value.cpp:97: llvm::Value::~Value(): Assertion `materialized_use_empty() && \"Uses remain\"' failed.\n";
        assert_eq!(
            sign(clang, ""),
            [
                "/src/llvm/lib/IR/Value.cpp:97: llvm::Value::~Value(): Assertion `materialized_use_empty() && \"Uses remain\"' failed."
            ]
        );
        let musl = "Assertion failed: x > 0 (src/t.c: f: 12)\n";
        assert_eq!(sign(musl, ""), ["Assertion failed: x > 0 (src/t.c: f: 12)"]);
        let own = "prog: a.c:7: main: Assertion `x' failed.\n";
        assert_eq!(sign(own, "int x;"), ["main: Assertion ` … ' failed."]);
    }
}
