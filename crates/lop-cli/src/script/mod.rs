//! Templates of the tests that lop writes, one for each kind.
//!
//! A template is a script for any POSIX shell with names between at signs as placeholders. A placeholder that is a
//! line of its own is removed if it has no value.

use lop_exec::quote;

/// A command that ends badly, or ends as it did.
pub(crate) const CRASH: &str = include_str!("crash.sh");
/// A command that does not end.
pub(crate) const HANG: &str = include_str!("hang.sh");
/// Two compilers whose programs behave differently.
pub(crate) const WRONG_CODE: &str = include_str!("wrong_code.sh");
/// Two tools with different results.
pub(crate) const DISAGREE: &str = include_str!("disagree.sh");

/// Replaces the placeholders of a template.
pub(crate) fn fill(template: &str, gaps: &[(&str, &str)]) -> String {
    let mut script = String::new();
    for line in template.lines() {
        let is_gap = |(name, value): &&(&str, &str)| value.is_empty() && line == format!("@{name}@");
        if gaps.iter().any(|gap| is_gap(&gap)) {
            continue;
        }
        // From left to right and once, so that a user's text is not taken for a placeholder.
        let mut rest = line;
        while let Some((place, (name, value))) = first_gap(rest, gaps) {
            script.push_str(&rest[..place]);
            script.push_str(value);
            rest = &rest[place + name.len() + 2..];
        }
        script.push_str(rest);
        script.push('\n');
    }
    script
}

fn first_gap<'a>(line: &str, gaps: &'a [(&'a str, &'a str)]) -> Option<(usize, &'a (&'a str, &'a str))> {
    let found = gaps
        .iter()
        .filter_map(|gap| Some((line.find(&format!("@{}@", gap.0))?, gap)));
    found.min_by_key(|(place, _)| *place)
}

/// The name of a file as a word of a command: one that begins with a dash is no option.
pub(crate) fn file_word(name: &str) -> String {
    if name.starts_with('-') {
        return quote(&format!("./{name}"));
    }
    quote(name)
}

/// A line with the file in its place, which may be in quotes already.
pub(crate) fn with_file(line: &str, name: &str) -> String {
    let word = file_word(name);
    let places = ["\"{}\"", "'{}'", "{}"].into_iter();
    places.fold(line.to_owned(), |line, place| line.replace(place, &word))
}

/// A command with the file in its place, or at its end if it has none.
pub(crate) fn on_file(command: &str, name: &str) -> String {
    if command.contains("{}") {
        return with_file(command, name);
    }
    format!("{} {}", command.trim_end(), file_word(name))
}

/// A command with a limit of so many seconds.
pub(crate) fn limited(command: &str, seconds: u64) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " _-./+:=@%,".contains(letter);
    // A word with an equals sign in front would be an assignment, which `timeout` does not understand.
    let starts_plainly = command.split(' ').next().is_some_and(|word| !word.contains('='));
    if starts_plainly && command.chars().all(is_plain) {
        return format!("timeout -k 2 {seconds} {command}");
    }
    format!("timeout -k 2 {seconds} {}", in_shell(command))
}

/// A command in a subshell, so that `exit` ends only that.
pub(crate) fn in_shell(command: &str) -> String {
    format!("sh -c {}", quote_always(command))
}

