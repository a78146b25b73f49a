//! Texts that become a result are judged by every layer of the stack.

#[path = "support/simulated.rs"]
mod simulated;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use lop_core::{Executor, Verdict};
use lop_exec::{ExecutorStack, Fingerprint, Flakiness, Flaky, Journal, JournalLock};

use crate::simulated::{Simulated, judge};

/// A stack over a function, with texts that have to hold an `x`.
fn stack<'a>(
    folder: &tempfile::TempDir,
    policy: Flakiness,
    test: impl FnMut(&[u8]) -> bool + 'a,
) -> ExecutorStack<'a, impl Executor + 'a> {
    let test = RefCell::new(test);
    let judge = move |text: &[u8]| match (test.borrow_mut())(text) {
        true => Verdict::Interesting,
        false => Verdict::Uninteresting,
    };
    let flaky = Flaky::new(Simulated::new(2, judge), policy, b"input x"[..].into());
    let fingerprint = Fingerprint::new("1.0", b"script", b"input x", b"settings");
    let journal = Journal::open(
        JournalLock::take(&folder.path().join("journal")).unwrap(),
        &fingerprint,
        flaky,
    )
    .unwrap();
    ExecutorStack::new(journal, |text| text.contains(&b'x'))
}

fn text(text: &[u8]) -> Arc<[u8]> {
    text.into()
}

#[test]
fn a_text_that_is_interesting_by_luck_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let runs = Cell::new(0);
    let mut stack = stack(&folder, Flakiness::Auto, |text| {
        let is_input = text == b"input x";
        runs.set(runs.get() + usize::from(!is_input));
        // The first three runs of ten are hits.
        is_input || (runs.get() - 1) % 10 < 3
    });
    assert_eq!(stack.judge_result(&text(b"x")), Ok(false));
    assert!(runs.get() > 3, "{} runs", runs.get());
}

#[test]
fn a_verdict_on_a_candidate_is_none_on_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let lucky = Cell::new(true);
    let mut stack = stack(&folder, Flakiness::Auto, |text| {
        text == b"input x" || text == b"1 x" || text == b"2 x" || lucky.get()
    });
    // The first two interesting candidates are run twice, the third is not.
    for candidate in [&b"1 x"[..], b"2 x", b"x"] {
        assert_eq!(judge(&mut stack, candidate), Verdict::Interesting);
    }
    lucky.set(false);
    assert_eq!(judge(&mut stack, b"x"), Verdict::Interesting, "the journal has it");
    assert_eq!(stack.judge_result(&text(b"x")), Ok(false));
}

#[test]
fn a_result_without_what_has_to_stay_is_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut stack = stack(&folder, Flakiness::Auto, |_| panic!("the guard refuses it"));
    assert_eq!(stack.judge_result(&text(b"y")), Ok(false));
}

#[test]
fn a_verdict_on_a_result_is_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let runs = Cell::new(0);
    for round in 0..2 {
        let mut stack = stack(&folder, Flakiness::Auto, |_| {
            runs.set(runs.get() + 1);
            true
        });
        assert_eq!(stack.judge_result(&text(b"x")), Ok(true));
        assert_eq!((runs.get(), stack.replayed()), (10, round));
    }
}

#[test]
fn each_policy_counts_runs_of_results_as_of_candidates() {
    for (policy, hit, verdict) in [
        (Flakiness::Off, 2, false),
        (Flakiness::Times(3), 3, true),
        (Flakiness::Times(3), 4, false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = 0;
        let mut stack = stack(&folder, policy, |_| {
            run += 1;
            run == hit
        });
        assert_eq!(stack.judge_result(&text(b"x")), Ok(verdict), "{policy:?}");
    }
}

#[test]
fn a_result_that_a_search_would_have_refused_is_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut stack = stack(&folder, Flakiness::Auto, |text| {
        assert_eq!(text, b"x", "the others are refused");
        true
    });
    stack.allow_results(|text| text.len() < 2);
    assert_eq!(stack.judge_result(&text(b"xx")), Ok(false));
    assert_eq!(stack.judge_result(&text(b"x")), Ok(true));
    assert!(!stack.allows_result(b"y"), "the guard counts, too");
}
