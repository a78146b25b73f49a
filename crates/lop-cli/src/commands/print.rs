//! `lop print`.

use std::io::Write;

use lop_syntax::print::{Format, print};

use crate::args;
use crate::input::{Error, read_tree};

impl From<args::Format> for Format {
    fn from(format: args::Format) -> Self {
        match format {
            args::Format::Original => Format::Original,
            args::Format::Compact => Format::Compact,
            args::Format::Pretty => Format::Pretty,
        }
    }
}

pub fn run(args: &args::Print) -> Result<(), Error> {
    let tree = read_tree(&args.file, &args.language)?;
    let text = print(&tree, args.format.into());
    std::io::stdout().lock().write_all(&text).map_err(Error::Print)
}
