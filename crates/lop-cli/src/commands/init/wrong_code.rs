//! Two compilers whose programs do not do the same.
//!
//! Most smaller programs have no meaning, and may do anything. So the script asks for warnings that tell of that to be
//! errors, as far as the input itself passes, and for the program to do the same with sanitizers. An input that sanitizers
//! complain about is refused; where no compiler has them, the user is told.

use lop_exec::Outcome;
use lop_exec::sanity::is_on_path;

use super::kinds::{Written, fill, first_word, refused};
use super::trial::{self, Trial, seconds_for};
use crate::input::Error;
use crate::script;

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
/// Compilers with sanitizers, for those that have none.
const OTHERS: [&str; 4] = ["gcc", "clang", "gcc-12", "clang-14"];
const OTHERS_CPP: [&str; 4] = ["g++", "clang++", "g++-12", "clang++-14"];
/// What goes without sanitizers.
const NONE: &str = "none";
/// What sanitizers say of a program without a meaning.
const COMPLAINTS: [&str; 2] = ["runtime error: ", "Sanitizer: "];

/// The lines of the sanitizer step, and what the user is told of it.
struct Sanitizer {
    lines: String,
    note: String,
}

impl Sanitizer {
    /// No step, which both the script and the user are told.
    fn left_out(reason: &str) -> Self {
        Sanitizer {
            lines: format!("\n# No sanitizer looks at it: {reason}."),
            note: format!("unsure: undefined behaviour is not looked for: {reason}"),
        }
    }
}

/// Two compilers whose programs do not do the same.
pub(super) struct WrongCode<'a> {
    pub trial: &'a Trial,
    pub trusted: &'a str,
    pub suspect: &'a str,
}

impl WrongCode<'_> {
    /// The script that compares their programs.
    pub(super) fn script(&self, sanitize: Option<&str>, before: &str) -> Result<Written, Error> {
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
        let sanitizer = self.sanitizer(sanitize, &warnings)?;
        let gaps = [
            (
                "WHAT",
                script::comment(&format!(
                    "the programs of {} and {} do not do the same",
                    self.trusted, self.suspect
                )),
            ),
            ("FILE", script::comment(&self.trial.name)),
            ("BEFORE", before.to_owned()),
            (
                "COMPILE_TRUSTED",
                script::limited(&self.compile(&checked, "trusted"), seconds),
            ),
            ("COMPILE_SUSPECT", script::limited(&suspect, seconds)),
            ("RUN_TRUSTED", script::limited("./trusted", seconds)),
            ("RUN_SUSPECT", script::limited("./suspect", seconds)),
            ("STATUS", status.to_string()),
            ("SANITIZER", sanitizer.lines),
        ];
        Ok(Written {
            script: fill(script::WRONG_CODE, &gaps),
            notes: vec![sanitizer.note],
        })
    }

    /// The warnings that the trusted compiler knows and the input does not give.
    fn warnings(&self) -> Result<String, Error> {
        if !self.trial.is_c() {
            return Ok(String::new());
        }
        let passes = |warnings: &[&str]| {
            let command = format!("{} {}", self.trusted, warnings.join(" "));
            self.trial.succeeds(&self.compile(&command, "trusted"))
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

    /// The sanitizer step.
    fn sanitizer(&self, sanitize: Option<&str>, warnings: &str) -> Result<Sanitizer, Error> {
        let commands = match sanitize {
            Some(NONE) => return Ok(Sanitizer::left_out("as you say")),
            Some(command) => vec![command.to_owned()],
            None if self.trial.is_c() => self.sanitizers(warnings),
            None => {
                return Ok(Sanitizer::left_out(
                    "lop knows no sanitizer for this language: name a command with --sanitize",
                ));
            }
        };
        let mut complaint = None;
        let mut output = Vec::new();
        for command in &commands {
            let run = self.trial.run(&self.does_the_same(command))?;
            if run.outcome == Outcome::Code(0) {
                return Ok(Sanitizer {
                    lines: self.sanitizer_lines(command, seconds_for(run.took)),
                    note: format!("undefined behaviour is looked for with {command}"),
                });
            }
            let run = self
                .trial
                .run(&format!("{} >&2 && ./checked", self.compile(command, "checked")))?;
            let text = String::from_utf8_lossy(&run.output);
            if COMPLAINTS.iter().any(|words| text.contains(words)) {
                complaint.get_or_insert(run.output);
            } else {
                output = run.output;
            }
        }
        let hint = "repair the input first; --sanitize none goes without the step, and the result may prove nothing";
        match (complaint, sanitize) {
            (Some(complaint), _) => Err(refused(
                "a sanitizer complains about the input: it may have no meaning, so that any result is right",
                hint,
                complaint,
            )),
            (None, Some(command)) => {
                let reason = format!("the program of \"{command}\" does not do on the input what the trusted one does");
                Err(refused(reason, hint, output))
            }
            (None, None) => Ok(Sanitizer::left_out(
                "no compiler on the PATH makes a program with sanitizers that does what the trusted one does",
            )),
        }
    }

    /// Compilers with sanitizers: the trusted one, the suspect one, and others.
    fn sanitizers(&self, warnings: &str) -> Vec<String> {
        let others = if self.trial.is_cpp() { OTHERS_CPP } else { OTHERS };
        let mut programs = vec![first_word(self.trusted), first_word(self.suspect)];
        programs.extend(others.into_iter().filter(|program| is_on_path(program)));
        // What the trusted compiler is told besides, definitions and paths, the others are told as well.
        let told = &self.trusted[programs[0].len()..];
        let mut known = Vec::new();
        let mut commands = vec![format!("{}{told} {SANITIZERS} {PATTERN}{warnings}", programs[0])];
        for program in programs {
            if !known.contains(&program) {
                known.push(program);
                commands.push(format!("{program}{told} {SANITIZERS} {PATTERN}"));
                commands.push(format!("{program}{told} {SANITIZERS}"));
            }
        }
        commands
    }

    fn compile(&self, command: &str, program: &str) -> String {
        format!("{} -o ./{program}", self.trial.line(command))
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
