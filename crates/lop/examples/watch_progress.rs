//! A reduction that is watched, and ended when what is left is small enough.
//!
//!     cargo run -p lop --example watch_progress

use std::ops::ControlFlow;

use lop::{Reduction, Step};

fn main() -> Result<(), lop::Error> {
    let program: String = (0..2000).map(|number| format!("line {number}\n")).collect();
    let reduced = Reduction::new(&program)
        .language("text")
        .jobs(2)
        .observe(|step| {
            let Step::Best { tokens, asked, .. } = step else {
                return ControlFlow::Continue(());
            };
            println!("{tokens} tokens after {asked} queries");
            if *tokens <= 100 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .run(|candidate| String::from_utf8_lossy(candidate).contains("line 1234\n"))?;
    println!("ended by hand: {}", !reduced.is_complete());
    Ok(())
}
