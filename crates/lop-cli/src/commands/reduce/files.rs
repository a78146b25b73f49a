//! The input of a reduction: one file, or several as one text.
//!
//! One file is its own text. Several files and directories are an archive, see [`lop_exec::bundle`]: its records are
//! pieces of a language of their own, so dropping whole files is a reduction like any other, with directories as nodes
//! that contain their files. Then every file is reduced in its own language, in the frame of the others.
//! around it as they are.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop::Protected;
use lop_exec::bundle::{self, Bundle, Frame, Kind, SavedBundle};
use lop_exec::{FileId, JournalLock, Manner, Mark, Runners, Setup, Subject, check_writable, save};
use lop_syntax::{GaveUp, Syntax, Tree, parse, text};
use tempfile::TempDir;

use super::in_place::{self, Replaced};
use super::plan::Sources;
use crate::events;
use crate::input::{self, Error};
use crate::memory;

/// The input, read.
pub(crate) struct Input {
    /// A file's content, or an archive.
    pub source: Arc<[u8]>,
    /// Where it came from: the file, or the directory that holds all.
    pub path: PathBuf,
    /// The languages of all files by their path; the only file of one has no path.
    syntaxes: BTreeMap<PathBuf, Arc<Syntax>>,
    /// If it is not one file.
    bundle: Option<Bundle>,
    /// What has to stay.
    pub protected: Protected,
    /// The permissions of what is made of it: what may not be read by others does not become readable.
    pub mode: u32,
    /// The tree of the only file, which several parts of the program need before the first query.
    tree: OnceCell<Arc<Tree>>,
    /// The languages whose parsers were given up on a file, and why.
    given_up: RefCell<BTreeSet<(String, GaveUp)>>,
}

/// A file of the text, as something to be reduced by itself.
pub(crate) struct Part {
    /// Its content.
    pub content: Arc<[u8]>,
    /// Its language.
    pub syntax: Arc<Syntax>,
    /// The rest of the archive.
    pub frame: Frame,
}

/// How large a text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// Tokens of all files.
    pub tokens: usize,
    /// Bytes of all files.
    pub bytes: usize,
    /// Files.
    pub files: usize,
}

impl Input {
    /// Reads the input of the command line.
    pub(crate) fn read(sources: &Sources) -> Result<Self, Error> {
        let mut input = match sources.paths.as_slice() {
            [path] if !path.is_dir() => Self::read_one(path, sources)?,
            paths => Self::read_several(paths, sources)?,
        };
        input.protected = Protected::of(&sources.protects, &input.files(&input.source));
        Ok(input)
    }

    fn read_one(path: &Path, sources: &Sources) -> Result<Self, Error> {
        let source = if sources.is_in_place {
            input::read(&in_place::original(path, sources.is_fresh))?
        } else {
            input::read(path)?
        };
        let syntax = sources.chooser.choose(path, &source)?;
        memory::check(path, source.len(), &syntax)?;
        let mode = fs::metadata(path).map_or(0o666, |metadata| metadata.permissions().mode() & 0o777);
        let path = if path == Path::new("-") {
            stdin_name(&syntax)
        } else {
            path.to_owned()
        };
        Ok(Input {
            source: source.into(),
            path,
            syntaxes: BTreeMap::from([(PathBuf::new(), syntax)]),
            bundle: None,
            protected: Protected::default(),
            mode,
            tree: OnceCell::new(),
            given_up: RefCell::default(),
        })
    }

    fn read_several(paths: &[PathBuf], sources: &Sources) -> Result<Self, Error> {
        let bundle = bundle::read(paths, &sources.left_out)?;
        let mut syntaxes = BTreeMap::new();
        for record in records(&bundle.archive) {
            if record.kind == Kind::File {
                let syntax = sources.chooser.choose(record.path, record.content)?;
                memory::check(record.path, record.content.len(), &syntax)?;
                syntaxes.insert(record.path.to_owned(), syntax);
            }
        }
        Ok(Input {
            source: bundle.archive.as_slice().into(),
            path: bundle.top.clone(),
            syntaxes,
            mode: bundle.mode,
            bundle: Some(bundle),
            protected: Protected::default(),
            tree: OnceCell::new(),
            given_up: RefCell::default(),
        })
    }

