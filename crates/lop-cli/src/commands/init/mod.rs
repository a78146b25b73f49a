//! `lop init`: writes a test and tries it.
//!
//! `ask.rs` asks what the command line leaves open, `kinds.rs` makes the script of what the commands do on the
//! input, `trial.rs` runs them.

mod ask;
mod kinds;
mod message;
mod trial;
mod wrong_code;

use std::fs::{self, Permissions};
use std::io::{self, IsTerminal};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use lop_exec::sanity::Sanity;
use lop_exec::{Manner, quote, save};

use crate::args;
use crate::input::Error;
use crate::say::say;
use trial::Trial;

pub fn run(args: &args::Init) -> Result<(), Error> {
    let asked = complete(args)?;
    let Some(input) = &asked.input else {
        return Err(Error::Usage {
            reason: "no file is given".to_owned(),
            hint: "name the file that shows the problem: lop init --crash 'gcc -c {}' crash.c".to_owned(),
        });
    };
    if asked.output.exists() && !asked.force {
        return Err(Error::Usage {
            reason: format!("\"{}\" is there already", asked.output.display()),
            hint: "replace it with --force, or write elsewhere with -o".to_owned(),
        });
    }
    let trial = Trial::new(input)?;
    let script = kinds::script(&asked, &trial)?;
    let sanity = verify(&script, &trial)?;
    write(&asked.output, &script)?;
    say!(
        "wrote {}: interesting on {} in {} of {} runs of up to {:.2} s, not on an empty file",
        asked.output.display(),
        input.display(),
        sanity.hits,
        sanity.runs,
        sanity.slowest.as_secs_f64()
    );
    let test = quote(&asked.output.to_string_lossy());
    let place = if test.contains('/') { "" } else { "./" };
    say!("next: lop {place}{test} {}", quote(&input.to_string_lossy()));
    Ok(())
}

/// Asks for what goes wrong if nothing says so and somebody is there to answer.
fn complete(args: &args::Init) -> Result<args::Init, Error> {
    let has_kind = args.crash.is_some() || args.hang.is_some() || args.wrong_code.is_some() || args.disagree.is_some();
    if has_kind || !io::stdin().is_terminal() {
        return Ok(args.clone());
    }
    ask::ask(args, &mut io::stdin().lock(), &mut io::stderr()).map_err(|source| Error::Read {
        path: "-".into(),
        source,
    })
}

/// Tries a script on the input and on an empty file.
fn verify(script: &str, trial: &Trial) -> Result<Sanity, Error> {
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
    if !sanity.weaknesses.is_empty() {
        return Err(Error::Init {
            reason: "the script that comes of this finds an empty file interesting".to_owned(),
            hint: "say more about what goes wrong, such as what is printed, or add a --guard".to_owned(),
            output: Vec::new(),
        });
    }
    Ok(sanity)
}

fn write(path: &Path, script: &str) -> Result<(), Error> {
    let done = save(path, script.as_bytes(), &Manner::default())
        .and_then(|()| fs::set_permissions(path, Permissions::from_mode(0o755)));
    done.map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
}
