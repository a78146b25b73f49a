//! A case is a folder: an input, `test.sh` that ends with exit code 0 on what is interesting, and a README.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use lop_syntax::{Syntax, lang, parse};
use serde::{Deserialize, Serialize};

/// The script that every case has.
const TEST: &str = "test.sh";

pub(crate) struct Case {
    /// The folder's path below the one where the search began.
    pub name: String,
    pub test: PathBuf,
    pub input: PathBuf,
    /// The name that the input has wherever it is tested.
    pub file_name: String,
    pub readme: String,
    pub language: String,
    /// Changes when the input or the test does.
    pub fingerprint: String,
    syntax: Arc<Syntax>,
}

/// How large a file is.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct Size {
    /// Leaves of the language's grammar, without comments.
    pub tokens: u64,
    pub bytes: u64,
}

impl Case {
    /// The size of a text, counted alike for all tools.
    pub(crate) fn size(&self, text: &[u8]) -> Size {
        Size {
            tokens: parse(text, &self.syntax).tokens() as u64,
            bytes: text.len() as u64,
        }
    }

    /// What the case's own test says about a text: whether it is interesting, and in how many seconds.
    pub(crate) fn judge(&self, text: &[u8]) -> io::Result<(bool, f64)> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(&self.file_name), text)?;
        let start = Instant::now();
        let status = Command::new(&self.test)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        Ok((status.success(), start.elapsed().as_secs_f64()))
    }
}

/// All cases below the folders, in order of their names; a folder that is none of them says why.
pub(crate) fn find(folders: &[PathBuf], filters: &[String]) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for folder in folders {
        let folder = fs::canonicalize(folder)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", folder.display())))?;
        let mut found = Vec::new();
        search(&folder, &mut found)?;
        for path in found {
            let name = match path.strip_prefix(&folder) {
                Ok(below) if !below.as_os_str().is_empty() => below.to_string_lossy().into_owned(),
                _ => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            };
            if filters.is_empty() || filters.iter().any(|filter| name.contains(filter)) {
                cases.push(read(&path, name)?);
            }
        }
    }
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(cases)
}

/// The folders that have a test, also those within others.
fn search(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    if entries.iter().any(|path| path.ends_with(TEST)) {
        found.push(folder.to_owned());
        return Ok(());
    }
    entries
        .iter()
        .filter(|path| path.is_dir())
        .try_for_each(|path| search(path, found))
}

fn read(folder: &Path, name: String) -> io::Result<Case> {
    let mut inputs = Vec::new();
    let mut readme = String::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with("README") {
            readme = fs::read_to_string(entry.path())?;
        } else if file != TEST && !file.starts_with('.') && entry.path().is_file() {
            inputs.push(file);
        }
    }
    let [file_name] = &inputs[..] else {
        let message = format!(
            "{name}: one file beside {TEST} and README is the input, here are {}",
            inputs.len()
        );
        return Err(io::Error::other(message));
    };
    let (test, input) = (folder.join(TEST), folder.join(file_name));
    let source = fs::read(&input)?;
    let mut everything = fs::read(&test)?;
    everything.extend(&source);
    let (language, syntax) = match lang::detect(&input, &source) {
        Some(language) => {
            let syntax = language.syntax().map_err(io::Error::other)?;
            (language.name.to_owned(), syntax)
        }
        None => ("text".to_owned(), Arc::new(Syntax::text())),
    };
    Ok(Case {
        name,
        test,
        input,
        file_name: file_name.clone(),
        readme,
        language,
        fingerprint: fingerprint(&everything),
        syntax,
    })
}

/// A short text that another content would hardly have: FNV-1a over words of eight bytes.
pub(crate) fn fingerprint(content: &[u8]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325 ^ content.len() as u64;
    for chunk in content.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^= hash >> 29;
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write_case(folder: &Path, files: &[&str]) {
        fs::create_dir_all(folder).unwrap();
        for file in files {
            fs::write(folder.join(file), "int a;\n").unwrap();
        }
    }

    #[test]
    fn cases_are_found_at_any_depth_and_named_by_their_path() {
        let root = tempfile::tempdir().unwrap();
        write_case(&root.path().join("c/one"), &[TEST, "README", "in.c"]);
        write_case(&root.path().join("two"), &[TEST, "in.unknown"]);
        let folders = [root.path().to_owned()];
        let cases = find(&folders, &[]).unwrap();
        let names: Vec<_> = cases.iter().map(|case| (&case.name[..], &case.language[..])).collect();
        assert_eq!(names, [("c/one", "c"), ("two", "text")]);
        let filtered = find(&folders, &["wo".to_owned()]).unwrap();
        assert_eq!(filtered.len(), 1);
        assert_eq!(cases[0].size(b"int a; // x\n"), Size { tokens: 3, bytes: 12 });
    }

    #[test]
    fn two_inputs_are_an_error_that_names_the_case() {
        let root = tempfile::tempdir().unwrap();
        write_case(&root.path().join("both"), &[TEST, "a.c", "b.c"]);
        let error = find(&[root.path().to_owned()], &[]).err().unwrap();
        assert!(error.to_string().starts_with("both: one file"), "{error}");
    }

    #[test]
    fn fingerprints_tell_contents_apart() {
        let texts: [&[u8]; 5] = [b"", b"\0", b"a", b"12345678", b"123456780"];
        let all: std::collections::BTreeSet<_> = texts.iter().map(|text| fingerprint(text)).collect();
        assert_eq!(all.len(), texts.len());
    }
}