    /// Whether a text holds all protected parts.
    pub(crate) fn is_whole(&self, text: &[u8]) -> bool {
        self.protected.is_empty() || self.protected.hold(&self.files(text))
    }

    /// Whether something was read as a part of a directory.
    pub(crate) fn has_file(&self, id: FileId) -> bool {
        self.bundle.as_ref().is_some_and(|bundle| bundle.files.contains(&id))
    }

    /// Outputs that stand in a directory of the input.
    pub(crate) fn left_out(&self) -> &[PathBuf] {
        self.bundle.as_ref().map_or(&[], |bundle| &bundle.left_out)
    }

    /// How files besides the result are made.
    pub(crate) fn manner(&self) -> Manner {
        Manner {
            mode: self.mode & 0o666,
            ..Manner::default()
        }
    }

    /// What the test finds it under, from its directory.
    pub(crate) fn test_name(&self) -> String {
        let name = match &self.bundle {
            Some(bundle) if bundle.name.is_empty() => return ".".to_owned(),
            Some(bundle) => bundle.name.as_os_str(),
            None => self.path.file_name().unwrap_or_default(),
        };
        name.to_string_lossy().into_owned()
    }

    /// Whether it is not just one file.
    pub(crate) fn is_bundle(&self) -> bool {
        self.bundle.is_some()
    }

    /// The files of a text that came from this input, largest first.
    pub(crate) fn paths(&self, text: &[u8]) -> Vec<PathBuf> {
        let mut files = self.files(text);
        files.sort_by_key(|(_, content)| std::cmp::Reverse(content.len()));
        files.into_iter().map(|(path, _)| path.to_owned()).collect()
    }

    /// A file of a text, if it is still there.
    pub(crate) fn part(&self, text: &[u8], path: &Path) -> Option<Part> {
        let (content, frame) = if self.bundle.is_none() {
            (text, Frame::none())
        } else {
            let mut records = records(text).into_iter();
            let record = records.find(|record| record.path == path)?;
            (record.content, Frame::around(text, &record))
        };
        Some(Part {
            content: content.into(),
            syntax: self.syntaxes[path].clone(),
            frame,
        })
    }

    /// A part's content as a tree.
    pub(crate) fn tree(&self, part: &Part) -> Arc<Tree> {
        self.read_file(&part.content, &part.syntax)
    }

    /// The languages whose parsers were given up on a file so far, and why.
    pub(crate) fn given_up(&self) -> BTreeSet<(String, GaveUp)> {
        self.given_up.borrow().clone()
    }

    fn read_file(&self, content: &[u8], syntax: &Arc<Syntax>) -> Arc<Tree> {
        let read = || {
            let tree = parse(content, syntax);
            let gave_up = tree.gave_up().map(|gave_up| (syntax.name.clone(), gave_up));
            self.given_up.borrow_mut().extend(gave_up);
            Arc::new(tree)
        };
        if *content == *self.source {
            self.tree.get_or_init(read).clone()
        } else {
            read()
        }
    }

    /// The other files of a text that are in the same language as one.
    pub(crate) fn beside(&self, text: &[u8], path: &Path) -> Vec<Arc<Tree>> {
        let syntax = &self.syntaxes[path];
        let others = self.files(text).into_iter().filter(|(other, _)| *other != path);
        let alike = others.filter(|(other, _)| self.syntaxes[*other].name == syntax.name);
        alike.map(|(_, content)| Arc::new(parse(content, syntax))).collect()
    }

