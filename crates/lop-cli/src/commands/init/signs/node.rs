//! Node and other programs on V8: uncaught errors, and fatal errors of the engine.

use super::frames::innermost;
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const OWN: &str = "the error comes from the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    engine(said).or_else(|| error(said))
}

fn error(said: &Said<'_>) -> Option<Sign> {
    let lines = said.lines();
    let first = lines.iter().position(|line| line.starts_with("    at "))?;
    // A message may have several lines; it begins with the name of its class.
    let head = (0..first)
        .rev()
        .take(40)
        .find(|number| class(lines[*number]).is_some())?;
    let class = class(lines[head])?;
    let message = lines[head].trim_start_matches("Uncaught ")[class.len()..].trim_start_matches(": ");
    let frames = lines[first..]
        .iter()
        .take_while(|line| line.starts_with("    at "))
        .map(|line| line.trim());
    let is_library = |frame: &str| frame.contains("node:") || frame.contains("<anonymous>") && !frame.contains('/');
    let frame = innermost(frames, said, is_library)
        .filter(|frame| !is_library(frame))
        .and_then(Pattern::literal);
    let told = said.exception(class, message);
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "the error and the innermost frame of the tool",
        told.into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

/// The class of the error that a line begins with, with a code in brackets if it has one.
fn class(line: &str) -> Option<&str> {
    let line = line.trim_start_matches("Uncaught ");
    let class = line.split(": ").next()?;
    let name = class.split(' ').next()?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && (name.ends_with("Error") || name.ends_with("Exception"))).then_some(class)
}

/// `# Fatal error in ../deps/v8/src/x.cc, line 17` and the check that failed.
fn engine(said: &Said<'_>) -> Option<Sign> {
    if let Some((number, place)) = said.first("# Fatal error in ") {
        let check = said
            .after(number)
            .first()
            .and_then(|line| said.message(line.trim_start_matches("# ")));
        let place = Pattern::literal(&format!("# Fatal error in {place}"));
        return Sign::new(
            "a fatal error of V8, and the check that failed",
            [place, check].into_iter().flatten(),
        );
    }
    let (_, message) = said.first("FATAL ERROR: ")?;
    said.first("v8::").or_else(|| said.first("node::"))?;
    Sign::new(
        "a fatal error of Node",
        Pattern::literal(&format!("FATAL ERROR: {message}")),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn an_error_is_known_by_its_message_and_its_frame() {
        let output = "\
/opt/tool/parse.js:41
    return node.kind.name;
                     ^

TypeError: Cannot read properties of undefined (reading 'name')
    at visit (/opt/tool/parse.js:41:22)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)

Node.js v20.20.2
";
        assert_eq!(
            sign(output, "x.y"),
            [
                "TypeError: Cannot read properties of undefined (reading 'name')",
                "at visit (/opt/tool/parse.js:41:22)"
            ]
        );
        let own = "TypeError: x.f is not a function\n    at f (/tmp/a.c:1:27)\n    at node:internal/main/run_main_module:28:49\n";
        assert_eq!(sign(own, ""), ["TypeError: x.f is not a function"]);
        assert!(is_doubtful(own, ""));
    }

    #[test]
    fn a_fatal_error_of_the_engine_is_known_by_its_check() {
        let output =
            "#\n# Fatal error in ../deps/v8/src/compiler/types.cc, line 117\n# Debug check failed: is_valid().\n#\n";
        assert_eq!(
            sign(output, ""),
            [
                "# Fatal error in ../deps/v8/src/compiler/types.cc, line 117",
                "Debug check failed: is_valid()."
            ]
        );
    }
}
