//! Runs tasks, several at once, and writes them in their order.
//!
//! Task number n chooses its file and its token by the seed and n alone, so the data are the same for any number of
//! jobs, and a run that goes on does what the one before it would have done.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use lop_core::model::Vocabulary;
use lop_syntax::Random;
use lop_syntax::{NodeId, Program, Syntax, parse};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::checker::{Check, Checker};
use crate::data::{Settings, Task, Writer};
use crate::task::{self, TaskSamples};

/// The settings of a collection.
#[derive(Debug)]
pub struct Plan {
    /// The files, in order.
    pub files: Vec<PathBuf>,
    /// How they are read.
    pub syntax: Arc<Syntax>,
    /// The checker.
    pub check: Check,
    /// Where the random choices begin.
    pub seed: u64,
    /// Files with more tokens are left out.
    pub most_tokens: usize,
    /// How many tasks are done at once.
    pub jobs: usize,
    /// When it is enough.
    pub end: End,
}

/// When it is enough, with what is in the file already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// After so many tasks.
    Tasks(usize),
    /// After the task that makes so many samples.
    Samples(usize),
}

impl End {
    fn is_reached(self, writer: &Writer) -> bool {
        match self {
            End::Tasks(tasks) => writer.tasks >= tasks,
            End::Samples(samples) => writer.samples >= samples,
        }
    }
}

impl Plan {
    /// What a file has to be begun with to go on with it.
    pub fn settings(&self) -> Settings {
        Settings {
            language: self.syntax.name.clone(),
            checker: self.check.shown(),
            corpus: fingerprint(&self.files),
            seed: self.seed,
            most_tokens: self.most_tokens as u64,
        }
    }
}

