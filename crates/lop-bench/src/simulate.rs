//! What more workers would give: the real search, with answers in virtual time.
//!
//! The answers are those of a made-up property, or those that a bench with `--recorded` kept. What is asked, and in
//! which order, is the same for every number of workers, so recorded answers are enough: a query that was never
//! put can only have been foreseen in vain.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::{fs, io};

use lop::{Driver, Strategy, Subject};
use lop_core::testing::Simulated;
use lop_core::{Counts, Event, Observer, Stop, tree};
use lop_syntax::Random;
use lop_syntax::{Program, lang, parse};
use sha2::{Digest, Sha256};

use crate::generate;
use crate::property::Property;

pub(crate) const HELP: &str = "\
cargo lop-bench simulate [OPTIONS]
    the speed-up, waste and limit of more workers, in virtual time
    --reducer NAME        may be repeated [default: waves, pardis-hybrid]
    --workers N,N,...     [default: 1,4,16,64,256,1024,4096]
    --bytes N             size of the generated C program [default: 60000]
    --answer MILLISECONDS how long the test takes [default: 100]
    --latency HOW         how runs differ: even, between half and twice as long; fixed, all the same; tail, one in
                          twenty ten times as long [default: even]
    --overhead MILLISECONDS what comes on top of every run, as on a remote worker [default: 0]
    --stages              the time of each stage, too
    --recorded INPUT ANSWERS  a file, and the folder of answers that a bench with --recorded kept for it
";

/// Names that have to stay in the generated program.
const WANTED: usize = 24;
const WORKERS: [usize; 7] = [1, 4, 16, 64, 256, 1024, 4096];
const REDUCERS: [&str; 2] = ["waves", "pardis-hybrid"];
/// More workers than bring this share of what can be reached are not worth their while. Not measured.
const NEARLY: f64 = 0.95;

#[derive(Debug, PartialEq)]
struct Options {
    reducers: Vec<String>,
    workers: Vec<usize>,
    bytes: usize,
    answer: u64,
    latency: Latency,
    overhead: u64,
    stages: bool,
    recorded: Option<(PathBuf, PathBuf)>,
}

/// How the times of runs differ.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Latency {
    /// Anything between half and twice as long, equally likely.
    Even,
    Fixed,
    /// One in twenty takes ten times as long.
    Tail,
}

/// Who answers, and how long that takes in milliseconds.
enum Answers {
    Property(Property),
    Recorded(HashMap<[u8; 32], (bool, u64)>),
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let out = &mut io::stdout();
    let result = read(arguments).and_then(|options| simulate(&options, out).map_err(|error| error.to_string()));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

fn read(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        reducers: Vec::new(),
        workers: WORKERS.to_vec(),
        bytes: 60_000,
        answer: 100,
        latency: Latency::Even,
        overhead: 0,
        stages: false,
        recorded: None,
    };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text} is not a number"));
        match &word[..] {
            "--reducer" => options.reducers.push(value()?.clone()),
            "--workers" => options.workers = workers(value()?)?,
            "--bytes" => options.bytes = number(value()?)? as usize,
            "--answer" => options.answer = number(value()?)?.max(1),
            "--latency" => options.latency = latency(value()?)?,
            "--overhead" => options.overhead = number(value()?)?,
            "--stages" => options.stages = true,
            "--recorded" => options.recorded = Some((value()?.into(), value()?.into())),
            _ => return Err(format!("unknown option {word}")),
        }
    }
    if options.reducers.is_empty() {
        options.reducers = REDUCERS.map(str::to_owned).to_vec();
    }
    if let Some(name) = options.reducers.iter().find(|name| tree::named(name).is_none()) {
        return Err(format!("there is no reducer {name}"));
    }
    Ok(options)
}

fn latency(name: &str) -> Result<Latency, String> {
    match name {
        "even" => Ok(Latency::Even),
        "fixed" => Ok(Latency::Fixed),
        "tail" => Ok(Latency::Tail),
        _ => Err(format!("{name} is not even, fixed or tail")),
    }
}

