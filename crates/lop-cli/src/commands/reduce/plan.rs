//! The plan of a reduction, made from the command line.
//!
//! Raw options end here: the phases below see a [`Plan`], whose parts are named after what they are for.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use lop::{Driver, Hoists, ModelSource, Protect, Strategy};
use lop_core::Limits;
use lop_core::model::Model;
use lop_exec::{Flakiness, Sandbox, Setup, TimeOut};
use lop_syntax::rewrite;

use super::files::Input;
#[cfg(feature = "remote")]
use super::remote;
use crate::args::{self, Format, Switch, Syntax};
use crate::input::{self, Chooser, Error};
use crate::options;

/// No model, or no clean-up reducer.
const NONE: &str = "none";
/// Standard input as an input, standard output as an output.
const STANDARD: &str = "-";

/// The plan of a reduction.
pub(crate) struct Plan {
    pub sources: Sources,
    pub test: TestSource,
    pub confinement: Confinement,
    /// The exit code of tests whose candidates are kept.
    pub also_interesting: Option<i32>,
    /// How many tests are run on this machine at once.
    pub jobs: usize,
    #[cfg(feature = "remote")]
    pub remote: remote::Options,
    pub flaky: Flakiness,
    pub time_limit: Option<Duration>,
    /// The searches.
    pub driver: Driver,
    /// The rewrite rules of the user's.
    pub rewrites: Vec<Rewrite>,
    pub syntax: Syntax,
    /// The file of a model that the user brings.
    pub model: Option<(PathBuf, Rc<Model>)>,
    pub destination: Destination,
    /// Whether a file that lop did not make may be replaced by the result.
    pub is_forced: bool,
    /// Whether the verdicts of an interrupted run are forgotten.
    pub is_fresh: bool,
    /// The format of the result.
    pub format: Format,
    pub finish_with: Option<FinishWith>,
    pub reports: Reports,
    /// The options that verdicts depend on.
    pub verdict_settings: String,
    /// Warnings about the options.
    pub warnings: Vec<String>,
}

/// A rewrite rule of the user's.
pub(crate) struct Rewrite {
    pub rule: String,
    /// The file and line of the rule, unless it comes from the command line.
    pub place: Option<(PathBuf, usize)>,
}

/// The inputs and their languages.
pub(crate) struct Sources {
    pub paths: Vec<PathBuf>,
    pub chooser: Chooser,
    /// The grammar that the user brings.
    pub grammar: Option<PathBuf>,
    pub protects: Vec<Protect>,
    /// Files and directories that lop writes itself.
    pub left_out: Vec<PathBuf>,
    pub is_in_place: bool,
    pub is_fresh: bool,
}

impl Sources {
    /// Files in their own languages.
    pub(crate) fn plain(paths: &[PathBuf]) -> Result<Self, Error> {
        Ok(Sources {
            paths: paths.to_vec(),
            chooser: Chooser::new(&args::LanguageChoice::default())?,
            grammar: None,
            protects: Vec::new(),
            left_out: Vec::new(),
            is_in_place: false,
            is_fresh: false,
        })
    }
}

/// The interestingness test, as the command line gives it.
pub(crate) enum TestSource {
    /// An executable.
    Script(PathBuf),
    /// A line for the shell.
    Line(String),
    /// A command that has to end as it does on the input.
    Golden(Golden),
}

/// What a golden command has to reproduce.
pub(crate) struct Golden {
    pub command: String,
    pub match_stdout: Option<String>,
    pub match_stderr: Option<String>,
    /// Another command that has to end as it does on the input.
    pub cross_check: Option<String>,
}

/// Limits of a test run.
pub(crate) struct Confinement {
    pub timeout: Option<Duration>,
    memory_bytes: Option<u64>,
    is_sandboxed: bool,
}

impl Confinement {
    pub(crate) fn apply(&self, setup: &mut Setup) {
        setup.memory_bytes = self.memory_bytes;
        if self.is_sandboxed {
            setup.sandbox = Sandbox::On;
        }
        if let Some(timeout) = self.timeout {
            setup.time_out = TimeOut::fixed(timeout);
        }
    }
}

/// Where the result goes.
pub(crate) enum Destination {
    Named(PathBuf),
    InPlace,
    /// Beside the input, under a name made from it.
    Beside,
}

impl Destination {
    pub(crate) fn path(&self, input: &Input) -> PathBuf {
        match self {
            Destination::Named(path) => path.clone(),
            Destination::InPlace if !input.is_bundle() => input.path.clone(),
            Destination::InPlace | Destination::Beside => input.default_output(),
        }
    }
}

