//! One run of one tool on one case.
//!
//! The tool sees a copy of the input in a directory of its own and a wrapper around the case's test. The wrapper
//! counts, and notes when an interesting candidate came; what it writes lies outside of all directories that the tool
//! knows. At the cap the tool is interrupted, as by Ctrl-C, and has a few seconds to write its result; then all that it
//! started and that still runs is ended. So it is when the bench itself is interrupted.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use lop_exec::Interrupt;
use serde_json::Value;

use super::cases::{Case, fingerprint};
use super::record::{Outcome, Record};
use super::tools::{Configuration, Lop, fill, locate, version};
use super::trace;
use super::wrapper::{Wrapper, quote};

/// All processes of a run have this variable, by which they are found.
const MARK: &str = "LOP_BENCH_RUN";
/// How long a tool may take to write its result after the cap. Not measured.
const GRACE: Duration = Duration::from_secs(5);
/// What is said when the bench is ended from outside.
const INTERRUPTED: &str = "interrupted; the same command goes on with the run that was in flight";
const POLL: Duration = Duration::from_millis(10);

/// What all runs have in common.
pub(crate) struct Bench {
    /// The output directory, an absolute path.
    pub out: PathBuf,
    pub lop: Option<Lop>,
    pub jar: Option<PathBuf>,
    pub cap_seconds: u64,
    pub jobs: usize,
    pub is_recorded: bool,
    /// Whether the user interrupted the bench.
    pub interrupt: Interrupt,
}

impl Bench {
    /// The record of a run that has not been made yet, with a reason if it cannot be made.
    pub(crate) fn plan(&self, case: &Case, configuration: &Configuration, repeat: usize) -> io::Result<Record> {
        let (version, missing) = self.look_for(case, configuration);
        Ok(Record {
            configuration: configuration.name.clone(),
            command: configuration.command.clone(),
            version,
            cap_seconds: self.cap_seconds,
            jobs: self.jobs,
            is_recorded: self.is_recorded,
            repeat,
            outcome: if missing.is_some() {
                Outcome::Missing
            } else {
                Outcome::Done
            },
            note: missing.unwrap_or_default(),
            ..Record::of(case)?
        })
    }

    /// The version of a tool, or why it cannot run.
    fn look_for(&self, case: &Case, configuration: &Configuration) -> (String, Option<String>) {
        if configuration.is_lop {
            let Some(lop) = &self.lop else {
                return (String::new(), Some("there is no lop".to_owned()));
            };
            let unknown = lop.unknown(&configuration.command);
            let missing = unknown.map(|name| format!("this lop does not know {name}"));
            return (lop.version.clone(), missing);
        }
        let program = configuration.program(case);
        let needs_jar = configuration.command.contains("{jar}") && self.jar.is_none();
        match locate(&program).filter(|_| !needs_jar) {
            None => {
                let hint = configuration.how_to_install(case);
                let what = if hint.is_empty() { &program } else { &hint };
                (String::new(), Some(format!("not installed: {what}")))
            }
            Some(path) if configuration.is_peer() => {
                let version = version(&path);
                let is_named = version.contains(&configuration.name);
                let name = if is_named { "" } else { &configuration.name };
                (format!("{name} {version}").trim().to_owned(), None)
            }
            // Whatever it is, it might not know `--version` and start to work.
            Some(path) => {
                let mark = fs::read(path).map(|content| fingerprint(&content));
                (format!("{} {}", configuration.name, mark.unwrap_or_default()), None)
            }
        }
    }

    /// Makes the run that was planned.
    pub(crate) fn run(&self, case: &Case, configuration: &Configuration, plan: Record) -> io::Result<Record> {
        let place = Place::new(self, case, &plan)?;
        let words = self.words(case, configuration, &place);
        let said = File::create(place.work.join("said"))?;
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .current_dir(place.scratch.path())
            .env(MARK, &place.mark)
            .env("TMPDIR", place.temporary.path())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(said.try_clone()?)
            .stderr(said);
        let (epoch, start) = (SystemTime::now(), Instant::now());
        let mut child = command.spawn()?;
        let end = self.wait(&mut child, start);
        let seconds = start.elapsed().as_secs_f64().min(self.cap_seconds as f64);
        end_all(&place.mark);
        let (status, is_capped) = end?;
        let mut record = place.read_log(epoch, plan)?;
        record.seconds = seconds;
        place.read_stats(&mut record);
        place.read_trace(&mut record)?;
        place.verify(case, configuration, &mut record, is_capped, status)?;
        Ok(record)
    }

