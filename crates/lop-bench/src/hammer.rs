//! Damaged samples of all languages, read, printed and reduced: no panic, no abort, no hang, no flood of memory.
//!
//! An input is a function of the seed and its number, so any of them can be had again. Worker processes go through them, for
//! a stack overflow or an abort ends a process; the next worker goes on behind the input that ended the one before. Time
//! is that of the processor, which does not depend on what else the machine does.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lop_core::{Inline, Limits, Search, cache, tree};
use lop_syntax::lang::{self, Language};
use lop_syntax::print::{Format, print};
use lop_syntax::{Program, Random, parse};
use serde_json::{Value, json};

pub(crate) const HELP: &str = "\
cargo lop-bench hammer [--inputs N] [--from N] [--seed N] [--jobs N] [--out FILE]
    reads, prints and reduces N damaged samples [default: 2000], from a number on, with so many processes at once [default: 2];
    FILE gets a line of JSON for each input that took too much or ended its process, and one for all
cargo lop-bench hammer --show N [--seed N]
    prints an input
";

/// What an input may take. Not measured.
const MAX_SECONDS: f64 = 10.0;
const MAX_BYTES: usize = 200 << 20;
const MAX_BYTES_PER_BYTE: usize = 100;
/// A worker ends that takes this long for an input, or more memory. Not measured.
const HANG: Duration = Duration::from_secs(90);
const WORKER_KILOBYTES: usize = 8 << 20;
/// Queries of the reduction of each input. Not measured.
const QUERIES: usize = 50;
/// How many changes an input has, at most.
const MOST_CHANGES: [usize; 5] = [1, 4, 16, 64, 256];
/// What is put into inputs: what opens and closes something in some language.
const BYTES: &[u8] = b"(){}[]<>\"'`;:,./*#@$&|=-+!?%^~\\\n\t \0\xff";

/// What is to be done.
struct Plan {
    inputs: usize,
    from: usize,
    seed: u64,
    jobs: usize,
    out: Option<PathBuf>,
    show: Option<usize>,
    is_worker: bool,
}

