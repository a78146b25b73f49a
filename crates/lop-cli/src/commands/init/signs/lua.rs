//! Lua: an error and the innermost place of the tool.

use super::frames::innermost;
use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const OWN: &str = "the error comes from the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    let (number, _) = said.first("stack traceback:")?;
    let head = said.lines()[..number].iter().rev().find(|line| line.contains(": "))?;
    // `lua5.4: tool.lua:3: attempt to index a nil value (field 'y')`
    let message = head.split_once(": ")?.1;
    let message = match message.split_once(": ") {
        Some((place, rest)) if place.ends_with(|letter: char| letter.is_ascii_digit()) => rest,
        _ => message,
    };
    let frames = said
        .after(number)
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.starts_with("[C]"));
    let frame = innermost(frames, said, |_| false).and_then(Pattern::literal);
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "the error and the innermost place of the tool",
        said.message(message).into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn an_error_is_known_by_its_message_and_its_place() {
        let output = "lua5.4: /opt/tool.lua:3: attempt to index a nil value (field 'y')\nstack traceback:\n\t/opt/tool.lua:3: in local 'f'\n\t/opt/tool.lua:9: in main chunk\n\t[C]: in ?\n";
        assert_eq!(
            sign(output, ""),
            [
                "attempt to index a nil value (field 'y')",
                "/opt/tool.lua:3: in local 'f'"
            ]
        );
        let own = "lua5.4: a.c:1: oh\nstack traceback:\n\ta.c:1: in main chunk\n\t[C]: in ?\n";
        assert!(is_doubtful(own, ""));
    }
}