fn quote_always(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Lines that reject candidates that one of the commands does not accept.
pub(crate) fn guards(commands: &[String]) -> String {
    if commands.is_empty() {
        return String::new();
    }
    let mut lines = "\n# Programs that these do not accept are not worth the rest.\n".to_owned();
    for command in commands {
        lines.push_str(&format!("{command} >lop.err 2>&1 </dev/null || exit 1\n"));
    }
    lines.pop();
    lines
}

/// A line that requires the output to match a regular expression, with a message if it does not.
pub(crate) fn matches(regex: &str, file: &str, what: &str) -> String {
    let complaint = quote_always(&format!("{what} does not match {regex}:"));
    let regex = quote_always(regex);
    format!("grep -E -q -e {regex} {file} || {{ echo {complaint}; cat {file}; exit 1; }}")
}

/// A line that requires the output to contain a text.
pub(crate) fn contains(text: &str, file: &str) -> String {
    format!("grep -F -q -e {} {file} || exit 1", quote_always(text))
}

/// A line that requires some line of the output to contain texts in this order.
pub(crate) fn has(texts: &[String], file: &str) -> String {
    if let [text] = texts {
        return contains(text, file);
    }
    let texts: Vec<String> = texts.iter().map(|text| escape(text)).collect();
    format!("grep -E -q -e {} {file} || exit 1", quote_always(&texts.join(".*")))
}

/// A regular expression that matches exactly this text.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if r".[\()*+?{^$|".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Lines that copy files into the directory of the test.
pub(crate) fn includes(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("\n# What the commands read beside the candidate.\n{}", lines.join("\n"))
}

/// A line that requires another command to exit as it did.
pub(crate) fn ends(command: &str, status: i32) -> String {
    let run = in_shell(command);
    format!("{run} >lop.out 2>lop.err </dev/null\n[ $? -eq {status} ] || exit 1")
}

/// A text in a comment: one line of it, all of it visible.
pub(crate) fn comment(text: &str) -> String {
    let words = text.split_whitespace().map(visible);
    words.collect::<Vec<_>>().join(" ")
}

/// A text without control characters and those that change the direction of writing, so that it is what it seems to be.
pub(crate) fn visible(text: &str) -> String {
    let shown = |letter: char| match letter {
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '?',
        _ if letter.is_control() => '?',
        _ => letter,
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_once_and_empty_lines_of_them_go() {
        let template = "a @ONE@ @TWO@\n@TWO@\n@THREE@\nb\n";
        let script = fill(template, &[("ONE", "@TWO@"), ("TWO", "2"), ("THREE", "")]);
        assert_eq!(script, "a @TWO@ 2\n2\nb\n");
    }

    #[test]
    fn the_file_stands_where_it_is_asked_for_or_at_the_end() {
        assert_eq!(on_file("gcc -c {} -o x", "a.c"), "gcc -c a.c -o x");
        assert_eq!(on_file("gcc -O2", "a b.c"), "gcc -O2 'a b.c'");
        assert_eq!(with_file("true", "a.c"), "true");
        for quoted in ["gcc -c \"{}\"", "gcc -c '{}'"] {
            assert_eq!(with_file(quoted, "a b.c"), "gcc -c 'a b.c'");
        }
        assert_eq!(on_file("cat", "-n"), "cat ./-n");
    }

    #[test]
    fn commands_for_the_shell_go_through_it() {
        assert_eq!(limited("gcc -c a.c", 10), "timeout -k 2 10 gcc -c a.c");
        assert_eq!(limited("a 'b' | c", 10), r"timeout -k 2 10 sh -c 'a '\''b'\'' | c'");
        assert_eq!(limited("A=1 b", 10), "timeout -k 2 10 sh -c 'A=1 b'");
    }

    #[test]
    fn texts_are_looked_for_as_they_are() {
        let texts = ["f(*x) [1]".to_owned(), "it's".to_owned()];
        assert_eq!(
            has(&texts, "lop.err"),
            r"grep -E -q -e 'f\(\*x\) \[1].*it'\''s' lop.err || exit 1"
        );
        assert_eq!(
            has(&texts[..1], "lop.err"),
            "grep -F -q -e 'f(*x) [1]' lop.err || exit 1"
        );
    }

    #[test]
    fn a_comment_stays_one_line_and_hides_nothing() {
        assert_eq!(comment("a\nrm -rf x\r\u{1b}[2K\u{202e}b"), "a rm -rf x ?[2K?b");
    }
}
