//! GCC, and compilers that speak like it.
//!
//! An internal compiler error names the function and the line of GCC's source, or the signal that ended it, which fits
//! many bugs: then the pass counts as well.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const ICE: &str = "internal compiler error: ";
/// What GCC says instead of an internal error once the program had errors.
const CONFUSED: &str = "confused by earlier errors";
const MANY: &str = "many bugs of this compiler end so: compare the result with what you reported";

fn find(said: &Said<'_>) -> Option<Sign> {
    let (number, message) = said.first(ICE)?;
    let line = said.lines()[number];
    // rustc and Go use the same words, with more around them.
    if line.starts_with("error: ") || message.starts_with('\'') {
        return None;
    }
    if let Some((_, place)) = message.rsplit_once(", at ")
        && message.contains("in ")
        && !said.is_of_input(place)
    {
        let pattern = Pattern::literal(&format!("{ICE}{message}"))?;
        return Sign::new("GCC's internal compiler error, with its function and line", [pattern]);
    }
    // pcc has major and other ones.
    let before = &line[..line.len() - ICE.len() - message.len()];
    let before = if said.is_of_input(before) { "" } else { before };
    let is_known = said.message(message).is_some();
    let text = said.message_after(&format!("{before}{ICE}"), message);
    let pass = said
        .lines()
        .iter()
        .find(|line| line.starts_with("during ") && line.contains(" pass: "));
    let frame = frame(said, number);
    let is_placed = pass.is_some() || frame.is_some();
    let what = match (&frame, pass) {
        (Some(_), _) => "GCC's internal compiler error, and the function that it happened in",
        (None, Some(_)) => "GCC's internal compiler error, and the pass that it happened in",
        (None, None) => "an internal compiler error without a place in the compiler",
    };
    let patterns = [text, pass.and_then(|pass| Pattern::literal(pass)), frame];
    let doubt = (!is_placed || !is_known).then_some(MANY);
    Sign::new(what, patterns.into_iter().flatten()).map(|sign| sign.with_doubt(doubt))
}

/// The innermost function of GCC's own backtrace: `0x91a2c3 crash_signal` and its place in the next line.
fn frame(said: &Said<'_>, number: usize) -> Option<Pattern> {
    const HANDLERS: [&str; 7] = [
        "crash_signal",
        "internal_error",
        "fancy_abort",
        "diagnostic_",
        "???",
        "__libc_start",
        "main",
    ];
    let lines = said.after(number);
    let names = lines.iter().filter_map(|line| {
        let (address, name) = line.split_once(' ')?;
        address.starts_with("0x").then_some(name)
    });
    let mut own = names.filter(|name| !HANDLERS.iter().any(|handler| name.starts_with(handler)));
    // Static functions and those of libraries have no name here.
    let name = own.next()?;
    Pattern::literal(&format!(" {}", name.split('(').next()?))
}

/// An internal error that GCC does not tell of.
pub(super) fn objection(output: &[u8]) -> Option<(String, &'static str)> {
    let text = String::from_utf8_lossy(output);
    text.contains(CONFUSED).then(|| {
        let reason = format!("GCC is \"{CONFUSED}\": it found errors in the input, and says nothing of its crash");
        let hint = "remove the errors from the input first, or say with --stderr what has to be printed";
        (reason, hint)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};
    use super::*;

    #[test]
    fn the_function_and_the_line_of_the_compiler_are_enough() {
        let output = "\
during RTL pass: combine
a.c: In function 'trig_bar':
a.c:3418:1: internal compiler error: in purge_dead_edges, at cfgrtl.cc:3347
 3418 | }
      | ^
0x7f80fae28249 __libc_start_call_main
\t../sysdeps/nptl/libc_start_call_main.h:58
Please submit a full bug report, with preprocessed source (by using -freport-bug).
";
        assert_eq!(
            sign(output, ""),
            ["internal compiler error: in purge_dead_edges, at cfgrtl.cc:3347"]
        );
        assert!(!is_doubtful(output, ""));
    }

    #[test]
    fn a_signal_is_told_from_others_by_the_pass_or_the_function() {
        let output = "\
during GIMPLE pass: evrp
a.c: In function 'trig_foo':
a.c:2161:1: internal compiler error: Segmentation fault
0x7f227cc0404f ???
\t./signal/../sysdeps/unix/sysv/linux/x86_64/libc_sigaction.c:0
0x7f227cbef249 __libc_start_call_main
\t../sysdeps/nptl/libc_start_call_main.h:58
";
        assert_eq!(
            sign(output, ""),
            [
                "internal compiler error: Segmentation fault",
                "during GIMPLE pass: evrp"
            ]
        );
        assert!(!is_doubtful(output, ""));
        let front = "\
a.c:2:1: internal compiler error: Segmentation fault
0xf1a2b3 crash_signal
\t../../src/gcc/toplev.cc:322
0x9d3c1f cp_parser_primary_expression(cp_parser*, bool)
\t../../src/gcc/cp/parser.cc:5512
";
        assert_eq!(sign(front, "")[1], "cp_parser_primary_expression");
        let bare = "gcc-12: internal compiler error: Segmentation fault signal terminated program cc1\n";
        assert!(is_doubtful(bare, ""));
    }

    #[test]
    fn compilers_with_the_same_words_are_known_by_what_they_add() {
        let pcc = "major internal compiler error: a.c, line 2073\nerror: ccom terminated with status 1\n";
        assert_eq!(sign(pcc, ""), ["major internal compiler error:"]);
        assert!(is_doubtful(pcc, ""));
    }

    #[test]
    fn confusion_by_earlier_errors_is_no_internal_error() {
        let output = b"a.cc:3:1: error: expected ';'\na.cc:4:1: confused by earlier errors, bailing out\n";
        assert!(objection(output).unwrap().0.contains("confused"));
        assert_eq!(objection(b"internal compiler error: in f, at g.cc:1"), None);
    }
}