/// What an input took, or how it ended its process.
struct Figures {
    number: usize,
    language: String,
    length: usize,
    seconds: f64,
    bytes: usize,
    /// What a panic said, or how the process ended.
    ended: Option<String>,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let Some(plan) = Plan::read(arguments) else {
        eprint!("{HELP}");
        return ExitCode::from(2);
    };
    let samples = samples();
    if let Some(number) = plan.show {
        let (_, source) = input(&samples, plan.seed, number);
        let is_written = std::io::stdout().write_all(&source).is_ok();
        return ExitCode::from(u8::from(!is_written));
    }
    if plan.is_worker {
        work(&plan, &samples);
        return ExitCode::SUCCESS;
    }
    match hammer(&plan, &samples) {
        Ok(complaints) => ExitCode::from(u8::from(complaints > 0)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Plan {
    fn read(arguments: &[String]) -> Option<Self> {
        let mut plan = Plan {
            inputs: 2000,
            from: 0,
            seed: 1,
            jobs: 2,
            out: None,
            show: None,
            is_worker: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--worker" {
                plan.is_worker = true;
                continue;
            }
            let value = words.next()?;
            match word.as_str() {
                "--inputs" => plan.inputs = value.parse().ok()?,
                "--from" => plan.from = value.parse().ok()?,
                "--seed" => plan.seed = value.parse().ok()?,
                "--jobs" => plan.jobs = value.parse().ok().filter(|jobs| *jobs > 0)?,
                "--out" => plan.out = Some(value.into()),
                "--show" => plan.show = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        Some(plan)
    }
}

/// Has workers go through all inputs, and tells of those that ended a worker or took too much; how many these are.
fn hammer(plan: &Plan, samples: &[Sample]) -> std::io::Result<usize> {
    let begun = Instant::now();
    let parts: Vec<Vec<Figures>> = thread::scope(|scope| {
        let part = |job| scope.spawn(move || go_through(plan, samples, job));
        let jobs: Vec<_> = (0..plan.jobs).map(part).collect();
        let joined = jobs.into_iter().map(|job| job.join().expect("a thread that waits"));
        joined.collect::<std::io::Result<_>>()
    })?;
    let all: Vec<Figures> = parts.into_iter().flatten().collect();
    let complaints: Vec<&Figures> = all.iter().filter(|figures| figures.is_too_much()).collect();
    let most = |of: fn(&Figures) -> f64| all.iter().map(of).fold(0.0, f64::max);
    let summary = json!({
        "seed": plan.seed, "from": plan.from, "inputs": all.len(), "complaints": complaints.len(),
        "most_seconds": most(|figures| figures.seconds), "most_bytes": most(|figures| figures.bytes as f64),
        "bytes_of_inputs": all.iter().map(|figures| figures.length).sum::<usize>(),
        "processor_seconds": all.iter().map(|figures| figures.seconds).sum::<f64>().round(),
        "seconds": begun.elapsed().as_secs(), "jobs": plan.jobs,
    });
    let lines = complaints.iter().map(|figures| figures.json()).chain([summary]);
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    print!("{text}");
    if let Some(out) = &plan.out {
        fs::write(out, text)?;
    }
    Ok(complaints.len())
}

/// Every so-manieth input, with one worker after the other.
fn go_through(plan: &Plan, samples: &[Sample], job: usize) -> std::io::Result<Vec<Figures>> {
    let mut all = Vec::new();
    let end = plan.from + plan.inputs;
    let mut next = plan.from + job;
    while next < end {
        let line = format!("ulimit -v {WORKER_KILOBYTES}; ulimit -c 0; exec \"$0\" \"$@\"");
        let mut worker = Command::new("sh")
            .arg("-c")
            .arg(line)
            .arg(std::env::current_exe()?)
            .args(["hammer", "--worker", "--seed", &plan.seed.to_string()])
            .args(["--from", &next.to_string(), "--inputs", &(end - next).to_string()])
            .args(["--jobs", &plan.jobs.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let lines = BufReader::new(worker.stdout.take().expect("it is piped")).lines();
        let mut said = worker.stderr.take().expect("it is piped");
        // Read beside the figures, so that neither pipe fills.
        let said = thread::spawn(move || std::io::read_to_string(&mut said).unwrap_or_default());
        for line in lines {
            all.extend(Figures::read(&line?));
            next += plan.jobs;
        }
        let status = worker.wait()?;
        let said = said.join().unwrap_or_default();
        if !status.success() {
            let (language, source) = input(samples, plan.seed, next);
            let last = said
                .lines()
                .rev()
                .find(|line| !line.trim().is_empty())
                .unwrap_or_default();
            all.push(Figures {
                number: next,
                language: language.name.to_owned(),
                length: source.len(),
                seconds: 0.0,
                bytes: 0,
                ended: Some(format!("{status}: {last}")),
            });
            next += plan.jobs;
        }
    }
    Ok(all)
}

/// A worker: a line on standard output for each input.
fn work(plan: &Plan, samples: &[Sample]) {
    let begun = Instant::now();
    let since = Arc::new(AtomicU64::new(0));
    let watched = since.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(1));
            let start = Duration::from_millis(watched.load(Ordering::SeqCst));
            if begun.elapsed() > start + HANG {
                eprintln!("it hangs");
                std::process::abort();
            }
        }
    });
    for number in (plan.from..plan.from + plan.inputs).step_by(plan.jobs) {
        since.store(begun.elapsed().as_millis() as u64, Ordering::SeqCst);
        let (language, source) = input(samples, plan.seed, number);
        // The peak is counted from here on.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let (memory, time) = (peak(), processor_time());
        let result = catch_unwind(AssertUnwindSafe(|| use_up(language, &source)));
        let said = result.err().map(|panic| match panic.downcast_ref::<&str>() {
            Some(text) => (*text).to_owned(),
            None => panic.downcast_ref::<String>().cloned().unwrap_or_default(),
        });
        let figures = Figures {
            number,
            language: language.name.to_owned(),
            length: source.len(),
            seconds: processor_time() - time,
            bytes: peak().saturating_sub(memory),
            ended: said,
        };
        println!("{}", figures.json());
    }
}

impl Figures {
    fn is_too_much(&self) -> bool {
        let most = MAX_BYTES + MAX_BYTES_PER_BYTE * self.length;
        self.ended.is_some() || self.seconds > MAX_SECONDS || self.bytes > most
    }

    fn json(&self) -> Value {
        json!({
            "input": self.number, "language": self.language, "length": self.length,
            "seconds": self.seconds, "bytes": self.bytes, "ended": self.ended,
        })
    }

    fn read(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        Some(Figures {
            number: value["input"].as_u64()? as usize,
            language: value["language"].as_str()?.to_owned(),
            length: value["length"].as_u64()? as usize,
            seconds: value["seconds"].as_f64()?,
            bytes: value["bytes"].as_u64()? as usize,
            ended: value["ended"].as_str().map(str::to_owned),
        })
    }
}

/// A language and a file of it.
type Sample = (&'static Language, Vec<u8>);

/// The input of a number.
fn input(samples: &[Sample], seed: u64, number: usize) -> (&'static Language, Vec<u8>) {
    let (language, sample) = &samples[number % samples.len()];
    let mut random = Random(Random(seed).number() ^ number as u64);
    (language, damaged(sample, &mut random))
}

/// The samples of all languages of this build.
fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut samples = Vec::new();
    for language in lang::LANGUAGES {
        let entries = fs::read_dir(folder.join(language.name)).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| !path.ends_with("transforms.md"));
        paths.sort();
        samples.extend(paths.iter().filter_map(|path| Some((*language, fs::read(path).ok()?))));
    }
    samples
}

/// A text with random changes.
fn damaged(sample: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = sample.to_vec();
    let most = MOST_CHANGES[random.below(MOST_CHANGES.len())];
    let changes = 1 + random.below(most);
    for _ in 0..changes {
        let at = random.below(text.len());
        let end = (at + 1 + random.below(60)).min(text.len());
        let byte = BYTES[random.below(BYTES.len())];
        match random.below(6) {
            0 => drop(text.drain(at.min(end)..end)),
            1 => text.insert(at, byte),
            2 if at < end => text[at] = byte,
            3 => {
                let part = text[at.min(end)..end].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, part);
            }
            4 => {
                let run = std::iter::repeat_n(byte, 1 + random.below(300));
                text.splice(at..at, run);
            }
            _ => text.truncate(text.len() - random.below(1 + text.len() / 16)),
        }
    }
    text
}

