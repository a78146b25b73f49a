//! Verdicts that outlive the process.
//!
//! A search is a function of its input and the verdicts that it gets, so a list of verdicts is all it takes to
//! continue: the same command makes the same queries, those that are in the list cost nothing, and soon it is where it
//! was. No state of the search is saved, hence none can be saved wrongly.
//!
//! The list is a file that only grows. All records have one length and a checksum each, so the torn last record of a
//! crash is recognized and cut off, and a record that the disk spoilt costs one verdict. A record reaches the system
//! when it is made, which is enough if the process dies; a thread syncs the file to the disk some ten times a second,
//! for machines that die.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lop_core::{Executor, Stop, Ticket, Verdict};
use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::process::geteuid;
use sha2::{Digest, Sha256};

use crate::{Error, FileId, Flaky};

/// Records are on the disk after about this time. Not measured: a crash of the machine loses the verdicts of so long.
const SYNC_EVERY: Duration = Duration::from_millis(100);
/// The last byte is the format's version.
const MAGIC: [u8; 8] = *b"lopjrnl\x01";
const HASH_BYTES: usize = 16;
const HEADER_BYTES: usize = MAGIC.len() + Part::ALL.len() * HASH_BYTES + CRC_BYTES;
const RECORD_BYTES: usize = HASH_BYTES + 1 + CRC_BYTES;
const CRC_BYTES: usize = 4;

/// Stands before a text that is judged as a result, where the journal looks for its verdict.
const RESULT: &[u8] = b"result\0";

/// The first half of a SHA-256: two texts with the same one are not going to be met.
type Hash = [u8; HASH_BYTES];

/// What verdicts depend on, besides the candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The version of `lop`.
    Version,
    /// The content of the script, or the command.
    Script,
    /// The input.
    Input,
    /// The options that change queries or verdicts.
    Settings,
}

impl Part {
    const ALL: [Part; 4] = [Part::Version, Part::Script, Part::Input, Part::Settings];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Version => "the version of lop",
            Part::Script => "the test",
            Part::Input => "the input",
            Part::Settings => "an option",
        })
    }
}

/// The digests of all that a journal's verdicts depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint([Hash; Part::ALL.len()]);

impl Fingerprint {
    /// Content by content, in the order of [`Part`].
    pub fn new(version: &str, script: &[u8], input: &[u8], settings: &[u8]) -> Self {
        Fingerprint([version.as_bytes(), script, input, settings].map(hash))
    }

    pub(crate) fn header(&self) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        header.extend(self.0.as_flattened());
        header.extend(crc32fast::hash(&header).to_le_bytes());
        header
    }

    /// The first part that differs from a header's.
    fn difference(&self, header: &[u8]) -> Option<Part> {
        let theirs = header[MAGIC.len()..].chunks(HASH_BYTES);
        let mut pairs = Part::ALL.into_iter().zip(self.0.iter().zip(theirs));
        pairs.find(|(_, (ours, theirs))| ours != theirs).map(|(part, _)| part)
    }
}

/// A verdict of a journal.
#[derive(Clone, Copy)]
struct Known {
    verdict: Verdict,
    /// Whether an earlier process got it.
    is_earlier: bool,
}

/// The right to write a journal and the result that it belongs to. It is taken before anything is written, and by one
/// process.
#[derive(Debug)]
pub struct JournalLock {
    path: PathBuf,
    file: File,
    content: Vec<u8>,
    /// Whether the journal is removed with the lock: the run is finished, or no verdict was recorded.
    is_over: bool,
}

