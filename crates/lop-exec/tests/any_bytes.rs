//! Any bytes as a journal and as messages: what `fuzz/` does for hours, for a moment.

use lop_exec::testing::{open_any_journal, read_any_message};
use lop_syntax::Random;

/// Bytes of all lengths up to some hundred, of which many are small, as lengths and kinds are.
fn check(inputs: usize, read: fn(&[u8])) {
    let mut random = Random(1);
    for _ in 0..inputs {
        let length = random.below(200);
        let most = if random.below(2) == 0 { 256 } else { 9 };
        let bytes: Vec<u8> = (0..length).map(|_| random.below(most) as u8).collect();
        read(&bytes);
    }
}

#[test]
fn any_journal_is_read_or_refused() {
    check(500, open_any_journal);
}

#[test]
fn any_message_is_read_or_refused() {
    check(20_000, read_any_message);
}
