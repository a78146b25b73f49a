//! The properties of the options of a reduction that clap does not know.
//!
//! An option is defined in `args.rs`, with its default, and has an entry here: whether verdicts depend on it, whether it
//! names an output, which `lop.toml` may have a default for it, and what it needs to have an effect. The journal's
//! fingerprint, the files that are left out of an input, the configuration and the warnings are loops over this table; a
//! test fails if an option has no entry.

use std::path::{Path, PathBuf};

use lop_core::tree::{self, Heeds};

use crate::args::Reduce;

/// The properties of an option.
pub(crate) struct OptionEntry {
    /// Its long name, without the dashes.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// Where it may have a default.
    pub default: Default,
    /// What it needs to have an effect.
    pub needs: Needs,
}

/// Where an option may have a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Default {
    /// Nowhere: it belongs to a single reduction.
    Nowhere,
    /// In the environment and in the user's own configuration directory. It runs something, loads code, writes a file,
    /// reaches another machine, or is a safeguard.
    Own,
    /// In a `lop.toml` beside the input as well, which may have come with a bug report: the worst it can do is to make a
    /// reduction slower or its result larger.
    Beside,
}

/// The role of an option.
pub(crate) enum Role {
    /// Verdicts depend on it: its value is part of the journal's fingerprint.
    Verdicts(fn(&Reduce) -> String),
    /// It names a file or directory that lop writes, which is never a part of the input.
    Output(fn(&Reduce) -> Option<&Path>),
    /// Neither.
    Other,
}

/// What an option needs to have an effect.
pub(crate) enum Needs {
    /// Nothing.
    Nothing,
    /// An algorithm that heeds it, and the warning for others.
    Algorithm(Heeds, &'static str),
    /// `--schedule random`.
    RandomSchedule,
    /// `--remote`.
    #[cfg(feature = "remote")]
    Remote,
}

impl OptionEntry {
    /// An option with no particular role. Its default comes from the user's own files only, unless
    /// [`OptionEntry::harmless`] allows more.
    /// otherwise.
    pub(crate) const fn new(name: &'static str) -> Self {
        OptionEntry {
            name,
            role: Role::Other,
            default: Default::Own,
            needs: Needs::Nothing,
        }
    }

    /// May have a default in a `lop.toml` beside the input.
    const fn harmless(self) -> Self {
        OptionEntry {
            default: Default::Beside,
            ..self
        }
    }

    /// An option of one reduction: a default for all reductions would only do harm.
    const fn once(name: &'static str) -> Self {
        OptionEntry {
            default: Default::Nowhere,
            ..OptionEntry::new(name)
        }
    }

    const fn verdicts(name: &'static str, value: fn(&Reduce) -> String) -> Self {
        OptionEntry {
            role: Role::Verdicts(value),
            ..OptionEntry::new(name)
        }
    }

    const fn output(name: &'static str, path: fn(&Reduce) -> Option<&Path>) -> Self {
        OptionEntry {
            role: Role::Output(path),
            ..OptionEntry::new(name)
        }
    }

    /// An option that has an effect only under a condition.
    pub(crate) const fn needs(name: &'static str, needs: Needs) -> Self {
        OptionEntry {
            needs,
            ..OptionEntry::new(name)
        }
    }

    const fn heeded(name: &'static str, heeds: Heeds, otherwise: &'static str) -> Self {
        OptionEntry::needs(name, Needs::Algorithm(heeds, otherwise))
    }
}

const REWRITES: &str = "applies no rewrite rules";
const TYPES: &str = "does not take nodes by their types";

/// All options of a reduction, in the order of `args.rs`; those of `--remote` are beside their definitions.
static OPTIONS: &[OptionEntry] = &[
    // The content of the test is part of the fingerprint already.
    OptionEntry::once("command"),
    OptionEntry::once("golden"),
    OptionEntry::once("match-stdout"),
    OptionEntry::once("match-stderr"),
    OptionEntry::once("cross-check"),
    OptionEntry::once("also-interesting"),
    OptionEntry::verdicts("timeout", |args| format!("{:?}", args.timeout)).harmless(),
    OptionEntry::verdicts("memory-limit", |args| format!("{:?}", args.memory_limit)).harmless(),
    OptionEntry::verdicts("sandbox", |args| args.sandbox.to_string()),
    // A verdict of one run must not count as one of several.
    OptionEntry::verdicts("flaky", |args| format!("{:?}", args.flaky)).harmless(),
    OptionEntry::output("keep-logs", |args| args.keep_logs.as_deref()),
    OptionEntry::new("algorithm").harmless(),
    OptionEntry::new("jobs").harmless(),
    OptionEntry::new("time-limit").harmless(),
    // Candidates without what is protected are refused above the journal.
    OptionEntry::new("protect").harmless(),
    // So are those with more errors than the input.
    OptionEntry::new("syntax").harmless(),
    OptionEntry::once("fresh"),
    OptionEntry::heeded("list", Heeds::List, "minimises no lists but that of the comments").harmless(),
    OptionEntry::new("syntactic").harmless(),
    OptionEntry::new("transforms").harmless(),
    // A rule is a text; a file of them is a path.
    OptionEntry::heeded("rewrite", Heeds::Rewrites, REWRITES).harmless(),
    OptionEntry::heeded("rewrite-file", Heeds::Rewrites, REWRITES),
    OptionEntry::heeded("effort", Heeds::Effort, "always goes as far as it can").harmless(),
    OptionEntry::new("cache").harmless(),
    OptionEntry::heeded("replacements", Heeds::Replacements, "replaces no nodes").harmless(),
    OptionEntry::heeded("replacement-depth", Heeds::Replacements, "replaces no nodes").harmless(),
    OptionEntry::heeded("max-replacements", Heeds::Replacements, "replaces no nodes").harmless(),
    OptionEntry::heeded("no-pruning", Heeds::Pruning, "tries all nodes anyway").harmless(),
    OptionEntry::heeded("wave", Heeds::Waves, "makes no waves of queries").harmless(),
    OptionEntry::heeded("model", Heeds::Model, "uses no model"),
    OptionEntry::new("online").harmless(),
    OptionEntry::heeded("schedule", Heeds::Types, TYPES).harmless(),
    OptionEntry::needs("seed", Needs::RandomSchedule).harmless(),
    OptionEntry::heeded("joint", Heeds::Types, TYPES).harmless(),
    OptionEntry::new("features").harmless(),
    OptionEntry::heeded("clean-up", Heeds::Types, TYPES).harmless(),
    OptionEntry::new("max-rounds").harmless(),
    OptionEntry::new("max-queries").harmless(),
    // An output inside the input is an error, not something to leave out.
    OptionEntry::once("output"),
    OptionEntry::once("in-place"),
    OptionEntry::once("force"),
    OptionEntry::new("format").harmless(),
    OptionEntry::new("finish-with"),
    OptionEntry::new("json").harmless(),
    OptionEntry::output("stats", |args| args.stats.as_deref()),
    OptionEntry::output("trace", |args| args.trace.as_deref()),
    OptionEntry::output("events", |args| args.events.as_deref()),
    OptionEntry::output("report", |args| args.report.as_deref()),
    OptionEntry::new("progress").harmless(),
    OptionEntry::new("quiet").harmless(),
    OptionEntry::once("help-research"),
    OptionEntry::once("no-config"),
    OptionEntry::new("language").harmless(),
    OptionEntry::new("grammar"),
];

#[cfg(feature = "remote")]
use crate::commands::reduce::remote::OPTIONS as REMOTE;
#[cfg(not(feature = "remote"))]
static REMOTE: &[OptionEntry] = &[];

/// The entries of all options.
pub(crate) fn all() -> impl Iterator<Item = &'static OptionEntry> {
    OPTIONS.iter().chain(REMOTE)
}

