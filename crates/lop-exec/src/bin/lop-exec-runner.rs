//! A program that runs a test, for the tests of this crate that end such a program.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use lop_core::{Executor, Ticket};
use lop_exec::{Interrupt, Runners, Setup, run_if_runner};

fn main() -> Result<(), Box<dyn Error>> {
    run_if_runner();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [script, place, ending] = arguments.as_slice() else {
        return Err("a script, a place for scratch directories, and whether to linger are needed".into());
    };
    let mut setup = Setup::script(Path::new(script), Path::new("input.txt"));
    setup.slots = 2;
    setup.place = Some(place.into());
    let mut runners = Runners::start(setup, Arc::new(Interrupt::catch()?))?;
    for slot in 0..2 {
        runners.submit(Ticket(slot), b"text"[..].into());
    }
    println!("{:?}", runners.wait());
    if ending == "linger" {
        thread::sleep(Duration::from_secs(60));
    }
    Ok(())
}
