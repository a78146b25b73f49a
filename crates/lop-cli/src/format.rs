//! The formats of `--format`: how a program is laid out for people, or for the fewest bytes.

use lop_syntax::{Tree, parse, print};

use crate::args::Format;

/// A way to lay out a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// By a formatter of the language, if one is installed.
    Tool,
    /// By lop.
    Printed(print::Format),
}

/// A program that was laid out.
pub(crate) struct Formatted {
    pub text: Vec<u8>,
    /// The formatter, if it was one.
    pub by: Option<&'static str>,
}

impl Format {
    /// The formats to try, in order.
    pub(crate) fn forms(self) -> &'static [Form] {
        match self {
            Format::Tool => &[
                Form::Tool,
                Form::Printed(print::Format::Pretty),
                Form::Printed(print::Format::Compact),
            ],
            Format::Pretty => &[Form::Printed(print::Format::Pretty)],
            Format::Compact => &[Form::Printed(print::Format::Compact)],
            Format::AsIs => &[],
        }
    }
}

impl Form {
    /// The program in this form; `None` if there is no such formatter, or it cannot format the program.
    pub(crate) fn of(self, tree: &Tree, is_over: &dyn Fn() -> bool) -> Option<Formatted> {
        match self {
            Form::Tool => by_tool(tree, is_over),
            Form::Printed(format) => Some(Formatted {
                text: print::print(tree, format),
                by: None,
            }),
        }
    }
}

/// The program as the first installed formatter prints it, if it adds nothing: some add commas or semicolons.
fn by_tool(tree: &Tree, is_over: &dyn Fn() -> bool) -> Option<Formatted> {
    let formatters = tree.syntax().language?.formatters.iter();
    let mut made = formatters.filter_map(|formatter| {
        let text = lop_exec::filter(formatter.program, formatter.arguments, tree.source(), is_over)?;
        let by = Some(formatter.program);
        Some(Formatted { text, by })
    });
    made.find(|made| {
        let other = parse(made.text.as_slice(), tree.syntax());
        other.tokens() <= tree.tokens() && other.is_broken() <= tree.is_broken() && other.tokens() > 0
    })
}
