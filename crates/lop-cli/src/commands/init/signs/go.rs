//! Go: panics of programs, and internal errors of the compiler.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const ICE: &str = "internal compiler error: ";
const OWN: &str = "the panic comes from the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    if let Some((_, message)) = said.first(ICE) {
        let told = said.message_after(ICE, message);
        let frame = frame(said, 0);
        let patterns = told.into_iter().chain(frame.into_iter().flatten());
        return Sign::new("the Go compiler's internal error", patterns);
    }
    let lines = said.lines();
    let stack = lines
        .iter()
        .position(|line| line.starts_with("goroutine ") && line.ends_with(":"))?;
    let head = lines[..stack]
        .iter()
        .find(|line| line.starts_with("panic: ") || line.starts_with("fatal error: "))?;
    let (word, message) = head.split_once(": ")?;
    let told = said.message_after(&format!("{word}: "), message);
    let frame = frame(said, stack);
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "the panic and the innermost frame of the tool",
        told.into_iter().chain(frame.into_iter().flatten()),
    )
    .map(|sign| sign.with_doubt(doubt))
}

/// The function and the place of the innermost frame: two lines, the first with arguments that change, the second with
/// an offset.
fn frame(said: &Said<'_>, stack: usize) -> Option<[Pattern; 2]> {
    let lines = said.after(stack);
    lines.windows(2).find_map(|pair| {
        let place = pair[1].strip_prefix('\t')?.split(" +0x").next()?;
        let (function, _) = pair[0].rsplit_once('(')?;
        let is_runtime = function == "panic" || function.starts_with("runtime.") || function.ends_with("base.FatalfAt");
        if is_runtime || said.is_of_input(place) || !place.contains(".go:") {
            return None;
        }
        Some([Pattern::literal(&format!("{function}("))?, Pattern::literal(place)?])
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn a_panic_is_known_by_its_message_and_its_frame() {
        let output = "\
panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
panic({0x482a40?, 0xc00001c0a8?})
\t/usr/lib/go/src/runtime/panic.go:770 +0x132
main.(*parser).next(0xc0000061c0)
\t/opt/tool/parse.go:41 +0x1d
main.main()
\t/opt/tool/main.go:9 +0x1a
exit status 2
";
        assert_eq!(
            sign(output, ""),
            [
                "panic: runtime error: index out of range [ … ] with length",
                "main.(*parser).next(",
                "/opt/tool/parse.go:41"
            ]
        );
        let own = "panic: oh\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/a.c:3 +0x1a\n";
        assert!(is_doubtful(own, ""));
    }

    #[test]
    fn an_internal_error_of_the_compiler_is_known_by_its_message() {
        let output = "# command-line-arguments\n./a.c:9:2: internal compiler error: 'main': panic during lower while compiling main:\n\nruntime error: invalid memory address or nil pointer dereference\n\ngoroutine 9 [running]:\ncmd/compile/internal/ssa.rewrite(0xc0)\n\t/usr/lib/go/src/cmd/compile/internal/ssa/rewrite.go:12 +0x1\n";
        assert_eq!(
            sign(output, "func main"),
            [
                "internal compiler error: ' … ': panic during lower while compiling main:",
                "cmd/compile/internal/ssa.rewrite(",
                "/usr/lib/go/src/cmd/compile/internal/ssa/rewrite.go:12"
            ]
        );
    }
}
