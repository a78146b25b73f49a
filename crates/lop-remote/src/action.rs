//! A query as an action of the protocol: a command, a directory, and a digest for both together.
//!
//! The directory holds `lop/test`, with the script and what comes with it, and `lop/work`, with the candidate. Some servers make
//! it the root of a file system, so nothing of ours stands at its top. The command is `wrapper.sh`: it copies `work`, since servers give files that cannot be written, runs the test there as a runner
//! of this machine would, and prints the exit code of the test after a word of its own. Its own exit code is 0,
//! always: servers keep the results of commands that succeed, and many keep no others.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::command::EnvironmentVariable;
use bazel_remote_apis::build::bazel::remote::execution::v2::platform::Property;
use bazel_remote_apis::build::bazel::remote::execution::v2::{Action, Command, Digest, Platform};
use bazel_remote_apis::google::protobuf;
use lop_exec::{bundle, quote};

use crate::blob::Blob;
use crate::folder::Folder;
use crate::{Error, Settings};

const WRAPPER: &str = include_str!("wrapper.sh");
/// Where programs are looked for. Not this machine's: the same query has to be the same action on every client.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// Where the wrapper runs, and what it finds there.
pub(crate) const HOME: &str = "lop";
const TEST: &str = "lop/test";
const WORK: &str = "lop/work";

/// What is run for each candidate, besides the candidate.
#[derive(Debug, Clone)]
pub struct Job {
    /// The test.
    pub program: Program,
    /// What else has to be there.
    pub includes: Vec<Include>,
    /// What the candidate is called; empty if it is all that is in the test's directory.
    pub file_name: OsString,
    /// Whether candidates are archives of several files.
    pub is_archive: bool,
    /// Paths in the test's directory that become arguments after the candidate's.
    pub further: Vec<PathBuf>,
    /// At most so much address space for each process of the test.
    pub memory_bytes: Option<u64>,
    /// How long a run may take, if the user fixed it. A limit that is measured stays out of the action, which would be
    /// another one each time.
    pub time_out: Option<Duration>,
}

/// The test.
#[derive(Debug, Clone)]
pub enum Program {
    /// An executable.
    Script(PathBuf),
    /// A line for the shell.
    Line(String),
}

/// A file or directory that servers are to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include {
    /// Where it is on this machine.
    pub from: PathBuf,
    /// Where it is to be, from the top of the action's directory.
    pub to: PathBuf,
}

impl Include {
    /// What `PATH` or `PATH=PLACE` means. Without a place, something beside the script or below it stays where it is
    /// from there, and all else is put beside the script.
    pub fn parse(text: &str, script: Option<&Path>) -> Result<Self, Error> {
        if let Some((from, to)) = text.rsplit_once('=') {
            let to: PathBuf = Path::new(to).components().filter(|part| is_name(*part)).collect();
            if to.as_os_str().is_empty() || to.starts_with(HOME) {
                return Err(Error::Place(text.to_owned()));
            }
            return Ok(Include { from: from.into(), to });
        }
        let from = PathBuf::from(text);
        let whole = from.canonicalize().map_err(|source| Error::Read {
            path: from.clone(),
            source,
        })?;
        let home = script.and_then(|script| script.canonicalize().ok());
        let home = home.as_deref().and_then(Path::parent);
        let below = home.and_then(|home| whole.strip_prefix(home).ok());
        let name = whole.file_name().map(Path::new).unwrap_or(Path::new(""));
        let to = match below {
            Some(below) if !below.as_os_str().is_empty() => Path::new(TEST).join(below),
            _ => Path::new(TEST).join(name),
        };
        Ok(Include {
            from: whole.clone(),
            to,
        })
    }
}

fn is_name(part: std::path::Component<'_>) -> bool {
    matches!(part, std::path::Component::Normal(_))
}

/// A job made ready.
pub(crate) struct Recipe {
    /// What every action's directory has at its top.
    top: Folder,
    /// What is uploaded once.
    pub constants: Vec<Blob>,
    command: Digest,
    platform: Option<Platform>,
    place: PathBuf,
    is_archive: bool,
    time_out: Option<protobuf::Duration>,
}