    fn words(&self, case: &Case, configuration: &Configuration, place: &Place) -> Vec<String> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let is_c = ["c", "cpp"].contains(&&case.language[..]);
        let extension = Path::new(&case.file_name)
            .extension()
            .map(|extension| extension.to_string_lossy());
        let values = [
            ("input", text(&place.input)),
            ("name", case.file_name.clone()),
            ("test", text(&place.work.join("test"))),
            ("check", text(&place.work.join("check"))),
            ("module", text(&place.work.join("module.py"))),
            ("folder", text(&place.folder)),
            ("output", text(&place.folder.join(&case.file_name))),
            ("stats", text(&place.work.join("stats.json"))),
            ("trace", text(&place.work.join("trace"))),
            ("then-pardis", text(&place.work.join("then-pardis"))),
            ("jobs", self.jobs.to_string()),
            ("cap", self.cap_seconds.to_string()),
            ("language", case.language.clone()),
            (
                "extension",
                extension.map_or(String::new(), |extension| format!(".{extension}")),
            ),
            ("not-c", if is_c { String::new() } else { "--not-c".to_owned() }),
            ("jar", self.jar.as_deref().map(text).unwrap_or_default()),
        ];
        let Some(lop) = self.lop.as_ref().filter(|_| configuration.is_lop) else {
            return fill(&configuration.command, &values);
        };
        let mut flags = configuration.command.clone();
        // Flags that not every lop has.
        for (flag, value) in [
            ("--jobs", "{jobs}"),
            ("--time-limit", "{cap}"),
            ("--fresh", ""),
            ("--no-config", ""),
            // Sizes are those that the search found, and no time goes into laying out.
            ("--format", "as-is"),
        ] {
            if lop.knows_flag(flag) && !configuration.command.contains(flag) {
                flags.push_str(&format!(" {flag} {value}"));
            }
        }
        let mut words = vec![text(&lop.path)];
        words.extend(fill(
            &format!("--quiet --stats {{stats}} --output {{output}} {flags} {{test}} {{input}}"),
            &values,
        ));
        words
    }
}

impl Bench {
    /// Waits for the end of a tool, and brings it about at the cap. An error if the bench is to end before.
    fn wait(&self, child: &mut Child, start: Instant) -> io::Result<(ExitStatus, bool)> {
        let cap = Duration::from_secs(self.cap_seconds);
        let mut is_capped = false;
        loop {
            if self.interrupt.is_set() {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::new(io::ErrorKind::Interrupted, INTERRUPTED));
            }
            if let Some(status) = child.try_wait()? {
                return Ok((status, is_capped));
            }
            if !is_capped && start.elapsed() >= cap {
                is_capped = true;
                signal("INT", &child.id().to_string());
            }
            if start.elapsed() >= cap + GRACE {
                child.kill()?;
            }
            std::thread::sleep(POLL);
        }
    }

    /// A script for `--finish-with` that hands on to Pardis: it takes a test and a file.
    fn then_pardis(&self) -> Option<String> {
        let lop = quote(&self.lop.as_ref()?.path.to_string_lossy());
        let flags = "--quiet --no-config --fresh --algorithm pardis --replacements off --format as-is --in-place";
        Some(format!("#!/bin/sh\n{lop} {flags} --jobs {} \"$1\" \"$2\"\n", self.jobs))
    }
}

/// The directories of a run.
struct Place {
    mark: String,
    /// Where the wrapper and its notes are.
    work: PathBuf,
    /// Where the tool works.
    scratch: tempfile::TempDir,
    input: PathBuf,
    folder: PathBuf,
    /// For whatever the tool and the test leave behind.
    temporary: tempfile::TempDir,
}