impl JournalLock {
    /// Takes the lock, and makes the journal if there is none.
    pub fn take(path: &Path) -> Result<Self, Error> {
        let failed = |source| Error::Journal {
            path: path.to_owned(),
            source,
        };
        loop {
            let mut file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .mode(0o600)
                // A link would have another file overwritten; a pipe would block.
                .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed())
                .open(path)
                .map_err(|source| crate::refused(path, source))?;
            if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
                return Err(Error::JournalInUse(path.to_owned()));
            }
            let metadata = file.metadata().map_err(failed)?;
            // The process that held the lock may have removed the file before it released it.
            if FileId::of(path) != Some(FileId::from(&metadata)) && metadata.is_file() {
                continue;
            }
            if !metadata.is_file() {
                return Err(Error::NoJournal(path.to_owned()));
            }
            if metadata.uid() != geteuid().as_raw() || metadata.mode() & 0o022 != 0 {
                return Err(Error::ForeignJournal(path.to_owned()));
            }
            let mut content = Vec::new();
            file.read_to_end(&mut content).map_err(failed)?;
            return Ok(JournalLock {
                path: path.to_owned(),
                is_over: content.is_empty() || content.starts_with(&MAGIC) && content.len() <= HEADER_BYTES,
                file,
                content,
            });
        }
    }

    /// Removes a journal without verdicts, for a process that holds the lock and ends on the spot.
    pub fn abandon(path: &Path) {
        if path
            .metadata()
            .is_ok_and(|metadata| metadata.len() <= HEADER_BYTES as u64)
        {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Whether an earlier process left verdicts.
    pub fn has_answers(&self) -> bool {
        self.content.starts_with(&MAGIC) && self.content.len() > HEADER_BYTES
    }

    /// Removes the verdicts of an earlier process.
    pub fn forget(&mut self) -> Result<(), Error> {
        if self.has_answers() {
            self.file.set_len(0).map_err(|source| self.failed(source))?;
            self.content.clear();
            self.is_over = true;
        }
        Ok(())
    }

    /// Begins the journal, or reads its verdicts if the fingerprint is the same.
    fn read(&mut self, fingerprint: &Fingerprint) -> Result<BTreeMap<Hash, Known>, Error> {
        let content = std::mem::take(&mut self.content);
        let header = fingerprint.header();
        if content.len() < HEADER_BYTES {
            // The process died before the first verdict. Other short files are left alone.
            if !header.starts_with(&content) && !MAGIC.starts_with(&content[..content.len().min(MAGIC.len())]) {
                return Err(Error::NoJournal(self.path.clone()));
            }
            self.is_over = true;
            return self
                .begin(&header)
                .map(|()| BTreeMap::new())
                .map_err(|source| self.failed(source));
        }
        if !content.starts_with(&MAGIC) || !is_whole(&content[..HEADER_BYTES]) {
            return Err(Error::NoJournal(self.path.clone()));
        }
        if let Some(part) = fingerprint.difference(&content) {
            return Err(Error::JournalOutdated {
                path: self.path.clone(),
                part,
            });
        }
        let (known, length) = read_records(&content);
        self.file
            .set_len(length as u64)
            .and_then(|()| self.file.seek(SeekFrom::End(0)))
            .map_err(|source| self.failed(source))?;
        Ok(known)
    }

    fn begin(&mut self, header: &[u8]) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(header)
    }

    fn failed(&self, source: std::io::Error) -> Error {
        Error::Journal {
            path: self.path.clone(),
            source,
        }
    }
}

impl Drop for JournalLock {
    /// The file is removed before the lock is released, so that no process takes the lock of a journal that is about
    /// to vanish.
    fn drop(&mut self) {
        if self.is_over {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// An executor that keeps every verdict and runs no text twice.
pub struct Journal<E> {
    inner: E,
    known: BTreeMap<Hash, Known>,
    /// Known verdicts that the search has not fetched yet.
    ready: VecDeque<(Ticket, Verdict)>,
    /// Texts in flight.
    asked: BTreeMap<Ticket, Hash>,
    lock: JournalLock,
    /// Whether verdicts are still written.
    is_recording: bool,
    syncer: Syncer,
    replayed: usize,
    epoch: u64,
    error: Option<Error>,
}

impl<E: Executor> Journal<E> {
    /// Opens a journal, or begins one.
    pub fn open(mut lock: JournalLock, fingerprint: &Fingerprint, inner: E) -> Result<Self, Error> {
        let known = lock.read(fingerprint)?;
        let file = lock.file.try_clone().map_err(|source| lock.failed(source))?;
        Ok(Journal {
            inner,
            known,
            ready: VecDeque::new(),
            asked: BTreeMap::new(),
            lock,
            is_recording: true,
            syncer: Syncer::start(file),
            replayed: 0,
            epoch: 0,
            error: None,
        })
    }

    /// The run is finished: there is nothing to continue.
    pub fn finish(&mut self) {
        self.is_recording = false;
        self.lock.is_over = true;
    }

    pub(crate) fn inner(&self) -> &E {
        &self.inner
    }

    pub(crate) fn inner_mut(&mut self) -> &mut E {
        &mut self.inner
    }

    /// Begins a search that does not get the verdicts of the one before: the same texts are run again. A run that is
    /// continued reaches the same point, with the verdicts of each search apart.
    pub fn begin_epoch(&mut self) {
        self.epoch += 1;
    }

    /// How many queries an earlier process's verdicts answered.
    pub fn replayed(&self) -> usize {
        self.replayed
    }

    /// How many verdicts the journal holds.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it holds no verdict.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Why verdicts are not recorded any more. The search goes on without.
    pub fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }

    fn key(&self, text: &[u8]) -> Hash {
        let mut key = hash(text);
        for (byte, epoch) in key.iter_mut().zip(self.epoch.to_le_bytes()) {
            *byte ^= epoch;
        }
        key
    }

    fn record(&mut self, hash: Hash, verdict: Verdict) {
        let known = Known {
            verdict,
            is_earlier: false,
        };
        self.known.insert(hash, known);
        if !self.is_recording {
            return;
        }
        match self.lock.file.write_all(&record(hash, verdict)) {
            Ok(()) => {
                self.lock.is_over = false;
                self.syncer.wake();
            }
            Err(source) => {
                self.error = Some(Error::Write {
                    path: self.lock.path.clone(),
                    source,
                });
                self.is_recording = false;
            }
        }
    }
}

impl<E: Executor> Journal<Flaky<E>> {
    /// Has the flakiness filter judge a text as strictly as a result, unless the journal has that verdict. It is kept
    /// apart from the verdict on the same text as a candidate, which may rest on a single test run.
    pub fn judge_result(&mut self, text: &Arc<[u8]>) -> Result<bool, Stop> {
        let key = hash(&[RESULT, text].concat());
        if let Some(known) = self.known.get(&key) {
            self.replayed += usize::from(known.is_earlier);
            return Ok(known.verdict == Verdict::Interesting);
        }
        let is_interesting = self.inner.judge_result(text)?;
        let verdict = if is_interesting {
            Verdict::Interesting
        } else {
            Verdict::Uninteresting
        };
        self.record(key, verdict);
        Ok(is_interesting)
    }
}

impl<E: Executor> Executor for Journal<E> {
    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        let hash = self.key(&text);
        if let Some(known) = self.known.get(&hash) {
            self.replayed += usize::from(known.is_earlier);
            self.ready.push_back((ticket, known.verdict));
        } else {
            self.asked.insert(ticket, hash);
            self.inner.submit(ticket, text);
        }
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        if let Some(answer) = self.ready.pop_front() {
            return Ok(answer);
        }
        let (ticket, verdict) = self.inner.wait()?;
        let hash = self.asked.remove(&ticket).expect("only what was asked is answered");
        // Unresolved is no verdict to keep: the next process runs the text again.
        if verdict != Verdict::Unresolved {
            self.record(hash, verdict);
        }
        Ok((ticket, verdict))
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.ready.retain(|(ready, _)| *ready != ticket);
        if self.asked.remove(&ticket).is_some() {
            self.inner.cancel(ticket);
        }
    }
}

/// Syncs a file to the disk in a thread, because the search must not wait for disks.
struct Syncer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<SyncState>,
    changed: Condvar,
}

