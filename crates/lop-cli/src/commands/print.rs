//! `lop print`.

use std::io::Write;

use crate::args;
use crate::input::{Error, read_tree};

pub(crate) fn run(args: &args::Print) -> Result<(), Error> {
    let tree = read_tree(&args.file, &args.language)?;
    let mut forms = args.format.forms().iter();
    let formatted = forms.find_map(|form| form.of(&tree, &|| false));
    let text = formatted.map_or_else(|| tree.source().to_vec(), |formatted| formatted.text);
    std::io::stdout().lock().write_all(&text).map_err(Error::Print)
}
