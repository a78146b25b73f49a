//! Parts of the input that have to stay.
//!
//! A candidate that lacks one of them is not interesting, and the test is not run on it. So protection holds for
//! every algorithm, also in comments and whitespace, and no algorithm has to know of it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use regex::bytes::Regex;

/// What has to stay: whatever a regular expression matches, or all from one text to another, written `BEGIN..END`.
///
/// ```
/// use lop::{Protect, Reduction};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let keep: Protect = "BEGIN..END".parse()?;
/// let reduced = Reduction::new("a b BEGIN c END d e")
///     .language("text")
///     .protect(keep)
///     .run(|candidate| candidate.contains(&b'a'))?;
/// assert_eq!(reduced.text, b"a BEGIN c END");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Protect {
    /// As the user wrote it.
    said: String,
    regex: Regex,
}

impl FromStr for Protect {
    type Err = String;

    /// `BEGIN..END` is from a text to the next that ends it, both included, or to the end; anything else matches.
    fn from_str(said: &str) -> Result<Self, String> {
        let pattern = match said.split_once("..") {
            Some((begin, end)) if !begin.is_empty() && !end.is_empty() => {
                format!("(?s){}.*?(?:{}|\\z)", regex::escape(begin), regex::escape(end))
            }
            Some(_) => return Err("expected a text on either side of the dots".to_owned()),
            None => format!("(?m){said}"),
        };
        let regex = Regex::new(&pattern).map_err(|error| last_line(&error.to_string()))?;
        Ok(Protect {
            said: said.to_owned(),
            regex,
        })
    }
}

impl fmt::Display for Protect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said)
    }
}

/// The reason, without the drawing above it.
fn last_line(message: &str) -> String {
    let line = message.lines().last().unwrap_or(message);
    line.trim_start_matches("error: ").to_owned()
}

impl Protect {
    /// The regions of a text; nothing matters in those that are empty.
    fn regions<'a>(&self, text: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let regions = self.regex.find_iter(text).map(|found| found.as_bytes());
        regions.filter(|region| !region.is_empty())
    }
}

/// The protected regions of an input, file by file.
#[derive(Debug, Default)]
pub struct Protected {
    protects: Vec<Protect>,
    /// The regions of each file by what protects them; files without any are not here.
    regions: BTreeMap<PathBuf, Vec<Vec<Vec<u8>>>>,
}

impl Protected {
    /// What is protected in some files.
    pub fn of(protects: &[Protect], files: &[(&Path, &[u8])]) -> Self {
        let mut regions = BTreeMap::new();
        for (path, content) in files {
            let found: Vec<Vec<Vec<u8>>> = protects
                .iter()
                .map(|protect| protect.regions(content).map(<[u8]>::to_vec).collect())
                .collect();
            if found.iter().any(|regions| !regions.is_empty()) {
                regions.insert((*path).to_owned(), found);
            }
        }
        Protected {
            protects: protects.to_vec(),
            regions,
        }
    }

    /// Whether there is anything to look after.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// What protects nothing at all.
    pub fn idle(&self) -> impl Iterator<Item = &Protect> {
        let is_idle = |place: &usize| self.regions.values().all(|found| found[*place].is_empty());
        (0..self.protects.len())
            .filter(is_idle)
            .map(|place| &self.protects[place])
    }

    /// Whether all regions are there, in their order.
    pub fn hold(&self, files: &[(&Path, &[u8])]) -> bool {
        self.regions.iter().all(|(path, wanted)| {
            let file = files.iter().find(|(other, _)| other == path);
            file.is_some_and(|(_, content)| {
                let pairs = self.protects.iter().zip(wanted);
                pairs
                    .into_iter()
                    .all(|(protect, wanted)| is_in(wanted, protect.regions(content)))
            })
        })
    }
}

/// Whether some regions are among others, in their order.
fn is_in<'a>(wanted: &[Vec<u8>], mut regions: impl Iterator<Item = &'a [u8]>) -> bool {
    wanted
        .iter()
        .all(|wanted| regions.any(|region| region == wanted.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(said: &str, before: &str, after: &str) -> bool {
        let protects = [said.parse().unwrap()];
        let path = Path::new("a.c");
        Protected::of(&protects, &[(path, before.as_bytes())]).hold(&[(path, after.as_bytes())])
    }

    #[test]
    fn whatever_matches_has_to_stay() {
        assert!(holds("int [ab];", "int a; int b; int c;", "int a; int b;"));
        assert!(!holds("int [ab];", "int a; int b; int c;", "int b; int c;"));
        assert!(!holds("int [ab];", "int a; int b;", "int b; int a;"));
        assert!(holds("^x$", "a\nx\nb", "x"));
        assert!(holds("nothing", "a", ""));
    }

    #[test]
    fn markers_and_what_is_between_them_have_to_stay() {
        let before = "a /* KEEP */ b  c /* END */ d /* KEEP */ e /* END */";
        assert!(holds(
            "KEEP..END",
            before,
            "/* KEEP */ b  c /* END */ /* KEEP */ e /* END */"
        ));
        assert!(!holds(
            "KEEP..END",
            before,
            "/* KEEP */ b c /* END */ /* KEEP */ e /* END */"
        ));
        assert!(!holds("KEEP..END", before, "/* KEEP */ b  c /* END */"));
        assert!(holds("KEEP..END", "a KEEP b", "KEEP b"));
        assert!(!holds("KEEP..END", "a KEEP b", "KEEP"));
    }

    #[test]
    fn a_file_with_a_protected_part_has_to_stay() {
        let protects = ["x".parse().unwrap()];
        let files: [(&Path, &[u8]); 2] = [(Path::new("a"), b"x"), (Path::new("b"), b"y")];
        let protected = Protected::of(&protects, &files);
        assert!(protected.hold(&files[..1]));
        assert!(!protected.hold(&files[1..]));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        assert!("a(".parse::<Protect>().unwrap_err().contains("unclosed group"));
        assert!("..END".parse::<Protect>().is_err());
    }
}
