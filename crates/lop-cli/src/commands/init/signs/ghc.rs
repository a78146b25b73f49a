//! GHC, and Haskell programs: what the panic says below its heading, and where it was called.

use super::{Family, Pattern, Said, Sign};

pub(super) static FAMILY: Family = Family { is_crash: true, find };

const PANIC: &str = "panic! (the 'impossible' happened)";
const STACK: &str = "CallStack (from HasCallStack):";

fn find(said: &Said<'_>) -> Option<Sign> {
    let frame = frame(said);
    let message = match said.first(PANIC) {
        Some((number, _)) => {
            let mut lines = said.after(number).iter();
            lines.find(|line| line.contains("GHC version"))?;
            lines.next()?.trim()
        }
        None => {
            // `prog: Prelude.head: empty list` above the stack.
            let (number, _) = said.first(STACK)?;
            let above = said.lines()[..number]
                .iter()
                .rev()
                .find(|line| !line.trim().is_empty())?;
            above.split_once(": ").map_or(*above, |(_, message)| message)
        }
    };
    Sign::new(
        "what the panic says, and where it was called",
        said.message(message).into_iter().chain(frame),
    )
}

/// The innermost place that is not in the functions that panic: `pprPanic, called at compiler/GHC/Core.hs:12:3 in ghc:GHC.Core`.
fn frame(said: &Said<'_>) -> Option<Pattern> {
    let (number, _) = said.first(STACK)?;
    let places = said
        .after(number)
        .iter()
        .filter_map(|line| line.split_once(", called at ").map(|(_, place)| place));
    let mut own = places
        .filter(|place| !place.contains("Utils/Panic") && !place.contains("Utils/Error") && !said.is_of_input(place));
    Pattern::literal(&format!("called at {}", own.next()?))
}

#[cfg(test)]
mod tests {
    use super::super::testing::sign;

    #[test]
    fn a_panic_is_known_by_its_message_and_place_and_never_by_its_heading() {
        let output = "\
ghc: panic! (the 'impossible' happened)
  GHC version 9.4.7:
\tpiResultTys1
  * -> *
  Call stack:
      CallStack (from HasCallStack):
        callStackDoc, called at compiler/GHC/Utils/Panic.hs:182:37 in ghc:GHC.Utils.Panic
        pprPanic, called at compiler/GHC/Core/Type.hs:1181:9 in ghc:GHC.Core.Type
";
        assert_eq!(
            sign(output, ""),
            [
                "piResultTys1",
                "called at compiler/GHC/Core/Type.hs:1181:9 in ghc:GHC.Core.Type"
            ]
        );
        let program = "tool: Map.!: given key is not an element in the map\nCallStack (from HasCallStack):\n  error, called at libraries/containers/src/Data/Map/Internal.hs:617:17 in containers-0.6.7:Data.Map.Internal\n";
        assert_eq!(sign(program, "")[0], "Map.!: given key is not an element in the map");
    }
}
