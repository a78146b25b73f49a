//! `lop train fit`.

use std::fs;
use std::io::{self, Write};

use lop_train::{Fitted, HoldBack, Options, fit};

use super::{read_data, table};
use crate::args;
use crate::input::Error;

pub(super) fn run(args: &args::Fit) -> Result<(), Error> {
    let data = read_data(&args.data)?;
    let options = Options {
        seed: args.seed,
        trees: args.trees,
        depth: args.depth,
        leaf: args.leaf,
        yes_weight: args.yes_weight,
        is_plain: args.plain,
        hold_back: match args.hold_back {
            args::HoldBack::Files => HoldBack::Files,
            args::HoldBack::Samples => HoldBack::Samples,
        },
    };
    let Fitted {
        model,
        file,
        evaluation,
        held_back,
    } = fit(&data, &options)?;
    fs::write(&args.output, &file).map_err(|source| Error::Write {
        path: args.output.clone(),
        source,
    })?;
    let mut out = io::stdout().lock();
    table::print(&mut out, &model, &evaluation, &held_back).map_err(Error::Print)?;
    writeln!(out, "{} bytes in \"{}\"", file.len(), args.output.display()).map_err(Error::Print)
}
