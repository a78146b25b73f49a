//! Perl: a message and its place in the tool, `message at tool.pl line 3.`

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: false, find };

const OWN: &str = "the message is about the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    let (line, message, place) = said.lines().iter().find_map(|line| {
        let (message, place) = line.rsplit_once(" at ")?;
        let (_, number) = place.split_once(" line ")?;
        let number = number.trim_end_matches(['.', ',']).split([',', ' ']).next()?;
        number
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some((line, message, place))
    })?;
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let is_own = said.is_of_input(place);
    let place = (!is_own)
        .then(|| Pattern::literal(&format!(" at {}", place.split(", <").next()?)))
        .flatten();
    Sign::new(
        "Perl's message and its place in the tool",
        said.message(message).into_iter().chain(place),
    )
    .map(|sign| sign.with_doubt(is_own.then_some(OWN)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn a_message_is_known_with_its_place() {
        let output = "Can't call method \"foo\" on an undefined value at /opt/tool.pl line 12, <STDIN> line 3.\n";
        assert_eq!(
            sign(output, ""),
            [
                "Can't call method \"foo\" on an undefined value",
                "at /opt/tool.pl line 12"
            ]
        );
        assert!(is_doubtful("Illegal division by zero at a.c line 3.\n", ""));
    }
}