    fn files<'a>(&self, text: &'a [u8]) -> Vec<(&'a Path, &'a [u8])> {
        if self.bundle.is_none() {
            return vec![(Path::new(""), text)];
        }
        let files = records(text).into_iter().filter(|record| record.kind == Kind::File);
        files.map(|record| (record.path, record.content)).collect()
    }

    /// The content of the only file of a text.
    pub(crate) fn only_file<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        match self.files(text)[..] {
            [(_, content)] => Some(content),
            _ => None,
        }
    }

    /// What a file is called: the only one has no path.
    pub(crate) fn file_name(&self, path: &Path) -> String {
        let name = if path.as_os_str().is_empty() {
            self.path.file_name().map(Path::new).unwrap_or(&self.path)
        } else {
            path
        };
        name.display().to_string()
    }

    /// All files of a text, for the events.
    pub(crate) fn recorded(&self, text: &[u8]) -> Vec<events::File> {
        let file = |(path, content): (&Path, &[u8])| events::File {
            path: self.file_name(path),
            language: self.syntaxes[path].name.clone(),
            text: content.into(),
        };
        self.files(text).into_iter().map(file).collect()
    }

    /// The names of all languages.
    pub(crate) fn languages(&self) -> String {
        let names: BTreeSet<&str> = self.syntaxes.values().map(|syntax| syntax.name.as_str()).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// The languages of the files, each once.
    pub(crate) fn syntaxes(&self) -> Vec<Arc<Syntax>> {
        let by_name: BTreeMap<&str, &Arc<Syntax>> = self
            .syntaxes
            .values()
            .map(|syntax| (syntax.name.as_str(), syntax))
            .collect();
        by_name.into_values().cloned().collect()
    }

    /// Whether some file is in a language.
    pub(crate) fn has_language(&self, name: &str) -> bool {
        self.syntaxes.values().any(|syntax| syntax.name == name)
    }

    /// How large a text is that came from this input.
    pub(crate) fn size(&self, text: &[u8]) -> Size {
        let files = self.files(text);
        let tokens = |(path, content): &(&Path, &[u8])| self.read_file(content, &self.syntaxes[*path]).tokens();
        Size {
            tokens: files.iter().map(tokens).sum(),
            bytes: files.iter().map(|(_, content)| content.len()).sum(),
            files: files.len(),
        }
    }

    /// The first token of a single file.
    pub(crate) fn one_token(&self) -> Option<Vec<u8>> {
        if self.bundle.is_some() {
            return None;
        }
        let tree = self.tree(&self.part(&self.source, Path::new(""))?);
        let leaf = tree.leaves().next()?;
        Some(tree.text(leaf).to_vec())
    }

    /// The names of the files, which verdicts depend on.
    pub(crate) fn names(&self) -> String {
        let names = self.bundle.as_ref().map(|bundle| (&bundle.name, &bundle.named));
        names.map(|names| format!(" {names:?}")).unwrap_or_default()
    }

    /// The settings of test runs for this input.
    pub(crate) fn setup(&self, mut setup: Setup) -> Setup {
        if let Some(bundle) = &self.bundle {
            setup.file_name = bundle.name.clone();
            setup.further = bundle.named.clone();
        }
        setup.input_bytes = self.source.len() as u64;
        setup
    }

    /// Each input of several as it was and as it is in a text that came from all of them.
    pub(super) fn replaced(&self, paths: &[PathBuf], text: &[u8]) -> Vec<Replaced> {
        let Some(bundle) = &self.bundle else {
            return Vec::new();
        };
        let (before, after) = (records(&self.source), records(text));
        let find = |records: &[bundle::Record<'_>], path: &Path| -> Option<(u32, Arc<[u8]>)> {
            let record = records.iter().find(|record| record.path == path)?;
            Some((record.mode, record.content.into()))
        };
        let replaced = paths.iter().zip(&bundle.named).filter_map(|(path, named)| {
            let (mode, original) = find(&before, named)?;
            Some(Replaced {
                path: path.clone(),
                mode,
                original,
                result: find(&after, named).map(|(_, content)| content),
            })
        });
        replaced.collect()
    }

    /// Sets how the runners make files of a text.
    pub(crate) fn place(&self, runners: &mut Runners) {
        if let Some(bundle) = &self.bundle {
            let name = bundle.name.clone();
            runners.place_with(move |folder, archive| bundle::unpack(archive, &below(folder, &name)));
        }
    }

    /// Writes what a text stands for into an empty directory, as the test finds it.
    pub(super) fn unpack(&self, text: &[u8], folder: &Path) -> std::io::Result<()> {
        match &self.bundle {
            Some(bundle) => bundle::unpack(text, &below(folder, &bundle.name)),
            None => {
                let path = folder.join(self.path.file_name().unwrap_or_default());
                lop_exec::create(&path, &self.manner())?.write_all(text)
            }
        }
    }

    /// Where the best program goes unless the user says otherwise: `crash.reduced.c` for `crash.c`,
    /// `project.reduced` for a directory `project`, and `reduced` beside several inputs.
    pub(crate) fn default_output(&self) -> PathBuf {
        let path = match &self.bundle {
            None => return reduced_name(&self.path),
            Some(bundle) if bundle.name.is_empty() => bundle.top.join("reduced"),
            Some(bundle) => {
                let mut name = bundle.name.clone();
                name.push(".reduced");
                bundle.top.with_file_name(name)
            }
        };
        let here = std::env::current_dir().unwrap_or_default();
        path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path)
    }
}

