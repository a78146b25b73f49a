//! The kinds of problems, each as the script that recognises it.

use std::time::Duration;

use lop_exec::Outcome;

use super::message::telling_line;
use super::trial::{self, Trial, seconds_for};
use crate::args;
use crate::input::Error;
use crate::script;

/// How often a crash is looked at to see what all have in common.
const LOOKS: usize = 3;
/// After this many seconds it is a hang.
const HANG_SECONDS: u64 = 10;
/// What compilers say of programs without a meaning.
const WARNINGS: [&str; 10] = [
    "-Werror=uninitialized",
    "-Werror=maybe-uninitialized",
    "-Werror=return-type",
    "-Werror=implicit-function-declaration",
    "-Werror=implicit-int",
    "-Werror=int-conversion",
    "-Werror=incompatible-pointer-types",
    "-Werror=format",
    "-Werror=array-bounds",
    "-Werror=div-by-zero",
];
/// What finds most programs without a meaning at run time.
const SANITIZERS: &str = "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all";
/// Gives variables that were never written a value of their own, so that reading them shows. Not all compilers know it.
const PATTERN: &str = "-ftrivial-auto-var-init=pattern";

/// A script that says no to the input or yes to everything is not written.
fn refused(reason: impl Into<String>, hint: impl Into<String>, output: Vec<u8>) -> Error {
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
    if run.outcome != Outcome::TimedOut {
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

fn fill(template: &str, gaps: &[(&str, String)]) -> String {
    let gaps: Vec<(&str, &str)> = gaps.iter().map(|(name, value)| (*name, value.as_str())).collect();
    script::fill(template, &gaps)
}

/// Two compilers whose programs do not do the same.
struct WrongCode<'a> {
    trial: &'a Trial,
    trusted: &'a str,
    suspect: &'a str,
}

impl WrongCode<'_> {
    fn script(&self, sanitize: Option<&str>, guards: &str) -> Result<String, Error> {
        let name = &self.trial.name;
        let trusted = self.compile(self.trusted, "trusted");
        let suspect = self.compile(self.suspect, "suspect");
        for line in [&trusted, &suspect] {
            let run = self.trial.run(line)?;
            if run.outcome != Outcome::Code(0) {
                return Err(refused(
                    format!("\"{line}\" does not accept the input"),
                    "try it by hand",
                    run.output,
                ));
            }
        }
        let run = self.trial.run(&format!("{trusted} >&2 && ./trusted"))?;
        let status = trial::status(&run)?;
        let differ = format!(
            "{trusted} && {suspect} && {{ ./trusted >one.out 2>&1; one=$?; ./suspect >other.out 2>&1; \
             [ $? -ne $one ] || ! cmp -s one.out other.out; }}"
        );
        if !self.trial.succeeds(&differ)? {
            return Err(refused(
                "both programs do the same",
                "check the compilers and their options",
                run.output,
            ));
        }
        let seconds = seconds_for(run.took);
        let warnings = self.warnings()?;
        let checked = format!("{}{warnings}", self.trusted);
        let gaps = [
            (
                "WHAT",
                script::comment(&format!(
                    "the programs of {} and {} do not do the same",
                    self.trusted, self.suspect
                )),
            ),
            ("FILE", name.clone()),
            ("GUARDS", guards.to_owned()),
            (
                "COMPILE_TRUSTED",
                script::limited(&self.compile(&checked, "trusted"), seconds),
            ),
            ("COMPILE_SUSPECT", script::limited(&suspect, seconds)),
            ("RUN_TRUSTED", script::limited("./trusted", seconds)),
            ("RUN_SUSPECT", script::limited("./suspect", seconds)),
            ("STATUS", status.to_string()),
            ("SANITIZER", self.sanitizer(sanitize, &warnings)?),
        ];
        Ok(fill(script::WRONG_CODE, &gaps))
    }

    /// The warnings that the trusted compiler knows and the input does not give.
    fn warnings(&self) -> Result<String, Error> {
        if !self.trial.is_c() {
            return Ok(String::new());
        }
        let passes = |warnings: &[&str]| {
            let command = format!("{} {}", self.trusted, warnings.join(" "));
            self.trial
                .succeeds(&format!("{} -o ./trusted", script::on_file(&command, &self.trial.name)))
        };
        let mut kept = Vec::new();
        if passes(&WARNINGS)? {
            kept.extend(WARNINGS);
        } else {
            for warning in WARNINGS {
                if passes(&[warning])? {
                    kept.push(warning);
                }
            }
        }
        Ok(kept.iter().map(|warning| format!(" {warning}")).collect())
    }

    /// Lines that want a program with sanitizers to do as the trusted one does.
    fn sanitizer(&self, sanitize: Option<&str>, warnings: &str) -> Result<String, Error> {
        let program = self.trusted.split_whitespace().next().unwrap_or_default();
        let commands = match sanitize {
            Some(command) => vec![command.to_owned()],
            None if self.trial.is_c() => vec![
                format!("{program} {SANITIZERS} {PATTERN}{warnings}"),
                format!("{program} {SANITIZERS} {PATTERN}"),
                format!("{program} {SANITIZERS}"),
            ],
            None => Vec::new(),
        };
        let mut output = Vec::new();
        for command in &commands {
            let run = self.trial.run(&self.does_the_same(command))?;
            if run.outcome == Outcome::Code(0) {
                return Ok(self.sanitizer_lines(command, seconds_for(run.took)));
            }
            output = run.output;
        }
        match sanitize {
            Some(command) => {
                let reason = format!("the program of \"{command}\" does not do on the input what the trusted one does");
                let hint = "the input may have no meaning, so that any result is right";
                Err(refused(reason, hint, output))
            }
            None => Ok(String::new()),
        }
    }

    fn compile(&self, command: &str, program: &str) -> String {
        format!("{} -o ./{program}", script::on_file(command, &self.trial.name))
    }

    /// A line that succeeds if the program of a compiler does what the trusted one does.
    fn does_the_same(&self, command: &str) -> String {
        format!(
            "{} && {} && {{ ./trusted >one.out 2>&1; one=$?; ./checked >other.out 2>&1; \
             [ $? -eq $one ] && cmp -s one.out other.out; }}",
            self.compile(command, "checked"),
            self.compile(self.trusted, "trusted")
        )
    }

    fn sanitizer_lines(&self, command: &str, seconds: u64) -> String {
        format!(
            "\n# And it has a meaning: with sanitizers it does the same as the trusted program.\n\
             {} >lop.err 2>&1 || exit 1\n\
             {} >checked.out 2>&1 </dev/null\n\
             [ $? -eq \"$trusted\" ] || exit 1\n\
             cmp -s trusted.out checked.out || exit 1",
            script::limited(&self.compile(command, "checked"), seconds),
            script::limited("./checked", seconds)
        )
    }
}
