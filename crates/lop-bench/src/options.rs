//! The command line of `cargo lop-bench`.

use std::path::PathBuf;

use super::paper::{self, Paper};
use super::tools::{Configuration, PEERS, set};

pub(crate) const HELP: &str = "\
cargo lop-bench [doctor|ratios|paper KEY|table|pictures] [OPTIONS]
    races lop and other reducers on cases: folders with an input, test.sh and README
    doctor   says which tools each case needs and how to get what is missing
    ratios   the papers' algorithms, duplicates and caches, beside the papers' figures
    paper    gharachorlu2023 and others, by key: what the paper claims of two configurations, and our figure beside it
    table    makes the tables and pictures again from the runs in --out; so do table ratios and table paper KEY
    pictures draws the pictures alone, into the folder pictures of --out; so does pictures paper KEY
  what to reduce
    --cases DIR...        where cases are, at any depth [default: bench/cases; with --quick
                          its folder tools]
    --filter TEXT         only cases with this in their name; may be repeated
    --group PREFIX        cases whose name begins so get tables of their own; may be repeated
  with what; ratios refer to the first
    --lop 'NAME=ARGS'     lop with these arguments
    --set NAME            default: lop as it is; papers: the published algorithms
    --peer NAME           cvise, creduce, treereduce, shrinkray, picire, lithium, ddsmt or perses (with --jar)
    --tool 'NAME=COMMAND' any other, with {input} {test} {check} {output} {jobs} filled in: see bench/README.md
    --lop-binary PATH     [default: beside lop-bench]
    --jar PATH            of perses
  how
    --cap SECONDS         a run is interrupted after this time [default: 300]
    --jobs N              tests at once [default: all cores; ratios and paper: 1]
    --repeat N            times each, of which the tables show the median [default: 1]
    --recorded            answers are kept, so that the same query costs no time again; seconds in the tables are then
                          the time that the test took when it was first asked
    --out DIR             what has been run stays here and is not run again [default: target/bench]
    --fresh               forget what is in --out
    --quick               a few cases of different languages against the peers that are here, within ten minutes
";

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Job {
    Race,
    Doctor,
    Table,
    /// The pictures of the runs in the output directory, without the tables.
    Pictures,
}

/// Which tables are made, and of what.
#[derive(Clone, Copy)]
pub(crate) enum Tables {
    /// Of the configurations that were asked for.
    Race,
    /// Of the papers' algorithms, duplicates and caches.
    Ratios,
    /// Of one paper's claims.
    Paper(&'static Paper),
}

impl Tables {
    /// What the files with the tables are called.
    pub(crate) fn name(&self) -> String {
        match self {
            Tables::Race => "table".to_owned(),
            Tables::Ratios => "ratios".to_owned(),
            Tables::Paper(paper) => format!("paper-{}", paper.key),
        }
    }

    /// Whether what is run, and how, is known from the papers.
    pub(crate) fn is_of_papers(&self) -> bool {
        !matches!(self, Tables::Race)
    }
}

pub(crate) struct Options {
    pub job: Job,
    pub tables: Tables,
    pub cases: Vec<PathBuf>,
    pub filters: Vec<String>,
    pub groups: Vec<String>,
    pub configurations: Vec<Configuration>,
    pub lop_binary: Option<PathBuf>,
    pub jar: Option<PathBuf>,
    pub cap_seconds: Option<u64>,
    pub jobs: Option<usize>,
    pub repeat: usize,
    pub is_recorded: bool,
    pub out: Option<PathBuf>,
    pub is_fresh: bool,
    pub is_quick: bool,
}

/// Reads the arguments, or says what is wrong with them.
pub(crate) fn read(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        job: Job::Race,
        tables: Tables::Race,
        cases: Vec::new(),
        filters: Vec::new(),
        groups: Vec::new(),
        configurations: Vec::new(),
        lop_binary: None,
        jar: None,
        cap_seconds: None,
        jobs: None,
        repeat: 1,
        is_recorded: false,
        out: None,
        is_fresh: false,
        is_quick: false,
    };
    let mut words = arguments.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        match word {
            "doctor" => options.job = Job::Doctor,
            "ratios" => options.tables = Tables::Ratios,
            "paper" => {
                let name = words.next().unwrap_or_default();
                let names: Vec<&str> = paper::PAPERS.iter().map(|paper| paper.key).collect();
                let unknown = || format!("which paper? There are {}", names.join(", "));
                options.tables = Tables::Paper(paper::named(name).ok_or_else(unknown)?);
            }
            "table" => options.job = Job::Table,
            "pictures" => options.job = Job::Pictures,
            "--recorded" => options.is_recorded = true,
            "--fresh" => options.is_fresh = true,
            "--quick" => options.is_quick = true,
            "--cases" => {
                while let Some(folder) = words.next_if(|word| !word.starts_with("--")) {
                    options.cases.push(PathBuf::from(folder));
                }
            }
            flag if flag.starts_with("--") => {
                let value = words.next().ok_or_else(|| format!("{flag} needs a value"))?;
                read_value(&mut options, flag, value)?;
            }
            other => return Err(format!("what is {other}?")),
        }
    }
    let mut names: Vec<&str> = options
        .configurations
        .iter()
        .map(|configuration| &configuration.name[..])
        .collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two configurations are called {}", twice[0]));
    }
    Ok(options)
}

