//! Which cases can run here, and what the others need.
//!
//! A case works when its test finds its input interesting. Which programs that takes is seen while the test runs: the
//! shell prints each command before it executes it (`-x`), with all variables filled in.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::cases::Case;
use super::tools::{Configuration, locate};

/// Commands that only start another one, and words that the shell itself knows.
const STARTERS: [&str; 5] = ["timeout", "env", "nice", "exec", "command"];
const SHELL: [&str; 24] = [
    "[", "test", "cd", "echo", "printf", "exit", "trap", "read", "set", "export", "ulimit", "local", "return", "shift",
    "case", "for", "if", "while", "until", ":", "true", "false", "eval", "[[",
];

/// Of a command no more is told. Not measured.
const MOST_CHARS: usize = 120;

/// What one case needs.
pub(crate) struct Diagnosis {
    /// Programs and files that its test used, as far as it came.
    pub needs: BTreeSet<String>,
    pub missing: BTreeSet<String>,
    pub is_ready: bool,
    /// The last command of its test, where it was looked for.
    last: String,
    /// How long the test takes on the input.
    pub seconds: f64,
}

impl Diagnosis {
    /// Why the case cannot run.
    pub(crate) fn reason(&self) -> String {
        if self.missing.is_empty() {
            return format!(
                "its test does not find its input interesting here, and ends after `{}`; are these the versions that its \
                 README names?",
                self.last
            );
        }
        let missing: Vec<&str> = self.missing.iter().map(String::as_str).collect();
        format!("there is no {} here", missing.join(", "))
    }
}

/// Runs the test of a case on its input. What it needs is only looked for when asked or when it fails.
pub(crate) fn diagnose(case: &Case, is_thorough: bool) -> io::Result<Diagnosis> {
    let (is_ready, seconds) = case.judge(&fs::read(&case.input)?)?;
    let (needs, last) = if is_ready && !is_thorough {
        (BTreeSet::new(), String::new())
    } else {
        trace(case)?
    };
    let missing = if is_ready {
        BTreeSet::new()
    } else {
        needs.iter().filter(|need| !is_here(need)).cloned().collect()
    };
    Ok(Diagnosis {
        needs,
        missing,
        is_ready,
        last,
        seconds,
    })
}

fn is_here(need: &str) -> bool {
    if need.starts_with('/') {
        Path::new(need).exists()
    } else {
        locate(need).is_some()
    }
}

/// Runs the test on the input with the shell's trace: what it needs, and its last command. Bash runs also what is meant
/// for sh, and quotes what it prints.
fn trace(case: &Case) -> io::Result<(BTreeSet<String>, String)> {
    let folder = tempfile::tempdir()?;
    fs::copy(&case.input, folder.path().join(&case.file_name))?;
    let output = Command::new("bash")
        .arg("-x")
        .arg(&case.test)
        .current_dir(folder.path())
        .env("TMPDIR", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    Ok((needs(&said, &folder.path().to_string_lossy()), last_command(&said)))
}

/// The last command of a trace that says why a test ended: neither the end itself nor what tidies up.
fn last_command(trace: &str) -> String {
    let is_telling = |words: &Vec<String>| {
        words
            .first()
            .is_some_and(|word| !["exit", "rm", "trap"].contains(&&word[..]))
    };
    let commands = commands(trace);
    let words = commands.iter().rev().find(|words| is_telling(words));
    let line = words.map(|words| words.join(" ")).unwrap_or_default();
    line.lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(MOST_CHARS)
        .collect()
}

/// The programs of a trace, and the files outside of the scratch directory.
fn needs(trace: &str, scratch: &str) -> BTreeSet<String> {
    let mut needs = BTreeSet::new();
    for words in commands(trace) {
        let is_assignment = |word: &str| word.split_once('=').is_some_and(|(name, _)| is_name(name));
        let mut command = words
            .iter()
            .map(String::as_str)
            .skip_while(|word| is_assignment(word))
            .peekable();
        let mut program = command.next();
        while program.is_some_and(|program| STARTERS.contains(&program)) {
            let is_argument = |word: &&str| word.starts_with('-') || word.parse::<f64>().is_ok() || is_assignment(word);
            while command.next_if(is_argument).is_some() {}
            program = command.next();
        }
        let is_program =
            |program: &&str| !SHELL.contains(program) && !program.starts_with('-') && program.chars().all(is_path_char);
        needs.extend(program.filter(is_program).map(str::to_owned));
        let paths = words.iter().map(|word| word.rsplit('=').next().unwrap_or(word));
        let is_path = |path: &&str| path.starts_with('/') && path.len() > 1 && path.chars().all(is_path_char);
        needs.extend(
            paths
                .filter(is_path)
                .filter(|path| !path.starts_with("/dev/"))
                .map(str::to_owned),
        );
    }
    needs.retain(|need| !need.starts_with(scratch) && !need.starts_with("./"));
    needs
}

/// The words of each command in a trace. A quoted word may go on over many lines.
fn commands(trace: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut lines = trace.lines();
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix('+') else { continue };
        let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
        let mut line = line.trim_start_matches('+');
        loop {
            let mut chars = line.chars();
            while let Some(c) = chars.next() {
                match c {
                    '\'' => is_quoted = !is_quoted,
                    '\\' if !is_quoted => word.extend(chars.next()),
                    ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
                    _ => word.push(c),
                }
            }
            let Some(next) = is_quoted.then(|| lines.next()).flatten() else {
                break;
            };
            word.push('\n');
            line = next;
        }
        words.push(word);
        words.retain(|word| !word.is_empty());
        commands.push(words);
    }
    commands
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_path_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/._+-@".contains(c)
}

