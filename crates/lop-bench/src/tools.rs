//! What can be raced: lop with any flags, and other reducers.
//!
//! A tool is a command with placeholders, so that any other tool is a `--tool 'NAME=COMMAND'` away:
//!
//! | placeholder | stands for |
//! |---|---|
//! | `{input}` | the file to reduce, a copy in a directory of its own |
//! | `{name}` | its name, in the current directory |
//! | `{test}` | a test of the candidate that has the input's name in the current directory |
//! | `{check}` | a test of the candidate whose path is the last argument |
//! | `{module}` | the same test as a Python module with a function `interesting` |
//! | `{folder}`, `{output}` | where the result is looked for; without them, in place of the input |
//! | `{jobs}` | how many tests may run at once |
//! | `{language}`, `{extension}` | of the case; the extension with its dot |
//! | `{not-c}` | `--not-c` for languages other than C and C++ |
//! | `{jar}` | what `--jar` gives |

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cases::{Case, fingerprint};

/// Another reducer.
pub(crate) struct Peer {
    pub name: &'static str,
    /// Empty for any.
    pub languages: &'static [&'static str],
    pub command: &'static str,
    pub install: &'static str,
}

pub(crate) const PEERS: [Peer; 8] = [
    Peer {
        name: "cvise",
        languages: &[],
        command: "cvise --n {jobs} {not-c} {test} {name}",
        install: "apt-get install cvise",
    },
    Peer {
        name: "creduce",
        languages: &[],
        command: "creduce --n {jobs} {not-c} {test} {name}",
        install: "apt-get install creduce",
    },
    Peer {
        name: "treereduce",
        languages: &["c", "java", "javascript", "lua", "rust"],
        command: "treereduce-{language} --quiet --jobs {jobs} --source {input} --output {output} -- {check} @@{extension}",
        install: "cargo install treereduce-{language}",
    },
    Peer {
        name: "shrinkray",
        languages: &[],
        command: "shrinkray --ui basic --parallelism {jobs} --input-type basename {test} {input}",
        install: "pip install shrinkray",
    },
    Peer {
        name: "picire",
        languages: &[],
        command: "picire --quiet --parallel --jobs {jobs} --atom both --input {input} --test {check} --out {folder}",
        install: "pip install picireny",
    },
    Peer {
        name: "lithium",
        languages: &[],
        command: "lithium {module} {input}",
        install: "pip install lithium-reducer",
    },
    Peer {
        name: "ddsmt",
        languages: &["smtlib"],
        command: "ddsmt --jobs {jobs} --ignore-output {input} {output} {check}",
        install: "pip install ddsmt",
    },
    Peer {
        name: "perses",
        languages: &[],
        command: "java -jar {jar} --threads {jobs} --test-script {test} --input-file {input} --output-dir {folder}",
        install: "give the path of perses_deploy.jar by --jar",
    },
];

/// One column of the race.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Configuration {
    pub name: String,
    pub command: String,
    pub install: String,
    pub languages: &'static [&'static str],
    pub is_lop: bool,
}

impl Configuration {
    pub(crate) fn lop(name: &str, arguments: &str) -> Configuration {
        Configuration {
            name: name.to_owned(),
            command: arguments.to_owned(),
            install: "cargo build --release --package lop-cli".to_owned(),
            languages: &[],
            is_lop: true,
        }
    }

    pub(crate) fn tool(name: &str, command: &str) -> Configuration {
        Configuration {
            name: name.to_owned(),
            command: command.to_owned(),
            install: String::new(),
            languages: &[],
            is_lop: false,
        }
    }

    pub(crate) fn peer(name: &str) -> Option<Configuration> {
        let peer = PEERS.iter().find(|peer| peer.name == name)?;
        Some(Configuration {
            install: peer.install.to_owned(),
            languages: peer.languages,
            ..Configuration::tool(peer.name, peer.command)
        })
    }

    pub(crate) fn fits(&self, case: &Case) -> bool {
        self.languages.is_empty() || self.languages.contains(&&case.language[..])
    }

    /// The program, the first word of the command.
    pub(crate) fn program(&self, case: &Case) -> String {
        let first = self.command.split_whitespace().next().unwrap_or_default();
        first.replace("{language}", &case.language)
    }

    /// Whether it writes its result to a place of its own.
    pub(crate) fn has_output(&self) -> bool {
        self.is_lop || self.command.contains("{output}") || self.command.contains("{folder}")
    }

    /// Whether it is one of [`PEERS`].
    pub(crate) fn is_peer(&self) -> bool {
        PEERS.iter().any(|peer| peer.command == self.command)
    }

    /// How to get it.
    pub(crate) fn how_to_install(&self, case: &Case) -> String {
        self.install.replace("{language}", &case.language)
    }
}

/// The sets of lop's configurations that have a name.
pub(crate) fn set(name: &str) -> Option<Vec<Configuration>> {
    match name {
        "default" => Some(vec![Configuration::lop("lop", "")]),
        "papers" => Some(papers().collect()),
        _ => None,
    }
}