fn workers(text: &str) -> Result<Vec<usize>, String> {
    let numbers = text.split(',').map(|number| match number.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{number} is not a number of workers")),
    });
    numbers.collect()
}

/// Writes the table row by row: with many workers a row takes a while.
fn simulate(options: &Options, out: &mut impl Write) -> io::Result<()> {
    let (program, answers) = match &options.recorded {
        None => generated(options.bytes),
        Some((input, folder)) => recorded(input, folder)?,
    };
    writeln!(out, "{} tokens\n", program.token_count())?;
    writeln!(
        out,
        "| reducer | workers | asked | executed | wasted | busy | seconds | faster | tokens left |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|"
    )?;
    let mut limits = Vec::new();
    for reducer in &options.reducers {
        let alone = measure(&program, &answers, options, reducer, 1);
        let mut speed_ups = Vec::new();
        for &workers in &options.workers {
            let measured = match workers {
                1 => alone.clone(),
                _ => measure(&program, &answers, options, reducer, workers),
            };
            assert!(
                measured.text == alone.text && measured.counts.asked == alone.counts.asked,
                "{reducer} asks other queries with {workers} workers"
            );
            write!(out, "{}", measured.row(reducer, workers, alone.time))?;
            if options.stages {
                write!(out, "{}", measured.stage_rows(&alone))?;
            }
            speed_ups.push((workers, measured.speed_up(alone.time)));
        }
        limits.push(limit(reducer, &speed_ups));
    }
    writeln!(out, "\n{}", limits.join("\n"))
}

/// What more workers cannot better, and how many come near.
fn limit(reducer: &str, speed_ups: &[(usize, f64)]) -> String {
    let most = speed_ups.iter().map(|(_, speed_up)| *speed_up).fold(1.0, f64::max);
    let near = speed_ups.iter().find(|(_, speed_up)| *speed_up >= NEARLY * most);
    let workers = near.map_or(1, |(workers, _)| *workers);
    format!("The limit of {reducer}: {most:.1} times as fast as one worker; {workers} workers come near.")
}

fn generated(bytes: usize) -> (Program, Answers) {
    let source = generate::c(bytes).into_bytes();
    let property = Property::of(&source, WANTED);
    let language = lang::named("c").expect("the language is built in");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let program = Program::new(Arc::new(parse(source, &syntax)));
    (program, Answers::Property(property))
}

/// A file and the answers of its test: of each a file that is called after the candidate's digest and says exit code
/// and microseconds.
fn recorded(input: &Path, folder: &Path) -> io::Result<(Program, Answers)> {
    let source = fs::read(input)?;
    let language = lang::detect(input, &source).ok_or_else(|| io::Error::other("no language has such a file name"))?;
    let syntax = language.syntax().map_err(io::Error::other)?;
    let mut answers = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let digest = path.file_name().and_then(|name| digest(name.to_str()?));
        let text = fs::read_to_string(&path)?;
        let mut numbers = text.split_whitespace().map(str::parse::<u64>);
        if let (Some(digest), Some(Ok(code)), Some(Ok(micros))) = (digest, numbers.next(), numbers.next()) {
            answers.insert(digest, (code == 0, micros.div_ceil(1000)));
        }
    }
    let program = Program::new(Arc::new(parse(source, &syntax)));
    Ok((program, Answers::Recorded(answers)))
}