/// Reads, prints and reduces a text.
fn use_up(language: &'static Language, source: &[u8]) {
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let tree = Arc::new(parse(source, &syntax));
    for format in [Format::Compact, Format::Pretty] {
        let text = print(&tree, format);
        assert_eq!(parse(text, tree.syntax()).tokens(), tree.tokens(), "{}", language.name);
    }
    let program = Program::new(tree);
    assert_eq!(program.text(), source, "{}", language.name);
    // As good as random, and the same each time.
    let judge = |text: &[u8]| {
        let hash = text.iter().fold(7_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        });
        text == source || hash >> 40 & 1 == 0
    };
    let mut executor = Inline::new(&judge);
    let limits = Limits {
        queries: Some(QUERIES),
        ..Limits::default()
    };
    let cache = (cache::named(cache::DEFAULT).expect("a cache").make)();
    let mut search = Search::new(program, &mut executor, cache, limits);
    let entry = tree::named("auto").expect("a reducer");
    // It ends by its limit, or sooner.
    let _ = (entry.make)(entry.options()).reduce(&mut search);
    assert!(judge(search.best().text()), "{}", language.name);
}

/// The processor time that this process has used.
fn processor_time() -> f64 {
    let nanoseconds = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = nanoseconds.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) * 1e-9
}

/// The most memory that this process had, in bytes; none where the system does not say.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}
