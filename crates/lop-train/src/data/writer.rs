//! Writing data, and going on where another run ended.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use lop_core::model::bytes::{put_number, put_text};
use lop_core::model::{RuleType, Vocabulary};
use rustix::fs::{FlockOperation, flock};

use super::{BLOCK_HEADER, Data, HOLDS_TOKEN, IS_INTERESTING, IS_USED_OUTSIDE, MAGIC, Sample, Settings, Task};
use crate::Error;

/// How often, and with which pauses, the lock of a file is tried. Not measured.
const LOCK_TRIALS: usize = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// A file that grows by whole tasks.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    types: Vocabulary,
    /// How many tasks are in the file.
    pub tasks: usize,
    /// How many samples are in the file.
    pub samples: usize,
}

impl Writer {
    /// Begins a file, or opens one that was begun with the same settings. What is left of a task that was not finished
    /// is cut off.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self, Error> {
        let write_error = |source| Error::Write {
            path: path.to_owned(),
            source,
        };
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(write_error)?;
        lock(&file).map_err(|_| Error::InUse(path.to_owned()))?;
        let length = file.metadata().map_err(write_error)?.len();
        let mut writer = Writer {
            path: path.to_owned(),
            file,
            types: Vocabulary::default(),
            tasks: 0,
            samples: 0,
        };
        // A run that died at once left nothing worth keeping.
        if length <= (MAGIC.len() + BLOCK_HEADER) as u64 {
            writer.file.set_len(0).map_err(write_error)?;
            writer.file.write_all(&MAGIC).map_err(write_error)?;
            writer.append(&settings_block(settings)).map_err(write_error)?;
            return Ok(writer);
        }
        let data = Data::read(path)?;
        check(path, &data.settings, settings)?;
        let whole = length - data.torn_bytes as u64;
        writer.file.set_len(whole).map_err(write_error)?;
        writer.file.seek(SeekFrom::End(0)).map_err(write_error)?;
        writer.tasks = data.tasks.len();
        writer.samples = data.sample_count();
        writer.types = data.types;
        Ok(writer)
    }

    /// Adds a task, whose samples have types of a vocabulary of its own.
    pub fn add(&mut self, task: &Task, types: &Vocabulary) -> Result<(), Error> {
        let mut block = Vec::new();
        put_text(&mut block, &task.file);
        let known = self.types.len();
        let numbers: Vec<RuleType> = names(types).map(|name| self.types.add(name)).collect();
        put_number(&mut block, (self.types.len() - known) as u64);
        for name in names(&self.types).skip(known) {
            put_text(&mut block, name);
        }
        put_number(&mut block, task.samples.len() as u64);
        for sample in &task.samples {
            put_sample(&mut block, sample, &numbers);
        }
        self.append(&block).map_err(|source| Error::Write {
            path: self.path.clone(),
            source,
        })?;
        self.tasks += 1;
        self.samples += task.samples.len();
        Ok(())
    }

    fn append(&mut self, content: &[u8]) -> io::Result<()> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content)?;
        let packed = encoder.finish()?;
        let mut block = Vec::with_capacity(BLOCK_HEADER + packed.len());
        block.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        block.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
        block.extend_from_slice(&packed);
        self.file.write_all(&block)
    }
}

/// A process that is just being started holds locks of its parent for a moment.
fn lock(file: &File) -> rustix::io::Result<()> {
    let mut result = Ok(());
    for _ in 0..LOCK_TRIALS {
        result = flock(file, FlockOperation::NonBlockingLockExclusive);
        if result.is_ok() {
            break;
        }
        thread::sleep(LOCK_PAUSE);
    }
    result
}

fn names(types: &Vocabulary) -> impl Iterator<Item = &str> {
    (0..types.len()).map(|number| types.name(RuleType(number as u16)))
}

fn check(path: &Path, found: &Settings, wanted: &Settings) -> Result<(), Error> {
    let what = if found.language != wanted.language {
        format!("the language {}", found.language)
    } else if found.checker != wanted.checker {
        format!("another checker: {}", found.checker)
    } else if found.corpus != wanted.corpus {
        "another corpus".to_owned()
    } else if found.seed != wanted.seed {
        format!("the seed {}", found.seed)
    } else if found.most_tokens != wanted.most_tokens {
        format!("files of at most {} tokens", found.most_tokens)
    } else {
        return Ok(());
    };
    Err(Error::OtherSettings {
        path: path.to_owned(),
        what,
    })
}

fn settings_block(settings: &Settings) -> Vec<u8> {
    let mut block = Vec::new();
    put_text(&mut block, &settings.language);
    put_text(&mut block, &settings.checker);
    put_text(&mut block, &settings.corpus);
    put_number(&mut block, settings.seed);
    put_number(&mut block, settings.most_tokens);
    block
}

fn put_sample(out: &mut Vec<u8>, sample: &Sample, numbers: &[RuleType]) {
    let number = |rule_type: RuleType| numbers[rule_type.index()];
    let features = &sample.features;
    let flag = |is_set: bool, flag: u32| if is_set { u64::from(flag) } else { 0 };
    let flags = [
        flag(sample.is_interesting, IS_INTERESTING),
        flag(features.is_used_outside, IS_USED_OUTSIDE),
        flag(sample.holds_token, HOLDS_TOKEN),
    ];
    put_number(out, flags.iter().sum());
    put_number(out, u64::from(number(features.rule_type).0));
    let numbers = [
        features.weight,
        features.depth,
        features.sibling,
        sample.nodes,
        sample.nodes_at_first,
    ];
    for number in numbers {
        put_number(out, u64::from(number));
    }
    for types in [&features.children, &features.path] {
        let mut types: Vec<RuleType> = types.iter().map(|rule_type| number(*rule_type)).collect();
        types.sort_unstable();
        put_number(out, types.len() as u64);
        for rule_type in types {
            put_number(out, u64::from(rule_type.0));
        }
    }
}
