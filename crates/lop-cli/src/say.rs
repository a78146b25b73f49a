//! Lines for the user.

use std::fmt;
use std::io::Write;

/// Prints a line to standard error, as `eprintln` does. A terminal that was closed, a reader that has seen enough or a disk
/// that is full is no reason to end a reduction.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::say::line(format_args!($($text)*))
    };
}
pub(crate) use say;

/// Prints a line in one piece.
pub(crate) fn line(text: fmt::Arguments<'_>) {
    let _ = anstream::stderr().write_all(format!("{text}\n").as_bytes());
}
