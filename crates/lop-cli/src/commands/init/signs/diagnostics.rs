//! Messages about the input: what a tool says that refuses it, and, last of all, anything that is printed.

use super::{Family, Said, Sign};

/// An error message, without its place in the input.
pub(super) static FAMILY: Family = Family {
    is_crash: false,
    find: message,
};

/// The first line that is printed.
pub(super) static ANY: Family = Family {
    is_crash: false,
    find: first_line,
};

/// What such messages begin with, the most telling first.
const MARKS: [&str; 9] = [
    "internal error",
    "Internal error",
    "INTERNAL ERROR",
    "fatal error",
    "error",
    "Error",
    "ERROR",
    "fatal",
    "*** ",
];
const REFUSES: &str = "every program that is wrong in the same way counts: if the input is right, keep it so with a --guard that accepts it";
const UNKNOWN: &str =
    "lop does not know how this tool tells of its failures: check the line, or give your own with --stderr";
/// A pattern of fewer letters is no sign.
const LEAST: usize = 4;

fn message(said: &Said<'_>) -> Option<Sign> {
    let lines: Vec<&str> = said.lines().iter().map(|line| said.without_place(line)).collect();
    let Some(found) = MARKS.iter().find_map(|mark| {
        let marked = lines.iter().filter_map(|line| Some(&line[line.find(mark)?..]));
        // What a sentence has after it, so that "2 errors generated." is not the message.
        let is_message = |text: &&str| text.len() > mark.len() + 2 && !text[mark.len()..].starts_with('s');
        marked.into_iter().find(is_message)
    }) else {
        return message_below(said, &lines);
    };
    let line = lines.iter().find(|line| line.ends_with(found))?;
    // `error[E0308]: ` and `(error "line 3: ` keep what is around the word.
    let whole = line[..line.len() - found.len()].trim_start();
    let start = if whole.len() <= 1 { whole } else { "" };
    let pattern = said
        .message(&format!("{start}{found}"))
        .filter(|pattern| pattern.letters() > found.len().min(LEAST));
    Sign::new("the tool's error message, without what it quotes", pattern).map(|sign| sign.with_doubt(Some(REFUSES)))
}

/// The line after one that says no more than that there is an error, as GHC's messages begin.
fn message_below(said: &Said<'_>, lines: &[&str]) -> Option<Sign> {
    let is_heading = |line: &&str| MARKS.contains(&line.trim().trim_end_matches(':'));
    let place = lines.iter().position(is_heading)?;
    let line = lines.get(place + 1)?.trim_start_matches(['•', '*', ' ']);
    let pattern = said.message(line).filter(|pattern| pattern.letters() >= LEAST);
    Sign::new("the tool's error message, without what it quotes", pattern).map(|sign| sign.with_doubt(Some(REFUSES)))
}

fn first_line(said: &Said<'_>) -> Option<Sign> {
    let mut lines = said.lines().iter().filter_map(|line| said.message(line));
    let pattern = lines.find(|pattern| pattern.letters() >= LEAST)?;
    Sign::new("the first line that is printed", [pattern]).map(|sign| sign.with_doubt(Some(UNKNOWN)))
}

/// A file that is missing says nothing about the input.
pub(super) fn objection(output: &[u8]) -> Option<(String, &'static str)> {
    const MISSING: [&str; 5] = [
        ": No such file or directory",
        "' file not found",
        ": cannot open file",
        "ModuleNotFoundError: ",
        "Cannot find module '",
    ];
    let text = String::from_utf8_lossy(output);
    let is_missing = |line: &&str| MISSING.iter().any(|words| line.contains(words)) && !line.contains("warning:");
    let line = text.lines().find(is_missing)?;
    Some((
        format!("the command does not find a file: {}", line.trim()),
        "bring it along with --include, give all files as inputs, or say with --stderr that this is the bug",
    ))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};
    use super::*;

    #[test]
    fn an_error_message_is_a_doubtful_sign_without_its_place() {
        let output = "a.c: In function 'main':\na.c:3:5: error: unknown type name 'abc'\n2 errors generated.\n";
        assert_eq!(sign(output, "abc x;"), ["error: unknown type name '"]);
        assert!(is_doubtful(output, "abc x;"));
        let rust = "error[E0308]: mismatched types\n --> a.c:3:5\n";
        assert_eq!(sign(rust, ""), ["error[E0308]: mismatched types"]);
        assert_eq!(
            sign("a.c:3: *** missing separator.  Stop.\n", ""),
            ["*** missing separator.  Stop."]
        );
    }

    #[test]
    fn a_message_may_begin_in_the_line_after_the_word() {
        let ghc = "\na.c:5:18: error:\n    • No instance for (Num String) arising from a use of ‘+’\n    • In the first argument of ‘putStrLn’\n";
        let sign = sign(ghc, "main = putStrLn (1 + other)");
        assert!(
            sign[0].starts_with("No instance for (Num String) arising from a use of"),
            "{sign:?}"
        );
        assert!(is_doubtful(ghc, ""));
        // As it is printed where the locale has no bullet.
        let plain = super::super::testing::sign("a.c:5:18: error:\n    * Couldn't match expected type\n", "");
        assert!(plain[0].starts_with("Couldn"), "{plain:?}");
    }

    #[test]
    fn anything_else_is_its_first_line() {
        assert_eq!(
            sign("\nsomething went wrong at 0x7f\n", ""),
            ["something went wrong at"]
        );
        assert_eq!(sign("!\n", ""), [""; 0]);
    }

    #[test]
    fn a_missing_file_is_no_bug() {
        let gcc = b"a.c:1:10: fatal error: x.h: No such file or directory\ncompilation terminated.\n";
        assert!(objection(gcc).unwrap().0.contains("x.h"));
        assert!(objection(b"a.c:1:10: fatal error: 'x.h' file not found\n").is_some());
        assert_eq!(objection(b"a.c:1:1: error: expected ';'\n"), None);
    }
}
