//! Damaged files of lop's own: events, configuration and journals.

use std::fs;

use lop_syntax::Random;

use crate::case::{Case, FINDS_TARGET};

/// Damaged files of each kind.
const FILES: usize = 60;
/// Pieces of JSON and TOML syntax, for random files.
const BYTES: &[u8] = b"{}[]\",:=-0919eE.tfn\\\n\0\xff";

/// A text with some random changes.
fn damaged(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(text.len());
        let end = (at + 1 + random.below(40)).min(text.len());
        match random.below(4) {
            0 => drop(text.drain(at..end)),
            1 => text.insert(at, BYTES[random.below(BYTES.len())]),
            2 => text[at] = BYTES[random.below(BYTES.len())],
            _ => {
                let part = text[at..end].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, part);
            }
        }
        if text.is_empty() {
            return b"x".to_vec();
        }
    }
    text
}

/// The exit code of lop, which ends by itself and does not panic.
fn code(case: &Case, arguments: &[&str]) -> i32 {
    let output = case.lop(arguments).output().expect("the binary is built");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    output
        .status
        .code()
        .unwrap_or_else(|| panic!("{}: {said}", output.status))
}

#[test]
fn damaged_events_are_read_or_refused() {
    let case = Case::new(FINDS_TARGET);
    assert_eq!(code(&case, &["-q", "--events", "events", "./test.sh", "in.c"]), 0);
    let events = fs::read(case.path("events")).expect("events");
    let mut random = Random(1);
    for number in 0..FILES {
        fs::write(case.path("damaged"), damaged(&events, &mut random)).expect("our own file");
        let command = ["report", "explain"][number % 2];
        let code = code(&case, &[command, "damaged"]);
        assert!(matches!(code, 0 | 2 | 3), "{command} {number}: {code}");
    }
}

#[test]
fn a_damaged_configuration_is_read_or_refused() {
    let case = Case::new(FINDS_TARGET);
    let toml = b"algorithm = \"perses\"\nquiet = true\ntimeout = 3.5\nprotect = [\"a\", 'b+']\nlist = \"ddmin\"\n";
    let mut random = Random(1);
    for number in 0..FILES {
        fs::write(case.path("lop.toml"), damaged(toml, &mut random)).expect("our own file");
        let code = code(&case, &["--max-queries", "1", "--fresh", "./test.sh", "in.c"]);
        assert!(matches!(code, 0 | 2 | 3 | 5 | 8), "{number}: {code}");
    }
}

#[test]
fn a_damaged_journal_is_continued_or_refused() {
    let case = Case::new(FINDS_TARGET);
    let journal = case.path("in.reduced.c.lop-journal");
    assert_eq!(code(&case, &["-q", "./test.sh", "in.c"]), 0);
    let expected = case.read("in.reduced.c");
    assert_eq!(
        code(&case, &["-q", "--fresh", "--max-queries", "20", "./test.sh", "in.c"]),
        8
    );
    let whole = fs::read(&journal).expect("the run did not end");
    let mut random = Random(1);
    for number in 0..FILES / 3 {
        let _ = fs::remove_file(case.path("in.reduced.c"));
        fs::write(&journal, damaged(&whole, &mut random)).expect("our own file");
        match code(&case, &["-q", "./test.sh", "in.c"]) {
            0 => assert_eq!(case.read("in.reduced.c"), expected, "{number}"),
            code => assert!(matches!(code, 3 | 9), "{number}: {code}"),
        }
        let _ = fs::remove_file(&journal);
    }
}
