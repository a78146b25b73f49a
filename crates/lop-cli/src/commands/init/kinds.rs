//! The kinds of problems, each as the script that recognises it.

use std::time::Duration;

use lop_exec::{Outcome, Run};

use super::signs::{self, Sign};
use super::trial::{self, Trial, seconds_for};
use super::wrong_code::WrongCode;
use super::{guards, places};
use crate::args;
use crate::input::Error;
use crate::script;

/// How often a crash is looked at to see what all have in common.
const LOOKS: usize = 3;
/// After this many seconds it is a hang.
const HANG_SECONDS: u64 = 10;
/// A refused candidate that prints ten thousand errors takes five times as long as an accepted one. Both GCC and clang
/// know the option.
const ONE_ERROR: &str = "-Wfatal-errors";

/// A script that says no to the input or yes to everything is not written.
pub(super) fn refused(reason: impl Into<String>, hint: impl Into<String>, output: Vec<u8>) -> Error {
    Error::Init {
        reason: reason.into(),
        hint: hint.into(),
        output,
    }
}

/// A script, and what the user should know about it.
pub(super) struct Written {
    pub script: String,
    /// Lines for the user: what was taken for the sign, and what lop is unsure of.
    pub notes: Vec<String>,
}

/// The script for what the command line says.
pub(super) fn script(args: &args::Init, trial: &Trial) -> Result<Written, Error> {
    let mut guards = Vec::new();
    for guard in &args.guard {
        let line = trial.line(guard);
        let run = trial.run(&line)?;
        if run.outcome != Outcome::Code(0) {
            let reason = format!("the guard \"{guard}\" does not accept the input");
            return Err(refused(reason, "leave it out, or choose one that does", run.output));
        }
        guards.push(script::limited(&line, seconds_for(run.took)));
    }
    let before = script::includes(
        &trial
            .includes
            .iter()
            .map(super::include::Include::line)
            .collect::<Vec<_>>(),
    );
    let before = [before, script::guards(&guards)]
        .into_iter()
        .filter(|lines| !lines.is_empty());
    let before = before.collect::<Vec<_>>().join("\n");
    if let Some(command) = &args.crash {
        return Crash { args, trial, command }.script(&before);
    }
    let plain = |script| Written {
        script,
        notes: Vec::new(),
    };
    if let Some(command) = &args.hang {
        return hang(trial, command, args.seconds.unwrap_or(HANG_SECONDS), &before).map(plain);
    }
    match (args.wrong_code.as_deref(), args.disagree.as_deref()) {
        (Some([trusted, suspect]), _) => WrongCode {
            trial,
            trusted,
            suspect,
        }
        .script(args.sanitize.as_deref(), &before),
        (_, Some([one, other])) => disagree(trial, one, other, &before).map(plain),
        _ => Err(Error::Usage {
            reason: "nothing says what goes wrong".to_owned(),
            hint: "--crash, --hang, --wrong-code or --disagree: see `lop init --help`".to_owned(),
        }),
    }
}

/// A command that ends badly, or prints what it should not.
struct Crash<'a> {
    args: &'a args::Init,
    trial: &'a Trial,
    command: &'a str,
}

/// What a script wants to be printed: lines of it, words about it, and notes for the user.
#[derive(Default)]
struct Prints {
    lines: Vec<String>,
    said: Vec<String>,
    notes: Vec<String>,
}