/// The entry of an option.
pub(crate) fn named(name: &str) -> Option<&'static OptionEntry> {
    all().find(|entry| entry.name == name)
}

/// The options that verdicts depend on, with their values.
pub(crate) fn verdict_settings(args: &Reduce) -> String {
    let settings = all().filter_map(|entry| match entry.role {
        Role::Verdicts(value) => Some(format!("{}={}", entry.name, value(args))),
        _ => None,
    });
    settings.collect::<Vec<_>>().join(" ")
}

/// The files and directories that lop writes besides the result.
pub(crate) fn outputs(args: &Reduce) -> Vec<PathBuf> {
    let outputs = all().filter_map(|entry| match entry.role {
        Role::Output(path) => path(args).map(Path::to_owned),
        _ => None,
    });
    outputs.collect()
}

/// Warnings about options that were given and have no effect.
pub(crate) fn idle(args: &Reduce, algorithm: &tree::ReducerEntry) -> Vec<String> {
    let given = all().filter(|entry| args.given.contains(entry.name));
    let warnings = given.filter_map(|entry| {
        let reason = match entry.needs {
            Needs::Algorithm(heeds, otherwise) if !algorithm.heeds.contains(&heeds) => {
                format!("{} {otherwise}", algorithm.name)
            }
            Needs::RandomSchedule if args.schedule != "random" => {
                format!("{} leaves nothing to chance without --schedule random", algorithm.name)
            }
            #[cfg(feature = "remote")]
            Needs::Remote if args.remote.servers.is_empty() => "there is no --remote".to_owned(),
            _ => return None,
        };
        Some(format!("--{} does nothing here: {reason}", entry.name))
    });
    warnings.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::args::Args;

    #[test]
    fn every_option_of_a_reduction_has_one_entry() {
        let command = Args::command();
        let defined: BTreeSet<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
        let entries: Vec<&str> = all().map(|entry| entry.name).collect();
        assert_eq!(entries.iter().copied().collect::<BTreeSet<&str>>(), defined);
        assert_eq!(entries.len(), defined.len(), "none is there twice");
    }

    #[test]
    fn no_option_that_names_an_output_has_a_default_beside_the_input() {
        for entry in all() {
            let is_output = matches!(entry.role, Role::Output(_));
            assert!(!is_output || entry.default != Default::Beside, "{}", entry.name);
        }
    }

    #[test]
    fn what_verdicts_depend_on_and_what_is_written_comes_from_the_table() {
        let read = |options: &[&str]| {
            let words = ["lop"].iter().chain(options).chain(&["test", "input"]);
            Args::try_parse_from(words).expect("they are options").reduce
        };
        let plain = verdict_settings(&read(&[]));
        for options in [["--timeout", "3"], ["--memory-limit", "3"], ["--flaky", "off"]] {
            assert_ne!(verdict_settings(&read(&options)), plain, "{options:?}");
        }
        assert_ne!(verdict_settings(&read(&["--sandbox"])), plain);
        assert_eq!(verdict_settings(&read(&["--jobs", "3", "--algorithm", "hdd"])), plain);
        let written = read(&[
            "--stats",
            "a",
            "--trace",
            "b",
            "--events",
            "c",
            "--report",
            "d",
            "--keep-logs",
            "e",
        ]);
        let written: BTreeSet<PathBuf> = outputs(&written).into_iter().collect();
        assert_eq!(written, ["a", "b", "c", "d", "e"].map(PathBuf::from).into());
    }
}
