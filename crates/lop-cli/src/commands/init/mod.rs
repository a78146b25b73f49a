//! `lop init`: writes a test and tries it.
//!
//! `ask.rs` asks what the command line leaves open, `from/` reads it from what tools leave behind, `kinds.rs` makes the
//! script of what the commands do on the input, `signs/` tells the bug from others, `trial.rs` runs commands, `places.rs`
//! compares where they run, `include.rs` brings files along, and `guards.rs` looks for tools that accept the input.

mod ask;
mod from;
mod guards;
mod include;
mod kinds;
mod places;
mod signs;
mod trial;
mod wrong_code;

use std::fs::{self, Permissions};
use std::io::{self, IsTerminal};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use lop_exec::sanity::Sanity;
use lop_exec::{Manner, quote, save};

use crate::args;
use crate::input::Error;
use crate::say::say;
use kinds::Written;
use trial::Trial;

pub(crate) fn run(args: &args::Init) -> Result<(), Error> {
    check_output(args)?;
    let asked = complete(args)?;
    if asked.inputs.is_empty() {
        return Err(Error::Usage {
            reason: "no file is given".to_owned(),
            hint: "name the file that shows the problem: lop init --crash 'gcc -c {}' crash.c".to_owned(),
        });
    }
    say!("reading {}", shown(&asked.inputs));
    let trial = Trial::new(&asked.inputs, &asked.include)?;
    say!("trying the commands on the input");
    let Written { script, notes } = kinds::script(&asked, &trial)?;
    for note in notes {
        say!("{}", crate::script::visible(&note));
    }
    say!("trying the test on the input, and on an empty one");
    let sanity = verify(&script, &trial, asked.force)?;
    write(&asked.output, &script)?;
    say!(
        "wrote {}: interesting on {} in {} of {} runs of up to {:.2} s, {}",
        asked.output.display(),
        shown(&asked.inputs),
        sanity.hits,
        sanity.runs,
        sanity.slowest.as_secs_f64(),
        if sanity.weaknesses.is_empty() {
            "not on an empty one"
        } else {
            "AND on nothing: the result will say nothing"
        },
    );
    let test = quote(&asked.output.to_string_lossy());
    let place = if test.contains('/') { "" } else { "./" };
    let inputs: Vec<String> = asked
        .inputs
        .iter()
        .map(|input| quote(&input.to_string_lossy()))
        .collect();
    say!("next: lop {place}{test} {}", inputs.join(" "));
    Ok(())
}

fn shown(inputs: &[PathBuf]) -> String {
    let names: Vec<String> = inputs
        .iter()
        .map(|input| crate::script::comment(&input.to_string_lossy()))
        .collect();
    names.join(", ")
}

/// Before anything is asked or tried: a script of the user's is not replaced.
fn check_output(args: &args::Init) -> Result<(), Error> {
    if !args.output.exists() || args.force {
        return Ok(());
    }
    Err(Error::Usage {
        reason: format!("\"{}\" is there already", args.output.display()),
        hint: "replace it with --force, or write elsewhere with -o".to_owned(),
    })
}

/// Takes what a tool left behind, or asks for what goes wrong if nothing says so and a terminal is there to answer.
fn complete(args: &args::Init) -> Result<args::Init, Error> {
    let failed = |source| Error::Read {
        path: "-".into(),
        source,
    };
    if let Some(file) = &args.from {
        let mut prompt = |question: &str| match io::stdin().is_terminal() {
            true => ask::yes(question, &mut io::stdin().lock(), &mut io::stderr()),
            // Without a terminal, only --yes is a yes.
            false => Ok(false),
        };
        return from::complete(args, file, &mut prompt);
    }
    let has_kind = args.crash.is_some() || args.hang.is_some() || args.wrong_code.is_some() || args.disagree.is_some();
    if has_kind || !io::stdin().is_terminal() {
        return Ok(args.clone());
    }
    ask::ask(args, &mut io::stdin().lock(), &mut io::stderr()).map_err(failed)
}

/// Tries a script on the input, on an empty one and on a single token.
fn verify(script: &str, trial: &Trial, is_forced: bool) -> Result<Sanity, Error> {
    let folder = tempfile::tempdir().map_err(|source| Error::Write {
        path: std::env::temp_dir(),
        source,
    })?;
    let place = folder.path().join("interesting.sh");
    write(&place, script)?;
    let sanity = trial.check(&place).map_err(|error| match error {
        Error::Exec(lop_exec::Error::NotInteresting { output, .. }) => Error::Init {
            reason: "the script that comes of this does not find the input interesting".to_owned(),
            hint: "what the command does may change from run to run; try it by hand".to_owned(),
            output,
        },
        error => error,
    })?;
    match sanity.weaknesses.first() {
        Some(weakness) if !is_forced => Err(Error::AlwaysTrue(*weakness)),
        _ => Ok(sanity),
    }
}

fn write(path: &Path, script: &str) -> Result<(), Error> {
    let done = save(path, script.as_bytes(), &Manner::default())
        .and_then(|()| fs::set_permissions(path, Permissions::from_mode(0o755)));
    done.map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
}