impl Crash<'_> {
    fn script(&self, before: &str) -> Result<Written, Error> {
        let Crash { args, trial, command } = self;
        let run = trial.run_alone(command, "")?;
        // A command that came from a file runs nowhere but in an empty directory.
        if !args.is_command_found
            && let Err(error) = places::check(trial, command, &run)
        {
            return self.with_full_paths(before).ok_or(error);
        }
        let status = trial::status(&run)?;
        let described = self.described();
        let is_described = !described.lines.is_empty();
        if !is_described && let Some((reason, hint)) = signs::objection(&run.output) {
            return Err(refused(reason, hint, run.output));
        }
        let mut prints = if is_described {
            described
        } else {
            self.looked_for(&run, status)?
        };
        if prints.lines.is_empty() && status == 0 {
            let hint = "say what it prints with --stdout or --stderr, or choose another kind: see `lop init --help`";
            return Err(refused(
                "the command ends with exit code 0 on the input",
                hint,
                run.output,
            ));
        }
        let command = self.with_one_error(&prints, status)?;
        let mut what = format!("{command} ends with {}", status_words(status));
        if !prints.said.is_empty() {
            what = format!("{what} and prints {}", prints.said.join(" and "));
        }
        if let Some(guard) = guards::proposal(trial, &command, &args.guard)? {
            prints.notes.push(format!(
                "another tool accepts the input: --guard '{guard}' would keep the result valid"
            ));
        }
        let gaps = [
            ("WHAT", script::comment(&what)),
            ("FILE", script::comment(&trial.name)),
            ("BEFORE", before.to_owned()),
            ("RUN", script::limited(&trial.line(&command), seconds_for(run.took))),
            ("STATUS", status.to_string()),
            ("PRINTS", prints.lines.join("\n")),
        ];
        Ok(Written {
            script: fill(script::CRASH, &gaps),
            notes: prints.notes,
        })
    }

    /// The script for the command with full paths for the files of this directory that it names, if that is enough.
    fn with_full_paths(&self, before: &str) -> Option<Written> {
        let command = &places::with_full_paths(self.trial, self.command)?;
        let mut written = Crash { command, ..*self }.script(before).ok()?;
        written.notes.insert(
            0,
            format!("a test runs elsewhere, so files here are named with their full path: {command}"),
        );
        Some(written)
    }

    /// What the user says that is printed.
    fn described(&self) -> Prints {
        let mut prints = Prints::default();
        let expected = [
            (&self.args.stdout, "lop.out", "the output"),
            (&self.args.stderr, "lop.err", "the error output"),
        ];
        for (regex, file, what) in expected {
            let Some(regex) = regex else { continue };
            prints.lines.push(script::matches(regex, file, what));
            prints.said.push(format!("something that matches {regex}"));
        }
        if !prints.lines.is_empty() {
            prints
                .lines
                .insert(0, "\n# And say what it said, or it is another bug.".to_owned());
        }
        prints
    }

    /// What tells the bug from others in what the command prints.
    fn looked_for(&self, run: &Run, status: i32) -> Result<Prints, Error> {
        let mut prints = Prints::default();
        prints
            .notes
            .push(format!("the command ended with {}", status_words(status)));
        let Some((sign, file)) = self.sign(status)? else {
            let note = match run.output.is_empty() {
                true => "unsure: the command prints nothing, so every end with the same code counts",
                false => {
                    "unsure: nothing that the command prints is always the same, so every end with the same code counts"
                }
            };
            prints.notes.push(note.to_owned());
            return Ok(prints);
        };
        prints.notes.push(format!("the sign of the bug: {}", sign.what));
        prints.lines.push(format!(
            "\n# And say what it said, or it is another bug: {}.",
            sign.what
        ));
        for pattern in &sign.patterns {
            prints.notes.push(format!("  {pattern}"));
            prints.lines.push(script::has(pattern.parts(), file));
            prints.said.push(pattern.to_string());
        }
        if let Some(doubt) = sign.doubt {
            prints.notes.push(format!("unsure: {doubt}"));
        }
        Ok(prints)
    }

    /// The sign of the bug, and the file that the script finds it in.
    fn sign(&self, status: i32) -> Result<Option<(Sign, &'static str)>, Error> {
        let words = self.trial.words();
        for (redirection, file) in [("2>&1 >/dev/null", "lop.err"), ("2>/dev/null", "lop.out")] {
            let look = |_| Ok(self.trial.run_alone(self.command, redirection)?.output);
            let looks: Vec<Vec<u8>> = (0..LOOKS).map(look).collect::<Result<_, Error>>()?;
            if let Some(sign) = signs::find(&looks, &words, status == 0) {
                return Ok(Some((sign, file)));
            }
        }
        Ok(None)
    }

    /// The command with the option that ends a C++ compiler at the first error, if it then does the same on the input.
    fn with_one_error(&self, prints: &Prints, status: i32) -> Result<String, Error> {
        let program = first_word(self.command);
        let name = program.rsplit('/').next().unwrap_or(program);
        let is_compiler = ["g++", "gcc", "clang", "c++"]
            .iter()
            .any(|compiler| name.contains(compiler));
        if !is_compiler
            || !self.trial.is_cpp()
            || self.command.contains(ONE_ERROR)
            || self.command.contains("-max-errors")
        {
            return Ok(self.command.to_owned());
        }
        let command = format!("{program} {ONE_ERROR}{}", &self.command[program.len()..]);
        let line = script::in_shell(&self.trial.line(&command));
        let checks: Vec<&str> = prints.lines.iter().map(String::as_str).collect();
        let trial = format!(
            "{line} >lop.out 2>lop.err </dev/null\n[ $? -eq {status} ] || exit 1\n{}",
            checks.join("\n")
        );
        let is_same = self.trial.succeeds(&trial)?;
        Ok(if is_same { command } else { self.command.to_owned() })
    }
}

