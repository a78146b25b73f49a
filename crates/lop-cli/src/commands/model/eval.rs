//! `lop model eval`.

use std::io;

use lop_core::model::file;
use lop_train::{evaluate, judged};

use crate::args;
use crate::commands::train::{read_data, table};
use crate::input::{Error, read};

pub(super) fn run(args: &args::Eval) -> Result<(), Error> {
    let data = read_data(&args.data)?;
    let language = data.first().map(|data| data.settings.language.as_str());
    let model = file::read(&read(&args.model)?, language).map_err(|source| Error::Model {
        path: args.model.clone(),
        source,
    })?;
    let samples = judged(&data, &model);
    let evaluation = evaluate(&model, &samples);
    table::print(&mut io::stdout().lock(), &model, &evaluation, &samples).map_err(Error::Print)
}
