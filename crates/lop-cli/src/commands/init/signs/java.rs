//! javac, java, and other programs on the Java virtual machine: exceptions with their causes, and crashes of the machine.

use super::frames::{innermost, most_frequent, pattern};
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const OWN: &str = "the exception comes from the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    machine(said).or_else(|| exception(said))
}

/// The innermost cause, and its innermost frame.
fn exception(said: &Said<'_>) -> Option<Sign> {
    // Node and .NET have frames like these behind blanks instead of a tab.
    let is_frame = |line: &&str| line.starts_with("\tat ") && line.ends_with(')');
    let first = said.lines().iter().position(&is_frame)?;
    let head = match said.last("Caused by: ") {
        Some((number, _)) => number,
        None => head(said, first)?,
    };
    let text = said.lines()[head];
    let text = text.strip_prefix("Caused by: ").unwrap_or(text);
    let text = match text.strip_prefix("Exception in thread \"") {
        Some(rest) => rest.split_once("\" ")?.1,
        None => text,
    };
    let class = text.split([':', ' ']).next()?;
    if !class.contains('.') && !class.ends_with("Error") && !class.ends_with("Exception") {
        return None;
    }
    let told = said.exception(class, text[class.len()..].trim_start_matches(": "));
    let frames: Vec<&str> = said.lines()[head + 1..]
        .iter()
        .skip_while(|line| !is_frame(line))
        .take_while(|line| is_frame(line))
        .map(|line| line.trim())
        .collect();
    let frame = if class.ends_with("StackOverflowError") {
        most_frequent(frames.into_iter().filter(|frame| !is_library(frame)))
    } else {
        innermost(frames, said, is_library)
    };
    let frame = pattern(frame);
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "the exception and the innermost frame of the tool",
        told.into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

/// The line that names the exception: above its first frame, and above further lines of its message.
fn head(said: &Said<'_>, first_frame: usize) -> Option<usize> {
    let names_class = |line: &str| {
        let word = line
            .strip_prefix("Exception in thread \"")
            .and_then(|rest| Some(rest.split_once("\" ")?.1));
        let word = word.unwrap_or(line).split([':', ' ']).next().unwrap_or_default();
        word.ends_with("Exception") || word.ends_with("Error") || word.ends_with("Failure") || word.contains(".")
    };
    (0..first_frame).rev().take(40).find(|number| {
        let line = said.lines()[*number];
        !line.starts_with(char::is_whitespace) && names_class(line)
    })
}

/// Frames of the language's library. Those of the compiler are the tool's own.
fn is_library(frame: &str) -> bool {
    let frame = frame.trim_start_matches("at ");
    ["java.base/", "java.", "sun.", "jdk.internal."]
        .iter()
        .any(|start| frame.starts_with(start))
}

/// A crash of the machine itself, as its report tells of it.
fn machine(said: &Said<'_>) -> Option<Sign> {
    said.first("A fatal error has been detected by the Java Runtime Environment")?;
    let internal = said.first("#  Internal Error (").and_then(|(number, place)| {
        let place = Pattern::literal(&format!("Internal Error ({}", place.split(')').next()?))?;
        let message = said
            .after(number)
            .first()
            .and_then(|line| said.message(line.trim_start_matches("# ")));
        Some([Some(place), message])
    });
    let patterns = match internal {
        Some(patterns) => patterns,
        None => {
            let (number, _) = said.first("# Problematic frame:")?;
            let frame = said.after(number).first()?;
            let name = frame.split("]  ").nth(1).unwrap_or(frame).split("+0x").next()?;
            let signal = said.lines().iter().find(|line| line.starts_with("#  SIG"))?;
            let signal = signal.trim_start_matches("#  ").split(' ').next()?;
            [Pattern::literal(signal), Pattern::literal(name)]
        }
    };
    Sign::new(
        "a crash of the Java virtual machine, and where it happened",
        patterns.into_iter().flatten(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn javac_is_known_by_the_exception_and_its_own_innermost_frame() {
        let output = "\
An exception has occurred in the compiler (17.0.13). Please file a bug against the Java compiler via the Java bug reporting page.
java.lang.AssertionError: Cannot get type-use annotations of Foo
\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)
\tat jdk.compiler/com.sun.tools.javac.util.Assert.error(Assert.java:155)
\tat jdk.compiler/com.sun.tools.javac.code.TypeAnnotations.type(TypeAnnotations.java:88)
printing javac parameters to: /tmp/javac.20240101_1.args
";
        assert_eq!(
            sign(output, "class Foo {}"),
            [
                "java.lang.AssertionError: Cannot get type-use annotations of Foo",
                "at jdk.compiler/com.sun.tools.javac.util.Assert.error(Assert.java:155)"
            ]
        );
    }

    #[test]
    fn the_innermost_cause_counts() {
        let output = "\
Exception in thread \"main\" java.lang.RuntimeException: failed
\tat com.tool.Main.main(Main.java:5)
Caused by: java.lang.IndexOutOfBoundsException: Index 7 out of bounds for length 3
\tat java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64)
\tat com.tool.Parser.next(Parser.java:77)
\t... 1 more
";
        assert_eq!(
            sign(output, ""),
            [
                "java.lang.IndexOutOfBoundsException: Index  …  out of bounds for length",
                "at com.tool.Parser.next(Parser.java:77)"
            ]
        );
        let overflow = "Exception in thread \"main\" java.lang.StackOverflowError\n\tat com.t.A.leaf(A.java:1)\n\tat com.t.A.walk(A.java:2)\n\tat com.t.A.walk(A.java:2)\n";
        assert_eq!(
            sign(overflow, ""),
            ["java.lang.StackOverflowError", "at com.t.A.walk(A.java:2)"]
        );
        let own = "Exception in thread \"main\" java.lang.IllegalStateException: oh\n\tat A.main(a.c:3)\n";
        assert!(is_doubtful(own, ""));
    }

    #[test]
    fn a_crash_of_the_machine_is_known_by_its_frame() {
        let output = "\
#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f3c, pid=17, tid=18
#
# JRE version: OpenJDK Runtime Environment (17.0.13+11)
# Problematic frame:
# V  [libjvm.so+0x5c5f1e]  PhaseIdealLoop::build_loop_late_post_work(Node*, bool)+0x13e
#
";
        assert_eq!(
            sign(output, ""),
            ["SIGSEGV", "PhaseIdealLoop::build_loop_late_post_work(Node*, bool)"]
        );
    }
}
