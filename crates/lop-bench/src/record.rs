//! What is known of one run: a line of JSON in the output directory, written as soon as the run is over.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::cases::{Case, Size};

/// The file in the output directory.
const FILE: &str = "runs.jsonl";

/// Removes what runs have left in an output directory, and nothing else that may be there.
pub(crate) fn forget(folder: &Path) -> io::Result<()> {
    for (name, is_folder) in [(FILE, false), ("work", true), ("answers", true)] {
        let path = folder.join(name);
        match (path.exists(), is_folder) {
            (false, _) => {}
            (true, true) => fs::remove_dir_all(path)?,
            (true, false) => fs::remove_file(path)?,
        }
    }
    Ok(())
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// By itself, with an interesting result.
    Done,
    /// By the cap; the result is the best by then.
    Cap,
    /// With another exit code than 0.
    Crash,
    /// The case's own test does not find the result interesting.
    Uninteresting,
    /// The tool is not on this machine, or this lop does not know what is asked of it.
    Missing,
    /// The case's test does not work here, so nothing ran.
    Skipped,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Record {
    pub case: String,
    pub language: String,
    pub configuration: String,
    /// The command with its placeholders.
    pub command: String,
    /// Of the tool.
    pub version: String,
    /// Of the case.
    pub fingerprint: String,
    pub cap_seconds: u64,
    pub jobs: usize,
    /// Whether answers came from the record of earlier runs.
    pub is_recorded: bool,
    pub repeat: usize,
    pub outcome: Outcome,
    /// What else there is to say.
    pub note: String,
    pub seconds: f64,
    /// What the test took, all runs together, where that was recorded.
    pub oracle_seconds: Option<f64>,
    /// How often the test ran, by the count of its wrapper.
    pub runs: u64,
    /// The tool's own figures.
    pub asked: Option<u64>,
    pub cached: Option<u64>,
    pub wasted: Option<u64>,
    pub interesting: Option<u64>,
    pub cache_bytes: Option<u64>,
    /// Without what the cache has to know of the program.
    pub peak_answer_bytes: Option<u64>,
    pub mean_answer_bytes: Option<u64>,
    /// Queries so far, and the number and bytes of the candidates in the cache then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cache_course: Vec<[u64; 3]>,
    /// From a trace: how many removals were of one node, of two and so on, and how many came true when asked again.
    pub chunks: Option<Vec<u64>>,
    pub revisits: Option<u64>,
    pub before: Size,
    pub after: Option<Size>,
    /// Seconds since the start and bytes, whenever the smallest interesting candidate became smaller.
    pub improvements: Vec<(f64, u64)>,
}

impl Record {
    /// What is known of a case before anything has run.
    pub(crate) fn of(case: &Case) -> io::Result<Record> {
        Ok(Record {
            case: case.name.clone(),
            language: case.language.clone(),
            configuration: String::new(),
            command: String::new(),
            version: String::new(),
            fingerprint: case.fingerprint.clone(),
            cap_seconds: 0,
            jobs: 0,
            is_recorded: false,
            repeat: 0,
            outcome: Outcome::Skipped,
            note: String::new(),
            seconds: 0.0,
            oracle_seconds: None,
            runs: 0,
            asked: None,
            cached: None,
            wasted: None,
            interesting: None,
            cache_bytes: None,
            peak_answer_bytes: None,
            mean_answer_bytes: None,
            cache_course: Vec::new(),
            chunks: None,
            revisits: None,
            before: case.size(&fs::read(&case.input)?),
            after: None,
            improvements: Vec::new(),
        })
    }

    /// What a run is asked to do; two runs with the same key are the same.
    pub(crate) fn key(&self) -> String {
        let Record {
            case,
            configuration,
            command,
            version,
            fingerprint,
            cap_seconds,
            jobs,
            is_recorded,
            repeat,
            ..
        } = self;
        format!(
            "{case}\n{configuration}\n{command}\n{version}\n{fingerprint}\n{cap_seconds} {jobs} {is_recorded} {repeat}"
        )
    }

    /// Its seconds; where answers were kept, those that the test took when they were new.
    pub(crate) fn duration(&self) -> f64 {
        self.oracle_seconds.unwrap_or(self.seconds)
    }

    /// Whether there is no use in running it again.
    fn is_final(&self) -> bool {
        !matches!(self.outcome, Outcome::Missing | Outcome::Skipped)
    }
}

/// The records in an output directory.
pub(crate) struct Log {
    path: PathBuf,
    pub records: Vec<Record>,
    keys: BTreeSet<String>,
}

impl Log {
    /// Opens the log of a directory, which is made if need be. A torn last line is an interrupted write and is dropped.
    pub(crate) fn open(folder: &Path) -> io::Result<Log> {
        fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            fs::write(&path, &text[..whole])?;
        }
        let lines = text[..whole].lines();
        let records: Vec<Record> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        let finals = records.iter().filter(|record| record.is_final());
        let keys = finals.map(Record::key).collect();
        Ok(Log { path, records, keys })
    }

    /// Whether this run was made before.
    pub(crate) fn has(&self, record: &Record) -> bool {
        self.keys.contains(&record.key())
    }

    pub(crate) fn push(&mut self, record: Record) -> io::Result<()> {
        let line = serde_json::to_string(&record).map_err(io::Error::other)?;
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(format!("{line}\n").as_bytes())?;
        if record.is_final() {
            self.keys.insert(record.key());
        }
        self.records.push(record);
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A finished run with simple figures.
    pub(crate) fn record(case: &str, configuration: &str, runs: u64, tokens: u64) -> Record {
        Record {
            case: case.to_owned(),
            language: "c".to_owned(),
            configuration: configuration.to_owned(),
            command: String::new(),
            version: String::new(),
            fingerprint: String::new(),
            cap_seconds: 10,
            jobs: 1,
            is_recorded: false,
            repeat: 0,
            outcome: Outcome::Done,
            note: String::new(),
            seconds: runs as f64 / 10.0,
            oracle_seconds: None,
            runs,
            asked: Some(runs),
            cached: Some(0),
            wasted: None,
            interesting: None,
            cache_bytes: None,
            peak_answer_bytes: None,
            mean_answer_bytes: None,
            cache_course: Vec::new(),
            chunks: None,
            revisits: None,
            before: Size {
                tokens: 100,
                bytes: 500,
            },
            after: Some(Size {
                tokens,
                bytes: tokens * 5,
            }),
            improvements: vec![(0.5, 500), (1.0, tokens * 5)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::record;
    use super::*;

    #[test]
    fn an_interrupted_write_loses_only_its_own_line() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = Log::open(folder.path()).unwrap();
        log.push(record("one", "lop", 5, 5)).unwrap();
        log.push(record("two", "lop", 6, 6)).unwrap();
        let text = fs::read_to_string(&log.path).unwrap();
        for length in 0..=text.len() {
            fs::write(&log.path, &text[..length]).unwrap();
            let mut again = Log::open(folder.path()).unwrap();
            again.push(record("three", "lop", 7, 7)).unwrap();
            let whole = text[..length].matches('\n').count();
            let records = Log::open(folder.path()).unwrap().records;
            assert_eq!(records.len(), whole + 1, "at {length}");
            assert_eq!(records.last(), again.records.last());
        }
    }

    #[test]
    fn what_was_missing_is_tried_again_and_what_ran_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = Log::open(folder.path()).unwrap();
        let missing = Record {
            outcome: Outcome::Missing,
            ..record("one", "cvise", 0, 0)
        };
        log.push(missing.clone()).unwrap();
        assert!(!log.has(&missing));
        log.push(record("one", "cvise", 5, 5)).unwrap();
        let log = Log::open(folder.path()).unwrap();
        assert!(log.has(&missing));
        let other_cap = Record {
            cap_seconds: 99,
            ..missing
        };
        assert!(!log.has(&other_cap));
    }
}
