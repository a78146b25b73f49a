//! A short result is shown at the end, with a line that tries it.

/// A result of more lines than this is not shown: a terminal has 24.
const MAX_LINES: usize = 24;
/// A longer line takes the place of several.
const COLUMNS: usize = 80;

/// A text as it can be shown on a terminal; nothing if it is too long, or has characters that a terminal acts on.
pub(super) fn shown(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok()?;
    let is_plain = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
    let text = Some(text).filter(|text| text.chars().all(is_plain))?;
    let lines: usize = text
        .lines()
        .map(|line| line.chars().count().div_ceil(COLUMNS).max(1))
        .sum();
    ((1..=MAX_LINES).contains(&lines) && !text.trim().is_empty()).then(|| text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_a_terminal_is_shown() {
        assert_eq!(shown(b"int a;\n"), Some("int a;"));
        assert_eq!(shown(&b"a\n".repeat(24)).map(str::len), Some(47));
        assert_eq!(shown(&b"a\n".repeat(25)), None);
        assert_eq!(shown(&b"a".repeat(80 * 24 + 1)), None, "lines are folded");
        assert_eq!(shown(b" \n"), None);
    }

    #[test]
    fn what_a_terminal_would_act_on_is_not_shown() {
        assert_eq!(shown(b"a\x1b[2Jb"), None);
        assert_eq!(shown(b"a\rb"), None);
        assert_eq!(shown(b"\xff"), None);
    }
}
