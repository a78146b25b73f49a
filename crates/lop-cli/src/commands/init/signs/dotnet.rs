//! .NET: an unhandled exception with its inner ones, and the innermost frame outside the class library.

use super::frames::{innermost, pattern};
use super::{Family, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const HEADS: [&str; 3] = [
    "Unhandled exception. ",
    "Unhandled Exception: ",
    "Unhandled exception: ",
];
const ASSERTION: &str = "Process terminated. ";

fn find(said: &Said<'_>) -> Option<Sign> {
    let head = HEADS.iter().find_map(|head| said.first(head));
    let (number, text) = match head {
        Some((number, text)) => {
            // The innermost exception comes last, and its frames follow it.
            let inner = said
                .lines()
                .iter()
                .rposition(|line| line.trim_start().starts_with("---> "));
            let text = inner.map_or(text, |inner| {
                said.lines()[inner].trim_start().trim_start_matches("---> ")
            });
            (inner.unwrap_or(number), text)
        }
        None => said.first(ASSERTION)?,
    };
    let (class, message) = text.split_once(": ").unwrap_or((text, ""));
    let told = said.exception(class, message);
    let frames = said
        .after(number)
        .iter()
        .map(|line| line.trim())
        .filter(|line| line.starts_with("at "));
    let is_library = |frame: &str| frame.starts_with("at System.");
    let frame = pattern(innermost(frames, said, is_library));
    Sign::new(
        "the exception and the innermost frame of the tool",
        told.into_iter().chain(frame),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::sign;

    #[test]
    fn the_innermost_exception_and_its_frame_are_the_sign() {
        let output = "\
Unhandled exception. System.AggregateException: One or more errors occurred.
 ---> System.InvalidOperationException: Unexpected value 'Foo' of type 'BoundKind'
   at System.Linq.Enumerable.Single[TSource](IEnumerable`1 source)
   at Tool.Binder.BindExpression(Node node) in /src/Binder.cs:line 88
   --- End of inner exception stack trace ---
   at Tool.Program.Main(String[] args) in /src/Program.cs:line 12
";
        assert_eq!(
            sign(output, "class Foo {}"),
            [
                "System.InvalidOperationException: Unexpected value ' … ' of type 'BoundKind'",
                "at Tool.Binder.BindExpression(Node node) in /src/Binder.cs:line 88"
            ]
        );
    }
}
