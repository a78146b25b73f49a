//! The line of a crash that tells it from other crashes.

/// Words that such lines have, the most telling first.
const MARKS: [&str; 16] = [
    "internal compiler error",
    "Sanitizer: ",
    "panicked at",
    "Assertion",
    "assertion",
    "UNREACHABLE",
    "unreachable",
    "LLVM ERROR",
    "Exception",
    "Traceback",
    "Segmentation fault",
    "Stack overflow",
    "stack overflow",
    "fatal",
    "Error",
    "error",
];
/// What is quoted in a message is mostly the user's own, and will change; this much before it is enough.
const LEAST: usize = 16;

/// The most telling line that several runs on a file of this name have in common, without what is in it about the
/// file.
pub fn telling_line(runs: &[Vec<u8>], name: &str) -> Option<String> {
    let texts: Vec<String> = runs
        .iter()
        .map(|run| String::from_utf8_lossy(run).into_owned())
        .collect();
    let (first, others) = texts.split_first()?;
    let is_common = |text: &&str| others.iter().all(|other| other.contains(*text));
    let lines: Vec<&str> = first.lines().map(|line| without_place(line.trim(), name)).collect();
    for mark in MARKS {
        // What stands before the mark is often the number of a process.
        let cut = |line: &&'_ str| line.find(mark).map(|at| at..line.len());
        let marked = lines
            .iter()
            .filter_map(|line| Some(without_quotes(&line[cut(line)?], mark)));
        if let Some(line) = marked.into_iter().find(is_common) {
            return Some(line.to_owned());
        }
    }
    let mut plain = lines.into_iter().filter(|line| !line.is_empty());
    plain.find(is_common).map(str::to_owned)
}

/// A line without the file's name and the numbers after it in front.
fn without_place<'a>(line: &'a str, name: &str) -> &'a str {
    let Some(at) = line.find(name) else { return line };
    let after = &line[at + name.len()..];
    after.trim_start_matches(|letter: char| letter.is_ascii_digit() || ":,( )".contains(letter))
}

/// A message up to the first thing that it quotes, if enough is left.
fn without_quotes<'a>(line: &'a str, mark: &str) -> &'a str {
    let is_quote = |letter| ['\'', '"', '`', '‘'].contains(&letter);
    match line.find(is_quote) {
        Some(at) if at >= LEAST.max(mark.len() + 2) => line[..at].trim_end(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(runs: &[&str]) -> Option<String> {
        let runs: Vec<Vec<u8>> = runs.iter().map(|run| run.as_bytes().to_vec()).collect();
        telling_line(&runs, "a.c")
    }

    #[test]
    fn the_compilers_own_words_are_kept_and_the_place_in_the_file_is_not() {
        let gcc = "a.c: In function 'main':\na.c:12:3: internal compiler error: in fold_convert_loc, at fold-const.cc:2627\n0x5f3 abort\n";
        assert_eq!(
            line(&[gcc, gcc]).unwrap(),
            "internal compiler error: in fold_convert_loc, at fold-const.cc:2627"
        );
        let quoting = "a.c:1:1: error: unknown type name 'abc'\n";
        assert_eq!(line(&[quoting]).unwrap(), "error: unknown type name");
    }

    #[test]
    fn what_changes_from_run_to_run_is_left_out() {
        let run = |number: &str| format!("thread 'main' ({number}) panicked at src/lib.rs:5:9:\nindex out of bounds\n");
        assert_eq!(line(&[&run("17"), &run("18")]).unwrap(), "panicked at src/lib.rs:5:9:");
        let address =
            |number: &str| format!("ERROR: AddressSanitizer: SEGV on {number}\nSUMMARY: AddressSanitizer: SEGV in f\n");
        assert_eq!(
            line(&[&address("0x1"), &address("0x2")]).unwrap(),
            "Sanitizer: SEGV in f"
        );
        assert_eq!(line(&["", ""]), None);
    }
}