/// The algorithms of the papers, perses with ddmin first: what their ratios refer to.
pub(crate) const PAPERS: [(&str, &str); 8] = [
    ("perses+ddmin", "--algorithm perses --list ddmin"),
    ("perses+opdd", "--algorithm perses --list opdd"),
    ("perses-n", "--algorithm perses-n"),
    ("pardis --no-pruning", "--algorithm pardis --no-pruning"),
    ("pardis", "--algorithm pardis"),
    ("pardis-hybrid", "--algorithm pardis-hybrid"),
    ("hdd", "--algorithm hdd"),
    ("waves", "--algorithm waves"),
];

fn papers() -> impl Iterator<Item = Configuration> {
    PAPERS
        .iter()
        .map(|(name, arguments)| Configuration::lop(name, arguments))
}

/// The lop to race, and what it says of itself.
pub(crate) struct Lop {
    pub path: PathBuf,
    pub version: String,
    help: String,
    algorithms: String,
    caches: String,
}

impl Lop {
    pub(crate) fn find(path: &Path) -> io::Result<Lop> {
        let missing = |error: io::Error| {
            let message = format!(
                "cannot run {}: {error}\nhint: cargo build --release --package lop-cli, or give --lop-binary PATH",
                path.display()
            );
            io::Error::new(error.kind(), message)
        };
        let path = std::fs::canonicalize(path).map_err(missing)?;
        let said = |argument: &str| -> io::Result<String> {
            let output = Command::new(&path).arg(argument).stdin(Stdio::null()).output()?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let mark = fingerprint(&std::fs::read(&path).map_err(missing)?);
        Ok(Lop {
            version: format!("{} {}", said("--version").map_err(missing)?.trim(), &mark[..8]),
            help: said("--help")?,
            algorithms: said("algorithms")?,
            caches: said("caches")?,
            path,
        })
    }

    pub(crate) fn knows_flag(&self, flag: &str) -> bool {
        self.help
            .split(|c: char| c.is_whitespace() || c == ',')
            .any(|word| word == flag)
    }

    /// The first of the arguments that this lop does not know.
    pub(crate) fn unknown<'a>(&self, arguments: &'a str) -> Option<&'a str> {
        let mut words = arguments.split_whitespace();
        while let Some(word) = words.next() {
            if word.starts_with("--") && !self.knows_flag(word) {
                return Some(word);
            }
            let listing = match word {
                "-a" | "--algorithm" | "--list" => &self.algorithms,
                "--cache" => &self.caches,
                _ => continue,
            };
            if let Some(name) = words.next()
                && !lists(listing, name)
            {
                return Some(name);
            }
        }
        None
    }
}

/// Whether a listing has a line that begins with a name.
fn lists(listing: &str, name: &str) -> bool {
    listing.lines().any(|line| line.split_whitespace().next() == Some(name))
}

/// Where a program is found, if it is.
pub(crate) fn locate(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.exists());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

/// What a program says to `--version`, in one line.
pub(crate) fn version(program: &Path) -> String {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&output);
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// The words of a command with its placeholders filled in. A placeholder with nothing to say leaves no word behind.
pub(crate) fn fill(command: &str, values: &[(&str, String)]) -> Vec<String> {
    let fill = |word: &str| {
        values.iter().fold(word.to_owned(), |word, (name, value)| {
            word.replace(&format!("{{{name}}}"), value)
        })
    };
    command
        .split_whitespace()
        .map(fill)
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_with_spaces_stay_one_word_and_empty_ones_vanish() {
        let values = [("input", "a b.c".to_owned()), ("not-c", String::new())];
        assert_eq!(fill("cvise {not-c} x{input}", &values), ["cvise", "xa b.c"]);
    }

    #[test]
    fn an_old_lop_is_not_asked_for_what_it_does_not_know() {
        let lop = Lop {
            path: PathBuf::new(),
            version: String::new(),
            help: "  -a, --algorithm <NAME>\n      --list <NAME>\n      --cache <NAME>\n".to_owned(),
            algorithms: "perses  tree  List by list.\nddmin   list  Subsets.\n".to_owned(),
            caches: "sha  cache\n".to_owned(),
        };
        assert_eq!(lop.unknown("--algorithm perses --list ddmin --cache sha"), None);
        assert_eq!(lop.unknown("--algorithm waves"), Some("waves"));
        assert_eq!(lop.unknown("-a perses --cache rcc"), Some("rcc"));
        assert_eq!(lop.unknown("--no-pruning"), Some("--no-pruning"));
    }

    #[test]
    fn every_peer_gets_a_test_and_the_input() {
        for peer in &PEERS {
            let has = |name: &str| peer.command.contains(name);
            assert!(has("{input}") || has("{name}"), "{}", peer.name);
            assert!(has("{test}") || has("{check}") || has("{module}"), "{}", peer.name);
        }
    }
}
