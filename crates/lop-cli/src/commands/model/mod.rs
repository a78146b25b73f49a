//! `lop model`: showing and evaluating models.

mod eval;
mod show;

use crate::args;
use crate::input::Error;

pub(crate) fn run(args: &args::Model) -> Result<(), Error> {
    match args {
        args::Model::Show(args) => show::run(args),
        args::Model::Eval(args) => eval::run(args),
    }
}
