//! The same command where the user stands and in an empty directory, where tests run.

use std::{env, fs};

use lop_exec::{Run, quote};

use super::include;
use super::kinds::{refused, status_words};
use super::signs::{self, Said};
use super::trial::{self, Trial};
use crate::input::Error;

/// The shell's own exit codes for what cannot be executed or is not there.
const CANNOT_RUN: [i32; 2] = [126, 127];

/// Refuses a command that cannot be run, or that does something else in an empty directory than where the user stands.
pub(super) fn check(trial: &Trial, command: &str, there: &Run) -> Result<(), Error> {
    let here = trial.run_here(command)?;
    let statuses = [trial::status(&here)?, trial::status(there)?];
    if CANNOT_RUN.contains(&statuses[0]) {
        let reason = format!(
            "the command cannot be run: the shell says so with exit code {}",
            statuses[0]
        );
        return Err(refused(reason, "check its name, and try it by hand", here.output));
    }
    if CANNOT_RUN.contains(&statuses[1]) {
        let reason = "the command is found here, but not in an empty directory, where a test runs";
        return Err(refused(reason, absolute_hint(trial, command), there.output.clone()));
    }
    // What is brought along need not be here.
    if !trial.includes.is_empty() || statuses[0] == statuses[1] && !is_sign_lost(trial, command, &here, there)? {
        return Ok(());
    }
    let [here, elsewhere] = statuses.map(status_words);
    let reason = match statuses[0] == statuses[1] {
        true => format!(
            "the command ends with {here} in an empty directory, too, where a test runs, but says something else there"
        ),
        false => {
            format!("the command ends with {here} here, but with {elsewhere} in an empty directory, where a test runs")
        }
    };
    Err(refused(
        reason,
        hint(trial, command, &there.output),
        there.output.clone(),
    ))
}

/// Whether something that the command says here, and says here again, is not said in an empty directory.
fn is_sign_lost(trial: &Trial, command: &str, here: &Run, there: &Run) -> Result<bool, Error> {
    let words = trial.words();
    let status = trial::status(here)?;
    let Some(sign) = signs::find(std::slice::from_ref(&here.output), &words, status == 0) else {
        return Ok(false);
    };
    let is_in = |output: &[u8]| {
        let text = String::from_utf8_lossy(output);
        let said = Said::new(&text, &words);
        sign.patterns.iter().all(|pattern| pattern.is_in(&said))
    };
    if is_in(&there.output) {
        return Ok(false);
    }
    // What changes from run to run is no difference between places.
    Ok(is_in(&trial.run_here(command)?.output))
}

fn hint(trial: &Trial, command: &str, output: &[u8]) -> String {
    let missed = include::missed(&trial.input, output);
    if missed.is_empty() {
        return absolute_hint(trial, command);
    }
    let includes: Vec<String> = missed.iter().map(|name| format!("--include {}", quote(name))).collect();
    format!(
        "it may need what is beside the input: {} brings it along as it is; to reduce it, too, give all files or their \
         directory as the input",
        includes.join(" ")
    )
}

/// What to do about a command that does not find something.
fn absolute_hint(trial: &Trial, command: &str) -> String {
    match with_full_paths(trial, command) {
        Some(command) => format!("name what it uses with its full path: {command}"),
        None => "name everything that it uses with its full path, or bring it along with --include".to_owned(),
    }
}

/// The command with full paths for the files of the current directory that it names; nothing if there are none. The input is
/// no such file: a test on its full path would say the same of every candidate.
pub(super) fn with_full_paths(trial: &Trial, command: &str) -> Option<String> {
    let here = env::current_dir().ok()?;
    let inputs = trial.paths();
    let full = |word: &str| {
        let name = word.trim_matches(['\'', '"']);
        if name.is_empty() || name.starts_with(['/', '-', '{']) {
            return None;
        }
        let path = here.join(name.trim_start_matches("./"));
        let is_input = || fs::canonicalize(&path).is_ok_and(|path| inputs.contains(&path));
        (path.is_file() && !is_input()).then(|| quote(&path.to_string_lossy()))
    };
    let words: Vec<_> = command.split(' ').map(|word| (word, full(word))).collect();
    if words.iter().all(|(_, full)| full.is_none()) {
        return None;
    }
    let words = words
        .into_iter()
        .map(|(word, full)| full.unwrap_or_else(|| word.to_owned()));
    Some(words.collect::<Vec<_>>().join(" "))
}
