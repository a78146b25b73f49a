//! Detecting changes of the test during a run.
//!
//! Verdicts of a test that changes during a run do not fit together, and its result may be interesting to neither
//! version. What a script reads is unknown, but the script itself, and the tools of its own directory that it names,
//! are checked at every new best program and at the end. Other files that it names may be its own to write.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::test::Test;

/// The files of a test, with their stamps at the start.
pub(super) struct TestFiles {
    files: Vec<(PathBuf, Option<Stamp>)>,
    notify: Box<dyn FnMut(&str)>,
}

/// Changes whenever a file does: device, inode, length and time.
type Stamp = (u64, u64, u64, i64, i64);

impl TestFiles {
    /// The files of a test whose input has a name; `notify` is called once for each file that changes.
    pub(super) fn new(test: &Test, input_name: &str, notify: impl FnMut(&str) + 'static) -> Self {
        let paths = match test {
            Test::Script(script) => files_of(script, input_name),
            Test::Line(_) | Test::Golden(_) => Vec::new(),
        };
        TestFiles {
            files: paths.into_iter().map(|path| (path.clone(), stamp(&path))).collect(),
            notify: Box::new(notify),
        }
    }

    /// Reports files that changed since the last check.
    pub(super) fn look(&mut self) {
        for (path, before) in &mut self.files {
            let now = stamp(path);
            if now != *before {
                *before = now;
                (self.notify)(&format!(
                    "\"{}\", which the test consists of, has changed: verdicts from before and after that may not fit \
                     together; --fresh starts over",
                    path.display()
                ));
            }
        }
    }
}

/// A script and the tools beside it that it names, without the input, which every run has a copy of.
fn files_of(script: &Path, input_name: &str) -> Vec<PathBuf> {
    let text = fs::read(script).unwrap_or_default();
    let folder = script.parent().unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter(|entry| {
        let name = entry.file_name();
        name != input_name && is_tool(&entry.path()) && names(&text, name.as_encoded_bytes())
    });
    let mut files: Vec<PathBuf> = named.map(|entry| entry.path()).collect();
    files.retain(|file| file.file_name() != script.file_name());
    files.sort();
    files.insert(0, script.to_owned());
    files
}

/// Whether a path is a file that can be executed.
fn is_tool(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.mode() & 0o111 != 0)
}

/// Whether a name is a word of a text.
fn names(text: &[u8], name: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let mut places = text.windows(name.len()).enumerate().filter(|(_, word)| *word == name);
    places.any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        !before.is_some_and(is_part) && !text.get(at + name.len()).is_some_and(is_part)
    })
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((
        metadata.dev(),
        metadata.ino(),
        metadata.size(),
        metadata.mtime(),
        metadata.mtime_nsec(),
    ))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_script_has_the_tools_beside_it_that_it_names() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            (
                "test.sh",
                "#!/bin/sh\n\"$(dirname \"$0\")/check.py\" in.c && ./mycc2 in.c && echo >> log\n",
            ),
            ("check.py", ""),
            ("mycc", ""),
            ("log", ""),
            ("in.c", ""),
        ] {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a writable folder");
            let mode = if name == "log" { 0o644 } else { 0o755 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("our own file");
        }
        let files = files_of(&folder.path().join("test.sh"), "in.c");
        assert_eq!(files, ["test.sh", "check.py"].map(|name| folder.path().join(name)));
    }
}
