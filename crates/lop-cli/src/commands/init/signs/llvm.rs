//! clang, LLVM's tools, Swift, and others that are built on LLVM.
//!
//! They print a message if they end themselves, and a stack in any case. Assertions are for `assertions.rs`.

use super::frames::{innermost, symbolized};
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

/// What comes before the message of a tool that ends itself.
const MESSAGES: [&str; 4] = [
    "LLVM ERROR: ",
    "error in backend: ",
    UNREACHABLE,
    "fatal error encountered ",
];
const UNREACHABLE: &str = "UNREACHABLE executed at ";
const DUMP: &str = "Stack dump:";
const BARE: &str = "no function of the stack has a name: put llvm-symbolizer on the PATH, or any crash counts";

/// Frames that are there in every crash.
const HANDLERS: [&str; 18] = [
    "llvm::sys::",
    "llvm::report_",
    "llvm::llvm_unreachable_internal",
    "llvm::install_",
    "SignalHandler",
    "PrintStackTrace",
    "CrashRecoverySignalHandler",
    "__restore_rt",
    "__pthread_kill",
    "pthread_kill",
    "raise",
    "gsignal",
    "abort",
    "__assert",
    "__libc_",
    "_start",
    "main",
    "HandleFatalError",
];

fn find(said: &Said<'_>) -> Option<Sign> {
    let message = MESSAGES.iter().find_map(|mark| {
        let (number, rest) = said.first(mark)?;
        let line = said.lines()[number];
        Some((*mark, &line[line.len() - rest.len()..]))
    });
    let pass = pass(said);
    let frame = frame(said);
    let Some((mark, text)) = message else {
        said.first(DUMP)?;
        let doubt = (frame.is_none() && pass.is_none()).then_some(BARE);
        let mut patterns: Vec<Pattern> = [frame, pass].into_iter().flatten().collect();
        if patterns.is_empty() {
            patterns.extend(Pattern::literal(DUMP));
        }
        return Sign::new(
            "a crash of an LLVM tool: its innermost named function and its pass",
            patterns,
        )
        .map(|sign| sign.with_doubt(doubt));
    };
    let told = match mark {
        UNREACHABLE => Pattern::literal(&format!("{mark}{text}")),
        _ => said.message_after(mark, text),
    };
    // A message that is all from the input says too little.
    let more = said.message(text).is_none().then_some(frame).flatten();
    Sign::new("LLVM's message about its own end", told.into_iter().chain(more))
}

fn frame(said: &Said<'_>) -> Option<Pattern> {
    let frames = said.lines().iter().filter_map(|line| symbolized(line));
    let is_handler = |frame: &str| HANDLERS.iter().any(|handler| frame.starts_with(handler));
    let frame = innermost(frames, said, is_handler)?;
    (!is_handler(frame)).then(|| Pattern::literal(&format!(" {frame}")))?
}

/// The innermost pass of the stack dump: `2.    Running pass 'X' on function '@f'`.
fn pass(said: &Said<'_>) -> Option<Pattern> {
    let (_, rest) = said.last("Running pass ")?;
    let end = rest.get(1..)?.find(['\'', '"', '`'])?;
    let name = &rest[..end + 2];
    (!name.contains("Function Pass Manager")).then(|| Pattern::literal(&format!("Running pass {name}")))?
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn a_crash_is_known_by_its_innermost_function() {
        let output = "\
PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.
Stack dump:
0.\tProgram arguments: clang-14 -c a.c
1.\ta.c:3:2: current parser token 'pragma'
 #0 0x00007fea55aa5291 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM-14.so.1+0xea5291)
 #1 0x00007fea55aa2fbe llvm::sys::RunSignalHandlers() (/lib/libLLVM-14.so.1+0xea2fbe)
 #3 0x00007fea559cb83f (/lib/libLLVM-14.so.1+0xdcb83f)
 #6 0x00007fea5c01971f clang::Preprocessor::HandlePragmaDirective(clang::PragmaIntroducer) (/lib/libclang-cpp.so.14+0xa1971f)
";
        assert_eq!(
            sign(output, ""),
            ["clang::Preprocessor::HandlePragmaDirective(clang::PragmaIntroducer)"]
        );
        let bare = "Stack dump:\n0.\tProgram arguments: clang a.c\n #0 0x00007f (/lib/libLLVM.so+0x17)\n";
        assert!(is_doubtful(bare, ""));
    }

    #[test]
    fn a_fatal_error_is_known_by_its_message() {
        let output = "\
LLVM ERROR: Cannot select: 0x16f4b070: ch = NVPTXISD::StoreRetval<(store (s24), align 1)> 0x16eea208
In function: f_1
Stack dump:
0.\tProgram arguments: llc a.c
2.\tRunning pass 'NVPTX DAG->DAG Pattern Instruction Selection' on function '@f_1'
";
        assert_eq!(
            sign(output, ""),
            ["LLVM ERROR: Cannot select:  … : ch = NVPTXISD::StoreRetval<(store (s24), align"]
        );
        let plain = "LLVM ERROR: Invalid size request on a scalable vector.\n";
        assert_eq!(
            sign(plain, ""),
            ["LLVM ERROR: Invalid size request on a scalable vector."]
        );
    }

    #[test]
    fn swift_is_known_by_its_function_too() {
        let output = "\
Please submit a bug report (https://swift.org/contributing/#reporting-bugs) and include the crash backtrace.
Stack dump:
0.\tProgram arguments: /usr/bin/swift-frontend -frontend -c -primary-file a.c
1.\tSwift version 5.9.2 (swift-5.9.2-RELEASE)
4.\tWhile evaluating request ExecuteSILPipelineRequest(Run pipelines { Non-Diagnostic Mandatory Optimizations } on SIL for a)
 #0 0x0000558a1f0f8a13 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/bin/swift-frontend+0x6b4ea13)
 #1 0x0000558a1f0f67ee llvm::sys::RunSignalHandlers() (/usr/bin/swift-frontend+0x6b4c7ee)
 #2 0x0000558a1f0f8d8a SignalHandler(int) Signals.cpp:0:0
 #3 0x00007f3a5c242520 (/lib/x86_64-linux-gnu/libc.so.6+0x42520)
 #4 0x0000558a1a1b3f3c swift::SILBuilder::emitDestroyValueOperation(swift::SILLocation, swift::SILValue) (/usr/bin/swift-frontend+0x1c09f3c)
";
        assert_eq!(
            sign(output, ""),
            ["swift::SILBuilder::emitDestroyValueOperation(swift::SILLocation, swift::SILValue)"]
        );
    }
}
