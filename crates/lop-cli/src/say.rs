//! Lines for the user.

use std::fmt;
use std::io::Write;

/// Prints a line to standard error, as `eprintln` does. A closed terminal or pipe, or a full disk, is no reason to end
/// a reduction.
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