fn digest(hexadecimal: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if hexadecimal.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(hexadecimal.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

impl Answers {
    fn is_interesting(&self, text: &[u8]) -> bool {
        match self {
            Answers::Property(property) => property.holds(text),
            Answers::Recorded(answers) => answers
                .get(&sha256(text))
                .is_some_and(|(is_interesting, _)| *is_interesting),
        }
    }

    fn milliseconds(&self, text: &[u8], usual: u64, latency: Latency, random: &mut Random) -> u64 {
        let known = match self {
            Answers::Property(_) => None,
            Answers::Recorded(answers) => answers.get(&sha256(text)).map(|(_, milliseconds)| *milliseconds),
        };
        known.unwrap_or_else(|| latency.milliseconds(usual, random))
    }
}

impl Latency {
    fn milliseconds(self, usual: u64, random: &mut Random) -> u64 {
        match self {
            Latency::Even => usual / 2 + random.below(1 + (usual + usual / 2) as usize) as u64,
            Latency::Fixed => usual,
            Latency::Tail if random.below(20) == 0 => 10 * usual,
            Latency::Tail => usual,
        }
    }
}

fn sha256(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}

#[derive(Clone)]
struct Measured {
    counts: Counts,
    /// In milliseconds: until the end, and of all workers together.
    time: u64,
    busy: u64,
    tokens: usize,
    text: Arc<[u8]>,
    stages: Vec<(String, usize, u64)>,
}

fn measure(program: &Program, answers: &Answers, options: &Options, reducer: &str, workers: usize) -> Measured {
    let oracle = |text: &[u8]| answers.is_interesting(text);
    let mut random = Random(1);
    let latency = |text: &[u8]| {
        let answer = answers.milliseconds(text, options.answer, options.latency, &mut random);
        options.overhead + answer.max(1)
    };
    let mut executor = Simulated::new(&oracle, workers).with_latencies(latency);
    let mut stages = StageTimes::new(executor.clock());
    let strategy = Strategy {
        algorithm: reducer.to_owned(),
        keep_syntax: true,
        ..Strategy::default()
    };
    let mut driver = Driver::new(&strategy).expect("names were checked");
    let subject = Subject {
        file: "simulated",
        tree: program.tree().clone(),
        beside: Vec::new(),
    };
    let searched = driver.reduce(subject, &mut executor, &mut [&mut stages]);
    assert!(searched.stopped.is_none(), "nothing stops it");
    Measured {
        counts: *driver.counts(),
        time: executor.now(),
        busy: executor.busy(),
        tokens: searched.tokens,
        text: searched.text,
        stages: stages.rows,
    }
}

/// The time of stages, those within others counted as the outer ones.
struct StageTimes {
    clock: Rc<Cell<u64>>,
    /// The stages under way: when they began, and the queries before.
    open: Vec<(u64, usize)>,
    /// Name, queries, milliseconds.
    rows: Vec<(String, usize, u64)>,
}

impl StageTimes {
    /// How deep the stages of `auto` are: itself is below the search.
    const DEPTH: usize = 2;

    fn new(clock: Rc<Cell<u64>>) -> Self {
        StageTimes {
            clock,
            open: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl Observer for StageTimes {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::StageBegun { counts, .. } => self.open.push((self.clock.get(), counts.asked)),
            Event::StageEnded { name, counts, .. } => {
                let depth = self.open.len();
                let (begun, asked) = self.open.pop().expect("a stage that ends has begun");
                if depth != Self::DEPTH {
                    return Ok(());
                }
                let known = self.rows.iter().position(|row| row.0 == *name);
                let index = known.unwrap_or(self.rows.len());
                if known.is_none() {
                    self.rows.push(((*name).to_owned(), 0, 0));
                }
                self.rows[index].1 += counts.asked - asked;
                self.rows[index].2 += self.clock.get() - begun;
            }
            _ => {}
        }
        Ok(())
    }
}

impl Measured {
    fn speed_up(&self, alone: u64) -> f64 {
        alone as f64 / self.time.max(1) as f64
    }

    fn stage_rows(&self, alone: &Measured) -> String {
        let rows = self.stages.iter().zip(&alone.stages);
        let rows = rows.map(|((name, asked, time), (_, _, alone))| {
            let faster = *alone as f64 / (*time).max(1) as f64;
            format!(
                "| … {name} | | {asked} | | | | {:.1} | {faster:.1} | |\n",
                *time as f64 / 1000.0
            )
        });
        rows.collect()
    }

    fn row(&self, reducer: &str, workers: usize, alone: u64) -> String {
        let share = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
        format!(
            "| {reducer} | {workers} | {} | {} | {:.0} % | {:.0} % | {:.1} | {:.1} | {} |\n",
            self.counts.asked,
            self.counts.executed,
            share(self.counts.wasted() as f64, self.counts.executed as f64),
            share(self.busy as f64, self.time as f64 * workers as f64),
            self.time as f64 / 1000.0,
            self.speed_up(alone),
            self.tokens,
        )
    }
}

#[cfg(test)]
mod tests {
    use lop_core::{Limits, Search, cache};

    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn table(line: &str) -> String {
        let mut out = Vec::new();
        simulate(&read(&words(line)).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn options_are_read_and_mistakes_named() {
        let options = read(&words("--reducer pardis --workers 1,8 --answer 40 --overhead 50")).unwrap();
        assert_eq!(
            (options.workers, options.answer, options.overhead),
            (vec![1, 8], 40, 50)
        );
        assert_eq!(
            read(&words("--workers 1,0")).unwrap_err(),
            "0 is not a number of workers"
        );
        assert_eq!(
            read(&words("--reducer spades")).unwrap_err(),
            "there is no reducer spades"
        );
        assert_eq!(read(&words("--bytes")).unwrap_err(), "--bytes needs a value");
        assert_eq!(
            read(&words("--latency odd")).unwrap_err(),
            "odd is not even, fixed or tail"
        );
    }

    #[test]
    fn runs_of_fixed_length_keep_all_workers_in_step() {
        let table = table("--reducer waves --workers 1 --bytes 2000 --latency fixed --answer 50");
        let row: Vec<&str> = table.lines().nth(4).unwrap().split('|').map(str::trim).collect();
        let seconds = row[3].parse::<f64>().unwrap() * 0.05;
        assert_eq!(row[7], format!("{seconds:.1}"), "{table}");
    }

    #[test]
    fn the_limit_is_the_most_and_who_comes_near() {
        let speed_ups = [(1, 1.0), (16, 10.0), (64, 19.5), (256, 20.0)];
        assert_eq!(
            limit("waves", &speed_ups),
            "The limit of waves: 20.0 times as fast as one worker; 64 workers come near."
        );
    }

    #[test]
    fn more_workers_are_faster_and_ask_the_same() {
        let table = table("--reducer waves --workers 1,16 --bytes 4000");
        let rows: Vec<Vec<&str>> = table
            .lines()
            .filter(|line| line.starts_with("| waves"))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        let [alone, many] = &rows[..] else { panic!("{table}") };
        assert_eq!(alone[8], "1.0");
        assert_eq!(alone[3], many[3]);
        assert!(many[8].parse::<f64>().unwrap() > 2.0, "{table}");
    }

    #[test]
    fn recorded_answers_lead_to_the_same_result() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input.json");
        fs::write(&input, "[1, 2, [3, 4]]").unwrap();
        let answers = folder.path().join("answers");
        fs::create_dir(&answers).unwrap();
        let syntax = lang::named("json").unwrap().syntax().unwrap();
        // A candidate is interesting if it has the 3; every query of the run is answered and kept.
        let keep = |text: &[u8]| {
            let is_interesting = text.contains(&b'3');
            let name: String = sha256(text).iter().map(|byte| format!("{byte:02x}")).collect();
            let answer = if is_interesting { "0 1500" } else { "1 1500" };
            fs::write(answers.join(name), answer).unwrap();
            is_interesting
        };
        let program = Program::new(Arc::new(parse(fs::read(&input).unwrap(), &syntax)));
        let mut executor = Simulated::new(&keep, 1);
        let entry = tree::named("pardis").unwrap();
        let cache = (cache::named(cache::DEFAULT).unwrap().make)();
        let mut search = Search::new(program, &mut executor, cache, Limits::default());
        (entry.make)(entry.options()).reduce(&mut search).unwrap();
        let asked = search.counts().asked;
        let line = format!(
            "--reducer pardis --workers 1 --recorded {} {}",
            input.display(),
            answers.display()
        );
        let table = table(&line);
        // Each answer took 1.5 ms, which counts as 2.
        let row = format!(
            "| pardis | 1 | {asked} | {asked} | 0 % | 100 % | {:.1} | 1.0 | 1 |",
            asked as f64 * 0.002
        );
        assert!(table.contains(&row), "{table}\n{row}");
    }
}
