//! `lop tokens`.

use std::io::Write;

use serde::Serialize;

use super::print_json;
use crate::args;
use crate::input::{Error, read_tree};

#[derive(Serialize)]
struct Row {
    file: String,
    language: String,
    tokens: usize,
    bytes: usize,
    errors: usize,
}

pub fn run(args: &args::Tokens) -> Result<(), Error> {
    let mut rows = Vec::new();
    for path in &args.files {
        let tree = read_tree(path, &args.language)?;
        rows.push(Row {
            file: path.display().to_string(),
            language: tree.syntax().name.clone(),
            tokens: tree.tokens(),
            bytes: tree.source().len(),
            errors: tree.errors(),
        });
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
