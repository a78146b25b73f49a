//! The words of a command, taken apart and put together again.

use lop_exec::quote;

/// The words of a line, as a POSIX shell would split it, if it is one command without anything that a shell would
/// expand.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '\'' => break,
                        letter => word.push(letter),
                    }
                }
            }
            '"' => quoted(&mut letters, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(letters.next()?),
            '$' | '`' | ';' | '|' | '&' | '<' | '>' | '(' | ')' | '*' | '?' | '\n' | '\r' => return None,
            '#' | '~' if word.is_none() => return None,
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (!words.is_empty()).then_some(words)
}

/// What is between double quotes.
fn quoted(letters: &mut impl Iterator<Item = char>, word: &mut String) -> Option<()> {
    loop {
        match letters.next()? {
            '"' => return Some(()),
            '$' | '`' => return None,
            '\\' => match letters.next()? {
                letter @ ('"' | '\\' | '$' | '`') => word.push(letter),
                letter => word.extend(['\\', letter]),
            },
            letter => word.push(letter),
        }
    }
}

/// A command of words in which some stand for the input. Every other word is exactly itself for the shell, and `{}` in it
/// is no place for the input.
pub(super) fn join<'a>(words: impl IntoIterator<Item = &'a str>, is_input: impl Fn(&str) -> bool) -> String {
    let words = words.into_iter().enumerate().map(|(number, word)| {
        if is_input(word) {
            return "{}".to_owned();
        }
        let quoted = quote(word);
        // The first word with an equals sign in it would be an assignment.
        let is_bare_assignment = number == 0 && word.contains('=') && quoted == word;
        let quoted = if is_bare_assignment {
            format!("'{word}'")
        } else {
            quoted
        };
        quoted.replace("{}", "{''}")
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let line = r#"gcc "-DX=\"a b\"" 'it'\''s' a\ b -I/x  "" c.c"#;
        let expected = ["gcc", "-DX=\"a b\"", "it's", "a b", "-I/x", "", "c.c"];
        assert_eq!(split(line).unwrap(), expected);
    }

    #[test]
    fn what_needs_a_shell_is_no_command() {
        let lines = [
            "gcc $(rm x) a.c",
            "gcc `rm x`",
            "gcc a.c; rm x",
            "gcc a.c && rm x",
            "gcc a.c | sh",
            "gcc a.c >x",
            "gcc \"$HOME\"",
            "gcc *.c",
            "gcc 'a",
            "gcc a.c # comment",
            "gcc a\nrm x",
            "",
        ];
        for line in lines {
            assert_eq!(split(line), None, "{line}");
        }
    }

    #[test]
    fn words_survive_being_put_together_whatever_they_are() {
        let words = ["A=b", "; rm -rf x", "$(rm x)", "it's", "a{}b", "\n", "", "-x"];
        let command = join(words, |word| word == "-x");
        assert_eq!(command, "'A=b' '; rm -rf x' '$(rm x)' 'it'\\''s' 'a{''}b' '\n' '' {}");
        let shell = std::process::Command::new("/bin/sh")
            .args(["-c", &format!("printf '%s|' {}", command.replace("{}", "in.c"))])
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&shell.stdout),
            "A=b|; rm -rf x|$(rm x)|it's|a{}b|\n||in.c|"
        );
    }
}
