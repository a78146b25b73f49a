//! The sign of a bug in what a command prints: what is there whenever the bug is, and not otherwise.
//!
//! Words that fit every failure of a tool, such as `Traceback (most recent call last)` or `panic!`, are no sign. A
//! [`Sign`] is made of the kind of the failure, its message, and the innermost place in the tool's own source; what
//! the message quotes of the input is left open, since it changes while the input gets smaller.
//!
//! One file to a family of tools, each with its `FAMILY`. The table is tried in its order: the most specific first.

mod assertions;
mod cpp_runtime;
mod diagnostics;
mod dotnet;
mod frames;
mod fuzzers;
mod gcc;
mod ghc;
mod go;
mod java;
mod llvm;
mod lua;
mod node;
mod ocaml;
mod pattern;
mod perl;
mod php;
mod python;
mod ruby;
mod rust;
mod rustc;
mod said;
mod sanitizers;
mod smt;
#[cfg(test)]
mod testing;

pub(super) use pattern::Pattern;
pub(super) use said::{InputWords, Said};

/// What tells a bug from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sign {
    /// Each has to be in some line of what is printed.
    pub patterns: Vec<Pattern>,
    /// What they are.
    pub what: &'static str,
    /// Which other failures they fit as well, if that is likely.
    pub doubt: Option<&'static str>,
}

impl Sign {
    fn new(what: &'static str, patterns: impl IntoIterator<Item = Pattern>) -> Option<Self> {
        let patterns: Vec<Pattern> = patterns.into_iter().collect();
        (!patterns.is_empty()).then_some(Sign {
            patterns,
            what,
            doubt: None,
        })
    }

    fn with_doubt(mut self, doubt: Option<&'static str>) -> Self {
        self.doubt = doubt;
        self
    }

    /// Leaves out what another run did not print. None if nothing is left.
    fn common_with(mut self, other: &Said<'_>) -> Option<Self> {
        self.patterns.retain(|pattern| pattern.is_in(other));
        (!self.patterns.is_empty()).then_some(self)
    }
}

/// Tools that tell of their failures in the same way.
pub(super) struct Family {
    /// Whether its sign is one even if the command succeeds.
    pub is_crash: bool,
    find: fn(&Said<'_>) -> Option<Sign>,
}

/// All families, the most specific first.
static FAMILIES: &[&Family] = &[
    &rustc::FAMILY,
    &gcc::FAMILY,
    &sanitizers::FAMILY,
    &rust::FAMILY,
    &fuzzers::FAMILY,
    &java::FAMILY,
    &smt::FAMILY,
    &assertions::FAMILY,
    &llvm::FAMILY,
    &ghc::FAMILY,
    &go::FAMILY,
    &python::FAMILY,
    &ruby::FAMILY,
    &ocaml::FAMILY,
    &php::FAMILY,
    &node::FAMILY,
    &dotnet::FAMILY,
    &lua::FAMILY,
    &cpp_runtime::FAMILY,
    &perl::FAMILY,
    &diagnostics::FAMILY,
    &diagnostics::ANY,
];

/// The most telling sign that all runs of a command printed.
pub(super) fn find(runs: &[Vec<u8>], input: &InputWords, is_success: bool) -> Option<Sign> {
    let texts: Vec<String> = runs.iter().map(|run| plain(run)).collect();
    let mut runs = texts.iter().map(|text| Said::new(text, input));
    let first = runs.next()?;
    let others: Vec<Said<'_>> = runs.collect();
    let families = FAMILIES.iter().filter(|family| family.is_crash || !is_success);
    families.into_iter().find_map(|family| {
        let sign = (family.find)(&first)?;
        others.iter().try_fold(sign, Sign::common_with)
    })
}

/// Why what a command printed is no bug, and what to do about it.
pub(super) fn objection(output: &[u8]) -> Option<(String, &'static str)> {
    gcc::objection(output).or_else(|| diagnostics::objection(output))
}

/// What was printed as text without colours. The script reads it in the C locale, byte by byte, so letters that are no
/// text are left out of every pattern.
fn plain(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(at) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..at]);
        let end = rest[at + 2..].find(|letter: char| letter.is_ascii_alphabetic());
        rest = end.map_or("", |end| &rest[at + 2 + end + 1..]);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::testing::{sign, words};
    use super::*;

    #[test]
    fn a_sign_is_what_all_runs_have_in_common() {
        let run =
            |number: &str| format!("thread 'main' ({number}) panicked at src/lib.rs:5:9:\nno entry\n").into_bytes();
        let sign = find(&[run("17"), run("18")], &words(""), false).unwrap();
        assert_eq!(sign.patterns[0].to_string(), "panicked at src/lib.rs:5:9:");
        assert_eq!(find(&[Vec::new(), Vec::new()], &words(""), false), None);
        let different = [b"one\n".to_vec(), b"two\n".to_vec()];
        assert_eq!(find(&different, &words(""), false), None);
    }

    #[test]
    fn an_error_message_is_no_sign_of_a_command_that_succeeds() {
        let run = b"a.c:1:1: error: oh\n".to_vec();
        assert_eq!(find(std::slice::from_ref(&run), &words(""), true), None);
        assert!(find(&[run], &words(""), false).is_some());
    }

    #[test]
    fn colours_are_no_part_of_a_sign() {
        assert_eq!(
            sign(
                "\u{1b}[1ma.c:1:1: \u{1b}[0m\u{1b}[31merror: \u{1b}[0mno such thing\n",
                ""
            ),
            ["error: no such thing"]
        );
    }
}
