//! Python: the exception that ended the program, and the innermost frame that is not in the input.

use super::frames::{innermost, pattern};
use super::{Family, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const HEAD: &str = "Traceback (most recent call last)";
const OWN: &str = "the exception comes from the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    if let Some((_, message)) = said.first("Fatal Python error: ") {
        let told = said.message_after("Fatal Python error: ", message);
        return Sign::new("a fatal error of Python itself", told);
    }
    let (number, _) = said.last(HEAD)?;
    let lines = said.after(number);
    let exception = lines
        .iter()
        .position(|line| !line.starts_with([' ', '\t', '|', '+']) && !line.is_empty())?;
    let text = lines[exception];
    let (class, message) = text.split_once(": ").unwrap_or((text, ""));
    let told = said.exception(class, message);
    let frames = lines[..exception]
        .iter()
        .rev()
        .filter(|line| line.starts_with("  File \""))
        .copied();
    let is_library = |frame: &str| {
        frame.contains("/lib/python") && !frame.contains("-packages")
            || frame.contains("<frozen ")
            || frame.contains("\"<string>\"")
    };
    let frame = pattern(innermost(frames, said, is_library)).filter(|frame| !frame.to_string().contains("<frozen"));
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "the exception and the innermost frame of the tool",
        told.into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn an_exception_is_known_by_type_message_and_frame_and_never_by_the_word_traceback() {
        let output = "\
Traceback (most recent call last):
  File \"/opt/tool/main.py\", line 12, in <module>
    main()
  File \"/opt/tool/parse.py\", line 88, in parse_item
    return json.loads(text)
           ^^^^^^^^^^^^^^^^
  File \"/usr/lib/python3.11/json/decoder.py\", line 337, in decode
    obj, end = self.raw_decode(s, idx=_w(s, 0).end())
json.decoder.JSONDecodeError: Expecting value: line 1 column 7 (char 6)
";
        assert_eq!(
            sign(output, ""),
            [
                "json.decoder.JSONDecodeError: Expecting value: line  …  column  …  (char",
                "File \"/opt/tool/parse.py\", line 88, in parse_item"
            ]
        );
        assert!(!is_doubtful(output, ""));
    }

    #[test]
    fn the_last_of_chained_exceptions_counts() {
        let output = "\
Traceback (most recent call last):
  File \"/opt/t.py\", line 3, in f
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File \"/opt/t.py\", line 5, in g
ValueError: no rule for 'abc'
";
        assert_eq!(
            sign(output, "abc"),
            ["ValueError: no rule for '", "File \"/opt/t.py\", line 5, in g"]
        );
    }

    #[test]
    fn an_exception_of_the_input_itself_is_doubtful() {
        let output = "Traceback (most recent call last):\n  File \"/tmp/a.c\", line 3, in <module>\nKeyError: 'x'\n";
        assert_eq!(sign(output, "x"), ["KeyError: '"]);
        assert!(is_doubtful(output, "x"));
    }
}
