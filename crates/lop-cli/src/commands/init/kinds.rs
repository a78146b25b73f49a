//! The kinds of problems, each as the script that recognises it.

use std::time::Duration;

use lop_exec::Outcome;

use super::message::telling_line;
use super::trial::{self, Trial, seconds_for};
use super::wrong_code::WrongCode;
use crate::args;
use crate::input::Error;
use crate::script;

/// How often a crash is looked at to see what all have in common.
const LOOKS: usize = 3;
/// After this many seconds it is a hang.
const HANG_SECONDS: u64 = 10;
/// A script that says no to the input or yes to everything is not written.
pub fn refused(reason: impl Into<String>, hint: impl Into<String>, output: Vec<u8>) -> Error {
    Error::Init {
        reason: reason.into(),
        hint: hint.into(),
        output,
    }
}

/// The script for what the command line says.
pub fn script(args: &args::Init, trial: &Trial) -> Result<String, Error> {
    let mut guards = Vec::new();
    for guard in &args.guard {
        let line = script::on_file(guard, &trial.name);
        let run = trial.run(&line)?;
        if run.outcome != Outcome::Code(0) {
            let reason = format!("the guard \"{guard}\" does not accept the input");
            return Err(refused(reason, "leave it out, or choose one that does", run.output));
        }
        guards.push(script::limited(&line, seconds_for(run.took)));
    }
    let guards = script::guards(&guards);
    if let Some(command) = &args.crash {
        return crash(args, trial, command, &guards);
    }
    if let Some(command) = &args.hang {
        return hang(trial, command, args.seconds.unwrap_or(HANG_SECONDS), &guards);
    }
    match (args.wrong_code.as_deref(), args.disagree.as_deref()) {
        (Some([trusted, suspect]), _) => WrongCode {
            trial,
            trusted,
            suspect,
        }
        .script(args.sanitize.as_deref(), &guards),
        (_, Some([one, other])) => disagree(trial, one, other, &guards),
        _ => Err(Error::Usage {
            reason: "nothing says what goes wrong".to_owned(),
            hint: "--crash, --hang, --wrong-code or --disagree: see `lop init --help`".to_owned(),
        }),
    }
}

fn crash(args: &args::Init, trial: &Trial, command: &str, guards: &str) -> Result<String, Error> {
    let line = script::on_file(command, &trial.name);
    let run = trial.run(&line)?;
    let status = trial::status(&run)?;
    let mut prints = Vec::new();
    let mut said = Vec::new();
    let expected = [
        (&args.stdout, "lop.out", "the output"),
        (&args.stderr, "lop.err", "the error output"),
    ];
    for (regex, file, what) in expected {
        if let Some(regex) = regex {
            prints.push(script::matches(regex, file, what));
            said.push(format!("something that matches {regex}"));
        }
    }
    if prints.is_empty()
        && let Some((line, file)) = what_is_said(trial, &line, status)?
    {
        prints.push(script::contains(&line, file));
        said.push(line);
    }
    if prints.is_empty() && status == 0 {
        let hint = "say what it prints with --stdout or --stderr, or choose another kind: see `lop init --help`";
        return Err(refused(
            "the command ends with exit code 0 on the input",
            hint,
            run.output,
        ));
    }
    let mut what = format!("{command} ends with {}", status_words(status));
    if !said.is_empty() {
        what = format!("{what} and prints {}", said.join(" and "));
    }
    if !prints.is_empty() {
        prints.insert(0, "\n# And say what it said, or it is another bug.".to_owned());
    }
    let gaps = [
        ("WHAT", script::comment(&what)),
        ("FILE", trial.name.clone()),
        ("GUARDS", guards.to_owned()),
        ("RUN", script::limited(&line, seconds_for(run.took))),
        ("STATUS", status.to_string()),
        ("PRINTS", prints.join("\n")),
    ];
    Ok(fill(script::CRASH, &gaps))
}

/// The most telling line of a crash, and the file that the script finds it in.
fn what_is_said(trial: &Trial, line: &str, status: i32) -> Result<Option<(String, &'static str)>, Error> {
    // What a command prints that succeeds is no message about its end.
    let streams: &[_] = if status == 0 {
        &[]
    } else {
        &[("2>&1 >/dev/null", "lop.err"), ("2>/dev/null", "lop.out")]
    };
    for (redirection, file) in streams {
        let look = |_| Ok(trial.run(&format!("{} {redirection}", script::in_shell(line)))?.output);
        let looks: Vec<Vec<u8>> = (0..LOOKS).map(look).collect::<Result<_, Error>>()?;
        if let Some(line) = telling_line(&looks, &trial.name) {
            return Ok(Some((line, file)));
        }
    }
    Ok(None)
}

fn status_words(status: i32) -> String {
    match status {
        128.. => format!("signal {}", status - 128),
        _ => format!("exit code {status}"),
    }
}

fn hang(trial: &Trial, command: &str, seconds: u64, guards: &str) -> Result<String, Error> {
    let line = script::on_file(command, &trial.name);
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
        ("FILE", trial.name.clone()),
        ("GUARDS", guards.to_owned()),
        ("SECONDS", seconds.to_string()),
        ("RUN", script::limited(&line, seconds)),
    ];
    Ok(fill(script::HANG, &gaps))
}

fn disagree(trial: &Trial, one: &str, other: &str, guards: &str) -> Result<String, Error> {
    let lines = [one, other].map(|command| script::on_file(command, &trial.name));
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
        ("FILE", trial.name.clone()),
        ("GUARDS", guards.to_owned()),
        ("RUN_ONE", script::limited(&lines[0], seconds_for(runs[0].took))),
        ("RUN_OTHER", script::limited(&lines[1], seconds_for(runs[1].took))),
        ("STATUS_ONE", statuses[0].to_string()),
        ("STATUS_OTHER", statuses[1].to_string()),
        ("COMPARE", compare.to_owned()),
    ];
    Ok(fill(script::DISAGREE, &gaps))
}

/// Fills the gaps of a template.
pub fn fill(template: &str, gaps: &[(&str, String)]) -> String {
    let gaps: Vec<(&str, &str)> = gaps.iter().map(|(name, value)| (*name, value.as_str())).collect();
    script::fill(template, &gaps)
}
