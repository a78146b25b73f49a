//! Files beside the input that commands read, and that are not reduced.

use std::fs;
use std::path::{Path, PathBuf};

use lop_exec::quote;

use crate::commands::reduce::Input;
use crate::input::Error;

/// A file or directory that the script copies to where it runs.
pub(super) struct Include {
    /// Where it is.
    from: PathBuf,
    /// Where the commands find it, from their directory.
    to: PathBuf,
}

impl Include {
    /// What the user names. Whatever is below the input's directory keeps its place there.
    pub(super) fn all(paths: &[PathBuf], input: &Input) -> Result<Vec<Self>, Error> {
        let top = fs::canonicalize(&input.path).unwrap_or_else(|_| input.path.clone());
        let top = match input.is_bundle() && input.test_name() == "." {
            true => top,
            false => top.parent().map(Path::to_owned).unwrap_or_default(),
        };
        paths.iter().map(|path| Include::new(path, &top)).collect()
    }

    fn new(path: &Path, top: &Path) -> Result<Self, Error> {
        let from = fs::canonicalize(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let to = match from.strip_prefix(top) {
            Ok(below) => below.to_owned(),
            Err(_) => from.file_name().map(PathBuf::from).unwrap_or_default(),
        };
        if to.as_os_str().is_empty() {
            return Err(Error::Usage {
                reason: format!("--include \"{}\" holds the input itself", path.display()),
                hint: "name what is beside the input, or give the whole directory as the input".to_owned(),
            });
        }
        Ok(Include { from, to })
    }

    /// The line that copies it.
    pub(super) fn line(&self) -> String {
        let from = quote(&self.from.to_string_lossy());
        let to = quote(&format!("./{}", self.to.display()));
        match self.to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => {
                let folder = quote(&format!("./{}", folder.display()));
                format!("mkdir -p {folder} && cp -R {from} {to} || exit 125")
            }
            None => format!("cp -R {from} {to} || exit 125"),
        }
    }
}

/// The names beside the input that it or a message mentions: what a command may have missed in an empty directory.
pub(super) fn missed(input: &Input, output: &[u8]) -> Vec<String> {
    let folder = match input.path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let own = input.test_name();
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let mut missed: Vec<String> = names
        .filter(|name| *name != own && name.len() > 2)
        .filter(|name| holds(output, name) || holds(&input.source, name))
        .collect();
    missed.sort();
    missed.truncate(MOST);
    missed
}

/// So many names are enough for a hint.
const MOST: usize = 8;

fn holds(text: &[u8], name: &str) -> bool {
    text.windows(name.len()).any(|window| window == name.as_bytes())
}