/// The program of a command.
pub(super) fn first_word(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

/// How a command ended, in words.
pub(super) fn status_words(status: i32) -> String {
    match status {
        // The signals of Linux end with 64; beyond, it is a code of the program's own.
        129..=192 => format!("signal {}", status - 128),
        _ => format!("exit code {status}"),
    }
}

fn hang(trial: &Trial, command: &str, seconds: u64, guards: &str) -> Result<String, Error> {
    let line = trial.line(command);
    let run = trial.run_for(&line, Duration::from_secs(seconds))?;
    if !matches!(run.outcome, Outcome::TimedOut { .. }) {
        let reason = format!("the command ends after {:.1} s on the input", run.took.as_secs_f64());
        let hint = "if that is too long already, say so with --seconds";
        return Err(refused(reason, hint, run.output));
    }
    let gaps = [
        (
            "WHAT",
            script::comment(&format!("{command} takes more than {seconds} s")),
        ),
        ("FILE", script::comment(&trial.name)),
        ("BEFORE", guards.to_owned()),
        ("SECONDS", seconds.to_string()),
        ("RUN", script::limited(&line, seconds)),
    ];
    Ok(fill(script::HANG, &gaps))
}

fn disagree(trial: &Trial, one: &str, other: &str, guards: &str) -> Result<String, Error> {
    let lines = [one, other].map(|command| trial.line(command));
    let runs = [trial.run(&lines[0])?, trial.run(&lines[1])?];
    let statuses = [trial::status(&runs[0])?, trial::status(&runs[1])?];
    let both = format!(
        "{} >one.out 2>/dev/null; {} >other.out 2>/dev/null; cmp -s one.out other.out",
        script::in_shell(&lines[0]),
        script::in_shell(&lines[1])
    );
    let prints_same = trial.succeeds(&both)?;
    let is_same_end = statuses[0] == statuses[1];
    if is_same_end && prints_same {
        let reason = format!(
            "both commands end with {} and print the same",
            status_words(statuses[0])
        );
        return Err(refused(
            reason,
            "standard output is what is compared",
            runs[1].output.clone(),
        ));
    }
    let compare = if is_same_end {
        "\n# And they do not print the same.\nif cmp -s one.out other.out; then exit 1; fi"
    } else {
        ""
    };
    let what = match is_same_end {
        true => format!("{one} and {other} do not print the same"),
        false => format!(
            "{one} ends with {}, {other} with {}",
            status_words(statuses[0]),
            status_words(statuses[1])
        ),
    };
    let gaps = [
        ("WHAT", script::comment(&what)),
        ("FILE", script::comment(&trial.name)),
        ("BEFORE", guards.to_owned()),
        ("RUN_ONE", script::limited(&lines[0], seconds_for(runs[0].took))),
        ("RUN_OTHER", script::limited(&lines[1], seconds_for(runs[1].took))),
        ("STATUS_ONE", statuses[0].to_string()),
        ("STATUS_OTHER", statuses[1].to_string()),
        ("COMPARE", compare.to_owned()),
    ];
    Ok(fill(script::DISAGREE, &gaps))
}

/// Fills the gaps of a template.
pub(super) fn fill(template: &str, gaps: &[(&str, String)]) -> String {
    let gaps: Vec<(&str, &str)> = gaps.iter().map(|(name, value)| (*name, value.as_str())).collect();
    script::fill(template, &gaps)
}