/// The commands that a README gives after "Install:", and those on the indented lines that follow.
fn install_commands(readme: &str) -> Vec<&str> {
    let mut commands = Vec::new();
    let mut lines = readme.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("Install:") else {
            continue;
        };
        commands.push(command.trim());
        while let Some(more) = lines.next_if(|line| line.starts_with(' ') && !line.trim().is_empty()) {
            commands.push(more.trim());
        }
    }
    commands
}

/// Prints what every case needs and whether it is there, and the same of the peers. Whether all is there is the answer.
pub(crate) fn report(cases: &[Case], configurations: &[Configuration]) -> io::Result<bool> {
    let mut commands: Vec<String> = Vec::new();
    let mut add = |command: String| {
        if !commands.contains(&command) {
            commands.push(command);
        }
    };
    let mut ready = 0;
    for case in cases {
        let diagnosis = diagnose(case, true)?;
        let needs: Vec<&str> = diagnosis.needs.iter().map(String::as_str).collect();
        if diagnosis.is_ready {
            ready += 1;
            println!(
                "ready    {} ({:.0} ms): {}",
                case.name,
                diagnosis.seconds * 1e3,
                needs.join(" ")
            );
            continue;
        }
        println!("MISSING  {}: {}", case.name, diagnosis.reason());
        let given = install_commands(&case.readme);
        given.iter().for_each(|command| add((*command).to_owned()));
        let programs: Vec<&str> = diagnosis
            .missing
            .iter()
            .map(String::as_str)
            .filter(|name| !name.contains('/'))
            .collect();
        if given.is_empty() && !programs.is_empty() {
            add(format!("apt-get install {}", programs.join(" ")));
        }
    }
    println!("{ready} of {} cases are ready.", cases.len());
    let mut seen = BTreeSet::new();
    for configuration in configurations.iter().filter(|configuration| !configuration.is_lop) {
        for case in cases.iter().filter(|case| configuration.fits(case)) {
            let program = configuration.program(case);
            if !seen.insert(program.clone()) {
                continue;
            }
            match locate(&program) {
                Some(path) if configuration.command.contains("{jar}") => {
                    println!("ready    {program}: {}; {}", path.display(), configuration.install);
                }
                Some(path) => println!("ready    {program}: {}", path.display()),
                None => {
                    println!("MISSING  {program}");
                    add(configuration.how_to_install(case));
                }
            }
        }
    }
    if !commands.is_empty() {
        println!("\nWhat is missing comes by these commands, none of which was run:");
        commands.iter().for_each(|command| println!("    {command}"));
    }
    Ok(commands.is_empty() && ready == cases.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_command_is_the_one_that_failed() {
        let trace = "+ cc -c in.c\n+ grep -q 'internal error' log\n+ rm -f log\n+ exit 1\n";
        assert_eq!(last_command(trace), "grep -q internal error log");
        assert_eq!(last_command(""), "");
    }

    #[test]
    fn a_trace_shows_programs_behind_variables_and_starters() {
        let trace = "+ C=/opt/tools/compile\n\
                     ++ mktemp -d\n\
                     + d=/scratch/tmp.1\n\
                     + timeout 20 /opt/tools/compile -o /scratch/tmp.1/o in.go\n\
                     + LC_ALL=C timeout -k 5 10 cppcheck -q in.c\n\
                     + '[' 1 = 2 ']'\n\
                     + node -e '\n\
                     + tools in /quotes are text' /opt/module\n\
                     + ./a.out\n\
                     not a command: gcc\n";
        let needs = needs(trace, "/scratch");
        let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
        assert_eq!(
            needs,
            ["/opt/module", "/opt/tools/compile", "cppcheck", "mktemp", "node"]
        );
    }

    #[test]
    fn install_commands_go_on_over_indented_lines() {
        let readme = "A bug.\nInstall: apt-get install x\n         pip install y\nOracle: z\n";
        assert_eq!(install_commands(readme), ["apt-get install x", "pip install y"]);
    }
}