/// A place in a directory. Joining nothing to a path would give it a slash at its end.
fn below(folder: &Path, name: &OsStr) -> PathBuf {
    if name.is_empty() {
        folder.to_owned()
    } else {
        folder.join(name)
    }
}

/// What standard input is called, so that tools know it by its ending.
fn stdin_name(syntax: &Syntax) -> PathBuf {
    let extension = syntax.files.extensions.first();
    PathBuf::from("stdin").with_extension(extension.copied().unwrap_or_default())
}

/// `crash.reduced.c` for `crash.c`.
fn reduced_name(input: &Path) -> PathBuf {
    let mut name = input.file_stem().unwrap_or_default().to_owned();
    name.push(".reduced");
    if let Some(extension) = input.extension() {
        name.push(".");
        name.push(extension);
    }
    input.with_file_name(name)
}

/// The output of a reduction.
pub(super) struct Output {
    place: Place,
    mode: u32,
    /// The subject of the result, once it is known.
    subject: Option<Subject>,
}

enum Place {
    /// In a file.
    File(PathBuf),
    /// In a file that is printed at the end.
    Standard { path: PathBuf, _folder: TempDir },
    /// In a directory.
    Folder(PathBuf, SavedBundle),
}

/// The result of an earlier run of lop.
pub(super) struct Earlier {
    /// Its text, as a file or an archive of the input's kind.
    pub text: Vec<u8>,
    mark: Option<Mark>,
}

impl Earlier {
    /// Whether it is the unchanged result of a reduction of the same input with the same test and options.
    pub(super) fn is_about(&self, subject: Subject) -> bool {
        self.mark.as_ref().is_some_and(|mark| mark.is_about(subject))
    }
}

impl Output {
    /// An output in memory, in a private directory, that is printed at the end.
    pub(super) fn standard(input: &Input) -> Result<Self, Error> {
        let folder = tempfile::Builder::new().prefix("lop-").tempdir();
        let folder = folder.map_err(|source| Error::Write {
            path: std::env::temp_dir(),
            source,
        })?;
        let name = input.path.file_name().unwrap_or_default();
        let place = Place::Standard {
            path: folder.path().join(name),
            _folder: folder,
        };
        Ok(Output::at(place, input))
    }

    /// An output at a path. The lock ensures that no other process writes there.
    pub(super) fn new(path: PathBuf, input: &Input, inputs: &[PathBuf], _lock: &JournalLock) -> Result<Self, Error> {
        let place = match &input.bundle {
            None => {
                check_writable(&path)?;
                Place::File(path)
            }
            Some(bundle) => {
                let saved = SavedBundle::new(&path, bundle, inputs)?;
                Place::Folder(path, saved)
            }
        };
        Ok(Output::at(place, input))
    }

