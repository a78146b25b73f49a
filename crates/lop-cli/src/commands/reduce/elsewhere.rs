//! What other machines say is checked at both ends of a run.

use lop_exec::{ExecutorStack, Mixed, sanity};

use crate::input::Error;

/// Checks before the first question that the input is interesting elsewhere, too.
pub fn check(mixed: &mut Mixed, input: &[u8]) -> Result<(), Error> {
    let is_known = mixed.runners().setup().slots == 0;
    if mixed.remote_counts().is_none() || is_known {
        return Ok(());
    }
    Ok(sanity::check_elsewhere(mixed, input)?)
}

/// Checks that a result found with verdicts of remote workers is interesting: here, or where nothing is run here, with a
/// run of its own there.
pub fn verify(stack: &mut ExecutorStack<'_>, best: &[u8]) -> Result<(), Error> {
    match stack.contradiction(best)? {
        None => Ok(()),
        Some(run) => Err(Error::Unverified(run)),
    }
}