impl Place {
    fn new(bench: &Bench, case: &Case, plan: &Record) -> io::Result<Place> {
        let name = format!("{}-{}-{}", plan.case, plan.configuration, plan.repeat);
        let name = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-");
        let work = bench.out.join("work").join(&name);
        if work.exists() {
            fs::remove_dir_all(&work)?;
        }
        fs::create_dir_all(&work)?;
        let (scratch, temporary) = (tempfile::tempdir()?, tempfile::tempdir()?);
        let input = scratch.path().join(&case.file_name);
        // Not a copy of the file, which might be read-only.
        fs::write(&input, fs::read(&case.input)?)?;
        let folder = scratch.path().join("result");
        fs::create_dir(&folder)?;
        let store = bench.out.join("answers").join(&case.fingerprint);
        if bench.is_recorded {
            fs::create_dir_all(&store)?;
        }
        let wrapper = Wrapper {
            case,
            work: &work,
            store: bench.is_recorded.then_some(&store),
        };
        let then_pardis = bench.then_pardis().unwrap_or_default();
        for (file, text) in [
            ("test", wrapper.test()),
            ("check", wrapper.check()),
            ("then-pardis", then_pardis),
        ] {
            fs::write(work.join(file), text)?;
            fs::set_permissions(work.join(file), fs::Permissions::from_mode(0o755))?;
        }
        fs::write(work.join("module.py"), wrapper.module())?;
        Ok(Place {
            mark: format!("{}-{name}", std::process::id()),
            work,
            scratch,
            input,
            folder,
            temporary,
        })
    }

    /// What the wrapper has noted.
    fn read_log(&self, start: SystemTime, mut record: Record) -> io::Result<Record> {
        let read = |file: &str| fs::read_to_string(self.work.join(file)).unwrap_or_default();
        record.runs = fs::metadata(self.work.join("runs")).map_or(0, |file| file.len());
        let start = start
            .duration_since(UNIX_EPOCH)
            .map_err(io::Error::other)?
            .as_secs_f64();
        // Kept answers come at once: the clock of such a run is what the test took when they were new.
        let clock = record.is_recorded.then(|| sums_of_micros(&read("micros")));
        record.oracle_seconds = clock.as_ref().map(|clock| clock.last().copied().unwrap_or_default());
        let seconds = |noted: f64| match &clock {
            None => Some(noted - start),
            Some(clock) => clock.get((noted as usize).checked_sub(1)?).copied(),
        };
        let candidates = read("interesting");
        let candidates = candidates.lines().filter_map(|line| {
            let (noted, bytes) = line.split_once(' ')?;
            Some((seconds(noted.parse().ok()?)?, bytes.trim().parse::<u64>().ok()?))
        });
        record.improvements = improvements(candidates.collect());
        Ok(record)
    }

    /// What lop says of itself, if it has come to that.
    fn read_stats(&self, record: &mut Record) {
        let text = fs::read(self.work.join("stats.json")).unwrap_or_default();
        let stats: Value = serde_json::from_slice(&text).unwrap_or_default();
        let number = |pointer: &str| stats.pointer(pointer).and_then(Value::as_u64);
        record.asked = number("/queries/asked");
        record.cached = number("/queries/cached");
        record.wasted = number("/queries/wasted");
        record.interesting = number("/queries/interesting");
        record.cache_bytes = number("/cache/peak_bytes");
        record.peak_answer_bytes = number("/cache/peak_answer_bytes");
        record.mean_answer_bytes = number("/cache/mean_answer_bytes");
        let course = stats.pointer("/cache/course").cloned();
        record.cache_course = course
            .and_then(|course| serde_json::from_value(course).ok())
            .unwrap_or_default();
    }

    /// What lop has written down of its steps, where it was told to. That can be much, and is not kept.
    fn read_trace(&self, record: &mut Record) -> io::Result<()> {
        let path = self.work.join("trace");
        if let Ok(file) = File::open(&path) {
            let traced = trace::read(BufReader::new(file))?;
            (record.chunks, record.revisits) = (Some(traced.chunks), Some(traced.revisits));
            fs::remove_file(path)?;
        }
        Ok(())
    }

