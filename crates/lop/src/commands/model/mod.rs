//! `lop model`: what a model is worth.

mod eval;

use crate::args;
use crate::input::Error;

pub fn run(args: &args::Model) -> Result<(), Error> {
    match args {
        args::Model::Eval(args) => eval::run(args),
    }
}
