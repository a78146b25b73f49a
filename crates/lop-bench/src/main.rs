//! Races lop and other reducers on real and made-up cases.
//!
//! A run is one tool on one case, alone on the machine. Its figures are a line of JSON; all tables and pictures are
//! made of those lines, so an interrupted bench goes on where it was.

mod cases;
mod doctor;
mod guard;
mod hammer;
mod maths;
mod options;
mod paper;
mod plot;
mod property;
mod ratios;
mod readme;
mod record;
mod run;
mod simulate;
mod sweep;
mod table;
mod tools;
mod trace;
mod wrapper;

// Shared with the chores and with the benches of lop-core and lop-syntax.
#[path = "../../../xtask/src/generate.rs"]
mod generate;
#[path = "../../../xtask/src/records.rs"]
mod records;
#[path = "../../../xtask/src/usage.rs"]
mod usage;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use lop_exec::Interrupt;

use cases::Case;
use options::{Job, Options, Tables};
use record::{Log, Outcome, Record};
use run::Bench;
use table::Row;
use tools::{Configuration, Lop, PEERS, locate};

use options::HELP;

/// Default time for a reducer on a case.
const CAP_SECONDS: u64 = 300;
/// What `--quick` may take for all runs together; ten minutes are promised, and to verify results takes some of them.
const QUICK_SECONDS: u64 = 510;
const QUICK_CASES: usize = 4;
const QUICK_CASES_PER_LANGUAGE: usize = 2;
/// The peers that are raced when nothing is said.
const USUAL_PEERS: [&str; 3] = ["cvise", "treereduce", "creduce"];

/// The folder for pictures inside the output directory; the repository ignores it.
const PICTURES: &str = "pictures";

fn main() -> ExitCode {
    run(&std::env::args().skip(1).collect::<Vec<_>>())
}

/// The commands and their options.
fn help() -> String {
    [
        HELP,
        simulate::HELP,
        sweep::HELP,
        guard::HELP,
        hammer::HELP,
        readme::HELP,
    ]
    .concat()
}

