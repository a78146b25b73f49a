//! What lop promises where the input, a neighbour in the same directory, the test or the terminal is hostile. Every test
//! attacks first; the book's page on threats lists the promises.

// Not all of it is needed here.
#[allow(dead_code)]
#[path = "../command/case.rs"]
mod case;
mod defaults;
