//! OCaml: an uncaught exception, and where it was raised outside the standard library.

use super::frames::{innermost, pattern};
use super::{Family, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const EXCEPTION: &str = "Fatal error: exception ";
const COMPILER: &str = ">> Fatal error: ";
const UNPLACED: &str = "no place in the tool is named: run it with OCAMLRUNPARAM=b in the command";

fn find(said: &Said<'_>) -> Option<Sign> {
    let (number, mark, text) = match said.first(COMPILER) {
        Some((number, text)) => (number, COMPILER, text),
        None => {
            let (number, text) = said.first(EXCEPTION)?;
            (number, EXCEPTION, text)
        }
    };
    let told = said.message_after(mark, text);
    let frames = said
        .after(number)
        .iter()
        .filter(|line| line.contains(" in file \"") || line.contains("called from"))
        .copied();
    let frames = frames.filter_map(|line| {
        let at = [
            "Raised at ",
            "Called from ",
            "Raised by primitive operation at ",
            "Re-raised at ",
        ];
        at.iter().find_map(|start| line.strip_prefix(start))
    });
    let is_library = |frame: &str| frame.starts_with("Stdlib") || frame.starts_with("CamlinternalOO");
    let frame = pattern(innermost(frames, said, is_library));
    let doubt = frame.is_none().then_some(UNPLACED);
    Sign::new("the exception and where it was raised", told.into_iter().chain(frame)).map(|sign| sign.with_doubt(doubt))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_doubtful, sign};

    #[test]
    fn an_exception_is_known_by_its_name_and_its_place_in_the_tool() {
        let output = "\
Fatal error: exception Not_found
Raised at Stdlib__Map.Make.find in file \"map.ml\", line 137, characters 10-25
Called from Typing.lookup in file \"src/typing.ml\", line 88, characters 4-21
Called from Dune__exe__Main in file \"bin/main.ml\", line 3, characters 9-30
";
        assert_eq!(
            sign(output, ""),
            [
                "Fatal error: exception Not_found",
                "Typing.lookup in file \"src/typing.ml\", line 88, characters 4-21"
            ]
        );
        let compiler = ">> Fatal error: Simplif.simplify: no case\nFatal error: exception Misc.Fatal_error\n";
        assert_eq!(sign(compiler, ""), [">> Fatal error: Simplif.simplify: no case"]);
        assert!(is_doubtful(compiler, "") && !is_doubtful(output, ""));
    }
}
