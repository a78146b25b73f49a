//! Support for tests: a script, runners for it, and assertions about what they leave. Failures panic.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::protocol::{Answer, Order};
use crate::{Error, Fingerprint, Interrupt, Journal, JournalLock, Run, Runners, Setup, TimeOut};
use lop_core::{Executor, Stop, Ticket, Verdict};
use tempfile::TempDir;

/// A test script in a directory of its own, and another directory for what its runs need.
pub struct Bench {
    /// Where the script is.
    pub home: TempDir,
    /// Where scratch directories are made.
    pub place: TempDir,
    /// How the script is run.
    pub setup: Setup,
    /// What stops its runners.
    pub interrupt: Arc<Interrupt>,
}

impl Bench {
    /// A script with this body, and a program that can be a runner.
    pub fn new(body: &str, runner: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let memory = Path::new("/dev/shm");
        let place = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).unwrap();
        let script = home.path().join("test.sh");
        fs::write(&script, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let mut setup = Setup::script(&script, Path::new("input.txt"));
        setup.place = Some(place.path().to_owned());
        setup.runner = Some(runner.into());
        let interrupt = Arc::new(Interrupt::new().unwrap());
        Bench {
            home,
            place,
            setup,
            interrupt,
        }
    }

    /// With a limit for each run.
    pub fn time_out_ms(mut self, time_out_ms: u64) -> Self {
        self.setup.time_out = TimeOut::fixed(Duration::from_millis(time_out_ms));
        self
    }

    /// Starts runners.
    pub fn start(&self) -> Runners {
        Runners::start(self.setup.clone(), self.interrupt.clone()).unwrap()
    }

    /// One run on a text, after which nothing of it is left.
    pub fn run(&self, text: &str) -> Run {
        let mut runners = self.start();
        let run = runners.run(text.as_bytes(), true).unwrap();
        self.assert_tidy();
        drop(runners);
        self.assert_gone();
        run
    }

    /// The verdict of one query.
    pub fn judge(runners: &mut Runners, text: &str) -> Verdict {
        runners.submit(Ticket(7), text.as_bytes().into());
        let (ticket, verdict) = runners.wait().unwrap();
        assert_eq!(ticket, Ticket(7));
        verdict
    }

    /// Only the runners themselves are there, with empty directories.
    pub fn assert_tidy(&self) {
        assert_eq!(files_below(self.place.path()), Vec::<PathBuf>::new());
        assert_eq!(self.processes(), Vec::<String>::new());
    }

    /// Not even runners are there.
    pub fn assert_gone(&self) {
        assert_eq!(fs::read_dir(self.place.path()).unwrap().count(), 0);
        assert_eq!(self.processes(), Vec::<String>::new());
    }

    /// The processes that were started by runs of the script.
    pub fn processes(&self) -> Vec<String> {
        let mark = format!("LOP_FILE={}/", self.place.path().display());
        let has_mark = |path: &Path| {
            let environment = fs::read(path.join("environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|window| window == mark.as_bytes())
        };
        let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let marked = processes.filter(|path| has_mark(path));
        marked
            .map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default())
            .collect()
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            files.extend(files_below(&entry.path()));
        } else {
            files.push(entry.path());
        }
    }
    files
}

/// An executor that is asked nothing.
struct Idle;

impl Executor for Idle {
    fn slots(&self) -> usize {
        1
    }

    fn submit(&mut self, _: Ticket, _: Arc<[u8]>) {
        unreachable!("nothing is asked");
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        unreachable!("nothing is asked");
    }

    fn cancel(&mut self, _: Ticket) {}
}

/// Opens any bytes as a journal, as they are and behind a header that fits: they are read or refused, and what is
/// refused stays as it was.
pub fn open_any_journal(bytes: &[u8]) {
    let memory = Path::new("/dev/shm");
    let place = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).unwrap();
    let path = place.path().join("journal");
    let fingerprint = Fingerprint::new("1.0", b"test", b"input", b"settings");
    let open = || Journal::open(JournalLock::take(&path)?, &fingerprint, Idle);
    drop(open().unwrap());
    fs::write(&path, fingerprint.header()).unwrap();
    let header = fs::read(&path).unwrap();
    for content in [bytes.to_vec(), [&header[..], bytes].concat()] {
        fs::write(&path, &content).unwrap();
        match open() {
            Ok(journal) => assert!(journal.len() <= bytes.len() / 17, "a record takes more than its hash"),
            // One that has no verdicts may be gone.
            Err(Error::NoJournal(_) | Error::JournalOutdated { .. }) => {
                let left = fs::read(&path).unwrap_or_else(|_| content.clone());
                assert_eq!(left, content);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Reads any bytes as messages of either end: each is read or refused, and what was read is written as it was read.
pub fn read_any_message(bytes: &[u8]) {
    if let Ok(order) = Order::read(&mut &bytes[..]) {
        let mut written = Vec::new();
        order.write(&mut written).unwrap();
        assert_eq!(Order::read(&mut written.as_slice()).unwrap(), order);
    }
    if let Ok(answer) = Answer::read(&mut &bytes[..]) {
        let mut written = Vec::new();
        answer.write(&mut written).unwrap();
        assert_eq!(Answer::read(&mut written.as_slice()).unwrap(), answer);
    }
}