/// Another reducer for the result.
pub(crate) struct FinishWith {
    pub command: String,
    /// How many tests it may run at once, if the user says so.
    pub jobs: Option<usize>,
}

/// The reports of a reduction, and where they go.
pub(crate) struct Reports {
    pub stats: Option<PathBuf>,
    pub is_json: bool,
    pub trace: Option<PathBuf>,
    pub events: Option<PathBuf>,
    pub page: Option<PathBuf>,
    pub logs: Option<PathBuf>,
    pub progress: Option<args::Progress>,
    pub is_quiet: bool,
}

impl Reports {
    /// Whether any of them shows the output of the test.
    pub(crate) fn keep_output(&self) -> bool {
        self.logs.is_some() || self.events.is_some() || self.page.is_some()
    }
}

impl Plan {
    /// Checks what clap cannot know, and resolves all names.
    pub(crate) fn new(args: &args::Reduce) -> Result<Self, Error> {
        check_usage(args)?;
        let model = given_model(args)?;
        let rewrites = rewrites(args)?;
        let driver = Driver::new(&strategy(args, model.as_ref(), &rewrites))?;
        Ok(Plan {
            sources: sources(args)?,
            test: test(args),
            confinement: Confinement {
                timeout: args.timeout.map(seconds),
                memory_bytes: args.memory_limit.map(|megabytes| megabytes << 20),
                is_sandboxed: args.sandbox,
            },
            also_interesting: args.also_interesting.map(i32::from),
            jobs: args.jobs.unwrap_or_else(cores),
            #[cfg(feature = "remote")]
            remote: args.remote.clone(),
            flaky: args.flaky,
            time_limit: args.time_limit.map(seconds),
            warnings: warnings(args, &driver),
            driver,
            rewrites,
            syntax: args.syntax,
            model,
            destination: destination(args),
            is_forced: args.force,
            is_fresh: args.fresh,
            format: args.format,
            finish_with: args.finish_with.clone().map(|command| FinishWith {
                command,
                jobs: args.jobs,
            }),
            reports: reports(args),
            verdict_settings: options::verdict_settings(args),
        })
    }

    /// How many tests are run at once, here and remotely.
    pub(crate) fn slots(&self) -> usize {
        self.jobs + self.remote_slots()
    }

    #[cfg(feature = "remote")]
    fn remote_slots(&self) -> usize {
        self.remote.slots()
    }

    #[cfg(not(feature = "remote"))]
    fn remote_slots(&self) -> usize {
        0
    }
}

/// Refuses options that do not go together for reasons that clap does not know.
fn check_usage(args: &args::Reduce) -> Result<(), Error> {
    let is_several = args.inputs.len() > 1 || args.inputs.iter().any(|path| path.is_dir());
    let is_standard = |path: &Path| path == Path::new(STANDARD);
    let has_stdin = args.inputs.iter().any(|path| is_standard(path));
    let is_output_printed = match &args.output {
        Some(output) => is_standard(output),
        None => has_stdin,
    };
    let refused = |reason: &str, hint: &str| {
        Err(Error::Usage {
            reason: reason.to_owned(),
            hint: hint.to_owned(),
        })
    };
    if has_stdin && is_several {
        return refused(
            "standard input is one file, and there are several inputs",
            "write it to a file first",
        );
    }
    if is_output_printed && is_several {
        return refused("several files do not fit standard output", "name a directory with -o");
    }
    if is_output_printed && args.json {
        return refused(
            "both the result and the figures would go to standard output",
            "write the figures to a file with --stats, or the result with -o",
        );
    }
    if is_output_printed && args.also_interesting.is_some() {
        return refused(
            "copies of candidates are put beside the result, which would be printed",
            "name the result with -o",
        );
    }
    if args.jobs == Some(0) && !has_remote(args) {
        return refused(
            "with -j 0 no test is run on this machine, and no server is there to run it",
            "give -j a number, or name servers with --remote",
        );
    }
    if args.in_place && (has_stdin || args.inputs.iter().any(|path| path.is_dir())) {
        return refused(
            "only files can be reduced in place",
            "without --in-place the result is put beside the inputs",
        );
    }
    Ok(())
}

#[cfg(feature = "remote")]
fn has_remote(args: &args::Reduce) -> bool {
    args.remote.slots() > 0
}

#[cfg(not(feature = "remote"))]
fn has_remote(_: &args::Reduce) -> bool {
    false
}

