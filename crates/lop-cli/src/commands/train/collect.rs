//! `lop train collect`.

use std::io::IsTerminal;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lop_syntax::{Syntax, lang};
use lop_train::checker::Check;
use lop_train::data::{Task, Writer};
use lop_train::{End, Plan};

use crate::args;
use crate::input::{Chooser, Error};
use crate::say::say;

/// Default number of queries, without --questions and --tasks. Not measured.
const QUERIES: usize = 10_000;
/// Interval of progress messages, on a terminal and elsewhere. Not measured.
const SHOWN_EVERY: Duration = Duration::from_millis(200);
const WRITTEN_EVERY: Duration = Duration::from_secs(30);

pub(super) fn run(args: &args::Collect) -> Result<(), Error> {
    let syntax = syntax(args)?;
    let check = check(args, &syntax)?;
    let name = syntax.name.clone();
    let is_wanted = |path: &Path| {
        let is_own = args.language.grammar.is_some();
        is_own || lang::detect(path, b"").is_some_and(|language| language.name == name)
    };
    let plan = Plan {
        files: lop_train::corpus(&args.corpus, is_wanted)?,
        check,
        syntax,
        seed: args.seed,
        most_tokens: args.max_tokens,
        jobs: args
            .jobs
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into)),
        end: match (args.tasks, args.questions) {
            (Some(tasks), _) => End::Tasks(tasks),
            (None, queries) => End::Samples(queries.unwrap_or(QUERIES)),
        },
    };
    let mut writer = Writer::open(&args.output, &plan.settings())?;
    let mut progress = Progress::new(args.quiet, &writer);
    lop_train::collect(&plan, &mut writer, |writer, task| progress.tell(writer, task))?;
    progress.end(&writer);
    Ok(())
}

fn syntax(args: &args::Collect) -> Result<Arc<Syntax>, Error> {
    if args.language.language.is_none() && args.language.grammar.is_none() {
        return Err(Error::Usage {
            reason: "a corpus has a language, but none is given".to_owned(),
            hint: "name it with --language; `lop languages` lists them all".to_owned(),
        });
    }
    Chooser::new(&args.language)?.choose(Path::new(""), b"")
}

fn check(args: &args::Collect, syntax: &Syntax) -> Result<Check, Error> {
    let own = |line: &String, is_server| Check {
        line: line.clone(),
        is_server,
        script: None,
        needs: None,
    };
    match (&args.checker, &args.checker_server) {
        (Some(line), _) if !line.contains("{}") => Err(Error::Usage {
            reason: format!("the checker \"{line}\" does not say where the file goes"),
            hint: "write {} in its place, as in 'gcc -fsyntax-only {}'".to_owned(),
        }),
        (Some(line), _) => Ok(own(line, false)),
        (None, Some(line)) => Ok(own(line, true)),
        (None, None) => match syntax.language.and_then(|language| language.checker) {
            Some(checker) => Ok(Check::shipped(&checker)),
            None => Err(Error::Usage {
                reason: format!("no checker for {} comes with lop", syntax.name),
                hint: "give one with --checker or --checker-server".to_owned(),
            }),
        },
    }
}

/// Progress messages.
struct Progress {
    is_quiet: bool,
    is_terminal: bool,
    start: Instant,
    told: Instant,
    queries_before: usize,
    asked: usize,
    interesting: usize,
}

impl Progress {
    fn new(is_quiet: bool, writer: &Writer) -> Self {
        if writer.tasks > 0 && !is_quiet {
            say!("going on after {} tasks with {} queries", writer.tasks, writer.samples);
        }
        Progress {
            is_quiet,
            is_terminal: std::io::stderr().is_terminal(),
            start: Instant::now(),
            told: Instant::now(),
            queries_before: writer.samples,
            asked: 0,
            interesting: 0,
        }
    }

    fn tell(&mut self, writer: &Writer, task: &Task) {
        self.asked += task.samples.len();
        self.interesting += task.samples.iter().filter(|sample| sample.is_interesting).count();
        let every = if self.is_terminal { SHOWN_EVERY } else { WRITTEN_EVERY };
        if !self.is_quiet && self.told.elapsed() >= every {
            self.told = Instant::now();
            match self.is_terminal {
                true => {
                    let _ = write!(std::io::stderr(), "\r\x1b[K{}", self.line(writer));
                }
                false => say!("{}", self.line(writer)),
            }
        }
    }

    fn end(&self, writer: &Writer) {
        if !self.is_quiet {
            let clear = if self.is_terminal { "\r\x1b[K" } else { "" };
            say!("{clear}{}", self.line(writer));
        }
    }

    fn line(&self, writer: &Writer) -> String {
        let asked = writer.samples - self.queries_before;
        let share = 100.0 * self.interesting as f64 / self.asked.max(1) as f64;
        let each = self.start.elapsed().as_secs_f64() * 1000.0 / asked.max(1) as f64;
        format!(
            "{} tasks, {} queries; of {asked} just now {share:.0} % were interesting, {each:.1} ms each",
            writer.tasks, writer.samples
        )
    }
}