/// An action, and what has to be uploaded for it.
pub(crate) struct Prepared {
    pub action: Digest,
    pub blobs: Vec<Blob>,
}

impl Recipe {
    pub(crate) fn new(job: &Job, settings: &Settings) -> Result<Self, Error> {
        let mut folder = Folder::default();
        for include in &job.includes {
            folder.add_from_disk(&include.from, &include.to)?;
        }
        let test = match &job.program {
            Program::Line(line) => format!("/bin/sh -c {} lop", quote(line)),
            Program::Script(script) => {
                let name = script.file_name().unwrap_or_default();
                let place = Path::new(TEST).join(name);
                folder.add_from_disk(script, &place)?;
                format!("\"$top\"/test/{}", quote(text(Path::new(name))?))
            }
        };
        let (top, mut constants) = folder.shallow(Path::new(HOME))?;
        let mut properties = settings.properties.clone();
        properties.sort();
        let property = |(name, value)| Property { name, value };
        let platform = (!properties.is_empty()).then(|| Platform {
            properties: properties.into_iter().map(property).collect(),
        });
        let command = Blob::of(&Command {
            arguments: ["/bin/sh", "-c", &script(job, &test)?, "lop"].map(str::to_owned).into(),
            environment_variables: vec![EnvironmentVariable {
                name: "PATH".to_owned(),
                value: PATH.to_owned(),
            }],
            working_directory: HOME.to_owned(),
            ..Command::default()
        });
        let digest = command.digest.clone();
        constants.push(command);
        let mut seen = BTreeSet::new();
        constants.retain(|blob| seen.insert(blob.digest.hash.clone()));
        Ok(Recipe {
            top,
            constants,
            command: digest,
            platform,
            place: Path::new(WORK).join(&job.file_name),
            is_archive: job.is_archive,
            time_out: job.time_out.map(|limit| protobuf::Duration {
                seconds: limit.as_secs() as i64,
                nanos: limit.subsec_nanos() as i32,
            }),
        })
    }

    /// The action for a candidate. One with salt is like no other.
    pub(crate) fn prepare(&self, candidate: &Arc<[u8]>, salt: Option<u64>) -> Result<Prepared, Error> {
        let mut folder = self.top.clone();
        if self.is_archive {
            for record in bundle::records(candidate).unwrap_or_default() {
                folder.add_record(&self.place, &record)?;
            }
        } else {
            folder.add_file(&self.place, candidate.clone(), false);
        }
        folder.add_folder(Path::new(WORK));
        let (root, mut blobs) = folder.blobs()?;
        let action = Blob::of(&Action {
            command_digest: Some(self.command.clone()),
            input_root_digest: Some(root),
            timeout: self.time_out,
            do_not_cache: salt.is_some(),
            salt: salt.map(|salt| salt.to_le_bytes().to_vec()).unwrap_or_default(),
            platform: self.platform.clone(),
        });
        let digest = action.digest.clone();
        blobs.push(action);
        Ok(Prepared { action: digest, blobs })
    }
}

/// The wrapper for a test.
fn script(job: &Job, test: &str) -> Result<String, Error> {
    let below = |path: &Path| -> Result<String, Error> {
        Ok(match text(path)? {
            "" => String::new(),
            path => format!("/{}", quote(path)),
        })
    };
    let mut words = vec![test.to_owned(), "\"$LOP_FILE\"".to_owned()];
    for path in &job.further {
        words.push(format!("\"$top\"/run{}", below(path)?));
    }
    let limit = match job.memory_bytes {
        Some(bytes) => format!("ulimit -v {} || exit 1", bytes >> 10),
        None => String::new(),
    };
    Ok(WRAPPER
        .replace("@FILE@", &below(Path::new(&job.file_name))?)
        .replace("@LIMIT@\n", &limit)
        .replace("@TEST@", &words.join(" ")))
}

fn text(path: &Path) -> Result<&str, Error> {
    path.to_str().ok_or_else(|| Error::Name(path.to_owned()))
}