/// The names and sizes of files, in short.
fn fingerprint(files: &[PathBuf]) -> String {
    let mut hash = Sha256::new();
    for file in files {
        let length = fs::metadata(file).map_or(0, |metadata| metadata.len());
        hash.update(file.as_os_str().as_encoded_bytes());
        hash.update([0]);
        hash.update(length.to_le_bytes());
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All files below some paths, in order; of directories only those whose names a language has.
pub fn corpus(paths: &[PathBuf], is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let mut todo: Vec<(PathBuf, bool)> = paths.iter().map(|path| (path.clone(), true)).collect();
    while let Some((path, is_named)) = todo.pop() {
        let read_error = |source| Error::Read {
            path: path.clone(),
            source,
        };
        let kind = fs::metadata(&path).map_err(read_error)?;
        if kind.is_dir() {
            for entry in fs::read_dir(&path).map_err(read_error)? {
                let entry = entry.map_err(read_error)?;
                let is_link = entry.file_type().map_err(read_error)?.is_symlink();
                todo.extend((!is_link).then(|| (entry.path(), false)));
            }
        } else if is_named || is_wanted(&path) {
            files.push(path);
        }
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        Err(Error::NoFiles)
    } else {
        Ok(files)
    }
}

/// Does tasks and writes them until `end` is reached; calls `tell` for each.
pub fn collect(plan: &Plan, writer: &mut Writer, mut tell: impl FnMut(&Writer, &Task)) -> Result<(), Error> {
    let shared = Shared {
        plan,
        next: AtomicUsize::new(writer.tasks),
        is_over: AtomicBool::new(plan.end.is_reached(writer)),
        is_usable: Mutex::default(),
    };
    let (sender, outcomes) = channel();
    thread::scope(|scope| {
        for _ in 0..plan.jobs {
            let (shared, sender) = (&shared, sender.clone());
            scope.spawn(move || shared.run(&sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut result = Ok(());
        for (number, outcome) in outcomes {
            waiting.insert(number, outcome);
            while let Some(outcome) = waiting.remove(&writer.tasks).filter(|_| !shared.is_over()) {
                result = outcome.and_then(|(task, types)| {
                    writer.add(&task, &types)?;
                    tell(writer, &task);
                    Ok(())
                });
                if result.is_err() || plan.end.is_reached(writer) {
                    shared.is_over.store(true, Ordering::Relaxed);
                }
            }
        }
        result
    })
}

/// State that all jobs share.
struct Shared<'a> {
    plan: &'a Plan,
    next: AtomicUsize,
    is_over: AtomicBool,
    /// Which files can be read and are valid, by index, as far as that was tried.
    is_usable: Mutex<BTreeMap<usize, bool>>,
}

/// A task with its vocabulary of types.
type Done = (Task, Vocabulary);

/// Why a task was not done.
enum NotDone {
    /// It was cancelled: enough tasks are done.
    Cancelled,
    Failed(Error),
}

impl From<Error> for NotDone {
    fn from(error: Error) -> Self {
        NotDone::Failed(error)
    }
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Does one task after the other.
    fn run(&self, outcomes: &Sender<(usize, Result<Done, Error>)>) {
        let mut checker = None;
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let outcome = match self.task(number, &mut checker) {
                Ok(done) => Ok(done),
                Err(NotDone::Failed(error)) => Err(error),
                Err(NotDone::Cancelled) => return,
            };
            let is_error = outcome.is_err();
            if outcomes.send((number, outcome)).is_err() || is_error {
                return;
            }
        }
    }

    fn task(&self, number: usize, checker: &mut Option<Checker>) -> Result<Done, NotDone> {
        let checker = match checker {
            Some(checker) => checker,
            None => checker.insert(Checker::start(&self.plan.check)?),
        };
        let mut random = Random(self.plan.seed);
        let mut random = Random(random.number() ^ number as u64);
        let (path, program) = self.choose(&mut random, checker)?;
        let name = Path::new(path.file_name().unwrap_or_default());
        let source = program.shared_text().clone();
        let tokens: Vec<NodeId> = program.live_tokens().collect();
        let kept = tokens[random.below(tokens.len())];
        let TaskSamples { types, samples } = task::run(program, kept, |text| {
            if self.is_over() {
                return Err(NotDone::Cancelled);
            }
            Ok(checker.accepts(name, text)?)
        })?;
        // A checker with a memory would give contradictory samples.
        if !checker.accepts(name, &source)? {
            return Err(NotDone::Failed(Error::Contradiction {
                path: path.to_owned(),
                command: self.plan.check.shown(),
            }));
        }
        let file = path.to_string_lossy().into_owned();
        Ok((Task { file, samples }, types))
    }

    /// A file that can be read and is valid.
    fn choose(&self, random: &mut Random, checker: &mut Checker) -> Result<(&Path, Program), NotDone> {
        let files = &self.plan.files;
        loop {
            if self.is_over() {
                return Err(NotDone::Cancelled);
            }
            let place = random.below(files.len());
            let known = self.usable().get(&place).copied();
            if known == Some(false) {
                continue;
            }
            let program = self.read(&files[place])?;
            let is_usable = match (&program, known) {
                (None, _) => false,
                (Some(_), Some(known)) => known,
                (Some(program), None) => {
                    let name = files[place].file_name().unwrap_or_default();
                    checker.accepts(Path::new(name), program.text())?
                }
            };
            self.usable().insert(place, is_usable);
            if let Some(program) = program.filter(|_| is_usable) {
                return Ok((&files[place], program));
            }
            let usable = self.usable();
            if usable.len() == files.len() && usable.values().all(|is_usable| !is_usable) {
                return Err(NotDone::Failed(Error::NoneAccepted {
                    files: files.len(),
                    command: self.plan.check.shown(),
                }));
            }
        }
    }

    /// A file as a program, unless it is too large or cannot be made sense of.
    fn read(&self, path: &Path) -> Result<Option<Program>, Error> {
        let source = fs::read(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let tree = parse(source, &self.plan.syntax);
        let tokens = tree.tokens();
        let is_usable = !tree.is_broken() && tokens > 0 && tokens <= self.plan.most_tokens;
        Ok(is_usable.then(|| Program::new(Arc::new(tree))))
    }

    fn usable(&self) -> MutexGuard<'_, BTreeMap<usize, bool>> {
        self.is_usable.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