    fn at(place: Place, input: &Input) -> Self {
        Output {
            place,
            mode: input.mode,
            subject: None,
        }
    }

    /// Marks results with their subject from now on.
    pub(super) fn set_subject(&mut self, subject: Subject) {
        self.subject = Some(subject);
    }

    /// The path of the output.
    pub(super) fn path(&self) -> &Path {
        match &self.place {
            Place::File(path) | Place::Folder(path, _) | Place::Standard { path, .. } => path,
        }
    }

    /// Whether the result is printed at the end.
    pub(super) fn is_standard(&self) -> bool {
        matches!(self.place, Place::Standard { .. })
    }

    /// The name of the output for the user.
    pub(super) fn shown(&self) -> String {
        match &self.place {
            Place::Standard { .. } => "standard output".to_owned(),
            _ => self.path().display().to_string(),
        }
    }

    /// Prints a program, if the output is standard output.
    pub(super) fn print(&self, text: &[u8]) -> Result<(), Error> {
        match self.place {
            Place::Standard { .. } => std::io::stdout().lock().write_all(text).map_err(Error::Print),
            _ => Ok(()),
        }
    }

    /// The result of an earlier run at this path.
    pub(super) fn earlier(&self, input: &Input) -> Option<Earlier> {
        let path = self.path();
        let mark = Mark::of(path);
        match &input.bundle {
            None if path.is_file() => {
                let text = fs::read(path).ok()?;
                let mark = mark.filter(|mark| mark.is_of_content(&text));
                Some(Earlier { text, mark })
            }
            None => None,
            Some(bundle) if path.is_dir() => {
                let text = bundle.read_again(path).ok()?;
                Some(Earlier { text, mark })
            }
            Some(_) => None,
        }
    }

    /// Writes a program.
    pub(super) fn save(&mut self, text: &[u8]) -> Result<(), Error> {
        let mark = |content: &[u8]| match self.subject {
            Some(subject) => Mark::on_result(subject, content),
            None => Mark::plain(),
        };
        let result = match &mut self.place {
            Place::File(path) | Place::Standard { path, .. } => {
                let manner = Manner {
                    mode: self.mode,
                    mark: mark(text),
                };
                save(path, text, &manner)
            }
            Place::Folder(_, saved) => saved.save(text, &mark(b"")),
        };
        result.map_err(|source| lop_exec::refused(self.path(), source).into())
    }
}

/// Whether lop may replace the file at the default result path: only its own results, whole or interrupted.
pub(super) fn check_ours(path: &Path, input: &Input, lock: &JournalLock) -> Result<(), Error> {
    let is_ours = match path.symlink_metadata() {
        Err(_) => true,
        Ok(metadata) if metadata.is_symlink() => return Err(lop_exec::Error::Link(path.to_owned()).into()),
        Ok(_) if lock.has_answers() => true,
        Ok(_) if input.is_bundle() => Mark::of(path).is_some(),
        Ok(_) => Mark::of(path).is_some_and(|mark| fs::read(path).is_ok_and(|text| mark.is_of_content(&text))),
    };
    if is_ours {
        return Ok(());
    }
    Err(Error::NotOurs(path.to_owned()))
}

/// The language of archives: every record is a piece, and those in a directory stand below it.
pub(super) fn archives() -> Syntax {
    Syntax::foreign("files", read_archive)
}

/// Reductions of archives only take records away.
fn records(archive: &[u8]) -> Vec<bundle::Record<'_>> {
    bundle::records(archive).expect("an archive stays one")
}

fn read_archive(archive: &Arc<[u8]>, syntax: &Arc<Syntax>) -> Tree {
    let mut open: Vec<&Path> = Vec::new();
    let records = records(archive);
    let mut pieces = Vec::with_capacity(records.len());
    for record in &records {
        while open.last().is_some_and(|folder| !record.path.starts_with(folder)) {
            open.pop();
        }
        pieces.push((record.span.end, open.len()));
        if record.kind == Kind::Folder {
            open.push(record.path);
        }
    }
    text::nested(archive, &pieces, syntax)
}
