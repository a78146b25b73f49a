//! `lop print`.

use std::io::Write;

use lop_syntax::print::{Format, print};

use crate::args;
use crate::input::{Error, read_tree};

pub fn run(args: &args::Print) -> Result<(), Error> {
    let tree = read_tree(&args.file, &args.language)?;
    let format = match args.format {
        args::Format::Original => Format::Original,
        args::Format::Compact => Format::Compact,
        args::Format::Pretty => Format::Pretty,
    };
    let text = print(&tree, format);
    std::io::stdout().lock().write_all(&text).map_err(Error::Print)
}
