//! What GCC's `-freport-bug` writes: comments with the compiler, its messages and its command, then the preprocessed source.

use super::{Error, Found, Left, Reader, refused, words};

pub(super) static READER: Reader = Reader {
    what: "a bug report of GCC",
    read,
};

/// Options for writing a report, which runs the compiler three times.
const REPORTING: [&str; 3] = ["-freport-bug", "-frandom-seed=0", "-fdump-noaddr"];

fn read(left: &Left<'_>) -> Option<Result<Found, Error>> {
    let text = left.text();
    let head = text
        .lines()
        .map_while(|line| line.strip_prefix("//").or(line.is_empty().then_some("")));
    let comments: Vec<&str> = head.map(str::trim).collect();
    if !comments
        .iter()
        .any(|line| line.starts_with("Target: ") || line.starts_with("Configured with: "))
    {
        return None;
    }
    Some(report(left, &text, &comments))
}

fn report(left: &Left<'_>, text: &str, comments: &[&str]) -> Result<Found, Error> {
    let is_compiler = |word: &str| {
        let name = word.rsplit('/').next().unwrap_or_default();
        ["cc1", "cc1plus", "f951", "gcc", "g++"]
            .iter()
            .any(|compiler| name.starts_with(compiler))
    };
    let words = comments
        .iter()
        .rev()
        .find_map(|line| words::split(line).filter(|words| is_compiler(&words[0])));
    let words = words.ok_or_else(|| refused("the report has no command", "give the command itself with --crash"))?;
    let ending = if words[0].contains("cc1plus") || words[0].contains("g++") {
        "ii"
    } else {
        "i"
    };
    let source = source(&words).ok_or_else(|| refused("the report's command has no source", "give it with --crash"))?;
    let kept = without_outputs(&words);
    // The report holds the preprocessed source, for which the compiler proper has an option.
    let mut command = words::join(kept, |word| word == source);
    if !command.contains(" -fpreprocessed") && words[0].contains("cc1") {
        command.push_str(" -fpreprocessed -o lop.s");
    }
    let content = text
        .lines()
        .skip(comments.len())
        .fold(String::new(), |text, line| text + line + "\n");
    let stem = left.path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Found {
        command: Some(command),
        content: Some((format!("{stem}.{ending}"), content.into_bytes())),
        ..Found::default()
    })
}

/// The first word that is neither an option nor an option's value and ends like a source file.
fn source(words: &[String]) -> Option<String> {
    let values = [
        "-dumpbase",
        "-dumpbase-ext",
        "-dumpdir",
        "-auxbase",
        "-imultiarch",
        "-o",
        "-D",
        "-U",
    ];
    let pairs = words.windows(2).filter(|pair| !values.contains(&pair[0].as_str()));
    let mut names = pairs.map(|pair| &pair[1]).filter(|word| !word.starts_with('-'));
    names.find(|word| word.contains('.')).cloned()
}

/// The words without where the output goes and what writes a report.
fn without_outputs(words: &[String]) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut rest = words.iter().map(String::as_str);
    while let Some(word) = rest.next() {
        match word {
            "-o" => drop(rest.next()),
            _ if REPORTING.contains(&word) => {}
            _ => kept.push(word),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_and_source_are_taken_apart() {
        let text = "\
// Target: x86_64-linux-gnu
// Configured with: ../src/configure -v
// gcc version 12.2.0 (Debian 12.2.0-14+deb12u1)
//
// a.c:3:1: internal compiler error: in f, at g.cc:1
// Please submit a full bug report.

// /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet -imultiarch x86_64-linux-gnu a.c -quiet -dumpbase a.c -O2 -w -freport-bug -o - -frandom-seed=0 -fdump-noaddr

# 0 \"a.c\"
int x;
";
        let left = Left {
            path: "/tmp/ccAbc.out".as_ref(),
            text: text.as_bytes().to_vec(),
            inputs: &[],
        };
        let found = read(&left).unwrap().unwrap();
        assert_eq!(
            found.command.unwrap(),
            "/usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet -imultiarch x86_64-linux-gnu {} -quiet -dumpbase {} -O2 -w -fpreprocessed -o lop.s"
        );
        let (name, content) = found.content.unwrap();
        assert_eq!(name, "ccAbc.i");
        assert_eq!(String::from_utf8(content).unwrap(), "# 0 \"a.c\"\nint x;\n");
    }
}
