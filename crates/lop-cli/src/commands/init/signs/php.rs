//! PHP: an uncaught exception or a fatal error, and its place unless that is in the input.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const OWN: &str = "the error comes from the input itself: another one with the same words counts as well";

fn find(said: &Said<'_>) -> Option<Sign> {
    let (number, rest) = said
        .first("Fatal error: ")
        .or_else(|| said.first("Fatal error:  "))
        .or_else(|| said.first("Parse error: "))?;
    let text = rest.trim();
    let (text, place) = match text.rsplit_once(" in ") {
        Some((text, place)) if place.contains(':') || place.contains(" on line ") => (text, Some(place)),
        _ => (text, None),
    };
    // OCaml and others have fatal errors, too.
    if place.is_none() && !text.starts_with("Uncaught ") {
        return None;
    }
    let outer = said.after(number).iter().filter_map(|line| {
        let frame = line.strip_prefix('#')?.split_once(' ')?.1;
        // The arguments of calls come from the input.
        frame.split_once("): ").map(|(place, _)| place)
    });
    let mut places = place.into_iter().chain(outer).filter(|place| !said.is_of_input(place));
    let frame = places.next().and_then(Pattern::literal);
    let doubt = frame.is_none().then_some(OWN);
    Sign::new(
        "PHP's error and its place in the tool",
        said.message(text).into_iter().chain(frame),
    )
    .map(|sign| sign.with_doubt(doubt))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn an_uncaught_exception_is_known_by_its_message_and_place() {
        let output = "\
PHP Fatal error:  Uncaught TypeError: f(): Argument #1 ($x) must be of type int, string given, called in /opt/tool/main.php on line 3 and defined in /opt/tool/parse.php:12
Stack trace:
#0 /opt/tool/main.php(3): f('abc')
#1 {main}
  thrown in /opt/tool/parse.php on line 12
";
        assert_eq!(
            sign(output, ""),
            [
                "Uncaught TypeError: f(): Argument # …  ($x) must be of type int, string given, called in /opt/tool/main.php on line  …  and defined",
                "/opt/tool/parse.php:12"
            ]
        );
        let own = "PHP Fatal error:  Uncaught Exception: oh in /tmp/a.c:2\nStack trace:\n#0 {main}\n  thrown in /tmp/a.c on line 2\n";
        assert_eq!(sign(own, ""), ["Uncaught Exception: oh"]);
        assert!(is_doubtful(own, ""));
    }
}
