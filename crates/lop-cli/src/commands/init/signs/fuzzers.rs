//! libFuzzer and its relatives, where the target's own message says nothing: a signal, a time-out, too much memory.

use super::frames::{innermost, pattern, symbolized};
use super::sanitizers::RUNTIME;
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const LIBFUZZER: &str = "ERROR: libFuzzer: ";
const UNPLACED: &str = "no function of the target is named: compile it with -g, or every end of this kind counts";
/// The starts of names that are the fuzzer's or the language's runtime.
const DRIVER: [&str; 9] = [
    "fuzzer::",
    "LLVMFuzzerRunDriver",
    "main",
    "rust_",
    "core::panicking",
    "core::option",
    "core::result",
    "libfuzzer_sys",
    "__rust",
];

fn find(said: &Said<'_>) -> Option<Sign> {
    let (number, kind) = said.first(LIBFUZZER)?;
    let end = [" (", " after"].iter().filter_map(|end| kind.find(end)).min();
    let head = Pattern::literal(&format!("{LIBFUZZER}{}", &kind[..end.unwrap_or(kind.len())]));
    let frames = said.after(number).iter().filter_map(|line| symbolized(line));
    let is_driver = |frame: &str| RUNTIME.iter().chain(&DRIVER).any(|start| frame.starts_with(start));
    let frame = pattern(innermost(frames, said, is_driver)).filter(|pattern| !is_driver(&pattern.parts()[0]));
    let doubt = frame.is_none().then_some(UNPLACED);
    Sign::new(
        "how the fuzzer's target ended, and its innermost function",
        head.into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

#[cfg(test)]
mod tests {
    use super::super::testing::sign;

    #[test]
    fn a_deadly_signal_is_known_by_the_function_of_the_target() {
        let output = "\
INFO: Running with entropic power schedule (0xFF, 100).
Running: a.c
==22== ERROR: libFuzzer: deadly signal
    #0 0x55d0e1 in __sanitizer_print_stack_trace (/fz+0x1010e1)
    #1 0x55cf31 in fuzzer::PrintStackTrace() (/fz+0xf0f31)
    #2 0x55cf13 in fuzzer::Fuzzer::CrashCallback() (/fz+0xf0d13)
    #3 0x7f3b24 (/lib/x86_64-linux-gnu/libc.so.6+0x3c04f)
    #4 0x55d1a0 in decode_frame /src/decode.c:88:5
    #5 0x55d1f9 in LLVMFuzzerTestOneInput /src/fz.c:4:3
SUMMARY: libFuzzer: deadly signal
";
        assert_eq!(
            sign(output, ""),
            ["ERROR: libFuzzer: deadly signal", "decode_frame /src/decode.c:88:5"]
        );
        let time = "==9== ERROR: libFuzzer: timeout after 25 seconds\n    #0 0x1 in spin /src/s.c:2:3\n";
        assert_eq!(sign(time, ""), ["ERROR: libFuzzer: timeout", "spin /src/s.c:2:3"]);
    }
}
