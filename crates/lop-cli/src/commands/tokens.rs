//! `lop tokens`.

use std::io::Write;
use std::path::Path;

use lop_exec::bundle::{self, Kind};
use lop_syntax::{Tree, parse};
use serde::Serialize;

use super::print_json;
use crate::args;
use crate::input::{Chooser, Error, read_tree};

#[derive(Serialize)]
struct Row {
    file: String,
    language: String,
    tokens: usize,
    bytes: usize,
    errors: usize,
}

impl Row {
    fn of(path: &Path, tree: &Tree) -> Self {
        Row {
            file: path.display().to_string(),
            language: tree.syntax().name.clone(),
            tokens: tree.tokens(),
            bytes: tree.source().len(),
            errors: tree.errors(),
        }
    }
}

pub(crate) fn run(args: &args::Tokens) -> Result<(), Error> {
    let mut rows = Vec::new();
    let chooser = Chooser::new(&args.language)?;
    for path in &args.files {
        if path.is_dir() {
            let bundle = bundle::read(std::slice::from_ref(path), &[])?;
            for record in bundle::records(&bundle.archive).unwrap_or_default() {
                if record.kind == Kind::File {
                    let syntax = chooser.choose(record.path, record.content)?;
                    rows.push(Row::of(&path.join(record.path), &parse(record.content, &syntax)));
                }
            }
        } else {
            rows.push(Row::of(path, &read_tree(path, &args.language)?));
        }
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        return print_json(&mut out, &rows);
    }
    for row in rows {
        writeln!(out, "{}\t{}\t{}", row.tokens, row.bytes, row.file).map_err(Error::Print)?;
    }
    Ok(())
}
