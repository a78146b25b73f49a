//! `--also-interesting`: copies of the candidates on which the test ended with the user's exit code.
//!
//! A copy is a directory named after the content of the candidate, so that an interrupted run that is continued, or a second
//! run, keeps none twice. Which candidates are run depends on the number of jobs: more jobs execute more speculatively.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lop_exec::{Activity, Mark, Outcome, Step};
use sha2::{Digest, Sha256};

use super::files::{Input, Output};
use super::plan::Plan;
use crate::input::Error;
use crate::say::say;

/// The copies of a run.
#[derive(Clone)]
pub(super) struct Also(Rc<RefCell<Copies>>);

struct Copies {
    code: i32,
    folder: PathBuf,
    input: Rc<Input>,
    /// How many are new.
    made: usize,
    /// The first copy that could not be made.
    error: Option<io::Error>,
}

/// `crash.reduced.c.also` for `crash.reduced.c`.
pub(super) fn folder(result: &Path) -> PathBuf {
    let mut name: OsString = result.file_name().unwrap_or_default().to_owned();
    name.push(".also");
    result.with_file_name(name)
}

impl Also {
    /// Nothing unless the user asked for copies.
    pub(super) fn new(plan: &Plan, input: &Rc<Input>, output: &Output) -> Result<Option<Self>, Error> {
        let Some(code) = plan.also_interesting else {
            return Ok(None);
        };
        let folder = folder(output.path());
        if folder.exists() && Mark::of(&folder).is_none() && !plan.is_forced {
            return Err(Error::NotOurs(folder));
        }
        Ok(Some(Also(Rc::new(RefCell::new(Copies {
            code,
            folder,
            input: input.clone(),
            made: 0,
            error: None,
        })))))
    }

    /// Keeps the candidate of a run that ended with the exit code.
    pub(super) fn watch(&self, activity: Activity<'_>) {
        let mut copies = self.0.borrow_mut();
        if let Step::Ended(run, text) = activity.step
            && run.outcome == Outcome::Code(copies.code)
            && copies.error.is_none()
        {
            match copies.keep(text) {
                Ok(is_new) => copies.made += usize::from(is_new),
                Err(error) => copies.error = Some(error),
            }
        }
    }

    /// Tells how many there are.
    pub(super) fn tell(&self) {
        let Copies {
            code,
            folder,
            made,
            error,
            ..
        } = &*self.0.borrow();
        let place = folder.display();
        if let Some(error) = error {
            say!("warning: cannot keep a candidate in \"{place}\": {error}");
        }
        match made {
            0 => say!("the test ended with exit code {code} on no new candidate"),
            1 => say!("the test ended with exit code {code} on one candidate: {place}"),
            made => say!("the test ended with exit code {code} on {made} candidates: {place}"),
        }
    }
}

impl Copies {
    /// Puts a candidate on the disk, whole or not at all; whether it was not there yet.
    fn keep(&self, text: &[u8]) -> io::Result<bool> {
        let digest = Sha256::digest(text);
        let name: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let copy = self.folder.join(&name);
        if copy.exists() {
            return Ok(false);
        }
        if !self.folder.exists() {
            fs::create_dir(&self.folder)?;
            Mark::plain().leave(&fs::File::open(&self.folder)?);
        }
        let unfinished = self.folder.join(format!(".{name}"));
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)?;
        }
        fs::create_dir(&unfinished)?;
        self.input.unpack(text, &unfinished)?;
        fs::rename(&unfinished, &copy)?;
        Ok(true)
    }
}