fn run(arguments: &[String]) -> ExitCode {
    if arguments
        .iter()
        .any(|word| ["help", "--help", "-h"].contains(&&word[..]))
    {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    match arguments.split_first() {
        Some((job, rest)) if job == "simulate" => simulate::run(rest),
        Some((job, rest)) if job == "sweep" => sweep::run(rest),
        Some((job, rest)) if job == "guard" => guard::run(rest),
        Some((job, rest)) if job == "hammer" => hammer::run(rest),
        Some((job, rest)) if job == "readme" => readme::run(rest),
        _ => run_cases(arguments),
    }
}

fn run_cases(arguments: &[String]) -> ExitCode {
    let options = match options::read(arguments) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match work(&options, arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn work(options: &Options, arguments: &[String]) -> io::Result<bool> {
    let configurations = configurations(options);
    let out = options.out.clone().unwrap_or_else(|| beside_this("../bench"));
    if matches!(options.job, Job::Table | Job::Pictures) {
        let log = Log::open(&out)?;
        write_results(options, arguments, &out, &log.records, &configurations)?;
        return Ok(true);
    }
    let folders = match &options.cases[..] {
        [] if options.is_quick => vec![shipped().join("tools")],
        [] => vec![shipped()],
        folders => folders.to_vec(),
    };
    let cases = cases::find(&folders, &options.filters)?;
    if cases.is_empty() {
        return Err(io::Error::other("there is no such case"));
    }
    if options.job == Job::Doctor {
        let all_peers: Vec<Configuration> = PEERS.iter().filter_map(|peer| Configuration::peer(peer.name)).collect();
        let asked = if options.configurations.is_empty() {
            &all_peers
        } else {
            &configurations
        };
        return doctor::report(&cases, asked);
    }
    fs::create_dir_all(&out)?;
    if options.is_fresh {
        record::forget(&out)?;
    }
    let mut bench = bench(options, &out, &configurations)?;
    let mut log = Log::open(&out)?;
    let start = Instant::now();
    let (ready, left_out) = leave_out(cases, &mut log)?;
    let keys = if options.is_quick {
        let end = start + Duration::from_secs(QUICK_SECONDS);
        race_quickly(
            &mut bench,
            &choose_quick(ready, &configurations),
            &configurations,
            end,
            &mut log,
        )?
    } else {
        let cases: Vec<Case> = ready.into_iter().map(|ready| ready.case).collect();
        race(&bench, &cases, &configurations, options.repeat, &mut log)?
    };
    // The log may have runs of other cases and with other options, too.
    let is_of = |record: &&Record| match record.outcome {
        Outcome::Skipped => left_out.contains(&record.case),
        _ => keys.contains(&record.key()),
    };
    let records: Vec<Record> = log.records.iter().filter(is_of).cloned().collect();
    write_results(options, arguments, &out, &records, &configurations)?;
    let is_wrong = |record: &Record| matches!(record.outcome, Outcome::Crash | Outcome::Uninteresting);
    Ok(left_out.is_empty() && !records.iter().any(is_wrong))
}

fn configurations(options: &Options) -> Vec<Configuration> {
    match options.tables {
        Tables::Race => {}
        Tables::Ratios => return ratios::configurations(),
        Tables::Paper(paper) => return paper.configurations(),
    }
    if !options.configurations.is_empty() {
        return options.configurations.clone();
    }
    let peers = USUAL_PEERS.iter().filter_map(|name| Configuration::peer(name));
    tools::set("default").into_iter().flatten().chain(peers).collect()
}

fn bench(options: &Options, out: &Path, configurations: &[Configuration]) -> io::Result<Bench> {
    let path = options.lop_binary.clone().unwrap_or_else(|| beside_this("lop"));
    let needs_lop = configurations.iter().any(|configuration| configuration.is_lop);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Bench {
        out: fs::canonicalize(out)?,
        lop: if needs_lop { Some(Lop::find(&path)?) } else { None },
        jar: options.jar.as_deref().map(fs::canonicalize).transpose()?,
        cap_seconds: options.cap_seconds.unwrap_or(CAP_SECONDS),
        jobs: options
            .jobs
            .unwrap_or(if options.tables.is_of_papers() { 1 } else { cores }),
        is_recorded: options.is_recorded || options.tables.is_of_papers(),
        interrupt: Interrupt::catch()?,
    })
}

/// The cases of this repository.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/cases")
}

fn beside_this(name: &str) -> PathBuf {
    let folder = std::env::current_exe()
        .ok()
        .and_then(|path| path.parent().map(Path::to_owned));
    folder.unwrap_or_default().join(name)
}

/// A case that works here.
struct Ready {
    case: Case,
    /// How long its test takes on the input.
    seconds: f64,
}

/// The cases that work here, and the names of the others; of these it says why they do not.
fn leave_out(cases: Vec<Case>, log: &mut Log) -> io::Result<(Vec<Ready>, Vec<String>)> {
    let (mut ready, mut left_out) = (Vec::new(), Vec::new());
    for case in cases {
        let diagnosis = doctor::diagnose(&case, false)?;
        if diagnosis.is_ready {
            let seconds = diagnosis.seconds;
            ready.push(Ready { case, seconds });
            continue;
        }
        eprintln!("LEFT OUT {}: {}", case.name, diagnosis.reason());
        let known = |record: &Record| record.outcome == Outcome::Skipped && record.case == case.name;
        if !log.records.iter().any(known) {
            log.push(Record {
                note: diagnosis.reason(),
                ..Record::of(&case)?
            })?;
        }
        left_out.push(case.name);
    }
    if !left_out.is_empty() {
        eprintln!("hint: `cargo lop-bench doctor` with the same --cases says how to get what they need");
    }
    Ok((ready, left_out))
}

/// Keeps a few cases that most tools can run and whose test is fast, of several languages; the fastest comes first.
fn choose_quick(mut cases: Vec<Ready>, configurations: &[Configuration]) -> Vec<Case> {
    cases.sort_by(|one, other| {
        let tools = |ready: &Ready| count_tools(&ready.case, configurations);
        tools(other)
            .cmp(&tools(one))
            .then(one.seconds.total_cmp(&other.seconds))
    });
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    cases.retain(|ready| {
        let count = counts.entry(ready.case.language.clone()).or_default();
        *count += 1;
        *count <= QUICK_CASES_PER_LANGUAGE
    });
    cases.truncate(QUICK_CASES);
    cases.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    cases.into_iter().map(|ready| ready.case).collect()
}

/// How many of the tools are here and can run a case.
fn count_tools(case: &Case, configurations: &[Configuration]) -> usize {
    let is_here = |one: &&Configuration| one.is_lop || locate(&one.program(case)).is_some();
    let fitting = configurations.iter().filter(|one| one.fits(case));
    fitting.filter(is_here).count()
}

/// Runs case by case, each with the cap that lets all runs end in time. What fast cases leave is for the slower ones.
fn race_quickly(
    bench: &mut Bench,
    cases: &[Case],
    configurations: &[Configuration],
    end: Instant,
    log: &mut Log,
) -> io::Result<BTreeSet<String>> {
    let mut keys = BTreeSet::new();
    for place in 0..cases.len() {
        let runs: usize = cases[place..]
            .iter()
            .map(|case| count_tools(case, configurations))
            .sum();
        let seconds = end.saturating_duration_since(Instant::now()).as_secs();
        bench.cap_seconds = (seconds / runs.max(1) as u64).max(1);
        keys.extend(race(bench, &cases[place..=place], configurations, 1, log)?);
    }
    Ok(keys)
}

/// Makes all runs that have not been made yet, one at a time. The answer is the keys of all, old and new.
fn race(
    bench: &Bench,
    cases: &[Case],
    configurations: &[Configuration],
    repeat: usize,
    log: &mut Log,
) -> io::Result<BTreeSet<String>> {
    let mut keys = BTreeSet::new();
    for repeat in 0..repeat {
        for case in cases {
            for configuration in configurations.iter().filter(|configuration| configuration.fits(case)) {
                let plan = bench.plan(case, configuration, repeat)?;
                keys.insert(plan.key());
                if log.has(&plan) {
                    continue;
                }
                eprint!("{} {}: ", case.name, configuration.name);
                let record = match plan.outcome {
                    Outcome::Missing => plan,
                    _ => bench.run(case, configuration, plan)?,
                };
                eprintln!("{}", told(&record));
                log.push(record)?;
            }
        }
    }
    Ok(keys)
}

/// A run in one line.
fn told(record: &Record) -> String {
    if record.outcome == Outcome::Missing {
        return format!("LEFT OUT, {}", record.note);
    }
    let after = record
        .after
        .map_or("no result".to_owned(), |size| format!("{} tokens", size.tokens));
    let outcome = match record.outcome {
        Outcome::Done => String::new(),
        other => format!(", {other:?} {}", record.note),
    };
    let Record {
        before, runs, seconds, ..
    } = record;
    format!("{} to {after}, {runs} runs, {seconds:.1} s{outcome}", before.tokens)
}

/// Writes the tables and pictures, and prints the table to read. [`Job::Pictures`] leaves the tables as they are.
fn write_results(
    options: &Options,
    arguments: &[String],
    out: &Path,
    records: &[Record],
    configurations: &[Configuration],
) -> io::Result<()> {
    let mut names: Vec<String> = configurations
        .iter()
        .map(|configuration| configuration.name.clone())
        .collect();
    let is_from_log = matches!(options.job, Job::Table | Job::Pictures);
    if is_from_log && options.configurations.is_empty() && !options.tables.is_of_papers() {
        names.clear();
        for record in records.iter().filter(|record| record.outcome != Outcome::Skipped) {
            if !names.contains(&record.configuration) {
                names.push(record.configuration.clone());
            }
        }
    }
    let rows = table::rows(records, &names, &options.groups);
    if options.job != Job::Pictures {
        let first = names.first().map(String::as_str).unwrap_or_default();
        let body = match options.tables {
            Tables::Race => table::markdown(&rows, first),
            Tables::Ratios => ratios::markdown(&rows),
            Tables::Paper(paper) => paper.markdown(&rows),
        };
        let text = format!("{}{body}{}", heading(arguments, records), left_out(records, &rows));
        let name = options.tables.name();
        fs::write(out.join(format!("{name}.md")), &text)?;
        fs::write(out.join(format!("{name}.csv")), table::csv(&rows))?;
        let json = serde_json::to_string_pretty(&rows).map_err(io::Error::other)?;
        fs::write(out.join(format!("{name}.json")), json)?;
        print!("{text}");
        eprintln!("tables are in {}", out.display());
    }
    draw(options.tables, &out.join(PICTURES), records, &rows, &names)
}

/// Writes the pictures of a race or of a paper to `folder`, as SVG.
fn draw(tables: Tables, folder: &Path, records: &[Record], rows: &[Row], names: &[String]) -> io::Result<()> {
    let mut pictures: Vec<(String, String)> = Vec::new();
    match tables {
        Tables::Race => {
            for (case, picture) in plot::convergence(records, names) {
                pictures.push((format!("convergence-{}", case.replace('/', "-")), picture));
            }
            pictures.extend(plot::scatter(rows, names).map(|picture| ("scatter".to_owned(), picture)));
        }
        Tables::Ratios => {}
        Tables::Paper(paper) => pictures.extend(paper.pictures(rows)),
    }
    if pictures.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    for (name, picture) in pictures {
        fs::write(folder.join(format!("{name}.svg")), picture)?;
    }
    eprintln!("pictures are in {}", folder.display());
    Ok(())
}

/// The command that made the tables, the day, the machine and the versions.
fn heading(arguments: &[String], records: &[Record]) -> String {
    let quoted = |word: &String| {
        if word.contains(' ') {
            format!("'{word}'")
        } else {
            word.clone()
        }
    };
    let words: Vec<String> = arguments.iter().map(quoted).collect();
    let said = |program: &str, argument: &str| {
        let output = Command::new(program).arg(argument).output().map(|output| output.stdout);
        String::from_utf8_lossy(&output.unwrap_or_default()).trim().to_owned()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut versions: Vec<&str> = records.iter().map(|record| &record.version[..]).collect();
    versions.sort_unstable();
    versions.dedup();
    versions.retain(|version| !version.is_empty());
    let mut settings: Vec<String> = records
        .iter()
        .filter(|record| record.cap_seconds > 0)
        .map(|record| {
            let clock = if record.is_recorded {
                ", seconds are those of the test when first asked"
            } else {
                ""
            };
            format!("cap {} s, {} at once{clock}", record.cap_seconds, record.jobs)
        })
        .collect();
    settings.sort_unstable();
    settings.dedup();
    format!(
        "    cargo lop-bench {}\n\n{}, {} with {cores} cores; {}; {}.\n\n",
        words.join(" "),
        said("date", "+%Y-%m-%d"),
        said("uname", "-sm"),
        settings.join("; "),
        versions.join(", ")
    )
}

/// The cases that did not run at all.
fn left_out(records: &[Record], rows: &[Row]) -> String {
    let is_out =
        |record: &&Record| record.outcome == Outcome::Skipped && !rows.iter().any(|row| row.case == record.case);
    let lines: Vec<String> = records
        .iter()
        .filter(is_out)
        .map(|record| format!("- {}: {}\n", record.case, record.note))
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("### Left out\n\n{}\n", lines.concat())
}
