//! The questions that `lop init` asks.

use std::io::{self, BufRead, Write};

use crate::args;

const KINDS: &str = "\
What goes wrong?
  1  a command crashes, or prints something that it should not
  2  a command does not end
  3  two compilers make programs that do not do the same
  4  two commands do not say the same
";

/// Completes what the command line leaves open.
pub(super) fn ask(args: &args::Init, from: &mut impl BufRead, to: &mut impl Write) -> io::Result<args::Init> {
    let mut args = args.clone();
    let mut talk = Talk { from, to };
    if args.inputs.is_empty() {
        args.inputs = vec![talk.answer("Which file shows the problem?")?.into()];
    }
    write!(talk.to, "{KINDS}")?;
    loop {
        match talk.answer("1, 2, 3 or 4?")?.as_str() {
            "1" => {
                args.crash = Some(talk.answer("Which command? {} is the file.")?);
                let regex =
                    talk.say("What does it print that is to stay? (a regular expression; nothing: lop looks)")?;
                args.stderr = Some(regex).filter(|regex| !regex.is_empty());
            }
            "2" => {
                args.hang = Some(talk.answer("Which command? {} is the file.")?);
                let seconds = talk.say("After how many seconds is it a hang? (nothing: 10)")?;
                args.seconds = seconds.parse().ok().filter(|seconds| *seconds > 0);
            }
            "3" => {
                let trusted = talk.answer("Which compiler is right, such as gcc -O0?")?;
                let suspect = talk.answer("Which is wrong, such as gcc -O3?")?;
                args.wrong_code = Some(vec![trusted, suspect]);
                let sanitize = talk.say("Which finds undefined behaviour? (nothing: lop tries sanitizers)")?;
                args.sanitize = Some(sanitize).filter(|command| !command.is_empty());
            }
            "4" => {
                let one = talk.answer("Which command? {} is the file.")?;
                let other = talk.answer("And the other?")?;
                args.disagree = Some(vec![one, other]);
            }
            _ => continue,
        }
        return Ok(args);
    }
}

/// Asks whether to do something; anything but a yes is a no.
pub(super) fn yes(question: &str, from: &mut impl BufRead, to: &mut impl Write) -> io::Result<bool> {
    let answer = Talk { from, to }.say(&format!("{question} [y/N]"))?;
    Ok(["y", "yes"].contains(&answer.to_lowercase().as_str()))
}

struct Talk<'a, R, W> {
    from: &'a mut R,
    to: &'a mut W,
}

impl<R: BufRead, W: Write> Talk<'_, R, W> {
    /// Asks until there is an answer.
    fn answer(&mut self, question: &str) -> io::Result<String> {
        loop {
            let answer = self.say(question)?;
            if !answer.is_empty() {
                return Ok(answer);
            }
        }
    }

    /// Asks once.
    fn say(&mut self, question: &str) -> io::Result<String> {
        write!(self.to, "{question} ")?;
        self.to.flush()?;
        let mut line = String::new();
        if self.from.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(lines: &str) -> io::Result<args::Init> {
        ask(&args::Init::default(), &mut lines.as_bytes(), &mut Vec::new())
    }

    #[test]
    fn answers_become_options_and_empty_ones_are_asked_for_again() {
        let crash = answers("a.c\nx\n1\n\ngcc {}\n\n").unwrap();
        assert_eq!(crash.inputs, [std::path::Path::new("a.c")]);
        assert_eq!((crash.crash.as_deref(), crash.stderr), (Some("gcc {}"), None));
        let wrong = answers("a.c\n3\ngcc -O0\ngcc -O3\n\n").unwrap();
        assert_eq!(wrong.wrong_code.unwrap(), ["gcc -O0", "gcc -O3"]);
        let hang = answers("a.c\n2\nz3\n5\n").unwrap();
        assert_eq!((hang.hang.as_deref(), hang.seconds), (Some("z3"), Some(5)));
        assert!(answers("a.c\n").is_err());
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        for (line, expected) in [
            ("y\n", true),
            ("Yes\n", true),
            ("\n", false),
            ("n\n", false),
            ("sure\n", false),
        ] {
            assert_eq!(
                yes("?", &mut line.as_bytes(), &mut Vec::new()).unwrap(),
                expected,
                "{line}"
            );
        }
    }
}
