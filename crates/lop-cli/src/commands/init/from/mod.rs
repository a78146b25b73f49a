//! `lop init --from`: what tools leave behind when they fail.
//!
//! The file may be a stranger's. So it is read and never executed: a command that it names is taken apart into words,
//! shown, and put together again with every word quoted. It is executed only after the user's yes. A line that needs a
//! shell to be understood (variables, substitutions, several commands) is not taken.
//!
//! One file to a format, each with its `READER`.

mod clang;
mod compile;
mod compile_commands;
mod fuzzer;
mod gcc;
mod log;
mod rustc;
mod words;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lop_exec::{Manner, save};

use crate::args;
use crate::input::{self, Error};
use crate::say::say;
use crate::script;

/// What is left behind, and what the user named beside it.
struct Left<'a> {
    path: &'a Path,
    text: Vec<u8>,
    inputs: &'a [PathBuf],
}

impl Left<'_> {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn folder(&self) -> PathBuf {
        let path = fs::canonicalize(self.path).unwrap_or_else(|_| self.path.to_owned());
        path.parent().map(Path::to_owned).unwrap_or_default()
    }
}

/// What was found.
#[derive(Debug, Default)]
struct Found {
    /// A command with `{}` for the input, every word quoted.
    command: Option<String>,
    /// The file that shows the problem.
    input: Option<PathBuf>,
    /// The same if it is a part of what is left behind: a name for it, and its content.
    content: Option<(String, Vec<u8>)>,
    /// Whether the command does not end.
    is_hang: bool,
    /// What the user should know.
    note: Option<String>,
}

/// A format.
struct Reader {
    /// What such a file is called.
    what: &'static str,
    /// None if the file is something else; an error if it is of this format and says too little.
    read: fn(&Left<'_>) -> Option<Result<Found, Error>>,
}

/// All formats. A log may contain anything, so it comes last.
static READERS: &[&Reader] = &[
    &clang::READER,
    &gcc::READER,
    &rustc::READER,
    &compile_commands::READER,
    &fuzzer::READER,
    &log::READER,
];

fn refused(reason: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::Usage {
        reason: reason.into(),
        hint: hint.into(),
    }
}

/// Completes the command line by what is left behind. `prompt` asks the user.
pub(super) fn complete(
    args: &args::Init,
    path: &Path,
    prompt: &mut dyn FnMut(&str) -> io::Result<bool>,
) -> Result<args::Init, Error> {
    let left = Left {
        path,
        text: input::read(path)?,
        inputs: &args.inputs,
    };
    let read = READERS
        .iter()
        .find_map(|reader| Some((reader.what, (reader.read)(&left)?)));
    let Some((what, found)) = read else {
        let kinds: Vec<&str> = READERS.iter().map(|reader| reader.what).collect();
        return Err(refused(
            format!("lop finds nothing in \"{}\" that it knows", path.display()),
            format!("it knows {}; give the command itself with --crash", kinds.join(", ")),
        ));
    };
    let found = found?;
    say!("{} is {what}", script::comment(&path.to_string_lossy()));
    if let Some(note) = &found.note {
        say!("{}", script::visible(note));
    }
    let mut args = args.clone();
    settle_command(&mut args, &found, prompt)?;
    settle_inputs(&mut args, found)?;
    Ok(args)
}

/// The command of the user, or the one that was found if the user says yes.
fn settle_command(
    args: &mut args::Init,
    found: &Found,
    prompt: &mut dyn FnMut(&str) -> io::Result<bool>,
) -> Result<(), Error> {
    let own = args.crash.as_mut().or(args.hang.as_mut());
    if let Some(command) = own {
        *command = compile::with_full_path(command);
        return Ok(());
    }
    if args.wrong_code.is_some() || args.disagree.is_some() {
        return Ok(());
    }
    let Some(command) = &found.command else {
        let hint = "name it: --crash COMMAND, or --hang COMMAND if it does not end";
        return Err(refused("the file does not say which command fails", hint));
    };
    say!("its command, with {{}} for the input:");
    say!("  {}", script::visible(command));
    let is_agreed = args.yes
        || prompt("Execute it, as the test will?").map_err(|source| Error::Read {
            path: "-".into(),
            source,
        })?;
    if !is_agreed {
        let hint = "if the command is harmless, the same with --yes writes the test";
        return Err(refused("nothing was executed", hint));
    }
    if found.is_hang {
        args.hang = Some(command.clone());
    } else {
        args.crash = Some(command.clone());
    }
    args.is_command_found = true;
    Ok(())
}

/// The inputs of the user, or the one that was found.
fn settle_inputs(args: &mut args::Init, found: Found) -> Result<(), Error> {
    if !args.inputs.is_empty() {
        return Ok(());
    }
    if let Some((name, content)) = found.content {
        let path = PathBuf::from(name);
        if path.exists() && !args.force {
            let reason = format!(
                "\"{}\" is there already, and the input would be written there",
                path.display()
            );
            return Err(refused(
                reason,
                "replace it with --force, or run lop in another directory",
            ));
        }
        save(&path, &content, &Manner::default()).map_err(|source| Error::Write {
            path: path.clone(),
            source,
        })?;
        say!("wrote its input to {}", script::comment(&path.to_string_lossy()));
        args.inputs = vec![path];
        return Ok(());
    }
    match found.input {
        Some(path) => args.inputs = vec![path],
        None => return Err(refused("the file does not name the input", "name it after the options")),
    }
    Ok(())
}
