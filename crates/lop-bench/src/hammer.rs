//! Damaged samples of all languages, read, printed and reduced: no panic, no abort, no hang, no flood of memory.
//!
//! What comes out does not matter here, only that it does, and what that takes. A panic or an abort ends the process, which is
//! how it shows; the input is then in the file that was announced before.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::{Inline, Limits, Search, cache, tree};
use lop_syntax::lang::{self, Language};
use lop_syntax::print::{Format, print};
use lop_syntax::{Program, Random, parse};

pub(crate) const HELP: &str = "\
cargo lop-bench hammer [--inputs N] [--seed N] [--keep FILE]
    reads, prints and reduces N damaged samples [default: 2000]; each is put into FILE first, so that it is there after a crash
";

/// What an input may take. Not measured.
const MAX_TIME: Duration = Duration::from_secs(10);
const MAX_BYTES: usize = 200 << 20;
const MAX_BYTES_PER_BYTE: usize = 100;
/// Queries of the reduction of each input. Not measured.
const QUERIES: usize = 50;
/// How many changes an input has, at most.
const MOST_CHANGES: [usize; 5] = [1, 4, 16, 64, 256];
/// What is put into inputs: what opens and closes something in some language.
const BYTES: &[u8] = b"(){}[]<>\"'`;:,./*#@$&|=-+!?%^~\\\n\t \0\xff";

/// What is to be done.
struct Plan {
    inputs: usize,
    seed: u64,
    keep: Option<PathBuf>,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let Some(plan) = Plan::read(arguments) else {
        eprint!("{HELP}");
        return ExitCode::from(2);
    };
    let complaints = hammer(&plan);
    for complaint in &complaints {
        println!("{complaint}");
    }
    println!("{} inputs, {} took too much", plan.inputs, complaints.len());
    ExitCode::from(u8::from(!complaints.is_empty()))
}

impl Plan {
    fn read(arguments: &[String]) -> Option<Self> {
        let mut plan = Plan {
            inputs: 2000,
            seed: 1,
            keep: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next()?;
            match word.as_str() {
                "--inputs" => plan.inputs = value.parse().ok()?,
                "--seed" => plan.seed = value.parse().ok()?,
                "--keep" => plan.keep = Some(value.into()),
                _ => return None,
            }
        }
        Some(plan)
    }
}

/// Goes through all inputs; those that took too much come back in words.
fn hammer(plan: &Plan) -> Vec<String> {
    let samples: Vec<(&'static Language, Vec<u8>)> = samples();
    let mut random = Random(plan.seed);
    let mut complaints = Vec::new();
    for number in 0..plan.inputs {
        let (language, sample) = &samples[number % samples.len()];
        let source = damaged(sample, &mut random);
        if let Some(keep) = &plan.keep {
            fs::write(keep, &source).expect("--keep names a file that can be written");
        }
        let (time, bytes) = measured(|| use_up(language, &source));
        if time > MAX_TIME || bytes > MAX_BYTES + MAX_BYTES_PER_BYTE * source.len() {
            let (name, length, megabytes) = (language.name, source.len(), bytes >> 20);
            complaints.push(format!(
                "input {number}, {name}, {length} bytes: {:.1} s, {megabytes} MB",
                time.as_secs_f64()
            ));
        }
    }
    complaints
}

/// The samples of all languages of this build.
fn samples() -> Vec<(&'static Language, Vec<u8>)> {
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

/// How long something takes, and how much more memory than there was before.
fn measured(work: impl FnOnce()) -> (Duration, usize) {
    // The peak is counted from here on.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let before = peak();
    let start = Instant::now();
    work();
    (start.elapsed(), peak().saturating_sub(before))
}

/// The most memory that this process had, in bytes; none where the system does not say.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}
