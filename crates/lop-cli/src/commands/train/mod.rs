//! `lop train`: models from a corpus.

mod collect;
mod fit;
pub(crate) mod table;

use std::path::PathBuf;

use lop_train::data::Data;

use crate::args;
use crate::input::Error;
use crate::say::say;

pub(crate) fn run(args: &args::Train) -> Result<(), Error> {
    match args {
        args::Train::Collect(args) => collect::run(args),
        args::Train::Fit(args) => fit::run(args),
    }
}

/// Reads the collected data, and warns if some of it is missing.
pub(crate) fn read_data(paths: &[PathBuf]) -> Result<Vec<Data>, Error> {
    let mut all: Vec<Data> = Vec::new();
    for path in paths {
        let data = Data::read(path)?;
        if data.torn_bytes > 0 {
            say!(
                "warning: the last task of \"{}\" is not whole and is left out",
                path.display()
            );
        }
        if let Some(first) = all
            .first()
            .filter(|first| first.settings.language != data.settings.language)
        {
            return Err(Error::Train(lop_train::Error::Languages {
                path: path.clone(),
                found: data.settings.language,
                expected: first.settings.language.clone(),
            }));
        }
        all.push(data);
    }
    Ok(all)
}
