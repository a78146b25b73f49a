//! AddressSanitizer and its relatives.
//!
//! The kind of the error and the innermost function that is neither the sanitizer's nor the C library's: addresses and
//! process numbers change from run to run.

use super::frames::{innermost, pattern, symbolized};
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const UNDEFINED: &str = "runtime error: ";
const UNPLACED: &str =
    "no function of the report has a name: compile the tool with -g, or every error of this kind counts";

/// The starts of names that are the sanitizer's, the C library's or a fuzzer's.
pub(super) const RUNTIME: [&str; 24] = [
    "__interceptor",
    "___interceptor",
    "__asan",
    "__sanitizer",
    "__msan",
    "__tsan",
    "__ubsan",
    "__lsan",
    "__libc_",
    "_start",
    "operator new",
    "operator delete",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "mem",
    "str",
    "printf",
    "raise",
    "gsignal",
    "abort",
    "__GI_",
    "std::",
];

fn find(said: &Said<'_>) -> Option<Sign> {
    if let Some((number, rest)) = said.first("Sanitizer: ") {
        // `==17==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x…`
        let line = said.lines()[number];
        let before = &line[..line.len() - rest.len()];
        let name = before.split(' ').find(|word| word.ends_with("Sanitizer:"))?;
        let frame = frame(said, number);
        let doubt = frame.is_none().then_some(UNPLACED);
        let head = Pattern::literal(&format!("{name} {}", kind(rest)));
        return Sign::new(
            "the kind of a sanitizer's report, and its innermost function",
            head.into_iter().chain(frame),
        )
        .map(|sign| sign.with_doubt(doubt));
    }
    let (number, message) = said.first(UNDEFINED)?;
    let line = said.lines()[number];
    let place = line[..line.len() - UNDEFINED.len() - message.len()].trim_end_matches(": ");
    if place.contains(' ') || !place.contains(':') {
        return None;
    }
    let message = said.message_after(UNDEFINED, message);
    let place = (!said.is_of_input(place)).then(|| Pattern::literal(place)).flatten();
    Sign::new(
        "what UndefinedBehaviorSanitizer found, and where",
        place.into_iter().chain(message),
    )
}

/// The kind of an error, without addresses and numbers: `heap-buffer-overflow`, `attempting double-free`.
fn kind(rest: &str) -> &str {
    let ends = [" on ", " (", " by ", ":", " 0x"];
    let end = ends.iter().filter_map(|end| rest.find(end)).min();
    rest[..end.unwrap_or(rest.len())].trim()
}

/// The innermost frame of a report.
fn frame(said: &Said<'_>, number: usize) -> Option<Pattern> {
    let frames = said.after(number).iter().filter_map(|line| symbolized(line));
    let is_runtime = |frame: &str| RUNTIME.iter().any(|start| frame.starts_with(start));
    pattern(innermost(frames, said, is_runtime)).filter(|pattern| !is_runtime(&pattern.parts()[0]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn a_report_is_known_by_its_kind_and_its_function() {
        let output = "\
=================================================================
==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x0000004f3a5c bp 0x7ffd sp 0x7ffd
READ of size 1 at 0x602000000014 thread T0
    #0 0x4f3a5b in __interceptor_memcpy (/opt/tool+0x4f3a5b)
    #1 0x4f3b11 in parse_header /src/parse.c:41:9
    #2 0x4f3c22 in main /src/main.c:12:3

SUMMARY: AddressSanitizer: heap-buffer-overflow /src/parse.c:41:9 in parse_header
";
        assert_eq!(
            sign(output, ""),
            [
                "AddressSanitizer: heap-buffer-overflow",
                "parse_header /src/parse.c:41:9"
            ]
        );
        assert!(!is_doubtful(output, ""));
        let bare = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n    #0 0x4f3a5b (/opt/tool+0x4f3a5b)\n";
        assert_eq!(sign(bare, ""), ["AddressSanitizer: SEGV"]);
        assert!(is_doubtful(bare, ""));
    }

    #[test]
    fn the_relatives_are_known_too() {
        let memory = "==7==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x49 in eval /src/e.c:3:7\n";
        assert_eq!(
            sign(memory, ""),
            ["MemorySanitizer: use-of-uninitialized-value", "eval /src/e.c:3:7"]
        );
        let thread = "WARNING: ThreadSanitizer: data race (pid=17)\n  Write of size 4 at 0x7b:\n    #0 add /src/t.c:5:3 (t+0x1)\n";
        assert_eq!(sign(thread, ""), ["ThreadSanitizer: data race", "add /src/t.c:5:3"]);
        let leak = "==9==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x4 in malloc (/t+0x4)\n    #1 0x5 in make /src/l.c:2:3\n";
        assert_eq!(
            sign(leak, ""),
            ["LeakSanitizer: detected memory leaks", "make /src/l.c:2:3"]
        );
    }

    #[test]
    fn undefined_behaviour_has_a_place_unless_it_is_the_inputs_own() {
        let tool = "/src/shift.c:7:12: runtime error: shift exponent 33 is too large for 32-bit type 'int'\n";
        assert_eq!(
            sign(tool, ""),
            [
                "/src/shift.c:7:12",
                "runtime error: shift exponent  …  is too large for  … -bit type 'int'"
            ]
        );
        let own = "a.c:1:33: runtime error: index 3 out of bounds for type 'int [3]'\n";
        assert_eq!(
            sign(own, "int a[3];"),
            ["runtime error: index  …  out of bounds for type '"]
        );
    }
}