fn read_value(options: &mut Options, flag: &str, value: &str) -> Result<(), String> {
    let number = || {
        let number = value.parse::<u64>().ok().filter(|number| *number > 0);
        number.ok_or_else(|| format!("{flag} needs a number above 0, not {value}"))
    };
    let named = || {
        let pair = value.split_once('=').filter(|(name, _)| !name.is_empty());
        pair.ok_or_else(|| format!("{flag} needs NAME=..., not {value}"))
    };
    match flag {
        "--filter" => options.filters.push(value.to_owned()),
        "--group" => options.groups.push(value.to_owned()),
        "--lop" => {
            let (name, arguments) = named()?;
            options.configurations.push(Configuration::lop(name, arguments));
        }
        "--tool" => {
            let (name, command) = named()?;
            options.configurations.push(Configuration::tool(name, command));
        }
        "--set" => {
            let configurations = set(value).ok_or_else(|| format!("no set is called {value}"))?;
            options.configurations.extend(configurations);
        }
        "--peer" => {
            for name in value.split(',') {
                let known: Vec<&str> = PEERS.iter().map(|peer| peer.name).collect();
                let unknown = || format!("no peer is called {name}, only {}", known.join(", "));
                options
                    .configurations
                    .push(Configuration::peer(name).ok_or_else(unknown)?);
            }
        }
        "--lop-binary" => options.lop_binary = Some(PathBuf::from(value)),
        "--jar" => options.jar = Some(PathBuf::from(value)),
        "--out" => options.out = Some(PathBuf::from(value)),
        "--cap" => options.cap_seconds = Some(number()?),
        "--jobs" => options.jobs = Some(number()? as usize),
        "--repeat" => options.repeat = number()? as usize,
        _ => return Err(format!("what is {flag}?")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &[&str]) -> Result<Options, String> {
        read(&line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn configurations_keep_their_order() {
        let options = of(&[
            "--lop",
            "fast=-a pardis",
            "--peer",
            "cvise,lithium",
            "--cases",
            "a",
            "b",
            "--cap",
            "9",
        ]);
        let options = options.unwrap();
        let names: Vec<&str> = options.configurations.iter().map(|one| &one.name[..]).collect();
        assert_eq!(names, ["fast", "cvise", "lithium"]);
        assert_eq!(options.configurations[0].command, "-a pardis");
        assert_eq!((options.cases.len(), options.cap_seconds), (2, Some(9)));
    }

    #[test]
    fn mistakes_are_told_by_name() {
        let mistake = |line: &[&str]| of(line).err();
        assert_eq!(
            mistake(&["paper", "knuth1968"]),
            Some(
                "which paper? There are gharachorlu2023batched, gharachorlu2023, bointner2025, tian2023, gharachorlu2021"
                    .to_owned()
            )
        );
        assert_eq!(
            mistake(&["--cap", "soon"]),
            Some("--cap needs a number above 0, not soon".to_owned())
        );
        assert_eq!(
            mistake(&["--lop", "-a pardis"]),
            Some("--lop needs NAME=..., not -a pardis".to_owned())
        );
        assert_eq!(
            mistake(&["--peer", "cvise", "--peer", "cvise"]),
            Some("two configurations are called cvise".to_owned())
        );
        assert_eq!(mistake(&["--out"]), Some("--out needs a value".to_owned()));
        assert_eq!(mistake(&["fast"]), Some("what is fast?".to_owned()));
    }

    #[test]
    fn help_names_every_peer() {
        assert!(PEERS.iter().all(|peer| HELP.contains(peer.name)));
    }
}
