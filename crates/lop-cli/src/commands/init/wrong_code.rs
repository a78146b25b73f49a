//! Two compilers whose programs do not do the same.
//!
//! Most smaller programs have no meaning, and may do anything. So the script asks for warnings that tell of that to be
//! errors, and for the program to do the same with sanitizers; each of these as far as the input itself passes.

use lop_exec::Outcome;

use super::kinds::{fill, refused};
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

/// Two compilers whose programs do not do the same.
pub struct WrongCode<'a> {
    pub trial: &'a Trial,
    pub trusted: &'a str,
    pub suspect: &'a str,
}

impl WrongCode<'_> {
    /// The script that compares their programs.
    pub fn script(&self, sanitize: Option<&str>, guards: &str) -> Result<String, Error> {
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
