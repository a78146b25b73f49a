//! `lop languages`.

use std::io::Write;

use lop_syntax::lang::{LANGUAGES, Language};
use serde::Serialize;

use super::print_json;
use crate::args;
use crate::input::Error;

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    file_names: &'static [&'static str],
    interpreters: &'static [&'static str],
    formatters: Vec<&'static str>,
}

impl From<&&Language> for Row {
    fn from(language: &&Language) -> Self {
        Row {
            name: language.name,
            title: language.title,
            extensions: language.files.extensions,
            file_names: language.files.names,
            interpreters: language.files.interpreters,
            formatters: language.formatters.iter().map(|formatter| formatter.program).collect(),
        }
    }
}

pub(crate) fn run(args: &args::Listing) -> Result<(), Error> {
    let rows: Vec<Row> = LANGUAGES.iter().map(Row::from).collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        return print_json(&mut out, &rows);
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let title_width = rows.iter().map(|row| row.title.len()).max().unwrap_or(0);
    for row in rows {
        let endings = row.extensions.iter().map(|extension| format!(".{extension}"));
        let names = row.file_names.iter().map(|name| (*name).to_owned());
        let known: Vec<String> = endings.chain(names).collect();
        writeln!(
            out,
            "{:width$}  {:title_width$}  {}",
            row.name,
            row.title,
            known.join(" ")
        )
        .map_err(Error::Print)?;
    }
    Ok(())
}
