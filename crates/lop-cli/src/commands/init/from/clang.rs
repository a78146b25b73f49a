//! clang's crash reproducer: a script with the command of the compiler proper, and the preprocessed source beside it.

use std::fs;

use super::{Error, Found, Left, Reader, refused, words};

pub(super) static READER: Reader = Reader {
    what: "clang's crash reproducer",
    read,
};

const HEAD: &str = "# Crash reproducer for ";

fn read(left: &Left<'_>) -> Option<Result<Found, Error>> {
    let text = left.text();
    if text.starts_with(HEAD) {
        return Some(from_script(left, &text));
    }
    // The source was named, and the script is beside it.
    let script = left.path.with_extension("sh");
    let text = fs::read_to_string(&script).ok().filter(|text| text.starts_with(HEAD))?;
    Some(from_script(left, &text))
}

fn from_script(left: &Left<'_>, text: &str) -> Result<Found, Error> {
    let hint = "give the command itself with --crash";
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(line) = lines.next_back() else {
        return Err(refused("the reproducer has no command", hint));
    };
    let words = words::split(line).ok_or_else(|| refused("the reproducer's last line is no plain command", hint))?;
    let source = words.last().cloned().unwrap_or_default();
    let name = source.rsplit('/').next().unwrap_or_default().to_owned();
    let input = left.folder().join(&name);
    if !input.is_file() {
        let reason = format!("the reproducer's source \"{name}\" is not beside it");
        return Err(refused(reason, "put the two files into one directory"));
    }
    Ok(Found {
        command: Some(words::join(words.iter().map(String::as_str), |word| word == source)),
        input: Some(input),
        ..Found::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "# Crash reproducer for Debian clang version 14.0.6\n# Driver args: \"-c\" \"a.c\"\n# Original command:  \"clang\" \"a.c\"\n \"/usr/lib/llvm-14/bin/clang\" \"-cc1\" \"-D\" \"X=\\\"a;b\\\"\" \"-x\" \"c\" \"a-6e5ffb.c\"\n";

    #[test]
    fn the_command_and_the_source_beside_it_are_found_from_either_file() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("a-6e5ffb.sh");
        let source = folder.path().join("a-6e5ffb.c");
        fs::write(&script, SCRIPT).unwrap();
        let found = |path: &std::path::Path| {
            let text = fs::read(path).unwrap();
            read(&Left {
                path,
                text,
                inputs: &[],
            })
            .unwrap()
        };
        assert!(found(&script).unwrap_err().to_string().contains("a-6e5ffb.c"));
        fs::write(&source, "int x;\n").unwrap();
        for path in [&script, &source] {
            let found = found(path).unwrap();
            assert_eq!(
                found.command.unwrap(),
                "/usr/lib/llvm-14/bin/clang -cc1 -D 'X=\"a;b\"' -x c {}"
            );
            assert_eq!(found.input.unwrap(), source.canonicalize().unwrap());
        }
    }

    #[test]
    fn a_reproducer_with_something_for_a_shell_in_it_is_refused() {
        let path = std::path::Path::new("a.sh");
        let text = b"# Crash reproducer for clang\n\"clang\" \"$(rm -rf x)\" \"a.c\"\n".to_vec();
        assert!(
            read(&Left {
                path,
                text,
                inputs: &[]
            })
            .unwrap()
            .is_err()
        );
    }
}
