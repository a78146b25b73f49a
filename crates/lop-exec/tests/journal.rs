//! A text with a known verdict is not run again, whatever happened in between.

#[path = "support/simulated.rs"]
mod simulated;

use std::fs;
use std::path::Path;

use lop_core::{Executor, Ticket, Verdict};
use lop_exec::{Error, Fingerprint, Journal, JournalLock, Part};
use tempfile::TempDir;

use crate::simulated::{Simulated, judge};

fn fingerprint() -> Fingerprint {
    Fingerprint::new("1.0", b"script", b"input", b"settings")
}

/// Interesting if there is an x, nothing if there is a question mark.
fn by_letter(text: &[u8]) -> Verdict {
    match text {
        _ if text.contains(&b'?') => Verdict::Unresolved,
        _ if text.contains(&b'x') => Verdict::Interesting,
        _ => Verdict::Uninteresting,
    }
}

type ByLetter = Simulated<fn(&[u8]) -> Verdict>;

fn open(path: &Path) -> Result<Journal<ByLetter>, Error> {
    Journal::open(JournalLock::take(path)?, &fingerprint(), Simulated::new(2, by_letter))
}

/// Hundreds of journals are made here, and disks are slow.
fn in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

fn texts() -> Vec<Vec<u8>> {
    let text = |number: usize| format!("{}{number}", if number.is_multiple_of(3) { "x" } else { "y" });
    (0..10).map(|number| text(number).into_bytes()).collect()
}

#[test]
fn known_queries_get_the_same_verdict_without_a_run() {
    let place = in_memory();
    let path = place.path().join("journal");
    for round in 0..3 {
        let mut journal = open(&path).unwrap();
        for text in texts() {
            assert_eq!(judge(&mut journal, &text), by_letter(&text));
        }
        assert_eq!(journal.replayed(), if round == 0 { 0 } else { 10 });
        assert_eq!(journal.len(), 10);
    }
}

#[test]
fn no_answer_is_not_recorded() {
    let place = in_memory();
    let mut journal = open(&place.path().join("journal")).unwrap();
    for _ in 0..2 {
        assert_eq!(judge(&mut journal, b"?"), Verdict::Unresolved);
    }
    assert!(journal.is_empty());
    assert_eq!(journal.replayed(), 0);
}

/// A journal of ten verdicts: its bytes, its length without verdicts, and that of a verdict.
fn written(path: &Path) -> (Vec<u8>, usize, usize) {
    let mut journal = open(path).unwrap();
    let empty = fs::metadata(path).unwrap().len() as usize;
    for text in texts() {
        assert_eq!(judge(&mut journal, &text), by_letter(&text));
    }
    drop(journal);
    let whole = fs::read(path).unwrap();
    let record = (whole.len() - empty) / 10;
    (whole, empty, record)
}

#[test]
fn a_journal_cut_anywhere_opens_and_loses_what_was_cut_only() {
    let place = in_memory();
    let path = place.path().join("journal");
    let (whole, empty, record) = written(&path);
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let mut journal = open(&path).unwrap();
        assert_eq!(journal.len(), length.saturating_sub(empty) / record, "cut at {length}");
        texts()
            .iter()
            .for_each(|text| assert_eq!(judge(&mut journal, text), by_letter(text)));
        drop(journal);
        assert_eq!(open(&path).unwrap().len(), 10, "cut at {length}");
    }
}

#[test]
fn a_damaged_record_costs_its_own_answer_and_no_other() {
    let place = in_memory();
    let path = place.path().join("journal");
    let (whole, empty, _) = written(&path);
    for at in empty..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, damaged).unwrap();
        let mut journal = open(&path).unwrap();
        assert_eq!(journal.len(), texts().len() - 1, "damaged at {at}");
        for text in texts() {
            assert_eq!(judge(&mut journal, &text), by_letter(&text), "damaged at {at}");
        }
        assert_eq!(journal.replayed(), texts().len() - 1, "damaged at {at}");
    }
}

#[test]
fn what_changed_is_named() {
    let place = in_memory();
    let path = place.path().join("journal");
    judge(&mut open(&path).unwrap(), b"x");
    let changed = [
        (Fingerprint::new("1.1", b"script", b"input", b"settings"), Part::Version),
        (Fingerprint::new("1.0", b"other", b"input", b"settings"), Part::Script),
        (Fingerprint::new("1.0", b"script", b"other", b"settings"), Part::Input),
        (Fingerprint::new("1.0", b"script", b"input", b"other"), Part::Settings),
    ];
    for (fingerprint, expected) in changed {
        let error = Journal::open(
            JournalLock::take(&path).unwrap(),
            &fingerprint,
            Simulated::new(1, by_letter),
        )
        .err()
        .unwrap();
        assert!(matches!(error, Error::JournalOutdated { part, .. } if part == expected));
        assert!(error.hint().unwrap().contains("--fresh"));
    }
}

#[test]
fn other_files_are_left_alone_and_one_process_writes_at_a_time() {
    let place = in_memory();
    let path = place.path().join("journal");
    for content in ["short", &"long ".repeat(100)] {
        fs::write(&path, content).unwrap();
        assert!(matches!(open(&path), Err(Error::NoJournal(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    fs::remove_file(&path).unwrap();
    let _journal = open(&path).unwrap();
    assert!(matches!(open(&path), Err(Error::JournalInUse(_))));
}

#[test]
fn a_new_epoch_asks_again_and_is_known_as_such() {
    let place = in_memory();
    let path = place.path().join("journal");
    for replayed in [0, 2] {
        let mut journal = open(&path).unwrap();
        assert_eq!(judge(&mut journal, b"x"), Verdict::Interesting);
        journal.begin_epoch();
        assert_eq!(judge(&mut journal, b"x"), Verdict::Interesting);
        assert_eq!(journal.replayed(), replayed);
    }
}

#[test]
fn a_cancelled_query_gets_no_verdict_known_or_not() {
    let place = in_memory();
    let mut journal = open(&place.path().join("journal")).unwrap();
    assert_eq!(judge(&mut journal, b"x"), Verdict::Interesting);
    for cancelled in [b"x", b"y"] {
        journal.submit(Ticket(8), cancelled[..].into());
        journal.cancel(Ticket(8));
        assert_eq!(judge(&mut journal, b"z"), Verdict::Uninteresting);
    }
}

#[test]
fn a_journal_that_is_a_link_or_that_others_may_write_is_refused() {
    let place = in_memory();
    let path = place.path().join("journal");
    let victim = place.path().join("victim");
    fs::write(&victim, "").unwrap();
    std::os::unix::fs::symlink(&victim, &path).unwrap();
    assert!(matches!(open(&path), Err(Error::Link(_))));
    assert_eq!(fs::read(&victim).unwrap(), b"");
    fs::remove_file(&path).unwrap();
    judge(&mut open(&path).unwrap(), b"x");
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
    assert!(matches!(open(&path), Err(Error::ForeignJournal(_))));
}

#[test]
fn a_journal_without_answers_and_one_that_is_done_leave_no_file() {
    let place = in_memory();
    let path = place.path().join("journal");
    drop(open(&path).unwrap());
    assert!(!path.exists());
    let mut journal = open(&path).unwrap();
    judge(&mut journal, b"x");
    journal.finish();
    assert!(matches!(open(&path), Err(Error::JournalInUse(_))));
    drop(journal);
    assert!(!path.exists());
}
