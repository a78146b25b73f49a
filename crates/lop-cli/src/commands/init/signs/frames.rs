//! Stack frames, as most families print them.

use super::{Pattern, Said};

/// The frame that counts: the innermost that is neither in the input nor of a library, or else the innermost that is not
/// in the input.
pub(super) fn innermost<'a>(
    frames: impl IntoIterator<Item = &'a str>,
    said: &Said<'_>,
    is_library: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let frames: Vec<&str> = frames.into_iter().filter(|frame| !said.is_of_input(frame)).collect();
    let own = frames.iter().find(|frame| !is_library(frame));
    own.or(frames.first()).copied()
}

/// The frame that is there most often: where a stack overflows, the innermost is a matter of chance.
pub(super) fn most_frequent<'a>(frames: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let frames: Vec<&str> = frames.into_iter().collect();
    let count = |frame: &str| frames.iter().filter(|other| **other == frame).count();
    // Of those that are there equally often, the innermost.
    frames.iter().rev().copied().max_by_key(|frame| count(frame))
}

/// The function and place of a line such as `    #3 0x55d0 in parse /src/parse.c:12:3 (BuildId: 17)`, as LLVM's symbolizer
/// prints frames for LLVM and for sanitizers.
pub(super) fn symbolized(line: &str) -> Option<&str> {
    let number = line.trim_start().strip_prefix('#')?;
    let rest = number.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = (rest.len() < number.len()).then(|| rest.trim_start())?;
    let rest = match rest.strip_prefix("0x") {
        Some(address) => address
            .trim_start_matches(|letter: char| letter.is_ascii_hexdigit())
            .trim_start(),
        None => rest,
    };
    let frame = rest.strip_prefix("in ").unwrap_or(rest);
    let frame = frame.split(" (BuildId:").next().unwrap_or(frame);
    Some(without_module(frame)).filter(|frame| !frame.is_empty() && !frame.starts_with('('))
}

/// A frame without the `(/lib/libx.so+0x17)` at its end.
fn without_module(frame: &str) -> &str {
    match frame.rfind(" (") {
        Some(at) if frame[at..].contains("+0x") => &frame[..at],
        _ => frame.trim_end(),
    }
}

/// A frame as a pattern.
pub(super) fn pattern(frame: Option<&str>) -> Option<Pattern> {
    Pattern::literal(frame?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_modules_are_no_part_of_a_frame() {
        assert_eq!(
            symbolized("    #1 0x4f2 in parse /src/parse.c:12:3 (BuildId: 17ab)"),
            Some("parse /src/parse.c:12:3")
        );
        assert_eq!(
            symbolized(" #6 0x00007fea5c01971f clang::P::Handle(clang::I) (/lib/libclang-cpp.so.14+0xa1971f)"),
            Some("clang::P::Handle(clang::I)")
        );
        assert_eq!(
            symbolized(" #5 0x00007fea5c020692 (/lib/libclang-cpp.so.14+0xa20692)"),
            None
        );
        assert_eq!(symbolized("# comment"), None);
        assert_eq!(symbolized("no frame"), None);
    }

    #[test]
    fn the_frame_of_a_recursion_is_the_one_that_is_there_most_often() {
        assert_eq!(
            most_frequent(["leaf", "visit", "walk", "visit", "walk", "main"]),
            Some("visit")
        );
    }
}
