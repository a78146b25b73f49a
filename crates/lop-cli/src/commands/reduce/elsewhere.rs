//! What other machines say is checked at both ends of a run.

use lop_core::Verdict;
use lop_exec::{Mixed, sanity};

use crate::input::Error;

/// Checks before the first question that the input is interesting elsewhere, too.
pub fn check(mixed: &mut Mixed, input: &[u8]) -> Result<(), Error> {
    let is_known = mixed.runners().setup().slots == 0;
    if mixed.remote_counts().is_none() || is_known {
        return Ok(());
    }
    Ok(sanity::check_elsewhere(mixed, input)?)
}

/// Checks that what was found with the help of others is interesting: here, or where nothing is run here, with a run
/// of its own there.
pub fn verify(mixed: &mut Mixed, best: &[u8]) -> Result<(), Error> {
    if mixed.remote_counts().is_none_or(|counts| counts.answered == 0) {
        return Ok(());
    }
    let run = mixed.run(best, true)?;
    match run.verdict() {
        Verdict::Interesting => Ok(()),
        _ => Err(Error::Unverified(run)),
    }
}
