//! What lop promises where the input, a neighbour in the same directory, the test or the terminal is hostile. Every test
//! attacks first; the book's page on threats lists the promises.

// Not all of it is needed here.
#[allow(dead_code)]
#[path = "../command/case.rs"]
mod case;
mod damaged;
mod defaults;
mod inputs;
mod kills;
mod outputs;
mod pipes;
mod scripts;
#[path = "../support/terminal.rs"]
mod terminal;
mod twice;

/// The names of all that is in a case's folder.
fn names(case: &case::Case) -> Vec<String> {
    let entries = std::fs::read_dir(case.path("")).expect("a folder").flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