    /// Lets the case's own test judge the result. A tool that was stopped before it could write one gets the smallest
    /// interesting candidate that it had.
    fn verify(
        &self,
        case: &Case,
        configuration: &Configuration,
        record: &mut Record,
        is_capped: bool,
        status: ExitStatus,
    ) -> io::Result<()> {
        let result = if configuration.has_output() {
            self.folder.join(&case.file_name)
        } else {
            self.input.clone()
        };
        let is_capped = is_capped || record.seconds >= record.cap_seconds as f64;
        let mut text = fs::read(result).ok();
        let mut is_interesting = match &text {
            Some(text) => case.judge(text)?.0,
            None => false,
        };
        let best = fs::read(self.work.join("best")).ok();
        if is_capped && !is_interesting && best.is_some() {
            text = best;
            is_interesting = match &text {
                Some(text) => case.judge(text)?.0,
                None => false,
            };
            "without a result of its own, so this is the best candidate it had".clone_into(&mut record.note);
        }
        record.after = text.as_ref().map(|text| case.size(text));
        record.outcome = match (&text, is_interesting) {
            (Some(_), true) if is_capped => Outcome::Cap,
            (Some(_), true) if status.success() => Outcome::Done,
            (Some(_), false) if status.success() || is_capped => Outcome::Uninteresting,
            _ => Outcome::Crash,
        };
        if record.outcome == Outcome::Crash {
            let last_words = self.last_words();
            let colon = if last_words.is_empty() { "" } else { ": " };
            record.note = format!("{status}{colon}{last_words}");
        }
        if let Some(text) = text {
            fs::write(self.work.join(&case.file_name), text)?;
        }
        Ok(())
    }

    /// The last line with words that the tool has said.
    fn last_words(&self) -> String {
        let said = fs::read(self.work.join("said")).unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        let line = said
            .lines()
            .rfind(|line| line.contains(char::is_alphabetic))
            .unwrap_or_default();
        line.trim().chars().take(160).collect()
    }
}

/// How many seconds had gone by after each query.
fn sums_of_micros(lines: &str) -> Vec<f64> {
    let micros = lines.lines().filter_map(|line| line.parse::<f64>().ok());
    let add = |sum: &mut f64, micros: f64| {
        *sum += micros / 1e6;
        Some(*sum)
    };
    micros.scan(0.0, add).collect()
}

/// Only what is smaller than all before.
fn improvements(mut candidates: Vec<(f64, u64)>) -> Vec<(f64, u64)> {
    candidates.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut least = u64::MAX;
    candidates.retain(|(_, bytes)| {
        let is_less = *bytes < least;
        least = least.min(*bytes);
        is_less
    });
    candidates
}

fn signal(name: &str, process: &str) {
    // It may have ended by itself.
    let _ = Command::new("kill")
        .args([&format!("-{name}"), process])
        .stderr(Stdio::null())
        .status();
}

/// Ends all processes of a run, also those that have left its process group. New ones may come up meanwhile, so it
/// looks again until none is there.
fn end_all(mark: &str) {
    let mark = format!("{MARK}={mark}").into_bytes();
    for _ in 0..20 {
        let Ok(processes) = fs::read_dir("/proc") else { return };
        let is_marked = |process: &Path| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark)
        };
        let marked: Vec<PathBuf> = processes
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| is_marked(path))
            .collect();
        if marked.is_empty() {
            return;
        }
        for process in marked {
            signal("KILL", &process.file_name().unwrap_or_default().to_string_lossy());
        }
        std::thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_smaller_than_all_before_is_an_improvement() {
        let candidates = vec![(3.0, 50), (1.0, 100), (2.0, 100), (4.0, 70), (5.0, 49)];
        assert_eq!(improvements(candidates), [(1.0, 100), (3.0, 50), (5.0, 49)]);
    }
}