fn sources(args: &args::Reduce) -> Result<Sources, Error> {
    Ok(Sources {
        paths: args.inputs.clone(),
        chooser: Chooser::new(&args.language)?,
        grammar: args.language.grammar.clone(),
        protects: args.protect.clone(),
        left_out: options::outputs(args),
        is_in_place: args.in_place,
        is_fresh: args.fresh,
    })
}

fn test(args: &args::Reduce) -> TestSource {
    match (&args.test, &args.command, &args.golden) {
        (_, Some(line), _) => TestSource::Line(line.clone()),
        (_, _, Some(command)) => TestSource::Golden(Golden {
            command: command.clone(),
            match_stdout: args.match_stdout.clone(),
            match_stderr: args.match_stderr.clone(),
            cross_check: args.cross_check.clone(),
        }),
        (Some(script), ..) => TestSource::Script(script.clone()),
        (None, None, None) => unreachable!("a command line without a test is refused before"),
    }
}

fn reports(args: &args::Reduce) -> Reports {
    Reports {
        stats: args.stats.clone(),
        is_json: args.json,
        trace: args.trace.clone(),
        events: args.events.clone(),
        page: args.report.clone(),
        logs: args.keep_logs.clone(),
        progress: args.progress,
        is_quiet: args.quiet,
    }
}

/// The model of `--model`, if it names a file.
fn given_model(args: &args::Reduce) -> Result<Option<(PathBuf, Rc<Model>)>, Error> {
    match &args.model {
        Some(path) if path != Path::new(NONE) => {
            let model = input::read_model(path, None)?;
            Ok(Some((path.clone(), Rc::new(model))))
        }
        _ => Ok(None),
    }
}

/// The rules of `--rewrite` and of the files of `--rewrite-file`.
fn rewrites(args: &args::Reduce) -> Result<Vec<Rewrite>, Error> {
    let given = args.rewrite.iter().map(|rule| Rewrite {
        rule: rule.trim().to_owned(),
        place: None,
    });
    let mut rewrites: Vec<Rewrite> = given.collect();
    for path in &args.rewrite_file {
        let text = String::from_utf8(input::read(path)?).map_err(|error| Error::Read {
            path: path.clone(),
            source: io::Error::new(io::ErrorKind::InvalidData, error),
        })?;
        rewrites.extend(rewrite::lines(&text).map(|(line, rule)| Rewrite {
            rule: rule.to_owned(),
            place: Some((path.clone(), line)),
        }));
    }
    Ok(rewrites)
}

fn strategy(args: &args::Reduce, model: Option<&(PathBuf, Rc<Model>)>, rewrites: &[Rewrite]) -> Strategy {
    Strategy {
        algorithm: args.algorithm.clone(),
        list: args.list.clone(),
        cache: args.cache.clone(),
        replacements: args.replacements == Switch::On,
        hoists: Hoists {
            depth: args.replacement_depth,
            most: args.max_replacements,
        },
        pruning: !args.no_pruning,
        wave: args.wave,
        syntactic: args.syntactic.clone(),
        transforms: args.transforms.clone(),
        effort: args.effort.clone(),
        rewrites: rewrites.iter().map(|rewrite| rewrite.rule.clone()).collect(),
        model: match (model, &args.model) {
            (Some((_, model)), _) => ModelSource::Given(model.clone()),
            (None, Some(_)) => ModelSource::None,
            (None, None) => ModelSource::Shipped,
        },
        online: args.online == Switch::On,
        features: args.features.clone(),
        schedule: args.schedule.clone(),
        seed: args.seed.unwrap_or_default(),
        joint: args.joint.clone(),
        clean_up: (args.clean_up != NONE).then(|| args.clean_up.clone()),
        keep_syntax: args.syntax == Syntax::Keep,
        limits: Limits {
            queries: args.max_queries,
            rounds: args.max_rounds,
        },
    }
}

fn destination(args: &args::Reduce) -> Destination {
    match &args.output {
        Some(output) => Destination::Named(output.clone()),
        None if args.in_place => Destination::InPlace,
        None if args.inputs == [Path::new(STANDARD)] => Destination::Named(PathBuf::from(STANDARD)),
        None => Destination::Beside,
    }
}

/// What the user should know about the options.
fn warnings(args: &args::Reduce, driver: &Driver) -> Vec<String> {
    let mut warnings = options::idle(args, driver.algorithm());
    if let (Some(timeout), Some(limit)) = (args.timeout, args.time_limit)
        && timeout >= limit
    {
        warnings.push(format!(
            "one run of the test may take {timeout} s, which is all the time there is: --time-limit {limit}"
        ));
    }
    warnings
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