#[derive(Default)]
struct SyncState {
    has_news: bool,
    is_over: bool,
}

impl Syncer {
    fn start(file: File) -> Self {
        let shared = Arc::<Shared>::default();
        let thread = thread::spawn({
            let shared = shared.clone();
            move || shared.sync(&file)
        });
        Syncer {
            shared,
            thread: Some(thread),
        }
    }

    fn wake(&self) {
        self.shared.change(|state| state.has_news = true);
    }
}

impl Shared {
    fn change(&self, change: impl FnOnce(&mut SyncState)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_one();
    }

    fn sync(&self, file: &File) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let is_idle = |state: &mut SyncState| !state.has_news && !state.is_over;
            state = self
                .changed
                .wait_while(state, is_idle)
                .unwrap_or_else(PoisonError::into_inner);
            if !state.has_news {
                return;
            }
            state.has_news = false;
            drop(state);
            // A disk that fails now fails the next write as well, which is reported.
            let _ = file.sync_data();
            state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let pause = self
                .changed
                .wait_timeout_while(state, SYNC_EVERY, |state| !state.is_over);
            state = pause.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Syncer {
    /// Syncs what is not on the disk yet.
    fn drop(&mut self) {
        self.shared.change(|state| state.is_over = true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn record(hash: Hash, verdict: Verdict) -> Vec<u8> {
    let mut record = hash.to_vec();
    record.push(u8::from(verdict == Verdict::Interesting));
    record.extend(crc32fast::hash(&record).to_le_bytes());
    record
}

/// The verdicts of a journal, and its length without a torn record.
fn read_records(content: &[u8]) -> (BTreeMap<Hash, Known>, usize) {
    let records = content[HEADER_BYTES..].chunks_exact(RECORD_BYTES);
    let length = content.len() - records.remainder().len();
    let answer = |record: &[u8]| {
        let hash = record[..HASH_BYTES].try_into().expect("a record begins with a hash");
        let verdict = match record[HASH_BYTES] {
            1 => Verdict::Interesting,
            _ => Verdict::Uninteresting,
        };
        let is_earlier = true;
        (hash, Known { verdict, is_earlier })
    };
    (records.filter(|record| is_whole(record)).map(answer).collect(), length)
}

/// Whether bytes end with their own checksum.
fn is_whole(bytes: &[u8]) -> bool {
    let (content, crc) = bytes.split_at(bytes.len() - CRC_BYTES);
    crc32fast::hash(content).to_le_bytes() == crc
}

fn hash(text: &[u8]) -> Hash {
    Sha256::digest(text)[..HASH_BYTES]
        .try_into()
        .expect("a digest is longer")
}
